// One thread of the pool: joins the memory of the worker that started it, says so, and works until it is terminated.
import init, { runPoolThread } from "../engine-threads/engine.js";

onmessage = async ({ data }) => {
  onmessage = null;
  await init({ module_or_path: data.module, memory: data.memory });
  postMessage(null);
  runPoolThread();
};
