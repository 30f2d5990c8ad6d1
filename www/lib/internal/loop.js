import { onSharedClock } from "../common/clock.js";

/** Draws once per animation frame while running; while stopped nothing is scheduled. */
export class FrameLoop {
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

  /** Draws one frame soon, if the loop stands still. */
  once() {
    this.#schedule();
  }

  #schedule() {
    if (this.#handle === 0) this.#handle = requestAnimationFrame(this.#frame);
  }

  /** @param {number} timeStamp */
  #frame = (timeStamp) => {
    this.#handle = this.#running ? requestAnimationFrame(this.#frame) : 0;
    this.#draw(onSharedClock(timeStamp));
  };
}
