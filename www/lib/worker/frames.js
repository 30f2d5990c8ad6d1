/** @import { Port } from "../common/types.js" */

/** Buffers that may be on their way or with the page at once; a page that stands still gets no more. */
const MOST_IN_FLIGHT = 3;

/** Copies published slots into buffers that travel to the page and come back. */
export class FrameSender {
  /** @type {ArrayBuffer[]} */
  #free = [];
  #inFlight = 0;
  #port;
  #engine;
  #memory;

  /**
   * @param {Port} port
   * @param {EngineMethods} engine
   * @param {WebAssembly.Memory} memory
   */
  constructor(port, engine, memory) {
    this.#port = port;
    this.#engine = engine;
    this.#memory = memory;
  }

  /** Sends the newest slot if there is a new one, and a buffer to carry it. */
  send() {
    if (this.#inFlight >= MOST_IN_FLIGHT) return;
    const at = this.#engine.take_frame();
    if (at === 0) return;
    const bytes = this.#engine.slot_bytes();
    const buffer = this.#free.pop() ?? new ArrayBuffer(bytes);
    // A fresh view each time: the memory may have grown, which detaches the old one.
    new Uint8Array(buffer).set(new Uint8Array(this.#memory.buffer, at, bytes));
    this.#inFlight += 1;
    this.#port.postMessage({ type: "frame", buffer }, [buffer]);
  }

  /** @param {ArrayBuffer} buffer that the page no longer needs */
  recycle(buffer) {
    this.#inFlight -= 1;
    this.#free.push(buffer);
  }
}
