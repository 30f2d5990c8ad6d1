/** @import { Files, TankSpec } from "../common/types.js" */
import { AquariumError, typed } from "../common/errors.js";
import { sayOnce } from "./console.js";
import { toNumbers } from "./document.js";
import { loadRenderer } from "./renderer.js";

/**
 * A stage and what it draws on.
 * @typedef {object} Opened
 * @property {StageMethods} stage
 * @property {HTMLCanvasElement} canvas
 */

/**
 * Sets up the drawing: WebGL2, or Canvas 2D where the browser gives none, or gives one that cannot be set up, unless the host insists.
 * Each is tried on the control that a canvas gives away, then on a canvas itself, as only trying tells what can have the context;
 * each on a fresh one, as it is used up then.
 * @param {Pick<import("./start.js").StartRequest, "view" | "options" | "signal" | "size">} request
 * @param {Files} files
 * @param {Promise<TankSpec>} spec the renderer is fetched while this is still being made
 * @returns {Promise<Opened>}
 * @throws {AquariumError} what was wrong with the last that was tried
 */
export async function openStage({ view, options, signal, size }, files, spec) {
  const wanted = options.renderer === "auto" ? /** @type {const} */ (["webgl2", "canvas2d"]) : [options.renderer];
  /** @type {AquariumError | undefined} */
  let refusal;
  for (const name of wanted) {
    if (refusal?.code === "renderer") sayOnce(`MiroFish draws by Canvas 2D: ${refusal.message} ${refusal.cause}`);
    const [{ Stage, set_profiling }, { config }] = await Promise.all([loadRenderer(name, files[name]), spec]);
    signal.throwIfAborted();
    set_profiling(options.profile);
    for (const offscreen of [true, false]) {
      const canvas = view.freshCanvas();
      const { width, height, dpr } = size();
      if (offscreen && !canvas.transferControlToOffscreen) continue;
      try {
        return { stage: new Stage(canvas, toNumbers(config), offscreen, width, height, dpr), canvas };
      } catch (thrown) {
        refusal = typed(thrown, "renderer");
        if (refusal.code === "renderer") break;
        if (refusal.code !== "no-renderer") throw refusal;
      }
    }
  }
  throw refusal ?? new AquariumError("no-renderer");
}
