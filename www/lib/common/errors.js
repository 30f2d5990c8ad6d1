/** @import { PlainError } from "./types.js" */

/**
 * What can go wrong, what it means to a person, and what helps.
 * @type {Record<string, { message: string, remedy: string }>}
 */
export const KNOWN = {
  "no-wasm": {
    message: "This browser cannot run the aquarium: it has no WebAssembly.",
    remedy: "Use a current browser, or allow WebAssembly in its settings.",
  },
  "no-simd": {
    message: "This browser cannot run the aquarium: its WebAssembly has no SIMD instructions.",
    remedy: "Update the browser (Chrome 91, Firefox 89, Safari 16.4 or later).",
  },
  "no-worker": {
    message: "This browser gives no module workers.",
    remedy: "Update the browser (Chrome 80, Firefox 114, Safari 15 or later).",
  },
  "not-isolated": {
    message: "This page is not cross-origin isolated, so the threads cannot share memory.",
    remedy: "Serve it with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",
  },
  "no-shared-memory": {
    message: "Shared memory cannot be had here, although the page is isolated.",
    remedy: "Update the browser.",
  },
  memory: {
    message: "There is not enough memory for a tank of this capacity.",
    remedy: "Ask for fewer fish, set world.capacity lower, or close other pages.",
  },
  "worker-load": {
    message: "The worker script could not be loaded.",
    remedy: "Check that the lib folder is served, and that the page's policy has worker-src 'self'.",
  },
  "worker-origin": {
    message: "The worker script could not be loaded from another origin.",
    remedy: "Check that it is there and sent with Access-Control-Allow-Origin, and that the page's policy has worker-src blob:; or give workerUrl a copy on the page's own origin.",
  },
  "worker-crash": {
    message: "The worker stopped with an error.",
    remedy: "Try again; if it happens again, please report it with the cause.",
  },
  "worker-silent": {
    message: "The worker does not answer any more.",
    remedy: "Try again; if it happens again, ask for fewer fish.",
  },
  "engine-panic": {
    message: "The simulation stopped with an error.",
    remedy: "Try again; if it happens again, please report it with the cause.",
  },
  "renderer-failed": {
    message: "The picture cannot be drawn any more.",
    remedy: "Try again; if it happens again, try renderer=\"canvas2d\".",
  },
  "no-renderer": {
    message: "The picture cannot be drawn here.",
    remedy: "Turn on hardware acceleration in the browser, or leave renderer at auto.",
  },
  "canvas-in-use": {
    message: "The canvas is drawn on by something else.",
    remedy: "Leave the canvas inside the element alone.",
  },
  renderer: {
    message: "The picture could not be set up.",
    remedy: "Try renderer=\"canvas2d\".",
  },
  version: {
    message: "Engine and picture do not fit each other.",
    remedy: "Reload the page; if that does not help, publish all files of one build.",
  },
  timeout: {
    message: "A part of the aquarium did not answer in time.",
    remedy: "Try again; on a slow connection it may only need longer.",
  },
  "script-load": {
    message: "A script of the aquarium could not be loaded.",
    remedy: "Check the connection, and that the whole lib folder is served.",
  },
  "wasm-network": {
    message: "A WebAssembly file could not be fetched.",
    remedy: "Check the connection; from another origin the file needs Access-Control-Allow-Origin.",
  },
  "wasm-http": {
    message: "The server did not give out a WebAssembly file.",
    remedy: "Check that the whole lib folder was published.",
  },
  "wasm-mime": {
    message: "The server sends a WebAssembly file with the wrong type.",
    remedy: "Make it send Content-Type: application/wasm for .wasm files.",
  },
  "wasm-csp": {
    message: "The page's Content Security Policy forbids WebAssembly.",
    remedy: "Add 'wasm-unsafe-eval' to script-src.",
  },
  "wasm-corrupt": {
    message: "A WebAssembly file is damaged or incomplete.",
    remedy: "Reload the page; if that does not help, publish the files again.",
  },
  "pool-timeout": {
    message: "The threads of the pool did not come up in time.",
    remedy: "The tank runs with one thread.",
  },
  "pool-failed": {
    message: "The threads of the pool could not be started.",
    remedy: "The tank runs with one thread. Check that the whole lib folder is served.",
  },
  "no-nested-worker": {
    message: "This browser has no workers inside workers.",
    remedy: "The tank runs with one thread.",
  },
  config: {
    message: "The configuration is not valid.",
    remedy: "Correct the field.",
  },
  replay: {
    message: "The recording cannot be replayed.",
    remedy: "Use a file that the aquarium itself saved, with a tank of at least that capacity.",
  },
  "no-recording": {
    message: "There is no recording of this tank: its worker was started again in between.",
    remedy: "Call reset(), which begins one.",
  },
  preset: {
    message: "The preset could not be loaded.",
    remedy: "Check its name, and that the presets folder is served.",
  },
  "config-file": {
    message: "The configuration file could not be loaded.",
    remedy: "Check its address; from another origin it needs Access-Control-Allow-Origin.",
  },
  argument: {
    message: "An argument is not valid.",
    remedy: "Correct the call.",
  },
  "not-paused": {
    message: "The tank is running.",
    remedy: "Call pause() first.",
  },
  "not-ready": {
    message: "The aquarium has not started.",
    remedy: "Await its `ready` promise first.",
  },
  destroyed: {
    message: "The aquarium was destroyed.",
    remedy: "Create another one.",
  },
  unexpected: {
    message: "Something went wrong.",
    remedy: "Try again; if it happens again, please report it with the cause.",
  },
};

