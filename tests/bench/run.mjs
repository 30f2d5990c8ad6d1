// `cargo xtask bench` builds, then runs this: node run.mjs <out.json> [--quick]. The environment says where what was built is.
import { writeFile } from "node:fs/promises";
import os from "node:os";
import { chromiumHost, nativeHost } from "./hosts.mjs";
import { measureKernels } from "./kernels.mjs";
import { measurePage } from "./page.mjs";

/** A round takes each kernel once, for so long. */
const FULL = { rounds: 5, budgetMs: 60, frames: 120, starts: 5 };
const QUICK = { rounds: 2, budgetMs: 12, frames: 40, starts: 2 };

const [file, ...flags] = process.argv.slice(2);
const { MIROFISH_BENCH_NATIVE, MIROFISH_BENCH_ENGINE } = process.env;
if (!file || !MIROFISH_BENCH_NATIVE || !MIROFISH_BENCH_ENGINE) {
  throw new Error("this is run by `cargo xtask bench`, which says where things are");
}
const effort = flags.includes("--quick") ? QUICK : FULL;
const progress = (/** @type {string} */ what) => (/** @type {number} */ done, /** @type {number} */ of) => {
  if (process.stderr.isTTY) process.stderr.write(`\r   ${what} ${done} of ${of} ${done === of ? "\n" : ""}`);
};

const chromium = await chromiumHost(MIROFISH_BENCH_ENGINE);
const native = nativeHost(MIROFISH_BENCH_NATIVE);
const loadBefore = os.loadavg()[0];
let kernels;
try {
  kernels = await measureKernels({ native, chromium }, effort, progress("kernels"));
} finally {
  await Promise.all([native.close(), chromium.close()]);
}
const page = await measurePage(effort, progress("page"));
const machine = {
  processor: os.cpus()[0]?.model.trim(),
  cores: os.cpus().length,
  system: `${os.type()} ${os.release()}`,
  chromium: chromium.version,
  node: process.version,
  load: [loadBefore, os.loadavg()[0]].map((load) => Number(load?.toFixed(2))),
};
await writeFile(file, `${JSON.stringify({ machine, rows: [...kernels, ...page] }, null, 1)}\n`);
