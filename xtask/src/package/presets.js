// The presets as a part of the script, where no module fetches files.
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

/**
 * @param {string} name of one that there is
 * @returns {Promise<string>} JSON
 */
export async function presetJson(name) {
  return JSON.stringify(PRESETS[name]);
}
