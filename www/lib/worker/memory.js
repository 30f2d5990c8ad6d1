import { AquariumError } from "../common/errors.js";

const MIB = 1024 * 1024;
const PAGE = 64 * 1024;

/** Code's own data, stack, configuration, allocator. */
const BASE_BYTES = 8 * MIB;
/** Stack and thread-local data of one thread of the pool. */
const THREAD_BYTES = 3 * MIB;
/** State, scratch, the hash, and three slots: what one fish takes. */
const FISH_BYTES = 1024;
/**
 * Pages that the standard library's own allocator takes as the module starts, before there are other threads; whatever
 * the program's allocator is, it keeps its notes of threads there.
 */
const STD_PAGES = 4;
/** What is tried when the whole cannot be had: the estimate above is generous. */
const SHARES = [1, 0.8, 0.65];

/**
 * @param {number} capacity most fish the tank can ever hold
 * @param {number} threads of the pool; 0 and 1 mean none
 * @returns {number} bytes that the engine's memory needs
 */
export function memoryBytes(capacity, threads) {
  return BASE_BYTES + (threads > 1 ? threads : 0) * THREAD_BYTES + capacity * FISH_BYTES;
}

/**
 * The engine's shared memory, whole before there are threads: phones reserve the maximum at once, and growing under
 * threads breaks in some browsers.
 * @param {number} capacity
 * @param {number} threads
 * @returns {WebAssembly.Memory}
 * @throws {AquariumError} `memory` if it cannot be had, nor a smaller one
 */
export function sharedMemory(capacity, threads) {
  const wanted = memoryBytes(capacity, threads);
  /** @type {unknown} */
  let refusal;
  for (const share of SHARES) {
    const pages = Math.ceil((wanted * share) / PAGE);
    try {
      return new WebAssembly.Memory({ initial: pages, maximum: pages + STD_PAGES, shared: true });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      refusal = error;
    }
  }
  throw new AquariumError("memory", refusal);
}
