// The page of the aquarium: a tank that fills the window, a few buttons, and a panel that is loaded when it is opened.
import { Controls } from "./controls.js";
import { makeTank } from "./make-tank.js";
import { say } from "./notice.js";
import { stayInstalled } from "./offline.js";
import { exchangeRecordings } from "./recordings.js";
import { readSaved, save } from "./saved.js";
import { LANGUAGES, setLanguage, text, translatePage } from "./strings.js";

const address = new URLSearchParams(location.search);
/** @type {string[]} */
const messages = [];
// Parameters of this page; all others are the tank's.
const wallpaper = takeParam("wallpaper", ["1", "0"]) === "1";
const wantedLanguage = takeParam("lang", Object.values(LANGUAGES));

const { saved, damaged } = readSaved();
setLanguage(wantedLanguage ?? saved.language);

// A link shows what it says; without one the tank is as it was left.
const { tank, problems } = makeTank(address.size ? address.toString() : saved.tank);
messages.push(...problems.map(({ message }) => message));
if (damaged) messages.push(text("savedProblem"));
tank.ariaLabel = text("tank");
// The tank fills the window, so that there is nothing to scroll.
if (!tank.hasAttribute("touch-action")) tank.setAttribute("touch-action", "none");
document.body.classList.toggle("wallpaper", wallpaper);
document.querySelector("main")?.append(tank);
translatePage();
exchangeRecordings(tank, say);
if (messages.length) say(messages.join("\n"));
if (!wallpaper) new Controls(tank);

tank.addEventListener("configchange", () => void remember());
// Not before the first fish: the tank comes first on a slow line.
tank.ready.then(stayInstalled, () => {});

async function remember() {
  const { searchParams } = new URL(await tank.shareUrl());
  // The next visit sees the same kind of tank, and not the same fish.
  searchParams.delete("seed");
  save({ tank: searchParams.toString() });
}

/**
 * @param {string} name
 * @param {string[]} allowed
 * @returns {string | null} what it is set to, if that is allowed
 */
function takeParam(name, allowed) {
  const value = address.get(name);
  address.delete(name);
  if (value === null || allowed.includes(value)) return value;
  messages.push(`${name} cannot be "${value.slice(0, 60)}"; allowed: ${allowed.join(", ")}.`);
  return null;
}
