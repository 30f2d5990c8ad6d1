/** @import { Stats } from "../common/types.js" */
import { create } from "./view.js";

/** Samples in a graph, and its height in milliseconds: half a frame at 60 Hz. */
const SAMPLES = 90;
const TALLEST_MS = 8;

/** A line over time, newest on the right. */
class Graph {
  canvas = create("canvas", "");
  #values = new Float32Array(SAMPLES);
  #next = 0;
  #context;

  /** @param {string} color */
  constructor(color) {
    this.canvas.width = SAMPLES * 2;
    this.canvas.height = 32;
    this.#context = this.canvas.getContext("2d");
    if (this.#context) this.#context.fillStyle = color;
  }

  /** @param {number} value milliseconds */
  add(value) {
    this.#values[this.#next] = value;
    this.#next = (this.#next + 1) % SAMPLES;
    const { width, height } = this.canvas;
    this.#context?.clearRect(0, 0, width, height);
    for (let i = 0; i < SAMPLES; i += 1) {
      const share = Math.min(this.#values[(this.#next + i) % SAMPLES] / TALLEST_MS, 1);
      this.#context?.fillRect(i * 2, height * (1 - share), 2, height * share);
    }
  }
}

/** Numbers and one graph per thread, over the tank. */
export class StatsOverlay {
  #text = create("div", "");
  #sim = new Graph("#7bdff2");
  #render = new Graph("#ffd166");
  element = create("div", "stats");

  constructor() {
    this.element.part.add("stats");
    this.element.ariaHidden = "true";
    this.element.append(
      this.#text,
      create("div", "", "worker: step p95, 8 ms high"),
      this.#sim.canvas,
      create("div", "", "main thread: frame p95, 8 ms high"),
      this.#render.canvas,
    );
  }

  /** @param {Stats} stats */
  show(stats) {
    const { cruise, seek, flee, linger } = stats.states;
    this.#text.textContent = [
      `${stats.fps.toFixed(0)} fps, slowest 1% ${stats.onePercentLowFps.toFixed(0)} · ${stats.renderer}`,
      `DPR ${stats.dpr.toFixed(2)} · quality ${stats.quality}`,
      `tier ${stats.tier} · threads ${stats.threads} · step ${stats.step}`,
      `${stats.fish} fish · ${stats.food} pellets`,
      `cruise ${cruise} seek ${seek} flee ${flee} linger ${linger}`,
      `step ${milliseconds(stats.simMs)}   frame ${milliseconds(stats.renderMs)}`,
    ].join("\n");
    this.#sim.add(stats.simMs.p95);
    this.#render.add(stats.renderMs.p95);
  }
}

/** @param {{ p50: number, p95: number }} spread */
function milliseconds({ p50, p95 }) {
  return `${p50.toFixed(3)}/${p95.toFixed(3)} ms`;
}
