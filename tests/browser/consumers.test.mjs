// The npm package in other people's pages: each of them opens, gets the tier that can be had there, and its fish swim.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { install, ISOLATION, PACKAGE, serveFolders, SHARED } from "../consumers/consumer.mjs";
import { PATIENCE_MS, lasting, launchChromium, launchFirefox } from "./harness.mjs";
import { visit } from "./visit.mjs";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const browser = await lasting(launchChromium());

/** @typedef {import("node:test").TestContext} TestContext */

/**
 * @param {TestContext} t
 * @param {Parameters<typeof serveFolders>} what
 */
async function serve(t, ...what) {
  const server = await serveFolders(...what);
  t.after(server.close);
  return server.url;
}

/** @param {string} file @param {string} text that is in it @param {string} other */
async function edit(file, text, other) {
  const before = await readFile(file, "utf8");
  assert.ok(before.includes(text));
  await writeFile(file, before.replace(text, other));
}

describe("pages without a build", () => {
  for (const { name, tier, headers } of [
    { name: "plain", tier: "transfer", headers: {} },
    { name: "plain", tier: "shared", headers: ISOLATION },
    { name: "import-map", tier: "transfer", headers: {} },
  ]) {
    test(`${name}, tier ${tier}`, async (t) => {
      const folder = await install(name);
      const { stats, complaints } = await visit(t, browser, await serve(t, { "/mirofish/": PACKAGE, "/": folder }, headers));
      assert.equal(stats.tier, tier);
      assert.deepEqual(complaints, []);
    });
  }

  test("a strict content security policy, with a pool", async (t) => {
    const folder = await install("plain", "strict-csp");
    await edit(join(folder, "index.html"), "<miro-fish ", '<miro-fish threads="2" ');
    const policy =
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; img-src data:";
    const headers = { ...ISOLATION, "Content-Security-Policy": policy };
    const { stats, complaints } = await visit(t, browser, await serve(t, { "/mirofish/": PACKAGE, "/": folder }, headers));
    assert.deepEqual([stats.tier, stats.threads], ["shared", 2]);
    assert.deepEqual(complaints, []);
  });
});

describe("the package on another origin", () => {
  const policy = "script-src 'self' http: 'wasm-unsafe-eval'; worker-src 'self'";
  for (const { name, headers, tier, code } of [
    { name: "a page without headers", headers: {}, tier: "transfer", code: "not-isolated" },
    { name: "an isolated page, with a pool", headers: ISOLATION, tier: "shared" },
    {
      name: "a page whose policy forbids blobs",
      headers: { ...ISOLATION, "Content-Security-Policy": policy },
      tier: "main",
      code: "worker-origin",
    },
  ]) {
    test(name, async (t) => {
      const other = await serve(t, { "/": PACKAGE }, SHARED);
      const folder = await install("plain", "other-origin");
      await edit(join(folder, "index.html"), "/mirofish/", other);
      await edit(join(folder, "index.html"), "<miro-fish ", '<miro-fish threads="2" ');
      const { stats, lines } = await visit(t, browser, await serve(t, { "/": folder }, headers));
      const said = lines.map((line) => /^MiroFish runs in tier "(?<tier>\w+)" \((?<code>\S+)\)/.exec(line)?.groups);
      assert.equal(stats.tier, tier, lines.join("\n"));
      assert.equal(stats.threads, tier === "shared" ? 2 : 1);
      assert.equal(said.find((step) => step?.tier === tier)?.code, code);
    });
  }
});

