import assert from "node:assert/strict";
import { test } from "node:test";
import { readOptions } from "../../www/lib/internal/options.js";
import { readParams } from "../../www/lib/internal/params.js";

test("attributes and options are the same things by two names", () => {
  const fromAttributes = readOptions([["max-dpr", "1.5"], ["touch-action", "none"], ["fish", "300"], ["stats", ""]]);
  const fromCode = readOptions([["maxDpr", 1.5], ["touchAction", "none"], ["fish", 300], ["stats", true]]);
  assert.deepEqual(fromAttributes, fromCode);
  assert.deepEqual(fromAttributes.problems, []);
});

test("a wrong value is told with what is allowed, and the default is kept", () => {
  const { options, problems } = readOptions([["tier", "fast"], ["fish", "many"], ["seed", "-1"], ["paused", "maybe"]]);
  assert.deepEqual([options.tier, options.fish, options.seed, options.paused], ["auto", null, null, false]);
  assert.deepEqual(problems.map(({ name }) => name), ["tier", "fish", "seed", "paused"]);
  assert.match(problems[0].message, /shared, transfer, main/);
});

test("numbers that are none are refused", () => {
  for (const text of ["", " ", "NaN", "Infinity", "1e999", "0x", "3.5", "12 fish"]) {
    assert.equal(readOptions([["fish", text]]).problems.length, 1, JSON.stringify(text));
  }
});

test("a page's parameters: the known ones become attributes, the others are told without being run", () => {
  const { attributes, problems } = readParams("?fish=300&seed=42&stats=1&wibble=2&preset=<script>alert(1)</script>");
  assert.deepEqual(attributes, [["fish", "300"], ["seed", "42"], ["stats", "1"]]);
  assert.deepEqual(problems.map(({ name }) => name), ["wibble", "preset"]);
  assert.match(problems[0].message, /no option "wibble"/);
});

test("an absurdly long value is not repeated in full", () => {
  const { problems } = readOptions([["preset", "x".repeat(1e6)]]);
  assert.ok(problems[0].message.length < 400);
});

test("an empty address is the page itself, and no folder of files", () => {
  for (const name of ["base-url", "worker-url", "wasm-url"]) {
    for (const raw of ["", " "]) {
      const { options, problems } = readOptions([[name, raw]]);
      assert.deepEqual(Object.values(options).filter((value) => String(value).startsWith("http")), []);
      assert.equal(problems.length, 1, `${name}="${raw}"`);
    }
  }
});
