// Starts that overlap, calls that make no sense, tanks that go: nothing stays behind and the tank goes on.
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

/**
 * Waits until the page has so many workers.
 * @param {import("playwright-core").Page} page
 * @param {number} count
 */
async function workers(page, count) {
  while (page.workers().length > count) {
    const [one] = page.workers();
    await Promise.race([one.waitForEvent("close"), page.waitForEvent("worker")]);
  }
  assert.equal(page.workers().length, count);
}

/** Only finds the tank: it is not there all the time in these tests, so nobody may look at it in each frame. */
function hold() {
  globalThis.tank = document.querySelector("miro-fish");
  return globalThis.tank.ready.then(() => undefined);
}

test("restarts that overlap leave a worker behind", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  await page.evaluate(async () => {
    for (const tier of ["transfer", "shared", "transfer", "shared"]) {
      globalThis.tank.setAttribute("tier", tier);
      await new Promise(requestAnimationFrame);
    }
    await globalThis.tank.ready;
  });
  assert.equal(await page.evaluate(() => globalThis.tank.stats().tier), "shared");
  await workers(page, 1);
  await page.evaluate(() => globalThis.tank.remove());
  await workers(page, 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("twenty mounts and unmounts leave no worker", async () => {
  const { page } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  await page.evaluate(async () => {
    const main = document.querySelector("main");
    for (let i = 0; i < 20; i++) {
      await globalThis.tank.ready;
      await globalThis.tank.destroy();
      globalThis.tank.remove();
      main?.append(globalThis.tank);
    }
    await globalThis.tank.ready;
  });
  await workers(page, 1);
  await page.close();
});

test("a replay of what is no recording is refused, and the tank goes on", async () => {
  const { page } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(prepare);
  const codes = await page.evaluate(async () => {
    const codes = [];
    for (const wrong of [undefined, null, 5, {}, new Blob(["{}"]), "", "{", '{"mirofish":99}']) {
      codes.push(await globalThis.tank.replay(wrong).then(() => "taken", (/** @type {any} */ error) => error.code));
    }
    return codes;
  });
  assert.deepEqual(codes, [...Array(5).fill("argument"), ...Array(3).fill("replay")]);
  const step = await page.evaluate(() => globalThis.tank.stats().step);
  await page.waitForFunction((step) => globalThis.tank.stats().step > step, step);
  await page.close();
});

test("the picture of a replay keeps up with its changes of configuration", async () => {
  const { page } = await open(browser, `${server.url}?paused=1&seed=3&fish=40&max-dpr=0.5`);
  await page.evaluate(prepare);
  const [before, after] = await page.evaluate(async () => {
    await globalThis.tank.step(20);
    await globalThis.tank.setConfig({ world: { count: 70 }, theme: { bottom: { height: 0.5 } } });
    await globalThis.tank.step(20);
    await globalThis.tank.replay(await globalThis.tank.recording());
    const seen = () => {
      const { world, theme } = globalThis.tank.getConfig();
      return [world.count, theme.bottom.height, globalThis.tank.snapshot().count];
    };
    await globalThis.tank.step(10);
    const before = seen();
    await globalThis.tank.step(30);
    return [before, seen()];
  });
  assert.deepEqual(before.map(String), ["40", "0.2", "40"]);
  assert.deepEqual(after.map(String), ["70", "0.5", "70"]);
  await page.close();
});

test("a patch counts as it was at the call", async () => {
  const { page } = await open(browser, `${server.url}?paused=1&seed=3&max-dpr=0.5`);
  await page.evaluate(prepare);
  const result = await page.evaluate(async () => {
    const patch = { world: { count: 20 } };
    const taken = globalThis.tank.setConfig(patch);
    patch.world.count = 33;
    const { world } = await taken;
    const refusals = [];
    for (const wrong of [undefined, null, 3, [], () => {}]) {
      refusals.push(await globalThis.tank.setConfig(wrong).catch((/** @type {any} */ error) => error.code));
    }
    return [world.count, refusals];
  });
  assert.deepEqual(result, [20, Array(5).fill("config")]);
  await page.close();
});
