/**
 * Tells whether the visitor asked for less motion, now and at each change.
 * @param {(reduced: boolean) => void} tell
 * @param {AbortSignal} signal ends it
 */
export function observeReducedMotion(tell, signal) {
  const query = matchMedia("(prefers-reduced-motion: reduce)");
  query.addEventListener("change", () => tell(query.matches), { signal });
  tell(query.matches);
}
