// The script's reading of configurations and recordings, held to that of the Rust crates.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { capacityOf, populationOf } from "../../www/lib/internal/config.js";
import { fromNumbers, mergeConfig, readConfig, short, toNumbers } from "../../www/lib/internal/document.js";
import { readRecording, writeRecording } from "../../www/lib/internal/recording.js";

/** @type {any[]} */
const golden = JSON.parse(readFileSync(new URL("../golden/documents.json", import.meta.url), "utf8"));

/** @param {() => unknown} act @returns {any} the error */
function refused(act) {
  try {
    act();
  } catch (error) {
    return error;
  }
  return assert.fail("taken");
}

test("documents are read, or refused, as tests/tests/documents.rs does it", () => {
  assert.ok(golden.length >= 40);
  for (const { document, numbers, capacity, population, ...refusal } of golden) {
    if (!numbers) {
      const { code, field, value, allowed } = refused(() => readConfig(document));
      assert.deepEqual([code, field, value.replace(/ \(.*/, ""), allowed], ["config", refusal.field, refusal.value, refusal.allowed], document);
      continue;
    }
    const config = readConfig(document);
    assert.deepEqual([...toNumbers(config)], numbers, document);
    assert.deepEqual(fromNumbers(numbers), config, document);
    assert.deepEqual(readConfig(JSON.stringify(config)), config);
    assert.equal(capacityOf(config), capacity);
    const sizes = [[1280, 720], [100, 100], [9999, 9999]];
    const plain = { world: { ...config.world, size: /** @type {const} */ ("element"), scale: 1 } };
    assert.deepEqual(sizes.map(([width, height]) => populationOf(plain, width, height)), population);
  }
});

test("a patch changes what it names, and null resets", () => {
  const base = readConfig('{"boids": {"perception": 90}, "world": {"count": 7}}');
  const { boids, world } = mergeConfig(base, '{"boids": {"wSep": 2}, "world": {"count": null, "nobody": null}}');
  assert.deepEqual([boids.perception, boids.wSep, world.count], [90, 2, null]);
  assert.equal(base.world.count, 7);
  assert.match(refused(() => mergeConfig(base, "3")).cause, /the configuration is 3; allowed: an object/);
  assert.match(refused(() => mergeConfig(base, '{"__proto__": {"x": 1}}')).cause, /__proto__ is not a known field/);
  assert.match(refused(() => readConfig(`"${"x".repeat(300_000)}"`)).cause, /300002 bytes long; allowed: at most 262144 bytes/);
  const deep = `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`;
  assert.throws(() => mergeConfig(base, deep));
});

test("numbers of 32 bits are written with as few digits as come back", () => {
  const view = new DataView(new ArrayBuffer(4));
  let bits = 1;
  for (let i = 0; i < 20_000; i += 1) {
    bits = (Math.imul(bits, 1_664_525) + 1_013_904_223) | 0;
    view.setInt32(0, bits);
    const number = view.getFloat32(0);
    if (Number.isFinite(number)) assert.ok(Object.is(Math.fround(short(number)), number), String(number));
  }
  assert.deepEqual([0.9, 0.30000001192092896, -0, 1e-7, 123456.7].map((n) => short(Math.fround(n))), [0.9, 0.3, -0, 1e-7, 123456.7]);
});

/** What there can be in a recording. */
const recording = {
  mirofish: 1,
  seed: "18446744073709551615",
  size: [640, 360.5],
  config: readConfig('{"world": {"count": 60}}'),
  steps: 160,
  events: [
    [0, "feed", 320.1, -0],
    [40, "scare", 100.3, 100, 200, 140.9, 0.77],
    [70, "resize", 700.5, 333.3],
    [70, "call", 10, 20, 0],
    [95, "config", { world: { count: 75 }, boids: { aliRadius: 31.7, wSep: 2.3 } }],
    [105, "callEnd"],
    [105, "reset", "9007199254740993"],
    [140, "config", { species: [{ ...readConfig("{}").species[0], id: "a" }, { ...readConfig("{}").species[0], id: "b" }] }],
  ],
  hash: "0123456789abcdef",
};
const text = JSON.stringify(recording).replace("320.1,0]", "320.1,-0]");

test("a recording comes back from the engine's numbers as it was", () => {
  const { numbers, first, changes } = readRecording(text);
  assert.equal(writeRecording(numbers), text);
  assert.deepEqual(first, recording.config);
  assert.deepEqual(changes.map(({ step, config }) => [step, config.world.count, config.species.length]), [[95, 75, 1], [140, 75, 2]]);
  const short = text.replace('"steps":160', '"steps":160,"truncated":true');
  assert.equal(writeRecording(readRecording(short).numbers), short);
});

test("a wrong recording is refused with field, value and range", () => {
  for (const [from, to, expected] of [
    ['"mirofish":1', '"mirofish":2', "mirofish is 2; allowed: 1, the version"],
    ['"mirofish":1,', "", "mirofish is null; allowed: 1"],
    ['"seed":"18446744073709551615"', '"seed":"18446744073709551616"', "allowed: a string of decimal digits"],
    ['"size":[640,', '"size":[0,', "size[0] is 0; allowed: a number, 1 to 100000"],
    ['"size":[640,', '"size":[', "size is [360.5]; allowed: width and height"],
    ['"steps":160', '"steps":-1', "steps is -1; allowed: a whole number"],
    ['"steps":160', '"steps":100', "events[7][0] is 140; allowed: at most 100"],
    ['"perception":70', '"perception":-3', "config.boids.perception is -3; allowed: 1 to 1000"],
    ['[0,"feed",', '[0,"fed",', 'events[0][1] is "fed"; allowed: feed|scare|call|'],
    ['[0,"feed",', '[41,"feed",', "events[1][0] is 40; allowed: a whole number, at least 41"],
    ['[0,"feed",320.1,', '[0,"feed",1e300,', "events[0][2] is 1e+300; allowed: a finite number"],
    ['[0,"feed",320.1,', '[0,"feed",null,', "events[0][2] is null; allowed: a finite number"],
    ['[0,"feed",320.1,', '[0,"feed",', "events[0] is 3 long; allowed: 4 long"],
    [",0.77]", ",1.5]", "events[1][6] is 1.5; allowed: a number, 0 to 1"],
    ['"wSep":2.3', '"wSep":99', "events[4][2].boids.wSep is 99; allowed: 0 to 20"],
    ['"9007199254740993"', '"-1"', 'events[6][2] is "-1"; allowed: a string'],
    ['"hash":"', '"hash":"x', "allowed: 16 hex digits"],
    ['"seed"', '"sed"', "sed is not a known field; allowed: mirofish|seed|"],
    ['"steps":160', '"steps":160,"truncated":1', "truncated is 1; allowed: true or false"],
  ]) {
    assert.ok(text.includes(from), from);
    const { code, message } = refused(() => readRecording(text.replace(from, to)));
    assert.equal(code, "replay");
    assert.ok(message.includes(expected), `${to}: ${message}`);
  }
  assert.match(refused(() => readRecording("{")).message, /recording is not JSON/);
  assert.match(refused(() => readRecording("[]")).message, /recording is \[\]; allowed: a JSON object/);
  assert.match(refused(() => readRecording(" ".repeat(8 * 1024 * 1024 + 1))).message, /8388609 bytes long/);
  const events = Array.from({ length: 65_537 }, () => [0, "callEnd"]);
  assert.match(refused(() => readRecording(JSON.stringify({ ...recording, events }))).message, /at most 65536 entries/);
});
