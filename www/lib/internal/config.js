/** @import { Config, Options, Problem } from "../common/types.js" */
import { typed } from "../common/errors.js";
import { mergeConfig, readConfig } from "./document.js";
import { composePatches, differences } from "./patch.js";

/**
 * What a host set by options, as patches that are laid one by one, so that a wrong one takes no other with it.
 * @param {Options} options
 * @returns {[string, object][]} the name of the option and its patch
 */
export function optionPatches(options) {
  /** @type {[string, object][]} */
  const patches = [];
  if (options.fish !== null) patches.push(["fish", { world: { count: options.fish } }]);
  if (options.seed !== null) patches.push(["seed", { world: { seed: options.seed } }]);
  if (options.quality === "high") patches.push(["quality", { quality: { governor: false } }]);
  if (options.quality === "low") {
    patches.push(["quality", { quality: { governor: false, maxDpr: 1, caustics: false, motes: false } }]);
  }
  if (options.maxDpr !== null) patches.push(["max-dpr", { quality: { maxDpr: options.maxDpr } }]);
  if (options.background === "transparent") patches.push(["background", { theme: { water: { opacity: 0 } } }]);
  return patches;
}

/**
 * JSON of a patch. JSON knows no NaN and no infinity and would write null, which means "the default": they become words,
 * which the schema refuses by the field's name.
 * @param {unknown} patch
 * @returns {string}
 */
export function encode(patch) {
  return JSON.stringify(patch, (_, value) => {
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    if (typeof value === "bigint") return Number(value);
    return value;
  });
}

/** The layers of a configuration, lowest first: default, preset, `config`, options, calls. */
export class ConfigLayers {
  /** JSON of the preset. */
  preset = "{}";
  /** JSON of the host's configuration. */
  config = "{}";
  /** @type {[string, object][]} */
  options = [];
  /** @type {object[]} */
  #calls = [];
  #seed;

  /** @param {number} seed used where no layer sets one */
  constructor(seed) {
    this.#seed = seed;
  }

  /** @param {object} patch that a call laid over everything */
  addCall(patch) {
    const last = this.#calls.pop();
    if (last) this.#calls.push(...composePatches(last, patch));
    else this.#calls.push(patch);
  }

  /**
   * Lays the layers over each other. A layer that is not valid is told and left out.
   * @returns {{ config: Config, problems: Problem[] }}
   */
  compose() {
    let config = readConfig("{}");
    /** @type {Problem[]} */
    const problems = [];
    /** @type {(name: string, patch: string) => void} */
    const lay = (name, patch) => {
      try {
        config = mergeConfig(config, patch);
      } catch (thrown) {
        const { cause, message } = typed(thrown, "config");
        problems.push({ name, message: `${name}: ${cause || message}` });
      }
    };
    lay("preset", this.preset);
    lay("config", this.config);
    for (const [name, patch] of this.options) lay(name, encode(patch));
    for (const patch of this.#calls) lay("setConfig", encode(patch));
    config.world.seed ??= this.#seed;
    return { config, problems };
  }

  /**
   * @param {Config} config as it is
   * @returns {Record<string, any>} what must be laid over the preset to get it
   */
  beyondPreset(config) {
    return differences(readConfig(this.preset), config);
  }
}

/**
 * @param {Pick<Config, "world">} config
 * @returns {number} most fish that the tank can ever hold: as asked for, else the count, at least 1,024
 */
export function capacityOf({ world }) {
  return world.capacity ?? Math.max(world.count ?? 0, 1024);
}

/**
 * @param {Pick<Config, "world">} config
 * @param {number} width of the element, CSS pixels
 * @param {number} height of the element, CSS pixels
 * @returns {number} fish that the tank starts with
 */
export function populationOf({ world }, width, height) {
  const area = world.size === "fixed" ? world.width * world.height : (width * height) / world.scale ** 2;
  const byArea = Math.min(Math.max(Math.floor(area / 5200), 30), 320);
  return Math.min(world.count ?? byArea, capacityOf({ world }));
}
