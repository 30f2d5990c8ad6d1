// The public module. Its address stays the same; everything behind it is named by its content and may be cached for ever.
export { MiroFishElement, define } from "./lib/public/element.js";
export { Aquarium, createAquarium } from "./lib/public/aquarium.js";
export { AquariumError } from "./lib/common/errors.js";
export { readParams } from "./lib/internal/params.js";
