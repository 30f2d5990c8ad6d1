/** @import { Config, Options, Overlay, Snapshot, Stats } from "../common/types.js" */
import { AquariumError } from "../common/errors.js";
import { patchOf } from "../internal/arguments.js";
import { encode } from "../internal/config.js";
import { ATTRIBUTES, isToggle, optionOf, readOptions } from "../internal/options.js";
import { Aquarium } from "./aquarium.js";

/** Events of the tank that the element repeats; they bubble out of the shadow tree. */
export const EVENTS = ["ready", "error", "downgrade", "stats", "qualitychange", "configchange", "eaten", "scared", "overrun"];

// On a server there are no elements; the module can be imported there all the same.
const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/** `<miro-fish>`: a living tank while it is connected. Each attribute is a property too. */
export class MiroFishElement extends Base {
  static observedAttributes = ATTRIBUTES;

  static {
    for (const attribute of ATTRIBUTES) {
      const name = /** @type {keyof Options} */ (optionOf(attribute));
      // `paused`, `stats` and `config` mean more than their attributes, and are spelt out below.
      if (name in this.prototype) continue;
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        /** @this {MiroFishElement} */
        get() {
          return readOptions(this.#attributes()).options[name];
        },
        /** @this {MiroFishElement} @param {unknown} value */
        set(value) {
          this.#reflect(attribute, value);
        },
      });
    }
  }

  /** @type {Aquarium | null} */
  #aquarium = null;
  /** For those who ask for `ready` before the element is connected. */
  #connection = promiseWithResolve();
  #changed = false;
  /** JSON of a configuration that was given as an object, which no attribute holds. @type {string | null} */
  #config = null;

  connectedCallback() {
    this.#takeEarlyProperties();
    // Moved within the page: the tank goes on.
    if (this.#aquarium) return;
    const aquarium = new Aquarium(this, this.#attributes());
    this.#aquarium = aquarium;
    for (const type of EVENTS) {
      aquarium.addEventListener(type, (event) => {
        const { detail } = /** @type {CustomEvent} */ (event);
        this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
      });
    }
    this.#connection.resolve(aquarium);
  }

  disconnectedCallback() {
    // Whoever moves an element takes it out and puts it in within the same turn.
    queueMicrotask(() => {
      if (!this.isConnected) void this.destroy();
    });
  }

  /** @param {string} attribute */
  attributeChangedCallback(attribute) {
    // At once: whoever sets and takes it away within a turn means the last.
    if (attribute === "paused") this.#halt(this.hasAttribute("paused"));
    this.#change();
  }

  #change() {
    // Frameworks set one attribute after the other: one change for all of them.
    if (!this.#aquarium || this.#changed) return;
    this.#changed = true;
    queueMicrotask(() => {
      this.#changed = false;
      this.#aquarium?.setOptions(this.#attributes());
    });
  }

  /** @returns {Promise<MiroFishElement>} resolves when the first frame is drawn; rejects with an `AquariumError` */
  get ready() {
    return this.#untilReady();
  }

  async #untilReady() {
    if (this.isConnected) this.#here();
    await (await this.#connection.promise).ready;
    return this;
  }

  /** @returns {string | object | null} as it was given */
  get config() {
    return this.#config === null ? this.getAttribute("config") : JSON.parse(this.#config);
  }

  set config(value) {
    const isObject = typeof value === "object" && value !== null;
    // As text, so that the same content again, as frameworks give it with each rendering, is no change.
    this.#config = isObject ? encode(patchOf(value)) : null;
    this.#reflect("config", isObject ? null : value);
    this.#change();
  }

  /** @returns {boolean} whether it stands still */
  get paused() {
    return this.#aquarium?.paused ?? readOptions(this.#attributes()).options.paused;
  }

  set paused(value) {
    this.#reflect("paused", Boolean(value));
    // The visitor's keys may have made it run or rest meanwhile.
    this.#halt(Boolean(value));
  }

  /** @param {boolean} halted */
  #halt(halted) {
    if (this.#aquarium) void (halted ? this.#aquarium.pause() : this.#aquarium.play()).catch(() => {});
  }

  /** @param {number} x @param {number} y CSS pixels from the top left corner */
  feed(x, y) {
    this.#here().feed(x, y);
  }

  /** @param {number} x @param {number} y @param {number} [strength] 0 to 1 */
  scare(x, y, strength) {
    this.#here().scare(x, y, strength);
  }

  /** @param {number} x @param {number} y @param {number} [seconds] */
  call(x, y, seconds) {
    this.#here().call(x, y, seconds);
  }

  /** @returns {Promise<void>} */
  async play() {
    this.removeAttribute("paused");
    await this.#here().play();
  }

  /** @returns {Promise<void>} resolves when it stands still; the hash of `snapshot()` is exact then */
  async pause() {
    this.setAttribute("paused", "");
    await this.#here().pause();
  }

  /** @param {number} [count] steps of 1/60 s; only while paused @returns {Promise<void>} */
  async step(count) {
    await this.#here().step(count);
  }

  /** @param {number | bigint} [seed] @returns {Promise<void>} */
  async reset(seed) {
    await this.#here().reset(seed);
  }

  /** @param {object} patch as in RFC 7386 @returns {Promise<Config>} the configuration that is in force now */
  async setConfig(patch) {
    return this.#here().setConfig(patch);
  }

  /** @returns {Config} */
  getConfig() {
    return this.#here().getConfig();
  }

  /** @param {string} name @returns {Promise<Config>} */
  async loadPreset(name) {
    return this.#here().loadPreset(name);
  }

  /** @returns {Promise<string>} what was done to the tank, as JSON */
  async recording() {
    return this.#here().recording();
  }

  /** @param {string} json a recording @returns {Promise<void>} */
  async replay(json) {
    await this.#here().replay(json);
  }

  /** @returns {Snapshot} */
  snapshot() {
    return this.#here().snapshot();
  }

  /**
   * Read, the method `stats()`; set, the attribute, as frameworks do that find a property of the attribute's name.
   * @returns {() => Stats}
   */
  get stats() {
    return () => this.#here().stats();
  }

  /** @param {boolean} shown */
  set stats(shown) {
    this.#reflect("stats", Boolean(shown));
  }

  /** What is drawn over the fish: `grid`, `headings`, `forces`, `states`, `neighbours`. @returns {Overlay[]} */
  get overlays() {
    return this.#aquarium?.overlays ?? [];
  }

  set overlays(names) {
    this.#here().overlays = names;
  }

  /** @param {{ type?: string, quality?: number }} [options] @returns {Promise<Blob>} */
  async screenshot(options) {
    return this.#here().screenshot(options);
  }

  /** @returns {Promise<string>} */
  async shareUrl() {
    return this.#here().shareUrl();
  }

  /** @returns {Promise<void>} the element may be connected again, and then has a new tank */
  async destroy() {
    const aquarium = this.#aquarium;
    if (!aquarium) return;
    this.#aquarium = null;
    this.#connection = promiseWithResolve();
    await aquarium.destroy();
  }

  /** @param {FocusOptions} [options] hands the keyboard to the fish */
  focus(options) {
    /** @type {HTMLElement | null | undefined} */ (this.shadowRoot?.querySelector("[part=tank]"))?.focus(options);
  }

  /** @returns {[string, unknown][]} */
  #attributes() {
    /** @type {[string, unknown][]} */
    const entries = ATTRIBUTES.filter((name) => this.hasAttribute(name)).map((name) => [name, this.getAttribute(name)]);
    if (this.#config !== null) entries.push(["config", this.#config]);
    return entries;
  }

  /**
   * @param {string} attribute
   * @param {unknown} value null stands for the default
   */
  #reflect(attribute, value) {
    if (typeof value === "boolean" && isToggle(attribute)) this.toggleAttribute(attribute, value);
    else if (value === null || value === undefined) this.removeAttribute(attribute);
    else this.setAttribute(attribute, String(value));
  }

  /** What was set before the element was defined lies in front of its properties. */
  #takeEarlyProperties() {
    const early = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this));
    for (const attribute of ATTRIBUTES) {
      const name = optionOf(attribute);
      if (!name || !Object.hasOwn(this, name)) continue;
      const value = early[name];
      delete early[name];
      early[name] = value;
    }
  }

  #here() {
    // Destroyed while it stayed in its page: only one that is taken out and put in again gets another tank.
    if (!this.#aquarium && this.isConnected) throw new AquariumError("destroyed");
    if (!this.#aquarium) throw new AquariumError("not-ready", "the element is not in a page");
    return this.#aquarium;
  }
}

/**
 * Defines the element. Defining it again, by another copy of the module too, leaves the first definition in place.
 * @param {string} [name] of the tag
 */
export function define(name = "miro-fish") {
  if (!globalThis.customElements || customElements.get(name)) return;
  // A class can be defined once only: another name gets a class of its own.
  const taken = name !== "miro-fish";
  customElements.define(name, taken ? class extends MiroFishElement {} : MiroFishElement);
}

/**
 * `Promise.withResolvers`, which not every browser has that can run the tank.
 * @returns {{ promise: Promise<Aquarium>, resolve: (aquarium: Aquarium) => void }}
 */
function promiseWithResolve() {
  let resolve = (/** @type {Aquarium} */ _) => {};
  const promise = new Promise((/** @type {typeof resolve} */ settle) => (resolve = settle));
  return { promise, resolve };
}
