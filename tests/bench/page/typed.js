// The Boids of this project in straight typed-array JavaScript: what careful code without WebAssembly gets. One tank, the
// same fish and rules; no states, no food, no threads.

/** Numbers of one fish in what the engine's bench gives: x, y, vx, vy, sight. */
export const NUMBERS_PER_FISH = 5;

const SEPARATION = 26;
const WEIGHTS = { separation: 1.6, alignment: 0.9, cohesion: 0.7 };
const MOST_FORCE = 0.08;
const TOP_SPEED = 1.8;
const MARGIN = 90;
const PUSH = 0.06;
const PUSH_SCALE = (0.7 * SEPARATION) ** 2;
/** Cells are this much larger than the farthest sight. */
const CELL_MARGIN = 1.05;

/** What both ways to find neighbours have in common. */
class Tank {
  /**
   * @param {Float32Array} size width and height
   * @param {Float32Array} fish
   * @param {boolean} gathers whether alignment and cohesion count
   */
  constructor(size, fish, gathers) {
    const count = fish.length / NUMBERS_PER_FISH;
    this.start = fish;
    this.count = count;
    this.width = size[0];
    this.height = size[1];
    this.gathers = gathers ? 1 : 0;
    this.x = new Float32Array(count);
    this.y = new Float32Array(count);
    this.vx = new Float32Array(count);
    this.vy = new Float32Array(count);
    this.nextVx = new Float32Array(count);
    this.nextVy = new Float32Array(count);
    this.sight2 = new Float32Array(count);
    let sight = 1;
    for (let i = 0; i < count; i++) sight = Math.max(sight, fish[i * NUMBERS_PER_FISH + 4]);
    this.columns = Math.max(1, Math.floor(this.width / (sight * CELL_MARGIN)));
    this.rows = Math.max(1, Math.floor(this.height / (sight * CELL_MARGIN)));
    this.perX = this.columns / this.width;
    this.perY = this.rows / this.height;
  }

  rewind() {
    const { start, x, y, vx, vy, sight2 } = this;
    for (let i = 0, at = 0; i < this.count; i++, at += NUMBERS_PER_FISH) {
      x[i] = start[at];
      y[i] = start[at + 1];
      vx[i] = start[at + 2];
      vy[i] = start[at + 3];
      sight2[i] = start[at + 4] * start[at + 4];
    }
  }

  /** @param {number} at @param {number} per @param {number} count */
  index(at, per, count) {
    return Math.min(Math.max(Math.floor(at * per), 0), count - 1);
  }

  /**
   * What one fish makes of its sums.
   * @param {number} i
   * @param {number} crowdX @param {number} crowdY @param {number} sumVx @param {number} sumVy
   * @param {number} sumX @param {number} sumY @param {number} mates
   */
  steer(i, crowdX, crowdY, sumVx, sumVy, sumX, sumY, mates) {
    const { vx, vy, x, y, gathers, width, height } = this;
    let wantX = -crowdX * PUSH_SCALE;
    let wantY = -crowdY * PUSH_SCALE;
    let long = Math.sqrt(wantX * wantX + wantY * wantY);
    if (long > 2) {
      wantX *= 2 / long;
      wantY *= 2 / long;
    }
    wantX *= WEIGHTS.separation;
    wantY *= WEIGHTS.separation;
    if (mates > 0) {
      const dx = sumVx / mates - vx[i];
      const dy = sumVy / mates - vy[i];
      const align = (gathers * WEIGHTS.alignment) / Math.max(Math.sqrt(dx * dx + dy * dy), 0.35);
      const gather = (gathers * WEIGHTS.cohesion) / Math.max(Math.sqrt(sumX * sumX + sumY * sumY), 1e-6);
      wantX += dx * align + sumX * gather;
      wantY += dy * align + sumY * gather;
    }
    long = Math.sqrt(wantX * wantX + wantY * wantY);
    const scale = long > 1 ? MOST_FORCE / long : MOST_FORCE;
    let newX = vx[i] + wantX * scale;
    let newY = vy[i] + wantY * scale;
    newX += PUSH * (Math.max(0, 1 - x[i] / MARGIN) - Math.max(0, 1 - (width - x[i]) / MARGIN));
    newY += PUSH * (Math.max(0, 1 - y[i] / MARGIN) - Math.max(0, 1 - (height - y[i]) / MARGIN));
    const speed = Math.sqrt(newX * newX + newY * newY);
    if (speed > TOP_SPEED) {
      newX *= TOP_SPEED / speed;
      newY *= TOP_SPEED / speed;
    }
    this.nextVx[i] = newX;
    this.nextVy[i] = newY;
  }

  move() {
    const { x, y, vx, vy, nextVx, nextVy, width, height } = this;
    for (let i = 0; i < this.count; i++) {
      vx[i] = nextVx[i];
      vy[i] = nextVy[i];
      x[i] = Math.min(Math.max(x[i] + vx[i], 0), width);
      y[i] = Math.min(Math.max(y[i] + vy[i], 0), height);
    }
  }
}

