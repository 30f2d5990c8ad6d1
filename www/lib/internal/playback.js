/** @import { ConfigReader } from "./config.js" */

/** The configurations of a recording, each with the step from which it holds: the engine follows them by itself, the picture here. */
export class Playback {
  /** JSON of the configuration at the start. */
  first;
  /** @type {{ step: number, json: string }[]} */
  #changes = [];

  /**
   * @param {ConfigReader} reader
   * @param {string} recording that the engine took
   */
  constructor(reader, recording) {
    const { config, events } = JSON.parse(recording);
    let json = JSON.stringify(config);
    this.first = json;
    for (const [step, kind, patch] of events) {
      if (kind !== "config") continue;
      json = reader.merge_config(json, JSON.stringify(patch));
      this.#changes.push({ step, json });
    }
  }

  get over() {
    return this.#changes.length === 0;
  }

  /**
   * @param {number} step that was drawn
   * @returns {string | undefined} the configuration that holds now, if it is another than before
   */
  due(step) {
    let json;
    while (this.#changes.length && this.#changes[0].step < step) json = this.#changes.shift()?.json;
    return json;
  }
}
