/** @import { MiroFishElement } from "../../public/element.js" */

/**
 * Where a field lies: names of sections, and places in lists.
 * @typedef {readonly (string | number)[]} Path
 */

/** The configuration of a running tank, to be changed field by field. Changes that come while one is on its way go together. */
export class LiveDocument {
  #tank;
  #refused;
  /** @type {any} */
  #fields;
  /** @type {any} */
  #patch = {};
  #sending = false;

  /**
   * @param {MiroFishElement} tank
   * @param {(error: Error) => void} refused a change was refused as a whole, and the document is as the tank has it again
   */
  constructor(tank, refused) {
    this.#tank = tank;
    this.#refused = refused;
    this.#fields = tank.getConfig();
  }

  /** @param {Path} path */
  read(path) {
    return path.reduce((value, key) => value?.[key], this.#fields);
  }

  /**
   * @param {Path} path
   * @param {unknown} value
   */
  write(path, value) {
    put(this.#fields, path, value);
    // A list can only be replaced as a whole.
    const list = path.findIndex((key) => typeof key === "number");
    const field = list < 0 ? path : path.slice(0, list);
    put(this.#patch, field, structuredClone(this.read(field)));
    void this.#send();
  }

  /** Takes over what the tank has now, unless it is about to change. */
  refresh() {
    if (!this.#sending) this.#fields = this.#tank.getConfig();
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    while (Object.keys(this.#patch).length) {
      const patch = this.#patch;
      this.#patch = {};
      try {
        await this.#tank.setConfig(patch);
      } catch (error) {
        this.#patch = {};
        this.#fields = this.#tank.getConfig();
        this.#refused(/** @type {Error} */ (error));
      }
    }
    this.#sending = false;
  }
}

/**
 * @param {any} target
 * @param {Path} path
 * @param {unknown} value
 */
function put(target, [key, ...rest], value) {
  if (rest.length === 0) target[key] = value;
  else put((target[key] ??= {}), rest, value);
}
