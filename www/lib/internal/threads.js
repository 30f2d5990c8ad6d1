/** Fish below which a pool costs more than it brings: entering it takes 40 to 60 µs each step. */
const BREAK_EVEN_FISH = 5000;
const MOST_THREADS = 4;

/**
 * @param {number | null} wanted by the host; null leaves it to us
 * @param {number} fish in the tank
 * @param {number} cores of the machine
 * @returns {number} threads for the pool; 0 means that the worker steps alone
 */
export function chooseThreads(wanted, fish, cores) {
  if (wanted !== null) return wanted;
  return fish < BREAK_EVEN_FISH ? 0 : Math.min(MOST_THREADS, Math.floor(cores / 2));
}
