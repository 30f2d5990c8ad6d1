/** @import { MiroFishElement } from "../public/element.js" */

/** A batch of steps takes about so long: long enough to measure, short enough to stop soon. */
const BATCH_MS = 250;
const STEPS_PER_SECOND = 60;

/**
 * How fast the simulation went.
 * @typedef {object} Pace
 * @property {number} stepsPerSecond
 * @property {number} nsPerFish nanoseconds for each fish and step
 * @property {number} timesRealTime
 */

/**
 * Runs the simulation as fast as it goes, with one picture for each batch of steps.
 * @param {MiroFishElement} tank
 * @param {(pace: Pace) => void} tell after each batch
 * @param {AbortSignal} signal ends it; the tank plays on then
 */
export async function runFlatOut(tank, tell, signal) {
  await tank.pause();
  let count = 1;
  while (!signal.aborted) {
    const start = performance.now();
    await tank.step(count);
    const tookMs = Math.max(performance.now() - start, 0.1);
    const stepsPerSecond = (count * 1000) / tookMs;
    const fish = Math.max(tank.stats().fish, 1);
    tell({ stepsPerSecond, nsPerFish: 1e9 / stepsPerSecond / fish, timesRealTime: stepsPerSecond / STEPS_PER_SECOND });
    count = Math.min(Math.max(Math.round((count * BATCH_MS) / tookMs), 1), count * 4, 1_000_000);
  }
  await tank.play();
}
