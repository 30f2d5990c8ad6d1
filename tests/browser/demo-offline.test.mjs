// The pages without a network, on a host that cannot send headers, and while a new version is published.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { lasting, launchChromium, listen, open, serve } from "./harness.mjs";

const DIST = new URL("../../dist/", import.meta.url);
const TYPES = /** @type {Record<string, string>} */ ({ html: "text/html", js: "text/javascript", wasm: "application/wasm", css: "text/css", json: "application/json" });
const SMALL = "?fish=30&max-dpr=0.5";

const browser = await lasting(launchChromium());

/**
 * A host as they are: right types, no other headers. Files can be replaced, as by a new version.
 * @param {Record<string, string>} replaced texts by path
 */
async function plainHost(replaced) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "", "http://host").pathname.slice(1) || "index.html";
    const body = replaced[path] ?? (await readFile(new URL(path, DIST)).catch(() => undefined));
    response.writeHead(body === undefined ? 404 : 200, { "content-type": TYPES[path.split(".").pop() ?? ""] ?? "application/octet-stream" });
    response.end(body);
  });
  return listen(server);
}

/** @param {import("playwright-core").Page} page */
function tierOf(page) {
  return page.evaluate(async () => {
    const tank = /** @type {any} */ (document.querySelector("miro-fish"));
    await tank.ready;
    return tank.stats().tier;
  });
}

/** Resolves when everything is kept. @param {import("playwright-core").Page} page */
function kept(page) {
  return page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}

test("without a network the tank is there, in tier shared, and so are the other pages", async () => {
  const server = await serve();
  const { page } = await open(browser, server.url + SMALL, { serviceWorkers: "allow" });
  assert.equal(await tierOf(page), "shared");
  await kept(page);
  await page.context().setOffline(true);
  await server.close();
  await page.goto(`${server.url}?fish=40&preset=koi-pond&max-dpr=0.5`);
  assert.equal(await tierOf(page), "shared");
  assert.equal(await page.evaluate(() => /** @type {any} */ (document.querySelector("miro-fish")).getConfig().world.count), 40);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Deal anew" }).waitFor();
  for (const name of ["gallery", "article", "performance"]) {
    await page.goto(`${server.url}${name}.html`);
    await page.locator("miro-fish").first().waitFor();
  }
  await page.context().close();
});

test("on a host that sends no headers the second visit is isolated", async () => {
  const host = await plainHost({});
  const { page } = await open(browser, host.url + SMALL, { serviceWorkers: "allow" });
  assert.equal(await tierOf(page), "transfer");
  await kept(page);
  await page.reload();
  assert.equal(await tierOf(page), "shared");
  await page.context().close();
  await host.close();
});

test("a new version waits until it is complete and asked for, and never mixes with the old one", async () => {
  /** @type {Record<string, string>} */
  const replaced = {};
  const host = await plainHost(replaced);
  const { page } = await open(browser, host.url + SMALL, { serviceWorkers: "allow" });
  await kept(page);
  await page.reload();
  const title = () => page.evaluate(() => document.title);
  const update = () => page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()).catch(() => {}));
  const [index, script] = await Promise.all(["index.html", "service-worker.js"].map((file) => readFile(new URL(file, DIST), "utf8")));
  const newer = index.replace("<title>MiroFish", "<title>Newer");
  const digest = (/** @type {string} */ text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

  // Half published: the list is new, a file is not.
  replaced["service-worker.js"] = script.replace(digest(index), digest(newer)).replace(/"version": "\w+"/, '"version": "newer"');
  await update();
  await page.waitForFunction(() => navigator.serviceWorker.getRegistration().then((one) => !one?.installing && !one?.waiting));
  await page.reload();
  assert.equal(await title(), "MiroFish");

  replaced["index.html"] = newer;
  await update();
  await page.getByText("A new version is ready.").waitFor();
  await page.reload();
  assert.equal(await title(), "MiroFish", "until it is asked for");
  await page.getByText("A new version is ready.").waitFor();
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Reload" }).click()]);
  assert.equal(await title(), "Newer");
  assert.deepEqual(await page.evaluate(() => caches.keys()), ["mirofish-newer"]);
  await page.context().close();
  await host.close();
});

test("the element alone registers nothing", async () => {
  const server = await serve();
  const { page } = await open(browser, `${server.url}article.html`, { serviceWorkers: "allow" });
  assert.equal(await tierOf(page), "shared");
  assert.deepEqual(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)), 0);
  await page.context().close();
  await server.close();
});

test("the manifest is one that installs: names, a start, and icons of the sizes that they say", async () => {
  const manifest = JSON.parse(await readFile(new URL("manifest.webmanifest", DIST), "utf8"));
  assert.ok(manifest.name && manifest.start_url && manifest.display === "fullscreen");
  for (const { src, sizes, type } of manifest.icons.filter((/** @type {any} */ icon) => icon.type === "image/png")) {
    const bytes = await readFile(new URL(src, DIST));
    const size = bytes.readUInt32BE(16);
    assert.deepEqual([`${size}x${bytes.readUInt32BE(20)}`, type], [sizes, "image/png"]);
  }
});
