// The tank of a page that is nothing else.
import { readParams } from "../internal/params.js";
import { define, MiroFishElement } from "../public/element.js";

/** @import { Problem } from "../common/types.js" */

/**
 * @param {string} search settings, as in the address of the page
 * @returns {{ tank: MiroFishElement, problems: Problem[] }} a tank with those that can be had, and what cannot
 */
export function makeTank(search) {
  define();
  const { attributes, problems } = readParams(search);
  const tank = document.createElement("miro-fish");
  if (!(tank instanceof MiroFishElement)) throw new TypeError("another element has the name miro-fish");
  tank.id = "tank";
  for (const [name, value] of attributes) tank.setAttribute(name, value);
  return { tank, problems };
}
