/** @import { Controller, GUI } from "../../vendor/lil-gui/lil-gui.js" */
/** @import { LiveDocument, Path } from "./live-document.js" */
import { language, text, textOr } from "../strings.js";
import { CHINESE } from "./chinese.js";
import { hexOf, hslOf } from "./color.js";
import { Slider } from "./slider.js";

/**
 * A part of the configuration's schema, as `cargo xtask docs` writes it.
 * @typedef {object} Schema
 * @property {string | string[]} type
 * @property {string} [description]
 * @property {Record<string, Schema>} [properties]
 * @property {Schema | false} [items]
 * @property {Schema[]} [prefixItems]
 * @property {number} [maxItems]
 * @property {string[]} [enum]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {any} [default]
 */

/**
 * Makes the controls of a configuration out of its schema: none of them is made by hand.
 */
export class FieldMaker {
  #document;
  #explain;
  #rebuild;

  /**
   * @param {LiveDocument} document
   * @param {(controller: Controller, words: string) => void} explain tells what a control means
   * @param {() => void} rebuild called when a list got longer or shorter
   */
  constructor(document, explain, rebuild) {
    this.#document = document;
    this.#explain = explain;
    this.#rebuild = rebuild;
  }

  /**
   * Adds what a section holds, in the order of the document.
   * @param {GUI} folder
   * @param {Schema} schema
   * @param {Path} path
   */
  addSection(folder, schema, path) {
    for (const key of Object.keys(this.#document.read(path))) {
      const field = schema.properties?.[key];
      if (field) this.#addField(folder, key, field, [...path, key]);
    }
  }

  /** @type {(folder: GUI, key: string, schema: Schema, path: Path) => void} */
  #addField(folder, key, schema, path) {
    if (schema.type === "object") this.addSection(folder.addFolder(path.length === 1 ? textOr(key) : nameOf(path)), schema, path);
    else if (schema.items) this.#addList(folder.addFolder(textOr(key)), schema, path);
    else if (schema.prefixItems?.length === 3) this.#addColor(folder, schema, path);
    else if (schema.prefixItems) this.#addRange(folder, schema, path);
    else this.#addValue(folder, schema, path);
  }

  /** @type {(folder: GUI, schema: Schema, path: Path) => void} */
  #addValue(folder, schema, path) {
    const target = this.#accessor(path);
    const [name, words] = [nameOf(path), wordsOf(path, schema)];
    if (schema.enum) this.#explain(folder.add(target, "value", schema.enum).name(name), words);
    else if (schema.minimum === undefined) this.#explain(folder.add(target, "value").name(name), words);
    else this.#addNumber(folder, name, schema, path, words);
  }

  /** @type {(folder: GUI, name: string, schema: Schema, path: Path, words: string) => void} */
  #addNumber(folder, name, schema, path, words) {
    const { minimum = -Infinity, maximum = Infinity, type } = schema;
    const [whole, nullable] = [type.includes("integer"), type.includes("null")];
    const slider = new Slider(folder, this.#accessor(path), { minimum, maximum, default: schema.default, whole, nullable });
    this.#explain(slider.name(name), `${words} ${minimum} – ${maximum}.`);
  }

  /**
   * Two numbers, from and to.
   * @type {(folder: GUI, schema: Schema, path: Path) => void}
   */
  #addRange(folder, schema, path) {
    const words = wordsOf(path, schema);
    schema.prefixItems?.forEach((item, index) => {
      const name = `${nameOf(path)} ${text(index === 0 ? "from" : "to")}`;
      this.#addNumber(folder, name, { ...item, default: schema.default?.[index] }, [...path, index], words);
    });
  }

  /** @type {(folder: GUI, schema: Schema, path: Path) => void} */
  #addColor(folder, schema, path) {
    const document = this.#document;
    const target = {
      get value() {
        return hexOf(document.read(path));
      },
      set value(hex) {
        document.write(path, hslOf(hex));
      },
    };
    this.#explain(folder.addColor(target, "value").name(nameOf(path)), wordsOf(path, schema));
  }

  /** @type {(folder: GUI, schema: Schema, path: Path) => void} */
  #addList(folder, schema, path) {
    /** @type {{ id: string }[]} */
    const list = this.#document.read(path);
    const change = (/** @type {unknown[]} */ next) => {
      this.#document.write(path, next);
      this.#rebuild();
    };
    list.forEach((element, index) => {
      const entry = folder.addFolder(element.id).close();
      this.addSection(entry, /** @type {Schema} */ (schema.items), [...path, index]);
      const now = () => this.#document.read(path);
      const add = () => change([...now(), { ...now()[index], id: nextId(element.id, now()) }]);
      const remove = () => change(now().filter((/** @type {unknown} */ _, /** @type {number} */ at) => at !== index));
      if (list.length < (schema.maxItems ?? Infinity)) entry.add({ add }, "add").name(text("addSpecies"));
      if (list.length > 1) entry.add({ remove }, "remove").name(text("removeSpecies"));
    });
  }

  /** @param {Path} path */
  #accessor(path) {
    const document = this.#document;
    return {
      get value() {
        return document.read(path);
      },
      set value(value) {
        document.write(path, value);
      },
    };
  }
}

/** @param {Path} path */
function inChinese(path) {
  return language() === "zh" ? CHINESE[path.filter((key) => typeof key === "string").join(".")] : undefined;
}

/** @param {Path} path @returns {string} what the panel calls it: in English its name in the configuration */
function nameOf(path) {
  return inChinese(path)?.[0] ?? String(path.at(-1));
}

/** @param {Path} path @param {Schema} schema @returns {string} what it means */
function wordsOf(path, { description = "" }) {
  const words = inChinese(path)?.[1];
  // Whoever writes a configuration needs its name there.
  return words ? `${path.at(-1)}：${words}` : description;
}

/**
 * @param {string} id
 * @param {{ id: string }[]} list
 * @returns {string} one that the list does not have yet
 */
function nextId(id, list) {
  const stem = id.replace(/ \d+$/, "").slice(0, 36);
  let number = 2;
  while (list.some((element) => element.id === `${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}
