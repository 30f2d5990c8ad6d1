/**
 * Makes one patch (RFC 7386) of two that are laid one after the other, where that can be said in one.
 * @param {object} first
 * @param {object} second
 * @returns {object[]} one patch, or both if a section is first reset and then patched
 */
export function composePatches(first, second) {
  const whole = compose(first, second);
  return whole === undefined ? [first, second] : [whole];
}

/**
 * @param {any} first
 * @param {any} second
 * @returns {any} undefined if it cannot be said in one patch
 */
function compose(first, second) {
  if (!isObject(second)) return second;
  if (!isObject(first)) return undefined;
  const whole = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const part = key in first ? compose(first[key], value) : value;
    if (part === undefined) return undefined;
    whole[key] = part;
  }
  return whole;
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * @param {Record<string, any>} base
 * @param {Record<string, any>} changed a document with the same sections
 * @returns {Record<string, any>} the shortest patch that makes the one into the other
 */
export function differences(base, changed) {
  /** @type {Record<string, any>} */
  const patch = {};
  for (const [key, value] of Object.entries(changed)) {
    if (isObject(value) && isObject(base[key])) {
      const part = differences(base[key], value);
      if (Object.keys(part).length) patch[key] = part;
    } else if (JSON.stringify(value) !== JSON.stringify(base[key])) {
      patch[key] = value;
    }
  }
  return patch;
}
