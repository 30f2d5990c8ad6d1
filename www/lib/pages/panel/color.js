/**
 * @param {readonly [number, number, number]} color hue in degrees, saturation and lightness in percent
 * @returns {string} `#rrggbb`
 */
export function hexOf([hue, saturation, lightness]) {
  const [s, l] = [saturation / 100, lightness / 100];
  const channel = (/** @type {number} */ offset) => {
    const k = (offset + hue / 30) % 12;
    const value = l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/**
 * @param {string} hex `#rrggbb`
 * @returns {[number, number, number]} hue in degrees, saturation and lightness in percent, to a tenth
 */
export function hslOf(hex) {
  const [r, g, b] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);
  const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const spread = high - low;
  const lightness = (high + low) / 2;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1));
  return /** @type {[number, number, number]} */ ([hueOf(r, g, b, spread), saturation * 100, lightness * 100].map(tenth));
}

/** @type {(r: number, g: number, b: number, spread: number) => number} */
function hueOf(r, g, b, spread) {
  if (spread === 0) return 0;
  const high = Math.max(r, g, b);
  if (high === r) return (60 * ((g - b) / spread) + 360) % 360;
  return 60 * (high === g ? (b - r) / spread + 2 : (r - g) / spread + 4);
}

/** @param {number} value */
function tenth(value) {
  return Math.round(value * 10) / 10;
}
