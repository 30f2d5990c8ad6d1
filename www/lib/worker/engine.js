/** @import { Files, Tier } from "../common/types.js" */
import { compileWasm, scriptLoad } from "../common/load-wasm.js";
import { sharedMemory } from "./memory.js";
import { startPool } from "./pool.js";

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
 * @param {Files} files
 * @returns {Promise<LoadedEngine>}
 */
export function loadEngine(tier, files) {
  return tier === "shared" ? loadThreaded(files) : loadSingle(files.engine);
}

/**
 * @param {string} url
 * @returns {Promise<LoadedEngine>}
 */
async function loadSingle(url) {
  const [glue, module] = await Promise.all([
    scriptLoad(import("../engine/engine.js")),
    compileWasm(url),
  ]);
  return {
    async instantiate() {
      const { memory } = await glue.default({ module_or_path: module });
      return { Engine: glue.Engine, memory, threads: 1, threadsCode: "" };
    },
  };
}

/**
 * @param {Files} files
 * @returns {Promise<LoadedEngine>}
 */
async function loadThreaded(files) {
  const [glue, module] = await Promise.all([
    scriptLoad(import("../engine-threads/engine.js")),
    compileWasm(files.engineThreads),
  ]);
  return {
    async instantiate(capacity, threads) {
      const memory = sharedMemory(capacity, threads);
      await glue.default({ module_or_path: module, memory });
      const threadsCode = threads > 1 ? await startPool(glue.initThreadPool, threads, files) : "";
      return { Engine: glue.Engine, memory, threads: threadsCode ? 1 : threads, threadsCode };
    },
  };
}
