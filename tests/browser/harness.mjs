// What the browser tests share: a server of the built page, browsers, and a page that is watched for complaints.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const XTASK = process.env.MIROFISH_XTASK ?? `${ROOT}target/tools/xtask`;
const ARTIFACTS = `${ROOT}tests/artifacts/`;
/** What the driver itself says where it keeps service workers away. */
const BLOCKED = "Service Worker registration blocked by Playwright";
/** Software rendering on two busy cores: generous, as it only bounds how long a failure takes. */
export const PATIENCE_MS = 60_000;

/**
 * Serves dist/ on a free port of this machine.
 * @param {...string} options of `cargo xtask serve`
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(...options) {
  const child = spawn(XTASK, ["serve", "--no-build", "--port", "0", ...options], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (!url) continue;
    return {
      url,
      close: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`${XTASK} serve ended without an address`);
}

/**
 * Runs a task and returns what it printed.
 * @param {...string} args
 * @returns {Promise<string>}
 */
export async function xtask(...args) {
  const child = spawn(XTASK, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (/** @type {Buffer} */ data) => (out += data));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`xtask ${args.join(" ")} ended with ${code}`);
  return out;
}

/**
 * Lets a server of a test's own listen on a free port of this machine.
 * @param {import("node:http").Server} server
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function listen(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Awaits what all tests of a file use, and closes it after the last of them.
 * @template {{ close: () => Promise<void> }} Opened
 * @param {Promise<Opened>} opening
 * @returns {Promise<Opened>}
 */
export async function lasting(opening) {
  const opened = await opening;
  after(() => opened.close());
  return opened;
}

/** @param {...string} args @returns {Promise<import("playwright-core").Browser>} */
export function launchChromium(...args) {
  return chromium.launch(chromiumOptions(...args));
}

/**
 * @param {...string} args
 * @returns {import("playwright-core").LaunchOptions} for those who want Chromium with something else besides
 */
export function chromiumOptions(...args) {
  return {
    executablePath: process.env.MIROFISH_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", ...args],
  };
}

/** @returns {Promise<import("puppeteer-core").Browser>} a window where there is a screen: headless Firefox has no WebGL */
export function launchFirefox() {
  return puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.MIROFISH_FIREFOX ?? "/usr/bin/firefox-esr",
    headless: !process.env.DISPLAY,
    protocolTimeout: 3 * PATIENCE_MS,
    args: ["--width=1280", "--height=900"],
  });
}

/**
 * Opens a page of Chromium and collects what it complains about.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {import("playwright-core").BrowserContextOptions & { before?: (page: import("playwright-core").Page) => Promise<unknown> }} [options]
 */
export async function open(browser, url, options = {}) {
  const { before, ...context } = options;
  // A service worker would answer behind the back of a test that routes requests; those who test it ask for it.
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, serviceWorkers: "block", ...context });
  page.setDefaultTimeout(PATIENCE_MS);
  /** @type {string[]} */
  const complaints = [];
  /** @type {string[]} */
  const lines = [];
  page.on("console", (message) => {
    lines.push(message.text());
    if (["error", "warning"].includes(message.type()) && message.text() !== BLOCKED) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  await before?.(page);
  await page.goto(url);
  return { page, complaints, lines };
}

/**
 * Keeps a picture for those who want to look.
 * @param {string} name
 * @param {Uint8Array} png
 */
export async function keep(name, png) {
  await mkdir(ARTIFACTS, { recursive: true });
  await writeFile(`${ARTIFACTS}${name}.png`, png);
}
