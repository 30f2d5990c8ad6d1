// Pictures of the tank that come out the same each time: fixed seed, fixed step, a clock that stands still.
import { readdir } from "node:fs/promises";
import { open } from "./harness.mjs";

/** What the tests compare with; `cargo xtask shots --bless` takes them. */
export const REFERENCES = new URL("../golden/pictures/", import.meta.url);

const SEED = 7;
/** Ten seconds: schools have formed. */
const STEPS = 600;

/**
 * @typedef {object} Shot
 * @property {string} preset
 * @property {"webgl2" | "canvas2d"} renderer
 * @property {number} width CSS pixels
 * @property {number} height CSS pixels
 * @property {number} [density] device pixels per CSS pixel
 */

/** @returns {Promise<string[]>} names of all presets */
export async function presets() {
  const files = await readdir(new URL("../../www/presets/", import.meta.url));
  return files.map((file) => file.replace(".json", "")).sort();
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url of the page
 * @param {Shot} shot
 * @returns {Promise<Buffer>} a PNG
 */
export async function shoot(browser, url, { preset, renderer, width, height, density = 1 }) {
  const settings = { preset, renderer, seed: String(SEED), quality: "high", paused: "1" };
  const { page, complaints } = await open(browser, `${url}?${new URLSearchParams(settings)}`, {
    viewport: { width, height },
    deviceScaleFactor: density,
  });
  await page.evaluate(async (steps) => {
    const tank = /** @type {any} */ (document.querySelector("miro-fish"));
    await tank.ready;
    await tank.step(steps);
  }, STEPS);
  const png = await screenshot(page);
  await page.close();
  if (complaints.length) throw new Error(`${preset}, ${renderer}: ${complaints.join("; ")}`);
  return png;
}

/**
 * @param {import("playwright-core").Page} page
 * @returns {Promise<Buffer>} what `screenshot()` of its tank gives, as a PNG
 */
export async function screenshot(page) {
  const png = await page.evaluate(async () => {
    const tank = /** @type {any} */ (document.querySelector("miro-fish"));
    const bytes = new Uint8Array(await (await tank.screenshot()).arrayBuffer());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
  return Buffer.from(png, "base64");
}

/**
 * What is compared with references: small, so that a few can be kept.
 * @returns {Shot[]}
 */
export function referenceShots() {
  const renderers = /** @type {const} */ (["webgl2", "canvas2d"]);
  return ["community", "koi-pond", "neon-night"].flatMap((preset) =>
    renderers.map((renderer) => ({ preset, renderer, width: 480, height: 300 })),
  );
}

/** @param {Shot} shot */
export function referenceName({ preset, renderer }) {
  return `${preset}-${renderer}`;
}

/**
 * @param {import("playwright-core").Page} page any; it decodes
 * @param {Buffer} picture PNG or WebP
 * @returns {Promise<{ width: number, height: number, data: Buffer }>} red, green, blue, opacity, row by row
 */
export async function decode(page, picture) {
  const { width, height, text } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const on = /** @type {any} */ (new OffscreenCanvas(width, height).getContext("2d"));
    on.drawImage(bitmap, 0, 0);
    let text = "";
    for (const byte of on.getImageData(0, 0, width, height).data) text += String.fromCharCode(byte);
    return { width, height, text: btoa(text) };
  }, picture.toString("base64"));
  return { width, height, data: Buffer.from(text, "base64") };
}

/**
 * @param {import("playwright-core").Page} page any; it encodes
 * @param {Buffer} png
 * @param {number} [quality] 0 to 1; by default hardly a difference can be seen
 * @returns {Promise<Buffer>} a WebP
 */
export async function toWebp(page, png, quality = 0.95) {
  const base64 = await page.evaluate(async ({ base64, quality }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL("image/webp", quality).split(",")[1];
  }, { base64: png.toString("base64"), quality });
  return Buffer.from(base64, "base64");
}

/**
 * @param {import("playwright-core").Page} page any; it draws
 * @param {Buffer} png
 * @param {number} height pixels
 * @returns {Promise<Buffer>} the same in small, as a PNG
 */
export async function shrink(page, png, height) {
  const small = await page.evaluate(async ({ base64, height }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const whole = await createImageBitmap(new Blob([bytes]));
    const [resizeWidth, resizeHeight] = [Math.round((whole.width * height) / whole.height), height];
    const bitmap = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: "high" });
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    whole.close();
    return canvas.toDataURL().split(",")[1];
  }, { base64: png.toString("base64"), height });
  return Buffer.from(small, "base64");
}

/**
 * One picture of many, in rows.
 * @param {import("playwright-core").Page} page any; it draws
 * @param {{ name: string, shots: Buffer[] }[]} rows of equally high PNGs
 * @returns {Promise<Buffer>} a WebP
 */
export async function contactSheet(page, rows) {
  const pictures = rows.map(({ name, shots }) => ({ name, shots: shots.map((shot) => shot.toString("base64")) }));
  const sheet = await page.evaluate(async (pictures) => {
    const [gap, label] = [8, 26];
    const rows = [];
    for (const { name, shots } of pictures) {
      const row = [];
      for (const base64 of shots) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        row.push(await createImageBitmap(new Blob([bytes])));
      }
      rows.push({ name, row });
    }
    const { height } = rows[0].row[0];
    const widths = rows.map(({ row }) => row.reduce((sum, { width }) => sum + width + gap, gap));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(...widths);
    canvas.height = rows.length * (height + label) + gap;
    const on = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    on.fillStyle = "#10181f";
    on.fillRect(0, 0, canvas.width, canvas.height);
    on.fillStyle = "#fff";
    on.font = "15px system-ui, sans-serif";
    rows.forEach(({ name, row }, index) => {
      const top = index * (height + label);
      on.fillText(name, gap, top + 19);
      let left = gap;
      for (const picture of row) {
        on.drawImage(picture, left, top + label);
        left += picture.width + gap;
      }
    });
    return canvas.toDataURL("image/webp", 0.8).split(",")[1];
  }, pictures);
  return Buffer.from(sheet, "base64");
}
