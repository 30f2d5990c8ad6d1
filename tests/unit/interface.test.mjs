// The list of the public interface, from which documents and declarations are made, against the scripts.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { ATTRIBUTES, optionOf, readOptions } from "../../www/lib/internal/options.js";
import { Aquarium } from "../../www/lib/public/aquarium.js";
import { EVENTS, MiroFishElement } from "../../www/lib/public/element.js";
import * as module from "../../www/mirofish.js";

/** @typedef {{ name: string, type: string, default?: string }} Entry */
/** @type {Record<"attributes" | "members" | "events" | "functions", Entry[]>} */
const api = JSON.parse(await readFile(new URL("../../xtask/src/docs/api.json", import.meta.url), "utf8"));
const names = (/** @type {Entry[]} */ entries) => entries.map(({ name }) => name);

test("the attributes that are described are those that there are, with their defaults", () => {
  assert.deepEqual(names(api.attributes), ATTRIBUTES);
  const { options } = readOptions([]);
  for (const entry of api.attributes) {
    const name = /** @type {keyof typeof options} */ (optionOf(entry.name));
    assert.equal(entry.default, JSON.stringify(options[name]), entry.name);
    assert.ok(Object.getOwnPropertyDescriptor(MiroFishElement.prototype, name)?.set, `${name} can be set`);
  }
});

test("the words of an attribute that are described are those that are allowed", () => {
  for (const entry of api.attributes.filter(({ type }) => type.startsWith('"'))) {
    const words = entry.type.split(" | ").map((word) => JSON.parse(word));
    const { problems } = readOptions([[entry.name, "\0"]]);
    assert.ok(problems[0].message.includes(`allowed: ${words.join(", ")}.`), problems[0].message);
  }
});

test("element and aquarium have all members that are described, and no others", () => {
  const described = new Set(names(api.members));
  for (const { prototype } of [MiroFishElement, Aquarium]) {
    for (const name of described) assert.ok(name in prototype, name);
  }
  const own = ["constructor", "setOptions", "paused", "connectedCallback", "disconnectedCallback", "attributeChangedCallback", "focus"];
  const properties = ATTRIBUTES.map((attribute) => String(optionOf(attribute)));
  for (const prototype of [MiroFishElement.prototype, Aquarium.prototype]) {
    const others = Object.getOwnPropertyNames(prototype).filter((name) => ![...described, ...own, ...properties].includes(name));
    assert.deepEqual(others, []);
  }
});

test("the events and functions that are described are those that there are", () => {
  assert.deepEqual(names(api.events).sort(), [...EVENTS].sort());
  for (const name of names(api.functions)) assert.equal(typeof Reflect.get(module, name), "function", name);
  const classes = ["Aquarium", "AquariumError", "MiroFishElement"];
  assert.deepEqual(Object.keys(module).sort(), [...names(api.functions), ...classes].sort());
});

/** @template T @typedef {Pick<T, Exclude<keyof T, keyof HTMLElement | "ready">>} Own */

/**
 * Never called: here the type check sees whether the scripts keep what the declarations promise.
 * @param {Aquarium} aquarium
 * @param {MiroFishElement} element
 * @returns {[Own<module.Aquarium>, Pick<module.MiroFishElement, "play" | "step" | "setConfig" | "snapshot" | "screenshot" | "destroy">]}
 */
export function promised(aquarium, element) {
  return [aquarium, element];
}
