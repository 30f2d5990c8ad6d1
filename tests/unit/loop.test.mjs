// How often the picture is drawn, with a display of the test's own.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { FrameLoop } from "../../www/lib/internal/loop.js";

/** @type {Map<number, FrameRequestCallback>} */
let waiting;

beforeEach(() => {
  let handle = 0;
  waiting = new Map();
  globalThis.requestAnimationFrame = (callback) => {
    waiting.set(++handle, callback);
    return handle;
  };
  globalThis.cancelAnimationFrame = (handle) => void waiting.delete(handle);
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "requestAnimationFrame");
  Reflect.deleteProperty(globalThis, "cancelAnimationFrame");
});

/**
 * Lets a display show frames.
 * @param {number} count
 * @param {(index: number) => number} at milliseconds
 */
function show(count, at) {
  for (let index = 0; index < count; index++) {
    const due = [...waiting.values()];
    waiting.clear();
    for (const callback of due) callback(at(index));
  }
}

/** @param {number | null} limit */
function running(limit) {
  const drawn = { frames: 0 };
  const loop = new FrameLoop(() => void drawn.frames++);
  loop.fpsLimit = limit;
  loop.start();
  return { loop, drawn };
}

for (const [hertz, limit, expected] of [[60, null, 600], [60, 60, 600], [60, 30, 300], [60, 20, 200], [60, 50, 500], [144, 30, 300], [30, 60, 300], [90, 60, 600]]) {
  test(`in ten seconds a display of ${hertz} Hz shows ${expected} frames of at most ${limit ?? "any number"} a second`, () => {
    const { drawn } = running(limit);
    // Displays and clocks are a little uneven.
    show(10 * Number(hertz), (index) => 1000 + (index * 1000) / Number(hertz) + (index % 3) * 0.3);
    assert.ok(Math.abs(drawn.frames - Number(expected)) <= 2, `${drawn.frames} frames`);
  });
}

test("frames that were missed are not caught up on", () => {
  const { drawn } = running(30);
  show(60, (index) => (index * 1000) / 60);
  const before = drawn.frames;
  show(60, (index) => 60_000 + (index * 1000) / 60);
  assert.ok(drawn.frames - before <= 31, `${drawn.frames - before} frames in the second after a minute's rest`);
});

test("a loop that stands still draws when it is asked to, whatever the limit", () => {
  const { loop, drawn } = running(1);
  loop.stop();
  for (let i = 1; i <= 3; i++) {
    loop.once();
    show(1, () => 10 * i);
    assert.equal(drawn.frames, i);
  }
  assert.equal(waiting.size, 0);
});

test("a canvas that was resized, and so is empty, waits for no limit", () => {
  const { loop, drawn } = running(1);
  show(2, (index) => index * 16);
  assert.equal(drawn.frames, 1);
  loop.once();
  show(1, () => 32);
  assert.equal(drawn.frames, 2);
  loop.stop();
});
