// The page's end of the protocol, over JavaScript's Atomics, against the worker's, over WebAssembly's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";
import { prepare } from "./story.mjs";

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/** Many times what the ring holds, so that it is full again and again. */
const FEEDS = 4000;

for (const tier of ["shared", "transfer", "main"]) {
  test(`of thousands of feeds none is lost, none comes twice, and all come in order (${tier})`, async () => {
    const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5&tier=${tier}`, {
      viewport: { width: 640, height: 400 },
    });
    await page.evaluate(prepare);
    const { steps, recording, dropped } = await page.evaluate(async (feeds) => {
      const steps = [];
      for (let i = 0; i < feeds; i++) {
        globalThis.tank.feed(i % 500, Math.floor(i / 500));
        if (i % 400 !== 399) continue;
        await new Promise(requestAnimationFrame);
        steps.push(globalThis.tank.snapshot().step);
      }
      // What waits on this side goes on its way with the next frames.
      let recording = "";
      do {
        await new Promise(requestAnimationFrame);
        recording = await globalThis.tank.recording();
      } while (JSON.parse(recording).events.filter((/** @type {any[]} */ [, kind]) => kind === "feed").length < feeds);
      return { steps, recording, dropped: globalThis.tank.stats().droppedInputs };
    }, FEEDS);
    const heard = JSON.parse(recording).events.filter((/** @type {any[]} */ [, kind]) => kind === "feed");
    const expected = Array.from({ length: FEEDS }, (_, i) => [i % 500, Math.floor(i / 500)]);
    assert.deepEqual(heard.map((/** @type {any[]} */ [, , x, y]) => [x, y]), expected);
    assert.equal(dropped, 0);
    assert.deepEqual(steps, steps.toSorted((a, b) => a - b), "frames never go back");
    assert.deepEqual(complaints, []);
    await page.close();
  });
}
