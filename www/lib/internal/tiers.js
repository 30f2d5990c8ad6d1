/** @import { Files, Started, TankSpec, Tier } from "../common/types.js" */
import { AquariumError, typed } from "../common/errors.js";
import { toNumbers } from "./document.js";
import { linkToMainThread } from "./main-link.js";
import { reasonAgainst } from "./probe.js";
import { WorkerLink } from "./worker-link.js";

/** Best first. */
const TIERS = /** @type {const} */ (["shared", "transfer", "main"]);
/**
 * Why the tier `main` may stand in. Whatever else went wrong in a worker would go wrong on the main thread too, and take
 * the page with it.
 */
const NO_WORKER = ["no-worker", "worker-load", "worker-origin"];
/** To fetch and compile the engine; generous, for slow lines. */
const LOAD_DEADLINE_MS = 30_000;
/** To get memory, bring up the pool and make the tank; the pool has a deadline of its own within this one. */
const START_DEADLINE_MS = 12_000;

/**
 * @typedef {object} Simulation
 * @property {Tier} tier
 * @property {WorkerLink} link
 * @property {Started} started
 */

/**
 * @typedef {object} TierEvents
 * @property {(tier: Tier, error: AquariumError) => void} downgrade a tier could not be had; `tier` is the next one
 * @property {AbortSignal} signal
 */

/**
 * Starts the simulation in the best tier that can be had. Its code is fetched while `spec` is still being made.
 * @param {"auto" | Tier} wanted where to begin
 * @param {Promise<TankSpec>} spec
 * @param {Files} files
 * @param {TierEvents} events
 * @returns {Promise<Simulation>}
 * @throws {AquariumError} the reason against the last tier
 */
export async function openSimulation(wanted, spec, files, events) {
  const tiers = wanted === "auto" ? TIERS : TIERS.slice(TIERS.indexOf(wanted));
  /** @type {AquariumError | undefined} */
  let refusal;
  for (const tier of tiers) {
    if (refusal && tier === "main" && !NO_WORKER.includes(refusal.code)) break;
    if (refusal) events.downgrade(tier, refusal);
    const reason = reasonAgainst(tier);
    if (reason) {
      refusal = new AquariumError(reason);
      continue;
    }
    const outcome = await attempt(tier, spec, files, events.signal);
    if (!(outcome instanceof AquariumError)) return outcome;
    refusal = outcome;
  }
  throw refusal ?? new AquariumError("unexpected");
}

/**
 * @param {Tier} tier
 * @param {Promise<TankSpec>} spec
 * @param {Files} files
 * @param {AbortSignal} signal
 * @returns {Promise<Simulation | AquariumError>} why this tier cannot be had; throws if no tier can help
 */
async function attempt(tier, spec, files, signal) {
  /** @type {WorkerLink | undefined} */
  let link;
  const close = () => link?.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    link = tier === "main" ? await linkToMainThread() : WorkerLink.toWorker(files);
    signal.throwIfAborted();
    const loaded = link.request("load", { tier, files }, LOAD_DEADLINE_MS);
    // Whoever fails first decides; the other promise must not count as unhandled then.
    loaded.catch(() => {});
    const ready = await spec.catch((error) => {
      throw new Fatal(error);
    });
    await loaded;
    const control = tier === "shared" ? new SharedArrayBuffer(4) : null;
    const started = await link.request("start", { ...ready, config: toNumbers(ready.config), control }, START_DEADLINE_MS);
    if (control) link.control = new Int32Array(control);
    return { tier, link, started };
  } catch (error) {
    close();
    signal.throwIfAborted();
    if (error instanceof Fatal) throw error.reason;
    const reason = typed(error, "worker-crash");
    if (reason.code === "config") throw reason;
    return reason;
  } finally {
    signal.removeEventListener("abort", close);
  }
}

/** Wraps what no other tier would do better at. */
class Fatal {
  /** @param {unknown} reason */
  constructor(reason) {
    this.reason = reason;
  }
}
