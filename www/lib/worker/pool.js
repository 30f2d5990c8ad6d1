import { AquariumError } from "../common/errors.js";

/** How long the pool's threads may take to come up. They load the same module again, from the cache. */
const DEADLINE_MS = 5000;

/**
 * @typedef {object} PoolExports
 * @property {(threads: number) => void} buildPool blocks until so many threads run
 */

/**
 * Starts the pool's workers and builds the pool of them. Each loads the glue code at its own address, so nothing but
 * our own files is asked of a page's policy.
 * @param {PoolExports} glue
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {number} threads
 * @returns {Promise<string>} empty if the pool is up, else the code of the reason
 */
export async function startPool(glue, module, memory, threads) {
  // Safari 16.0 to 16.3 has threads, but no workers inside workers.
  if (typeof Worker === "undefined") return "no-nested-worker";
  const workers = Array.from({ length: threads }, (_, index) => {
    const name = `miro-fish-pool-${index + 1}`;
    return new Worker(new URL("./pool-thread.js", import.meta.url), { type: "module", name });
  });
  try {
    await within(DEADLINE_MS, workers.map((worker) => arrival(worker, module, memory)));
  } catch {
    for (const worker of workers) worker.terminate();
    return "pool-timeout";
  }
  glue.buildPool(threads);
  return "";
}

/**
 * @param {Worker} worker
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @returns {Promise<void>} resolves when the worker is about to wait for the pool
 */
function arrival(worker, module, memory) {
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new AquariumError("worker-load", event.message));
    };
    worker.postMessage({ module, memory });
  });
}

/**
 * @param {number} ms
 * @param {Promise<void>[]} arrivals
 */
async function within(ms, arrivals) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new AquariumError("pool-timeout")), ms);
  });
  try {
    await Promise.race([Promise.all(arrivals), late]);
  } finally {
    clearTimeout(timer);
  }
}
