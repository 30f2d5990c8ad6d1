import { text } from "./strings.js";

/**
 * Says something over the tank, until it is dismissed. Never as markup: messages quote what strangers wrote.
 * @param {string} message
 * @param {{ label: string, act: () => void }} [offer] another button
 */
export function say(message, offer) {
  const notice = document.querySelector("#notice");
  if (!notice) return;
  const buttons = [button(text("ok"), () => notice.toggleAttribute("hidden", true))];
  if (offer) buttons.unshift(button(offer.label, offer.act));
  const words = document.createElement("span");
  words.textContent = message;
  notice.replaceChildren(words, ...buttons);
  notice.toggleAttribute("hidden", false);
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", act);
  return button;
}

/**
 * @param {any} error
 * @returns {string} what happened and why
 */
export function messageOf({ message, cause }) {
  return cause ? `${message} ${cause}` : message;
}
