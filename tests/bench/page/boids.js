// The npm package `boids` in a world like ours, by its own settings. It compares all pairs, and has no edges.
import Boids from "./peers/boids.js";
import { NUMBERS_PER_FISH } from "./typed.js";

const SETTINGS = {
  speedLimit: 1.8,
  accelerationLimit: 0.08,
  separationDistance: 26,
  separationForce: 1.6,
};
/** Perception of the average fish. */
const SIGHT = 66.5;

export class NpmBoids {
  /** @param {Float32Array} _size @param {Float32Array} fish @param {boolean} gathers */
  constructor(_size, fish, gathers) {
    this.fish = fish;
    // 0 would mean the package's own default.
    const forces = gathers ? { alignmentForce: 0.9, cohesionForce: 0.7 } : { alignmentForce: 1e-9, cohesionForce: 1e-9 };
    this.flock = new Boids({ ...SETTINGS, ...forces, alignmentDistance: SIGHT, cohesionDistance: SIGHT, boids: fish.length / NUMBERS_PER_FISH });
  }

  rewind() {
    this.flock.boids.forEach((boid, i) => {
      const at = i * NUMBERS_PER_FISH;
      for (let k = 0; k < 4; k++) boid[k] = this.fish[at + k];
      boid[4] = boid[5] = 0;
    });
  }

  step() {
    this.flock.tick();
  }
}
