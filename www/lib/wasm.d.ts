// The exports of the WebAssembly builds, as ARCHITECTURE.md states them.

interface EngineMethods {
  /** User Timing measures of the worker, on or off. */
  set_profiling(on: boolean): void;
  /** Byte offset of the header in the engine's memory. */
  header(): number;
  /** Drains input, runs the steps that are due, publishes; milliseconds until the next step is due. */
  tick(nowMs: number): number;
  /** While paused: runs so many steps and publishes with the state hash. */
  step(count: number, nowMs: number): void;
  play(nowMs: number): void;
  pause(nowMs: number): void;
  set_config(config: Float64Array): void;
  resize(cssWidth: number, cssHeight: number): void;
  reset(seed: bigint): void;
  push_input(records: Uint32Array): void;
  /** What was done to the tank since it was made or dealt anew. */
  recording(): Float64Array<ArrayBuffer> | undefined;
  /** Does it again, from its start; throws, and changes nothing, if the log is not allowed. */
  replay(recording: Float64Array): void;
  /** Goes on from the slot that a lost tank of the same configuration published last. */
  restore(slot: Uint32Array): void;
  /** Notices since the last call, eight words each, and how many were ever written over before they were taken. */
  take_notices(): Uint32Array<ArrayBuffer> | undefined;
  lost_notices(): number;
  /** Byte offset of a newly published slot, 0 if there is none. */
  take_frame(): number;
  slot_bytes(): number;
  free(): void;
}

interface EngineConstructor {
  new (
    config: Float64Array,
    cssWidth: number,
    cssHeight: number,
    seed: bigint,
    threads: number,
    paused: boolean,
  ): EngineMethods;
}

interface EngineInit {
  module_or_path: WebAssembly.Module;
  memory?: WebAssembly.Memory;
}

interface StageMethods {
  attach_memory(buffer: SharedArrayBuffer, header: number): void;
  attach_frame(buffer: ArrayBuffer): ArrayBuffer | undefined;
  take_input(): Uint32Array<ArrayBuffer> | undefined;
  detach(): Uint32Array<ArrayBuffer> | undefined;
  take_notices(): unknown;
  read_notices(records: Uint32Array, lost: number): unknown;
  resize(cssWidth: number, cssHeight: number, devicePixelRatio: number): void;
  draw(nowMs: number): void;
  pointer_down(x: number, y: number, pointerId: number, nowMs: number): void;
  pointer_move(x: number, y: number, pointerId: number, nowMs: number): void;
  pointer_up(x: number, y: number, pointerId: number, nowMs: number): void;
  pointer_cancel(pointerId: number): void;
  feed(x: number, y: number, nowMs: number): void;
  scare(x: number, y: number, strength: number, nowMs: number): void;
  call(x: number, y: number, seconds: number, nowMs: number): void;
  set_config(config: Float64Array): void;
  /** What the quality governor did since this was last asked; mostly nothing. */
  take_quality_change(): object | undefined;
  /** As `namedStats` in internal/stats.js names them. */
  stats(): Float64Array<ArrayBuffer>;
  quality(): string;
  snapshot(): object | undefined;
  /** What the overlays draw; nothing before the first frame. */
  inspect(nowMs: number): object | undefined;
  /** What is drawn on: the control that the canvas gave away, or the canvas itself. */
  surface(): OffscreenCanvas | HTMLCanvasElement;
  renderer(): "webgl2" | "canvas2d";
  free(): void;
}

declare module "*/engine/engine.js" {
  export default function init(options: EngineInit): Promise<{ memory: WebAssembly.Memory }>;
  export const Engine: EngineConstructor;
}

declare module "*/engine-threads/engine.js" {
  export default function init(options: EngineInit): Promise<unknown>;
  /** wasm-bindgen-rayon: starts the pool, with `startWorkers` of worker/pool.js. */
  export function initThreadPool(threads: number): Promise<void>;
  /** wasm-bindgen-rayon: makes the calling worker a thread of the pool. */
  export function wbg_rayon_start_worker(receiver: number): void;
  export const Engine: EngineConstructor;
}

interface StageConstructor {
  new (
    canvas: HTMLCanvasElement,
    config: Float64Array,
    offscreen: boolean,
    cssWidth: number,
    cssHeight: number,
    devicePixelRatio: number,
  ): StageMethods;
}

declare module "*/webgl2/webgl2.js" {
  export default function init(options: EngineInit): Promise<{ memory: WebAssembly.Memory }>;
  export function set_profiling(on: boolean): void;
  export const Stage: StageConstructor;
}

declare module "*/canvas2d/canvas2d.js" {
  export default function init(options: EngineInit): Promise<{ memory: WebAssembly.Memory }>;
  export function set_profiling(on: boolean): void;
  export const Stage: StageConstructor;
}
