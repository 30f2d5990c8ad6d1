// The page that `cargo xtask bundle` writes, opened as by a double click.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchChromium, launchFirefox, PATIENCE_MS, xtask } from "./harness.mjs";
import { visit } from "./visit.mjs";

/** Away from everything that it could load by accident. */
const folder = await mkdtemp(join(tmpdir(), "mirofish-"));
after(() => rm(folder, { recursive: true }));
const file = join(folder, "mirofish.html");
await xtask("bundle", "--no-build", "--out", file);
const address = `${pathToFileURL(file).href}?seed=7&fish=40&max-dpr=0.5`;

test("one file runs from the disk in Chromium, in a worker, and asks for nothing else", async (t) => {
  const browser = await launchChromium();
  t.after(() => browser.close());
  /** @type {string[]} */
  const requests = [];
  const { stats, complaints } = await visit(t, browser, address, {
    offline: true,
    before: async (page) => void page.on("request", (request) => requests.push(request.url())),
  });
  assert.deepEqual([stats.tier, stats.fish], ["transfer", 40]);
  assert.deepEqual(complaints, []);
  const outside = requests.filter((url) => !/^(data|blob):/.test(url));
  assert.deepEqual(outside, [address]);
});

test("one file runs from the disk in Firefox", async (t) => {
  const browser = await launchFirefox();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(address);
  await page.evaluate(() => document.querySelector("miro-fish")?.ready.then(() => {}));
  await page.waitForFunction(() => (document.querySelector("miro-fish")?.stats().step ?? 0) > 20, { timeout: PATIENCE_MS });
  assert.equal(await page.evaluate(() => document.querySelector("miro-fish")?.stats().tier), "transfer");
});
