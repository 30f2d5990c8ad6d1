// The tank in Chromium, with real pointer input.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PATIENCE_MS, keep, lasting, launchChromium, open, serve, xtask } from "./harness.mjs";
import { fishComeForFood, fishFlee, fishGather, fishSwim, prepare } from "./story.mjs";

const [browser, isolated, plain] = await Promise.all([lasting(launchChromium()), lasting(serve()), lasting(serve("--no-isolation"))]);

/** Small, as every pixel is drawn by the processor here. */
const STORY = { width: 800, height: 500 };

/** @param {import("playwright-core").Page} page @returns {import("./story.mjs").Visitor} */
const visitor = (page) => ({
  ask: (f, argument) => page.evaluate(f, argument),
  until: (f, argument) => page.waitForFunction(f, argument, { polling: "raf", timeout: PATIENCE_MS }),
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
  describe(`tier ${tier}`, () => {
    test("a visit: fish swim, come for food, flee from a hand, gather at a call", async () => {
      const { page, complaints, lines } = await open(browser, `${server().url}?seed=7&fish=120`, { viewport: STORY });
      await page.evaluate(prepare);
      const stats = await page.evaluate(() => globalThis.tank.stats());
      assert.equal(stats.tier, tier);
      assert.equal(stats.isolated, tier === "shared");
      assert.equal(await page.evaluate(() => crossOriginIsolated), tier === "shared");
      assert.equal(stats.fish, 120);
      assert.equal(stats.renderer, "webgl2");
      await fishSwim(visitor(page));
      await fishFlee(visitor(page));
      await fishComeForFood(visitor(page));
      await fishGather(visitor(page));
      await keep(`visit-${tier}`, await page.screenshot());
      assert.deepEqual(complaints, []);
      const said = lines.filter((line) => line.includes("not-isolated"));
      assert.equal(said.length, tier === "shared" ? 0 : 1, "a step down is said once, in one line");
      await page.close();
    });
  });
}

test("a strict content security policy is no obstacle", async () => {
  const strict = await serve("--csp", "strict");
  const { page, complaints } = await open(browser, `${strict.url}?seed=7`, { viewport: STORY });
  await page.evaluate(prepare);
  assert.equal(await page.evaluate(() => globalThis.tank.stats().tier), "shared");
  await fishSwim(visitor(page));
  assert.deepEqual(complaints, []);
  await page.close();
  await strict.close();
});

test("the same seed gives the same hash in the browser, in all three tiers, and natively", async () => {
  const native = JSON.parse(
    await xtask("sim", "--fish", "300", "--steps", "10000", "--seed", "42", "--size", "1280x720", "--json"),
  );
  assert.equal(native.nan, 0);
  assert.equal(native.outside, 0);
  for (const tier of ["shared", "transfer", "main"]) {
    const { page } = await open(browser, `${isolated.url}?paused=1&seed=42&fish=300&max-dpr=0.5&tier=${tier}`);
    await page.evaluate(prepare);
    assert.equal(await page.evaluate(() => globalThis.tank.stats().tier), tier);
    const start = await page.evaluate(() => globalThis.tank.snapshot().step);
    assert.equal(start, 0, "a tank that starts paused stands at step 0");
    await page.evaluate(() => globalThis.tank.step(10_000));
    const { step, hash } = await page.evaluate(() => globalThis.tank.snapshot());
    assert.deepEqual({ step, hash }, { step: 10_000, hash: native.hash });
    await page.close();
  }
});

test("work per frame does not grow with the number of fish, beyond the upload itself", async () => {
  /** Counts the calls to WebGL of each kind. */
  const count = () => {
    /** @type {Record<string, number>} */
    const calls = {};
    for (const name of Object.getOwnPropertyNames(WebGL2RenderingContext.prototype)) {
      const { value } = Object.getOwnPropertyDescriptor(WebGL2RenderingContext.prototype, name) ?? {};
      if (typeof value !== "function") continue;
      Object.defineProperty(WebGL2RenderingContext.prototype, name, {
        value: function (/** @type {unknown[]} */ ...args) {
          calls[name] = (calls[name] ?? 0) + 1;
          return value.apply(this, args);
        },
      });
    }
    Object.assign(globalThis, { calls });
  };
  const perFrame = [];
  for (const fish of [300, 5000]) {
    const { page } = await open(browser, `${isolated.url}?seed=1&fish=${fish}&paused=1&max-dpr=0.5`, {
      before: async (page) => page.addInitScript(count),
    });
    await page.evaluate(prepare);
    perFrame.push(
      await page.evaluate(async () => {
        const calls = /** @type {any} */ (globalThis).calls;
        const frame = () => new Promise(requestAnimationFrame);
        // The first frames also upload what never changes.
        for (let i = 0; i < 3; i++) {
          await globalThis.tank.step(1);
          await frame();
        }
        for (const name of Object.keys(calls)) delete calls[name];
        await globalThis.tank.step(1);
        await frame();
        await frame();
        return { draws: (calls.drawArraysInstanced ?? 0) + (calls.drawElementsInstanced ?? 0) > 0, calls: { ...calls } };
      }),
    );
    await page.close();
  }
  assert.ok(perFrame[0].draws, "instanced draws were seen");
  const kinds = (/** @type {{ calls: Record<string, number> }} */ { calls }) => Object.keys(calls).sort();
  assert.deepEqual(kinds(perFrame[0]), kinds(perFrame[1]));
  const total = (/** @type {{ calls: Record<string, number> }} */ { calls }) =>
    Object.values(calls).reduce((sum, n) => sum + n, 0);
  const [few, many] = perFrame.map(total);
  assert.ok(many <= few * 2, `${few} calls for 300 fish, ${many} for 5000: at most a frame more`);
});

for (const { name, width, height, deviceScaleFactor } of [
  { name: "phone", width: 390, height: 844, deviceScaleFactor: 3 },
  { name: "laptop", width: 1280, height: 720, deviceScaleFactor: 1 },
]) {
  for (const renderer of ["webgl2", "canvas2d"]) {
    test(`the picture on a ${name}, ${renderer}: drawn at the capped density, and not blank`, async () => {
      const { page, complaints } = await open(browser, `${isolated.url}?seed=3&quality=high&renderer=${renderer}`, {
        viewport: { width, height },
        deviceScaleFactor,
      });
      await page.evaluate(prepare);
      await page.waitForFunction(() => globalThis.tank.stats().step > 120, null, { polling: "raf" });
      const { dpr, renderer: used } = await page.evaluate(() => globalThis.tank.stats());
      assert.equal(used, renderer);
      assert.equal(dpr, Math.min(2, deviceScaleFactor), "frame rate halves on a dense display");
      const picture = await page.evaluate(async () => {
        const bitmap = await createImageBitmap(await globalThis.tank.screenshot());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
        context.drawImage(bitmap, 0, 0);
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
        const colours = new Set();
        for (let i = 0; i < data.length; i += 4) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
        return { width: bitmap.width, height: bitmap.height, colours: colours.size };
      });
      assert.deepEqual([picture.width, picture.height], [width * dpr, height * dpr]);
      assert.ok(picture.colours > 500, `${picture.colours} colours`);
      await keep(`${name}-${renderer}`, await page.screenshot());
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }
}

test("fish answer beside the tap: a scaled element still hears where it was touched", async () => {
  const { page } = await open(browser, `${isolated.url}?seed=5&fish=40&paused=1&max-dpr=0.5`);
  await page.evaluate(prepare);
  const afterOneStep = () =>
    page.evaluate(async () => {
      await globalThis.tank.step(1);
      return [globalThis.tank.stats().food, globalThis.tank.snapshot().hash];
    });
  await page.evaluate(() => globalThis.tank.feed(600, 200));
  const [food, hash] = await afterOneStep();
  assert.ok(food >= 5);

  await page.evaluate(() => globalThis.tank.reset(5));
  await page.evaluate(() => {
    globalThis.tank.style.transform = "scale(0.5)";
    globalThis.tank.style.transformOrigin = "0 0";
  });
  await page.mouse.click(300, 100);
  assert.deepEqual(await afterOneStep(), [food, hash], "the tap at half size is the feed at full size");
  await page.close();
});

test("nothing runs while the tab is hidden, and it comes back without a jump", async () => {
  const { page } = await open(browser, `${isolated.url}?seed=5&fish=60&max-dpr=0.5`);
  await page.evaluate(prepare);
  const hide = (/** @type {boolean} */ hidden) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      Object.defineProperty(document, "visibilityState", { configurable: true, value: hidden ? "hidden" : "visible" });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await page.waitForFunction(() => globalThis.tank.snapshot().hash !== "", null, { polling: 50 });
  const { step } = await page.evaluate(() => globalThis.tank.snapshot());
  // A second of the page's own time, by its own timer: what is measured is that nothing happens meanwhile.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  assert.equal(await page.evaluate(() => globalThis.tank.snapshot().step), step, "stands still while hidden");
  await hide(false);
  await page.waitForFunction((step) => globalThis.tank.snapshot().step > step, step, { polling: "raf" });
  const now = await page.evaluate(() => globalThis.tank.snapshot().step);
  assert.ok(now - step < 60, `no jump: ${now - step} steps`);
  await page.close();
});
