/** @import { Overlay, Stats } from "../common/types.js" */
/** @import { Tank } from "./tank.js" */
import { now } from "../common/clock.js";
import { scriptLoad } from "../common/load-wasm.js";
import { sayOnce } from "./console.js";
import { toElement } from "./pointer.js";
import { StatsOverlay } from "./stats-overlay.js";

const EVENT_MS = 1000;
const STATS_MS = 250;

/** What can be drawn over the fish. @type {readonly Overlay[]} */
export const OVERLAYS = ["grid", "headings", "forces", "states", "neighbours"];

/**
 * Tells how the tank runs: an event each second; numbers and graphs over the tank, and drawings over the fish, if they are
 * asked for. It lives on frames, not on timers, and what is not asked for is not even loaded.
 */
export class Monitor {
  /** @type {StatsOverlay | null} */
  #stats = null;
  #statsAt = 0;
  #eventAt = 0;
  /** @type {readonly Overlay[]} */
  #names = [];
  /** @type {import("./overlays.js").Overlays | null} */
  #drawing = null;
  /** @type {AbortController | null} */
  #watching = null;
  /** Of the pointer, CSS pixels. @type {[number, number] | null} */
  #pointer = null;
  #place;
  #touched;
  #tank;
  #tell;

  /**
   * @param {HTMLElement} place of what is laid over the tank
   * @param {HTMLElement} touched where the pointer is looked for
   * @param {() => Tank | null} tank as it is when asked
   * @param {(stats: Stats) => void} tell
   */
  constructor(place, touched, tank, tell) {
    this.#place = place;
    this.#touched = touched;
    this.#tank = tank;
    this.#tell = tell;
  }

  /** @param {boolean} shown */
  showStats(shown) {
    if (shown === (this.#stats !== null)) return;
    this.#stats?.element.remove();
    this.#stats = shown ? new StatsOverlay() : null;
    if (this.#stats) this.#place.append(this.#stats.element);
    this.#statsAt = 0;
    this.afterFrame(now());
  }

  /** What is drawn over the fish. */
  get overlays() {
    return [...this.#names];
  }

  set overlays(names) {
    this.#names = names;
    if (names.length === 0) {
      this.#drawing?.element.remove();
      this.#drawing = null;
      this.#watching?.abort();
      this.#watching = null;
    } else if (!this.#watching) {
      this.#watching = new AbortController();
      this.#begin(this.#watching.signal).catch(({ message }) => {
        this.overlays = [];
        sayOnce(`MiroFish cannot draw over the fish: ${message}`);
      });
    }
    this.#draw(now());
  }

  /** From nothing to numbers, to all there is, to nothing. */
  cycle() {
    if (!this.#stats) this.showStats(true);
    else if (this.#names.length < OVERLAYS.length) this.overlays = [...OVERLAYS];
    else {
      this.showStats(false);
      this.overlays = [];
    }
  }

  /** @param {number} nowMs moment of the frame */
  afterFrame(nowMs) {
    this.#draw(nowMs);
    const statsAreDue = this.#stats !== null && nowMs - this.#statsAt >= STATS_MS;
    const eventIsDue = nowMs - this.#eventAt >= EVENT_MS;
    const tank = this.#tank();
    if (!tank || (!statsAreDue && !eventIsDue)) return;
    const stats = tank.stats();
    if (statsAreDue) {
      this.#statsAt = nowMs;
      this.#stats?.show(stats);
    }
    if (eventIsDue) {
      this.#eventAt = nowMs;
      this.#tell(stats);
    }
  }

  /** Gives back what it laid over the tank, and its listeners. */
  end() {
    this.overlays = [];
    this.showStats(false);
  }

  /** @param {AbortSignal} signal */
  async #begin(signal) {
    const move = (/** @type {PointerEvent} */ event) => {
      this.#pointer = toElement(this.#touched, event);
      this.#draw(now());
    };
    this.#touched.addEventListener("pointermove", move, { signal });
    this.#touched.addEventListener("pointerleave", () => (this.#pointer = null), { signal });
    const { Overlays } = await scriptLoad(import("./overlays.js"));
    if (signal.aborted) return;
    this.#drawing = new Overlays();
    this.#place.prepend(this.#drawing.element);
    this.#draw(now());
  }

  /** @param {number} nowMs */
  #draw(nowMs) {
    const seen = this.#drawing && this.#tank()?.inspect(nowMs);
    if (seen) this.#drawing?.draw(seen, this.#names, this.#pointer);
  }
}
