// Every kind of page that a tank may find itself in, in both browsers: it runs, in the best tier that can be had there.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, describe, test } from "node:test";
import { PATIENCE_MS, launchChromium, launchFirefox, lasting, listen, serve } from "./harness.mjs";

/** @typedef {"isolated" | "plain" | "strict"} Kind */

const [isolated, plain, strict] = await Promise.all([
  lasting(serve()),
  lasting(serve("--no-isolation")),
  lasting(serve("--csp", "strict")),
]);
/** @type {Record<Kind, Awaited<ReturnType<typeof serve>>>} */
const servers = { isolated, plain, strict };

const TANK = "?seed=7&fish=40&max-dpr=0.5";
const ISOLATION = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/**
 * The page of a stranger, at another origin, with our page in a frame.
 * @param {Record<string, string>} headers that the stranger's server sends
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
async function host(headers) {
  const frame = `<iframe src="${servers.isolated.url}embed.html${TANK}" allow="cross-origin-isolated" width="400" height="300"></iframe>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html", ...headers });
    response.end(`<!doctype html><title>A stranger's page</title>${frame}`);
  });
  return listen(server);
}

/**
 * What the test asks in the page or in its frame: the tank is ready, and its steps go on.
 * @returns {Promise<{ tier: string, isolated: boolean, count: number }>}
 */
async function visit() {
  const tank = /** @type {any} */ (document.querySelector("miro-fish"));
  await tank.ready;
  const { tier, isolated, step } = tank.stats();
  while (tank.stats().step < step + 10) await new Promise(requestAnimationFrame);
  return { tier, isolated, count: tank.snapshot().count };
}

/**
 * @typedef {object} Surroundings
 * @property {string} name
 * @property {() => Promise<{ url: string, close: () => Promise<void> }>} at
 * @property {boolean} framed
 * @property {{ chromium: string, firefox: string }} tier expected
 */

const nothing = async () => {};
/** @type {Surroundings[]} */
const SURROUNDINGS = [
  {
    name: "an isolated page",
    at: async () => ({ url: servers.isolated.url + TANK, close: nothing }),
    framed: false,
    tier: { chromium: "shared", firefox: "shared" },
  },
  {
    name: "a page that is not isolated",
    at: async () => ({ url: servers.plain.url + TANK, close: nothing }),
    framed: false,
    tier: { chromium: "transfer", firefox: "transfer" },
  },
  {
    name: "a page with a strict content security policy",
    at: async () => ({ url: servers.strict.url + TANK, close: nothing }),
    framed: false,
    tier: { chromium: "shared", firefox: "shared" },
  },
  {
    name: "a frame that isolates itself, on a page without any headers",
    at: () => host({}),
    framed: true,
    // Only Chromium knows Document-Isolation-Policy.
    tier: { chromium: "shared", firefox: "transfer" },
  },
  {
    name: "a frame on an isolated page of another origin",
    at: () => host(ISOLATION),
    framed: true,
    tier: { chromium: "shared", firefox: "shared" },
  },
];

/**
 * @param {string} name of the browser
 * @param {(url: string, framed: boolean) => Promise<Awaited<ReturnType<typeof visit>>>} run
 */
function everywhere(name, run) {
  for (const { name: where, at, framed, tier } of SURROUNDINGS) {
    test(where, async () => {
      const place = await at();
      const seen = await run(place.url, framed);
      const expected = tier[/** @type {"chromium" | "firefox"} */ (name)];
      assert.deepEqual(seen, { tier: expected, isolated: expected === "shared", count: 40 });
      await place.close();
    });
  }
}

describe("in Chromium", () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  before(async () => (browser = await launchChromium()));
  after(() => browser?.close());
  everywhere("chromium", async (url, framed) => {
    const page = await browser.newPage({ viewport: { width: 480, height: 360 } });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    const frame = framed ? page.frames()[1] : page.mainFrame();
    await frame.waitForSelector("miro-fish");
    const seen = await frame.evaluate(visit);
    await page.close();
    return seen;
  });
});

describe("in Firefox", () => {
  /** @type {import("puppeteer-core").Browser} */
  let browser;
  before(async () => (browser = await launchFirefox()));
  after(() => browser?.close());
  everywhere("firefox", async (url, framed) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    const frame = framed ? page.frames()[1] : page.mainFrame();
    await frame.waitForSelector("miro-fish");
    const seen = await frame.evaluate(visit);
    await page.close();
    return seen;
  });
});
