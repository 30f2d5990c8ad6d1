/** Largest seed: the largest integer that JSON and JavaScript numbers both hold exactly. */
export const LARGEST_SEED = Number.MAX_SAFE_INTEGER;

/** @returns {number} a seed from the system's entropy, 53 bits */
export function randomSeed() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}
