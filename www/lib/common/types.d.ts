// Types that more than one file speaks of.

/** How the simulation is run: see the page on tiers in the docs. */
export type Tier = "shared" | "transfer" | "main";

/** A complete configuration; of its many fields only those are spelt out that the scripts look at. */
export interface Config {
  world: {
    size: "element" | "fixed";
    width: number;
    height: number;
    scale: number;
    count: number | null;
    seed: number | null;
    capacity: number | null;
    [field: string]: unknown;
  };
  [section: string]: unknown;
}

/** An error as it travels between threads. */
export interface PlainError {
  code: string;
  message: string;
  cause: string;
  remedy: string;
  field?: string;
  value?: string;
  allowed?: string;
}

/** Something the host or the visitor asked for and cannot have; the default was kept. */
export interface Problem {
  /** Name of the option, attribute or URL parameter. */
  name: string;
  message: string;
}

export interface Options {
  preset: string;
  config: string | object | null;
  fish: number | null;
  seed: number | null;
  quality: "auto" | "high" | "low";
  threads: number | null;
  tier: "auto" | Tier;
  renderer: "auto" | "webgl2" | "canvas2d";
  loading: "lazy" | "eager";
  paused: boolean;
  interactive: "all" | "none";
  touchAction: string;
  maxDpr: number | null;
  reducedMotion: "respect" | "ignore";
  stats: boolean;
  background: "water" | "transparent";
}

export interface Size {
  /** CSS pixels. */
  width: number;
  /** CSS pixels. */
  height: number;
  /** Device pixels in one CSS pixel. */
  dpr: number;
}

/** What the page tells the simulation. `id` is there when an answer is expected. */
export type Command =
  | { type: "load"; id: number; tier: Tier }
  | ({ type: "start"; id: number } & StartSpec)
  | { type: "play" | "pause"; id: number }
  | { type: "recording" | "ping"; id: number }
  | { type: "step"; id: number; count: number }
  | { type: "config"; id: number; json: string }
  | { type: "replay"; id: number; json: string }
  | { type: "resize"; id: number; width: number; height: number }
  | { type: "reset"; id: number; seed: bigint }
  | { type: "input"; records: Uint32Array }
  | { type: "recycle"; buffer: ArrayBuffer };

export interface StartSpec {
  configJson: string;
  /** CSS pixels. */
  width: number;
  /** CSS pixels. */
  height: number;
  seed: bigint;
  /** 0 and 1 mean: no pool. */
  threads: number;
  paused: boolean;
  /** Most fish the tank can ever hold. */
  capacity: number;
  /** One word that the page bumps to wake the worker; tier `shared` only. */
  control: SharedArrayBuffer | null;
  /** The slot that a lost simulation published last, to go on from. */
  restore: Uint32Array | null;
}

/** The answer to `start`. */
export interface Started {
  threads: number;
  /** Why there are fewer threads than asked for; empty if there are not. */
  threadsCode: string;
  /** The engine's memory and the header in it; tier `shared` only. */
  memory: SharedArrayBuffer | null;
  header: number;
  memoryBytes: number;
}

/** What the simulation tells the page. */
export type Report =
  | { type: "done"; id: number; result: unknown }
  | { type: "failed"; id: number; error: PlainError }
  | { type: "frame"; buffer: ArrayBuffer }
  | { type: "notices"; records: Uint32Array; lost: number }
  | { type: "error"; error: PlainError };

/** A `Worker` or a `MessagePort`: whatever the simulation listens at. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** What `inspect` of the stage gives: the frame that was drawn last. Lengths in world units. */
export interface Inspection {
  step: number;
  width: number;
  height: number;
  count: number;
  /** How far between the previous and the current positions the picture is. */
  alpha: number;
  /** How far a fish sees; each has a factor of its own, 0.6 to 1.3. */
  perception: number;
  /** Twelve numbers for each fish, as `FishFrame` in docs/protocol.md; theirs until the next frame is drawn. */
  fish: Float32Array;
  /** Width and height of a cell of the grid. */
  cell: Float32Array;
  columns: number;
  rows: number;
  /** The live grid, written by the worker meanwhile: first of each cell, −1 for none; null where memory is not shared. */
  head: Int32Array | null;
  /** The one that follows in its cell, −1 for none. */
  next: Int32Array | null;
}

/** What can be drawn over the fish for those who study them. */
export type Overlay = "grid" | "headings" | "forces" | "states" | "neighbours";

/** The detail of `qualitychange`. */
export interface QualityChange {
  from: Quality;
  to: Quality;
  /**
   * `slow-frames`: pictures came late although drawing left the thread at rest; `slow-drawing`: drawing kept it busy;
   * `recovered`: it was quiet for a while; `config`: the governor was switched off.
   */
  reason: "slow-frames" | "slow-drawing" | "recovered" | "config";
  /** Mean time from one picture to the next that led to it, milliseconds. */
  frameMs: number;
  /** Mean time that the main thread took to draw one, milliseconds. */
  drawMs: number;
}

/** How plain the governor made the picture; each keeps what the ones before it gave up. */
export type Quality =
  /** As configured. */
  | "full"
  /** Three quarters of the density. */
  | "fewer-pixels"
  /** No caustics. */
  | "no-caustics"
  /** Small, hard shadows. */
  | "hard-shadows"
  /** Half the density, no motes, no shafts of light. */
  | "least";

export interface Distribution {
  mean: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Something that happened in the tank; places are CSS pixels from the element's top left corner. */
export type Notice =
  | { type: "eaten"; fish: number; x: number; y: number }
  | { type: "scared"; count: number }
  | { type: "overrun"; skipped: number };

/** The part of `stats()` that the scripts read themselves. */
export interface Stats {
  tier: Tier;
  threads: number;
  fish: number;
  food: number;
  step: number;
  fps: number;
  onePercentLowFps: number;
  simMs: Distribution;
  renderMs: Distribution;
  states: { cruise: number; seek: number; flee: number; linger: number };
  renderer: string;
  dpr: number;
  quality: Quality;
  isolated: boolean;
  memoryBytes: number;
  [name: string]: unknown;
}

export interface Snapshot {
  step: number;
  time: number;
  /** 16 hex digits; exact while paused, may be empty while running. */
  hash: string;
  width: number;
  height: number;
  count: number;
  x: Float32Array;
  y: Float32Array;
  heading: Float32Array;
  state: Uint8Array;
  species: Uint8Array;
}
