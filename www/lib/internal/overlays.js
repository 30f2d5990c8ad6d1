/** @import { Inspection, Overlay } from "../common/types.js" */
import { create } from "./view.js";

/** Numbers of a fish: previous position, position, previous heading, heading, tail (2), bend, state. */
const FLOATS = 12;
const STATE = 11;
/** CSS pixels. */
const HEADING = 16;
/** CSS pixels for a steering of one world unit per step, each step: the common most, 0.08, is drawn as long as a fish. */
const FORCE = 280;
/** CSS pixels from the pointer to the fish that is meant, at most. */
const GRASP = 48;
/** Dark below, so that each line is seen on every water. */
const SHADE = "#04182acc";
const COLORS = { grid: "#ffffff", headings: "#7bdff2", forces: "#ffd166", neighbours: "#b8f2a0" };
/** CRUISE, SEEK, FLEE, LINGER. */
const STATES = [
  { name: "cruise", color: "#7bdff2" },
  { name: "seek", color: "#b8f2a0" },
  { name: "flee", color: "#ff9f9f" },
  { name: "linger", color: "#ffd166" },
];

/** Draws over the fish what they do and why, on a canvas of its own. */
export class Overlays {
  element = create("div", "study");
  #canvas = create("canvas", "");
  #legend = create("div", "legend");
  #on = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext("2d"));
  /** Velocities one look ago, to tell the steering: x and y for each fish. */
  #before = new Float32Array(0);
  #steering = new Float32Array(0);
  #step = -1;
  /** CSS pixels in a world unit, across and down. */
  #scale = [1, 1];

