// What goes wrong is said, on the page, with cause and remedy; never a blank canvas.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serveFaulty } from "./faulty-server.mjs";
import { lasting, launchChromium, open, serve } from "./harness.mjs";

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/** @param {import("playwright-core").Page} page */
const shown = (page) =>
  page.waitForFunction(() => {
    const text = document.querySelector("miro-fish")?.shadowRoot?.querySelector("[role=alert]")?.textContent ?? "";
    return text.length > 20 ? text : false;
  }).then((handle) => /** @type {Promise<string>} */ (handle.jsonValue()));

/** @param {import("playwright-core").Page} page */
const failure = (page) =>
  page.evaluate(async () => {
    const tank = /** @type {any} */ (document.querySelector("miro-fish"));
    return tank.ready.then(
      () => null,
      (/** @type {any} */ error) => ({ code: error.code, cause: error.cause, remedy: error.remedy }),
    );
  });

for (const { name, file, response, code } of [
  { name: "not there", file: /engine_bg\.wasm/, response: { status: 404, body: "gone" }, code: "wasm-http" },
  {
    name: "of the wrong type",
    file: /webgl2_bg\.wasm/,
    response: { status: 200, contentType: "text/html", body: "<!doctype html>" },
    code: "wasm-mime",
  },
  {
    name: "truncated",
    file: /engine_bg\.wasm/,
    response: { status: 200, contentType: "application/wasm", body: "\0asm" },
    code: "wasm-corrupt",
  },
]) {
  test(`a WebAssembly file that is ${name}`, async () => {
    const { page } = await open(browser, `${server.url}?tier=transfer`, {
      before: async (page) => {
        const headers = { "cross-origin-resource-policy": "cross-origin", "access-control-allow-origin": "*" };
        await page.route(file, (route) => route.fulfill({ headers, ...response }));
      },
    });
    const error = await failure(page);
    assert.equal(error?.code, code);
    assert.ok(error.remedy.length > 10);
    const text = await shown(page);
    assert.ok(text.includes(error.remedy), text);
    await page.close();
  });
}

test("files that come slowly are waited for", async () => {
  const slow = await serveFaulty(server.url, (path, answer) => {
    if (path.endsWith(".wasm")) answer.delayMs = 2500;
  });
  const { page, complaints } = await open(browser, `${slow.url}?seed=1&fish=40&max-dpr=0.5`);
  assert.equal(await failure(page), null);
  assert.deepEqual(complaints, []);
  await page.close();
  await slow.close();
});

test("a line that breaks within a file: the reason, and another try when it is whole again", async () => {
  let broken = true;
  const breaking = await serveFaulty(server.url, (path, answer) => {
    answer.headers["cache-control"] = "no-store";
    if (broken && path.endsWith("webgl2_bg.wasm")) answer.cutAt = 20_000;
  });
  const { page } = await open(browser, `${breaking.url}?seed=1&fish=40&max-dpr=0.5`);
  const error = await failure(page);
  assert.ok(["wasm-network", "wasm-corrupt"].includes(error?.code), error?.code);
  assert.ok((await shown(page)).includes(error.remedy));
  broken = false;
  await page.locator("miro-fish").getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => {
    const tank = /** @type {any} */ (document.querySelector("miro-fish"));
    return tank.ready.then(() => tank.stats().step > 5, () => false);
  });
  assert.equal(await page.locator("miro-fish").getByRole("alert").count(), 0);
  await page.close();
  await breaking.close();
});

test("a worker that throws at start", async () => {
  const { page } = await open(browser, `${server.url}?tier=transfer`, {
    before: async (page) => {
      await page.route(/worker\/worker\.js/, (route) =>
        route.fulfill({
          headers: { "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "cross-origin" },
          contentType: "text/javascript",
          body: "throw new Error('planted');",
        }),
      );
    },
  });
  const error = await failure(page);
  assert.ok(["worker-load", "worker-crash"].includes(error?.code), error?.code);
  assert.ok((await shown(page)).includes(error.remedy));
  await page.close();
});

test("a browser without WebGL2 draws in Canvas 2D; who insists on WebGL2 is told", async () => {
  /** As in a browser whose graphics driver is on its block list. */
  const withoutWebGL = () => {
    for (const canvas of [OffscreenCanvas, HTMLCanvasElement]) {
      const { getContext } = canvas.prototype;
      canvas.prototype.getContext = /** @type {any} */ (
        /** @this {any} @param {string} kind @param {...any} rest */
        function (kind, ...rest) {
          return kind.startsWith("webgl") ? null : Reflect.apply(getContext, this, [kind, ...rest]);
        }
      );
    }
  };
  const { page } = await open(browser, server.url, { before: async (page) => page.addInitScript(withoutWebGL) });
  await page.evaluate(() => /** @type {any} */ (document.querySelector("miro-fish")).ready);
  const stats = await page.evaluate(() => /** @type {any} */ (document.querySelector("miro-fish")).stats());
  assert.equal(stats.renderer, "canvas2d");
  await page.goto(`${server.url}?renderer=webgl2`);
  const error = await failure(page);
  assert.equal(error?.code, "no-renderer");
  assert.ok((await shown(page)).includes(error.remedy));
  await page.close();
});

test("a wrong parameter is named, and the default kept", async () => {
  const { page } = await open(browser, `${server.url}?fish=lots&seed=9&preset=%3Cscript%3E&tier=quantum`);
  await page.evaluate(() => /** @type {any} */ (document.querySelector("miro-fish")).ready);
  const text = await page.textContent("#notice");
  for (const part of ["fish", "lots", "tier", "quantum"]) assert.ok(text?.includes(part), text ?? "no notice");
  assert.equal(await page.locator("script:not([src])").count(), 0, "nothing injected");
  const stats = await page.evaluate(() => /** @type {any} */ (document.querySelector("miro-fish")).stats());
  assert.ok(stats.fish >= 30);
  await page.close();
});

test("a configuration that is not allowed is refused by name, and the tank goes on", async () => {
  const { page } = await open(browser, `${server.url}?seed=1`);
  const refusals = await page.evaluate(async () => {
    const tank = /** @type {any} */ (document.querySelector("miro-fish"));
    await tank.ready;
    const refusal = (/** @type {object} */ patch) =>
      tank.setConfig(patch).then(() => null, (/** @type {any} */ error) => [error.code, error.field, error.value, error.allowed]);
    return {
      range: await refusal({ boids: { perception: -1 } }),
      nan: await refusal({ boids: { perception: NaN } }),
      unknown: await refusal({ boids: { perceptoin: 70 } }),
      many: await refusal({ world: { count: 1e9 } }),
    };
  });
  assert.deepEqual(refusals.range, ["config", "boids.perception", "-1", "1 to 1000 world units"]);
  assert.deepEqual(refusals.nan?.slice(0, 2), ["config", "boids.perception"]);
  assert.match(refusals.nan?.[2], /NaN/);
  assert.deepEqual(refusals.unknown?.slice(0, 2), ["config", "boids.perceptoin"]);
  assert.deepEqual(refusals.many?.slice(0, 2), ["config", "world.count"]);
  const { step } = await page.evaluate(() => /** @type {any} */ (document.querySelector("miro-fish")).stats());
  await page.waitForFunction((step) => /** @type {any} */ (document.querySelector("miro-fish")).stats().step > step, step);
  await page.close();
});
