/** @import { Files, Options } from "../common/types.js" */
import { FILES, NAMES, WORKER_TYPE } from "./files.js";

/**
 * Where worker and WebAssembly are to be had: at the host's addresses, else where this build has them.
 * @param {Pick<Options, "baseUrl" | "workerUrl" | "wasmUrl">} options addresses that were read already
 * @returns {Files}
 */
export function locate({ baseUrl, workerUrl, wasmUrl }) {
  const worker = workerUrl ? new URL(workerUrl) : baseUrl ? below(baseUrl, NAMES.worker) : FILES.worker;
  const folder = wasmUrl ?? baseUrl;
  /** @type {(file: "webgl2" | "canvas2d" | "engine" | "engineThreads") => string} */
  const wasm = (file) => (folder ? below(folder, NAMES[file]) : FILES[file]).href;
  return {
    workerType: WORKER_TYPE,
    worker: worker.href,
    webgl2: wasm("webgl2"),
    canvas2d: wasm("canvas2d"),
    engine: wasm("engine"),
    engineThreads: wasm("engineThreads"),
  };
}

/**
 * @param {string} folder with or without the slash at its end
 * @param {string} name
 */
function below(folder, name) {
  const url = new URL(folder);
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return new URL(name, url);
}
