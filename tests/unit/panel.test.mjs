import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { CHINESE } from "../../www/lib/pages/panel/chinese.js";
import { LiveDocument } from "../../www/lib/pages/panel/live-document.js";
import { hexOf, hslOf } from "../../www/lib/pages/panel/color.js";

test("colours go to hexadecimal and back within what eight bits can tell", () => {
  assert.deepEqual(["#ff0000", "#00ff00", "#0000ff", "#808080", "#ffffff"].map(hslOf), [[0, 100, 50], [120, 100, 50], [240, 100, 50], [0, 0, 50.2], [0, 0, 100]]);
  for (let value = 0; value < 0x1000000; value += 4099) {
    const hex = `#${value.toString(16).padStart(6, "0")}`;
    const near = hexOf(hslOf(hex));
    for (const start of [1, 3, 5]) {
      const [a, b] = [hex, near].map((text) => Number.parseInt(text.slice(start, start + 2), 16));
      assert.ok(Math.abs(a - b) <= 1, `${hex} became ${near}`);
    }
  }
});

/** A tank that answers when it is told to. */
class SlowTank {
  /** @type {any[]} */
  patches = [];
  /** @type {((error?: Error) => void)[]} */
  answers = [];
  config = { boids: { wSep: 1, wAli: 2 }, species: [{ id: "a", bodyLen: [1, 2] }, { id: "b", bodyLen: [3, 4] }] };
  getConfig() {
    return structuredClone(this.config);
  }
  /** @param {object} patch */
  setConfig(patch) {
    this.patches.push(patch);
    return new Promise((resolve, reject) => this.answers.push((error) => (error ? reject(error) : resolve(this.config))));
  }
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test("changes that come while one is on its way go together, and lists as a whole", async () => {
  const tank = new SlowTank();
  const live = new LiveDocument(/** @type {any} */ (tank), assert.fail);
  live.write(["boids", "wSep"], 3);
  live.write(["boids", "wSep"], 4);
  live.write(["species", 1, "bodyLen", 0], 9);
  assert.deepEqual(tank.patches, [{ boids: { wSep: 3 } }]);
  tank.answers[0]();
  await soon();
  assert.deepEqual(tank.patches[1], { boids: { wSep: 4 }, species: [{ id: "a", bodyLen: [1, 2] }, { id: "b", bodyLen: [9, 4] }] });
});

test("a change that is refused is told, and the document is the tank's again", async () => {
  const tank = new SlowTank();
  /** @type {string[]} */
  const told = [];
  const live = new LiveDocument(/** @type {any} */ (tank), ({ message }) => told.push(message));
  live.write(["boids", "wAli"], -1);
  assert.equal(live.read(["boids", "wAli"]), -1);
  tank.answers[0](new Error("too low"));
  await soon();
  assert.deepEqual([told, live.read(["boids", "wAli"])], [["too low"], 2]);
});

test("every field and section of the schema has a Chinese name, every field Chinese words, and there are no others", async () => {
  /** @typedef {import("../../www/lib/pages/panel/fields.js").Schema} Schema */
  const schema = JSON.parse(await readFile(new URL("../../docs/config.schema.json", import.meta.url), "utf8"));
  /** @type {Record<string, boolean>} whether it is a field, by its path */
  const wanted = {};
  const walk = (/** @type {Schema} */ { properties, items }, /** @type {string[]} */ path) => {
    const inside = properties ?? (items || {}).properties;
    // The names of the uppermost sections are among the page's texts.
    if (path.length > 1) wanted[path.join(".")] = !inside;
    for (const [key, field] of Object.entries(inside ?? {})) walk(field, [...path, key]);
  };
  walk(schema, []);
  assert.deepEqual(Object.keys(CHINESE).sort(), Object.keys(wanted).sort());
  for (const [path, isField] of Object.entries(wanted)) {
    const [name, words] = CHINESE[path];
    assert.match(name, /\p{Script=Han}/u, path);
    if (isField) assert.match(words ?? "", /\p{Script=Han}/u, path);
  }
});
