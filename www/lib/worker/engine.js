/** @import { Tier } from "../common/types.js" */
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
