import { AquariumError } from "../common/errors.js";
import { presetJson } from "./files.js";

/** Names of the presets that come with the product; each is a file in the folder `presets`. */
export const PRESETS = [
  "community",
  "timid-school",
  "loners",
  "koi-pond",
  "neon-night",
  "vortex",
  "migration",
  "dispersed",
];

/**
 * @param {string} name one of `PRESETS`
 * @returns {Promise<string>} a configuration as JSON; what it leaves out has its default
 * @throws {AquariumError} `preset`
 */
export function fetchPreset(name) {
  if (!PRESETS.includes(name)) {
    throw new AquariumError("preset", `There is no preset "${name}"; there are ${PRESETS.join(", ")}.`);
  }
  return presetJson(name);
}
