import assert from "node:assert/strict";
import { test } from "node:test";
import { AquariumError, fromPlain, typed } from "../../www/lib/common/errors.js";
import { toElement } from "../../www/lib/internal/pointer.js";
import { fetchPreset, PRESETS } from "../../www/lib/internal/presets.js";
import { WorkerLink } from "../../www/lib/internal/worker-link.js";
import { createAquarium, define, MiroFishElement } from "../../www/mirofish.js";

test("the module can be imported on a server, where define does nothing", () => {
  define();
  assert.equal(typeof createAquarium, "function");
  assert.equal(typeof MiroFishElement, "function");
});

test("fish answer beside the tap: points are the element's own, whatever scales it", () => {
  const element = /** @type {any} */ ({
    clientWidth: 400,
    clientHeight: 200,
    getBoundingClientRect: () => ({ left: 100, top: 50, width: 200, height: 400 }),
  });
  assert.deepEqual(toElement(element, { clientX: 200, clientY: 250 }), [200, 100]);
  assert.deepEqual(toElement(element, { clientX: 100, clientY: 50 }), [0, 0]);
});

test("errors keep code, cause and remedy on their way between threads", () => {
  const error = new AquariumError("wasm-http", "engine_bg.wasm answered 404");
  const copy = fromPlain(structuredClone(error.toPlain()));
  assert.deepEqual(copy.toPlain(), error.toPlain());
  assert.match(copy.remedy, /published/);
});

test("a refused configuration keeps its field; what nobody knows gets the code that is given", () => {
  const refusal = Object.assign(new Error("boids.wSep is 99; allowed: 0 to 20"), { code: "config", field: "boids.wSep", value: "99" });
  assert.deepEqual([typed(refusal, "x").code, typed(refusal, "x").field], ["config", "boids.wSep"]);
  assert.equal(typed(new RangeError("no"), "memory").cause, "RangeError: no");
  assert.equal(typed(Object.assign(new Error("dom"), { code: 9 }), "timeout").code, "timeout");
});

test("an unknown preset is refused without asking the network, and names those that there are", async () => {
  await assert.rejects(async () => fetchPreset("../../etc/passwd"), { code: "preset", cause: new RegExp(PRESETS.join(", ")) });
});

test("an answer that does not come fails by its deadline; a lost worker fails everything that waits", async () => {
  const port = /** @type {any} */ ({ postMessage() {}, onmessage: null });
  const link = new WorkerLink(port, () => {});
  await assert.rejects(link.request("play", {}, 20), { code: "timeout" });
  const waiting = link.request("pause", {});
  link.lose(new AquariumError("worker-crash", "boom"));
  await assert.rejects(waiting, { code: "worker-crash", cause: "boom" });
  await assert.rejects(link.request("play", {}), { code: "worker-crash" });
});
