//! What the worker's script calls: [`Session`] in terms that JavaScript has.

use js_sys::Float64Array;
use shared::config::{Config, ConfigError};
use shared::ring::RECORD_WORDS;
use wasm_bindgen::prelude::*;

use crate::engine::Crew;
use crate::numbers::{NumberReader, NumberWriter};
use crate::replay::Log;
use crate::session::{Session, Timeline};

// Exports `initThreadPool`, which starts the pool's workers.
#[cfg(feature = "threads")]
use wasm_bindgen_rayon as _;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;
    #[wasm_bindgen(thread_local_v2, js_namespace = performance, js_name = timeOrigin)]
    static TIME_ORIGIN: f64;
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = measure, catch)]
    fn performance_measure(name: &str, span: &js_sys::Object) -> Result<JsValue, JsValue>;
}

/// Writes a stretch of work into the browser's timeline.
fn measure(name: &'static str, start: f64, end: f64) {
    let origin = TIME_ORIGIN.with(|origin| *origin);
    let span = js_sys::Object::new();
    for (key, moment) in [("start", start), ("end", end)] {
        // Setting a property of an object that was just made cannot fail.
        let _ = js_sys::Reflect::set(&span, &key.into(), &(moment - origin).into());
    }
    // A timeline that is full or switched off is no reason to stop swimming.
    let _ = performance_measure(name, &span);
}

fn now() -> f64 {
    TIME_ORIGIN.with(|origin| *origin) + performance_now()
}

/// A configuration as it was sent.
fn received(config: &[f64]) -> Result<Config, JsValue> {
    Config::from_numbers(config).ok_or_else(|| stranger("configuration"))
}

/// What another build wrote, as an `Error` with `code`: `version`.
fn stranger(what: &str) -> JsValue {
    let thrown = js_sys::Error::new(&["this ", what, " was written by another build"].concat());
    // Setting a property of an object that was just made cannot fail.
    let _ = js_sys::Reflect::set(&thrown, &"code".into(), &"version".into());
    thrown.into()
}

/// A refused configuration or recording as an `Error` with `code`, `field`, `value` and `allowed`.
fn refusal(code: &str, error: &ConfigError) -> JsValue {
    let thrown = js_sys::Error::new(&error.to_string());
    for (key, value) in [
        ("code", code),
        ("field", &error.field),
        ("value", &error.value),
        ("allowed", &error.allowed),
    ] {
        // Setting a property of an object that was just made cannot fail.
        let _ = js_sys::Reflect::set(&thrown, &key.into(), &value.into());
    }
    thrown.into()
}

/// The engine, as the worker's script sees it. `ARCHITECTURE.md` describes each function.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(Session);

#[wasm_bindgen]
impl Engine {
    /// Makes the tank and publishes its first frame.
    ///
    /// # Errors
    /// An `Error` with `code`: `version`, if the configuration was written by another build.
    #[wasm_bindgen(constructor)]
    pub fn new(
        config: &[f64],
        css_width: f32,
        css_height: f32,
        seed: u64,
        threads: u32,
        paused: bool,
    ) -> Result<Engine, JsValue> {
        console_error_panic_hook::set_once();
        let config = received(config)?;
        #[cfg(feature = "threads")]
        let crew = Crew::threaded(threads as usize)
            .map_err(|error| JsValue::from(js_sys::Error::new(&error)))?;
        #[cfg(not(feature = "threads"))]
        let crew = {
            let _ = threads;
            Crew::single()
        };
        let size = [css_width, css_height];
        Ok(Self(Session::new(config, size, seed, crew, paused, now)))
    }

    /// Turns User Timing measures of this thread (`sim:step`, `sim:hash`, `sim:forces`, `sim:publish`) on or off; off at first. While
    /// on, each allocates an entry in the browser's timeline.
    pub fn set_profiling(&mut self, on: bool) {
        self.0.set_timeline(on.then_some(measure as Timeline));
    }

