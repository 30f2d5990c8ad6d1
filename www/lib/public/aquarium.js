/** @import { Config, Notice, Options, Overlay, Size, Snapshot, Stats, Tier } from "../common/types.js" */
/** @import { Tank } from "../internal/tank.js" */
import { now } from "../common/clock.js";
import { AquariumError } from "../common/errors.js";
import { finite, namesOf, patchOf, shown, wholeNumber } from "../internal/arguments.js";
import { sayOnce } from "../internal/console.js";
import { Keeper } from "../internal/keeper.js";
import { observeKeyboard } from "../internal/keyboard.js";
import { Monitor, OVERLAYS } from "../internal/monitor.js";
import { readOptions } from "../internal/options.js";
import { observePointer } from "../internal/pointer.js";
import { Presence } from "../internal/presence.js";
import { LARGEST_SEED, randomSeed } from "../internal/seed.js";
import { Settings } from "../internal/settings.js";
import { View } from "../internal/view.js";

const MOST_STEPS = 1_000_000;
/** Seconds that one press of the key calls for. */
const KEY_CALL_SECONDS = 1;

/**
 * A living tank inside a host element. Dispatches `ready`, `error`, `downgrade`, `stats`, `configchange` and `qualitychange` (a
 * `QualityChange`: the picture became plainer or richer, and why), and for what happens in the tank `eaten`, `scared` and
 * `overrun` (steps that the worker was too slow for), each a `CustomEvent` whose `detail` says what happened. Points are CSS pixels from the element's top left corner.
 */
export class Aquarium extends EventTarget {
  /** @type {Options} */
  #options;
  #view;
  #presence;
  #monitor;
  #settings = new Settings();
  #life = new AbortController();
  #keeper;
  /** What a call asked for stands above the option. @type {Options["preset"] | null} */
  #calledPreset = null;

