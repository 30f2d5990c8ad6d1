/** How often the worker is asked whether it is there. */
const ASK_EVERY_MS = 2000;
/** How long it may take to answer: longer than any step, shorter than a visitor's patience. */
const PATIENCE_MS = 10_000;
/** A page that slept, or draws slowly, did not wait all the while. */
const LONGEST_FRAME_MS = 250;

/**
 * Notices a worker that is gone without a word: browsers say nothing when they end one for want of memory, or when it hangs. It
 * lives on frames, not on timers, so that a page that rests is left to rest.
 */
export class Watchdog {
  #ask;
  #silent;
  #asking = false;
  #waitedMs = 0;
  #lastMs = -Infinity;

  /**
   * @param {() => Promise<unknown>} ask resolves when the worker answers
   * @param {(seconds: number) => void} silent called when it does not
   */
  constructor(ask, silent) {
    this.#ask = ask;
    this.#silent = silent;
  }

  /** @param {number} nowMs of this frame */
  look(nowMs) {
    this.#waitedMs += Math.min(nowMs - this.#lastMs, LONGEST_FRAME_MS);
    this.#lastMs = nowMs;
    if (this.#asking) {
      if (this.#waitedMs > PATIENCE_MS) this.#silent(PATIENCE_MS / 1000);
    } else if (this.#waitedMs > ASK_EVERY_MS) {
      this.#waitedMs = 0;
      this.#asking = true;
      this.#ask().then(this.#answered, this.#answered);
    }
  }

  #answered = () => {
    this.#asking = false;
    this.#waitedMs = 0;
  };
}
