/**
 * The clock that page and worker share.
 * @returns {number} milliseconds since the epoch, with the resolution of `performance.now()`
 */
export function now() {
  return performance.timeOrigin + performance.now();
}

/**
 * @param {number} timeStamp of an event or an animation frame, milliseconds since this page began
 * @returns {number} the same moment by the shared clock
 */
export function onSharedClock(timeStamp) {
  return performance.timeOrigin + timeStamp;
}
