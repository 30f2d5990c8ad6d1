/** @type {Set<string>} */
const said = new Set();

/**
 * One line in the console, however many tanks have the same to say.
 * @param {string} line
 */
export function sayOnce(line) {
  if (said.has(line)) return;
  said.add(line);
  console.info(line);
}
