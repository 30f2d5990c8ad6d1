/** @import { Controller } from "../../vendor/lil-gui/lil-gui.js" */
/** @import { MiroFishElement } from "../../public/element.js" */
/** @import { Schema } from "./fields.js" */
import { OVERLAYS } from "../../internal/monitor.js";
import { PRESETS } from "../../internal/presets.js";
import { LARGEST_SEED, randomSeed } from "../../internal/seed.js";
import { GUI } from "../../vendor/lil-gui/lil-gui.js";
import { saveFile } from "../files.js";
import { messageOf, say } from "../notice.js";
import { canRecordClips, recordClip, savePicture } from "../pictures.js";
import { askForRecording, saveRecording } from "../recordings.js";
import { LANGUAGES, language, setLanguage, text, textOr } from "../strings.js";
import { FieldMaker } from "./fields.js";
import { LiveDocument } from "./live-document.js";
import { becomePreset, wearTheme } from "./presets.js";

/**
 * What the panel asks of its page.
 * @typedef {object} PanelHost
 * @property {MiroFishElement} tank
 * @property {() => void} share
 * @property {() => void} forget everything that was set
 * @property {(language: string) => void} speak
 */

/** All settings of a tank. */
export class Panel {
  #host;
  #schema;
  #preset;
  #document;
  #help = document.createElement("p");
  #gui = document.createElement("div");
  /** @type {GUI | null} */
  #controls = null;
  #life = new AbortController();

  /**
   * @param {HTMLElement} element filled here
   * @param {PanelHost} host
   */
  static async open(element, host) {
    // In this order: the later sheet wins.
    const styles = addStyles("../../vendor/lil-gui/lil-gui.css").then(() => addStyles("./panel.css"));
    const [schema, preset] = await Promise.all([fetchSchema(), presetOf(host.tank), styles]);
    return new Panel(element, host, schema, preset);
  }

