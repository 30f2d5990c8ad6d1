// What the documentation shows, done: pages opened, scripts type-checked, commands looked up, configurations validated.
// Rust blocks are doc tests of the crate in tests/.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { lasting, launchChromium, open, serve, xtask } from "./harness.mjs";

const ROOT = new URL("../../", import.meta.url);
const SCRATCH = new URL("tests/artifacts/docs/", ROOT);
/** Pages whose blocks all have to be of a kind that is checked here; others may have kinds with a test of their own. */
const COMPLETE = ["README.md", "README.zh-CN.md", "docs/contributing.md", "docs/determinism.md", "docs/embed.md", "docs/presets.md", "docs/profiling.md", "docs/README.md"];
/** Recipes for hosts, which are tried on those hosts. */
const HOSTS = "docs/serving.md";
const KINDS = ["html", "js", "json", "rust", "sh"];
/** What a page says is there already when a script of it begins. */
const GIVEN = `
declare const buffer: SharedArrayBuffer;
declare const header: number;
declare const tank: import("mirofish").MiroFishElement;
`;
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
/** Programs that a reader may be told to run, besides our own tasks. */
const PROGRAMS = ["npm", "npx", "git", "cd", "echo", "perf"];

/**
 * @typedef {object} Block
 * @property {string} page
 * @property {string} kind
 * @property {string} text
 * @property {string} name
 */

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);
const pages = ["README.md", "README.zh-CN.md", ...(await readdir(new URL("docs/", ROOT))).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
const texts = new Map(await Promise.all(pages.map(async (page) => /** @type {const} */ ([page, await readFile(new URL(page, ROOT), "utf8")]))));
const blocks = pages.flatMap((page) => blocksOf(page, texts.get(page) ?? ""));

/**
 * @param {string} page
 * @param {string} markdown
 * @returns {Block[]}
 */
function blocksOf(page, markdown) {
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, kind, text], index) => ({ page, kind, text, name: `${page}, block ${index + 1}` }));
}

/** @param {string} kind */
function of(kind) {
  return blocks.filter((block) => block.kind === kind && block.page !== HOSTS);
}

test("every block is of a kind that is checked, and there is something of each", () => {
  const others = blocks.filter(({ page, kind }) => COMPLETE.includes(page) && !KINDS.includes(kind)).map(({ name, kind }) => `${name}: ${kind}`);
  assert.deepEqual(others, []);
  for (const kind of KINDS) assert.ok(of(kind).length > 0, kind);
});

test("what is linked is there", () => {
  const dead = [];
  for (const [page, markdown] of texts) {
    for (const [, target] of markdown.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|#)/.test(target)) continue;
      if (!existsSync(new URL(target.split("#")[0], new URL(page, ROOT)))) dead.push(`${page}: ${target}`);
    }
  }
  assert.deepEqual(dead, []);
});

test("the Chinese README shows the same blocks as the English one", () => {
  const shown = (/** @type {string} */ wanted) =>
    blocks.filter(({ page }) => page === wanted).map(({ kind, text }) => `${kind}: ${text.replace(/\s*(#|\/\/).*$/gm, "")}`);
  assert.deepEqual(shown("README.zh-CN.md"), shown("README.md"));
});

test("configurations are valid", async () => {
  const validate = new Ajv2020().compile(JSON.parse(await readFile(new URL("docs/config.schema.json", ROOT), "utf8")));
  for (const { name, text } of of("json")) assert.ok(validate(JSON.parse(text)), `${name}: ${JSON.stringify(validate.errors)}`);
});

test("commands have the flags that they are shown with", async () => {
  /** @type {Map<string, string>} */
  const help = new Map();
  for (const { name, text } of of("sh")) {
    for (const line of text.split("\n").map((line) => line.replace(/\s*#.*$/, "").trim()).filter(Boolean)) {
      const [program, command, task, ...rest] = line.split(/\s+/);
      if (program !== "cargo") {
        assert.ok(PROGRAMS.includes(program), `${name}: ${line}`);
        continue;
      }
      if (command !== "xtask") continue;
      if (!help.has(task)) help.set(task, await xtask(task, "--help"));
      const known = [...(help.get(task) ?? "").matchAll(/--[\w-]+/g)].map(([flag]) => flag);
      for (const flag of rest.filter((word) => word.startsWith("--"))) assert.ok(known.includes(flag), `${name}: ${line}`);
    }
  }
});

test("scripts pass the type check against the module that is shipped", async () => {
  await rm(SCRATCH, { recursive: true, force: true });
  await mkdir(SCRATCH, { recursive: true });
  for (const [index, { name, text }] of of("js").entries()) {
    // The same module by two names.
    const script = text.replace('"./mirofish.js"', '"mirofish"');
    await writeFile(new URL(`${index}.js`, SCRATCH), `// ${name}\n${script}\nexport {};\n`);
  }
  await writeFile(new URL("given.d.ts", SCRATCH), GIVEN);
  const compilerOptions = { paths: { mirofish: ["../../../www/mirofish.d.ts"] }, noUnusedLocals: false, noUnusedParameters: false, strict: false };
  const config = { extends: "../../tsconfig.www.json", compilerOptions, include: ["*.js", "given.d.ts"], exclude: [] };
  await writeFile(new URL("tsconfig.json", SCRATCH), JSON.stringify(config));
  const tsc = fileURLToPath(new URL("tests/node_modules/typescript/bin/tsc", ROOT));
  try {
    execFileSync(process.execPath, [tsc, "--project", fileURLToPath(new URL("tsconfig.json", SCRATCH))], { stdio: "pipe" });
  } catch (error) {
    assert.fail(String(/** @type {any} */ (error).stdout));
  }
});

describe("pages", () => {
  for (const { name, text } of of("html")) {
    test(name, async () => {
      const url = `${server.url}shown.html`;
      const before = async (/** @type {import("playwright-core").Page} */ page) => {
        const body = `<!doctype html><link rel="icon" href="./favicon.svg">${text}`;
        await page.route(url, (route) => route.fulfill({ contentType: "text/html", body }));
        // Pictures of the reader's own.
        await page.route("**/*.webp", (route) => route.fulfill({ contentType: "image/svg+xml", body: PICTURE }));
      };
      const { page, complaints } = await open(browser, url, { viewport: { width: 640, height: 400 }, before });
      // The tank may be in a frame.
      const frame = page.frames().at(-1) ?? page.mainFrame();
      await frame.locator("miro-fish").first().waitFor();
      const fish = await frame.evaluate(async () => {
        const tank = /** @type {any} */ (document.querySelector("miro-fish"));
        await tank.ready;
        return tank.snapshot().count;
      });
      assert.ok(fish > 0);
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }
});
