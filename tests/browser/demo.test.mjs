// The aquarium's own page: its buttons, the panel over the whole schema, what it remembers, and what it does with nonsense.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";

const SCHEMA = JSON.parse(await readFile(new URL("../../docs/config.schema.json", import.meta.url), "utf8"));
/** Paused: drawing by software is slow, and few of these tests need it. */
const SMALL = "max-dpr=0.5&fish=30&paused=1";
const SCRIPT = '"><img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve("--csp", "strict"))]);

/**
 * @param {string} address
 * @param {Parameters<typeof open>[2]} [options]
 */
async function visit(address, options) {
  const opened = await open(browser, server.url + address, { viewport: { width: 900, height: 600 }, ...options });
  await started(opened.page);
  return opened;
}

/** @param {import("playwright-core").Page} page */
function started(page) {
  return page.evaluate(() => {
    globalThis.tank = document.querySelector("miro-fish");
    return globalThis.tank.ready.then(() => undefined);
  });
}

/** @param {import("playwright-core").Page} page */
async function openPanel(page) {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Deal anew" }).waitFor();
}

/**
 * What the schema has, by the names that the panel gives its controls.
 * @param {any} schema
 * @returns {string[]}
 */
function controlsOf(schema) {
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    if (field.type === "object") return controlsOf(field);
    if (field.items) return controlsOf(field.items);
    return field.prefixItems?.length === 2 ? [`${name} from`, `${name} to`] : [name];
  });
}

