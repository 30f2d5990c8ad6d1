// What `cargo xtask shots` runs: every preset, in three sizes and both renderers, and a contact sheet of them.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { launchChromium, serve } from "./browser/harness.mjs";
import { REFERENCES, contactSheet, presets, referenceName, referenceShots, shoot, shrink, toWebp } from "./browser/shots.mjs";

const SIZES = [
  { name: "wide", width: 2560, height: 1080, density: 1 },
  { name: "laptop", width: 1280, height: 720, density: 1 },
  { name: "phone", width: 390, height: 844, density: 3 },
];
const RENDERERS = /** @type {const} */ (["webgl2", "canvas2d"]);
/** Presets that the README shows. */
const IN_README = ["community", "vortex", "koi-pond", "neon-night"];
/** Of a row of the contact sheet, pixels. */
const ROW_HEIGHT = 240;

const { values } = parseArgs({
  options: {
    bless: { type: "boolean", default: false },
    out: { type: "string", default: "" },
    docs: { type: "string" },
    preset: { type: "string", multiple: true },
  },
});
const [browser, server] = await Promise.all([launchChromium(), serve()]);
try {
  await (values.bless ? bless() : portray(values.preset ?? (await presets())));
} finally {
  await browser.close();
  await server.close();
}

async function bless() {
  const page = await browser.newPage();
  await mkdir(REFERENCES, { recursive: true });
  for (const shot of referenceShots()) {
    const file = new URL(`${referenceName(shot)}.webp`, REFERENCES);
    await writeFile(file, await toWebp(page, await shoot(browser, server.url, shot)));
    console.log(file.pathname);
  }
}

/** @param {string[]} names */
async function portray(names) {
  const page = await browser.newPage();
  await mkdir(values.out, { recursive: true });
  const rows = [];
  for (const preset of names) {
    const shots = [];
    for (const renderer of RENDERERS) {
      for (const { name, ...size } of SIZES) {
        const png = await shoot(browser, server.url, { preset, renderer, ...size });
        await writeFile(`${values.out}/${preset}-${name}-${renderer}.png`, png);
        shots.push(await shrink(page, png, ROW_HEIGHT));
      }
    }
    rows.push({ name: `${preset}: WebGL2, then Canvas 2D`, shots });
    console.log(`   ${preset}`);
  }
  const sheet = await contactSheet(page, rows);
  await writeFile(`${values.out}/presets.webp`, sheet);
  if (!values.docs) return;
  await writeFile(`${values.docs}/presets.webp`, sheet);
  for (const preset of IN_README) {
    const png = await readFile(`${values.out}/${preset}-laptop-webgl2.png`);
    await writeFile(`${values.docs}/${preset}.webp`, await toWebp(page, png, 0.85));
  }
}
