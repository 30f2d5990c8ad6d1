// The long visit in a short form; `cargo xtask soak --minutes 10` is the long one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { soak } from "./soak.mjs";

test("a restless visitor finds nothing amiss, and the recordings are right to the bit", async () => {
  const { samples, replayed, actions } = await soak({ seconds: 25, seed: 3 });
  assert.ok(samples.length >= 2 && replayed.length >= 1);
  assert.ok(Object.keys(actions).length > 4, JSON.stringify(actions));
});