  /**
   * @param {HTMLElement} element
   * @param {PanelHost} host
   * @param {Schema} schema
   * @param {string} preset
   */
  constructor(element, host, schema, preset) {
    this.#host = host;
    this.#schema = schema;
    this.#preset = preset;
    this.#document = new LiveDocument(host.tank, (error) => {
      say(messageOf(error));
      this.#show();
    });
    this.#help.className = "help";
    element.append(this.#gui, this.#help);
    this.#build();
    const refresh = async () => {
      this.#preset = await presetOf(host.tank);
      this.#document.refresh();
      this.#show();
    };
    host.tank.addEventListener("configchange", refresh, { signal: this.#life.signal });
  }

  close() {
    this.#life.abort();
    this.#controls?.destroy();
    this.#gui.remove();
    this.#help.remove();
  }

  #build() {
    const focused = this.#keyOf(document.activeElement);
    const open = this.#controls?.foldersRecursive().filter(({ _closed }) => !_closed).map(titlesOf);
    this.#controls?.destroy();
    const controls = new GUI({ container: this.#gui, injectStyles: false, closeFolders: true });
    controls.$title.remove();
    this.#controls = controls;
    this.#help.textContent = text("helpStart");
    this.#addTank(controls);
    this.#addKeeping(controls.addFolder(text("keep")));
    this.#addView(controls.addFolder(text("view")));
    const fields = new FieldMaker(this.#document, (controller, words) => this.#explain(controller, words), () => this.#build());
    fields.addSection(controls, this.#schema, []);
    controls.add({ forget: this.#host.forget }, "forget").name(text("reset"));
    for (const folder of controls.foldersRecursive()) if (open?.includes(titlesOf(folder))) folder.open();
    // Whoever chose something by key goes on from there.
    const again = focused && controls.controllersRecursive().find(({ domElement }) => this.#keyOf(domElement) === focused);
    if (again) /** @type {HTMLElement | null} */ (again.domElement.querySelector("input, select, button"))?.focus();
  }

  /**
   * @param {Element | null} element
   * @returns {string | undefined} what tells its control from all others, also after they were made anew
   */
  #keyOf(element) {
    const controller = this.#controls?.controllersRecursive().find(({ domElement }) => domElement.contains(element));
    return controller && `${titlesOf(controller.parent)}/${controller._name}`;
  }

  /** @param {GUI} gui */
  #addTank(gui) {
    const { tank } = this.#host;
    const fields = this.#document;
    const preset = () => this.#preset;
    /** @type {string | null} whose theme was put on since */
    let worn = null;
    const target = {
      get preset() {
        return preset();
      },
      set preset(name) {
        worn = null;
        becomePreset(tank, name).catch(report);
      },
      get theme() {
        return worn ?? preset();
      },
      set theme(name) {
        worn = name;
      },
      get seed() {
        return String(fields.read(["world", "seed"]));
      },
      set seed(digits) {
        if (/^\d{1,16}$/.test(digits) && Number(digits) <= LARGEST_SEED) fields.write(["world", "seed"], Number(digits));
      },
      deal: () => void tank.reset().catch(report),
      reseed: () => void tank.reset(randomSeed()).catch(report),
    };
    gui.add(target, "preset", PRESETS).name(text("preset"));
    const wear = (/** @type {string} */ name) => void wearTheme(tank, name).catch(report);
    gui.add(target, "theme", PRESETS).name(text("themeOf")).onChange(wear);
    gui.add(target, "seed").name(text("seed"));
    gui.add(target, "deal").name(text("deal"));
    gui.add(target, "reseed").name(text("reseed"));
  }

  /** @param {GUI} folder */
  #addKeeping(folder) {
    const { tank, share } = this.#host;
    const target = {
      share,
      picture: () => void savePicture(tank).catch(report),
      recording: () => void saveRecording(tank).catch(report),
      replay: () => void askForRecording(tank).catch(report),
      configuration: () => saveFile(new Blob([JSON.stringify(tank.getConfig(), null, 2)], { type: "application/json" }), "mirofish.json"),
    };
    folder.add(target, "share").name(text("share"));
    folder.add(target, "picture").name(text("picture"));
    this.#addClip(folder);
    folder.add(target, "recording").name(text("recording"));
    folder.add(target, "replay").name(text("replay"));
    folder.add(target, "configuration").name(text("configuration"));
  }

  /** @param {GUI} folder */
  #addClip(folder) {
    /** @type {(() => Promise<void>) | null} */
    let end = null;
    const clip = () => {
      if (!canRecordClips()) return say(text("noClip"));
      if (end) void end().catch(report);
      end = end ? null : recordClip(this.#host.tank);
      button.name(text(end ? "clipStop" : "clip"));
    };
    const button = folder.add({ clip }, "clip").name(text("clip"));
  }

  /** @param {GUI} folder */
  #addView(folder) {
    const { tank, speak } = this.#host;
    const target = {
      get stats() {
        return tank.hasAttribute("stats");
      },
      set stats(shown) {
        tank.toggleAttribute("stats", shown);
      },
      get language() {
        return language();
      },
      set language(wanted) {
        setLanguage(wanted);
        speak(wanted);
      },
    };
    folder.add(target, "stats").name(text("stats"));
    this.#addOverlays(folder.addFolder(text("overlays")));
    folder.add(target, "language", LANGUAGES).name(text("language")).onChange(() => this.#build());
  }

  /** @param {GUI} folder */
  #addOverlays(folder) {
    const { tank } = this.#host;
    for (const name of OVERLAYS) {
      const target = {
        get shown() {
          return tank.overlays.includes(name);
        },
        set shown(shown) {
          tank.overlays = OVERLAYS.filter((other) => (other === name ? shown : tank.overlays.includes(other)));
        },
      };
      folder.add(target, "shown").name(textOr(name)).listen();
    }
  }

  /**
   * @param {Controller} controller
   * @param {string} words
   */
  #explain({ domElement }, words) {
    const show = () => (this.#help.textContent = words);
    domElement.addEventListener("pointerenter", show);
    domElement.addEventListener("focusin", show);
    for (const control of domElement.querySelectorAll("input, select")) control.ariaDescription = words;
  }

  #show() {
    const species = /** @type {unknown[]} */ (this.#document.read(["species"])).length;
    const shown = this.#controls?.folders.find(({ _title }) => _title === text("species"))?.folders.length;
    if (species !== shown) this.#build();
    for (const controller of this.#controls?.controllersRecursive() ?? []) controller.updateDisplay();
  }
}

/**
 * @param {MiroFishElement} tank
 * @returns {Promise<string>} name of the preset that is shown
 */
async function presetOf(tank) {
  return new URL(await tank.shareUrl()).searchParams.get("preset") ?? "";
}

/** @param {GUI} folder @returns {string} its title and those of the folders that it is in */
function titlesOf(folder) {
  return folder.parent ? `${titlesOf(folder.parent)}/${folder._title}` : "";
}

/** @param {unknown} error */
function report(error) {
  say(messageOf(error));
}

/** @returns {Promise<Schema>} */
async function fetchSchema() {
  const response = await fetch(new URL("./config.schema.json", import.meta.url));
  if (!response.ok) throw new Error(`config.schema.json answered ${response.status}`);
  return response.json();
}

/** @param {string} file */
function addStyles(file) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(file, import.meta.url).href;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => reject(new Error(`${link.href} could not be loaded.`)));
    document.head.append(link);
  });
}
