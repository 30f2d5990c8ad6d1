// A page that is nothing but a tank, with the settings of its address.
import { readParams } from "../internal/params.js";
import { define } from "../public/element.js";

define();
const { attributes, problems } = readParams(location.search);
const tank = document.createElement("miro-fish");
tank.id = "tank";
// The page itself says what a finger does: one that fills the window has nothing to scroll.
const touchAction = document.body.dataset.touchAction;
if (touchAction) tank.setAttribute("touch-action", touchAction);
for (const [name, value] of attributes) tank.setAttribute(name, value);

const notice = document.querySelector("#notice");
if (notice instanceof HTMLElement && problems.length) {
  notice.textContent = problems.map(({ message }) => message).join("\n");
  notice.hidden = false;
  notice.addEventListener("click", () => (notice.hidden = true));
}
document.querySelector("main")?.append(tank);
