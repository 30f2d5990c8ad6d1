/**
 * @param {string} preset
 * @param {Record<string, any>} beyond what is to be laid over the preset
 * @returns {string} address of our own page, which shows the tank
 */
export function shareLink(preset, beyond) {
  const url = new URL("../../", import.meta.url);
  url.searchParams.set("preset", preset);
  const { count, seed, ...world } = beyond.world ?? {};
  if (count !== undefined && count !== null) url.searchParams.set("fish", String(count));
  if (seed !== undefined && seed !== null) url.searchParams.set("seed", String(seed));
  const { world: _, ...rest } = beyond;
  const config = Object.keys(world).length ? { world, ...rest } : rest;
  if (Object.keys(config).length) url.searchParams.set("config", JSON.stringify(config));
  return url.href;
}
