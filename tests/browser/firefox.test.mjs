// The same visit in Firefox, in whatever renderer it has here.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PATIENCE_MS, keep, lasting, launchFirefox, serve } from "./harness.mjs";
import { fishComeForFood, fishFlee, fishGather, fishSwim, prepare } from "./story.mjs";

const [browser, isolated, plain] = await Promise.all([lasting(launchFirefox()), lasting(serve()), lasting(serve("--no-isolation"))]);

/** @param {import("puppeteer-core").Page} page @returns {import("./story.mjs").Visitor} */
const visitor = (page) => ({
  ask: (f, argument) => page.evaluate(f, argument),
  until: (f, argument) => page.waitForFunction(f, { polling: "raf", timeout: PATIENCE_MS }, argument),
  click: (x, y) => page.mouse.click(x, y),
  press: async (x, y) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
  },
  move: (x, y) => page.mouse.move(x, y),
  release: () => page.mouse.up(),
});

for (const { tier, server } of [
  { tier: "shared", server: () => isolated },
  { tier: "transfer", server: () => plain },
]) {
  describe(`Firefox, tier ${tier}`, () => {
    test("a visit: fish swim, come for food, flee from a hand, gather at a call", async () => {
      const page = await browser.newPage();
      /** @type {string[]} */
      const complaints = [];
      page.on("console", (message) => {
        if (["error", "warn"].includes(message.type())) complaints.push(message.text());
      });
      page.on("pageerror", (error) => complaints.push(String(error)));
      await page.setViewport({ width: 800, height: 500 });
      await page.goto(`${server().url}?seed=7&fish=120`);
      await page.evaluate(prepare);
      const stats = await page.evaluate(() => globalThis.tank.stats());
      assert.equal(stats.tier, tier);
      assert.equal(stats.isolated, tier === "shared");
      assert.ok(["webgl2", "canvas2d"].includes(stats.renderer));
      await fishSwim(visitor(page));
      await fishFlee(visitor(page));
      await fishComeForFood(visitor(page));
      await fishGather(visitor(page));
      await keep(`firefox-${tier}-${stats.renderer}`, await page.screenshot());
      assert.deepEqual(complaints, []);
      await page.close();
    });
  });
}

test("in a tab behind another nothing runs, and it comes back without a jump", { skip: !process.env.DISPLAY && "tabs need a screen" }, async () => {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${isolated.url}?seed=5&fish=60&max-dpr=0.5`);
  await page.evaluate(prepare);
  const other = await browser.newPage();
  await other.bringToFront();
  await page.waitForFunction(() => document.visibilityState === "hidden" && globalThis.tank.snapshot().hash !== "", { polling: 50 });
  const { step } = await page.evaluate(() => globalThis.tank.snapshot());
  // A second of the page's own time, by its own timer: what is measured is that nothing happens meanwhile.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  assert.equal(await page.evaluate(() => globalThis.tank.snapshot().step), step, "stands still while hidden");
  await page.bringToFront();
  await page.waitForFunction((step) => globalThis.tank.snapshot().step > step, {}, step);
  const now = await page.evaluate(() => globalThis.tank.snapshot().step);
  assert.ok(now - step < 120, `no jump: ${now - step} steps`);
  await other.close();
  await page.close();
});
