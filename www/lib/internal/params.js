/** @import { Problem } from "../common/types.js" */
import { readOptions } from "./options.js";

/** Whoever says where code is loaded from runs any code: that is for the host's page, not for a link that somebody made. */
const NOT_FROM_LINKS = ["base-url", "worker-url", "wasm-url"];

/**
 * Reads the parameters of a page's address: the same names and values as the attributes.
 * @param {string} search the query, with or without its question mark
 * @returns {{ attributes: [string, string][], problems: Problem[] }} attributes that are known and allowed, and what was not
 */
export function readParams(search) {
  /** @type {[string, string][]} */
  const attributes = [];
  /** @type {Problem[]} */
  const problems = [];
  for (const [name, text] of new URLSearchParams(search)) {
    const trusted = !NOT_FROM_LINKS.includes(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    const refused = trusted
      ? readOptions([[name, text]]).problems
      : [{ name, message: `${name} cannot be set by a link, only by the page's own code.` }];
    if (refused.length) problems.push(...refused);
    else attributes.push([name, text]);
  }
  return { attributes, problems };
}
