/** @import { Options, Problem } from "../common/types.js" */
/** @import { Tank } from "./tank.js" */
import { typed } from "../common/errors.js";
import { ConfigLayers, encode } from "./config.js";
import { mergeConfig } from "./document.js";
import { fetchPreset } from "./presets.js";
import { randomSeed } from "./seed.js";
import { shareLink } from "./share.js";
import { fillLayers } from "./start.js";

/** The configuration of one aquarium over all its starts, and how it changes while the tank lives. */
export class Settings {
  layers = new ConfigLayers(randomSeed());
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();

  /**
   * Changes wait for each other, so that each starts from what the one before left.
   * @template T
   * @param {() => Promise<T>} change
   * @returns {Promise<T>}
   */
  inTurn(change) {
    const done = this.#queue.then(change);
    this.#queue = done.catch(() => {});
    return done;
  }

  /**
   * @param {Tank} tank
   * @param {object} patch
   */
  async patch(tank, patch) {
    let config;
    try {
      config = mergeConfig(tank.config, encode(patch));
    } catch (thrown) {
      throw typed(thrown, "config");
    }
    await tank.setConfig(config);
    this.layers.addCall(patch);
  }

  /**
   * @param {Tank} tank
   * @param {string} name
   * @returns {Promise<Problem[]>} layers that do not fit the new preset
   */
  async exchangePreset(tank, name) {
    const before = this.layers.preset;
    this.layers.preset = await fetchPreset(name);
    try {
      return await this.#recompose(tank);
    } catch (error) {
      this.layers.preset = before;
      throw error;
    }
  }

  /**
   * @param {Tank} tank
   * @param {Options} options
   * @returns {Promise<Problem[]>} options that could not be had
   */
  async reload(tank, options) {
    const problems = await fillLayers(this.layers, options);
    return [...problems, ...(await this.#recompose(tank))];
  }

  /**
   * @param {Tank} tank
   * @param {string} preset
   * @returns {Promise<string>}
   */
  async shareUrl(tank, preset) {
    return shareLink(preset, this.layers.beyondPreset(tank.config), location.href);
  }

  /** @param {Tank} tank */
  async #recompose(tank) {
    const { config, problems } = this.layers.compose();
    await tank.setConfig(config);
    return problems;
  }
}
