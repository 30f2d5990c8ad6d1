// Pictures that were taken before, and features that change the picture where they should and nowhere else.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import pixelmatch from "pixelmatch";
import { keep, lasting, launchChromium, open, serve } from "./harness.mjs";
import { REFERENCES, decode, referenceName, referenceShots, screenshot, shoot } from "./shots.mjs";
import { prepare } from "./story.mjs";

/** Share of the pixels that may look different: other drivers round otherwise, and the references are compressed. */
const TOLERANCE = 0.005;

/** Steps of 255 that nobody sees: a browser may move a canvas from one rasteriser to another. */
const ROUNDING = 6;

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);
const darkroom = await browser.newPage();

for (const shot of referenceShots()) {
  const name = referenceName(shot);
  test(`the picture of ${shot.preset} by ${shot.renderer} is as it was`, async () => {
    const png = await shoot(browser, server.url, shot);
    const reference = await decode(darkroom, await readFile(new URL(`${name}.webp`, REFERENCES)));
    const { width, height, data } = await decode(darkroom, png);
    assert.deepEqual([width, height], [reference.width, reference.height]);
    const different = pixelmatch(data, reference.data, undefined, width, height, { threshold: 0.1 });
    if (different > TOLERANCE * width * height) await keep(`${name}-now`, png);
    assert.ok(
      different <= TOLERANCE * width * height,
      `${different} pixels look different from tests/golden/pictures/${name}.webp: see tests/artifacts/${name}-now.png. ` +
        "If that is meant to be: cargo xtask shots --bless",
    );
  });
}

test("a picture of the same seed and step is the same, byte for byte", async () => {
  const [shot] = referenceShots();
  const one = await shoot(browser, server.url, shot);
  const other = await shoot(browser, server.url, shot);
  assert.ok(one.equals(other));
});

/**
 * Where two pictures differ, by the eye of whoever asks.
 * @param {Buffer} one
 * @param {Buffer} other
 * @param {(x: number, y: number) => boolean} inside
 * @returns {Promise<{ inside: number, outside: number, of: number }>} pixels that differ, and how many there are inside
 */
async function differences(one, other, inside) {
  const [a, b] = [await decode(darkroom, one), await decode(darkroom, other)];
  const count = { inside: 0, outside: 0, of: 0 };
  for (let at = 0; at < a.data.length; at += 4) {
    const [x, y] = [(at / 4) % a.width, Math.floor(at / 4 / a.width)];
    const here = inside(x + 0.5, y + 0.5);
    count.of += Number(here);
    const same = [0, 1, 2].every((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) <= ROUNDING);
    if (!same) count[here ? "inside" : "outside"] += 1;
  }
  return count;
}

const WIDTH = 480;
const HEIGHT = 300;
const CALL = { x: 240, y: 110 };

/**
 * @param {string} renderer
 * @param {string} preset
 * @param {number} fish
 */
async function tankWith(renderer, preset, fish) {
  const settings = { preset, renderer, fish: String(fish), seed: "7", quality: "high", paused: "1" };
  const { page } = await open(browser, `${server.url}?${new URLSearchParams(settings)}`, {
    viewport: { width: WIDTH, height: HEIGHT },
  });
  await page.evaluate(prepare);
  await page.evaluate(() => globalThis.tank.step(200));
  const { x, y, longest } = await page.evaluate(() => {
    const { x, y } = globalThis.tank.snapshot();
    const lengths = globalThis.tank.getConfig().species.map((/** @type {any} */ { bodyLen }) => bodyLen[1]);
    return { x: [...x], y: [...y], longest: Math.max(...lengths) };
  });
  return {
    page,
    /** @type {(px: number, py: number) => boolean} */
    onFish: (px, py) => x.some((at, i) => Math.hypot(at - px, y[i] - py) < longest * 1.2),
    /** @param {object} patch */
    async change(patch) {
      await page.evaluate((patch) => globalThis.tank.setConfig(patch), patch);
      return screenshot(page);
    },
  };
}

