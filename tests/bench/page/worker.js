// The browser's side of `cargo xtask bench`: makes tanks and measures them as it is told. The native side, which is asked the
// same, is tests/bench/native/main.rs.
import init, { Bench, initThreadPool } from "./engine-threads/engine.js";
import { NpmBoids } from "./boids.js";
import { CountingSort, LinkedList } from "./typed.js";
import { startPool } from "./worker/pool.js";

const THREADS = 2;
/** 512 MiB: tanks of 100,000 fish in each state. */
const MEMORY = { initial: 8192, maximum: 8200, shared: true };
/** Steps that are not measured after a return to the start. */
const WARM_UP = 2;
const STEPS_IN_BATCH = 30;

const PEERS = { boids: NpmBoids, "js linked list": LinkedList, "js counting sort": CountingSort };

/** @typedef {{ state: string, fish: number, kernel?: keyof typeof PEERS | "engine" | "walk", threads?: number, budgetMs?: number, most?: number }} Ask */

/** @type {Map<string, Bench>} */
const benches = new Map();
/** @type {Map<string, NpmBoids | LinkedList | CountingSort>} */
const peers = new Map();

const ready = (async () => {
  await init({ module_or_path: new URL("./engine-threads/engine_bg.wasm", import.meta.url), memory: new WebAssembly.Memory(MEMORY) });
  const script = { worker: new URL("./pool.js", import.meta.url).href, workerType: "module" };
  const reason = await startPool(initThreadPool, THREADS, script);
  if (reason) throw new Error(`no pool: ${reason}`);
})();

/** @template T @param {Map<string, T>} map @param {string} key @param {() => T} make @returns {T} */
function kept(map, key, make) {
  const made = map.get(key) ?? make();
  map.set(key, made);
  return made;
}

/**
 * As `Lab::measure` does it.
 * @param {NpmBoids | LinkedList | CountingSort} tank
 * @param {number} budgetMs
 * @param {number} most
 */
function measure(tank, budgetMs, most) {
  const steps = Math.min(most, STEPS_IN_BATCH);
  const times = [steps];
  const begun = performance.now();
  for (;;) {
    tank.rewind();
    for (let i = 0; i < Math.min(WARM_UP, most); i++) tank.step();
    let before = performance.now();
    for (let i = 0; i < steps; i++) {
      tank.step();
      const after = performance.now();
      times.push(after - before);
      before = after;
    }
    if (before - begun >= budgetMs) return times;
  }
}

/** @param {Ask} ask */
function answer({ state, fish, kernel, threads = 1, budgetMs = 0, most = 1 }) {
  const key = `${state} ${fish}`;
  const bench = kept(benches, key, () => new Bench(state, fish, THREADS));
  if (!kernel) return { neighbours: bench.neighbours() };
  if (kernel === "engine" || kernel === "walk") {
    return { times: [...bench.measure(kernel === "walk", threads > 1, budgetMs, most)] };
  }
  const gathers = state !== "uniform";
  const peer = kept(peers, `${kernel} ${key}`, () => new PEERS[kernel](bench.size(), bench.fish(), gathers));
  return { times: measure(peer, budgetMs, most) };
}

onmessage = async ({ data }) => {
  try {
    await ready;
    postMessage(answer(data));
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
