// Starts that overlap, calls that make no sense, tanks that go: nothing stays behind and the tank goes on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chromium } from "playwright-core";
import { chromiumOptions, lasting, launchChromium, open, serve } from "./harness.mjs";
import { prepare } from "./story.mjs";

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/**
 * Waits until the page has so many workers.
 * @param {import("playwright-core").Page} page
 * @param {number} count
 */
async function workers(page, count) {
  while (page.workers().length > count) {
    await Promise.race(page.workers().map((worker) => worker.waitForEvent("close")));
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

test("a tank that is moved within the page goes on, with the worker that it had", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  const [worker] = page.workers();
  const before = await page.evaluate(() => {
    const { step } = globalThis.tank.stats();
    const aside = document.createElement("section");
    document.body.append(aside);
    aside.append(globalThis.tank);
    return step;
  });
  await page.waitForFunction((before) => globalThis.tank.stats().step > before, before);
  assert.deepEqual(page.workers(), [worker]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("three tanks on one page: each has a worker of its own, and one that goes takes none with it", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  const steps = await page.evaluate(async () => {
    const tanks = ["shared", "transfer"].map((tier) => {
      const tank = /** @type {any} */ (document.createElement("miro-fish"));
      tank.setAttribute("tier", tier);
      tank.setAttribute("fish", "30");
      tank.style.cssText = "display: block; position: fixed; left: 0; top: 0; width: 200px; height: 120px";
      document.body.append(tank);
      return tank;
    });
    await Promise.all(tanks.map((tank) => tank.ready));
    await globalThis.tank.destroy();
    globalThis.tank.remove();
    const before = tanks.map((tank) => tank.stats().step);
    while (tanks.some((tank, i) => tank.stats().step < before[i] + 10)) await new Promise(requestAnimationFrame);
    return tanks.map((tank) => [tank.stats().tier, tank.stats().fish]);
  });
  assert.deepEqual(steps, [["shared", 30], ["transfer", 30]]);
  await workers(page, 2);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("back in history: the tank that was kept goes on, one that was not is a new one", async (t) => {
  // Playwright turns off what browsers do for visitors: keeping a page for "back".
  const keeping = await chromium.launch({ ...chromiumOptions(), ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  t.after(() => keeping.close());
  const { page, complaints } = await open(keeping, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  await page.evaluate(() => {
    addEventListener("pageshow", ({ persisted }) => Object.assign(globalThis, { persisted }));
  });
  await page.goto(`${server.url}embed.html?paused=1&max-dpr=0.5`);
  await page.goBack({ waitUntil: "commit" });
  const kept = await page.evaluate(() => /** @type {any} */ (globalThis).persisted ?? null);
  assert.ok(kept === true || kept === null, "either the very page, or a new one");
  await page.waitForSelector("miro-fish");
  await page.evaluate(hold);
  const { step } = await page.evaluate(() => globalThis.tank.stats());
  await page.waitForFunction((step) => globalThis.tank.stats().step > step, step);
  // Whoever leaves cuts off what was still being fetched.
  assert.deepEqual(complaints.filter((complaint) => !complaint.includes("ERR_ABORTED")), []);
});

test("destroy() during the start wins", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  const outcomes = await page.evaluate(async () => {
    const outcomes = [];
    for (let turns = 0; turns < 12; turns++) {
      const tank = /** @type {any} */ (document.createElement("miro-fish"));
      tank.style.cssText = "display: block; width: 200px; height: 120px";
      document.body.append(tank);
      const ready = tank.ready.then(() => "ready", (/** @type {any} */ error) => error.code);
      // Each time a little later, so that every stage of the start is met.
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve, turn));
      await tank.destroy();
      tank.remove();
      outcomes.push(await ready);
    }
    return outcomes;
  });
  assert.ok(outcomes.every((outcome) => ["ready", "destroyed"].includes(outcome)), String(outcomes));
  assert.ok(outcomes.includes("destroyed"));
  await workers(page, 1);
  assert.deepEqual(complaints, []);
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

test("a tank that nobody has seen yet is destroyed by its signal", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  const seen = await page.evaluate(async () => {
    globalThis.tank.remove();
    const { createAquarium } = await import(/** @type {string} */ ("/mirofish.js"));
    const container = document.createElement("div");
    container.style.cssText = "position: absolute; top: 9000px; width: 200px; height: 100px";
    document.body.append(container);
    const outcome = (/** @type {AbortSignal} */ signal) =>
      createAquarium(container, { fish: 20, signal }).then(() => "ready", (/** @type {any} */ { code }) => code);
    const life = new AbortController();
    const waiting = outcome(life.signal);
    const hosts = [container.children.length];
    life.abort();
    const codes = [await waiting, await outcome(life.signal)];
    return { codes, hosts: [...hosts, container.children.length] };
  });
  assert.deepEqual(seen, { codes: ["destroyed", "destroyed"], hosts: [1, 0] });
  await workers(page, 0);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("fps-limit draws less often, from the start and when it is changed", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5&quality=high&profile=1&fps-limit=30`, {
    before: (page) =>
      page.addInitScript(() => {
        // A display of the test's own, which shows sixty frames a second whenever it is told to.
        /** @type {Map<number, FrameRequestCallback>} */
        const waiting = new Map();
        let [handle, time] = [0, performance.now()];
        globalThis.requestAnimationFrame = (callback) => {
          waiting.set(++handle, callback);
          return handle;
        };
        globalThis.cancelAnimationFrame = (handle) => void waiting.delete(handle);
        Object.assign(globalThis, {
          showFrames(/** @type {number} */ count) {
            performance.clearMeasures("render:draw");
            for (let i = 0; i < count; i++) {
              time += 1000 / 60;
              const due = [...waiting.values()];
              waiting.clear();
              for (const callback of due) callback(time);
            }
            return performance.getEntriesByName("render:draw").length;
          },
        });
      }),
  });
  await page.evaluate(hold);
  const drawn = await page.evaluate(async () => {
    const { showFrames } = /** @type {any} */ (globalThis);
    showFrames(2);
    const counts = [showFrames(60)];
    for (const limit of ["15", null]) {
      globalThis.tank.fpsLimit = limit;
      // The attribute counts from the next microtask on.
      await Promise.resolve();
      showFrames(4);
      counts.push(showFrames(60));
    }
    return counts;
  });
  assert.deepEqual(drawn, [30, 15, 60]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a tank that was destroyed in its page says so to whoever waits for it or speaks to it, and is another when it is put in again", async () => {
  const { page, complaints } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  const seen = await page.evaluate(async () => {
    const { tank } = globalThis;
    const code = (/** @type {any} */ error) => error.code;
    await tank.destroy();
    const codes = [await tank.ready.catch(code)];
    try {
      tank.feed(1, 1);
    } catch (error) {
      codes.push(code(error));
    }
    const { parentElement } = tank;
    tank.remove();
    await Promise.resolve();
    parentElement.append(tank);
    return [...codes, (await tank.ready) === tank];
  });
  assert.deepEqual(seen, ["destroyed", "destroyed", true]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a script hands the keyboard to the fish", async () => {
  const { page } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  const focused = await page.evaluate(() => {
    globalThis.tank.focus();
    return [document.activeElement === globalThis.tank, globalThis.tank.shadowRoot.activeElement?.getAttribute("part")];
  });
  assert.deepEqual(focused, [true, "tank"]);
  await page.close();
});

test("what is no container and what is no patch is refused by name", async () => {
  const { page } = await open(browser, `${server.url}?seed=1&fish=40&max-dpr=0.5`);
  await page.evaluate(hold);
  const messages = await page.evaluate(async () => {
    const { createAquarium } = await import(/** @type {string} */ ("/mirofish.js"));
    const circle = /** @type {any} */ ({ boids: {} });
    circle.boids.again = circle;
    const told = (/** @type {Promise<any>} */ doing) =>
      doing.then(() => "done", (/** @type {any} */ error) => `${error.code}: ${error.cause || error.message}`);
    return [await told(createAquarium(null)), await told(createAquarium("#x", null)), await told(globalThis.tank.setConfig(circle))];
  });
  assert.deepEqual(messages, [
    "argument: the container is null; allowed: an element",
    'argument: the container is "#x"; allowed: an element',
    "config: the patch is [object Object]; allowed: an object of JSON",
  ]);
  await page.close();
});
