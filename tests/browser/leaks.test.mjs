// What is used is given back, and what runs takes no more with time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";

const [browser, server] = await Promise.all([lasting(launchChromium("--js-flags=--expose-gc", "--enable-precise-memory-info")), lasting(serve())]);

/**
 * What the page holds, after a collection of garbage.
 * @param {import("playwright-core").CDPSession} protocol
 */
async function held(protocol) {
  await protocol.send("HeapProfiler.collectGarbage");
  const { usedSize } = await protocol.send("Runtime.getHeapUsage");
  const { jsEventListeners, nodes } = await protocol.send("Memory.getDOMCounters");
  return { usedSize, jsEventListeners, nodes };
}

test("fifty mounts and unmounts leave no worker, context, listener, node or growing memory", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`, {
    viewport: { width: 320, height: 240 },
  });
  const protocol = await page.context().newCDPSession(page);
  const mount = (/** @type {number} */ times) =>
    page.evaluate(async (times) => {
      const tank = /** @type {any} */ (document.querySelector("miro-fish"));
      const main = document.querySelector("main");
      for (let i = 0; i < times; i++) {
        await tank.ready;
        await tank.destroy();
        tank.remove();
        main?.append(tank);
      }
      await tank.ready;
    }, times);
  await mount(10);
  const before = await held(protocol);
  await mount(40);
  while (page.workers().length > 1) await Promise.race(page.workers().map((worker) => worker.waitForEvent("close")));
  const now = await held(protocol);
  assert.equal(now.jsEventListeners, before.jsEventListeners);
  assert.ok(now.nodes <= before.nodes + 10, `${before.nodes} nodes, then ${now.nodes}`);
  // A tank's own share is several hundred KiB: forty that stay would be seen.
  assert.ok(now.usedSize < before.usedSize + 512 * 1024, `${before.usedSize} bytes, then ${now.usedSize}`);
  // Chromium warns when a page has more than sixteen contexts.
  assert.deepEqual(complaints, []);
  await page.close();
});

for (const tier of ["shared", "transfer"]) {
  test(`ten minutes of use take no more memory than one (${tier})`, async () => {
    const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=120&max-dpr=0.5&paused=1&tier=${tier}`);
    const protocol = await page.context().newCDPSession(page);
    await page.evaluate(() => {
      globalThis.tank = document.querySelector("miro-fish");
      return globalThis.tank.ready.then(() => undefined);
    });
    const minute = () =>
      page.evaluate(async () => {
        for (let second = 0; second < 60; second++) {
          globalThis.tank.feed(100 + second * 10, 50);
          if (second % 5 === 0) globalThis.tank.scare(second * 20, 300, 1);
          await globalThis.tank.step(60);
        }
        return globalThis.tank.stats().memoryBytes;
      });
    const memoryAfterOne = await minute();
    const before = await held(protocol);
    let memory = 0;
    for (let more = 0; more < 9; more++) memory = await minute();
    const now = await held(protocol);
    assert.equal(memory, memoryAfterOne, "the modules' memories did not grow");
    assert.ok(now.usedSize < before.usedSize + 256 * 1024, `${before.usedSize} bytes, then ${now.usedSize}`);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("drawing leaves no garbage behind", async () => {
  const { page } = await open(browser, `${server.url}?seed=1&fish=120&max-dpr=0.5`);
  await page.evaluate(async () => {
    globalThis.tank = document.querySelector("miro-fish");
    await globalThis.tank.ready;
  });
  // The heap between two collections shows all that was allocated meanwhile, garbage too.
  const grown = await page.evaluate(async () => {
    const frames = async (/** @type {number} */ count) => {
      for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
    };
    const { gc, performance } = /** @type {any} */ (globalThis);
    const rounds = [];
    for (let round = 0; round < 3; round++) {
      await frames(30);
      gc();
      const before = performance.memory.usedJSHeapSize;
      await frames(60);
      rounds.push(performance.memory.usedJSHeapSize - before);
    }
    // What drawing leaves, it leaves in every round; what the browser itself does now and then is not drawing.
    return Math.min(...rounds);
  });
  // What this loop itself and the event of each second take; a copy of the frame alone would be 60 times 10 KiB.
  assert.ok(grown < 200 * 1024, `${grown} bytes in 60 frames`);
  await page.close();
});
