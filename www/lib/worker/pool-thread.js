/** What the names of the pool's workers begin with. */
export const POOL_NAME = "miro-fish-pool";

/** Joins the memory of the worker that started this one, says so, and works until it is terminated. */
export function joinPool() {
  onmessage = async ({ data: { module, memory, receiver } }) => {
    onmessage = null;
    const { default: init, wbg_rayon_start_worker } = await import("../engine-threads/engine.js");
    await init({ module_or_path: module, memory });
    postMessage(null);
    wbg_rayon_start_worker(receiver);
  };
}
