// A session as a file: Ctrl+S saves what was done to the tank, a file that is dropped on the page does it again.
/** @import { MiroFishElement } from "../public/element.js" */
import { askForFile, saveFile } from "./files.js";
import { messageOf } from "./notice.js";

/**
 * @param {MiroFishElement} tank
 * @param {(message: string) => void} say
 */
export function exchangeRecordings(tank, say) {
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    saveRecording(tank).catch((error) => say(messageOf(error)));
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) replayFile(tank, file).catch((error) => say(`${file.name}: ${messageOf(error)}`));
  });
}

/** @param {MiroFishElement} tank */
export async function saveRecording(tank) {
  saveFile(new Blob([await tank.recording()], { type: "application/json" }), "mirofish-recording.json");
}

/** @param {MiroFishElement} tank */
export async function askForRecording(tank) {
  await replayFile(tank, await askForFile("application/json,.json"));
}

/**
 * @param {MiroFishElement} tank
 * @param {Blob} file
 */
async function replayFile(tank, file) {
  await tank.replay(await file.text());
}