  constructor() {
    this.element.ariaHidden = "true";
    this.#legend.part.add("legend");
    this.element.append(this.#canvas, this.#legend);
  }

  /**
   * @param {Inspection} seen
   * @param {readonly Overlay[]} names what to draw
   * @param {[number, number] | null} pointer CSS pixels
   */
  draw(seen, names, pointer) {
    this.#fit(seen);
    this.#steer(seen);
    /** @type {string[]} */
    const legend = [];
    for (const name of names) {
      if (name === "grid") legend.push(this.#grid(seen));
      if (name === "headings") legend.push(this.#headings(seen));
      if (name === "forces") legend.push(this.#forces(seen));
      if (name === "states") legend.push(this.#states(seen));
      if (name === "neighbours") legend.push(this.#neighbours(seen, pointer));
    }
    this.#legend.textContent = legend.join("\n");
  }

  /** @param {Inspection} seen */
  #fit({ width, height }) {
    const { clientWidth, clientHeight } = this.element;
    const density = Math.min(devicePixelRatio, 2);
    const [across, down] = [Math.round(clientWidth * density), Math.round(clientHeight * density)];
    if (this.#canvas.width !== across) this.#canvas.width = across;
    if (this.#canvas.height !== down) this.#canvas.height = down;
    this.#scale = [clientWidth / width, clientHeight / height];
    this.#on.setTransform(density, 0, 0, density, 0, 0);
    this.#on.clearRect(0, 0, clientWidth, clientHeight);
  }

  /**
   * Steering is the change of velocity; where several steps lie between two looks, their mean.
   * @param {Inspection} seen
   */
  #steer({ step, count, fish, width, height }) {
    const steps = step - this.#step;
    if (steps === 0) return;
    const known = steps > 0 && this.#before.length === count * 2;
    if (!known) {
      this.#before = new Float32Array(count * 2);
      this.#steering = new Float32Array(count * 2);
    }
    for (let i = 0; i < count * 2; i += 1) {
      const at = (i >> 1) * FLOATS + (i & 1);
      const velocity = shortWay(fish[at + 2] - fish[at], i & 1 ? height : width);
      this.#steering[i] = known ? (velocity - this.#before[i]) / steps : 0;
      this.#before[i] = velocity;
    }
    this.#step = step;
  }

  /**
   * @param {Inspection} seen
   * @param {number} i
   * @returns {[number, number]} where the picture has it, CSS pixels
   */
  #place({ fish, alpha, width, height }, i) {
    const at = i * FLOATS;
    const back = 1 - alpha;
    return [
      (fish[at + 2] - shortWay(fish[at + 2] - fish[at], width) * back) * this.#scale[0],
      (fish[at + 3] - shortWay(fish[at + 3] - fish[at + 1], height) * back) * this.#scale[1],
    ];
  }

  /**
   * @param {string} color
   * @param {() => void} trace the lines
   * @param {number} [width] CSS pixels
   */
  #stroke(color, trace, width = 1.25) {
    const on = this.#on;
    on.beginPath();
    trace();
    on.strokeStyle = SHADE;
    on.lineWidth = width + 2;
    on.stroke();
    on.strokeStyle = color;
    on.lineWidth = width;
    on.stroke();
  }

  /** @param {Inspection} seen */
  #grid({ columns, rows, cell, head, next, count, width, height }) {
    if (!head || !next) return "grid: to be seen only where memory is shared (tier shared)";
    const on = this.#on;
    const [across, down] = [cell[0] * this.#scale[0], cell[1] * this.#scale[1]];
    this.#stroke(COLORS.grid, () => {
      for (let column = 1; column < columns; column += 1) {
        on.moveTo(column * across, 0);
        on.lineTo(column * across, height * this.#scale[1]);
      }
      for (let row = 1; row < rows; row += 1) {
        on.moveTo(0, row * down);
        on.lineTo(width * this.#scale[0], row * down);
      }
    }, 0.5);
    on.font = "11px ui-monospace, monospace";
    on.lineWidth = 3;
    on.strokeStyle = SHADE;
    on.fillStyle = COLORS.grid;
    const lengths = chainLengths(head, next, count);
    let longest = 0;
    lengths.forEach((length, index) => {
      if (length === 0) return;
      longest = Math.max(longest, length);
      const [x, y] = [(index % columns) * across + 4, Math.floor(index / columns) * down + 13];
      on.strokeText(String(length), x, y);
      on.fillText(String(length), x, y);
    });
    return `grid: ${columns} × ${rows} cells, fish in each; longest chain ${longest}`;
  }

  /** @param {Inspection} seen */
  #headings(seen) {
    this.#stroke(COLORS.headings, () => {
      for (let i = 0; i < seen.count; i += 1) {
        const [x, y] = this.#place(seen, i);
        this.#on.moveTo(x, y);
        this.#on.lineTo(x + seen.fish[i * FLOATS + 6] * HEADING, y + seen.fish[i * FLOATS + 7] * HEADING);
      }
    });
    return "headings: blue lines";
  }

  /** @param {Inspection} seen */
  #forces(seen) {
    this.#stroke(COLORS.forces, () => {
      for (let i = 0; i < seen.count; i += 1) {
        const [x, y] = this.#place(seen, i);
        this.#on.moveTo(x, y);
        this.#on.lineTo(x + this.#steering[i * 2] * FORCE, y + this.#steering[i * 2 + 1] * FORCE);
      }
    }, 1.75);
    return "forces: yellow lines, net steering (change of velocity in a step)";
  }

  /** @param {Inspection} seen */
  #states(seen) {
    const counts = [0, 0, 0, 0];
    STATES.forEach(({ color }, state) => {
      this.#stroke(color, () => {
        for (let i = 0; i < seen.count; i += 1) {
          if (seen.fish[i * FLOATS + STATE] !== state) continue;
          const [x, y] = this.#place(seen, i);
          counts[state] += 1;
          this.#on.moveTo(x + 9, y);
          this.#on.arc(x, y, 9, 0, 7);
        }
      });
    });
    return `states: ${STATES.map(({ name }, i) => `${name} ${counts[i]}`).join(", ")} (blue, green, red, yellow rings)`;
  }

  /**
   * @param {Inspection} seen
   * @param {[number, number] | null} pointer
   */
  #neighbours(seen, pointer) {
    const chosen = pointer ? this.#nearest(seen, pointer) : -1;
    if (chosen < 0) return "neighbours: point at a fish";
    const reach = seen.perception * this.#scale[0];
    const [x, y] = this.#place(seen, chosen);
    let found = 0;
    this.#stroke(COLORS.neighbours, () => {
      this.#on.moveTo(x + reach, y);
      this.#on.arc(x, y, reach, 0, 7);
      for (let i = 0; i < seen.count; i += 1) {
        const [px, py] = this.#place(seen, i);
        if (i === chosen || Math.hypot(px - x, py - y) > reach) continue;
        found += 1;
        this.#on.moveTo(x, y);
        this.#on.lineTo(px, py);
      }
    });
    return `neighbours: ${found} within ${seen.perception} of fish ${chosen} (each fish sees 0.6 to 1.3 times as far)`;
  }

  /**
   * @param {Inspection} seen
   * @param {[number, number]} pointer
   */
  #nearest(seen, [x, y]) {
    let [best, nearest] = [-1, GRASP];
    for (let i = 0; i < seen.count; i += 1) {
      const [px, py] = this.#place(seen, i);
      const distance = Math.hypot(px - x, py - y);
      if (distance < nearest) [best, nearest] = [i, distance];
    }
    return best;
  }
}

/**
 * Fish in each cell, counted along the chains. The worker writes them meanwhile, so they may lead anywhere: what points
 * outside ends a chain, and all together are followed no further than there are fish.
 * @param {Int32Array} head
 * @param {Int32Array} next
 * @param {number} count fish
 * @returns {number[]}
 */
export function chainLengths(head, next, count) {
  let left = count;
  return Array.from(head, (first) => {
    let length = 0;
    for (let at = first; at >= 0 && at < next.length && left > 0; at = next[at]) {
      length += 1;
      left -= 1;
    }
    return length;
  });
}

/**
 * @param {number} way along one axis
 * @param {number} size of the tank along it
 * @returns {number} the same by the short way round, which a torus has
 */
function shortWay(way, size) {
  return Math.abs(way) > size / 2 ? way - Math.sign(way) * size : way;
}
