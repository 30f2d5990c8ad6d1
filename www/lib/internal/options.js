/** @import { Options, Problem } from "../common/types.js" */
import { shown } from "./arguments.js";
import { PRESETS } from "./presets.js";
import { LARGEST_SEED } from "./seed.js";

/**
 * @typedef {object} Row
 * @property {unknown} standard the default
 * @property {string} allowed in words
 * @property {(raw: unknown) => unknown} read gives the value, or undefined if it is not allowed
 */

/**
 * @param {readonly string[]} words the default first
 * @returns {Row}
 */
function oneOf(...words) {
  return {
    standard: words[0],
    allowed: words.join(", "),
    read: (raw) => (words.includes(String(raw)) ? String(raw) : undefined),
  };
}

/**
 * @param {string} allowed
 * @param {(value: number) => boolean} fits
 * @returns {Row} a number that may be left to the product
 */
function numeric(allowed, fits) {
  return {
    standard: null,
    allowed: `${allowed}, or auto`,
    read(raw) {
      if (raw === null || raw === "auto") return null;
      const value = typeof raw === "number" || typeof raw === "bigint" || /\d/.test(String(raw)) ? Number(raw) : NaN;
      return fits(value) ? value : undefined;
    },
  };
}

/** @returns {Row} */
function toggle() {
  const on = [true, "", "1", "true", "on", "yes"];
  const off = [false, null, "0", "false", "off", "no"];
  return {
    standard: false,
    allowed: "1, 0",
    read: (raw) => (on.includes(/** @type {any} */ (raw)) ? true : off.includes(/** @type {any} */ (raw)) ? false : undefined),
  };
}

/** @returns {Row} a place to fetch from; relative ones count from the page */
function address() {
  return {
    standard: null,
    allowed: "an address that begins with http or https, or a path",
    read(raw) {
      if (raw === null) return null;
      // The empty address is that of the page itself.
      if (String(raw).trim() === "") return undefined;
      try {
        const { href, protocol } = new URL(String(raw), globalThis.document?.baseURI);
        return /^(https?|file|blob):$/.test(protocol) ? href : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** @type {Row} */
const configuration = {
  standard: null,
  allowed: "the address of a configuration file, or a configuration, which is a JSON object",
  read(raw) {
    const text = typeof raw === "string" && raw.trim() !== "" && !raw.trim().startsWith("[");
    return text || (typeof raw === "object" && !Array.isArray(raw)) ? raw : undefined;
  },
};

/**
 * Every option once: what it may be, and what it is by default. Attributes and URL parameters have the same names in
 * kebab-case. Ranges of what ends up in the configuration are the schema's business, and not repeated here.
 * @type {Record<keyof Options, Row>}
 */
const TABLE = {
  preset: oneOf(...PRESETS),
  config: configuration,
  fish: numeric("a whole number of fish", (n) => Number.isInteger(n) && n >= 0),
  seed: numeric(`a whole number from 0 to ${LARGEST_SEED}`, (n) => Number.isInteger(n) && n >= 0 && n <= LARGEST_SEED),
  quality: oneOf("auto", "high", "low"),
  threads: numeric("a whole number from 0 to 64", (n) => Number.isInteger(n) && n >= 0 && n <= 64),
  tier: oneOf("auto", "shared", "transfer", "main"),
  renderer: oneOf("auto", "webgl2", "canvas2d"),
  loading: oneOf("lazy", "eager"),
  paused: toggle(),
  interactive: oneOf("all", "none"),
  touchAction: oneOf("pan-y", "pan-x", "none", "auto", "manipulation"),
  maxDpr: numeric("a number above 0", (n) => n > 0 && Number.isFinite(n)),
  fpsLimit: numeric("a number from 1 to 1000", (n) => n >= 1 && n <= 1000),
  reducedMotion: oneOf("respect", "ignore"),
  stats: toggle(),
  profile: toggle(),
  background: oneOf("water", "transparent"),
  baseUrl: address(),
  workerUrl: address(),
  wasmUrl: address(),
};

const NAMES = /** @type {(keyof Options)[]} */ (Object.keys(TABLE));

/** @type {Map<string, keyof Options>} */
const BY_ATTRIBUTE = new Map(NAMES.map((name) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), name]));

/** Names of the attributes, in kebab-case. */
export const ATTRIBUTES = [...BY_ATTRIBUTE.keys()];

/**
 * @param {string} attribute
 * @returns {keyof Options | undefined}
 */
export function optionOf(attribute) {
  return BY_ATTRIBUTE.get(attribute);
}

/**
 * @param {string} attribute
 * @returns {boolean} whether it is on or off
 */
export function isToggle(attribute) {
  const name = optionOf(attribute);
  return name !== undefined && typeof TABLE[name].standard === "boolean";
}

/**
 * Reads options; whatever cannot be had is told and has its default.
 * @param {Iterable<[string, unknown]>} entries names, as options or as attributes, and what was asked for
 * @returns {{ options: Options, problems: Problem[] }}
 */
export function readOptions(entries) {
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const name of NAMES) options[name] = TABLE[name].standard;
  /** @type {Problem[]} */
  const problems = [];
  for (const [given, raw] of entries) {
    if (raw === undefined) continue;
    const name = BY_ATTRIBUTE.get(given) ?? NAMES.find((known) => known === given);
    if (!name) {
      problems.push({ name: given, message: `There is no option ${shown(given)}; there are ${ATTRIBUTES.join(", ")}.` });
      continue;
    }
    const value = TABLE[name].read(raw);
    if (value === undefined) problems.push({ name: given, message: refusalOf(name, given, raw) });
    else options[name] = value;
  }
  return { options: /** @type {Options} */ (/** @type {unknown} */ (options)), problems };
}

/**
 * @param {keyof Options} name
 * @param {string} given
 * @param {unknown} raw
 */
function refusalOf(name, given, raw) {
  const { allowed, standard } = TABLE[name];
  const kept = standard === null ? "" : ` The default, ${standard}, was kept.`;
  return `${given} cannot be ${shown(raw)}; allowed: ${allowed}.${kept}`;
}
