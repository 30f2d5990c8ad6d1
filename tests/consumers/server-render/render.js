// What a server does: it imports the module, and renders the element as text.
import { createElement } from "react";
import { renderToString } from "react-dom/server";

const before = new Set(Reflect.ownKeys(globalThis));
const { define, MiroFishElement, createAquarium } = await import("mirofish");
define();
const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key));
if (added.length) throw new Error(`importing left ${added.map(String).join(", ")} behind`);
if (typeof MiroFishElement !== "function" || typeof createAquarium !== "function") throw new Error("something is missing");

const tank = createElement("miro-fish", { seed: 7, fish: 40, "max-dpr": 0.5, style: { width: 480, height: 320 } });
console.log(`<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>Rendered on a server</title>
<script type="module" src="/mirofish/define.js"></script>
${renderToString(tank)}`);