test("the panel is loaded when it is opened, and has a control for every field of the schema", async () => {
  const { page, complaints } = await visit(`?preset=vortex&${SMALL}`);
  /** @type {string[]} */
  const requested = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname.replace(/^\/lib-\w+\//, "")));
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.ok(!loaded.some((name) => /panel|vendor/.test(name)), "nothing of it before");
  await openPanel(page);
  assert.ok(requested.includes("vendor/lil-gui/lil-gui.js") && requested.includes("pages/panel/config.schema.json"));
  const names = await page.evaluate(() => [...document.querySelectorAll("#panel .lil-name")].map((name) => name.textContent));
  const missing = controlsOf(SCHEMA).filter((name) => !names.includes(name));
  assert.deepEqual(missing, []);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("fields of the panel change the running tank, with the schema's range, and are remembered", async () => {
  const { page } = await visit(`?seed=3&${SMALL}`);
  await openPanel(page);
  await page.getByRole("button", { name: "Boids" }).click();
  const changed = page.evaluate(() => new Promise((resolve) => globalThis.tank.addEventListener("configchange", resolve, { once: true })).then(() => 0));
  const weight = page.getByRole("textbox", { name: "wSep" });
  await weight.fill("999");
  await weight.press("Enter");
  await changed;
  assert.equal(await page.evaluate(() => globalThis.tank.getConfig().boids.wSep), 20, "the largest that is allowed");
  // The pointer rests where the panel moved under it, and what it points at is explained as well.
  await page.mouse.move(5, 5);
  await page.getByRole("textbox", { name: "wAli" }).focus();
  await weight.focus();
  await page.locator("#panel .help", { hasText: "Weight of separation. 0 – 20." }).waitFor();
  await page.waitForFunction(() => localStorage.getItem("mirofish")?.includes("wSep"));
  await page.goto(server.url);
  await started(page);
  const { boids, world } = await page.evaluate(() => globalThis.tank.getConfig());
  assert.deepEqual([boids.wSep, world.count], [20, 30]);
  await page.close();
});

test("a preset from the panel is that preset, whatever was changed before", async () => {
  const { page } = await visit("?preset=koi-pond&max-dpr=0.5&seed=8&paused=1");
  const config = (/** @type {import("playwright-core").Page} */ page) => page.evaluate(() => globalThis.tank.getConfig());
  const wanted = await config(page);
  await page.goto(`${server.url}?preset=vortex&max-dpr=0.5&seed=8&paused=1&config={"boids":{"wSep":7},"species":[{"id":"one"}]}`);
  await started(page);
  await openPanel(page);
  await page.getByRole("combobox", { name: "Preset" }).selectOption("koi-pond");
  await page.waitForFunction(() => globalThis.tank.getConfig().species[0].pattern === "koi");
  await page.waitForFunction(() => globalThis.tank.getConfig().boids.wSep !== 7);
  assert.deepEqual(await config(page), wanted);
  await page.close();
});

test("a species is added and removed in the panel", async () => {
  const { page } = await visit(`?preset=vortex&${SMALL}`);
  const count = () => page.evaluate(() => globalThis.tank.getConfig().species.length);
  const before = await count();
  await openPanel(page);
  await page.getByRole("button", { name: "Species" }).click();
  const first = await page.evaluate(() => globalThis.tank.getConfig().species[0].id);
  await page.getByRole("button", { name: first, exact: true }).click();
  await page.getByRole("button", { name: "Add a species like this" }).first().click();
  await page.waitForFunction((before) => globalThis.tank.getConfig().species.length === before + 1, before);
  await page.getByRole("button", { name: "Remove this species" }).first().click();
  await page.waitForFunction((before) => globalThis.tank.getConfig().species.length === before, before);
  assert.equal(await page.evaluate(() => globalThis.tank.getConfig().species[before]?.id, 0).catch(() => first), first);
  await page.close();
});

test("statistics and overlays are shown by the panel", async () => {
  const { page } = await visit(`?${SMALL}`);
  await openPanel(page);
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("checkbox", { name: "Statistics" }).check();
  await page.getByRole("button", { name: "Overlays" }).click();
  await page.getByRole("checkbox", { name: "headings" }).check();
  await page.getByRole("checkbox", { name: "grid" }).check();
  assert.deepEqual(await page.evaluate(() => [globalThis.tank.overlays, globalThis.tank.hasAttribute("stats")]), [["grid", "headings"], true]);
  await page.close();
});

test("picture, clip, recording and configuration are handed out as files", async () => {
  const { page } = await visit(`?seed=5&${SMALL}`);
  await openPanel(page);
  await page.getByRole("button", { name: "Share and save" }).click();
  const download = async (/** @type {string} */ name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#panel").getByRole("button", { name }).click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const picture = await download("Save a picture");
  assert.deepEqual([picture.name, picture.bytes.subarray(1, 4).toString()], ["mirofish.png", "PNG"]);
  const recording = await download("Save what was done");
  assert.equal(JSON.parse(recording.bytes.toString()).mirofish, 1);
  const configuration = await download("Save the configuration");
  assert.equal(JSON.parse(configuration.bytes.toString()).world.seed, 5);
  await page.evaluate(() => globalThis.tank.play());
  await page.getByRole("button", { name: "Record a clip" }).click();
  const { step } = await page.evaluate(() => globalThis.tank.stats());
  await page.waitForFunction((step) => globalThis.tank.stats().step > step + 30, step);
  const clip = await download("Stop and save the clip");
  assert.match(clip.name, /^mirofish\.(mp4|webm)$/);
  assert.ok(clip.bytes.length > 10_000, `${clip.bytes.length} bytes`);
  await page.close();
});

test("the link that is shared shows the same tank", async () => {
  const { page } = await visit(`?preset=neon-night&seed=12&paused=1&${SMALL}&config={"boids":{"wAli":3}}`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.getByRole("button", { name: "Share this tank" }).click();
  await page.getByText("The link is copied.").waitFor();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  const config = await page.evaluate(() => globalThis.tank.getConfig());
  await page.goto(url);
  await started(page);
  const again = await page.evaluate(() => globalThis.tank.getConfig());
  assert.deepEqual(again, config);
  await page.close();
});

test("wallpaper shows nothing but the tank, and remembers nothing", async () => {
  const { page, complaints } = await visit(`?wallpaper=1&${SMALL}`);
  const shown = await page.evaluate(() => [...document.body.children].filter((element) => element.checkVisibility()).map(({ tagName }) => tagName));
  assert.deepEqual(shown, ["MAIN"]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the page speaks Chinese to whoever's browser does, and changes on the spot", async () => {
  const { page } = await visit(`?${SMALL}`, { locale: "zh-CN" });
  await page.getByRole("button", { name: "设置" }).click();
  await page.getByRole("button", { name: "显示" }).click();
  await page.getByRole("combobox", { name: "语言" }).selectOption("English");
  await page.getByRole("button", { name: "Deal anew" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await page.reload();
  await page.getByRole("button", { name: "Settings" }).waitFor();
  await page.close();
});

test("script in every parameter: a message, the default, and nothing injected", async () => {
  const names = ["preset", "config", "fish", "seed", "quality", "threads", "tier", "renderer", "loading", "paused", "interactive"];
  const more = ["touch-action", "max-dpr", "reduced-motion", "stats", "background", "lang", "wallpaper", SCRIPT];
  const { page } = await visit(`?${SMALL}`);
  for (const name of [...names, ...more]) {
    await page.goto(`${server.url}?${new URLSearchParams([["max-dpr", "0.5"], [name, SCRIPT]])}`);
    await started(page);
    const tags = await page.evaluate(() =>
      [document, document.querySelector("miro-fish")?.shadowRoot].flatMap((root) => [...(root?.querySelectorAll("img, script:not([src])") ?? [])]).length,
    );
    assert.deepEqual([tags, await page.evaluate(() => "hacked" in globalThis)], [0, false], name);
    const said = await page.evaluate(() =>
      [document, document.querySelector("miro-fish")?.shadowRoot].map((root) => root?.querySelector("#notice, .notice")?.textContent).join(""),
    );
    assert.ok(said.length > 4, `${name}: "${said}"`);
    assert.equal(await page.evaluate(() => globalThis.tank.getConfig().boids.wSep), 1.6, `${name}: the default is kept`);
  }
  await page.close();
});

test("script and garbage in saved settings: a message, the default, and nothing injected", async () => {
  const { page } = await visit(`?${SMALL}`);
  const tank = new URLSearchParams({ preset: SCRIPT, config: JSON.stringify({ species: [{ id: SCRIPT }] }) }).toString();
  const kinds = {
    [JSON.stringify({ version: 1, tank, language: SCRIPT })]: "preset cannot be",
    [JSON.stringify({ version: 9, tank: "fish=3" })]: "not usable",
    [JSON.stringify({ version: 1, tank: { toString: 1 } })]: "not usable",
    [JSON.stringify([])]: "not usable",
    null: "not usable",
    "{": "not usable",
    [SCRIPT]: "not usable",
    [`{"version":1,"tank":"${"x".repeat(400_000)}"}`]: "not usable",
  };
  for (const [stored, message] of Object.entries(kinds)) {
    await page.evaluate((stored) => localStorage.setItem("mirofish", stored), stored);
    await page.goto(server.url);
    await page.getByText(message).first().waitFor();
    await started(page);
    const preset = await page.evaluate(async () => {
      return [new URL(await globalThis.tank.shareUrl()).searchParams.get("preset"), "hacked" in globalThis, document.querySelectorAll("img").length];
    });
    assert.deepEqual(preset, ["community", false, 0], stored.slice(0, 80));
  }
  await page.close();
});
