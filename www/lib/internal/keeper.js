/** @import { Options, Size, Tier } from "../common/types.js" */
/** @import { Presence } from "./presence.js" */
/** @import { Settings } from "./settings.js" */
/** @import { Tank, TankEvents } from "./tank.js" */
/** @import { View } from "./view.js" */
import { now } from "../common/clock.js";
import { AquariumError, typed } from "../common/errors.js";
import { Restarts } from "./restarts.js";
import { reviveTank, startTank } from "./start.js";

/**
 * @typedef {object} Surroundings
 * @property {View} view
 * @property {Presence} presence
 * @property {Settings} settings
 * @property {() => Options} options as they are now
 * @property {AbortSignal} signal ends everything
 */

/**
 * @typedef {object} KeeperEvents
 * @property {TankEvents["frame"]} frame
 * @property {TankEvents["notices"]} notices
 * @property {TankEvents["quality"]} quality
 * @property {(tank: Tank) => void} ready the first frame of a tank is drawn
 * @property {(tier: Tier, error: AquariumError) => void} downgrade
 * @property {(error: AquariumError) => void} error the tank is lost, or cannot be had; `error.restarting` says whether it comes back
 */

/** Starts the tank when it may, starts it again when it has to, and revives it when its worker was lost. One at a time. */
export class Keeper {
  #around;
  #events;
  #restarts = new Restarts();
  /** Whether a start waits for the one in progress to end. */
  #restarting = false;
  /** Called when the start may have become possible. */
  #mayStart = () => {};
  /** @type {Tank | null} */
  tank = null;
  /** The start in progress, or the last one: resolves when its tank is there. @type {Promise<void>} */
  ready;

  /**
   * @param {Surroundings} around
   * @param {KeeperEvents} events
   */
  constructor(around, events) {
    this.#around = around;
    this.#events = events;
    this.ready = this.#start();
  }

  /** The size or the visibility has changed, on which a start may wait. */
  presenceChanged() {
    this.#mayStart();
  }

  /** Makes the tank run or rest as everything together asks for. */
  async reconcile() {
    const { view, presence } = this.#around;
    view.play.hidden = !presence.still;
    // A tank that is being revived is asked again when it lives.
    if (!this.tank?.lost) await this.tank?.setRunning(presence.running);
  }

  /** Ends this tank and starts another. */
  restart() {
    // The start in progress ends first. One that waits already will see the newest options.
    if (this.#around.signal.aborted || this.#restarting) return;
    this.#restarting = true;
    this.#follow(async () => {
      this.#restarting = false;
      this.#close();
      this.#around.view.clearFailure();
      await this.#start();
    });
  }

  /** Ends it for good, as the signal was aborted; resolves when a start that was in progress has ended too. */
  async end() {
    this.#mayStart();
    this.#close();
    await this.ready.catch(ignore);
  }

  /** @param {() => Promise<void>} next to do when the start in progress has ended */
  #follow(next) {
    this.ready = this.ready.catch(ignore).then(next);
    // A start that nobody waits for is reported by its event and on the page.
    this.ready.catch(ignore);
  }

  #start() {
    const started = this.#untilItMay().then(() => this.#attempt(() => this.#open()));
    started.catch(ignore);
    return started;
  }

  /** Waits until there is a size, and, unless the host is eager, somebody near enough to look. */
  #untilItMay() {
    const { presence, options, signal } = this.#around;
    return new Promise((/** @type {(nothing: void) => void} */ resolve) => {
      this.#mayStart = () => {
        const near = presence.visible || options().loading === "eager";
        if (signal.aborted || (presence.size && near)) resolve();
      };
      this.#mayStart();
    });
  }

  async #open() {
    const { view, presence, settings, options, signal } = this.#around;
    const tank = await startTank({
      view,
      options: options(),
      layers: settings.layers,
      size: () => /** @type {Size} */ (presence.size),
      problems: (problems) => view.showProblems(problems),
      downgrade: this.#events.downgrade,
      signal,
    });
    if (signal.aborted) tank.close();
    signal.throwIfAborted();
    this.tank = tank;
    tank.fpsLimit = options().fpsLimit;
    const { frame, notices, quality } = this.#events;
    tank.events = { frame, notices, quality, error: (error) => this.#lose(error) };
    if (tank.lost) throw tank.lost;
    if (tank.threadsCode) this.#events.downgrade(tank.tier, new AquariumError(tank.threadsCode));
    view.showTank();
    await this.reconcile();
    signal.throwIfAborted();
    this.#events.ready(tank);
  }

  /** @param {AquariumError} error */
  #lose(error) {
    error.restarting = this.#restarts.allow(error, now());
    if (!error.restarting) return this.#fail(error);
    this.#events.error(error);
    this.#follow(() => this.#attempt(() => this.#revive()));
  }

  async #revive() {
    const { tank } = this;
    const { options, signal } = this.#around;
    // Another start may have come in between.
    if (!tank?.lost) return;
    await reviveTank(tank, { options: options(), downgrade: this.#events.downgrade, signal });
    // If it is lost again it says so by its event.
    this.reconcile().catch(ignore);
  }

  /** @param {() => Promise<void>} attempt whose failure is told on the page */
  async #attempt(attempt) {
    const { signal } = this.#around;
    try {
      signal.throwIfAborted();
      await attempt();
    } catch (thrown) {
      signal.throwIfAborted();
      const error = typed(thrown, "unexpected");
      this.#fail(error);
      throw error;
    }
  }

  /** @param {AquariumError} error */
  #fail(error) {
    this.#close();
    this.#around.view.showFailure(error, () => this.restart());
    this.#events.error(error);
  }

  #close() {
    this.tank?.close();
    this.tank = null;
  }
}

function ignore() {}
