// A long visit: a hand that never rests, windows that change, tiers that come and go; and somebody who watches the memory.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium, open, serve, xtask } from "./harness.mjs";

const PRESETS = ["community", "timid-school", "loners", "koi-pond", "neon-night", "vortex", "migration", "dispersed"];
const TIERS = ["shared", "transfer", "main"];
/** Between two looks at the memory. */
const SAMPLE_MS = 5000;

/**
 * @typedef {object} Sample
 * @property {string} tier
 * @property {number} heapBytes of the page's JavaScript, after a collection
 * @property {number} listeners in the page
 * @property {number} memoryBytes of both WebAssembly modules
 * @property {number} skippedSteps since the tank's start
 * @property {number} simMs 95th percentile
 * @property {number} renderMs 95th percentile
 */

/**
 * @typedef {object} Report
 * @property {number} seconds
 * @property {Record<string, number>} actions how often each was done
 * @property {Sample[]} samples
 * @property {{ steps: number, hash: string }[]} replayed recordings that gave the same hash natively
 */

/**
 * Visits for so long, and throws if anything is amiss.
 * @param {{ seconds: number, seed: number, say?: (line: string) => void }} options
 * @returns {Promise<Report>}
 */
export async function soak({ seconds, seed, say = () => {} }) {
  const [browser, server] = await Promise.all([launchChromium(), serve()]);
  try {
    const { page, complaints } = await open(browser, `${server.url}?seed=${seed}&fish=80&max-dpr=0.5`, {
      viewport: { width: 640, height: 400 },
    });
    const visit = new Visit(page, dice(seed));
    await visit.begin();
    const end = performance.now() + seconds * 1000;
    let sampleAt = 0;
    while (performance.now() < end) {
      if (performance.now() >= sampleAt) {
        say(JSON.stringify(await visit.sample()));
        sampleAt = performance.now() + SAMPLE_MS;
      }
      await visit.act();
      assert.deepEqual(complaints, []);
    }
    await visit.proveRecording();
    await visit.sample();
    return { seconds, actions: visit.actions, samples: visit.samples, replayed: visit.replayed };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** One visitor. */
class Visit {
  #page;
  #random;
  /** @type {Awaited<ReturnType<import("playwright-core").BrowserContext["newCDPSession"]>> | undefined} */
  #protocol;
  /** @type {Record<string, number>} */
  actions = {};
  /** @type {Sample[]} */
  samples = [];
  /** @type {Report["replayed"]} */
  replayed = [];

  /**
   * @param {import("playwright-core").Page} page
   * @param {() => number} random 0 to 1
   */
  constructor(page, random) {
    this.#page = page;
    this.#random = random;
  }

  async begin() {
    this.#protocol = await this.#page.context().newCDPSession(this.#page);
    await this.#page.evaluate(async () => {
      globalThis.tank = document.querySelector("miro-fish");
      await globalThis.tank.ready;
      addEventListener("error", (event) => console.error(`told: ${/** @type {any} */ (event).detail?.code}`), true);
    });
  }

  /** Does something, by chance: gestures often, greater changes seldom. */
  async act() {
    /** @type {[number, string, () => Promise<unknown>][]} */
    const deeds = [
      [8, "tap", () => this.#page.mouse.click(...this.#place())],
      [6, "stroke", () => this.#stroke()],
      [3, "key", () => this.#page.keyboard.press(this.#one(["Enter", "s", "c", "ArrowLeft", "ArrowDown"]))],
      [2, "resize", () => this.#page.setViewportSize({ width: 320 + this.#upTo(500), height: 240 + this.#upTo(300) })],
      [2, "count", () => this.#ask((tank, count) => tank.setConfig({ world: { count } }), 20 + this.#upTo(200))],
      [2, "pause", () => this.#ask((tank) => tank.pause().then(() => tank.step(30)).then(() => tank.play()))],
      [1, "preset", () => this.#ask((tank, name) => tank.loadPreset(name), this.#one(PRESETS))],
      [1, "hide", () => this.#hide()],
      [1, "reset", () => this.#ask((tank, seed) => tank.reset(seed), this.#upTo(1e6))],
      [0.5, "tier", () => this.#changeTier()],
    ];
    let chance = this.#random() * deeds.reduce((sum, [weight]) => sum + weight, 0);
    const [, name, deed] = deeds.find(([weight]) => (chance -= weight) < 0) ?? deeds[0];
    this.actions[name] = (this.actions[name] ?? 0) + 1;
    await deed();
  }

  /** Looks at the memory, after a collection. */
  async sample() {
    await this.#protocol?.send("HeapProfiler.collectGarbage");
    const heap = await this.#protocol?.send("Runtime.getHeapUsage");
    const counters = await this.#protocol?.send("Memory.getDOMCounters");
    const stats = await this.#ask((tank) => tank.stats());
    /** @type {Sample} */
    const sample = {
      tier: stats.tier,
      heapBytes: heap?.usedSize ?? NaN,
      listeners: counters?.jsEventListeners ?? NaN,
      memoryBytes: stats.memoryBytes,
      skippedSteps: stats.skippedSteps,
      simMs: stats.simMs.p95,
      renderMs: stats.renderMs.p95,
    };
    assert.equal(stats.droppedInputs, 0);
    assert.equal(this.#page.workers().length, stats.tier === "main" ? 0 : 1);
    this.samples.push(sample);
    return sample;
  }

  /** What was done to the tank since it was made gives the same hash without a browser. */
  async proveRecording() {
    await this.#ask((tank) => tank.pause());
    const recording = await this.#ask((tank) => tank.recording());
    await this.#ask((tank) => tank.play());
    const { steps, hash } = JSON.parse(recording);
    const folder = await mkdtemp(join(tmpdir(), "mirofish-soak-"));
    const file = join(folder, "recording.json");
    await writeFile(file, recording);
    const native = JSON.parse(await xtask("sim", "--replay", file, "--json"));
    await rm(folder, { recursive: true });
    assert.equal(native.hash, hash, "the browser and the native engine differ");
    this.replayed.push({ steps, hash });
  }

  async #changeTier() {
    await this.proveRecording();
    await this.#ask(async (tank, tier) => {
      tank.setAttribute("tier", tier);
      await new Promise(requestAnimationFrame);
      await tank.ready;
    }, this.#one(TIERS));
  }

  async #hide() {
    for (const state of ["hidden", "visible"]) {
      await this.#ask((_, state) => {
        Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    }
  }

  async #stroke() {
    const [x, y] = this.#place();
    const [toX, toY] = this.#place();
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(toX, toY, { steps: 1 + this.#upTo(8) });
    await this.#page.mouse.up();
  }

  /**
   * @param {(tank: any, argument: any) => unknown} ask
   * @param {unknown} [argument]
   * @returns {Promise<any>}
   */
  #ask(ask, argument) {
    // A function travels as text: the page has no other half of it.
    return this.#page.evaluate(`(${ask})(document.querySelector("miro-fish"), ${JSON.stringify(argument)})`);
  }

  /** @returns {[number, number]} a point in the window */
  #place() {
    const { width, height } = this.#page.viewportSize() ?? { width: 320, height: 240 };
    return [this.#random() * width, this.#random() * height];
  }

  /** @param {number} most */
  #upTo(most) {
    return Math.floor(this.#random() * most);
  }

  /** @template T @param {T[]} list @returns {T} */
  #one(list) {
    return list[this.#upTo(list.length)];
  }
}

/**
 * Chances that are the same each time: a linear congruential generator (Knuth, "The Art of Computer Programming" 2, 3.3.4).
 * @param {number} seed
 */
function dice(seed) {
  let state = BigInt(seed);
  return () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 40n) / 2 ** 24;
  };
}
