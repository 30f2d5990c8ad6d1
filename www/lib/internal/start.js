/** @import { Options, Problem, Size, TankSpec, Tier } from "../common/types.js" */
import { AquariumError } from "../common/errors.js";
import { capacityOf, encode, optionPatches, populationOf } from "./config.js";
import { fetchJson } from "./fetch-json.js";
import { locate } from "./locate.js";
import { fetchPreset } from "./presets.js";
import { probe } from "./probe.js";
import { openStage } from "./stage.js";
import { Tank } from "./tank.js";
import { chooseThreads } from "./threads.js";
import { openSimulation } from "./tiers.js";

/**
 * @typedef {object} StartRequest
 * @property {import("./view.js").View} view
 * @property {Options} options
 * @property {import("./config.js").ConfigLayers} layers filled here from the options
 * @property {() => Size} size of the tank as it is when asked
 * @property {(problems: Problem[]) => void} problems what could not be had; its default was kept
 * @property {(tier: Tier, error: AquariumError) => void} downgrade
 * @property {AbortSignal} signal
 */

/**
 * From options to a tank whose first frame is drawn. What does not need each other happens at the same time.
 * @param {StartRequest} request
 * @returns {Promise<Tank>}
 * @throws {AquariumError}
 */
export async function startTank(request) {
  const { options, signal, size } = request;
  const { fatal } = probe();
  if (fatal) throw new AquariumError(fatal);
  const files = locate(options);
  const spec = makeSpec(request);
  const simulating = openSimulation(options.tier, spec, files, request);
  const opening = openStage(request, files, spec);
  const tank = await Promise.all([simulating, opening, spec])
    .then(([simulation, opened, ready]) => {
      signal.throwIfAborted();
      return new Tank(opened, simulation, ready, size().dpr);
    })
    .catch(async (error) => {
      // Whichever it was that failed, the others are given back.
      await Promise.allSettled([simulating.then(({ link }) => link.close()), opening.then(({ stage }) => stage.free())]);
      throw error;
    });
  // It may have grown while the simulation was made.
  await tank.resize(size()).catch((error) => {
    tank.close();
    throw error;
  });
  return tank;
}

/**
 * @param {StartRequest} request
 * @returns {Promise<TankSpec>}
 */
async function makeSpec({ options, layers, size, problems }) {
  const refused = await fillLayers(layers, options);
  const { config, problems: invalid } = layers.compose();
  problems([...refused, ...invalid]);
  const { width, height } = size();
  const fish = populationOf(config, width, height);
  return {
    config,
    width,
    height,
    seed: BigInt(config.world.seed ?? 0),
    threads: chooseThreads(options.threads, fish, navigator.hardwareConcurrency),
    // It runs from the moment at which somebody looks.
    paused: true,
    profile: options.profile,
    capacity: capacityOf(config),
    restore: null,
  };
}

/**
 * Gives a tank whose simulation was lost another one, which goes on from the last frame.
 * @param {Tank} tank
 * @param {{ options: Options } & import("./tiers.js").TierEvents} events
 * @throws {AquariumError} the tank is still lost then
 */
export async function reviveTank(tank, { options, ...events }) {
  const simulation = await openSimulation(options.tier, Promise.resolve(tank.testament()), locate(options), events);
  try {
    events.signal.throwIfAborted();
    tank.revive(simulation);
  } catch (error) {
    simulation.link.close();
    throw error;
  }
}

/**
 * Fetches the files that the options name.
 * @param {import("./config.js").ConfigLayers} layers
 * @param {Options} options
 * @returns {Promise<Problem[]>} files that could not be had; the defaults stand in for them
 */
export async function fillLayers(layers, options) {
  /** @type {Problem[]} */
  const problems = [];
  /** @type {(name: string, loading: Promise<string>) => Promise<string>} */
  const orNothing = (name, loading) =>
    loading.catch((/** @type {AquariumError} */ error) => {
      problems.push({ name, message: `${name}: ${error.message} ${error.cause}` });
      return "{}";
    });
  const [preset, config] = await Promise.all([
    orNothing("preset", fetchPreset(options.preset)),
    orNothing("config", hostConfig(options.config)),
  ]);
  layers.preset = preset;
  layers.config = config;
  layers.options = optionPatches(options);
  return problems;
}

/**
 * @param {Options["config"]} config
 * @returns {Promise<string>} JSON, unchecked
 */
async function hostConfig(config) {
  if (config === null) return "{}";
  if (typeof config === "object") return encode(config);
  if (config.trim().startsWith("{")) return config;
  return fetchJson(addressOf(config), "config-file");
}

/** @param {string} text */
function addressOf(text) {
  try {
    return new URL(text, document.baseURI);
  } catch {
    throw new AquariumError("config-file", `"${text}" is no address.`);
  }
}
