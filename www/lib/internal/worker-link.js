/** @import { Command, Files, Port, Report } from "../common/types.js" */
import { AquariumError, fromPlain } from "../common/errors.js";
import { makeWorker, workerCode } from "../common/make-worker.js";

/**
 * @typedef {object} LinkEvents
 * @property {(buffer: ArrayBuffer) => unknown} frame a slot that the simulation sent
 * @property {(records: Uint32Array, lost: number) => void} notices what happened, eight words each, and how many of them were lost
 * @property {(error: AquariumError) => void} error the simulation is lost
 */

/**
 * @typedef {object} Waiting
 * @property {(result: any) => void} resolve
 * @property {(error: AquariumError) => void} reject
 * @property {ReturnType<typeof setTimeout> | undefined} timer
 */

/** The page's end of the line to the simulation. */
export class WorkerLink {
  #port;
  #hangUp;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  #lastId = 0;
  /** @type {AquariumError | null} */
  #lost = null;
  /**
   * The word that wakes a worker out of `Atomics.wait`; tier `shared` only.
   * @type {Int32Array<SharedArrayBuffer> | null}
   */
  control = null;
  /**
   * Frames that came before anybody could take them.
   * @type {ArrayBuffer[]}
   */
  #early = [];
  /**
   * Set by whoever runs the tank, once there is one.
   * @type {LinkEvents}
   */
  events = { frame: (buffer) => this.#early.push(buffer), notices() {}, error() {} };

  /**
   * @param {Port} port
   * @param {() => void} hangUp ends the simulation at the other end
   */
  constructor(port, hangUp) {
    this.#port = port;
    this.#hangUp = hangUp;
    port.onmessage = (event) => this.#receive(event.data);
  }

  /**
   * @param {Files} files
   * @returns {WorkerLink}
   * @throws {AquariumError} `worker-load` or `worker-origin`
   */
  static toWorker({ worker: url, workerType }) {
    const worker = makeWorker(url, workerType, "miro-fish");
    const link = new WorkerLink(worker, () => worker.terminate());
    worker.onerror = (event) => {
      // Reported here, so the browser need not print it as uncaught.
      event.preventDefault();
      // A script that could not be fetched gives a bare event, without a message.
      const crashed = event instanceof ErrorEvent && event.message;
      link.lose(crashed ? new AquariumError("worker-crash", event.message) : new AquariumError(workerCode(url), url));
    };
    worker.onmessageerror = () => link.lose(new AquariumError("worker-crash", "a message could not be read"));
    return link;
  }

  /**
   * Sends a command and waits for the answer.
   * @template {Command["type"]} Type
   * @param {Type} type
   * @param {Omit<Extract<Command, { type: Type }>, "type" | "id">} content
   * @param {number} [deadlineMs] none by default
   * @returns {Promise<any>}
   */
  request(type, content, deadlineMs) {
    if (this.#lost) return Promise.reject(this.#lost);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const late = () => this.#settle(id)?.reject(new AquariumError("timeout", `no answer to "${type}" in ${deadlineMs} ms`));
      const timer = deadlineMs === undefined ? undefined : setTimeout(late, deadlineMs);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#port.postMessage({ type, id, ...content }, []);
      this.#wake();
    });
  }

  /** @param {Uint32Array<ArrayBuffer>} records */
  sendInput(records) {
    this.#port.postMessage({ type: "input", records }, [records.buffer]);
  }

  /** @param {ArrayBuffer} buffer */
  recycle(buffer) {
    this.#port.postMessage({ type: "recycle", buffer }, [buffer]);
  }

  /** @returns {ArrayBuffer[]} frames that came before `events` were set, oldest first */
  takeEarlyFrames() {
    return this.#early.splice(0);
  }

  /**
   * Everything that waits fails with this error, and whatever is asked from now on.
   * @param {AquariumError} error
   */
  lose(error) {
    if (this.#lost) return;
    this.#lost = error;
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(error);
    this.events.error(error);
  }

  /** Ends the simulation. What still waits fails with `destroyed`. */
  close() {
    this.events = { frame() {}, notices() {}, error() {} };
    this.lose(new AquariumError("destroyed"));
    this.#port.onmessage = null;
    this.#hangUp();
  }

  /** @param {Report} report */
  #receive(report) {
    switch (report.type) {
      case "frame":
        return this.events.frame(report.buffer);
      case "notices":
        return this.events.notices(report.records, report.lost);
      case "done":
        return this.#settle(report.id)?.resolve(report.result);
      case "failed":
        return this.#settle(report.id)?.reject(fromPlain(report.error));
      case "error":
        return this.lose(fromPlain(report.error));
    }
  }

  /** @param {number} id */
  #settle(id) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }

  #wake() {
    if (!this.control) return;
    Atomics.add(this.control, 0, 1);
    Atomics.notify(this.control, 0);
  }
}
