import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";

const root = new URL("../../", import.meta.url);

/** @param {string} path @returns {any} */
function json(path) {
  return JSON.parse(readFileSync(new URL(path, root), "utf8"));
}

const accepts = new Ajv2020({ strict: true, strictTypes: false }).compile(json("docs/config.schema.json"));

test("the schema accepts every preset and the empty document", () => {
  const presets = readdirSync(new URL("www/presets/", root)).filter((name) => name.endsWith(".json"));
  assert.ok(presets.length > 0);
  for (const preset of presets) assert.ok(accepts(json(`www/presets/${preset}`)), `${preset}: ${JSON.stringify(accepts.errors)}`);
  assert.ok(accepts({}));
});

test("the schema accepts what the document may say", () => {
  for (const good of [
    { world: { count: null, boundary: "wrap" } },
    { world: { count: 131072, seed: 9007199254740991 } },
    { species: [{ id: "a-b_c. d", bodyLen: [2, 500], color: [360, 0, 100.0] }] },
    { quality: { governor: false } },
  ]) assert.ok(accepts(good), `${JSON.stringify(good)}: ${JSON.stringify(accepts.errors)}`);
});

test("the schema refuses what the engine refuses", () => {
  const species = (/** @type {number} */ count) => Array.from({ length: count }, (_, i) => ({ id: `s${i}` }));
  assert.ok(accepts({ species: species(16) }));
  for (const bad of [
    [],
    { fish: 3 },
    { boids: { perceptoin: 70 } },
    { boids: { perception: -3 } },
    { boids: { perception: "70" } },
    { boids: [70] },
    { world: { count: 1.5 } },
    { world: { count: 1e9 } },
    { world: { boundary: "hard" } },
    { species: [] },
    { species: species(17) },
    { species: [{ id: "<script>" }] },
    { species: [{ id: "" }] },
    { species: [{ bodyLen: [30] }] },
    { species: [{ bodyLen: [30, 40, 50] }] },
    { species: [{ color: [361, 0, 0] }] },
    { quality: { governor: 1 } },
  ]) assert.ok(!accepts(bad), JSON.stringify(bad));
});
