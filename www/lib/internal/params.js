/** @import { Problem } from "../common/types.js" */
import { readOptions } from "./options.js";

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
    const refused = readOptions([[name, text]]).problems;
    if (refused.length) problems.push(...refused);
    else attributes.push([name, text]);
  }
  return { attributes, problems };
}
