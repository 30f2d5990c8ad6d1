// Applications that use the npm package as others would: each in a folder of its own, with its own node_modules.
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { listen } from "../browser/harness.mjs";

const TESTS = fileURLToPath(new URL("../", import.meta.url));
/** As `cargo xtask package` makes it. */
export const PACKAGE = fileURLToPath(new URL("../../target/package/mirofish/", import.meta.url));

/**
 * A copy of one of the applications beside this file, with the package installed.
 * @param {string} name
 * @param {string} [as] name of the copy
 * @returns {Promise<string>} its folder
 */
export async function install(name, as = name) {
  const folder = join(TESTS, "artifacts/consumers", as);
  await rm(folder, { recursive: true, force: true });
  await cp(join(TESTS, "consumers", name), folder, { recursive: true });
  await mkdir(join(folder, "node_modules"), { recursive: true });
  // Marks the root: Vite keeps what it prepared beside it, and must not find that of an older package.
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: `consumer-${as}`, private: true, type: "module" }));
  // A real copy: bundlers treat linked packages as parts of the application.
  await cp(PACKAGE, join(folder, "node_modules/mirofish"), { recursive: true });
  for (const library of ["react", "react-dom", "scheduler"]) {
    await symlink(join(TESTS, "node_modules", library), join(folder, "node_modules", library));
  }
  return folder;
}

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** What isolates a page. */
export const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** What lets others load from here. */
export const SHARED = { "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin" };

/**
 * Serves folders as any plain host would, on an origin of its own.
 * @param {Record<string, string>} folders by the path that they are seen at, the longest first
 * @param {Record<string, string>} [headers] of every answer
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveFolders(folders, headers = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    // Browsers ask for it unasked.
    if (pathname === "/favicon.ico") return void response.writeHead(204).end();
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const mount = Object.keys(folders).find((prefix) => path.startsWith(prefix)) ?? "/";
    try {
      const body = await readFile(join(folders[mount], normalize(path.slice(mount.length))));
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, "X-Content-Type-Options": "nosniff", ...headers }).end(body);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  return listen(server);
}
