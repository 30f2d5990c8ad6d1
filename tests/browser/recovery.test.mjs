// A worker that is lost while the tank runs: it is told, and the tank goes on from its last frame.
import assert from "node:assert/strict";
import { test } from "node:test";
import { serveFaulty, workerThatThrows } from "./faulty-server.mjs";
import { lasting, launchChromium, open, serve } from "./harness.mjs";
import { prepare } from "./story.mjs";

const [browser, server] = await Promise.all([lasting(launchChromium()), lasting(serve())]);

const VIEW = { width: 480, height: 320 };

/** Notes every event of the tank that is of interest here. */
function note() {
  /** @type {any} */ (globalThis).told = [];
  for (const type of ["error", "ready", "eaten", "scared", "overrun"]) {
    addEventListener(type, (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      if (detail) /** @type {any} */ (globalThis).told.push({ type, ...detail, code: detail.code, cause: detail.cause });
    }, true);
  }
}

/** @param {import("playwright-core").Page} page @returns {Promise<any[]>} */
const told = (page) => page.evaluate(() => /** @type {any} */ (globalThis).told);

for (const tier of ["shared", "transfer"]) {
  test(`a worker that throws while it runs (${tier}): the tank goes on from its last frame`, async () => {
    const faulty = await serveFaulty(server.url, workerThatThrows({ call: 40 }));
    const { page } = await open(browser, `${faulty.url}?seed=5&fish=60&tier=${tier}`, {
      viewport: VIEW,
      before: (page) => page.addInitScript(note),
    });
    await page.evaluate(prepare);
    await page.waitForFunction(() => /** @type {any} */ (globalThis).told.some((/** @type {any} */ { type }) => type === "error"));
    const before = await page.evaluate(() => globalThis.tank.snapshot());
    // Asked for while there is nobody to hear it: it waits.
    await page.evaluate(() => globalThis.tank.feed(240, 20));
    await page.evaluate(() => globalThis.tank.ready);
    const after = await page.evaluate(() => globalThis.tank.snapshot());
    assert.ok(after.step >= before.step, `${after.step} after ${before.step}`);
    const [first, ...others] = (await told(page)).filter(({ type }) => type === "error");
    assert.deepEqual([first.code, first.restarting, others], ["engine-panic", true, []]);
    assert.match(first.cause, /planted/);
    for (let fish = 0; fish < 60; fish++) {
      const way = Math.hypot(after.x[fish] - before.x[fish], after.y[fish] - before.y[fish]);
      const most = 3 * (after.step - before.step) + 1;
      assert.ok(way <= most, `fish ${fish} went ${way} in ${after.step - before.step} steps`);
    }
    await page.waitForFunction((step) => globalThis.tank.stats().step > step + 60, after.step);
    await page.waitForFunction(() => globalThis.tank.stats().food > 0 || /** @type {any} */ (globalThis).told.some((/** @type {any} */ { type }) => type === "eaten"));
    const refused = await page.evaluate(() => globalThis.tank.recording().catch((/** @type {any} */ error) => error.code));
    assert.equal(refused, "no-recording");
    await page.evaluate(() => globalThis.tank.reset(3));
    assert.match(await page.evaluate(() => globalThis.tank.recording()), /"seed":"3"/);
    assert.equal(page.workers().length, 1);
    await page.close();
    await faulty.close();
  });
}

test("a worker that fails again and again: three more tries in a minute, then the reason", async () => {
  const faulty = await serveFaulty(server.url, workerThatThrows({ call: 5, everyWorker: true }));
  const { page } = await open(browser, `${faulty.url}?seed=5&fish=60`, {
    viewport: VIEW,
    before: (page) => page.addInitScript(note),
  });
  const panel = page.locator("miro-fish").getByRole("alert");
  await panel.waitFor();
  assert.match((await panel.textContent()) ?? "", /planted/);
  const errors = (await told(page)).filter(({ type }) => type === "error");
  assert.deepEqual(errors.map(({ restarting }) => restarting), [true, true, true, false]);
  await page.close();
  await faulty.close();
});

test("a worker that is gone without a word is missed, and replaced", async () => {
  const { page } = await open(browser, `${server.url}?seed=5&fish=60`, {
    viewport: VIEW,
    before: async (page) => {
      await page.addInitScript(note);
      await page.addInitScript(() => {
        const Real = Worker;
        globalThis.Worker = class extends Real {
          /** @param {ConstructorParameters<typeof Worker>} args */
          constructor(...args) {
            super(...args);
            /** @type {any} */ (globalThis).lastWorker = this;
          }
        };
      });
    },
  });
  await page.evaluate(prepare);
  await page.evaluate(() => /** @type {any} */ (globalThis).lastWorker.terminate());
  await page.waitForFunction(() => /** @type {any} */ (globalThis).told.some((/** @type {any} */ { type }) => type === "error"));
  assert.equal((await told(page)).find(({ type }) => type === "error").code, "worker-silent");
  await page.evaluate(() => globalThis.tank.ready);
  const { step } = await page.evaluate(() => globalThis.tank.stats());
  await page.waitForFunction((step) => globalThis.tank.stats().step > step + 10, step);
  await page.close();
});

for (const tier of ["shared", "transfer", "main"]) {
  test(`the host hears what happens in the tank (${tier})`, async () => {
    const { page, complaints } = await open(browser, `${server.url}?seed=5&fish=100&tier=${tier}`, {
      viewport: VIEW,
      before: (page) => page.addInitScript(note),
    });
    await page.evaluate(prepare);
    assert.equal(await page.evaluate(() => globalThis.tank.stats().tier), tier);
    await page.evaluate(() => globalThis.tank.feed(240, 160));
    await page.waitForFunction(() => /** @type {any} */ (globalThis).told.some((/** @type {any} */ { type }) => type === "eaten"));
    await page.evaluate(() => globalThis.tank.scare(240, 160, 1));
    await page.waitForFunction(() => /** @type {any} */ (globalThis).told.some((/** @type {any} */ { type }) => type === "scared"));
    const events = await told(page);
    const { fish, x, y } = events.find(({ type }) => type === "eaten");
    assert.ok(fish >= 0 && fish < 100 && x >= 0 && x <= 480 && y >= 0 && y <= 320, `fish ${fish} at ${x}, ${y}`);
    assert.ok(events.find(({ type }) => type === "scared").count > 0);
    assert.equal(await page.evaluate(() => globalThis.tank.stats().droppedNotices), 0);
    assert.deepEqual(complaints, []);
    await page.close();
  });
}
