// Serves the bench's page: its own files, the pool's scripts, the engine built for measuring, and the peers from npm.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { listen } from "../browser/harness.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** `boids` is CommonJS and asks for two more: as one module that a worker can import. */
async function boidsModule() {
  const source = await readFile(createRequire(import.meta.url).resolve("boids"), "utf8");
  return `
    class EventEmitter {
      #listeners = [];
      on(_, listener) { this.#listeners.push(listener); }
      emit(_, ...values) { for (const listener of this.#listeners) listener(...values); }
    }
    function Emitter() { const own = new EventEmitter(); this.on = own.on.bind(own); this.emit = own.emit.bind(own); }
    Emitter.call = (target) => { const own = new EventEmitter(); target.on = own.on.bind(own); target.emit = own.emit.bind(own); };
    const parts = {
      events: { EventEmitter: Emitter },
      inherits: (child, parent) => Object.setPrototypeOf(child.prototype, parent.prototype),
    };
    const module = { exports: {} };
    ((module, exports, require) => {${source}
    })(module, module.exports, (name) => parts[name]);
    export default module.exports;`;
}

/** @param {string} path @param {string} engine folder @returns {Promise<Buffer | string>} */
function content(path, engine) {
  if (path === "/peers/boids.js") return boidsModule();
  const [, first, ...rest] = normalize(path).split("/");
  const inside = rest.join("/");
  if (first === "engine-threads") return readFile(join(engine, inside));
  if (first === "worker.js" || !rest.length) return readFile(join(ROOT, "tests/bench/page", first || "index.html"));
  return readFile(join(ROOT, "www/lib", first, inside));
}

/**
 * @param {string} engine folder with the engine built for measuring
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveBench(engine) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    try {
      const body = await content(path, engine);
      response.writeHead(200, {
        "content-type": TYPES[/** @type {keyof typeof TYPES} */ (extname(path))] ?? "text/html",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return listen(server);
}