describe("bundlers", () => {
  /** @type {import("vite").InlineConfig} */
  const config = { configFile: false, logLevel: "warn" };
  const isolated = { headers: ISOLATION, port: 0, host: "127.0.0.1" };

  test("Vite's development server", async (t) => {
    const { createServer } = await import("vite");
    const dev = await createServer({ ...config, root: await install("vite", "vite-dev"), server: isolated });
    t.after(() => dev.close());
    await dev.listen();
    const { stats, complaints } = await visit(t, browser, dev.resolvedUrls?.local[0] ?? "");
    assert.equal(stats.tier, "shared");
    assert.deepEqual(complaints, []);
  });

  test("Vite's build, in its preview and on a plain host", async (t) => {
    const { build, preview } = await import("vite");
    const root = await install("vite");
    await build({ ...config, root });
    const server = await preview({ ...config, root, preview: isolated });
    t.after(() => server.close());
    const previewed = await visit(t, browser, server.resolvedUrls?.local[0] ?? "");
    const hosted = await visit(t, browser, await serve(t, { "/": join(root, "dist") }));
    assert.deepEqual([previewed.stats.tier, hosted.stats.tier], ["shared", "transfer"]);
    assert.deepEqual([...previewed.complaints, ...hosted.complaints], []);
  });

  test("webpack", async (t) => {
    const { default: webpack } = await import("webpack");
    const root = await install("webpack");
    /** @type {import("webpack").Configuration} */
    const options = {
      context: root,
      mode: "production",
      entry: "./main.js",
      experiments: { outputModule: true },
      output: { path: join(root, "dist"), filename: "main.js", module: true },
    };
    const result = await new Promise((done) => webpack(options, (error, stats) => done(error ?? stats?.toJson().errors)));
    assert.deepEqual(result, []);
    const url = await serve(t, { "/index.html": join(root, "index.html"), "/": join(root, "dist") });
    const { stats, complaints } = await visit(t, browser, url);
    assert.equal(stats.tier, "transfer");
    assert.deepEqual(complaints, []);
  });
});

describe("React", () => {
  test("mounts everything twice in StrictMode, and leaves nothing when it unmounts", async (t) => {
    const { build } = await import("vite");
    const root = await install("react");
    // The mode for development is the one in which StrictMode mounts twice.
    await build({ configFile: false, logLevel: "warn", mode: "development", root, define: { "process.env.NODE_ENV": '"development"' } });
    const { page, complaints } = await visit(t, browser, await serve(t, { "/": join(root, "dist") }));
    await page.evaluate(() => document.querySelector("miro-fish")?.ready.then(() => {}));
    assert.equal(await page.locator("canvas").count(), 2 + 2, "a canvas for each tank, and two graphs");
    assert.equal(page.workers().length, 2, "the first mount's tanks are gone");
    const seen = await page.evaluate(async () => {
      const tank = /** @type {any} */ (document.querySelector("miro-fish"));
      const changed = new Promise((resolve) => tank.addEventListener("configchange", resolve, { once: true }));
      /** @type {any} */ (globalThis).setFish(45);
      await changed;
      return [tank.getAttribute("fish"), tank.getConfig().world.count, tank.hasAttribute("stats"), typeof tank.stats().fps];
    });
    assert.deepEqual(seen, ["45", 45, true, "number"]);
    await page.evaluate(() => /** @type {any} */ (globalThis).show(false));
    while (page.workers().length) await page.workers()[0].waitForEvent("close");
    assert.equal(await page.locator("canvas").count(), 0);
    await page.evaluate(() => /** @type {any} */ (globalThis).show(true));
    await page.waitForFunction(() => document.querySelector("miro-fish")?.ready.then(() => true));
    assert.deepEqual(complaints, []);
  });
});

test("TypeScript sees what there is, and nothing else", async () => {
  const folder = await install("typescript");
  const compiler = join(ROOT, "tests/node_modules/typescript/bin/tsc");
  await run("node", [compiler, "--project", "."], { cwd: folder }).catch(({ stdout }) => assert.fail(stdout));
});

test("Firefox starts the worker of another origin too", async (t) => {
  const firefox = await launchFirefox();
  t.after(() => firefox.close());
  const other = await serve(t, { "/": PACKAGE }, SHARED);
  const folder = await install("plain", "firefox");
  await edit(join(folder, "index.html"), "/mirofish/", other);
  const page = await firefox.newPage();
  await page.goto(await serve(t, { "/": folder }, ISOLATION));
  await page.evaluate(() => document.querySelector("miro-fish")?.ready.then(() => {}));
  const look = () => document.querySelector("miro-fish")?.stats();
  await page.waitForFunction(() => (document.querySelector("miro-fish")?.stats().step ?? 0) > 20, { timeout: PATIENCE_MS });
  assert.equal((await page.evaluate(look))?.tier, "shared");
});

test("a server imports the module without side effects and renders the element as text", async (t) => {
  const folder = await install("server-render");
  const { stdout, stderr } = await run("node", ["render.js"], { cwd: folder });
  assert.equal(stderr, "");
  assert.match(stdout, /<miro-fish seed="7" fish="40" max-dpr="0.5"/);
  await writeFile(join(folder, "index.html"), stdout);
  const { stats, complaints } = await visit(t, browser, await serve(t, { "/mirofish/": PACKAGE, "/": folder }));
  assert.equal(stats.fish, 40);
  assert.deepEqual(complaints, []);
});
