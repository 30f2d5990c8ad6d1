// What this browser and this page can do, asked once. Each answer tests what will be used rather than a version:
// `SharedArrayBuffer` exists in pages where it cannot be posted (Chromium before 92 on the desktop), `crossOriginIsolated`
// alone says nothing about shared WebAssembly memory (Firefox 79 to 89 with it disabled), and all engines gained module
// workers late (Chromium 80, Safari 15, Firefox 114). Safari 16.4 was the last to get SIMD.

/** @import { Tier } from "../common/types.js" */

/**
 * @typedef {object} Capabilities
 * @property {string} fatal code of the reason why nothing can run, or empty
 * @property {string} shared code of the reason why the tier `shared` cannot be had, or empty
 * @property {string} worker code of the reason why no worker can be had, or empty
 */

/** @type {Capabilities | undefined} */
let answer;

/** @returns {Capabilities} */
export function probe() {
  answer ??= { fatal: fatalReason(), shared: sharedReason(), worker: workerReason() };
  return answer;
}

/**
 * @param {Tier} tier
 * @returns {string} code of the reason why it cannot be had, or empty
 */
export function reasonAgainst(tier) {
  const { shared, worker } = probe();
  if (tier === "main") return "";
  return worker || (tier === "shared" ? shared : "");
}

/** The shortest module with a SIMD instruction: one function that drops `i8x16.splat(0)`. */
const SIMD_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11,
]);

function fatalReason() {
  if (typeof WebAssembly !== "object") return "no-wasm";
  return WebAssembly.validate(SIMD_MODULE) ? "" : "no-simd";
}

function workerReason() {
  return typeof Worker === "function" ? "" : "no-worker";
}

function sharedReason() {
  if (globalThis.crossOriginIsolated !== true) return "not-isolated";
  try {
    const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    const channel = new MessageChannel();
    channel.port1.postMessage(buffer);
    channel.port1.close();
    return buffer instanceof SharedArrayBuffer ? "" : "no-shared-memory";
  } catch {
    return "no-shared-memory";
  }
}
