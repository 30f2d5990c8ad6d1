import { compileWasm, scriptLoad } from "../common/load-wasm.js";

/**
 * @typedef {Awaited<ReturnType<typeof load>>} Renderer
 */

/** @type {Promise<Renderer> | undefined} */
let loading;

/**
 * The renderer's module, loaded once for all tanks of the page; a failure is forgotten, so that it can be tried again.
 * @returns {Promise<Renderer>}
 */
export function loadRenderer() {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load() {
  const [glue, module] = await Promise.all([
    scriptLoad(import("../render/render.js")),
    compileWasm(new URL("../render/render_bg.wasm", import.meta.url)),
  ]);
  await glue.default({ module_or_path: module });
  const { Stage, merge_config, parse_config } = glue;
  return { Stage, merge_config, parse_config };
}
