//! The clock of this thread, and User Timing measures for the browser's profiler.

use std::cell::Cell;

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// `performance`, in a window or a worker.
    #[wasm_bindgen(thread_local_v2, js_name = performance)]
    static PERFORMANCE: web_sys::Performance;
}

thread_local! {
    static PROFILING: Cell<bool> = const { Cell::new(false) };
}

/// Turns User Timing measures of this thread (`render:acquire`, `render:upload`, `render:draw`, `input:dispatch`) on or
/// off; off at first. While on, each measure allocates an entry in the browser's timeline.
#[wasm_bindgen]
pub fn set_profiling(on: bool) {
    PROFILING.set(on);
}

/// Milliseconds since the page started, by the monotonic clock.
pub fn now() -> f64 {
    PERFORMANCE.with(web_sys::Performance::now)
}

/// A stretch of work that shows in the profiler as `name`. Costs nothing while profiling is off.
#[derive(Debug)]
pub struct Span {
    name: &'static str,
    start: Option<f64>,
}

/// Begins a span; it ends when it is dropped.
pub fn span(name: &'static str) -> Span {
    let start = PROFILING.get().then(now);
    Span { name, start }
}

impl Drop for Span {
    fn drop(&mut self) {
        if let Some(start) = self.start {
            // A timeline that is full or switched off is no reason to stop drawing.
            let _ = measure(self.name, start);
        }
    }
}

fn measure(name: &str, start: f64) -> Result<(), JsValue> {
    let options = Object::new();
    Reflect::set(&options, &"start".into(), &start.into())?;
    Reflect::set(&options, &"end".into(), &now().into())?;
    PERFORMANCE.with(|performance| {
        let measure: js_sys::Function = Reflect::get(performance, &"measure".into())?.dyn_into()?;
        measure.call2(performance, &name.into(), &options)?;
        Ok(())
    })
}
