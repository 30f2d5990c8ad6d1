// Whatever a host, a visitor or a link says that cannot be: a message, the default, and nothing injected.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";

/** Markup that would say so if anybody took it for markup. */
const EVIL = `"'><img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script>`;

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/**
 * Opens a page with one tank.
 * @param {import("node:test").TestContext} t
 * @param {string} [search]
 */
async function openTank(t, search = "?seed=7&fish=40&max-dpr=0.5") {
  const { page } = await open(browser, `${server.url}embed.html${search}`, {
    viewport: { width: 500, height: 300 },
    before: async (page) => void t.after(() => page.close()),
  });
  await page.evaluate(() => {
    globalThis.tank = document.querySelector("miro-fish");
    return globalThis.tank.ready.then(() => {});
  });
  return page;
}

/** @param {import("playwright-core").Page} page @returns {Promise<string>} what the page tells its visitor */
function told(page) {
  return page.evaluate(() => {
    const inside = globalThis.tank.shadowRoot.querySelector("[part=notice]:not([hidden])");
    return [inside, document.querySelector("#notice")].map((notice) => notice?.textContent ?? "").join("\n");
  });
}

/** @param {import("playwright-core").Page} page */
async function nothingInjected(page) {
  const found = await page.evaluate(() => {
    const elements = [...document.querySelectorAll("img, script:not([src])"), ...globalThis.tank.shadowRoot.querySelectorAll("img, script")];
    return [elements.length, /** @type {any} */ (globalThis).hit];
  });
  assert.deepEqual(found, [0, undefined]);
}

/** @param {import("playwright-core").Page} page */
async function goesOn(page) {
  const step = await page.evaluate(() => globalThis.tank.stats().step);
  await page.waitForFunction((step) => globalThis.tank.stats().step > step, step);
}

test("markup in every attribute: each is named, its default holds, the tank goes on", async (t) => {
  const page = await openTank(t);
  const names = await page.evaluate(() => globalThis.tank.constructor.observedAttributes);
  for (const name of names) {
    // The addresses of code begin another start, and paths may hold anything.
    if (name.endsWith("-url")) continue;
    await page.evaluate(([name, value]) => globalThis.tank.setAttribute(name, value), [name, EVIL]);
    await page.waitForFunction((name) => {
      const notice = globalThis.tank.shadowRoot.querySelector("[part=notice]:not([hidden])");
      return notice?.textContent.includes(name);
    }, name);
    await nothingInjected(page);
    await page.evaluate((name) => globalThis.tank.removeAttribute(name), name);
  }
  await goesOn(page);
});

test("configurations that cannot be had: each says why, and names the file", async (t) => {
  const page = await openTank(t);
  for (const { config, message } of [
    { config: "/no-such-file.json", message: /config: The configuration file could not be loaded\..*no-such-file\.json answered 404/ },
    { config: "http://127.0.0.1:9/tank.json", message: /could not be loaded\..*127\.0\.0\.1:9/ },
    { config: "http://[", message: /"http:\/\/\[" is no address/ },
    { config: "data:application/json,%7B%22world%22", message: /config: the configuration is not JSON/ },
    { config: `data:,${"x".repeat(300_000)}`, message: /larger than 262144 bytes/ },
    { config: `{"a":"${"x".repeat(300_000)}"}`, message: /300008 bytes long; allowed: at most 262144 bytes/ },
    { config: "[]", message: /config cannot be "\[\]"; allowed: .* a JSON object/ },
    { config: '{"species":{}}', message: /species is \{\}; allowed: a list/ },
    { config: '{"quality":{"maxDpr":0.01}}', message: /quality\.maxDpr is 0\.01; allowed: 0\.5 to 4/ },
    { config: JSON.stringify({ species: [{ id: EVIL }] }), message: /species\[0\]\.id is .*<img/ },
    { config: JSON.stringify({ [EVIL]: 1 }), message: /<img .* is not a known field/ },
  ]) {
    await page.evaluate((config) => globalThis.tank.setAttribute("config", config), config);
    await page.waitForFunction(
      ([source]) => new RegExp(source, "s").test(globalThis.tank.shadowRoot.querySelector("[part=notice]").textContent),
      [message.source],
    ).catch(async (error) => {
      throw new Error(`${config.slice(0, 60)} was answered by ${(await told(page)).slice(0, 300)}`, { cause: error });
    });
    await nothingInjected(page);
  }
  assert.equal(await page.evaluate(() => globalThis.tank.getConfig().world.count), 40, "the attributes still hold");
  await goesOn(page);
});

test("a share link made by hand runs nothing of its maker's, and says what was left out", async (t) => {
  const link = new URLSearchParams({
    preset: EVIL,
    fish: "1e99",
    seed: "-1",
    config: JSON.stringify({ species: [{ id: EVIL }], [EVIL]: EVIL }),
    "worker-url": "https://evil.example/worker.js",
    baseUrl: "https://evil.example/",
    "wasm-url": "javascript:alert(1)",
    [EVIL]: EVIL,
  });
  const page = await openTank(t, `?${link}`);
  const text = await told(page);
  for (const part of ["preset cannot be", "seed cannot be", "worker-url cannot be set by a link", "baseUrl cannot be set by a link"]) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
  await nothingInjected(page);
  const { tier, fish } = await page.evaluate(() => globalThis.tank.stats());
  assert.equal(tier, "shared", "the own worker runs");
  assert.ok(fish >= 30 && fish <= 320, `${fish} fish`);
});

test("arguments that make no sense are refused by name and value, before anything happens", async (t) => {
  const page = await openTank(t);
  const refusals = await page.evaluate(async () => {
    const { tank } = globalThis;
    /** @type {(act: () => unknown) => Promise<string>} */
    const refusal = async (act) => {
      try {
        await act();
        return "taken";
      } catch (/** @type {any} */ error) {
        return `${error.code}: ${error.cause}`;
      }
    };
    const seeds = [];
    for (const seed of ["", "7", [], null, true, {}, NaN, -1, 2.5, 2n ** 53n]) seeds.push(await refusal(() => tank.reset(seed)));
    return {
      seeds,
      sound: [await refusal(() => tank.reset(8)), await refusal(() => tank.reset(9n)), await refusal(() => tank.reset())],
      others: [
        await refusal(() => tank.feed("", 1)),
        await refusal(() => tank.scare(1, undefined)),
        await refusal(() => tank.loadPreset("<b>")),
        await refusal(() => (tank.config = [])),
        await refusal(() => tank.setConfig("{}")),
      ],
    };
  });
  const shown = ['""', '"7"', "[]", "null", "true", "{}", "NaN", "-1", "2.5", "9007199254740992"];
  const expected = shown.map((seed) => `argument: seed is ${seed}; allowed: whole numbers from 0 to 9007199254740991`);
  assert.deepEqual(refusals.seeds, expected);
  assert.deepEqual(refusals.sound, ["taken", "taken", "taken"]);
  assert.match(refusals.others[0], /^argument: x is ""; allowed: finite numbers$/);
  assert.match(refusals.others[1], /^argument: y is undefined/);
  assert.match(refusals.others[2], /^preset: There is no preset "<b>"/);
  assert.match(refusals.others[3], /^config: the patch is \[\]; allowed: an object$/);
  assert.match(refusals.others[4], /^config: the patch is "\{\}"/);
  await goesOn(page);
});
