/** @import { Command, Files, Port, StartSpec, Started, Tier } from "../common/types.js" */
import { now } from "../common/clock.js";
import { AquariumError, isRefusal, typed } from "../common/errors.js";
import { loadEngine } from "./engine.js";
import { FrameSender } from "./frames.js";
import { TimerPacer, WaitingPacer } from "./pacing.js";

/** One simulation: takes commands from a port, runs the engine at its pace, and reports. */
export class Session {
  #port;
  /** @type {Tier} */
  #tier = "transfer";
  /** @type {Promise<import("./engine.js").LoadedEngine> | null} */
  #loading = null;
  /** @type {EngineMethods | null} */
  #engine = null;
  /** @type {WaitingPacer | TimerPacer | null} */
  #pacer = null;
  /** Where no memory is shared. @type {FrameSender | null} */
  #frames = null;
  #lostNotices = 0;

  /** @param {Port} port */
  constructor(port) {
    this.#port = port;
    port.onmessage = (event) => this.#receive(event.data);
  }

  /** Stops and frees; only where the thread outlives the simulation. */
  close() {
    this.#pacer?.close();
    this.#engine?.free();
    this.#engine = null;
    this.#port.onmessage = null;
  }

  /** @param {Command} command */
  async #receive(command) {
    try {
      const result = this.#obey(command);
      if (!("id" in command)) return;
      this.#port.postMessage({ type: "done", id: command.id, result: await result }, []);
    } catch (thrown) {
      this.#refuse(command, thrown);
    }
  }

  /**
   * @param {Command} command
   * @returns {unknown} the answer, or a promise of it
   */
  #obey(command) {
    switch (command.type) {
      case "load":
        return this.#load(command.tier, command.files);
      case "start":
        return this.#start(command);
      case "recycle":
        return this.#frames?.recycle(command.buffer);
      case "recording":
        return this.#record();
      case "ping":
        return undefined;
      default:
        this.#operate(this.#started(), command);
        return this.#send();
    }
  }

  /**
   * @param {Tier} tier
   * @param {Files} files
   */
  async #load(tier, files) {
    this.#tier = tier;
    this.#loading = loadEngine(tier, files);
    await this.#loading;
  }

  /**
   * @param {StartSpec} spec
   * @returns {Promise<Started>}
   */
  async #start(spec) {
    if (!this.#loading) throw new AquariumError("unexpected", "start came before load");
    const loaded = await this.#loading;
    const { Engine, memory, threads, threadsCode } = await loaded.instantiate(spec.capacity, spec.threads);
    const { config, width, height, seed, paused } = spec;
    const engine = new Engine(config, width, height, seed, threads, paused);
    this.#engine = engine;
    const shared = this.#tier === "shared";
    if (!shared) this.#frames = new FrameSender(this.#port, engine, memory);
    engine.set_profiling(spec.profile);
    if (spec.restore) engine.restore(spec.restore);
    const tick = () => this.#tick(engine);
    this.#pacer = spec.control ? new WaitingPacer(tick, new Int32Array(spec.control)) : new TimerPacer(tick);
    this.#frames?.send();
    if (!paused) this.#pacer.start();
    return {
      threads,
      threadsCode,
      memory: shared ? /** @type {SharedArrayBuffer} */ (/** @type {unknown} */ (memory.buffer)) : null,
      header: engine.header(),
      memoryBytes: memory.buffer.byteLength,
    };
  }

  /**
   * @param {EngineMethods} engine
   * @param {Command} command
   */
  #operate(engine, command) {
    switch (command.type) {
      case "play":
        engine.play(now());
        return this.#pacer?.start();
      case "pause":
        this.#pacer?.stop();
        return engine.pause(now());
      case "step":
        return engine.step(command.count, now());
      case "config":
        return engine.set_config(command.config);
      case "replay":
        return engine.replay(command.recording);
      case "resize":
        return engine.resize(command.width, command.height);
      case "reset":
        return engine.reset(command.seed);
      case "input":
        return engine.push_input(command.records);
    }
  }

  /**
   * @param {EngineMethods} engine
   * @returns {number} milliseconds until the next step is due
   */
  #tick(engine) {
    try {
      const remaining = engine.tick(now());
      this.#send();
      return remaining;
    } catch (thrown) {
      this.#fail(typed(thrown, "engine-panic"));
      return 0;
    }
  }

  #record() {
    const recording = this.#started().recording();
    if (recording === undefined) throw new AquariumError("no-recording");
    return recording;
  }

  /** Where no memory is shared: sends what the page would otherwise read there. */
  #send() {
    const engine = this.#engine;
    if (!this.#frames || !engine) return;
    this.#frames.send();
    const records = engine.take_notices();
    if (!records) return;
    const lost = engine.lost_notices();
    this.#port.postMessage({ type: "notices", records, lost: lost - this.#lostNotices }, [records.buffer]);
    this.#lostNotices = lost;
  }

  /** @returns {EngineMethods} */
  #started() {
    if (!this.#engine) throw new AquariumError("not-ready", "a command came before the engine was started");
    return this.#engine;
  }

  /**
   * @param {Command} command
   * @param {unknown} thrown
   */
  #refuse(command, thrown) {
    const starting = command.type === "load" || command.type === "start";
    const error = typed(thrown, starting ? "worker-crash" : "engine-panic");
    // After a panic the engine's memory is in no defined state: nothing may run on it again.
    if (this.#engine && !isRefusal(error)) this.#fail(error);
    if ("id" in command) this.#port.postMessage({ type: "failed", id: command.id, error: error.toPlain() }, []);
  }

  /** @param {AquariumError} error */
  #fail(error) {
    this.#pacer?.stop();
    this.#port.postMessage({ type: "error", error: error.toPlain() }, []);
  }
}
