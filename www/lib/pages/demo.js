// A page that is nothing but a tank, with the settings of its address.
import { readParams } from "../internal/params.js";
import { define, MiroFishElement } from "../public/element.js";
import { exchangeRecordings } from "./recordings.js";

define();
const { attributes, problems } = readParams(location.search);
const tank = document.createElement("miro-fish");
tank.id = "tank";
// The page itself says what a finger does: one that fills the window has nothing to scroll.
const touchAction = document.body.dataset.touchAction;
if (touchAction) tank.setAttribute("touch-action", touchAction);
for (const [name, value] of attributes) tank.setAttribute(name, value);

const notice = document.querySelector("#notice");
notice?.addEventListener("click", () => notice.toggleAttribute("hidden", true));
/** @param {string} message */
function say(message) {
  if (!notice) return;
  notice.textContent = message;
  notice.toggleAttribute("hidden", false);
}
if (problems.length) say(problems.map(({ message }) => message).join("\n"));
if (tank instanceof MiroFishElement) exchangeRecordings(tank, say);
document.querySelector("main")?.append(tank);
