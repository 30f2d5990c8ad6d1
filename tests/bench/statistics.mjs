// Order statistics of what was measured.

/**
 * @param {number[]} values
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const next = sorted[Math.min(below + 1, sorted.length - 1)] ?? NaN;
  const low = sorted[below] ?? NaN;
  return low + (next - low) * (at - below);
}

/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5);

/** @param {number[]} values */
export const spread = (values) => ({ p50: round(median(values)), p95: round(quantile(values, 0.95)) });

/** To four significant digits: more would be noise. @param {number} value */
export const round = (value) => Number(value.toPrecision(4));
