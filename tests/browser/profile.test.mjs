// Worker and page are profiled apart: named measures on both timelines, if they are asked for.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";
import { prepare } from "./story.mjs";

const WORKER = ["sim:forces", "sim:hash", "sim:publish", "sim:step"];
const PAGE = ["input:dispatch", "render:acquire", "render:draw", "render:upload"];

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/**
 * Waits until the tank has run for a moment.
 * @param {import("playwright-core").Page} page
 */
async function running(page) {
  await page.evaluate(prepare);
  await page.waitForFunction(() => globalThis.tank.stats().step > 20);
}

/** Names of the measures on this thread's timeline so far. */
const measures = () => [...new Set(performance.getEntriesByType("measure").map(({ name }) => name))].sort();

for (const renderer of ["webgl2", "canvas2d"]) {
  test(`each thread writes its own measures, and both can be read (${renderer})`, async () => {
    const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5&profile=1&renderer=${renderer}`, {
      viewport: { width: 480, height: 320 },
    });
    await running(page);
    await page.mouse.click(100, 100);
    assert.deepEqual(await page.evaluate(measures), PAGE);
    // The worker answers between two of its steps.
    assert.deepEqual(await page.workers()[0].evaluate(measures), WORKER);
    const spans = await page.workers()[0].evaluate(() => {
      const of = (/** @type {string} */ name) => performance.getEntriesByName(name, "measure").at(-1);
      return ["sim:step", "sim:hash", "sim:forces"].map((name) => [of(name)?.startTime ?? NaN, of(name)?.duration ?? NaN]);
    });
    const [step, hash, forces] = spans;
    assert.ok(hash[1] >= 0 && forces[1] >= 0 && hash[1] + forces[1] <= step[1] + 0.1, JSON.stringify(spans));
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("nothing is measured unless it is asked for", async () => {
  const { page } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`, { viewport: { width: 480, height: 320 } });
  await running(page);
  assert.deepEqual(await page.evaluate(measures), []);
  assert.deepEqual(await page.workers()[0].evaluate(measures), []);
  await page.close();
});
