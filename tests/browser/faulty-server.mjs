// A server in front of the server, which does to single files what networks and hosts do to them.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "./harness.mjs";

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} headers
 * @property {Buffer} body
 * @property {number} [delayMs] how long the answer is held back
 * @property {number} [cutAt] bytes after which the connection breaks
 */

/**
 * Serves what `origin` serves, after `alter` had its hands on it.
 * @param {string} origin address of the sound server
 * @param {(path: string, answer: Answer) => void | Promise<void>} alter changes the answer
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveFaulty(origin, alter) {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const sound = await fetch(new URL(path, origin));
    const headers = Object.fromEntries(sound.headers);
    // The body comes decoded.
    for (const name of ["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive"]) delete headers[name];
    /** @type {Answer} */
    const answer = { status: sound.status, headers, body: Buffer.from(await sound.arrayBuffer()) };
    await alter(path.split("?")[0], answer);
    if (answer.delayMs) await sleep(answer.delayMs);
    if (response.destroyed) return;
    response.writeHead(answer.status, { ...answer.headers, "content-length": String(answer.body.length) });
    if (answer.cutAt === undefined) response.end(answer.body);
    else response.write(answer.body.subarray(0, answer.cutAt), () => response.destroy());
  });
  return listen(server);
}

/**
 * Plants a fault into the worker's script: the engine's `tick` fails in its n-th call, in every worker or in the first one only.
 * @param {{ call: number, everyWorker?: boolean }} fault
 * @returns {(path: string, answer: Answer) => void}
 */
export function workerThatThrows({ call, everyWorker = false }) {
  let workers = 0;
  return (path, answer) => {
    if (!path.endsWith("/worker/session.js")) return;
    workers += 1;
    if (workers > 1 && !everyWorker) return;
    const sound = "const remaining = engine.tick(now());";
    const script = answer.body.toString();
    if (!script.includes(sound)) throw new Error("the script has changed: plant the fault elsewhere");
    const faulty = `
      globalThis.ticks = (globalThis.ticks ?? 0) + 1;
      if (globalThis.ticks === ${call}) throw new WebAssembly.RuntimeError("planted");
      ${sound}`;
    answer.body = Buffer.from(script.replace(sound, faulty));
    // The next worker must ask again.
    answer.headers["cache-control"] = "no-store";
  };
}
