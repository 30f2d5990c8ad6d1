/** @import { MiroFishElement } from "../public/element.js" */
import { saveFile } from "./files.js";

const FRAMES_PER_SECOND = 60;
const BITS_PER_SECOND = 8_000_000;
/** What most programs can play comes first. */
const TYPES = ["video/mp4;codecs=avc1.640028", "video/mp4", "video/webm;codecs=vp9", "video/webm"];

/** @param {MiroFishElement} tank */
export async function savePicture(tank) {
  saveFile(await tank.screenshot(), "mirofish.png");
}

/** @returns {boolean} whether this browser can record a canvas */
export function canRecordClips() {
  return typeof MediaRecorder === "function" && "captureStream" in HTMLCanvasElement.prototype && typeOfClips() !== undefined;
}

function typeOfClips() {
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

/**
 * Records the picture of a tank.
 * @param {HTMLElement} tank
 * @returns {() => Promise<void>} ends it and hands the file to the visitor
 */
export function recordClip(tank) {
  const canvas = tank.shadowRoot?.querySelector("canvas");
  if (!canvas) throw new Error("The tank has no picture yet.");
  const stream = canvas.captureStream(FRAMES_PER_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType: typeOfClips(), videoBitsPerSecond: BITS_PER_SECOND });
  /** @type {Blob[]} */
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.start();
  return async () => {
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
    recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
    const type = recorder.mimeType.split(";")[0];
    saveFile(new Blob(parts, { type }), `mirofish.${type.split("/")[1]}`);
  };
}
