// The element as its page of the docs has it: properties, slots, events, styles, errors that are shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/**
 * A page of ours that has no script, so that the element is not defined yet.
 * @param {import("node:test").TestContext} t
 * @param {string} markup
 */
async function openBlank(t, markup) {
  const { page } = await open(browser, `${server.url}errors.html`, {
    viewport: { width: 500, height: 400 },
    before: async (page) => void t.after(() => page.close()),
  });
  await page.evaluate((markup) => {
    document.body.innerHTML = markup;
    globalThis.tank = document.querySelector("miro-fish");
  }, markup);
  return page;
}

/** @param {import("playwright-core").Page} page */
const define = (page) =>
  page.evaluate(async () => {
    const address = "/mirofish.js";
    const { define } = await import(address);
    define();
    define();
  });

const SMALL = 'seed="7" fish="40" max-dpr="0.5" style="width: 300px; height: 200px"';

test("attributes are typed properties, also those that were set before the element was defined", async (t) => {
  const page = await openBlank(t, `<miro-fish ${SMALL} preset="vortex" touch-action="none"></miro-fish>`);
  await page.evaluate(() => Object.assign(globalThis.tank, { fish: 50, quality: "low", config: { boids: { wCoh: 1 } }, stats: true }));
  await define(page);
  const read = () =>
    page.evaluate(() => {
      const { preset, fish, seed, quality, touchAction, maxDpr, paused, threads, tier, interactive, config } = globalThis.tank;
      return { preset, fish, seed, quality, touchAction, maxDpr, paused, threads, tier, interactive, config };
    });
  assert.deepEqual(await read(), {
    ...{ preset: "vortex", fish: 50, seed: 7, quality: "low", touchAction: "none", maxDpr: 0.5 },
    ...{ paused: false, threads: null, tier: "auto", interactive: "all", config: { boids: { wCoh: 1 } } },
  });
  const seen = await page.evaluate(async () => {
    const { tank } = globalThis;
    await tank.ready;
    const { world, boids, quality } = tank.getConfig();
    const overlay = tank.shadowRoot.querySelector("[part=stats]");
    return [world.count, boids.wCoh, quality.maxDpr, tank.getAttribute("fish"), typeof tank.stats().fps, overlay !== null];
  });
  // An option that was set later stands above one that was set earlier.
  assert.deepEqual(seen, [50, 1, 0.5, "50", "number", true]);
  const changed = await page.evaluate(async () => {
    const { tank } = globalThis;
    const change = () => new Promise((resolve) => tank.addEventListener("configchange", resolve, { once: true }));
    const once = change();
    Object.assign(tank, { fish: null, stats: false, tier: "wrong" });
    await once;
    return [tank.hasAttribute("fish"), tank.fish, tank.hasAttribute("stats"), tank.getAttribute("tier"), tank.tier, tank.getConfig().world.count];
  });
  assert.deepEqual(changed, [false, null, false, "wrong", "auto", null]);
});

test("paused is the same as attribute, property and method", async (t) => {
  const page = await openBlank(t, `<miro-fish ${SMALL} paused></miro-fish>`);
  await define(page);
  const states = await page.evaluate(async () => {
    const { tank } = globalThis;
    await tank.ready;
    const seen = () => [tank.paused, tank.hasAttribute("paused")];
    const states = [seen()];
    await tank.play();
    states.push(seen());
    tank.paused = true;
    states.push(seen());
    tank.removeAttribute("paused");
    await Promise.resolve();
    states.push(seen());
    await tank.pause();
    states.push(seen());
    return states;
  });
  assert.deepEqual(states, [[true, true], [false, false], [true, true], [false, false], [true, true]]);
});

