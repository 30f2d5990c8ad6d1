// Two ways to sleep between steps. Both call `tick`, which runs what is due and says how many milliseconds remain until
// the next step; neither wakes up while stopped.

/** Bounds every sleep, so that a lost wake-up costs a moment and not the tank. */
const LONGEST_SLEEP_MS = 100;

/** Sleeps in `Atomics.wait`: punctual, but it blocks, so each tick is followed by one turn for messages. */
export class WaitingPacer {
  #turns = new MessageChannel();
  #running = false;
  #turnIsDue = false;
  #seen = 0;
  #tick;
  #control;

  /**
   * @param {() => number} tick
   * @param {Int32Array<SharedArrayBuffer>} control one word that the page bumps after each message
   */
  constructor(tick, control) {
    this.#tick = tick;
    this.#control = control;
    this.#turns.port1.onmessage = () => this.#turn();
  }

  start() {
    this.#running = true;
    this.#askForTurn();
  }

  stop() {
    this.#running = false;
  }

  /** Stops for good. */
  close() {
    this.stop();
    this.#turns.port1.close();
  }

  #askForTurn() {
    if (this.#turnIsDue) return;
    this.#turnIsDue = true;
    this.#turns.port2.postMessage(null);
  }

  #turn() {
    this.#turnIsDue = false;
    if (!this.#running) return;
    const word = Atomics.load(this.#control, 0);
    const remaining = this.#tick();
    // A bump since the last turn means that a message waits behind this turn: let it be served before sleeping.
    if (word === this.#seen && remaining > 0 && this.#running) {
      Atomics.wait(this.#control, 0, word, Math.min(remaining, LONGEST_SLEEP_MS));
    }
    this.#seen = word;
    if (this.#running) this.#askForTurn();
  }
}

/** Sleeps in a timer: for threads that must not block, and where there is no shared memory to wait on. */
export class TimerPacer {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #running = false;
  #tick;

  /** @param {() => number} tick */
  constructor(tick) {
    this.#tick = tick;
  }

  start() {
    if (this.#running) return;
    this.#running = true;
    this.#schedule(0);
  }

  stop() {
    this.#running = false;
    clearTimeout(this.#timer);
  }

  /** Stops for good. */
  close() {
    this.stop();
  }

  #turn = () => {
    const remaining = this.#tick();
    if (this.#running) this.#schedule(Math.min(remaining, LONGEST_SLEEP_MS));
  };

  /** @param {number} ms */
  #schedule(ms) {
    // The tick itself may have stopped and started: one timer all the same.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#turn, ms);
  }
}
