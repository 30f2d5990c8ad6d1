import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const VENDOR = new URL("../../www/lib/vendor/lil-gui/", import.meta.url);
const PACKAGE = new URL("../node_modules/lil-gui/", import.meta.url);

/** @param {URL} folder @param {string} file */
function read(folder, file) {
  return readFile(new URL(file, folder), "utf8");
}

test("what is served of lil-gui is the package that the lock file names", async () => {
  const pairs = { "lil-gui.js": "dist/lil-gui.esm.min.js", "lil-gui.d.ts": "dist/lil-gui.esm.d.ts", "LICENSE.md": "LICENSE.md" };
  for (const [ours, theirs] of Object.entries(pairs)) assert.equal(await read(VENDOR, ours), await read(PACKAGE, theirs), ours);
});

test("its styles come without the icon font, which is data in a style sheet: strict policies forbid that", async () => {
  const theirs = await read(PACKAGE, "dist/lil-gui.min.css");
  assert.match(theirs, /@font-face/);
  assert.equal(await read(VENDOR, "lil-gui.css"), theirs.replace(/@font-face\{[^}]*\}/, ""));
});