test("the poster is shown until the first frame, and colours come from the host", async (t) => {
  const style = "<style>miro-fish { --miro-fish-cursor-color: rgb(255, 0, 0); --miro-fish-cursor-size: 50px }</style>";
  const page = await openBlank(t, `${style}<miro-fish ${SMALL}><b slot="poster">Soon</b><i slot="fallback">Never</i></miro-fish>`);
  // Held back until the poster was looked at.
  const held = new Promise((resolve) => void page.route(/engine_bg\.wasm/, (route) => resolve(route)));
  await define(page);
  const route = /** @type {import("playwright-core").Route} */ (await held);
  assert.deepEqual([await page.locator("b").isVisible(), await page.locator("i").isVisible()], [true, false]);
  await route.continue();
  await page.evaluate(() => globalThis.tank.ready.then(() => {}));
  assert.deepEqual([await page.locator("b").isVisible(), await page.locator("i").isVisible()], [false, false]);
  await page.locator("miro-fish [part=tank]").focus();
  await page.keyboard.press("ArrowRight");
  const cursor = await page.locator("miro-fish [part=cursor]").evaluate((element) => {
    const { width, borderTopColor } = getComputedStyle(element);
    return [width, borderTopColor];
  });
  assert.deepEqual(cursor, ["50px", "rgb(255, 0, 0)"]);
});

test("an error is shown with cause, remedy and a link to its place; a fallback takes its place", async (t) => {
  const two = `<miro-fish id="plain" ${SMALL}></miro-fish><miro-fish id="host" ${SMALL}><i slot="fallback">No fish today</i></miro-fish>`;
  const page = await openBlank(t, two);
  await page.route(/engine_bg\.wasm/, (route) => route.fulfill({ status: 404, body: "" }));
  const events = page.evaluate(
    () => new Promise((resolve) => document.addEventListener("error", (event) => resolve([event.bubbles, event.composed, /** @type {any} */ (event).detail.code]))),
  );
  await define(page);
  assert.deepEqual(await events, [true, true, "wasm-http"]);
  const panel = page.locator("#plain [part=error]");
  const text = (await panel.textContent()) ?? "";
  for (const part of ["did not give out a WebAssembly file", "engine_bg.wasm answered 404", "Check that the whole lib folder"]) {
    assert.ok(text.includes(part), text);
  }
  const link = (await panel.locator("a").getAttribute("href")) ?? "";
  assert.equal(link, `${server.url}errors.html#wasm-http`);
  assert.equal(await page.request.get(link).then((answer) => answer.ok()), true);
  await page.locator("i").waitFor();
  assert.equal(await page.locator("#host [part=error] .message").isVisible(), false);
});

test("defined under another name too, each name once", async (t) => {
  const page = await openBlank(t, `<my-tank ${SMALL}></my-tank>`);
  await define(page);
  const result = await page.evaluate(async () => {
    const address = "/mirofish.js";
    const { define, MiroFishElement } = await import(address);
    define("my-tank");
    define("my-tank");
    const tank = /** @type {any} */ (document.querySelector("my-tank"));
    await tank.ready;
    return [tank instanceof MiroFishElement, tank.fish, customElements.get("miro-fish") === MiroFishElement];
  });
  assert.deepEqual(result, [true, 40, true]);
});

test("files from another folder, by base-url; one that is not there is told with its address", async (t) => {
  const page = await openBlank(t, `<miro-fish ${SMALL} tier="transfer" base-url="/elsewhere"></miro-fish>`);
  const library = await page.evaluate(async () => {
    const [, library] = /\.\/(lib-\w+)\//.exec(await (await fetch("/mirofish.js")).text()) ?? [];
    return library;
  });
  /** @type {string[]} */
  const asked = [];
  await page.route(/\/elsewhere\//, async (route) => {
    const path = new URL(route.request().url()).pathname;
    asked.push(path);
    await route.fulfill({ response: await route.fetch({ url: `${server.url}${path.replace("/elsewhere", library)}` }) });
  });
  await define(page);
  await page.evaluate(() => globalThis.tank.ready.then(() => {}));
  assert.ok(asked.includes("/elsewhere/worker/worker.js") && asked.includes("/elsewhere/engine/engine_bg.wasm"), asked.join(" "));
  const error = await page.evaluate(async () => {
    globalThis.tank.setAttribute("wasm-url", "/nowhere/");
    const failed = new Promise((resolve) => globalThis.tank.addEventListener("error", resolve, { once: true }));
    const { code, cause } = (await failed).detail;
    return [code, cause];
  });
  await page.unrouteAll({ behavior: "wait" });
  assert.deepEqual(error, ["wasm-http", `${server.url}nowhere/engine/engine_bg.wasm answered 404`]);
});
