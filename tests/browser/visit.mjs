// A look at a page with a tank on it, whoever built the page.
import assert from "node:assert/strict";
import { open } from "./harness.mjs";

/**
 * Opens a page, waits until its fish have moved, and says how it runs. The page closes with the test.
 * @param {import("node:test").TestContext} t
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {Parameters<typeof open>[2]} [options]
 */
export async function visit(t, browser, url, { before, ...options } = {}) {
  const seen = await open(browser, url, {
    viewport: { width: 600, height: 400 },
    ...options,
    before: async (page) => {
      t.after(() => page.close());
      await before?.(page);
    },
  });
  const { page } = seen;
  try {
    await page.waitForFunction(() => {
      globalThis.tank ??= document.querySelector("miro-fish");
      return globalThis.tank?.ready;
    });
  } catch (error) {
    const shown = await page.evaluate(() => document.querySelector("miro-fish, #tank > div")?.shadowRoot?.textContent);
    throw new Error([...seen.complaints, ...seen.lines, shown].join("\n"), { cause: error });
  }
  return { ...seen, stats: await swim(page) };
}

/**
 * @param {import("playwright-core").Page | import("playwright-core").Frame} page whose tank is `globalThis.tank`
 * @returns {Promise<any>} its `stats()` after most of its fish have moved
 */
export async function swim(page) {
  const before = await page.evaluate(() => {
    const { step, x, y } = globalThis.tank.snapshot();
    return { step, x: [...x], y: [...y] };
  });
  await page.waitForFunction((step) => globalThis.tank.stats().step > step + 20, before.step);
  const [stats, x, y] = await page.evaluate(() => {
    const { x, y } = globalThis.tank.snapshot();
    return [globalThis.tank.stats(), [...x], [...y]];
  });
  const moved = before.x.filter((was, i) => Math.hypot(x[i] - was, y[i] - before.y[i]) > 1).length;
  assert.ok(moved > stats.fish / 2, `${moved} of ${stats.fish} fish moved`);
  return stats;
}
