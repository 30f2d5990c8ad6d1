// What a picture costs the graphics card, and what happens when the card goes away.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";
import { screenshot } from "./shots.mjs";
import { prepare } from "./story.mjs";

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/** Notes what the page asks of WebGL: calls by name, numbers sent, things made and not deleted, and the contexts. */
function watchWebGl() {
  const log = { calls: /** @type {Record<string, number>} */ ({}), floats: 0, alive: 0, contexts: new Set() };
  Object.assign(globalThis, { log });
  const prototype = WebGL2RenderingContext.prototype;
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const { value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
    if (typeof value !== "function") continue;
    Object.defineProperty(prototype, name, {
      value: function (/** @type {any[]} */ ...args) {
        log.calls[name] = (log.calls[name] ?? 0) + 1;
        if (name === "bufferSubData") log.floats += args[4] ?? args[2].length;
        if (name === "drawArraysInstanced") log.contexts.add(this);
        if (/^create/.test(name)) log.alive += 1;
        if (/^delete/.test(name) && args[0]) log.alive -= 1;
        return value.apply(this, args);
      },
    });
  }
}

/** @param {string} more settings */
async function watched(more) {
  const seen = await open(browser, `${server.url}?seed=2&fish=60&quality=high&renderer=webgl2&${more}`, {
    viewport: { width: 480, height: 300 },
    before: async (page) => page.addInitScript(watchWebGl),
  });
  await seen.page.evaluate(prepare);
  return seen;
}

test("a hitch at the first feed: nothing compiles and nothing is made once the tank swims", async () => {
  const { page } = await watched("");
  const late = await page.evaluate(async () => {
    const { log } = /** @type {any} */ (globalThis);
    const frames = async (/** @type {number} */ count) => {
      for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
    };
    await frames(3);
    log.calls = {};
    globalThis.tank.feed(200, 100);
    await frames(3);
    globalThis.tank.scare(300, 200);
    await frames(3);
    globalThis.tank.call(100, 100, 1);
    await frames(3);
    await globalThis.tank.setConfig({ theme: { water: { top: [20, 80, 50] } } });
    await frames(3);
    return Object.keys(log.calls);
  });
  assert.ok(late.includes("drawArraysInstanced"), "pictures were drawn");
  const made = late.filter((name) => /^(create|compile|link|delete)|texImage|texStorage|bufferData/.test(name));
  assert.deepEqual(made, []);
  await page.close();
});

test("a frame sends its slot, touches and uniforms to the card, and nothing else", async () => {
  const { page } = await watched("paused=1");
  const { floats, calls, food } = await page.evaluate(async () => {
    const { log } = /** @type {any} */ (globalThis);
    globalThis.tank.feed(200, 100);
    await globalThis.tank.step(2);
    [log.floats, log.calls] = [0, {}];
    // The step draws one picture.
    await globalThis.tank.step(1);
    return { floats: log.floats, calls: log.calls, food: globalThis.tank.stats().food };
  });
  assert.ok(food >= 1, `${food} pellets`);
  const [fish, pellets, touches, uniforms] = [60 * 12, food * 8, 16 * 8, 16];
  const pictures = calls.viewport;
  assert.ok(pictures >= 1);
  assert.ok(floats >= fish, `${floats} numbers`);
  assert.ok(floats <= fish + pellets + pictures * (touches + uniforms), `${floats} numbers in ${pictures} pictures`);
  assert.deepEqual(Object.keys(calls).filter((name) => /tex(Sub)?Image|bufferData|readPixels|finish/.test(name)), []);
  await page.close();
});

test("the context is lost and comes back ten times: the picture is the same, and nothing piles up", async () => {
  const { page, complaints } = await watched("paused=1");
  await page.evaluate(() => globalThis.tank.step(60));
  const first = await screenshot(page);
  const lose = () =>
    page.evaluate(async () => {
      const { log } = /** @type {any} */ (globalThis);
      const context = [...log.contexts].at(-1);
      const extension = context.getExtension("WEBGL_lose_context");
      const heard = (/** @type {string} */ type) =>
        new Promise((resolve) => context.canvas.addEventListener(type, resolve, { once: true }));
      const lost = heard("webglcontextlost");
      extension.loseContext();
      await lost;
      // What is gone cannot be deleted.
      log.alive = 0;
      await globalThis.tank.step(1);
      const restored = heard("webglcontextrestored");
      extension.restoreContext();
      await restored;
      await globalThis.tank.reset(2);
      await globalThis.tank.step(60);
      return { alive: log.alive, memory: globalThis.tank.stats().memoryBytes };
    });
  const results = [];
  for (let i = 0; i < 10; i++) {
    results.push(await lose());
    assert.ok(first.equals(await screenshot(page)), `the picture after loss ${i + 1}`);
  }
  assert.ok(results[0].alive > 10, "everything was made anew");
  for (const { alive, memory } of results.slice(1)) {
    assert.deepEqual({ alive, memory }, results[0]);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("where WebGL2 is to be had but cannot be set up, Canvas 2D stands in", async () => {
  const broken = () => {
    WebGL2RenderingContext.prototype.linkProgram = () => {};
  };
  const options = { viewport: { width: 480, height: 300 }, before: async (/** @type {any} */ page) => page.addInitScript(broken) };
  const { page, lines } = await open(browser, `${server.url}?seed=2&fish=30`, options);
  await page.evaluate(prepare);
  assert.equal(await page.evaluate(() => globalThis.tank.stats().renderer), "canvas2d");
  await page.waitForFunction(() => globalThis.tank.stats().step > 10, null, { polling: "raf" });
  assert.equal(lines.filter((line) => line.includes("MiroFish draws by Canvas 2D")).length, 1);
  assert.equal(await page.evaluate(() => globalThis.tank.shadowRoot.querySelectorAll("canvas").length), 1);
  await page.close();
  const insisted = await open(browser, `${server.url}?seed=2&fish=30&renderer=webgl2`, options);
  const code = await insisted.page.evaluate(() =>
    /** @type {any} */ (document.querySelector("miro-fish")).ready.catch((/** @type {any} */ error) => error.code),
  );
  assert.equal(code, "renderer");
  await insisted.page.close();
});
