/** @import { Tier } from "../common/types.js" */
import { AquariumError } from "../common/errors.js";
import { compileWasm, scriptLoad } from "../common/load-wasm.js";
import { sharedMemory } from "./memory.js";

/** How long the pool may take to come up. Its threads load the same module again, from the cache. */
const POOL_DEADLINE_MS = 5000;

/**
 * An engine whose code is here and compiled, but which has no memory yet.
 * @typedef {object} LoadedEngine
 * @property {(capacity: number, threads: number) => Promise<ReadyEngine>} instantiate
 */

/**
 * @typedef {object} ReadyEngine
 * @property {EngineConstructor} Engine
 * @property {WebAssembly.Memory} memory
 * @property {number} threads that there are; 0 and 1 mean: no pool
 * @property {string} threadsCode why there are fewer than asked for, or empty
 */

/**
 * @param {Tier} tier
 * @returns {Promise<LoadedEngine>}
 */
export function loadEngine(tier) {
  return tier === "shared" ? loadThreaded() : loadSingle();
}

/** @returns {Promise<LoadedEngine>} */
async function loadSingle() {
  const [glue, module] = await Promise.all([
    scriptLoad(import("../engine/engine.js")),
    compileWasm(new URL("../engine/engine_bg.wasm", import.meta.url)),
  ]);
  return {
    async instantiate() {
      const { memory } = await glue.default({ module_or_path: module });
      return { Engine: glue.Engine, memory, threads: 1, threadsCode: "" };
    },
  };
}

/** @returns {Promise<LoadedEngine>} */
async function loadThreaded() {
  const [glue, module] = await Promise.all([
    scriptLoad(import("../engine-threads/engine.js")),
    compileWasm(new URL("../engine-threads/engine_bg.wasm", import.meta.url)),
  ]);
  return {
    async instantiate(capacity, threads) {
      const memory = sharedMemory(capacity, threads);
      await glue.default({ module_or_path: module, memory });
      const threadsCode = threads > 1 ? await startPool(glue.initThreadPool, threads) : "";
      return { Engine: glue.Engine, memory, threads: threadsCode ? 1 : threads, threadsCode };
    },
  };
}

/**
 * @param {(threads: number) => Promise<void>} initThreadPool
 * @param {number} threads
 * @returns {Promise<string>} empty if the pool is up, else the code of the reason
 */
async function startPool(initThreadPool, threads) {
  // Safari 16.0 to 16.3 has threads, but no workers inside workers.
  if (typeof Worker === "undefined") return "no-nested-worker";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const deadline = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new AquariumError("pool-timeout")), POOL_DEADLINE_MS);
  });
  try {
    await Promise.race([initThreadPool(threads), deadline]);
    return "";
  } catch {
    return "pool-timeout";
  } finally {
    clearTimeout(timer);
  }
}
