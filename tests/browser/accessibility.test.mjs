// Pages for everybody, and a tank that behaves in somebody else's page.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";

const AXE = await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const SMALL = "max-dpr=0.5&fish=30&paused=1";
/** More controls than any page has. */
const MOST_TABS = 400;

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/**
 * @param {string} address
 * @param {Parameters<typeof open>[2]} [options]
 */
async function visit(address, options) {
  const { page } = await open(browser, server.url + address, { viewport: { width: 900, height: 600 }, ...options });
  await page.locator("miro-fish").first().waitFor();
  await page.evaluate(() => {
    globalThis.tank = document.querySelector("miro-fish");
    return globalThis.tank.ready.then(() => undefined);
  });
  return page;
}

/** @param {import("playwright-core").Page} page */
async function findings(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
  return violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 150)).join(" | ")}`);
}

for (const [name, address] of Object.entries({
  aquarium: `?${SMALL}`,
  "message over the tank": `?${SMALL}&wibble=1&config={"boids":{"wSep":-1}}`,
  statistics: `?${SMALL}&stats=1`,
  gallery: "gallery.html",
  article: "article.html",
  performance: `performance.html?${SMALL}`,
  frame: `embed.html?${SMALL}`,
})) {
  test(`axe finds nothing: ${name}`, async () => {
    const page = await visit(address);
    assert.deepEqual(await findings(page), []);
    await page.close();
  });
}

test("axe finds nothing in the panel with everything open, on a phone and on a desk", async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 720 }]) {
    const page = await visit(`?${SMALL}`, { viewport });
    await openAll(page);
    assert.deepEqual(await findings(page), []);
    await page.close();
  }
});

/** Opens the panel and all its folders. @param {import("playwright-core").Page} page */
async function openAll(page) {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Deal anew" }).waitFor();
  await page.evaluate(() => {
    for (const title of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".lil-closed > .lil-title"))) title.click();
  });
  await page.waitForFunction(() => !document.querySelector(".lil-closed, .lil-transition"));
}

test("keys alone reach every function of the page", async () => {
  const page = await visit(`?${SMALL}`);
  await openAll(page);
  const wanted = await page.evaluate(() =>
    [...document.querySelectorAll("button, a[href], input, select")]
      .filter((element) => element.checkVisibility())
      // A colour's square has its text field beside it.
      .filter((element) => element.getAttribute("type") !== "color")
      .map((element, index) => (element.setAttribute("data-index", String(index)), index)),
  );
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  /** @type {Set<string>} */
  const reached = new Set();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => document.activeElement?.getAttribute("data-index") ?? document.activeElement?.id ?? "");
    if (at === "tank" && reached.has("tank")) break;
    reached.add(at);
  }
  assert.deepEqual(wanted.filter((index) => !reached.has(String(index))), []);
  assert.ok(reached.has("tank"));
  await page.close();
});

test("keys alone: settings open, a preset is chosen, Escape closes, and the focus is back where it was", async () => {
  const page = await visit(`?preset=vortex&${SMALL}`);
  await page.locator("#settings").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Preset" }).focus();
  await page.keyboard.type("neon");
  await page.waitForFunction(() => globalThis.tank.getConfig().species[0].id === "neon");
  await page.keyboard.press("Escape");
  assert.deepEqual(
    await page.evaluate(() => [document.activeElement?.id, /** @type {HTMLElement} */ (document.querySelector("#panel")).hidden]),
    ["settings", true],
  );
  await page.close();
});

test("a focused tank has a ring, and its keys move a cursor that can be seen", async () => {
  const page = await visit(`?${SMALL}`);
  await page.keyboard.press("Tab");
  const seen = () =>
    page.evaluate(() => {
      const root = globalThis.tank.shadowRoot;
      const cursor = root.querySelector(".cursor");
      return { ring: getComputedStyle(root.querySelector(".tank")).boxShadow, hidden: cursor.hidden, at: cursor.style.translate };
    });
  const before = await seen();
  assert.notEqual(before.ring, "none");
  assert.equal(before.hidden, true);
  await page.keyboard.press("ArrowLeft");
  const after = await seen();
  assert.deepEqual([after.hidden, after.at], [false, "426px 300px"]);
  await page.keyboard.press("Enter");
  const food = await page.evaluate(() => globalThis.tank.step(1).then(() => globalThis.tank.stats().food));
  assert.ok(food >= 5, `Enter feeds: ${food} pellets`);
  await page.close();
});

test("the tank's label is the host's, and says what it is where the host has none", async () => {
  const page = await visit("article.html");
  assert.equal(await page.getByRole("img", { name: "A mill: fish that circle around an empty middle" }).count(), 1);
  await page.close();
  const plain = await visit(`?${SMALL}`);
  assert.equal(await plain.getByRole("img", { name: "Aquarium with swimming fish" }).count(), 1);
  await plain.close();
});

test("less motion: a still picture with a button, also when it is asked for later", async () => {
  const page = await visit("?max-dpr=0.5&fish=30", { reducedMotion: "reduce" });
  const paused = (/** @type {boolean} */ wanted) => page.waitForFunction((wanted) => globalThis.tank.paused === wanted, wanted);
  await paused(true);
  await page.locator("miro-fish").getByRole("button", { name: "Play" }).click();
  await paused(false);
  // The browser tells of a change with its next frame: two at once would be none.
  const told = page.evaluate(() => {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    return new Promise((resolve) => query.addEventListener("change", () => resolve(query.matches), { once: true }));
  });
  await page.emulateMedia({ reducedMotion: "no-preference" });
  assert.equal(await told, false);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await paused(true);
  await page.close();
});

test('interactive="none" lets clicks and focus through to what is behind', async () => {
  const page = await visit(`?${SMALL}&interactive=none`);
  await page.evaluate(() => {
    const behind = document.createElement("button");
    behind.id = "behind";
    behind.style.cssText = "position:fixed;left:100px;top:100px;width:80px;height:40px";
    behind.addEventListener("click", () => (behind.textContent = "clicked"));
    document.body.prepend(behind);
    globalThis.tank.style.cssText = "position:fixed;inset:0;pointer-events:none";
  });
  await page.mouse.click(120, 120);
  assert.equal(await page.textContent("#behind"), "clicked");
  assert.equal(await page.evaluate(() => globalThis.tank.shadowRoot.querySelector(".tank").tabIndex), -1);
  await page.close();
});

test("a finger that moves up over a tank scrolls the article, and a tank that left the screen stands still", async () => {
  const page = await visit("article.html", { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
  const client = await page.context().newCDPSession(page);
  const box = await page.evaluate(() => {
    globalThis.tank.scrollIntoView({ block: "center" });
    const { left, top, width, height } = globalThis.tank.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  const before = await page.evaluate(() => scrollY);
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [box] });
  for (let up = 20; up <= 240; up += 20) {
    await client.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: box.x, y: box.y - up }] });
  }
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForFunction((before) => scrollY > before + 150, before);
  assert.equal(await page.evaluate(() => globalThis.tank.stats().states.flee), 0, "and nobody fled");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  // A tank that rests has the hash of where it stands.
  await page.waitForFunction(() => globalThis.tank.snapshot().hash !== "", null, { polling: 50 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => globalThis.tank.snapshot().hash === "", null, { polling: 50 });
  await page.close();
});

test("a tank that goes leaves no listener in the page", async () => {
  const page = await visit("article.html");
  const client = await page.context().newCDPSession(page);
  const listeners = async () => {
    const counts = [];
    for (const expression of ["window", "document", "document.body", "document.documentElement", "document.fonts"]) {
      const { result } = await client.send("Runtime.evaluate", { expression });
      const { listeners } = await client.send("DOMDebugger.getEventListeners", { objectId: result.objectId ?? "" });
      counts.push(listeners.length);
    }
    return counts;
  };
  const create = () =>
    page.evaluate(async () => {
      const tank = /** @type {any} */ (document.createElement("miro-fish"));
      tank.setAttribute("loading", "eager");
      document.body.append(tank);
      await tank.ready;
      tank.overlays = ["grid"];
      await tank.destroy();
      tank.remove();
    });
  await page.evaluate(async () => {
    for (const tank of /** @type {NodeListOf<any>} */ (document.querySelectorAll("miro-fish"))) {
      await tank.destroy();
      tank.remove();
    }
  });
  const before = await listeners();
  await create();
  await create();
  assert.deepEqual(await listeners(), before);
  await page.close();
});

test("a gallery holds no more graphics contexts than there are tanks on screen", async () => {
  const page = await visit("gallery.html", { viewport: { width: 400, height: 500 } });
  const count = () => page.locator("miro-fish").count();
  const all = await page.locator(".place").count();
  assert.ok((await count()) < all);
  for (let at = 0; at < all; at += 1) {
    await page.locator(".place").nth(at).scrollIntoViewIfNeeded();
    await page.locator(".place").nth(at).locator("miro-fish").waitFor();
    assert.ok((await count()) <= 4, `${await count()} tanks`);
  }
  await page.close();
});

test("flat out: the simulation runs without being drawn, and plays on afterwards", async () => {
  const page = await visit("performance.html?max-dpr=0.5&fish=60");
  await page.getByRole("checkbox", { name: "Flat out" }).check();
  await page.getByRole("row", { name: /Times real time/ }).waitFor();
  const times = (await page.getByRole("row", { name: /Times real time/ }).textContent()) ?? "";
  assert.ok(Number.parseFloat(times.replace(/^\D+/, "")) > 2, times);
  await page.getByRole("checkbox", { name: "Flat out" }).uncheck();
  await page.getByRole("row", { name: /Frames per second/ }).waitFor();
  await page.getByRole("combobox", { name: "Tier" }).selectOption("transfer");
  await page.getByRole("row", { name: "Tier transfer" }).waitFor();
  await page.close();
});

test("User Timing is turned on by the performance page, for as long as its address says so", async () => {
  const page = await visit("performance.html?max-dpr=0.5&fish=30");
  const measures = () => page.evaluate(() => performance.getEntriesByName("render:draw").length);
  assert.equal(await measures(), 0);
  await Promise.all([page.waitForURL(/profile=1/), page.getByRole("checkbox", { name: "User Timing" }).check()]);
  await page.waitForFunction(() => performance.getEntriesByName("render:draw").length > 0);
  assert.ok(await page.getByRole("checkbox", { name: "User Timing" }).isChecked());
  await page.close();
});
