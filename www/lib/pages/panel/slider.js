import { Controller } from "../../vendor/lil-gui/lil-gui.js";
import { text } from "../strings.js";

/** Positions of a slider. */
const POSITIONS = 1000;
/** Above this no slider is of use. */
const LARGEST_ON_SLIDER = 1e9;

/**
 * A number as the schema has it.
 * @typedef {object} NumberSchema
 * @property {number} minimum
 * @property {number} maximum
 * @property {number | null} [default]
 * @property {boolean} whole
 * @property {boolean} nullable whether it may be left to the tank
 */

/**
 * A number, by slider and as text. The default lies in the middle of the slider, so that wide ranges stay easy to set; unlike
 * the library's own, this slider is the browser's, so keys and screen readers know it.
 */
export class Slider extends Controller {
  #schema;
  #power;
  #input = document.createElement("input");
  /** @type {HTMLInputElement | null} */
  #range = null;
  /** @type {HTMLInputElement | null} */
  #auto = null;

  /**
   * @param {import("../../vendor/lil-gui/lil-gui.js").GUI} folder
   * @param {{ value: number | null }} target
   * @param {NumberSchema} schema
   */
  constructor(folder, target, schema) {
    super(folder, target, "value", "number");
    this.#schema = schema;
    this.#power = powerOf(schema);
    if (schema.maximum <= LARGEST_ON_SLIDER) this.#range = this.#addRange();
    this.#addInput();
    if (schema.nullable) this.#auto = this.#addAuto();
    this.updateDisplay();
  }

  /** @override */
  updateDisplay() {
    const value = this.getValue();
    if (document.activeElement !== this.#input) this.#input.value = value === null ? "" : String(value);
    if (this.#range) this.#range.value = String(value === null ? 0 : this.#positionOf(value));
    this.#range?.setAttribute("aria-valuetext", value === null ? text("auto") : String(value));
    if (this.#auto) this.#auto.checked = value === null;
    return this;
  }

  #addRange() {
    const range = this.#labelled(document.createElement("input"));
    range.type = "range";
    range.max = String(POSITIONS);
    range.addEventListener("input", () => this.#take(this.#valueAt(Number(range.value))));
    return range;
  }

  #addInput() {
    const input = this.#labelled(this.#input);
    input.type = "text";
    input.inputMode = "decimal";
    input.placeholder = text("auto");
    input.addEventListener("change", () => {
      const value = Number(input.value);
      if (input.value.trim() && !Number.isNaN(value)) this.#take(value);
      this.updateDisplay();
    });
    input.addEventListener("blur", () => this.updateDisplay());
  }

  #addAuto() {
    const label = document.createElement("label");
    const auto = document.createElement("input");
    auto.type = "checkbox";
    label.append(auto, text("auto"));
    this.$widget.append(label);
    auto.addEventListener("change", () => this.setValue(auto.checked ? null : this.#valueAt(POSITIONS / 2)));
    return auto;
  }

  /** @param {HTMLInputElement} input */
  #labelled(input) {
    input.setAttribute("aria-labelledby", this.$name.id);
    this.$widget.append(input);
    return input;
  }

  /** @param {number} value */
  #take(value) {
    const { minimum, maximum, whole } = this.#schema;
    const clamped = Math.min(Math.max(value, minimum), maximum);
    this.setValue(whole ? Math.round(clamped) : clamped);
  }

  /** @param {number} position */
  #valueAt(position) {
    const { minimum, maximum } = this.#schema;
    const value = minimum + (maximum - minimum) * (position / POSITIONS) ** this.#power;
    return Number(value.toPrecision(3));
  }

  /** @param {number} value */
  #positionOf(value) {
    const { minimum, maximum } = this.#schema;
    return POSITIONS * ((value - minimum) / (maximum - minimum)) ** (1 / this.#power);
  }
}

/**
 * @param {NumberSchema} schema
 * @returns {number} the power by which a slider rises, so that the default is in its middle
 */
function powerOf({ minimum, maximum, default: middle }) {
  const share = ((middle ?? minimum) - minimum) / (maximum - minimum);
  if (share <= 0) return maximum - minimum > 100 ? 4 : 1;
  return Math.min(Math.max(Math.log(share) / Math.log(0.5), 1), 6);
}
