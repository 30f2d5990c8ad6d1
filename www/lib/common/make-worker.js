/** @import { WorkerType } from "./types.js" */
import { AquariumError } from "./errors.js";

/**
 * Starts a worker, whatever origin its script is on. Browsers refuse a worker from another origin, but not a blob of this one
 * that loads the script from there.
 * @param {string} url absolute address of the script
 * @param {WorkerType} type how the script has to be read
 * @param {string} name of the worker
 * @returns {Worker}
 * @throws {AquariumError} `worker-load`
 */
export function makeWorker(url, type, name) {
  try {
    return new Worker(isForeign(url) ? bootstrap(url, type) : url, { type, name });
  } catch (error) {
    throw new AquariumError(workerCode(url), error);
  }
}

/**
 * @param {string} url absolute address of a worker's script
 * @returns {"worker-load" | "worker-origin"} code of the error when it cannot be loaded
 */
export function workerCode(url) {
  return isForeign(url) ? "worker-origin" : "worker-load";
}

/** A blob for each script, kept: a worker reads it some time after it was made. @type {Map<string, string>} */
const bootstraps = new Map();

/** @param {string} url */
function isForeign(url) {
  const { protocol, origin } = new URL(url);
  return /^https?:$/.test(protocol) && origin !== globalThis.origin;
}

/**
 * @param {string} url
 * @param {WorkerType} type
 * @returns {string}
 */
function bootstrap(url, type) {
  let address = bootstraps.get(url);
  if (!address) {
    const script = type === "module" ? `import ${JSON.stringify(url)};` : `importScripts(${JSON.stringify(url)});`;
    address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    bootstraps.set(url, address);
  }
  return address;
}
