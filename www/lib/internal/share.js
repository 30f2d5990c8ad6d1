/**
 * @param {string} preset
 * @param {Record<string, any>} beyond what is to be laid over the preset
 * @param {string} page address of the page that is to show it
 * @returns {string} the page with parameters that `readParams` understands
 */
export function shareLink(preset, beyond, page) {
  const url = new URL(page);
  url.search = "";
  url.hash = "";
  url.searchParams.set("preset", preset);
  const { count, seed, ...world } = beyond.world ?? {};
  if (count !== undefined && count !== null) url.searchParams.set("fish", String(count));
  if (seed !== undefined && seed !== null) url.searchParams.set("seed", String(seed));
  const { world: _, ...rest } = beyond;
  const config = Object.keys(world).length ? { world, ...rest } : rest;
  if (Object.keys(config).length) url.searchParams.set("config", JSON.stringify(config));
  return url.href;
}
