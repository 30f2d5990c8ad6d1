/** @import { Config, Inspection, Notice, QualityChange, Size, Snapshot, Stats, TankSpec, Tier } from "../common/types.js" */
/** @import { Opened } from "./stage.js" */
/** @import { Playback } from "./playback.js" */
/** @import { Simulation } from "./tiers.js" */
import { now } from "../common/clock.js";
import { AquariumError, typed } from "../common/errors.js";
import { scriptLoad } from "../common/load-wasm.js";
import { toNumbers } from "./document.js";
import { FrameLoop } from "./loop.js";
import { namedStats } from "./stats.js";
import { Watchdog } from "./watchdog.js";

/**
 * @typedef {object} TankEvents
 * @property {(nowMs: number) => void} frame after a frame was drawn
 * @property {(notices: Notice[]) => void} notices what happened since the last frame, oldest first
 * @property {(change: QualityChange) => void} quality the picture became plainer or richer
 * @property {(error: AquariumError) => void} error the tank is lost
 */

/** A simulation and the stage that draws it, from the first frame to the last. */
export class Tank {
  #stage;
  #canvas;
  #link;
  #started;
  #made;
  #watchdog = this.#watch();
  #loop = new FrameLoop((nowMs) => this.#draw(nowMs));
  #open = true;
  #running = false;
  #switching = Promise.resolve();
  #size;
  /** @type {Playback | null} */
  #playback = null;
  /** The last frame of a simulation that was lost. @type {Uint32Array | null} */
  #remains = null;
  /** Why the tank is lost, if it is. @type {AquariumError | null} */
  lost = null;
  /** Set by whoever owns the tank. @type {TankEvents} */
  events = { frame() {}, notices() {}, quality() {}, error() {} };
  /** @type {Tier} */
  tier;
  /** Complete; whoever changes it sets another. @type {Config} */
  config;

  /**
   * Joins a simulation and a stage, and draws the first frame.
   * @param {Opened} opened
   * @param {Simulation} simulation
   * @param {TankSpec} made what the simulation was made with
   * @param {number} dpr device pixels in one CSS pixel
   * @throws {AquariumError} simulation and stage are the caller's then
   */
  constructor({ stage, canvas }, { tier, link, started }, made, dpr) {
    this.#stage = stage;
    this.#canvas = canvas;
    this.#link = link;
    this.#started = started;
    this.#made = made;
    /** @type {Size} */
    this.#size = { width: made.width, height: made.height, dpr };
    this.tier = tier;
    this.config = made.config;
    this.#join();
    this.#draw(now());
    if (this.lost) throw this.lost;
  }

  /** @param {number | null} limit frames drawn in a second at most */
  set fpsLimit(limit) {
    this.#loop.fpsLimit = limit;
  }

  /** Why there are fewer threads than asked for, or empty. */
  get threadsCode() {
    return this.#started.threadsCode;
  }

  get threads() {
    return this.#started.threads;
  }

  /** What takes gestures, while the tank lives. */
  get stage() {
    return this.#open ? this.#stage : null;
  }

  /**
   * Runs or halts both threads. When it has halted, the frame that is drawn carries its hash.
   * @param {boolean} running
   * @returns {Promise<void>} resolves when it does, for whoever asked first and for who asks again
   */
  setRunning(running) {
    if (running !== this.#running) {
      this.#running = running;
      this.#switching = this.#switch(running);
    }
    return this.#switching;
  }

