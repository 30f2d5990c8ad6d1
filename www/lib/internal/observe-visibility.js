/** How far outside the window an element may be and already count as on screen, so that it is ready when it gets there. */
const NEARBY = "200px";

/**
 * Tells whether anybody can see the element: on screen, and in a page that is not hidden.
 * @param {Element} element
 * @param {(visible: boolean) => void} tell first when it is known, then at each change
 * @param {AbortSignal} signal ends it
 */
export function observeVisibility(element, tell, signal) {
  /** @type {boolean | undefined} */
  let onScreen;
  /** @type {boolean | undefined} */
  let told;
  const report = () => {
    if (onScreen === undefined) return;
    const visible = onScreen && document.visibilityState === "visible";
    if (visible === told) return;
    told = visible;
    tell(visible);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      onScreen = entries[entries.length - 1].isIntersecting;
      report();
    },
    { rootMargin: NEARBY },
  );
  observer.observe(element);
  document.addEventListener("visibilitychange", report, { signal });
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}
