// The engine, its plain walk and the peers, natively and in Chromium: all of them once in each round, so that whatever else
// the machine does in the meantime falls on all of them.
import { median, quantile, round, spread } from "./statistics.mjs";

const SIZES = [300, 1000, 10_000, 100_000];
const STATES = ["uniform", "schooled"];
/** The most that one step of a kernel may take, milliseconds: beyond that it is left out, and a note says so. */
const PATIENCE_MS = 2000;
/** A step that takes so many times the median of its batch was interrupted by other work of the machine. */
const INTERRUPTED = 3;

/**
 * @typedef {object} Case
 * @property {"native" | "chromium"} where
 * @property {string} kernel
 * @property {string} state
 * @property {number} threads
 * @property {number} fish
 * @property {number[]} batches mean milliseconds of a step, one for each batch
 * @property {number[]} steps milliseconds of each step
 */

/** @typedef {Record<"native" | "chromium", import("./hosts.mjs").Host>} Hosts */

/** @returns {Case[]} in the order in which they are measured: what is compared stands side by side */
function cases() {
  /** @type {Case[]} */
  const all = [];
  for (const fish of SIZES) {
    for (const state of STATES) {
      const add = (/** @type {Case["where"]} */ where, /** @type {string} */ kernel, threads = 1) =>
        all.push({ where, kernel, state, threads, fish, batches: [], steps: [] });
      add("chromium", "engine");
      add("native", "engine");
      add("chromium", "walk");
      add("native", "walk");
      add("chromium", "engine", 2);
      add("native", "engine", 2);
      add("chromium", "js linked list");
      add("chromium", "js counting sort");
      add("native", "krabmaga");
      if (fish * fish <= 1e8) add("chromium", "boids");
    }
  }
  for (const where of /** @type {const} */ (["chromium", "native"])) {
    all.push({ where, kernel: "engine", state: "heap", threads: 1, fish: 10_000, batches: [], steps: [] });
  }
  return all;
}

/** @param {number[]} batch @returns {number} mean of the steps that were not interrupted */
function steady(batch) {
  const most = INTERRUPTED * median(batch);
  const counted = batch.filter((ms) => ms <= most);
  return counted.reduce((sum, ms) => sum + ms, 0) / counted.length;
}

/**
 * @param {Case} one
 * @param {Hosts} hosts
 * @param {number} budgetMs
 */
async function measure(one, hosts, budgetMs) {
  const { where, kernel, state, threads, fish } = one;
  // As many steps as fit, but no fewer than two: the first measurement tells how long one takes.
  const known = one.batches.length > 0;
  const most = known ? Math.max(2, Math.floor(budgetMs / median(one.batches))) : 1;
  const { times } = await hosts[where].ask({ state, fish, kernel, threads, budgetMs, most });
  const [steps, ...all] = times;
  if (!known) return void one.batches.push(median(all));
  for (let at = 0; at < all.length; at += steps) {
    one.batches.push(steady(all.slice(at, at + steps)));
  }
  one.steps.push(...all);
}

/** @param {Case} one @param {number} neighbours */
function row({ where, kernel, state, threads, fish, batches, steps }, neighbours) {
  // The first was only there to tell how long a step takes.
  const perFish = batches.slice(1).map((ms) => (ms * 1e6) / fish);
  return {
    where,
    kernel,
    state,
    threads,
    fish,
    neighbours: round(neighbours),
    nsPerFish: round(median(perFish)),
    spread: [round(quantile(perFish, 0.25)), round(quantile(perFish, 0.75))],
    least: round(Math.min(...perFish)),
    stepMs: spread(steps),
  };
}

/**
 * @param {Hosts} hosts
 * @param {{ rounds: number, budgetMs: number }} effort
 * @param {(done: number, of: number) => void} progress
 */
export async function measureKernels(hosts, { rounds, budgetMs }, progress) {
  const all = cases();
  /** @type {Map<string, number>} */
  const neighbours = new Map();
  const total = all.length * (rounds + 1);
  let done = 0;
  for (let round = 0; round <= rounds; round++) {
    for (const one of all) {
      const { state, fish } = one;
      const scene = `${state} ${fish}`;
      if (!neighbours.has(scene)) {
        // Both bring a tank to its state at the same time: nothing is measured then.
        const made = await Promise.all([hosts.chromium.ask({ state, fish }), hosts.native.ask({ state, fish })]);
        neighbours.set(scene, made[0].neighbours);
      }
      if (!(one.batches[0] > PATIENCE_MS)) await measure(one, hosts, budgetMs);
      progress(++done, total);
    }
  }
  return all
    .filter((one) => one.steps.length > 0)
    .map((one) => row(one, neighbours.get(`${one.state} ${one.fish}`) ?? NaN));
}
