// Where the files of this build lie that no module imports. The npm package and the one-file page put files of their own in
// the place of this one, as theirs lie elsewhere.
import { fetchJson } from "./fetch-json.js";

/** How a worker has to read the script. @type {WorkerType} */
export const WORKER_TYPE = "module";

/** The names below a `baseUrl`. */
export const NAMES = {
  worker: "worker/worker.js",
  webgl2: "webgl2/webgl2_bg.wasm",
  canvas2d: "canvas2d/canvas2d_bg.wasm",
  engine: "engine/engine_bg.wasm",
  engineThreads: "engine-threads/engine_bg.wasm",
};

/** Where they are unless a host says otherwise; addresses are spelt out, as bundlers look for just that. */
export const FILES = {
  worker: new URL("../worker/worker.js", import.meta.url),
  webgl2: new URL("../webgl2/webgl2_bg.wasm", import.meta.url),
  canvas2d: new URL("../canvas2d/canvas2d_bg.wasm", import.meta.url),
  engine: new URL("../engine/engine_bg.wasm", import.meta.url),
  engineThreads: new URL("../engine-threads/engine_bg.wasm", import.meta.url),
};

/** The page that explains errors by their codes. @type {URL | null} */
export const HELP = new URL("../../errors.html", import.meta.url);

/**
 * @param {string} name of one that there is
 * @returns {Promise<string>} JSON
 */
export function presetJson(name) {
  return fetchJson(new URL(`../../presets/${name}.json`, import.meta.url), "preset");
}
