/** @import { Config } from "../common/types.js" */
import { AquariumError } from "../common/errors.js";
import { fromNumbers, isObject, mergeConfig, readConfig, refusal, short, shown, toNumbers } from "./document.js";
import { differences } from "./patch.js";

export { Playback } from "./playback.js";

// Recordings as documents. The engine has them as numbers, of which sim-worker/src/replay/numbers.rs says what they are;
// sim-worker/src/replay/log.rs says what is in the document, which `cargo xtask sim` reads and writes too.

const VERSION = 1;
const LONGEST = 8 * 1024 * 1024;
const MOST_ENTRIES = 65_536;
const FIELDS = ["mirofish", "seed", "size", "config", "steps", "truncated", "events", "hash"];
const SEED = "a string of decimal digits, at most 18446744073709551615";
const ANY = "a finite number of 32 bits";
const SIDE = /** @type {const} */ ([1, 100_000, "a number, 1 to 100000"]);

/** @typedef {readonly [low: number, high: number, allowed: string]} Range */
/** @type {Range} */
const PLACE = [-Infinity, Infinity, ANY];

/** The kinds of events by their numbers, and what belongs to each. @type {[name: string, ranges: Range[]][]} */
const KINDS = [
  ["feed", [PLACE, PLACE]],
  ["scare", [PLACE, PLACE, PLACE, PLACE, [0, 1, "a number, 0 to 1"]]],
  ["call", [PLACE, PLACE, [0, Infinity, `${ANY}, at least 0`]]],
  ["callEnd", []],
  ["resize", [SIDE, SIDE]],
  ["config", []],
  ["reset", []],
];
const CONFIG = 5;
const RESET = 6;

/**
 * A recording that was read.
 * @typedef {object} Recording
 * @property {Float64Array<ArrayBuffer>} numbers for the engine
 * @property {Config} first the configuration at the start
 * @property {{ step: number, config: Config }[]} changes of configuration, each with the step from which it holds
 */

/**
 * @param {string} json
 * @returns {Recording}
 * @throws {AquariumError} `replay` with the first field that is wrong, its value and what is allowed
 */
export function readRecording(json) {
  const document = parse(json);
  need(document, "mirofish", "1, the version that is understood", (version) => version === VERSION);
  const stranger = Object.keys(document).find((name) => !FIELDS.includes(name));
  if (stranger !== undefined) throw wrong(stranger, "not a known field", FIELDS.join("|"));
  need(document, "config", "an object", isObject);
  const first = below("config", () => readConfig(JSON.stringify(document.config)));
  need(document, "steps", "a whole number, 0 to 9007199254740991", (steps) => Number.isSafeInteger(steps) && steps >= 0);
  need(document, "hash", "16 hex digits", (hash) => typeof hash === "string" && /^[0-9a-f]{16}$/i.test(hash));
  need(document, "truncated", "true or false", (truncated) => [undefined, null, true, false].includes(truncated));
  need(document, "size", "width and height, world units", (size) => Array.isArray(size) && size.length === 2);
  const size = document.size.map((/** @type {unknown} */ side, /** @type {number} */ i) => number(`size[${i}]`, side, SIDE));
  need(document, "seed", SEED, isSeed);
  need(document, "events", "a list", Array.isArray);
  const start = toNumbers(first);
  const { seed, steps, truncated, hash, events } = document;
  const head = [...halves(seed), ...size, start.length, ...start, steps, truncated ? 1 : 0, ...halves(`0x${hash}`), events.length];
  const { numbers, changes } = readEvents(events, first, steps);
  return { numbers: Float64Array.from(head.concat(numbers)), first, changes };
}

/**
 * @param {ArrayLike<number>} numbers of the engine
 * @returns {string} JSON
 */
export function writeRecording(numbers) {
  let at = 0;
  const next = () => numbers[at++];
  const list = () => {
    const [from, length] = [at + 1, next()];
    at += length;
    return Array.prototype.slice.call(numbers, from, at);
  };
  const seed = whole(next(), next());
  const size = [next(), next()].map(short);
  let known = list();
  let config = fromNumbers(known);
  const first = config;
  const steps = next();
  const truncated = next() !== 0;
  const hash = whole(next(), next()).toString(16).padStart(16, "0");
  const events = Array.from({ length: next() }, () => {
    const [step, kind] = [next(), next()];
    const [name, ranges] = KINDS[kind];
    /** @type {string[]} */
    const rest = ranges.map(() => spelt(short(next())));
    if (kind === RESET) rest.push(`"${whole(next(), next())}"`);
    if (kind === CONFIG) {
      known = changed(known, list());
      const before = config;
      config = fromNumbers(known);
      rest.push(JSON.stringify(differences(before, config)));
    }
    return `[${[step, `"${name}"`, ...rest].join()}]`;
  });
  const head = { mirofish: VERSION, seed: String(seed), size, config: first, steps, ...(truncated && { truncated }) };
  return `${JSON.stringify(head).slice(0, -1)},"events":[${events.join()}],"hash":"${hash}"}`;
}

/** @param {string} json @returns {Record<string, any>} */
function parse(json) {
  if (json.length > LONGEST) throw wrong("recording", `${json.length} bytes long`, `at most ${LONGEST} bytes`);
  let document;
  try {
    document = JSON.parse(json);
  } catch (error) {
    throw wrong("recording", `not JSON (${/** @type {Error} */ (error).message})`, "a JSON object");
  }
  if (!isObject(document)) throw wrong("recording", shown(document), "a JSON object");
  return document;
}

