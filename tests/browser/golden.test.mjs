// The same bits in the browser as natively: the golden hashes, with the same visit, in each tier and number of threads.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { lasting, launchChromium, open, serve } from "./harness.mjs";
import { prepare } from "./story.mjs";

/** @type {Record<string, string>} */
const golden = JSON.parse(await readFile(new URL("../golden/hashes.json", import.meta.url), "utf8"));
const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

/**
 * What `visit` in tests/tests/golden.rs does.
 * @param {{ rounds: number, steps: number }} plan
 */
async function visit({ rounds, steps }) {
  for (let round = 0; round < rounds; round++) {
    const x = 100 + 100 * round;
    switch (round % 4) {
      case 0:
        globalThis.tank.feed(x, 200);
        break;
      case 1:
        globalThis.tank.scare(x, 360, 1);
        break;
      case 2:
        globalThis.tank.call(x, 400, 5);
        break;
      default:
        globalThis.tank.feed(x, 100);
        globalThis.tank.scare(x, 500, 0.5);
    }
    await globalThis.tank.step(steps);
  }
  return globalThis.tank.snapshot().hash;
}

for (const tier of ["shared", "transfer"]) {
  test(`every preset gives its golden hash in tier ${tier}`, async () => {
    for (const preset of Object.keys(golden).filter((name) => name !== "crowd")) {
      const { page } = await open(browser, `${server.url}?paused=1&seed=2026&preset=${preset}&tier=${tier}&max-dpr=0.5`);
      await page.evaluate(prepare);
      assert.equal(await page.evaluate(visit, { rounds: 10, steps: 1000 }), golden[preset], preset);
      await page.close();
    }
  });
}

test("a session that was recorded is done again bit for bit, in another tier", async () => {
  const { page } = await open(browser, `${server.url}?paused=1&seed=11&tier=shared&max-dpr=0.5`);
  await page.evaluate(prepare);
  const hash = await page.evaluate(visit, { rounds: 4, steps: 100 });
  const changed = await page.evaluate(async () => {
    await globalThis.tank.setConfig({ boids: { wCoh: 1.4 } });
    await globalThis.tank.step(100);
    return globalThis.tank.snapshot();
  });
  assert.notEqual(changed.hash, hash);
  const log = await page.evaluate(() => globalThis.tank.recording());
  await page.close();

  const { page: other } = await open(browser, `${server.url}?paused=1&seed=12&tier=transfer&max-dpr=0.5&preset=koi-pond`);
  await other.evaluate(prepare);
  const refusal = await other.evaluate(
    (log) => globalThis.tank.replay(log).catch((/** @type {any} */ error) => [error.code, error.field]),
    log.replace('"mirofish":1', '"mirofish":99'),
  );
  assert.deepEqual(refusal, ["replay", "mirofish"]);
  await other.evaluate((log) => globalThis.tank.replay(log), log);
  await other.evaluate((steps) => globalThis.tank.step(steps), changed.step);
  const again = () => other.evaluate(() => globalThis.tank.snapshot());
  const { step, hash: replayed } = await again();
  assert.deepEqual([step, replayed], [changed.step, changed.hash]);

  // The same by hand: a file that is dropped on the page.
  await other.evaluate((log) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([log], "log.json", { type: "application/json" }));
    dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }, log);
  await other.waitForFunction(() => globalThis.tank.snapshot().step === 0);
  await other.evaluate((steps) => globalThis.tank.step(steps), changed.step);
  assert.equal((await again()).hash, changed.hash);
  await other.close();
});

for (const threads of [1, 2, 4]) {
  test(`a crowd gives its golden hash with ${threads} threads`, async () => {
    const { page } = await open(browser, `${server.url}?paused=1&seed=2026&fish=6000&tier=shared&threads=${threads}&max-dpr=0.5`);
    await page.evaluate(prepare);
    assert.equal(await page.evaluate(() => globalThis.tank.stats().threads), threads);
    assert.equal(await page.evaluate(visit, { rounds: 4, steps: 50 }), golden.crowd);
    await page.close();
  });
}
