/** @import { Config } from "../common/types.js" */
import { AquariumError } from "../common/errors.js";
import { SHAPE, TABLE } from "./fields.js";

// The door for configurations as text: they are read and checked here, and nowhere behind. Worker and renderer take them as
// numbers. What `cargo xtask sim` reads goes through the same tables in shared/src/config/; tests/unit/document.test.mjs holds both
// to the same answers.

/**
 * A line of the tables: kind, default, smallest, largest, unit. Where the default is null, null is a value.
 * @typedef {[kind: string, standard: any, low?: number, high?: number, unit?: string]} Field
 */
/** @typedef {Field | [Table] | Table} Node a field, a list of sections, or a section */
/** @typedef {{ [name: string]: Node }} Table */

/** A longer document is refused unread. */
export const MOST_BYTES = 256 * 1024;
const MOST_ELEMENTS = 16;
const TEXT = "1 to 40 characters out of A-Z, a-z, 0-9, '-', '_', '.', ' '";

/**
 * @param {string} json a whole document; what it leaves out has its default
 * @returns {Config}
 * @throws {AquariumError} `config` with the first field that is wrong, its value and what is allowed
 */
export function readConfig(json) {
  return fromValue(parse(json));
}

/**
 * Lays a patch (JSON Merge Patch, RFC 7386) over a configuration.
 * @param {Config} base stays as it is
 * @param {string} patchJson
 * @returns {Config}
 * @throws {AquariumError} as `readConfig`
 */
export function mergeConfig(base, patchJson) {
  const patch = parse(patchJson);
  if (!isObject(patch)) throw refusal("", shown(patch), "an object");
  return fromValue(laidOver(base, patch));
}

/**
 * @param {Config} config
 * @returns {Float64Array<ArrayBuffer>} the configuration as shared/src/config/flat.rs has it
 */
export function toNumbers(config) {
  const out = [SHAPE];
  walk(TABLE, config, "", (node, value) => void out.push(...flat(node, value)));
  return Float64Array.from(out);
}

/**
 * @param {ArrayLike<number>} numbers of `toNumbers`, here or there
 * @returns {Config}
 */
export function fromNumbers(numbers) {
  let at = 0;
  const next = () => numbers[at++];
  if (next() !== SHAPE) throw new AquariumError("version", "this configuration was written by another build");
  return /** @type {Config} */ (/** @type {unknown} */ (grown(TABLE, next)));
}

/**
 * @param {string} path
 * @param {unknown} value as it is to be shown
 * @param {string} allowed
 * @param {"config" | "replay"} [code]
 * @returns {AquariumError}
 */
export function refusal(path, value, allowed, code = "config") {
  const message = `${path || "the configuration"} is ${value}; allowed: ${allowed}`;
  return new AquariumError(code, message, { message, field: path, value: String(value), allowed });
}

/** @param {unknown} value @returns {string} as an error shows it: not longer than a line */
export function shown(value) {
  const text = [...(JSON.stringify(value) ?? String(value))];
  return text.length > 60 ? `${text.slice(0, 60).join("")}…` : text.join("");
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {number} number
 * @returns {number} the one of fewest digits that is the same in 32 bits: 0.9 and not 0.8999999761581421
 */
export function short(number) {
  const narrow = Math.fround(number);
  for (let digits = 6; digits < 9; digits += 1) {
    const near = Number(narrow.toPrecision(digits));
    if (Object.is(Math.fround(near), narrow)) return near;
  }
  return narrow;
}

/** @param {string} json @returns {unknown} */
function parse(json) {
  const bytes = new TextEncoder().encode(json).length;
  if (bytes > MOST_BYTES) throw refusal("", `${bytes} bytes long`, `at most ${MOST_BYTES} bytes`);
  try {
    return JSON.parse(json);
  } catch (error) {
    throw refusal("", `not JSON (${/** @type {Error} */ (error).message})`, "a JSON object");
  }
}

/** @param {any} target @param {any} patch @returns {any} */
function laidOver(target, patch) {
  if (!isObject(patch)) return patch;
  const out = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) out.delete(key);
    else out.set(key, laidOver(out.get(key), value));
  }
  return Object.fromEntries(out);
}

/** @param {unknown} value @returns {Config} */
function fromValue(value) {
  const config = read(TABLE, value, "");
  walk(TABLE, config, "", check);
  checkTogether(config);
  return config;
}

/** @param {Node} node @returns {node is Field} */
function isField(node) {
  return Array.isArray(node) && typeof node[0] === "string";
}

/** @param {string} path @param {string} name */
function below(path, name) {
  return path ? `${path}.${name}` : name;
}

/**
 * Calls `see` for each field and each list, in the order of the tables.
 * @param {Node} node
 * @param {any} value
 * @param {string} path
 * @param {(node: Field | [Table], value: any, path: string) => void} see
 */
function walk(node, value, path, see) {
  if (Array.isArray(node)) see(node, value, path);
  if (isField(node)) return;
  if (Array.isArray(node)) value.forEach((/** @type {any} */ element, /** @type {number} */ i) => walk(node[0], element, `${path}[${i}]`, see));
  else for (const [name, inner] of Object.entries(node)) walk(inner, value[name], below(path, name), see);
}

