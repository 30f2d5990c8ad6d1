import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryBytes, sharedMemory } from "../../www/lib/worker/memory.js";
import { FrameSender } from "../../www/lib/worker/frames.js";
import { TimerPacer, WaitingPacer } from "../../www/lib/worker/pacing.js";

const MIB = 1024 * 1024;

test("the shared memory is tens of MiB, whole but for what is taken at the start", () => {
  assert.ok(memoryBytes(1024, 0) < 16 * MIB);
  assert.ok(memoryBytes(1024, 4) < 32 * MIB);
  const memory = sharedMemory(1024, 0);
  assert.ok(memory.buffer instanceof SharedArrayBuffer);
  assert.throws(() => memory.grow(5), RangeError);
});

test("memory that cannot be had is an error with a code, not an exception of the browser", () => {
  assert.throws(() => sharedMemory(1e9, 0), { code: "memory" });
});

/** Ticks that were seen while the pacer ran, moments in milliseconds; `act` hears of each and stops it in the end.
 * @param {"wait" | "timer"} kind
 * @param {number} remaining what each tick says
 * @param {(pacer: WaitingPacer | TimerPacer, count: number, control: Int32Array<SharedArrayBuffer>) => void} act
 * @param {number} last the tick that is waited for
 * @returns {Promise<number[]>}
 */
async function ticksOf(kind, remaining, act, last) {
  const control = new Int32Array(new SharedArrayBuffer(4));
  /** @type {number[]} */
  const ticks = [];
  await new Promise((/** @type {(nothing: void) => void} */ resolve) => {
    const tick = () => {
      ticks.push(performance.now());
      act(pacer, ticks.length, control);
      if (ticks.length === last) resolve();
      return remaining;
    };
    const pacer = kind === "wait" ? new WaitingPacer(tick, control) : new TimerPacer(tick);
    pacer.start();
  });
  // Long enough for a tick that should not come.
  await new Promise((resolve) => setTimeout(resolve, 4 * remaining));
  return ticks;
}

/** @param {number[]} ticks */
const gapsOf = (ticks) => ticks.slice(1).map((at, i) => at - ticks[i]);

for (const kind of /** @type {const} */ (["wait", "timer"])) {
  test(`${kind}: ticks follow each other at the pace that is asked for, until it is closed`, async () => {
    const ticks = await ticksOf(kind, 5, (pacer, count) => count === 20 && pacer.close(), 20);
    assert.equal(ticks.length, 20);
    const median = gapsOf(ticks).sort((a, b) => a - b)[9];
    assert.ok(median >= 4 && median < 20, `median gap ${median} ms`);
  });

  test(`${kind}: stopped and started again it keeps one pace`, async () => {
    /** @type {(pacer: WaitingPacer | TimerPacer, count: number) => void} */
    const act = (pacer, count) => {
      if (count === 3) {
        pacer.stop();
        pacer.start();
        pacer.start();
      }
      if (count === 12) pacer.close();
    };
    const gaps = gapsOf(await ticksOf(kind, 10, act, 12)).slice(3);
    assert.equal(gaps.length, 8);
    assert.ok(gaps.every((gap) => gap > 5), `gaps ${gaps}`);
  });
}

test("wait: after a bump there is one turn without sleep, in which the message can be served", async () => {
  const ticks = await ticksOf("wait", 60, (pacer, count, control) => {
    if (count === 3) Atomics.add(control, 0, 1);
    if (count === 6) pacer.close();
  }, 6);
  const gaps = gapsOf(ticks);
  assert.deepEqual(gaps.map((gap) => gap < 40), [false, false, true, true, false], `gaps ${gaps}`);
});

test("frames: a page that gives no buffers back gets no more than three", () => {
  /** @type {ArrayBuffer[]} */
  const sent = [];
  const memory = new WebAssembly.Memory({ initial: 1 });
  new Uint8Array(memory.buffer).fill(7, 64, 128);
  const port = { postMessage: (/** @type {any} */ { buffer }) => sent.push(buffer), onmessage: null };
  const engine = /** @type {any} */ ({ take_frame: () => 64, slot_bytes: () => 64 });
  const frames = new FrameSender(port, engine, memory);
  for (let i = 0; i < 10; i += 1) frames.send();
  assert.equal(sent.length, 3);
  assert.ok(new Uint8Array(sent[0]).every((byte) => byte === 7));
  frames.recycle(sent[0]);
  frames.send();
  assert.equal(sent[3], sent[0], "the buffer is used again");
});
