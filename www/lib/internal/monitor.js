/** @import { Stats } from "../common/types.js" */
import { StatsOverlay } from "./stats-overlay.js";

const EVENT_MS = 1000;
const OVERLAY_MS = 250;

/** Tells how the tank runs: an event each second, and an overlay if it is asked for. It lives on frames, not on timers. */
export class Monitor {
  /** @type {StatsOverlay | null} */
  #overlay = null;
  #overlayAt = 0;
  #eventAt = 0;
  #place;
  #tell;

  /**
   * @param {HTMLElement} place of the overlay
   * @param {(stats: Stats) => void} tell
   */
  constructor(place, tell) {
    this.#place = place;
    this.#tell = tell;
  }

  get shown() {
    return this.#overlay !== null;
  }

  /** @param {boolean} shown */
  show(shown) {
    if (shown === this.shown) return;
    this.#overlay?.element.remove();
    this.#overlay = shown ? new StatsOverlay() : null;
    if (this.#overlay) this.#place.append(this.#overlay.element);
    this.#overlayAt = 0;
  }

  /**
   * @param {number} nowMs moment of the frame
   * @param {() => Stats} measure
   */
  afterFrame(nowMs, measure) {
    const overlayIsDue = this.#overlay !== null && nowMs - this.#overlayAt >= OVERLAY_MS;
    const eventIsDue = nowMs - this.#eventAt >= EVENT_MS;
    if (!overlayIsDue && !eventIsDue) return;
    const stats = measure();
    if (overlayIsDue) {
      this.#overlayAt = nowMs;
      this.#overlay?.show(stats);
    }
    if (eventIsDue) {
      this.#eventAt = nowMs;
      this.#tell(stats);
    }
  }
}
