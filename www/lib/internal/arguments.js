import { AquariumError } from "../common/errors.js";
import { encode } from "./config.js";

/** Longest value that a message repeats. */
const LONGEST = 60;

/**
 * @param {unknown} value
 * @returns {string} as it would stand in a script, so that "" and [] can be told from nothing
 */
export function shown(value) {
  const text = written(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** @param {unknown} value */
function written(value) {
  if (typeof value !== "string" && (typeof value !== "object" || value === null)) return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // It holds itself, or what JSON does not know.
    return Object.prototype.toString.call(value);
  }
}

/**
 * @param {string} name
 * @param {number} value
 * @returns {number} the value
 * @throws {AquariumError} `argument`
 */
export function finite(name, value) {
  if (!Number.isFinite(value)) throw new AquariumError("argument", `${name} is ${shown(value)}; allowed: finite numbers`);
  return value;
}

/**
 * @param {string} name
 * @param {number} value
 * @param {number} low
 * @param {number} high
 * @throws {AquariumError} `argument`
 */
export function wholeNumber(name, value, low, high) {
  if (Number.isInteger(value) && value >= low && value <= high) return;
  throw new AquariumError("argument", `${name} is ${shown(value)}; allowed: whole numbers from ${low} to ${high}`);
}

/**
 * @template {string} Name
 * @param {string} name
 * @param {unknown} values
 * @param {readonly Name[]} allowed
 * @returns {Name[]} each once, in the order of `allowed`
 * @throws {AquariumError} `argument`
 */
export function namesOf(name, values, allowed) {
  const refuse = (/** @type {unknown} */ value) => {
    throw new AquariumError("argument", `${name} has ${shown(value)}; allowed: a list of ${allowed.join(", ")}`);
  };
  if (!Array.isArray(values)) return refuse(values);
  const wrong = values.find((value) => !allowed.includes(value));
  return wrong === undefined && !values.includes(undefined) ? allowed.filter((known) => values.includes(known)) : refuse(wrong);
}

/**
 * A patch as it is at the moment of the call, whatever its owner does to it afterwards.
 * @param {unknown} patch
 * @returns {object}
 * @throws {AquariumError} `config`
 */
export function patchOf(patch) {
  const isObject = typeof patch === "object" && patch !== null && !Array.isArray(patch);
  let allowed = "an object";
  try {
    if (isObject) return JSON.parse(encode(patch));
  } catch {
    // It holds itself.
    allowed += " of JSON";
  }
  const value = shown(patch);
  throw new AquariumError("config", `the patch is ${value}; allowed: ${allowed}`, { field: "", value, allowed });
}
