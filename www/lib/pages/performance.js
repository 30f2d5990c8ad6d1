// What each thread does, in numbers, with everything at hand that changes them.
/** @import { Distribution, Stats } from "../common/types.js" */
/** @import { Pace } from "./flat-out.js" */
import { PRESETS } from "../internal/presets.js";
import { runFlatOut } from "./flat-out.js";
import { makeTank } from "./make-tank.js";
import { messageOf, say } from "./notice.js";
import { readSaved } from "./saved.js";
import { setLanguage, text, translatePage } from "./strings.js";

/** @typedef {import("./strings.js").TextKey} TextKey */

const MOST_THREADS = 16;
/** What the form can choose, each under the name of the tank's attribute. */
const CHOICES = {
  preset: PRESETS,
  tier: ["auto", "shared", "transfer", "main"],
  threads: ["auto", ...Array.from({ length: MOST_THREADS }, (_, index) => String(index + 1))],
  renderer: ["auto", "webgl2", "canvas2d"],
};

const address = new URLSearchParams(location.search);
setLanguage(address.get("lang") ?? readSaved().saved.language);
address.delete("lang");
translatePage();
const { tank, problems } = makeTank(address.toString());
tank.ariaLabel = text("tank");
document.querySelector("#place")?.append(tank);
if (problems.length) say(problems.map(({ message }) => message).join("\n"));

const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
const rows = /** @type {HTMLElement} */ (document.querySelector("tbody"));
for (const [name, values] of Object.entries(CHOICES)) {
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
  for (const value of values) select.add(new Option(value));
  select.value = tank.getAttribute(name) ?? values[0];
}
const fish = /** @type {HTMLInputElement} */ (form.elements.namedItem("fish"));
fish.value = tank.getAttribute("fish") ?? "";
const profile = /** @type {HTMLInputElement} */ (form.elements.namedItem("profile"));
profile.checked = tank.hasAttribute("profile");
const flatOut = /** @type {HTMLInputElement} */ (document.querySelector("#flat-out"));
/** @type {AbortController | null} */
let running = null;

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", ({ target }) => {
  if (target === flatOut) return follow(flatOut.checked);
  const { name, value } = /** @type {HTMLInputElement} */ (target);
  if (target === profile) return reload();
  // The one that stands first, and an empty number, are the tank's own choice.
  if (value === "" || value === "auto") tank.removeAttribute(name);
  else tank.setAttribute(name, value);
});
tank.addEventListener("stats", (event) => !running && showStats(/** @type {CustomEvent<Stats>} */ (event).detail));
tank.addEventListener("error", () => follow(false));

/** Measures are begun where the threads begin. */
function reload() {
  const url = new URL(location.href);
  if (profile.checked) url.searchParams.set("profile", "1");
  else url.searchParams.delete("profile");
  location.assign(url);
}

/** @param {boolean} wanted */
function follow(wanted) {
  flatOut.checked = wanted;
  running?.abort();
  running = wanted ? new AbortController() : null;
  if (!running) return;
  fillTable([["steps", "worker", text("measuring")]]);
  const { signal } = running;
  runFlatOut(tank, (pace) => !signal.aborted && showPace(pace), signal).catch((error) => {
    follow(false);
    say(messageOf(error));
  });
}

/** @param {Stats} stats */
function showStats(stats) {
  const { simMs, renderMs } = stats;
  const inputLatencyMs = /** @type {Distribution} */ (stats.inputLatencyMs);
  fillTable([
    ["frameRate", "main", number(stats.fps)],
    ["lowest", "main", number(Number(stats.onePercentLowFps))],
    ["drawTime", "main", spread(renderMs)],
    ["stepTime", "worker", spread(simMs)],
    ["latency", "worker", spread(inputLatencyMs)],
    ["skipped", "worker", String(stats.skippedSteps)],
    ["dropped", "main", String(stats.droppedInputs)],
    ["fish", "", String(stats.fish)],
    ["tier", "", stats.tier],
    ["threads", "worker", String(stats.threads)],
    ["renderer", "main", stats.renderer],
    ["memory", "", `${(stats.memoryBytes / 2 ** 20).toFixed(1)} MiB`],
    ["isolated", "", text(stats.isolated ? "yes" : "no")],
  ]);
}

/** @param {Pace} pace */
function showPace({ stepsPerSecond, nsPerFish, timesRealTime }) {
  fillTable([
    ["steps", "worker", number(stepsPerSecond)],
    ["perFish", "worker", `${number(nsPerFish)} ns`],
    ["realTime", "worker", `${number(timesRealTime)} ×`],
    ["fish", "", String(tank.stats().fish)],
    ["threads", "worker", String(tank.stats().threads)],
  ]);
}

/** @param {[TextKey, "" | "worker" | "main", string][]} lines what is measured, which thread did it, the value */
function fillTable(lines) {
  while (rows.children.length > lines.length) rows.lastElementChild?.remove();
  lines.forEach(([measure, thread, value], index) => {
    const row = rows.children[index] ?? rows.appendChild(emptyRow());
    const [first, second, third] = row.children;
    first.textContent = text(measure);
    second.textContent = thread && text(thread);
    third.textContent = value;
  });
}

function emptyRow() {
  const row = document.createElement("tr");
  const head = document.createElement("th");
  head.scope = "row";
  row.append(head, document.createElement("td"), document.createElement("td"));
  return row;
}

/** @param {Distribution} spread milliseconds */
function spread({ mean, p95, max }) {
  if (max === 0) return "–";
  return `${mean.toFixed(3)} · ${p95.toFixed(3)} · ${max.toFixed(2)} ms`;
}

/** @param {number} value */
function number(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