/** A linked list for each cell, walked fish by fish. */
export class LinkedList extends Tank {
  /** @param {Float32Array} size @param {Float32Array} fish @param {boolean} gathers */
  constructor(size, fish, gathers) {
    super(size, fish, gathers);
    this.head = new Int32Array(this.columns * this.rows);
    this.next = new Int32Array(this.count);
  }

  step() {
    const { x, y, vx, vy, sight2, head, next, columns, rows, perX, perY, count } = this;
    head.fill(-1);
    for (let i = count - 1; i >= 0; i--) {
      const cell = this.index(y[i], perY, rows) * columns + this.index(x[i], perX, columns);
      next[i] = head[cell];
      head[cell] = i;
    }
    for (let i = 0; i < count; i++) {
      let crowdX = 0, crowdY = 0, sumVx = 0, sumVy = 0, sumX = 0, sumY = 0, mates = 0;
      const column = this.index(x[i], perX, columns);
      const row = this.index(y[i], perY, rows);
      const lastRow = Math.min(row + 1, rows - 1);
      const lastColumn = Math.min(column + 1, columns - 1);
      for (let r = Math.max(row - 1, 0); r <= lastRow; r++) {
        for (let c = Math.max(column - 1, 0); c <= lastColumn; c++) {
          for (let j = head[r * columns + c]; j >= 0; j = next[j]) {
            const dx = x[j] - x[i];
            const dy = y[j] - y[i];
            const d2 = dx * dx + dy * dy;
            if (d2 >= sight2[i] || j === i) continue;
            sumVx += vx[j];
            sumVy += vy[j];
            sumX += dx;
            sumY += dy;
            mates++;
            if (d2 < SEPARATION * SEPARATION) {
              const floor = Math.max(d2, 0.01);
              const fallOff = 1 / (floor * Math.sqrt(floor));
              crowdX += dx * fallOff;
              crowdY += dy * fallOff;
            }
          }
        }
      }
      this.steer(i, crowdX, crowdY, sumVx, sumVy, sumX, sumY, mates);
    }
    this.move();
  }
}

/** The fish of each cell side by side, by counting: neighbours are runs of memory. */
export class CountingSort extends Tank {
  /** @param {Float32Array} size @param {Float32Array} fish @param {boolean} gathers */
  constructor(size, fish, gathers) {
    super(size, fish, gathers);
    this.begin = new Int32Array(this.columns * this.rows + 1);
    this.cell = new Int32Array(this.count);
    this.order = new Int32Array(this.count);
    this.sortedX = new Float32Array(this.count);
    this.sortedY = new Float32Array(this.count);
    this.sortedVx = new Float32Array(this.count);
    this.sortedVy = new Float32Array(this.count);
  }

  sort() {
    const { x, y, vx, vy, columns, rows, perX, perY, count, begin, cell, order } = this;
    begin.fill(0);
    for (let i = 0; i < count; i++) {
      cell[i] = this.index(y[i], perY, rows) * columns + this.index(x[i], perX, columns);
      begin[cell[i]]++;
    }
    for (let c = 1; c < begin.length; c++) begin[c] += begin[c - 1];
    for (let i = count - 1; i >= 0; i--) {
      const at = --begin[cell[i]];
      order[at] = i;
      this.sortedX[at] = x[i];
      this.sortedY[at] = y[i];
      this.sortedVx[at] = vx[i];
      this.sortedVy[at] = vy[i];
    }
  }

  step() {
    this.sort();
    const { sortedX: x, sortedY: y, sortedVx: vx, sortedVy: vy, sight2, columns, rows, begin, order, cell } = this;
    for (let at = 0; at < this.count; at++) {
      const i = order[at];
      let crowdX = 0, crowdY = 0, sumVx = 0, sumVy = 0, sumX = 0, sumY = 0, mates = 0;
      const column = cell[i] % columns;
      const row = (cell[i] - column) / columns;
      const lastRow = Math.min(row + 1, rows - 1);
      const first = Math.max(column - 1, 0);
      const last = Math.min(column + 1, columns - 1);
      for (let r = Math.max(row - 1, 0); r <= lastRow; r++) {
        const end = begin[r * columns + last + 1];
        for (let j = begin[r * columns + first]; j < end; j++) {
          const dx = x[j] - x[at];
          const dy = y[j] - y[at];
          const d2 = dx * dx + dy * dy;
          if (d2 >= sight2[i] || j === at) continue;
          sumVx += vx[j];
          sumVy += vy[j];
          sumX += dx;
          sumY += dy;
          mates++;
          if (d2 < SEPARATION * SEPARATION) {
            const floor = Math.max(d2, 0.01);
            const fallOff = 1 / (floor * Math.sqrt(floor));
            crowdX += dx * fallOff;
            crowdY += dy * fallOff;
          }
        }
      }
      this.steer(i, crowdX, crowdY, sumVx, sumVy, sumX, sumY, mates);
    }
    this.move();
  }
}
