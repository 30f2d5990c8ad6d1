import { AquariumError } from "../common/errors.js";
import { encode } from "./config.js";

/**
 * @param {string} name
 * @param {number} value
 * @returns {number} the value
 * @throws {AquariumError} `argument`
 */
export function finite(name, value) {
  if (!Number.isFinite(value)) throw new AquariumError("argument", `${name} is ${value}; allowed: finite numbers`);
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
  throw new AquariumError("argument", `${name} is ${value}; allowed: whole numbers from ${low} to ${high}`);
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
    throw new AquariumError("argument", `${name} has ${String(value)}; allowed: a list of ${allowed.join(", ")}`);
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
  if (typeof patch === "object" && patch !== null && !Array.isArray(patch)) return JSON.parse(encode(patch));
  const [field, value, allowed] = ["", String(patch), "an object"];
  throw new AquariumError("config", `the patch is ${value}; allowed: ${allowed}`, { field, value, allowed });
}
