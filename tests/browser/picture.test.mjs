// The picture: what is drawn, how plain it may become, and what a change costs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium, open, serve } from "./harness.mjs";
import { prepare } from "./story.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  [browser, server] = await Promise.all([launchChromium(), serve()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test("on a page that is too busy the picture becomes plainer, says why, and is itself again when told to", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=2&fish=40`, {
    viewport: { width: 320, height: 200 },
    deviceScaleFactor: 2,
  });
  await page.evaluate(prepare);
  const change = await page.evaluate(() => {
    // Work of the host's own, now long and now short.
    let even = false;
    const work = () => {
      even = !even;
      const end = performance.now() + (even ? 20 : 90);
      while (performance.now() < end);
      requestAnimationFrame(work);
    };
    work();
    return new Promise((resolve) => {
      globalThis.tank.addEventListener("qualitychange", (/** @type {CustomEvent} */ event) => resolve(event.detail), {
        once: true,
      });
    });
  });
  const { from, to, reason, frameMs } = change;
  assert.deepEqual({ from, to }, { from: "full", to: "fewer-pixels" });
  assert.match(reason, /^slow-(frames|drawing)$/);
  assert.ok(frameMs > 20, `${frameMs} ms`);
  const plain = await page.evaluate(() => globalThis.tank.stats());
  assert.notEqual(plain.quality, "full");
  assert.ok(plain.dpr < 2, `DPR ${plain.dpr}`);
  await page.evaluate(() => globalThis.tank.setConfig({ quality: { governor: false } }));
  const full = await page.evaluate(() => globalThis.tank.stats());
  assert.deepEqual([full.quality, full.dpr], ["full", 2]);
  assert.deepEqual(complaints, []);
  await page.close();
});
