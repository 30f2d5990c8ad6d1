import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigLayers, capacityOf, encode, optionPatches, populationOf } from "../../www/lib/internal/config.js";
import { readOptions } from "../../www/lib/internal/options.js";
import { composePatches, differences } from "../../www/lib/internal/patch.js";
import { LARGEST_SEED, randomSeed } from "../../www/lib/internal/seed.js";
import { chooseThreads } from "../../www/lib/internal/threads.js";

/** RFC 7386 as its text has it. @param {any} target @param {any} patch @returns {any} */
function merged(target, patch) {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const out = typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete out[key];
    else out[key] = merged(out[key], value);
  }
  return out;
}

/** A generator of small documents: same seed, same documents. @param {number} seed */
function documents(seed) {
  let state = seed;
  const random = (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  /** @param {number} depth @param {boolean} nulls @returns {any} */
  const value = (depth, nulls) => {
    const kind = random(depth > 0 ? 5 : 3);
    if (kind === 0) return nulls ? null : 7;
    if (kind === 1) return random(9);
    if (kind === 2) return [random(3)];
    return object(depth - 1, nulls);
  };
  /** @param {number} depth @param {boolean} nulls @returns {Record<string, any>} */
  const object = (depth, nulls) => {
    /** @type {Record<string, any>} */
    const out = {};
    for (const key of "abc") if (random(2)) out[key] = value(depth, nulls);
    return out;
  };
  return object;
}

test("patches in one are the patches one after the other", () => {
  const object = documents(42);
  let joined = 0;
  for (let i = 0; i < 5000; i += 1) {
    const [base, first, second] = [object(3, false), object(3, true), object(3, true)];
    const composed = composePatches(first, second);
    joined += composed.length === 1 ? 1 : 0;
    assert.deepEqual(composed.reduce(merged, base), merged(merged(base, first), second));
  }
  assert.ok(joined > 1000, `only ${joined} pairs were joined`);
});

test("differences make the one document into the other", () => {
  const base = { world: { count: null, scale: 1 }, species: [{ id: "a" }], boids: { wSep: 1.6 } };
  const changed = { world: { count: 30, scale: 1 }, species: [{ id: "b" }], boids: { wSep: 1.6 } };
  assert.deepEqual(differences(base, changed), { world: { count: 30 }, species: [{ id: "b" }] });
  assert.deepEqual(merged(base, differences(base, changed)), changed);
  assert.deepEqual(differences(base, base), {});
});

test("what JSON would turn into null arrives as a word that the schema refuses by name", () => {
  assert.equal(encode({ boids: { wSep: NaN, wAli: -Infinity } }), '{"boids":{"wSep":"NaN","wAli":"-Infinity"}}');
  assert.equal(encode({ world: { seed: 5n, count: null } }), '{"world":{"seed":5,"count":null}}');
});

test("default < preset < config < options < calls, and a wrong layer takes no other with it", () => {
  const layers = new ConfigLayers(99);
  const weight = () => layers.compose().config.boids.wSep;
  assert.equal(weight(), 1.6);
  layers.preset = '{"boids":{"wSep":2}}';
  assert.equal(weight(), 2);
  layers.config = '{"boids":{"wSep":3}}';
  assert.equal(weight(), 3);
  layers.options = [["fish", { boids: { wSep: 4 } }]];
  assert.equal(weight(), 4);
  layers.addCall({ boids: { wSep: 5 } });
  assert.equal(weight(), 5);
  layers.addCall({ boids: { wSep: 99 } });
  assert.equal(weight(), 4);
  const { problems } = layers.compose();
  assert.deepEqual(problems, [{ name: "setConfig", message: "setConfig: boids.wSep is 99; allowed: 0 to 20" }]);
});

test("the seed is the one that was set, else the one that was drawn", () => {
  const layers = new ConfigLayers(99);
  const seed = () => layers.compose().config.world.seed;
  assert.equal(seed(), 99);
  layers.options = optionPatches(readOptions([["seed", 0]]).options);
  assert.equal(seed(), 0);
});

test("seeds from entropy fit JSON and differ", () => {
  const seeds = new Set(Array.from({ length: 200 }, randomSeed));
  assert.equal(seeds.size, 200);
  for (const seed of seeds) assert.ok(Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED);
});

test("population by area within its limits, capacity above it", () => {
  /** @param {object} fields */
  const config = (fields) => ({
    world: {
      boundary: /** @type {const} */ ("soft"),
      size: /** @type {const} */ ("element"),
      ...{ width: 1, height: 1, scale: 1, count: null, seed: null, capacity: null },
      ...fields,
    },
  });
  assert.equal(populationOf(config({}), 1280, 720), 177);
  assert.equal(populationOf(config({}), 100, 100), 30);
  assert.equal(populationOf(config({}), 9999, 9999), 320);
  assert.equal(populationOf(config({ count: 5000 }), 100, 100), 5000);
  assert.equal(populationOf(config({ scale: 2 }), 1280, 720), 44);
  assert.deepEqual([capacityOf(config({})), capacityOf(config({ count: 5000 })), capacityOf(config({ capacity: 7 }))], [1024, 5000, 7]);
});

test("threads only where they pay", () => {
  assert.deepEqual([chooseThreads(null, 300, 16), chooseThreads(null, 5000, 16), chooseThreads(null, 5000, 4)], [0, 4, 2]);
  assert.equal(chooseThreads(3, 10, 2), 3);
});
