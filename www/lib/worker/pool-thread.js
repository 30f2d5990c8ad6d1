// One thread of the pool: joins the memory of the worker that started it, says so, and works until it is terminated.
import init, { wbg_rayon_start_worker } from "../engine-threads/engine.js";

onmessage = async ({ data: { module, memory, receiver } }) => {
  onmessage = null;
  await init({ module_or_path: module, memory });
  postMessage(null);
  wbg_rayon_start_worker(receiver);
};
