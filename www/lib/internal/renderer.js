import { compileWasm, scriptLoad } from "../common/load-wasm.js";
import { FILES } from "./files.js";

/**
 * @typedef {Awaited<ReturnType<typeof load>>} Renderer
 */

/** @type {Promise<Renderer> | undefined} */
let loading;

/**
 * The renderer's module, loaded once for all tanks of the page, from where the first of them says; a failure is forgotten, so
 * that it can be tried again.
 * @param {string} [url] of its WebAssembly
 * @returns {Promise<Renderer>}
 */
export function loadRenderer(url = FILES.render.href) {
  loading ??= load(url).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @param {string} url */
async function load(url) {
  const [glue, module] = await Promise.all([
    scriptLoad(import("../render/render.js")),
    compileWasm(url),
  ]);
  await glue.default({ module_or_path: module });
  const { Stage, set_profiling } = glue;
  return { Stage, set_profiling };
}
