/** @import { MiroFishElement } from "../../public/element.js" */
import { readConfig } from "../../internal/document.js";
import { differences } from "../../internal/patch.js";
import { fetchPreset } from "../../internal/presets.js";

/**
 * @param {string} name
 * @returns {Promise<any>} the whole configuration that the preset means
 */
async function wholePreset(name) {
  return readConfig(await fetchPreset(name));
}

/**
 * Makes the tank what the preset is, whatever was changed before. What stays is its seed, what is fixed from the start, and the
 * quality, which is a matter of the machine.
 * @param {MiroFishElement} tank
 * @param {string} name
 */
export async function becomePreset(tank, name) {
  const wanted = await wholePreset(name);
  await tank.loadPreset(name);
  const now = tank.getConfig();
  wanted.world = { ...wanted.world, seed: now.world.seed, capacity: now.world.capacity };
  wanted.quality = now.quality;
  await tank.setConfig(differences(now, wanted));
}

/**
 * Gives the tank the colours and the light of a preset.
 * @param {MiroFishElement} tank
 * @param {string} name
 */
export async function wearTheme(tank, name) {
  const { theme } = await wholePreset(name);
  await tank.setConfig({ theme });
}
