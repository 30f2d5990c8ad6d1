/** @import { Files } from "../common/types.js" */
import { AquariumError } from "../common/errors.js";
import { makeWorker } from "../common/make-worker.js";
import { POOL_NAME } from "./pool-thread.js";

// wasm-bindgen-rayon has the Rust half of the pool. Its script half makes workers from blobs, which a strict policy forbids, and
// waits for them without end; the build puts `startWorkers` of this file in its place.

/** How long the pool's threads may take to come up. They load the same module again, from the cache. */
const DEADLINE_MS = 5000;

/** Firefox collects workers that nobody names (https://bugzilla.mozilla.org/show_bug.cgi?id=1702191). @type {Worker[]} */
let workers = [];

/** The script of the pool's threads. @type {Pick<Files, "worker" | "workerType">} */
let script;

/**
 * @param {(threads: number) => Promise<void>} initThreadPool of the threaded engine
 * @param {number} threads
 * @param {Pick<Files, "worker" | "workerType">} files
 * @returns {Promise<string>} empty if the pool is up, else the code of the reason
 */
export async function startPool(initThreadPool, threads, files) {
  // Safari 16.0 to 16.3 has threads, but no workers inside workers.
  if (typeof Worker === "undefined") return "no-nested-worker";
  script = files;
  try {
    await initThreadPool(threads);
    return "";
  } catch (error) {
    for (const worker of workers) worker.terminate();
    workers = [];
    return error instanceof AquariumError && error.code === "pool-timeout" ? "pool-timeout" : "pool-failed";
  }
}

/**
 * What wasm-bindgen-rayon calls for `initThreadPool`. Each worker has the script that this one has, so nothing but our own
 * files is asked of a page's policy.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {{ numThreads: () => number, receiver: () => number, build: () => void }} builder
 */
export async function startWorkers(module, memory, builder) {
  const start = { module, memory, receiver: builder.receiver() };
  workers = Array.from({ length: builder.numThreads() }, (_, index) => {
    return makeWorker(script.worker, script.workerType, `${POOL_NAME}-${index + 1}`);
  });
  await within(
    DEADLINE_MS,
    workers.map((worker) => arrival(worker, start)),
  );
  // Blocks until all of them have taken up their work, which they are about to.
  builder.build();
}

/**
 * @param {Worker} worker
 * @param {{ module: WebAssembly.Module, memory: WebAssembly.Memory, receiver: number }} start
 * @returns {Promise<void>} resolves when the worker is about to wait for the pool
 */
function arrival(worker, start) {
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve();
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new AquariumError("worker-load", event.message));
    };
    worker.postMessage(start);
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
