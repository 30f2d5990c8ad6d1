// Where things are measured: this machine's processor natively, and a worker in Chromium. Both answer the same questions.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { launchChromium } from "../browser/harness.mjs";
import { serveBench } from "./site.mjs";

/**
 * @typedef {object} Ask
 * @property {string} state
 * @property {number} fish
 * @property {string} [kernel] none: only make the tank
 * @property {number} [threads]
 * @property {number} [budgetMs]
 * @property {number} [most] steps in one batch
 */

/**
 * @typedef {object} Host
 * @property {(ask: Ask) => Promise<any>} ask
 * @property {() => Promise<void>} close
 */

/** @param {string} program @returns {Host} */
export function nativeHost(program) {
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(ask) {
      child.stdin.write(`${JSON.stringify(ask)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${program} ended at ${JSON.stringify(ask)}`);
      return JSON.parse(value);
    },
    async close() {
      child.stdin.end();
      await new Promise((resolve) => child.once("exit", resolve));
    },
  };
}

/**
 * @param {string} engine folder with the engine built for measuring
 * @returns {Promise<Host & { version: string }>}
 */
export async function chromiumHost(engine) {
  const [site, browser] = await Promise.all([serveBench(engine), launchChromium()]);
  const page = await browser.newPage();
  await page.goto(site.url);
  return {
    version: browser.version(),
    ask: (ask) => page.evaluate((ask) => /** @type {any} */ (globalThis).ask(ask), ask),
    async close() {
      await browser.close();
      await site.close();
    },
  };
}
