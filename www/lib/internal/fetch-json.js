import { AquariumError } from "../common/errors.js";
import { MOST_BYTES } from "./document.js";

/**
 * @param {URL} url
 * @param {"preset" | "config-file"} code of the error
 * @returns {Promise<string>} its text, unchecked
 * @throws {AquariumError} with the address and what happened
 */
export async function fetchJson(url, code) {
  const response = await fetch(url).catch((error) => {
    throw new AquariumError(code, `${url.href}: ${error.message}`);
  });
  if (!response.ok) throw new AquariumError(code, `${url.href} answered ${response.status}.`);
  const text = await limited(response);
  if (text === undefined) throw new AquariumError(code, `${url.href} is larger than ${MOST_BYTES} bytes.`);
  return text;
}

/**
 * Reads no more than is allowed, whatever is sent.
 * @param {Response} response
 * @returns {Promise<string | undefined>}
 */
async function limited(response) {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
