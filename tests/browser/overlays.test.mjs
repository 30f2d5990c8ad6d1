// What is laid over the tank for those who study it, and that it can be read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";
import { prepare } from "./story.mjs";

const [browser, isolated, plain] = await Promise.all([lasting(launchChromium()), lasting(serve()), lasting(serve("--no-isolation"))]);

/** @param {string} url @param {string} [more] */
async function tank(url, more = "") {
  const seen = await open(browser, `${url}?seed=4&fish=40&paused=1&max-dpr=0.5${more}`, { viewport: { width: 600, height: 400 } });
  await seen.page.evaluate(prepare);
  return seen;
}

/**
 * Asks for overlays, waits until they are there, and takes some steps.
 * @param {import("playwright-core").Page} page
 * @param {string[]} names
 * @returns {Promise<{ legend: string, drawn: number, atFish: number }>} pixels that are drawn, and fish with any near them
 */
async function overlaid(page, names) {
  await page.evaluate((names) => {
    globalThis.tank.overlays = names;
  }, names);
  await page.waitForFunction(() => globalThis.tank.shadowRoot.querySelector(".study canvas"));
  return page.evaluate(async () => {
    await globalThis.tank.step(5);
    const study = globalThis.tank.shadowRoot.querySelector(".study");
    const canvas = study.querySelector("canvas");
    const { data, width } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let drawn = 0;
    for (let at = 3; at < data.length; at += 4) drawn += Number(data[at] > 0);
    const { count, x, y } = globalThis.tank.snapshot();
    const near = (/** @type {number} */ i) => {
      for (let dy = -10; dy <= 10; dy += 1) {
        for (let dx = -10; dx <= 10; dx += 1) {
          if (data[(Math.round(y[i] + dy) * width + Math.round(x[i] + dx)) * 4 + 3] > 0) return true;
        }
      }
      return false;
    };
    let atFish = 0;
    for (let i = 0; i < count; i += 1) atFish += Number(near(i));
    return { legend: study.querySelector(".legend").textContent, drawn, atFish };
  });
}

for (const name of ["headings", "forces", "states"]) {
  test(`${name} are drawn at every fish`, async () => {
    const { page, complaints } = await tank(isolated.url);
    const { drawn, atFish } = await overlaid(page, [name]);
    assert.equal(atFish, 40);
    assert.ok(drawn > 400, `${drawn} pixels`);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("the live grid counts every fish, and where memory is not shared the overlay says so", async () => {
  const { page } = await tank(isolated.url);
  const { legend, drawn } = await overlaid(page, ["grid"]);
  assert.match(legend, /^grid: \d+ × \d+ cells, fish in each; longest chain [1-9]/);
  assert.ok(drawn > 1000, `${drawn} pixels`);
  await page.close();
  const other = await tank(plain.url);
  const unshared = await overlaid(other.page, ["grid"]);
  assert.match(unshared.legend, /only where memory is shared/);
  assert.equal(unshared.drawn, 0);
  await other.page.close();
});

test("the fish under the pointer shows its neighbours", async () => {
  const { page } = await tank(isolated.url);
  assert.match((await overlaid(page, ["neighbours"])).legend, /point at a fish/);
  const { x, y } = await page.evaluate(() => globalThis.crowd());
  await page.mouse.move(x, y);
  const { legend, drawn } = await overlaid(page, ["neighbours"]);
  const [, found] = /neighbours: (\d+) within 70/.exec(legend) ?? [];
  assert.ok(Number(found) >= 1, legend);
  assert.ok(drawn > 400, `${drawn} pixels`);
  await page.close();
});

test("the key D goes from nothing to numbers, to everything, to nothing, and nothing stays behind", async () => {
  const { page, complaints } = await tank(isolated.url);
  const seen = () =>
    page.evaluate(() => {
      const root = globalThis.tank.shadowRoot;
      return [root.querySelector(".stats") !== null, root.querySelector(".study") !== null, globalThis.tank.overlays.length];
    });
  await page.evaluate(() => globalThis.tank.shadowRoot.querySelector(".tank").focus());
  assert.deepEqual(await seen(), [false, false, 0]);
  await page.keyboard.press("d");
  assert.deepEqual(await seen(), [true, false, 0]);
  await page.keyboard.press("d");
  await page.waitForFunction(() => globalThis.tank.shadowRoot.querySelector(".study"));
  assert.deepEqual(await seen(), [true, true, 5]);
  await page.keyboard.press("d");
  assert.deepEqual(await seen(), [false, false, 0]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("an overlay that there is not is refused by name, and those that are on stay", async () => {
  const { page } = await tank(isolated.url);
  const result = await page.evaluate(() => {
    globalThis.tank.overlays = ["states", "grid", "grid"];
    const refusals = [];
    for (const wrong of [["heading"], "grid", null, [undefined], [{}]]) {
      try {
        globalThis.tank.overlays = wrong;
      } catch (error) {
        const { code, cause, message } = /** @type {any} */ (error);
        refusals.push(`${code}: ${cause || message}`);
      }
    }
    return { refusals, overlays: globalThis.tank.overlays };
  });
  assert.deepEqual(result.overlays, ["grid", "states"]);
  assert.equal(result.refusals.length, 5);
  for (const refusal of result.refusals) assert.match(refusal, /^argument: .*grid, headings, forces, states, neighbours/);
  assert.match(result.refusals[0], /has "heading";/);
  await page.close();
});

test("every text over the tank can be read on every water", async () => {
  const { page } = await tank(isolated.url, "&stats=1&colour=wrong");
  await overlaid(page, ["states"]);
  const texts = await page.evaluate(() => {
    const root = globalThis.tank.shadowRoot;
    const numbers = (/** @type {string} */ color) => (color.match(/[\d.]+/g) ?? []).map(Number);
    return [".stats", ".legend", ".notice", ".play"].map((selector) => {
      const element = root.querySelector(selector);
      const { color, backgroundColor } = getComputedStyle(element);
      return { selector, color: numbers(color), background: numbers(backgroundColor) };
    });
  });
  const channel = (/** @type {number} */ value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = (/** @type {number[]} */ [r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  for (const { selector, color, background } of texts) {
    const [r, g, b, opacity = 1] = background;
    // The brightest and the darkest water that there can be.
    for (const water of [255, 0]) {
      const behind = [r, g, b].map((value) => value * opacity + water * (1 - opacity));
      const [low, high] = [luminance(color), luminance(behind)].sort((a, b) => a - b);
      const contrast = (high + 0.05) / (low + 0.05);
      assert.ok(contrast >= 4.5, `${selector} over ${water}: contrast ${contrast.toFixed(2)}`);
    }
  }
  await page.close();
});

test("the legend lies under the buttons of the page", async () => {
  const { page } = await tank(isolated.url);
  for (const width of [320, 390, 780, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await overlaid(page, ["grid", "headings", "forces", "states", "neighbours"]);
    const [legend, buttons] = await page.evaluate(() => {
      const legend = globalThis.tank.shadowRoot.querySelector(".legend");
      return [legend, document.querySelector("#controls")].map((element) => element.getBoundingClientRect().toJSON());
    });
    assert.ok(legend.width > 200 && buttons.width > 200, JSON.stringify([legend, buttons]));
    assert.ok(legend.bottom <= buttons.top || legend.right <= buttons.left, `${width}: ${JSON.stringify([legend, buttons])}`);
  }
  await page.close();
});
