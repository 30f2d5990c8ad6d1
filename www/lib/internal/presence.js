/** @import { Size } from "../common/types.js" */
import { observeReducedMotion } from "./observe-motion.js";
import { observeSize } from "./observe-size.js";
import { observeVisibility } from "./observe-visibility.js";

/**
 * @typedef {object} PresenceEvents
 * @property {(size: Size) => void} resized
 * @property {() => void} changed whether it should run may have changed
 */

/** Whether the tank should run, from everything that has a say: the host, the visitor, the page. */
export class Presence {
  /** @type {Size | null} */
  size = null;
  visible = false;
  #playing;
  #respectsMotion = true;
  #motionReduced = false;
  /** Somebody asked it to play although motion is to be reduced. */
  #motionWanted = false;
  #events;

  /**
   * @param {boolean} playing
   * @param {PresenceEvents} events
   */
  constructor(playing, events) {
    this.#playing = playing;
    this.#events = events;
  }

  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} tank
   * @param {AbortSignal} signal ends it
   */
  observe(host, tank, signal) {
    /** @type {(size: Size) => void} */
    const resized = (size) => {
      this.size = size;
      this.#events.resized(size);
    };
    /** @type {(visible: boolean) => void} */
    const seen = (visible) => {
      this.visible = visible;
      this.#events.changed();
    };
    /** @type {(reduced: boolean) => void} */
    const motion = (reduced) => {
      this.#motionReduced = reduced;
      this.#motionWanted = false;
      this.#events.changed();
    };
    observeSize(tank, resized, signal);
    observeVisibility(host, seen, signal);
    observeReducedMotion(motion, signal);
  }

  /** @param {boolean} playing */
  set playing(playing) {
    this.#playing = playing;
    if (playing) this.#motionWanted = true;
    this.#events.changed();
  }

  /** @param {boolean} respects whether it stands still for visitors who want less motion */
  set respectsMotion(respects) {
    this.#respectsMotion = respects;
    this.#events.changed();
  }

  /** It stands still only because the visitor wants less motion, and could be asked to play. */
  get still() {
    return this.#playing && this.#respectsMotion && this.#motionReduced && !this.#motionWanted;
  }

  /** It stands still, seen or not. */
  get paused() {
    return !this.#playing || this.still;
  }

  get running() {
    return !this.paused && this.visible;
  }
}
