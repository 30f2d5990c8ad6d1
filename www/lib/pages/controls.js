/** @import { MiroFishElement } from "../public/element.js" */
import { messageOf, say } from "./notice.js";
import { savePicture } from "./pictures.js";
import { forget, readSaved, save } from "./saved.js";
import { text } from "./strings.js";

/** After so long without pointer and keys the buttons step back. */
const IDLE_MS = 4000;

/** The buttons over the tank. */
export class Controls {
  #tank;
  #element = find("#controls");
  #panelElement = find("#panel");
  #opener = find("#settings");
  #pauser = find("#pause");
  /** @type {Promise<import("./panel/panel.js").Panel> | null} */
  #panel = null;
  #idle = 0;

  /** @param {MiroFishElement} tank */
  constructor(tank) {
    this.#tank = tank;
    this.#element.hidden = false;
    this.#on("#pause", () => this.#togglePause());
    this.#on("#picture", () => savePicture(tank));
    this.#on("#share", () => this.#share());
    this.#on("#fullscreen", () => this.#toggleFullscreen());
    this.#on("#settings", () => this.#togglePanel());
    this.#on("#panel-close", () => this.#togglePanel());
    find("#fullscreen").hidden = !document.fullscreenEnabled;
    const escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape") void this.#togglePanel();
    };
    // The library keeps keys to itself: heard on their way in.
    this.#panelElement.addEventListener("keydown", escape, { capture: true });
    for (const type of ["pointermove", "pointerdown", "click", "keydown", "keyup", "focusin"]) addEventListener(type, () => this.#wake());
    tank.addEventListener("ready", () => this.#followPause());
    this.#hint();
    this.#wake();
  }

  /**
   * @param {string} selector
   * @param {() => Promise<void> | void} act
   */
  #on(selector, act) {
    find(selector).addEventListener("click", () => void Promise.resolve(act()).catch((error) => say(messageOf(error))));
  }

  async #togglePause() {
    await (this.#tank.paused ? this.#tank.play() : this.#tank.pause());
    this.#followPause();
  }

  #followPause() {
    const key = this.#tank.paused ? "play" : "pause";
    this.#pauser.dataset.label = key;
    this.#pauser.ariaLabel = text(key);
    this.#pauser.title = text(key);
    this.#pauser.classList.toggle("paused", this.#tank.paused);
  }

  async #share() {
    const url = await this.#tank.shareUrl();
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      // Who closes the sheet has changed their mind.
      await navigator.share({ title: document.title, url }).catch(() => {});
      return;
    }
    await navigator.clipboard.writeText(url).then(
      () => say(text("copied")),
      () => say(`${text("linkIs")}\n${url}`),
    );
  }

  async #toggleFullscreen() {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  }

  async #togglePanel() {
    const opening = !this.#panel;
    this.#panelElement.hidden = !opening;
    this.#opener.ariaExpanded = String(opening);
    document.body.classList.toggle("with-panel", opening);
    if (!opening) {
      const panel = this.#panel;
      this.#panel = null;
      this.#opener.focus();
      (await panel)?.close();
      return;
    }
    this.#panel = this.#openPanel();
    await this.#panel.catch((error) => {
      void this.#togglePanel();
      throw error;
    });
  }

  async #openPanel() {
    find("#panel-close").focus();
    const tank = this.#tank;
    await tank.ready;
    const { Panel } = await import("./panel/panel.js");
    return Panel.open(find("#panel-controls"), {
      tank,
      share: () => void this.#share(),
      forget: () => {
        forget();
        location.assign(location.pathname);
      },
      speak: (language) => save({ language }),
    });
  }

  /** Tells a first visitor what can be done, until they do it. */
  #hint() {
    const hint = find("#hint");
    hint.hidden = readSaved().saved.tank !== "" || Boolean(location.search);
    const hide = () => (hint.hidden = true);
    this.#tank.addEventListener("pointerdown", hide, { once: true });
    this.#tank.addEventListener("keydown", hide, { once: true });
  }

  #wake() {
    clearTimeout(this.#idle);
    // The tank's own key and button halt it, too.
    this.#followPause();
    document.body.classList.remove("idle");
    this.#idle = setTimeout(() => document.body.classList.add("idle"), IDLE_MS);
  }
}

/** @param {string} selector @returns {HTMLElement} */
function find(selector) {
  const element = document.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return element;
}
