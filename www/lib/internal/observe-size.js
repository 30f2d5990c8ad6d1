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
  // The box in device pixels also changes with the density alone; where it is not to be had, the density is watched by itself.
  if (hasDeviceBox()) {
    observer.observe(element, { box: "device-pixel-content-box" });
  } else {
    observer.observe(element);
    observeDpr(report, signal);
  }
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
  const device = entry.devicePixelContentBoxSize?.[0];
  const dpr = device && width > 0 ? device.inlineSize / width : devicePixelRatio;
  return { width, height, dpr };
}
