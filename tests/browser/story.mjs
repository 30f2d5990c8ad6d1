// One visit, told in any browser: fish that swim, come for food, flee from a hand and gather at a call.
// The browser's driver is behind a few verbs, so that every browser hears the same story.
import assert from "node:assert/strict";

/**
 * @typedef {object} Visitor
 * @property {<T>(f: (argument: any) => T | Promise<T>, argument?: unknown) => Promise<T>} ask runs a function in the page
 * @property {(f: (argument: any) => unknown, argument?: unknown) => Promise<unknown>} until waits until it is true in the page, looking at each frame
 * @property {(x: number, y: number) => Promise<void>} click
 * @property {(x: number, y: number) => Promise<void>} press
 * @property {(x: number, y: number) => Promise<void>} move
 * @property {() => Promise<void>} release
 */

/** What the page's functions need; set up once in each page. */
export function prepare() {
  const tank = /** @type {any} */ (document.querySelector("miro-fish"));
  const page = /** @type {any} */ (globalThis);
  page.tank = tank;
  /** Fish within `reach` of a point. */
  page.near = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ reach) => {
    const fish = tank.snapshot();
    let count = 0;
    for (let i = 0; i < fish.count; i++) count += Number(Math.hypot(fish.x[i] - x, fish.y[i] - y) < reach);
    return count;
  };
  /** The spot with the most fish around, away from the edges. */
  page.crowd = () => {
    const fish = tank.snapshot();
    let best = { x: fish.width / 2, y: fish.height / 2, count: -1 };
    for (let i = 0; i < fish.count; i++) {
      const [x, y] = [fish.x[i], fish.y[i]];
      if (x < 150 || y < 100 || x > fish.width - 150 || y > fish.height - 100) continue;
      const count = page.near(x, y, 70);
      if (count > best.count) best = { x, y, count };
    }
    return best;
  };
  /** A spot that several fish see and none has reached: food lasts there for a while. */
  page.aside = () => {
    const fish = tank.snapshot();
    let best = { x: fish.width / 2, y: fish.height / 2, count: -1 };
    for (let x = 40; x < fish.width - 40; x += 20) {
      for (let y = 40; y < fish.height / 2; y += 20) {
        const count = page.near(x, y, 45) ? -1 : page.near(x, y, 65);
        if (count > best.count) best = { x, y, count };
      }
    }
    return best;
  };
  /** Most fish in a state at any frame since `watch` was called. */
  page.most = { seek: 0, flee: 0, food: 0 };
  /** Pellets eaten since then. */
  page.eaten = 0;
  tank.addEventListener("eaten", () => (page.eaten += 1));
  page.watch = () => {
    const look = () => {
      const { states, food } = tank.stats();
      page.most.seek = Math.max(page.most.seek, states.seek);
      page.most.flee = Math.max(page.most.flee, states.flee);
      page.most.food = Math.max(page.most.food, food);
      requestAnimationFrame(look);
    };
    look();
  };
  return tank.ready.then(() => page.watch());
}

/** @param {Visitor} visitor */
export async function fishSwim(visitor) {
  // Plain arrays: not every driver carries typed ones.
  const look = () =>
    visitor.ask(() => {
      const { step, count, x, y } = globalThis.tank.snapshot();
      return { step, count, x: [...x], y: [...y] };
    });
  const before = await look();
  await visitor.until((step) => globalThis.tank.stats().step > step + 30, before.step);
  const after = await look();
  let moved = 0;
  for (let i = 0; i < before.count; i++) moved += Number(Math.hypot(after.x[i] - before.x[i], after.y[i] - before.y[i]) > 5);
  assert.ok(moved > before.count * 0.8, `${moved} of ${before.count} fish moved`);
}

/** @param {Visitor} visitor */
export async function fishComeForFood(visitor) {
  assert.equal(await visitor.ask(() => globalThis.tank.stats().food), 0, "no food before the click");
  const { x, y } = await visitor.ask(() => globalThis.aside());
  await visitor.click(x, y);
  // Where a frame takes long, a pellet may be gone before anybody has looked.
  await visitor.until(() => globalThis.most.food + globalThis.eaten >= 5);
  // Only who is in SEEK eats.
  await visitor.until(() => globalThis.most.seek > 0 || globalThis.eaten > 0);
  await visitor.until(() => globalThis.eaten > 0);
}

/** @param {Visitor} visitor */
export async function fishFlee(visitor) {
  const { y } = await visitor.ask(() => globalThis.crowd());
  assert.equal(await visitor.ask(() => globalThis.most.flee), 0, "nobody flees before the stroke");
  // Fast even where each move takes long: a hand across the whole tank.
  const wide = await visitor.ask(() => innerWidth);
  await visitor.press(20, y);
  for (let step = 1; step <= 6; step++) await visitor.move(20 + ((wide - 40) * step) / 6, y);
  await visitor.release();
  await visitor.until(() => globalThis.most.flee > 3);
  await visitor.until(() => globalThis.tank.stats().states.flee === 0);
}

/** @param {Visitor} visitor */
export async function fishGather(visitor) {
  const at = await visitor.ask(() => ({ x: innerWidth / 2, y: innerHeight / 2 }));
  await visitor.move(at.x, at.y);
  const before = await visitor.ask(({ x, y }) => globalThis.near(x, y, 120), at);
  await visitor.press(at.x, at.y);
  await visitor.until(({ x, y, before }) => globalThis.near(x, y, 120) >= before + 5, { ...at, before });
  await visitor.release();
}
