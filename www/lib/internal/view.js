/** @import { Problem } from "../common/types.js" */
import { HELP } from "./files.js";
import { tankStyles } from "./styles.js";

const LABEL = "Aquarium with swimming fish";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function create(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  // Never as markup: messages quote what strangers wrote.
  element.textContent = text;
  return element;
}

/**
 * @param {string} code of an error
 * @param {URL} page that lists all of them
 */
function helpLink(code, page) {
  const link = create("a", "help", "What this means");
  link.href = new URL(`#${code}`, page).href;
  link.target = "_blank";
  link.rel = "noopener";
  return link;
}

/** The shadow tree: tank, cursor, play button, messages. */
export class View {
  #frame = create("div", "frame loading");
  #notice = create("div", "notice");
  #poster = create("slot", "poster");
  /** @type {HTMLElement | null} */
  #failure = null;
  /** What is focused and touched. */
  tank = create("div", "tank");
  cursor = create("div", "cursor");
  play = create("button", "play", "▶ Play");
  /** Where overlays go. */
  overlays = create("div", "overlays");

  #host;
  #ownsHost;

  /**
   * @param {HTMLElement} host
   * @param {boolean} ownsHost whether the host goes when the tank goes
   */
  constructor(host, ownsHost) {
    this.#host = host;
    this.#ownsHost = ownsHost;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [tankStyles()];
    this.tank.part.add("tank");
    this.tank.tabIndex = 0;
    this.tank.role = "img";
    this.tank.ariaLabel = host.getAttribute("aria-label") ?? LABEL;
    this.cursor.part.add("cursor");
    this.cursor.hidden = true;
    this.play.part.add("play");
    this.play.type = "button";
    this.play.hidden = true;
    this.#notice.part.add("notice");
    this.#notice.role = "status";
    this.#notice.hidden = true;
    this.#poster.name = "poster";
    this.tank.append(this.cursor);
    this.#frame.append(this.tank, this.#poster, this.overlays, this.play, this.#notice);
    root.replaceChildren(this.#frame);
  }

  /**
   * A canvas that nobody has drawn on: control of one can be handed over only once.
   * @returns {HTMLCanvasElement}
   */
  freshCanvas() {
    const canvas = document.createElement("canvas");
    canvas.part.add("canvas");
    this.tank.querySelector("canvas")?.remove();
    this.tank.prepend(canvas);
    return canvas;
  }

  /** The first picture is there. */
  showTank() {
    this.#frame.classList.remove("loading");
    this.#poster.hidden = true;
  }

  /**
   * @param {boolean} interactive whether the tank takes gestures and keys, or lets clicks through to what is behind it
   * @param {string} touchAction what a finger does that the page could also use
   */
  setManners(interactive, touchAction) {
    this.#frame.classList.toggle("inert", !interactive);
    this.tank.tabIndex = interactive ? 0 : -1;
    this.tank.style.touchAction = touchAction;
  }

  /**
   * Says what could not be had, over the running tank, until it is dismissed.
   * @param {Problem[]} problems
   */
  showProblems(problems) {
    if (problems.length === 0) return;
    const close = create("button", "", "OK");
    close.type = "button";
    close.addEventListener("click", () => (this.#notice.hidden = true));
    this.#notice.replaceChildren(create("span", "", problems.map(({ message }) => message).join("\n")), close);
    this.#notice.hidden = false;
  }

  /**
   * Says why there is no tank, unless the host has something better to show.
   * @param {{ code: string, message: string, cause: string, remedy: string }} error
   * @param {() => void} retry
   */
  showFailure({ code, message, cause, remedy }, retry) {
    this.clearFailure();
    const panel = create("div", "failure");
    panel.part.add("error");
    panel.role = "alert";
    const text = create("slot", "");
    text.name = "fallback";
    text.append(create("p", "message", message));
    if (cause) text.append(create("p", "cause", cause));
    text.append(create("p", "remedy", remedy));
    if (HELP) text.append(helpLink(code, HELP));
    const again = create("button", "", "Try again");
    again.type = "button";
    again.addEventListener("click", retry);
    text.append(again);
    panel.append(text);
    this.#failure = panel;
    this.#frame.append(panel);
  }

  clearFailure() {
    this.#failure?.remove();
    this.#failure = null;
  }

  remove() {
    this.#frame.remove();
    if (this.#ownsHost) this.#host.remove();
  }
}
