// The picture: what is drawn, how plain it may become, and what a change costs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";
import { prepare } from "./story.mjs";

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

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

for (const renderer of ["webgl2", "canvas2d"]) {
  test(`${renderer}: nothing flashes, whatever is done to the tank, and not when the theme changes`, async () => {
    const { page } = await open(browser, `${server.url}?seed=2&fish=60&quality=high&renderer=${renderer}`, {
      viewport: { width: 320, height: 200 },
    });
    await page.evaluate(prepare);
    const seen = await page.evaluate(async () => {
      const canvas = globalThis.tank.shadowRoot.querySelector("canvas");
      const [columns, rows] = [8, 5];
      const small = new OffscreenCanvas(columns, rows);
      const on = /** @type {any} */ (small.getContext("2d", { willReadFrequently: true }));
      on.imageSmoothingQuality = "high";
      const linear = (/** @type {number} */ value) => (value / 255) ** 2.2;
      /** @type {{ at: number, light: number[] }[]} */
      const samples = [];
      const watch = async (/** @type {number} */ milliseconds) => {
        const end = performance.now() + milliseconds;
        while (performance.now() < end) {
          await new Promise(requestAnimationFrame);
          on.drawImage(canvas, 0, 0, columns, rows);
          const { data } = on.getImageData(0, 0, columns, rows);
          const light = [];
          for (let at = 0; at < data.length; at += 4) {
            light.push(0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]));
          }
          samples.push({ at: performance.now(), light });
        }
      };
      await watch(500);
      globalThis.tank.feed(100, 60);
      globalThis.tank.scare(200, 100);
      globalThis.tank.call(160, 100, 1);
      await watch(1500);
      const before = samples.length;
      await globalThis.tank.loadPreset("neon-night");
      await watch(2500);
      await globalThis.tank.loadPreset("community");
      await watch(1500);
      return { samples, before };
    });
    // A flash is a pair of opposite changes of a tenth or more of the brightest light (WCAG 2.2, 2.3.1).
    for (let cell = 0; cell < 40; cell++) {
      /** @type {number[]} */
      const turns = [];
      let [extreme, direction] = [seen.samples[0].light[cell], 0];
      for (const { at, light } of seen.samples) {
        const change = light[cell] - extreme;
        if (Math.sign(change) === direction) extreme = light[cell];
        else if (Math.abs(change) >= 0.1) {
          turns.push(at);
          [extreme, direction] = [light[cell], Math.sign(change)];
        }
      }
      for (let i = 6; i < turns.length; i++) assert.ok(turns[i] - turns[i - 6] > 1000, `cell ${cell} flashes: ${turns}`);
    }
    const mean = (/** @type {number[]} */ light) => light.reduce((sum, value) => sum + value, 0) / light.length;
    const [day, night] = [mean(seen.samples[seen.before].light), Math.min(...seen.samples.map(({ light }) => mean(light)))];
    assert.ok(night < day * 0.5, `day ${day}, night ${night}`);
    await page.close();
  });
}
