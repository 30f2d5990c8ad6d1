// One tank for each preset. A page can hold only so many graphics contexts (16 in Chromium): a tank that has left the screen
// is given up, and the next one that comes into it is made.
import { PRESETS } from "../internal/presets.js";
import { define } from "../public/element.js";
import { setLanguage, text, translatePage } from "./strings.js";
import { readSaved } from "./saved.js";

/** Distance from the screen within which tanks are made. */
const NEARBY = "100px";

define();
setLanguage(new URLSearchParams(location.search).get("lang") ?? readSaved().saved.language);

const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) fill(/** @type {HTMLElement} */ (target), isIntersecting);
  },
  { rootMargin: NEARBY },
);
for (const preset of PRESETS) {
  const entry = entryOf(preset);
  document.querySelector(".tanks")?.append(entry);
  observer.observe(/** @type {Element} */ (entry.querySelector(".place")));
}
translatePage();

/** @param {string} preset */
function entryOf(preset) {
  const place = document.createElement("div");
  place.className = "place";
  place.dataset.preset = preset;
  const name = document.createElement("h2");
  name.textContent = preset;
  const link = document.createElement("a");
  link.href = `./?preset=${preset}`;
  link.dataset.text = "openPreset";
  link.ariaLabel = `${text("openPreset")}: ${preset}`;
  const caption = document.createElement("figcaption");
  caption.append(name, link);
  const figure = document.createElement("figure");
  figure.append(place, caption);
  const entry = document.createElement("li");
  entry.append(figure);
  return entry;
}

/**
 * @param {HTMLElement} place
 * @param {boolean} near
 */
function fill(place, near) {
  if (!near) {
    place.replaceChildren();
    return;
  }
  if (place.firstChild) return;
  const tank = document.createElement("miro-fish");
  const preset = place.dataset.preset ?? "";
  tank.setAttribute("preset", preset);
  tank.ariaLabel = `${text("tank")}: ${preset}`;
  place.append(tank);
}
