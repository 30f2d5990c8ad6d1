export type Tier = "shared" | "transfer" | "main";

export type Overlay = "grid" | "headings" | "forces" | "states" | "neighbours";

/**
 * How plain the governor made the picture, each step with what the ones before it gave up: as configured, three quarters of the
 * density, no caustics, small hard shadows, half the density without motes and shafts of light.
 */
export type Quality = "full" | "fewer-pixels" | "no-caustics" | "hard-shadows" | "least";

/** What `setConfig` takes (RFC 7386): objects merge, null resets a field to its default, lists are replaced as a whole. */
export type Patch<T> = T extends [unknown, ...unknown[]]
  ? T
  : T extends (infer Element)[]
    ? { [Key in keyof Element]?: Element[Key] }[]
    : T extends object
      ? { [Key in keyof T]?: Patch<T[Key]> | null }
      : T;
export type ConfigPatch = Patch<Config>;

/** An error with a code for programs, and a cause and a remedy for people. */
export class AquariumError extends Error {
  readonly code: string;
  /** What happened. */
  readonly cause: string;
  /** What helps. */
  readonly remedy: string;
  /** Of a refused configuration: the field, as `boids.perception`. */
  readonly field?: string;
  readonly value?: string;
  readonly allowed?: string;
  /** Whether a tank that was lost comes back by itself. */
  readonly restarting: boolean;
}

type Listener<Target, Detail> = (this: Target, event: CustomEvent<Detail>) => void;

/** A tank in a container: see `createAquarium`. */
export class Aquarium extends EventTarget {
  private constructor();
  /** Whether it stands still. */
  readonly paused: boolean;
  // members
  addEventListener<Name extends keyof AquariumEvents>(
    name: Name,
    listener: Listener<this, AquariumEvents[Name]>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** `<miro-fish>`: a living tank while it is connected. Events bubble and leave shadow trees. */
export class MiroFishElement extends HTMLElement {
  // attributes
  // members
  addEventListener<Name extends keyof AquariumEvents>(
    name: Name,
    listener: Listener<this, AquariumEvents[Name]>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "miro-fish": MiroFishElement;
  }
}

