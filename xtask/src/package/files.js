// In the place of lib/internal/files.js: where the files of the npm package lie, all of them beside mirofish.js. Presets are
// part of the script. Bundlers find the addresses and take the files along.
/** @import { WorkerType } from "../../../www/lib/common/types.js" */
import community from "../../../www/presets/community.json";
import dispersed from "../../../www/presets/dispersed.json";
import koiPond from "../../../www/presets/koi-pond.json";
import loners from "../../../www/presets/loners.json";
import migration from "../../../www/presets/migration.json";
import neonNight from "../../../www/presets/neon-night.json";
import timidSchool from "../../../www/presets/timid-school.json";
import vortex from "../../../www/presets/vortex.json";

/** @type {Record<string, object>} */
const PRESETS = {
  community,
  dispersed,
  "koi-pond": koiPond,
  loners,
  migration,
  "neon-night": neonNight,
  "timid-school": timidSchool,
  vortex,
};

/** @type {WorkerType} */
export const WORKER_TYPE = "module";

export const NAMES = {
  worker: "worker.js",
  render: "render.wasm",
  engine: "engine.wasm",
  engineThreads: "engine-threads.wasm",
};

export const FILES = {
  worker: new URL("./worker.js", import.meta.url),
  render: new URL("./render.wasm", import.meta.url),
  engine: new URL("./engine.wasm", import.meta.url),
  engineThreads: new URL("./engine-threads.wasm", import.meta.url),
};

/** @type {URL | null} */
export const HELP = new URL("./errors.html", import.meta.url);

/**
 * @param {string} name of one that there is
 * @returns {Promise<string>} JSON
 */
export async function presetJson(name) {
  return JSON.stringify(PRESETS[name]);
}
