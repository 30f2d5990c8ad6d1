import { onSharedClock } from "../common/clock.js";

/** Displays keep their pace only about so well, milliseconds. */
const JITTER_MS = 2;

/** Draws once per animation frame while running, or less often; while stopped nothing is scheduled. */
export class FrameLoop {
  /** Most frames in a second, on average; null for as many as the display shows. @type {number | null} */
  fpsLimit = null;
  #nextMs = 0;
  #asked = false;
  #handle = 0;
  #running = false;
  #draw;

  /** @param {(nowMs: number) => void} draw may not throw */
  constructor(draw) {
    this.#draw = draw;
  }

  start() {
    this.#running = true;
    this.#schedule();
  }

  stop() {
    this.#running = false;
    cancelAnimationFrame(this.#handle);
    this.#handle = 0;
  }

  /** Draws with the next animation frame, whether the loop runs or not, and whatever the limit. */
  once() {
    this.#asked = true;
    this.#schedule();
  }

  #schedule() {
    if (this.#handle === 0) this.#handle = requestAnimationFrame(this.#frame);
  }

  /** @param {number} timeStamp */
  #frame = (timeStamp) => {
    this.#handle = this.#running ? requestAnimationFrame(this.#frame) : 0;
    if (!this.#isDue(timeStamp) && !this.#asked) return;
    this.#asked = false;
    this.#draw(onSharedClock(timeStamp));
  };

  /** @param {number} nowMs */
  #isDue(nowMs) {
    if (this.fpsLimit === null) return true;
    if (nowMs < this.#nextMs - JITTER_MS) return false;
    const interval = 1000 / this.fpsLimit;
    // Counted from when it was due, so that the average is right whatever the display's pace; but nothing is caught up on.
    this.#nextMs = Math.max(this.#nextMs, nowMs - interval) + interval;
    return true;
  }
}
