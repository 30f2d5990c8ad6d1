// The recipes of docs/serving.md, on the servers that they are for: the page there is isolated and shares memory.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { install, serveFolders } from "../consumers/consumer.mjs";
import { lasting, launchChromium, listen, open, serve } from "./harness.mjs";
import { swim, visit } from "./visit.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const DIST = join(ROOT, "dist");
const SETTINGS = "?seed=7&fish=40&max-dpr=0.5";

const browser = await lasting(launchChromium());
// Above the packages that the recipes import.
await mkdir(join(ROOT, "tests/artifacts"), { recursive: true });
const folder = await mkdtemp(join(ROOT, "tests/artifacts/serving-"));
after(() => rm(folder, { recursive: true }));

/** @param {string} title of a recipe @returns {Promise<string>} what it says to write */
async function recipe(title) {
  const text = await readFile(join(ROOT, "docs/serving.md"), "utf8");
  const block = new RegExp(`\n## ${title}\n[^]*?\n\`\`\`\\w+\n([^]*?)\n\`\`\`\n`).exec(text)?.[1];
  assert.ok(block, `a recipe for ${title}`);
  return block;
}

/** @returns {Promise<number>} a port that nobody listens on */
async function freePort() {
  const { url, close } = await listen(createServer());
  await close();
  return Number(new URL(url).port);
}

/**
 * Runs a server until the test ends.
 * @param {import("node:test").TestContext} t
 * @param {number} port
 * @param {string} program
 * @param {...string} args
 * @returns {Promise<string>} its address, once it answers
 */
async function run(t, port, program, ...args) {
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, HOME: folder }, stdio: ["ignore", "ignore", "pipe"] });
  let complaints = "";
  child.stderr.on("data", (data) => (complaints += data));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  t.after(async () => {
    child.kill();
    await ended;
  });
  const url = `http://127.0.0.1:${port}/`;
  while (child.exitCode === null) {
    const answers = await fetch(url, { method: "HEAD" }).then(() => true, () => false);
    if (answers) return url;
    // Whichever comes first: its end, or a moment to look again.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
  }
  throw new Error(`${program} ended: ${complaints}`);
}

/**
 * @param {import("node:test").TestContext} t
 * @param {string} url
 */
async function sharesMemory(t, url) {
  const { stats, complaints } = await visit(t, browser, `${url}${SETTINGS}`);
  assert.deepEqual([stats.tier, stats.isolated], ["shared", true]);
  assert.deepEqual(complaints, []);
}

test("nginx", { skip: !process.env.MIROFISH_NGINX && "nginx was not found" }, async (t) => {
  const port = await freePort();
  const temporary = await mkdtemp(join(tmpdir(), "mirofish-nginx-"));
  t.after(() => rm(temporary, { recursive: true }));
  const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${temporary}/${name};`);
  await writeFile(
    join(folder, "nginx.conf"),
    `daemon off;
    pid ${temporary}/pid;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    error_log stderr;
    events {}
    http {
      access_log off;
      ${places.join("\n")}
      types {
        text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg; application/wasm wasm;
        application/manifest+json webmanifest;
      }
      server {
        listen 127.0.0.1:${port};
        root ${DIST};
        ${await recipe("nginx")}
      }
    }`,
  );
  const conf = join(folder, "nginx.conf");
  await sharesMemory(t, await run(t, port, process.env.MIROFISH_NGINX ?? "", "-e", "stderr", "-p", temporary, "-c", conf));
});

test("Caddy", { skip: !process.env.MIROFISH_CADDY && "Caddy was not found" }, async (t) => {
  const port = await freePort();
  const site = `{
    admin off
    auto_https off
  }
  http://127.0.0.1:${port} {
    root * ${DIST}
    ${await recipe("Caddy")}
  }`;
  await writeFile(join(folder, "Caddyfile"), site);
  const args = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  await sharesMemory(t, await run(t, port, process.env.MIROFISH_CADDY ?? "", ...args));
});

test("Express", async (t) => {
  const port = await freePort();
  const script = (await recipe("Express")).replace('"dist"', JSON.stringify(DIST)).replace("8080", String(port));
  await writeFile(join(folder, "express.mjs"), script);
  await sharesMemory(t, await run(t, port, process.execPath, join(folder, "express.mjs")));
});

test("Vite, server and preview", async (t) => {
  const { build, createServer, preview } = await import("vite");
  const root = await install("vite", "vite-recipe");
  await writeFile(join(root, "vite.config.js"), await recipe("Vite"));
  const local = { port: 0, host: "127.0.0.1" };
  const dev = await createServer({ root, logLevel: "warn", server: local });
  t.after(() => dev.close());
  await dev.listen();
  await build({ root, logLevel: "warn" });
  const built = await preview({ root, logLevel: "warn", preview: local });
  t.after(() => built.close());
  for (const { resolvedUrls } of [dev, built]) {
    const { stats } = await visit(t, browser, resolvedUrls?.local[0] ?? "");
    assert.equal(stats.tier, "shared");
  }
});

test("a frame isolates itself on a page without any headers", async (t) => {
  const fish = await serve();
  t.after(fish.close);
  const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>A blog</title>
    <iframe src="${fish.url}embed.html${SETTINGS}" width="500" height="300"></iframe>`;
  await writeFile(join(folder, "index.html"), page);
  const blog = await serveFolders({ "/": folder });
  t.after(blog.close);
  const { page: opened, complaints } = await open(browser, blog.url, { viewport: { width: 600, height: 400 } });
  t.after(() => opened.close());
  assert.equal(await opened.evaluate(() => crossOriginIsolated), false);
  const frame = opened.frames()[1];
  await frame.waitForFunction(() => {
    globalThis.tank = document.querySelector("miro-fish");
    return globalThis.tank?.ready.then(() => true);
  });
  const stats = await swim(frame);
  assert.deepEqual([stats.tier, stats.isolated], ["shared", true]);
  assert.deepEqual(complaints, []);
});