/**
 * @param {any[]} events
 * @param {Config} config at the start
 * @param {number} steps of the whole recording
 */
function readEvents(events, config, steps) {
  if (events.length > MOST_ENTRIES) throw wrong("events", `more than ${MOST_ENTRIES} long`, `at most ${MOST_ENTRIES} entries`);
  /** @type {number[]} */
  const numbers = [];
  /** @type {Recording["changes"]} */
  const changes = [];
  let earliest = 0;
  events.forEach((event, index) => {
    const path = `events[${index}]`;
    const [step, kind, values] = readEvent(event, path, earliest);
    earliest = step;
    numbers.push(step, kind);
    if (kind === CONFIG) {
      const next = below(`${path}[2]`, () => mergeConfig(config, JSON.stringify(values[0])));
      const difference = differenceOf(toNumbers(config), toNumbers(next));
      numbers.push(difference.length, ...difference);
      changes.push({ step, config: next });
      config = next;
    } else if (kind === RESET) numbers.push(...halves(values[0]));
    else numbers.push(...values);
  });
  if (earliest > steps) {
    throw wrong(`events[${events.length - 1}][0]`, earliest, `at most ${steps}, the steps of the recording`);
  }
  return { numbers, changes };
}

/**
 * @param {any} event
 * @param {string} path
 * @param {number} earliest step that it may have
 * @returns {[step: number, kind: number, values: any[]]}
 */
function readEvent(event, path, earliest) {
  if (!Array.isArray(event) || event.length < 2) throw wrong(path, shown(event), "a list: step, kind, numbers");
  const [step, name, ...rest] = event;
  if (!Number.isSafeInteger(step) || step < earliest) {
    throw wrong(`${path}[0]`, shown(step), `a whole number, at least ${earliest}: steps do not go backwards`);
  }
  const kind = KINDS.findIndex(([known]) => known === name);
  if (kind < 0) throw wrong(`${path}[1]`, shown(name), KINDS.map(([known]) => known).join("|"));
  const ranges = KINDS[kind][1];
  const length = kind === CONFIG || kind === RESET ? 3 : ranges.length + 2;
  if (event.length !== length) throw wrong(path, `${event.length} long`, `${length} long for its kind`);
  if (kind === CONFIG && !isObject(rest[0])) throw wrong(`${path}[2]`, shown(rest[0]), "a patch: an object");
  if (kind === RESET && !isSeed(rest[0])) throw wrong(`${path}[2]`, shown(rest[0]), SEED);
  const values = ranges.length ? ranges.map((range, i) => number(`${path}[${i + 2}]`, rest[i], range)) : rest;
  return [step, kind, values];
}

/** @param {Record<string, any>} document @param {string} name @param {string} allowed @param {(value: any) => boolean} fits */
function need(document, name, allowed, fits) {
  if (!fits(document[name])) throw wrong(name, shown(document[name] ?? null), allowed);
}

/** @param {string} path @param {unknown} value @param {Range} range @returns {number} of 32 bits */
function number(path, value, [low, high, allowed]) {
  const narrow = typeof value === "number" ? Math.fround(value) : NaN;
  if (!(Number.isFinite(narrow) && narrow >= low && narrow <= high)) throw wrong(path, shown(value), allowed);
  return narrow;
}

/** @param {unknown} value */
function isSeed(value) {
  return typeof value === "string" && /^\d+$/.test(value) && BigInt(value) < 2n ** 64n;
}

/** @param {string} path @param {unknown} value @param {string} allowed */
function wrong(path, value, allowed) {
  return refusal(path, value, allowed, "replay");
}

/**
 * Refuses a configuration by its place in the recording.
 * @template T
 * @param {string} path
 * @param {() => T} read
 * @returns {T}
 */
function below(path, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AquariumError) || error.code !== "config") throw error;
    const { field, value, allowed } = error;
    throw wrong(field ? `${path}.${field}` : path, value, allowed ?? "");
  }
}

/** @param {string} digits of 64 bits */
function halves(digits) {
  const number = BigInt(digits);
  return [Number(number >> 32n), Number(number & 0xffff_ffffn)];
}

/** @param {number} upper half @param {number} lower half */
function whole(upper, lower) {
  return (BigInt(upper) << 32n) | BigInt(lower);
}

/** JSON would lose the sign of a zero. @param {number} number */
function spelt(number) {
  return Object.is(number, -0) ? "-0" : String(number);
}

/** As in shared/src/config/flat.rs. @param {ArrayLike<number>} from @param {ArrayLike<number>} to @returns {number[]} */
function differenceOf(from, to) {
  if (from.length !== to.length) return [1, ...Array.from(to)];
  const out = [0];
  for (let i = 0; i < to.length; i += 1) if (!Object.is(from[i], to[i])) out.push(i, to[i]);
  return out;
}

/** As in shared/src/config/flat.rs. @param {number[]} from @param {number[]} difference @returns {number[]} */
function changed(from, difference) {
  if (difference[0] !== 0) return difference.slice(1);
  const to = [...from];
  for (let i = 1; i < difference.length; i += 2) to[difference[i]] = difference[i + 1];
  return to;
}
