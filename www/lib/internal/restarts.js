/** @import { AquariumError } from "../common/errors.js" */

const MOST_RESTARTS = 3;
const SPAN_MS = 60_000;
/** What another worker may do better at; a picture that cannot be drawn is not among it. */
const CURABLE = ["worker-crash", "worker-silent", "engine-panic"];

/** Decides whether a lost simulation is started again: not if it would only be lost again. */
export class Restarts {
  /** @type {number[]} */
  #moments = [];

  /**
   * @param {AquariumError} error why it was lost
   * @param {number} nowMs
   * @returns {boolean} whether to start another; it is counted then
   */
  allow({ code }, nowMs) {
    this.#moments = this.#moments.filter((moment) => nowMs - moment < SPAN_MS);
    if (!CURABLE.includes(code) || this.#moments.length >= MOST_RESTARTS) return false;
    this.#moments.push(nowMs);
    return true;
  }
}