  /**
   * @param {HTMLElement} host gets a shadow tree; the tank is as large as it is
   * @param {Iterable<[string, unknown]>} entries options or attributes
   * @param {{ ownsHost?: boolean, signal?: AbortSignal }} [life] whether the host is removed when the tank is destroyed, and
   *   a signal that destroys it
   */
  constructor(host, entries, { ownsHost = false, signal } = {}) {
    super();
    const { options, problems } = readOptions(entries);
    this.#options = options;
    this.#view = new View(host, ownsHost);
    this.#view.showProblems(problems);
    const { overlays, tank } = this.#view;
    this.#monitor = new Monitor(overlays, tank, () => this.#keeper.tank, (stats) => this.#tell("stats", stats));
    this.#presence = new Presence(!options.paused, {
      resized: (size) => this.#resize(size),
      changed: () => this.#follow(),
    });
    const around = {
      view: this.#view,
      presence: this.#presence,
      settings: this.#settings,
      options: () => this.#options,
      signal: this.#life.signal,
    };
    this.#keeper = new Keeper(around, {
      frame: (nowMs) => this.#monitor.afterFrame(nowMs),
      notices: (notices) => this.#tellNotices(notices),
      quality: (change) => this.#tell("qualitychange", change),
      ready: ({ tier, threads }) => this.#tell("ready", { tier, threads }),
      downgrade: (tier, error) => this.#tellDowngrade(tier, error),
      error: (error) => this.#tell("error", error),
    });
    this.#applyManners();
    this.#observe(host);
    signal?.addEventListener("abort", () => void this.destroy(), { signal: this.#life.signal });
  }

  /**
   * Resolves with the aquarium when its first frame is drawn; rejects with an `AquariumError`. While it starts anew, that of
   * the new start.
   * @returns {Promise<Aquarium>}
   */
  get ready() {
    return this.#keeper.ready.then(() => this);
  }

  /**
   * Drops food.
   * @param {number} x CSS pixels
   * @param {number} y CSS pixels
   */
  feed(x, y) {
    this.#act((stage) => stage.feed(finite("x", x), finite("y", y), now()));
  }

  /**
   * Frightens the fish near a point.
   * @param {number} x CSS pixels
   * @param {number} y CSS pixels
   * @param {number} [strength] 0 to 1
   */
  scare(x, y, strength = 1) {
    this.#act((stage) => stage.scare(finite("x", x), finite("y", y), finite("strength", strength), now()));
  }

  /**
   * Calls the fish near a point to come closer.
   * @param {number} x CSS pixels
   * @param {number} y CSS pixels
   * @param {number} [seconds] how long
   */
  call(x, y, seconds = 2) {
    this.#act((stage) => stage.call(finite("x", x), finite("y", y), finite("seconds", seconds), now()));
  }

  /** @returns {Promise<void>} resolves when it runs, or would if it could be seen */
  play() {
    this.#presence.playing = true;
    return this.#keeper.reconcile();
  }

  /** @returns {Promise<void>} resolves when it stands still; `snapshot().hash` is exact then */
  pause() {
    this.#presence.playing = false;
    return this.#keeper.reconcile();
  }

  /** Whether it stands still. A tank that cannot be seen rests too, but is not paused. */
  get paused() {
    return this.#presence.paused;
  }

  /**
   * Runs some steps of 1/60 s while paused.
   * @param {number} count 1 to 1,000,000
   * @returns {Promise<void>} resolves when they have been run and the result is drawn
   */
  async step(count = 1) {
    wholeNumber("count", count, 1, MOST_STEPS);
    const tank = this.#here();
    if (!this.paused) throw new AquariumError("not-paused");
    await tank.step(count);
  }

  /**
   * Deals the tank anew.
   * @param {number | bigint} [seed] 0 to 2⁵³ − 1; the present one by default
   * @returns {Promise<void>}
   */
  async reset(seed) {
    if (seed !== undefined) {
      wholeNumber("seed", typeof seed === "bigint" ? Number(seed) : seed, 0, LARGEST_SEED);
      await this.setConfig({ world: { seed: Number(seed) } });
    }
    const tank = this.#here();
    await tank.reset(BigInt(tank.config.world.seed ?? randomSeed()));
  }

  /**
   * Changes the running tank.
   * @param {object} patch as in RFC 7386: sections merge, null resets a field to its default
   * @returns {Promise<Config>} the configuration that is in force now
   * @throws {AquariumError} `config` with field, value and allowed range; nothing is changed then
   */
  async setConfig(patch) {
    const taken = patchOf(patch);
    return this.#change((tank) => this.#settings.patch(tank, taken));
  }

  /** @returns {Config} a copy of the complete configuration */
  getConfig() {
    return structuredClone(this.#here().config);
  }

  /**
   * Exchanges the preset; what the host and calls set stays laid over it.
   * @param {string} name
   * @returns {Promise<Config>}
   */
  loadPreset(name) {
    return this.#change(async (tank) => {
      this.#view.showProblems(await this.#settings.exchangePreset(tank, name));
      this.#calledPreset = /** @type {Options["preset"]} */ (name);
      this.#options.preset = this.#calledPreset;
    });
  }

  /**
   * What was done to the tank since it was made or dealt anew: seed, configuration, and every event with its step.
   * @returns {Promise<string>} JSON that `replay` takes, and `cargo xtask sim --replay`
   */
  recording() {
    return this.#here().recording();
  }

  /**
   * Does a recording again, from its start and bit for bit. Gestures count again when it is over.
   * @param {string} json
   * @throws {AquariumError} `replay`; the tank goes on then
   */
  async replay(json) {
    if (typeof json !== "string") {
      throw new AquariumError("argument", `the recording is of type ${typeof json}; allowed: its JSON as a string`);
    }
    await this.#here().replay(json);
  }

  /** @returns {Snapshot} copies of what is where; the hash is exact while paused */
  snapshot() {
    return this.#here().snapshot();
  }

  /** @returns {Stats} how it runs, over the last five seconds */
  stats() {
    return this.#here().stats();
  }

  /**
   * What is drawn over the fish for those who study them; nothing at first. `grid`: the live grid and how many fish are in
   * each cell (tier `shared` only); `headings`; `forces`: net steering; `states` by colour; `neighbours` of the fish under the
   * pointer.
   * @returns {Overlay[]}
   */
  get overlays() {
    return this.#monitor.overlays;
  }

  /** @throws {AquariumError} `argument` for a name that there is not */
  set overlays(names) {
    this.#monitor.overlays = namesOf("overlays", names, OVERLAYS);
  }

  /**
   * @param {{ type?: string, quality?: number }} [options] MIME type, and quality from 0 to 1 for lossy ones
   * @returns {Promise<Blob>}
   */
  async screenshot({ type = "image/png", quality } = {}) {
    return this.#here().screenshot(type, quality);
  }

  /** @returns {Promise<string>} a link that shows this tank, with its seed and what was changed */
  async shareUrl() {
    return this.#settings.shareUrl(this.#here(), this.#options.preset);
  }

  /**
   * Takes over changed options. Those that only a start can honour begin a new one.
   * @param {Iterable<[string, unknown]>} entries all of them, as for the constructor
   */
  setOptions(entries) {
    const before = this.#options;
    const { options, problems } = readOptions(entries);
    options.preset = this.#calledPreset ?? options.preset;
    this.#options = options;
    this.#view.showProblems(problems);
    /** @type {(...names: (keyof Options)[]) => boolean} */
    const changed = (...names) => names.some((name) => before[name] !== options[name]);
    if (changed("interactive", "touchAction", "stats", "reducedMotion")) this.#applyManners();
    if (this.#keeper.tank) this.#keeper.tank.fpsLimit = options.fpsLimit;
    if (changed("paused")) this.#presence.playing = !options.paused;
    const again = changed("tier", "renderer", "threads", "profile", "baseUrl", "workerUrl", "wasmUrl");
    if (again) this.#keeper.restart();
    else if (changed("preset", "config", "fish", "seed", "quality", "maxDpr", "background")) this.#reload(changed("seed"));
  }

  /**
   * Ends it and gives everything back: worker, memory, graphics context, listeners, shadow tree.
   * @returns {Promise<void>} may be called again
   */
  async destroy() {
    this.#life.abort(new AquariumError("destroyed"));
    const ended = this.#keeper.end();
    this.#monitor.end();
    this.#view.remove();
    await ended;
  }

  /** @param {boolean} seedChanged */
  #reload(seedChanged) {
    const reloading = this.#change(async (tank) => {
      this.#view.showProblems(await this.#settings.reload(tank, this.#options));
    });
    reloading
      .then(() => (seedChanged ? this.reset() : undefined))
      .catch(({ message, cause }) => this.#view.showProblems([{ name: "options", message: `${message} ${cause}` }]));
  }

  /**
   * @param {(tank: Tank) => Promise<void>} change
   * @returns {Promise<Config>}
   */
  #change(change) {
    return this.#settings.inTurn(async () => {
      await this.ready;
      await change(this.#here());
      const config = this.getConfig();
      this.#tell("configchange", { config });
      return config;
    });
  }

  /** @param {HTMLElement} host */
  #observe(host) {
    const { signal } = this.#life;
    const { tank, cursor, play } = this.#view;
    const keys = {
      feed: this.feed.bind(this),
      scare: this.scare.bind(this),
      call: (/** @type {number} */ x, /** @type {number} */ y) => this.call(x, y, KEY_CALL_SECONDS),
      togglePause: () => void (this.paused ? this.play() : this.pause()).catch(ignore),
      cycleOverlays: () => this.#monitor.cycle(),
      reset: () => void this.reset().catch(ignore),
    };
    this.#presence.observe(host, tank, signal);
    observePointer(tank, () => this.#keeper.tank?.stage ?? null, () => this.#keeper.tank?.flushInput(), signal);
    observeKeyboard(tank, cursor, () => (this.#keeper.tank ? keys : null), signal);
    play.addEventListener("click", () => void this.play().catch(ignore), { signal });
    // A page that is kept for "back" only sleeps; one that goes for good gives worker and memory back at once.
    addEventListener("pagehide", (event) => event.persisted || void this.destroy(), { signal });
  }

  /** @param {Size} size */
  #resize(size) {
    this.#keeper.presenceChanged();
    this.#keeper.tank?.resize(size).catch(ignore);
  }

  #follow() {
    this.#keeper.presenceChanged();
    this.#keeper.reconcile().catch(ignore);
  }

  #applyManners() {
    const { interactive, touchAction, stats, reducedMotion } = this.#options;
    this.#view.setManners(interactive === "all", touchAction);
    this.#monitor.showStats(stats);
    this.#presence.respectsMotion = reducedMotion === "respect";
  }

  /** @param {(stage: StageMethods) => void} act */
  #act(act) {
    const tank = this.#here();
    if (tank.stage) act(tank.stage);
    tank.flushInput();
  }

  /** @returns {Tank} */
  #here() {
    this.#life.signal.throwIfAborted();
    if (!this.#keeper.tank) throw new AquariumError("not-ready");
    return this.#keeper.tank;
  }

  /**
   * @param {Tier} tier
   * @param {AquariumError} reason
   */
  #tellDowngrade(tier, { code, message, cause, remedy }) {
    const because = [message, cause, remedy].filter(Boolean).join(" ");
    sayOnce(`MiroFish runs in tier "${tier}" (${code}): ${because} See docs/single-threaded.md#${code}`);
    this.#tell("downgrade", { tier, code, message, cause, remedy });
  }

  /** @param {Notice[]} notices */
  #tellNotices(notices) {
    for (const { type, ...detail } of notices) this.#tell(type, detail);
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/**
 * Puts a living tank into a container; it is as large as the container. Unless `loading` is "eager" the tank, and so this promise,
 * waits until the container comes near the window.
 * @param {HTMLElement} container
 * @param {Partial<Options> & { signal?: AbortSignal }} [options] with a signal that destroys the tank, be it ready or not
 * @returns {Promise<Aquarium>} resolves when the first frame is drawn
 */
export async function createAquarium(container, options) {
  // An element of another window is one, too.
  if (typeof container?.append !== "function") {
    throw new AquariumError("argument", `the container is ${shown(container)}; allowed: an element`);
  }
  const { signal, ...others } = options ?? {};
  if (signal?.aborted) throw new AquariumError("destroyed");
  const host = document.createElement("div");
  host.style.height = "100%";
  container.append(host);
  return new Aquarium(host, Object.entries(others), { ownsHost: true, signal }).ready;
}

function ignore() {}
