// What `cargo xtask soak` runs: a long visit, and its report in Markdown.
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { soak } from "./browser/soak.mjs";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
});
const say = (/** @type {string} */ line) => process.stderr.write(`   ${line}\n`);
const report = await soak({ seconds: Number(values.minutes) * 60, seed: Number(values.seed), say });

const MIB = 1024 * 1024;
const mib = (/** @type {number} */ bytes) => (bytes / MIB).toFixed(2);
/** @type {(of: import("./browser/soak.mjs").Sample[]) => { heap: number, listeners: number }} */
const median = (of) => {
  const middle = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[values.length >> 1];
  return { heap: middle(of.map(({ heapBytes }) => heapBytes)), listeners: middle(of.map(({ listeners }) => listeners)) };
};
const third = Math.floor(report.samples.length / 3);
const [early, late] = [median(report.samples.slice(0, third)), median(report.samples.slice(-third))];

console.log("| what | first third | last third |\n|---|---|---|");
console.log(`| JavaScript heap, median after collection | ${mib(early.heap)} MiB | ${mib(late.heap)} MiB |`);
console.log(`| listeners, median | ${early.listeners} | ${late.listeners} |`);
console.log("\n| tier | looks | memory of both modules | step, worst p95 | picture, worst p95 | steps given up |\n|---|---|---|---|---|---|");
for (const tier of new Set(report.samples.map((sample) => sample.tier))) {
  const of = report.samples.filter((sample) => sample.tier === tier);
  const most = (/** @type {"memoryBytes" | "simMs" | "renderMs" | "skippedSteps"} */ key) => Math.max(...of.map((sample) => sample[key]));
  console.log(
    `| \`${tier}\` | ${of.length} | ${mib(most("memoryBytes"))} MiB | ${most("simMs").toFixed(2)} ms | ` +
      `${most("renderMs").toFixed(2)} ms | ${most("skippedSteps")} |`,
  );
}
const done = Object.entries(report.actions).map(([name, count]) => `${count} × ${name}`);
console.log(`\nDone in ${values.minutes} minutes: ${done.join(", ")}.`);
const steps = report.replayed.reduce((sum, recording) => sum + recording.steps, 0);
console.log(`${report.replayed.length} recordings of ${steps} steps in all gave the same hash without a browser.`);
assert.ok(late.heap < early.heap * 1.1 + MIB, "the heap grows");
assert.ok(late.listeners <= early.listeners + 5, "listeners stay behind");
