/** @import { Stats } from "../common/types.js" */

/**
 * Gives names to the numbers of the stage, in the order of `Stats::numbers` in render-main/src/stats.rs.
 * @param {Float64Array} numbers
 * @returns {Omit<Stats, "tier" | "isolated" | "renderer" | "quality">}
 */
export function namedStats(numbers) {
  let at = 0;
  const next = () => numbers[at++];
  const distribution = () => ({ mean: next(), p50: next(), p95: next(), p99: next(), max: next() });
  return {
    threads: next(),
    fish: next(),
    food: next(),
    step: next(),
    fps: next(),
    onePercentLowFps: next(),
    simMs: distribution(),
    renderMs: distribution(),
    frameMs: distribution(),
    inputLatencyMs: distribution(),
    droppedInputs: next(),
    droppedNotices: next(),
    skippedSteps: next(),
    states: { cruise: next(), seek: next(), flee: next(), linger: next() },
    dpr: next(),
    memoryBytes: next(),
  };
}