/** Takes what the document says, if it is of the right kind. @param {Node} node @param {any} value @param {string} path @returns {any} */
function read(node, value, path) {
  if (isField(node)) return readField(node, value, path);
  if (Array.isArray(node)) {
    if (!Array.isArray(value)) throw refusal(path, shown(value), `a list of 1 to ${MOST_ELEMENTS} elements`);
    return value.map((element, i) => read(node[0], element, `${path}[${i}]`));
  }
  if (!isObject(value)) throw refusal(path, shown(value), "an object");
  const names = Object.keys(node);
  const stranger = Object.keys(value).sort().find((name) => !Object.hasOwn(node, name));
  if (stranger !== undefined) throw refusal(below(path, stranger), "not a known field", `one of ${names.join(", ")}`);
  const entries = names.map((name) => {
    return [name, Object.hasOwn(value, name) ? read(node[name], value[name], below(path, name)) : standardOf(node[name])];
  });
  return Object.fromEntries(entries);
}

/** @param {Node} node @returns {any} */
function standardOf(node) {
  if (isField(node)) return structuredClone(node[1]);
  return Array.isArray(node) ? [read(node[0], {}, "")] : read(node, {}, "");
}

/** @param {Field} field */
function rangeOf([, , low, high, unit]) {
  return `${low} to ${high}${unit ? ` ${unit}` : ""}`;
}

/** @param {Field} field @param {any} value @param {string} path @returns {unknown} */
function readField(field, value, path) {
  const [kind, standard, low] = field;
  if (value === null && standard === null) return null;
  /** @param {any} value @param {string} path */
  const anotherKind = (value, path) => refusal(path, shown(value), low === undefined ? kind : `${kind}, ${rangeOf(field)}`);
  if (kind === "number" || kind === "integer") {
    const fits = kind === "number" ? typeof value === "number" : Number.isInteger(value) && value >= 0;
    if (!fits) throw anotherKind(value, path);
    return kind === "number" ? short(value) : value;
  }
  if (kind === "range" || kind === "color") {
    if (!Array.isArray(value) || value.length !== standard.length) throw anotherKind(value, path);
    return value.map((number, i) => {
      if (typeof number !== "number") throw anotherKind(number, `${path}[${i}]`);
      return short(number);
    });
  }
  const of = { switch: ["boolean", "true or false"], text: ["string", TEXT] }[kind] ?? ["string", kind];
  const isWord = !kind.includes("|") || kind.split("|").includes(value);
  if (typeof value !== of[0] || !isWord) throw refusal(path, shown(value), of[1]);
  return value;
}

/** @param {Field | [Table]} node @param {any} value of its kind @param {string} path */
function check(node, value, path) {
  if (!isField(node)) {
    const fits = value.length >= 1 && value.length <= MOST_ELEMENTS;
    if (!fits) throw refusal(path, `a list of ${value.length}`, `1 to ${MOST_ELEMENTS} elements`);
    return;
  }
  const [kind, , low = -Infinity, high = Infinity] = node;
  const numbers = typeof value === "number" ? [value] : kind === "range" ? value : [];
  for (const number of numbers) {
    if (!(number >= low && number <= high)) throw refusal(path, number, rangeOf(node));
  }
  if (kind === "range" && value[0] > value[1]) throw refusal(path, shown(value), "the smaller number first");
  if (kind === "text" && !/^[-\w. ]{1,40}$/.test(value)) throw refusal(path, shown(value), TEXT);
  if (kind === "color") {
    const [h, s, l] = value;
    const fits = Math.min(h, s, l) >= 0 && h <= 360 && Math.max(s, l) <= 100;
    if (!fits) throw refusal(path, shown(value), "hue 0 to 360, saturation 0 to 100, lightness 0 to 100");
  }
}

/** What fields must agree on. @param {Config} config */
function checkTogether({ species, world, boids }) {
  if (!species.some(({ countRatio }) => countRatio > 0)) throw refusal("species[].countRatio", "all 0", "at least one above 0");
  species.forEach(({ id }, index) => {
    const earlier = species.slice(0, index).some((other) => other.id === id);
    if (earlier) throw refusal(`species[${index}].id`, shown(id), "an id that no other species has");
  });
  const { count, capacity } = world;
  if (count !== null && capacity !== null && count > capacity) {
    throw refusal("world.count", count, `at most world.capacity, ${capacity}`);
  }
  const { sepRadius, perception } = boids;
  if (sepRadius > perception) throw refusal("boids.sepRadius", sepRadius, `at most boids.perception, ${perception}`);
}

/** @param {Field | [Table]} node @param {any} value @returns {number[]} */
function flat(node, value) {
  if (!isField(node)) return [value.length];
  const [kind, standard] = node;
  if (standard === null) return value === null ? [0] : [1, ...flat([kind, 0], value)];
  if (kind === "text") return [value.length, ...Array.from(value, (letter) => letter.charCodeAt(0))];
  if (kind.includes("|")) return [kind.split("|").indexOf(value)];
  return kind === "integer" ? [value] : [value].flat().map(Math.fround);
}

/** @param {Node} node @param {() => number} next @returns {any} */
function grown(node, next) {
  /** @type {<T>(length: number, make: () => T) => T[]} */
  const times = (length, make) => Array.from({ length }, make);
  if (!isField(node)) {
    if (Array.isArray(node)) return times(next(), () => grown(node[0], next));
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, grown(inner, next)]));
  }
  const [kind, standard] = node;
  if (standard === null) return next() ? grown([kind, 0], next) : null;
  if (kind === "text") return String.fromCharCode(...times(next(), next));
  if (kind.includes("|")) return kind.split("|")[next()];
  if (kind === "switch") return next() !== 0;
  if (kind === "integer") return next();
  return Array.isArray(standard) ? standard.map(() => short(next())) : short(next());
}
