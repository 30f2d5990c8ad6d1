import { compileWasm, scriptLoad } from "../common/load-wasm.js";

/** @typedef {"webgl2" | "canvas2d"} RendererName */
/** @typedef {Awaited<ReturnType<typeof load>>} Renderer */

/** The glue of each; addresses are spelt out, as bundlers look for just that. */
const GLUE = {
  webgl2: () => import("../webgl2/webgl2.js"),
  canvas2d: () => import("../canvas2d/canvas2d.js"),
};

/** @type {Partial<Record<RendererName, Promise<Renderer>>>} */
const loading = {};

/**
 * A renderer's module, loaded once for all tanks of the page, from where the first of them says; a failure is forgotten, so
 * that it can be tried again.
 * @param {RendererName} name
 * @param {string} url of its WebAssembly
 * @returns {Promise<Renderer>}
 */
export function loadRenderer(name, url) {
  return (loading[name] ??= load(name, url).catch((error) => {
    delete loading[name];
    throw error;
  }));
}

/** @param {RendererName} name @param {string} url */
async function load(name, url) {
  const [glue, module] = await Promise.all([scriptLoad(GLUE[name]()), compileWasm(url)]);
  await glue.default({ module_or_path: module });
  const { Stage, set_profiling } = glue;
  return { Stage, set_profiling };
}
