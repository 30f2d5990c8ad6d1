/**
 * Tells when the density of the display changes: another screen, page zoom. A query only ever fires for the density it
 * was made for, so a new one is made each time.
 * @param {() => void} tell
 * @param {AbortSignal} signal ends it
 */
export function observeDpr(tell, signal) {
  const changed = () => {
    watch();
    tell();
  };
  const watch = () => {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener("change", changed, { once: true, signal });
  };
  watch();
}
