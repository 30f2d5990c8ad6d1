// Types that more than one file speaks of. What hosts see too is declared in mirofish.d.ts, which `cargo xtask docs` makes.
import type { Config, Distribution, Options, Overlay, Problem, QualityChange, Snapshot, Stats, Tier } from "../../mirofish.js";

export type { Config, Distribution, Options, Overlay, Problem, QualityChange, Snapshot, Stats, Tier };

export type WorkerType = "module" | "classic";

/** Absolute addresses of what no module imports. */
export interface Files {
  workerType: WorkerType;
  worker: string;
  webgl2: string;
  canvas2d: string;
  engine: string;
  engineThreads: string;
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
  | { type: "load"; id: number; tier: Tier; files: Files }
  | ({ type: "start"; id: number } & StartSpec)
  | { type: "play" | "pause"; id: number }
  | { type: "recording" | "ping"; id: number }
  | { type: "step"; id: number; count: number }
  | { type: "config"; id: number; config: Float64Array }
  | { type: "replay"; id: number; recording: Float64Array }
  | { type: "resize"; id: number; width: number; height: number }
  | { type: "reset"; id: number; seed: bigint }
  | { type: "input"; records: Uint32Array }
  | { type: "recycle"; buffer: ArrayBuffer };

/** What a tank is made with. */
export interface TankSpec {
  /** Complete and checked. */
  config: Config;
  /** CSS pixels. */
  width: number;
  /** CSS pixels. */
  height: number;
  seed: bigint;
  /** 0 and 1 mean: no pool. */
  threads: number;
  paused: boolean;
  /** Whether User Timing measures are written into the browser's timeline. */
  profile: boolean;
  /** Most fish the tank can ever hold. */
  capacity: number;
  /** The slot that a lost simulation published last, to go on from. */
  restore: Uint32Array | null;
}

/** The same as the simulation is told it. */
export interface StartSpec extends Omit<TankSpec, "config"> {
  /** As `toNumbers` gives it. */
  config: Float64Array;
  /** One word that the page bumps to wake the worker; tier `shared` only. */
  control: SharedArrayBuffer | null;
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

/** Something that happened in the tank; places are CSS pixels from the element's top left corner. */
export type Notice =
  | { type: "eaten"; fish: number; x: number; y: number }
  | { type: "scared"; count: number }
  | { type: "overrun"; skipped: number };
