/** @import { Size } from "../common/types.js" */
import { observeDpr } from "./observe-dpr.js";

/**
 * Tells the element's size now and whenever it or the density changes. A size of zero is not told: there is nothing to draw.
 * @param {Element} element
 * @param {(size: Size) => void} tell
 * @param {AbortSignal} signal ends it
 */
export function observeSize(element, tell, signal) {
  /** @type {ResizeObserverEntry | undefined} */
  let last;
  const report = () => {
    const size = last && sizeOf(last);
    if (size && size.width > 0 && size.height > 0) tell(size);
  };
  const observer = new ResizeObserver((entries) => {
    last = entries[entries.length - 1];
    report();
  });
  observer.observe(element, hasDeviceBox() ? { box: "device-pixel-content-box" } : {});
  observeDpr(report, signal);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}

function hasDeviceBox() {
  return "devicePixelContentBoxSize" in ResizeObserverEntry.prototype;
}

/**
 * @param {ResizeObserverEntry} entry
 * @returns {Size}
 */
function sizeOf(entry) {
  const { inlineSize: width, blockSize: height } = entry.contentBoxSize[0];
  const device = entry.devicePixelContentBoxSize?.[0].inlineSize ?? 0;
  // The box in device pixels is exact to the pixel. An emulated density (developer tools) leaves it as it is on the real
  // screen, though: there the density has the last word.
  const exact = Math.abs(device - width * devicePixelRatio) <= 1;
  return { width, height, dpr: exact ? device / width : devicePixelRatio };
}
