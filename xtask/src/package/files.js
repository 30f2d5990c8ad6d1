// In the place of lib/internal/files.js: where the files of the npm package lie, all of them beside mirofish.js. Presets are
// part of the script. Bundlers find the addresses and take the files along.
/** @import { WorkerType } from "../../../www/lib/common/types.js" */
export { presetJson } from "./presets.js";

/** @type {WorkerType} */
export const WORKER_TYPE = "module";

export const NAMES = {
  worker: "worker.js",
  webgl2: "webgl2.wasm",
  canvas2d: "canvas2d.wasm",
  engine: "engine.wasm",
  engineThreads: "engine-threads.wasm",
};

export const FILES = {
  worker: new URL("./worker.js", import.meta.url),
  webgl2: new URL("./webgl2.wasm", import.meta.url),
  canvas2d: new URL("./canvas2d.wasm", import.meta.url),
  engine: new URL("./engine.wasm", import.meta.url),
  engineThreads: new URL("./engine-threads.wasm", import.meta.url),
};

/** @type {URL | null} */
export const HELP = new URL("./errors.html", import.meta.url);
