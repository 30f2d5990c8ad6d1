// The live grid is written while it is read: whatever stands in it, reading it ends and stays inside.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chainLengths } from "../../www/lib/internal/overlays.js";

/** @type {(head: number[], next: number[], count?: number) => number[]} */
const lengths = (head, next, count = next.length) => chainLengths(Int32Array.from(head), Int32Array.from(next), count);

test("a grid that stands still is counted as it is", () => {
  assert.deepEqual(lengths([2, -1, 1], [-1, 0, 3, -1]), [2, 0, 2]);
  assert.deepEqual(lengths([], []), []);
});

test("a chain that bites its tail ends when there are no more fish", () => {
  assert.deepEqual(lengths([0, 0], [0, -1]), [2, 0]);
  assert.deepEqual(lengths([0], [1, 2, 0]), [3]);
});

test("what points outside ends the chain", () => {
  assert.deepEqual(lengths([5, -7, 2 ** 31 - 1, 0], [99, 1]), [0, 0, 0, 1]);
});

test("a hundred thousand fish in one cell are counted, however they stand", () => {
  const next = Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_000);
  const [length] = lengths([1], next);
  assert.ok(length <= 100_000);
});
