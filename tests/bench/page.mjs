// What the built page costs its host: script on the main thread in each frame, and the way to the first drawn fish.
import { createServer, connect } from "node:net";
import { launchChromium, serve } from "../browser/harness.mjs";
import { median, round, spread } from "./statistics.mjs";

const FRAMES = [
  { what: "frame, WebGL2", fish: 300, query: "renderer=webgl2" },
  { what: "frame, WebGL2", fish: 20_000, query: "renderer=webgl2" },
  { what: "frame, Canvas 2D", fish: 300, query: "renderer=canvas2d" },
];
/** Small, as drawing by software is slow and is not what is measured. */
const VIEWPORT = { width: 480, height: 270 };
/** A slow picture is measured for so long, and then by as many frames as there were, but not fewer than these. */
const PATIENCE_MS = 12_000;
const LEAST_FRAMES = 3;

/** Times every animation frame's callback; runs in the page before anything else. */
function watchFrames() {
  const page = /** @type {any} */ (globalThis);
  page.frameMs = [];
  const request = requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      const before = performance.now();
      callback(time);
      page.frameMs.push(performance.now() - before);
    });
}

/** Resolves after the first frame that shows fish, with the milliseconds since the navigation began; runs in the page. */
async function firstFish() {
  const tank = /** @type {any} */ (document.querySelector("miro-fish"));
  await customElements.whenDefined("miro-fish");
  await tank.ready;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return performance.now();
}

/** @param {import("playwright-core").Browser} browser @param {string} url @param {number} frames */
async function measureFrames(browser, url, frames) {
  const rows = [];
  for (const { what, fish, query } of FRAMES) {
    const page = await browser.newPage({ viewport: VIEWPORT });
    await page.addInitScript(watchFrames);
    await page.goto(`${url}?fish=${fish}&seed=1&max-dpr=1&${query}`);
    await page.evaluate(firstFish);
    await page.waitForFunction(
      ({ most, least, end }) => {
        const drawn = /** @type {any} */ (globalThis).frameMs.length;
        return drawn >= most || (drawn >= least && performance.now() > end);
      },
      { most: 2 * frames, least: 2 * LEAST_FRAMES, end: PATIENCE_MS },
      { polling: 100, timeout: 25 * PATIENCE_MS },
    );
    const times = await page.evaluate(() => /** @type {any} */ (globalThis).frameMs);
    // The first half was to warm up.
    rows.push({ what, fish, mainMs: spread(times.slice(times.length / 2)) });
    await page.close();
  }
  return rows;
}

/**
 * Stands between browser and server and counts what goes over the wire.
 * @param {string} url of the server
 */
async function countingProxy(url) {
  const { port } = new URL(url);
  const counted = { bytes: 0 };
  const server = createServer((client) => {
    const upstream = connect(Number(port), "127.0.0.1");
    upstream.on("data", (data) => (counted.bytes += data.length));
    client.pipe(upstream).pipe(client);
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const own = /** @type {import("node:net").AddressInfo} */ (server.address()).port;
  return { url: `http://127.0.0.1:${own}/`, counted, close: () => void server.close() };
}

/** @param {import("playwright-core").Browser} browser @param {string} server @param {number} starts */
async function measureStarts(browser, server, starts) {
  const proxy = await countingProxy(server);
  const rows = [];
  for (const tier of ["shared", "transfer"]) {
    const times = [];
    for (let i = 0; i < starts; i++) {
      // A context of its own has an empty cache.
      const context = await browser.newContext({ viewport: VIEWPORT });
      const page = await context.newPage();
      proxy.counted.bytes = 0;
      await page.goto(`${proxy.url}?tier=${tier}&seed=1`);
      times.push(await page.evaluate(firstFish));
      await context.close();
    }
    rows.push({ what: `navigation to first drawn fish, tier ${tier}`, ms: round(median(times)), bytes: proxy.counted.bytes });
  }
  proxy.close();
  return rows;
}

/** @param {{ frames: number, starts: number }} effort @param {(done: number, of: number) => void} progress */
export async function measurePage({ frames, starts }, progress) {
  const [browser, server] = await Promise.all([launchChromium(), serve()]);
  try {
    const drawn = await measureFrames(browser, server.url, frames);
    progress(1, 2);
    const first = await measureStarts(browser, server.url, starts);
    progress(2, 2);
    return [...drawn, ...first];
  } finally {
    await browser.close();
    await server.close();
  }
}