    /// Byte offset of the header in the memory.
    pub fn header(&mut self) -> u32 {
        self.0.ends().base
    }

    /// Runs what is due; returns milliseconds until the next step is.
    pub fn tick(&mut self, now_ms: f64) -> f64 {
        self.0.tick(now_ms)
    }

    /// Runs `count` steps at once.
    pub fn step(&mut self, count: u32, now_ms: f64) {
        self.0.step(count, now_ms);
    }

    /// Goes on.
    pub fn play(&mut self, now_ms: f64) {
        self.0.play(now_ms);
    }

    /// Stands still.
    pub fn pause(&mut self, now_ms: f64) {
        self.0.pause(now_ms);
    }

    /// Takes another configuration.
    ///
    /// # Errors
    /// An `Error` with `code`: `config`, if it asks for more fish than there is room for, or `version`; nothing has changed then.
    pub fn set_config(&mut self, config: &[f64]) -> Result<(), JsValue> {
        self.0
            .set_config(received(config)?)
            .map_err(|error| refusal("config", &error))
    }

    /// Follows the element's size.
    pub fn resize(&mut self, css_width: f32, css_height: f32) {
        self.0.resize([css_width, css_height]);
    }

    /// Deals a new tank.
    pub fn reset(&mut self, seed: u64) {
        self.0.reset(seed);
    }

    /// Goes on from the words of the slot that a lost tank of the same configuration published last.
    ///
    /// # Errors
    /// An `Error` with `code`: `config`, if it is no such slot.
    pub fn restore(&mut self, slot: &[u32]) -> Result<(), JsValue> {
        self.0
            .restore(slot)
            .map_err(|error| refusal("config", &error))
    }

    /// What was done to the tank until now, as `replay/numbers.rs` has it; nothing if it was restored, as no recording leads there.
    #[must_use]
    pub fn recording(&self) -> Option<Float64Array> {
        let recorded = self.0.recording()?;
        let mut length = 0;
        recorded.numbers(&mut |_| length += 1);
        let mut out = NumberWriter::new(length);
        recorded.numbers(&mut |number| out.put(number));
        Some(out.finish())
    }

    /// Begins the tank anew as a recording begins, and does what was done then.
    ///
    /// # Errors
    /// An `Error` with `code`: `replay`, if it needs more room than there is, or `version`; nothing has changed then.
    pub fn replay(&mut self, numbers: Float64Array) -> Result<(), JsValue> {
        let log = Log::from_numbers(&mut NumberReader::new(numbers));
        self.0
            .replay(log.ok_or_else(|| stranger("recording"))?)
            .map_err(|error| refusal("replay", &error))
    }

    /// Takes input records of eight words each, one after the other.
    pub fn push_input(&mut self, records: &[u32]) {
        for record in records.as_chunks::<RECORD_WORDS>().0 {
            self.0.input(record);
        }
    }

    /// Takes the notices that nobody has heard yet, eight words each; nothing if there are none. Only where no other module reads
    /// the board.
    pub fn take_notices(&mut self) -> Option<Vec<u32>> {
        let heard = &mut self.0.ends().heard;
        let first = heard.read()?;
        let mut words = first.to_vec();
        while let Some(record) = heard.read() {
            words.extend(record);
        }
        Some(words)
    }

    /// Notices that were written over before they were taken.
    pub fn lost_notices(&mut self) -> f64 {
        self.0.ends().heard.lost() as f64
    }

    /// Byte offset of a newly published slot, 0 if there is none. Only where no other module reads the frames.
    pub fn take_frame(&mut self) -> u32 {
        let reader = &mut self.0.ends().reader;
        if reader.acquire() {
            reader.slot_offset()
        } else {
            0
        }
    }

    /// Length of a slot, bytes.
    pub fn slot_bytes(&mut self) -> u32 {
        self.0.ends().header.slot_stride
    }
}
