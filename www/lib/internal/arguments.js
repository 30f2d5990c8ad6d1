import { AquariumError } from "../common/errors.js";

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