  /** @param {boolean} running */
  async #switch(running) {
    if (!running) this.#loop.stop();
    await this.#link.request(running ? "play" : "pause", {});
    // After the answer: while a slow machine draws it hears nothing.
    if (running && this.#running) this.#loop.start();
    if (!this.#running) this.#draw(now());
  }

  /** @param {number} count */
  async step(count) {
    await this.#link.request("step", { count });
    this.#draw(now());
  }

  /** @param {Config} config complete and checked */
  async setConfig(config) {
    await this.#link.request("config", { config: toNumbers(config) });
    if (!this.#open) return;
    this.#playback = null;
    this.#show(config);
    this.#drawIfStill();
  }

  /** @param {bigint} seed */
  async reset(seed) {
    await this.#link.request("reset", { seed });
    this.#playback = null;
    this.#drawIfStill();
  }

  /** @returns {Promise<string>} */
  async recording() {
    const numbers = await this.#link.request("recording", {});
    const { writeRecording } = await recordings();
    return writeRecording(numbers);
  }

  /** @param {string} json a recording */
  async replay(json) {
    const { Playback, readRecording } = await recordings();
    const { numbers, first, changes } = readRecording(json);
    await this.#link.request("replay", { recording: numbers });
    if (!this.#open) return;
    this.#playback = new Playback(changes);
    this.#show(first);
    this.#drawIfStill();
  }

  /** @param {Size} size */
  async resize({ width, height, dpr }) {
    const before = this.#size;
    this.#size = { width, height, dpr };
    this.#stage.resize(width, height, dpr);
    this.#loop.once();
    if (before.width === width && before.height === height) return;
    await this.#link.request("resize", { width, height });
    this.#drawIfStill();
  }

  /** Sends what gestures left to be sent, where there is no shared ring. */
  flushInput() {
    // What is done while the simulation is being revived waits in the stage.
    const records = this.tier === "shared" || this.lost ? undefined : this.#stage.take_input();
    if (records) this.#link.sendInput(records);
  }

  /** @returns {Snapshot} */
  snapshot() {
    const snapshot = this.#stage.snapshot();
    if (!snapshot) throw new AquariumError("not-ready", "no frame has arrived yet");
    return /** @type {Snapshot} */ (snapshot);
  }

  /**
   * @param {number} nowMs
   * @returns {Inspection | undefined} what the overlays draw; nothing before the first frame
   */
  inspect(nowMs) {
    return this.#open ? /** @type {Inspection | undefined} */ (this.#stage.inspect(nowMs)) : undefined;
  }

  /** @returns {Stats} */
  stats() {
    const seen = namedStats(this.#stage.stats());
    // The stage counts what it can see: its own memory and what is shared with it.
    const unseen = this.tier === "shared" ? 0 : this.#started.memoryBytes;
    return {
      ...seen,
      renderer: this.#stage.renderer(),
      quality: /** @type {Stats["quality"]} */ (this.#stage.quality()),
      tier: this.tier,
      isolated: globalThis.crossOriginIsolated === true,
      memoryBytes: seen.memoryBytes + unseen,
    };
  }

  /**
   * @param {string} type
   * @param {number | undefined} quality
   * @returns {Promise<Blob>}
   */
  async screenshot(type, quality) {
    // Read where it is drawn, in the turn in which it is drawn: what the page shows may be a frame or two behind.
    this.#draw(now());
    const surface = this.#stage.surface();
    if ("convertToBlob" in surface) return surface.convertToBlob({ type, quality });
    return new Promise((resolve, reject) => {
      const done = (/** @type {Blob | null} */ blob) =>
        blob ? resolve(blob) : reject(new AquariumError("renderer-failed", `no picture of type ${type} could be made`));
      surface.toBlob(done, type, quality);
    });
  }

  /**
   * What the next simulation needs to go on where the lost one stopped.
   * @returns {TankSpec}
   */
  testament() {
    const { capacity } = this.#made;
    // Decided at the first start, and the stage counts on it.
    const config = { ...this.config, world: { ...this.config.world, capacity } };
    const { width, height } = this.#size;
    const seed = BigInt(config.world.seed ?? 0);
    return { ...this.#made, config, width, height, seed, restore: this.#remains };
  }

  /** @param {Simulation} simulation that goes on from the testament */
  revive({ tier, link, started }) {
    this.tier = tier;
    this.#link = link;
    this.#started = started;
    this.#remains = null;
    this.#watchdog = this.#watch();
    this.lost = null;
    this.#join();
    const { width, height } = this.#size;
    // The element may have grown while nobody was there to hear of it.
    link.request("resize", { width, height }).catch(() => {});
    this.#draw(now());
  }

  /** Ends the simulation and frees the stage and its graphics context. */
  close() {
    if (!this.#open) return;
    this.#open = false;
    this.#loop.stop();
    this.#link.close();
    this.#remains = null;
    this.#stage.free();
    this.#canvas.remove();
  }

  /** @param {number} nowMs */
  #draw(nowMs) {
    if (!this.#open) return;
    try {
      this.#stage.draw(nowMs);
      this.#follow(nowMs);
      this.flushInput();
    } catch (error) {
      this.#fail(typed(error, "renderer-failed"));
      return;
    }
    const notices = this.#stage.take_notices();
    if (notices) this.events.notices(/** @type {Notice[]} */ (notices));
    if (this.#running) this.#watchdog.look(nowMs);
    const change = this.#stage.take_quality_change();
    if (change) this.events.quality(/** @type {QualityChange} */ (change));
    this.events.frame(nowMs);
  }

  /** @param {Config} config that holds now */
  #show(config) {
    this.config = config;
    this.#stage.set_config(toNumbers(config));
  }

  /**
   * Keeps the picture up with a recording that changes the configuration.
   * @param {number} nowMs
   */
  #follow(nowMs) {
    if (!this.#playback) return;
    const config = this.#playback.due(this.stats().step);
    if (this.#playback.over) this.#playback = null;
    if (!config) return;
    this.#show(config);
    this.#stage.draw(nowMs);
  }

  #drawIfStill() {
    if (!this.#running) this.#draw(now());
  }

  #join() {
    this.#link.events = {
      frame: (buffer) => this.#takeFrame(buffer),
      notices: (records, lost) => this.events.notices(/** @type {Notice[]} */ (this.#stage.read_notices(records, lost))),
      error: (error) => this.#lose(error),
    };
    for (const buffer of this.#link.takeEarlyFrames()) this.#takeFrame(buffer);
    const { width, height, dpr } = this.#size;
    this.#stage.resize(width, height, dpr);
    const { memory, header } = this.#started;
    if (!memory) return;
    try {
      this.#stage.attach_memory(memory, header);
    } catch (error) {
      throw new AquariumError("version", error);
    }
  }

  /** @param {ArrayBuffer} buffer */
  #takeFrame(buffer) {
    try {
      const spare = this.#stage.attach_frame(buffer);
      if (spare) this.#link.recycle(spare);
    } catch (error) {
      this.#fail(new AquariumError("version", error));
    }
  }

  #watch() {
    const silent = (/** @type {number} */ seconds) =>
      this.#link.lose(new AquariumError("worker-silent", `no answer for ${seconds} seconds`));
    return new Watchdog(() => this.#link.request("ping", {}), silent);
  }

  /**
   * The simulation is lost: what it published last is kept, and input waits.
   * @param {AquariumError} error
   */
  #lose(error) {
    if (!this.#open || this.lost) return;
    this.#remains = this.#stage.detach() ?? null;
    this.#running = false;
    this.#playback = null;
    this.#link.close();
    this.#fail(error);
  }

  /** @param {AquariumError} error */
  #fail(error) {
    if (!this.#open || this.lost) return;
    this.lost = error;
    this.#loop.stop();
    this.events.error(error);
  }
}

/** What few tanks ever need is loaded when it is. */
function recordings() {
  return scriptLoad(import("./recording.js"));
}
