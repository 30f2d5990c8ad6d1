// Pictures of the tank that come out the same each time: fixed seed, fixed step, a clock that stands still.
import { readdir } from "node:fs/promises";
import { PATIENCE_MS, open } from "./harness.mjs";

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
 * @returns {Promise<Buffer>} a WebP in which hardly a difference can be seen
 */
export async function toWebp(page, png) {
  const base64 = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL("image/webp", 0.95).split(",")[1];
  }, png.toString("base64"));
  return Buffer.from(base64, "base64");
}

/**
 * One picture of many, in rows; each as high as the row.
 * @param {import("playwright-core").Browser} browser
 * @param {{ name: string, shots: Buffer[] }[]} rows
 * @param {number} height of a row, pixels
 * @returns {Promise<Buffer>} a WebP
 */
export async function contactSheet(browser, rows, height) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const pictures = rows.map(({ name, shots }) => ({ name, shots: shots.map((shot) => shot.toString("base64")) }));
  const sheet = await page.evaluate(
    async ({ pictures, height }) => {
      const gap = 8;
      const label = 26;
      const rows = [];
      for (const { name, shots } of pictures) {
        const row = [];
        for (const shot of shots) {
          const blob = await (await fetch(`data:image/png;base64,${shot}`)).blob();
          const { width, height: full } = await createImageBitmap(blob);
          const small = { resizeWidth: Math.round((width * height) / full), resizeHeight: height };
          row.push(await createImageBitmap(blob, { ...small, resizeQuality: "high" }));
        }
        rows.push({ name, row });
      }
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
    },
    { pictures, height },
  );
  await page.close();
  return Buffer.from(sheet, "base64");
}