/** An error with a code for programs, and a cause and a remedy for people. */
export class AquariumError extends Error {
  /**
   * @param {string} code one of the codes that the docs list
   * @param {unknown} [cause] what happened, as a sentence or an error
   * @param {Partial<PlainError>} [details] replaces the texts of the code; for `config` the field, value and allowed range
   */
  constructor(code, cause = "", details = {}) {
    const known = KNOWN[code] ?? KNOWN.unexpected;
    super(details.message ?? known.message);
    this.name = "AquariumError";
    this.code = code;
    /** @type {string} */
    this.cause = typeof cause === "string" ? cause : textOf(cause);
    this.remedy = details.remedy ?? known.remedy;
    this.field = details.field;
    this.value = details.value;
    this.allowed = details.allowed;
    /** For an error that ended a running simulation: whether it is being started again from its last frame. */
    this.restarting = false;
  }

  /** @returns {PlainError} the form that can be posted */
  toPlain() {
    const { code, message, cause, remedy, field, value, allowed } = this;
    return { code, message, cause, remedy, field, value, allowed };
  }
}

/**
 * @param {PlainError} plain
 * @returns {AquariumError}
 */
export function fromPlain(plain) {
  return new AquariumError(plain.code, plain.cause, plain);
}

/**
 * Gives any thrown thing its type. What the WebAssembly modules throw has a code already, and keeps its field.
 * @param {unknown} thrown
 * @param {string} code for what has none that we know
 * @returns {AquariumError}
 */
export function typed(thrown, code) {
  if (thrown instanceof AquariumError) return thrown;
  const own = codeOf(thrown);
  if (own === undefined || !(own in KNOWN)) return new AquariumError(code, thrown);
  const { field, value, allowed } = /** @type {Partial<PlainError>} */ (thrown);
  return new AquariumError(own, messageOf(thrown), { field, value, allowed });
}

/**
 * @param {unknown} thrown
 * @returns {boolean} whether it refuses what was asked for, and nothing else has happened
 */
export function isRefusal(thrown) {
  return ["config", "replay", "no-recording"].includes(codeOf(thrown) ?? "");
}

/**
 * @param {unknown} thrown
 * @returns {string | undefined}
 */
function codeOf(thrown) {
  const code = typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/**
 * @param {unknown} thrown
 * @returns {string}
 */
function messageOf(thrown) {
  const has = typeof thrown === "object" && thrown !== null && "message" in thrown;
  return String(has ? thrown.message : thrown);
}

/**
 * @param {unknown} thrown
 * @returns {string}
 */
function textOf(thrown) {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : messageOf(thrown);
}