for (const renderer of ["webgl2", "canvas2d"]) {
  test(`${renderer}: caustics lie on the bottom and on fish, and nowhere else`, async () => {
    const { page, onFish, change } = await tankWith(renderer, "community", 6);
    const [on, off] = [await screenshot(page), await change({ quality: { caustics: false } })];
    // Where the dunes begin; above it there is only water.
    const horizon = HEIGHT * 0.76;
    const found = await differences(on, off, (x, y) => y > horizon || onFish(x, y));
    assert.ok(found.inside > found.of * 0.12, JSON.stringify(found));
    assert.equal(found.outside, 0);
    const again = await differences(on, await change({ quality: { caustics: true } }), () => true);
    assert.equal(again.inside, 0, "switched on again it is the same picture");
    await page.close();
  });

  test(`${renderer}: shadows lie on the bottom, and nowhere else`, async () => {
    const { page, change } = await tankWith(renderer, "community", 40);
    const [on, off] = [await screenshot(page), await change({ quality: { shadows: false } })];
    const found = await differences(on, off, (_, y) => y > HEIGHT * 0.8);
    assert.ok(found.inside > found.of * 0.02, JSON.stringify(found));
    assert.equal(found.outside, 0);
    await page.close();
  });

  test(`${renderer}: the ring of a call lies around it, and nowhere else`, async () => {
    const { page, change } = await tankWith(renderer, "community", 6);
    await page.evaluate(async ({ x, y }) => {
      await globalThis.tank.setConfig({ behaviour: { call: { near: 60 } } });
      globalThis.tank.call(x, y, 60);
      await globalThis.tank.step(2);
      // The ring comes up within half a second.
      const up = performance.now() + 600;
      while (performance.now() < up) await new Promise(requestAnimationFrame);
    }, CALL);
    const [on, off] = [await screenshot(page), await change({ quality: { ripples: false } })];
    const found = await differences(on, off, (x, y) => Math.hypot(x - CALL.x, y - CALL.y) < 60 * 1.3);
    assert.ok(found.inside > found.of * 0.1, JSON.stringify(found));
    assert.equal(found.outside, 0);
    await page.close();
  });

  test(`${renderer}: a pattern lies on its fish, and nowhere else`, async () => {
    const { page, onFish, change } = await tankWith(renderer, "koi-pond", 8);
    const on = await screenshot(page);
    const species = await page.evaluate(() => globalThis.tank.getConfig().species);
    for (const kind of species) kind.pattern = "plain";
    const found = await differences(on, await change({ species }), onFish);
    assert.ok(found.inside > 200, JSON.stringify(found));
    assert.equal(found.outside, 0);
    await page.close();
  });

  test(`${renderer}: half a fish at the seam of a torus: the other half is at the other side`, async () => {
    const { page, change } = await tankWith(renderer, "community", 30);
    await change({ world: { boundary: "wrap" } });
    const at = await page.evaluate(async (width) => {
      for (let i = 0; i < 1000; i++) {
        await globalThis.tank.step(4);
        const { x, y } = globalThis.tank.snapshot();
        const seam = (/** @type {number} */ at) => Math.min(at, width - at);
        const alone = (/** @type {number} */ fish) => ![...y].some((at, i) => i !== fish && Math.abs(at - y[fish]) < 60 && seam(x[i]) < 60);
        const fish = [...x].findIndex((at, i) => seam(at) < 3 && y[i] > 70 && y[i] < 190 && alone(i));
        if (fish >= 0) return { x: x[fish], y: y[fish] };
      }
      return undefined;
    }, WIDTH);
    assert.ok(at, "some fish crosses the seam, and no other is near");
    const whole = await screenshot(page);
    const species = await page.evaluate(() => globalThis.tank.getConfig().species);
    for (const kind of species) [kind.color, kind.finColor] = [[120, 90, 50], [120, 90, 50]];
    const painted = await change({ species });
    for (const side of [0, WIDTH]) {
      const half = await differences(whole, painted, (x, y) => Math.abs(x - side) < 30 && Math.abs(y - at.y) < 30);
      assert.ok(half.inside > 5, `${side}: ${JSON.stringify(half)}`);
    }
    await page.close();
  });
}

test("fish by Canvas 2D are pale and thin beside those by WebGL2", async () => {
  for (const preset of ["community", "neon-night"]) {
    const [webgl2, canvas2d] = await Promise.all(
      ["webgl2", "canvas2d"].map(async (renderer) => {
        const { page, change } = await tankWith(renderer, preset, 40);
        const plain = await change({ quality: { caustics: false, shadows: false } });
        const species = await page.evaluate(() => globalThis.tank.getConfig().species);
        for (const kind of species) [kind.color, kind.finColor] = [[0, 0, 0], [0, 0, 0]];
        const [a, b] = [await decode(darkroom, plain), await decode(darkroom, await change({ species }))];
        await page.close();
        // Where it matters what colour fish have, there is a fish.
        const sum = { area: 0, light: [0, 0, 0] };
        for (let at = 0; at < a.data.length; at += 4) {
          if ([0, 1, 2].every((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) <= ROUNDING)) continue;
          sum.area += 1;
          sum.light = sum.light.map((light, channel) => light + a.data[at + channel]);
        }
        return { area: sum.area, colour: sum.light.map((light) => light / sum.area) };
      }),
    );
    const told = JSON.stringify({ preset, webgl2, canvas2d });
    assert.ok(webgl2.area > 1000, told);
    assert.ok(Math.abs(canvas2d.area / webgl2.area - 1) < 0.12, told);
    for (const channel of [0, 1, 2]) assert.ok(Math.abs(canvas2d.colour[channel] - webgl2.colour[channel]) < 10, told);
  }
});

test("a screenshot lags behind the tank", async () => {
  const { page } = await open(browser, `${server.url}?seed=7&quality=high&paused=1`, { viewport: { width: 900, height: 600 } });
  await page.evaluate(prepare);
  let before = await screenshot(page);
  for (let i = 0; i < 5; i++) {
    await page.evaluate(() => globalThis.tank.step(60));
    const now = await screenshot(page);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    assert.ok(!now.equals(before), "it shows that the fish moved");
    assert.ok(now.equals(await screenshot(page)), "and a moment later it is the same");
    before = now;
  }
  await page.close();
});
