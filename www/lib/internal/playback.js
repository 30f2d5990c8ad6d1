/** @import { Config } from "../common/types.js" */

/** The changes of configuration in a recording: the engine follows them by itself, the picture here. */
export class Playback {
  #changes;

  /** @param {{ step: number, config: Config }[]} changes each with the step from which it holds, in order */
  constructor(changes) {
    this.#changes = changes;
  }

  get over() {
    return this.#changes.length === 0;
  }

  /**
   * @param {number} step that was drawn
   * @returns {Config | undefined} the configuration that holds now, if it is another than before
   */
  due(step) {
    let config;
    while (this.#changes.length && this.#changes[0].step < step) config = this.#changes.shift()?.config;
    return config;
  }
}
