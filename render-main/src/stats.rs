//! What `stats()` says, as far as this thread knows.

use js_sys::Object;
use shared::layout::FrameHeader;
use shared::stats::{Summary, Window};
use wasm_bindgen::JsValue;

use crate::governor::Change;
use crate::object::object;

/// Timings look back over so many milliseconds.
const SPAN_MS: f64 = 5000.0;
/// Room for the span at 240 pictures a second, and some more.
const SAMPLES: usize = 1536;
/// Nobody drew for so long: the page was hidden or paused, which is no slow picture.
const BREAK_MS: f64 = 1000.0;

/// Rolling timings of this thread's pictures.
#[derive(Debug)]
pub struct Timings {
    render: Window,
    frame: Window,
    last_ms: f64,
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            render: Window::new(SPAN_MS, SAMPLES),
            frame: Window::new(SPAN_MS, SAMPLES),
            last_ms: f64::NEG_INFINITY,
        }
    }
}

impl Timings {
    /// A picture was drawn at `now_ms` and took `render_ms` of this thread. Allocates nothing.
    pub fn record(&mut self, now_ms: f64, render_ms: f64) {
        self.render.record(now_ms, render_ms as f32);
        let gap = now_ms - self.last_ms;
        if gap > 0.0 && gap < BREAK_MS {
            self.frame.record(now_ms, gap as f32);
        }
        self.last_ms = now_ms;
    }
}

/// A [`Summary`] for JavaScript.
fn milliseconds(summary: Summary) -> Result<JsValue, JsValue> {
    let [mean, p50, p95, p99, max] = summary.to_array().map(JsValue::from);
    let entries = [
        ("mean", mean),
        ("p50", p50),
        ("p95", p95),
        ("p99", p99),
        ("max", max),
    ];
    object(entries).map(JsValue::from)
}

/// The main thread's part of `stats()`; the page's script adds the tier and whether it is isolated.
#[derive(Debug)]
pub struct Stats {
    header: FrameHeader,
    around: Circumstances,
    fps: f32,
    one_percent_low_fps: f32,
    render_ms: Summary,
    frame_ms: Summary,
}

impl Stats {
    /// The same for JavaScript.
    ///
    /// # Errors
    /// If the browser cannot make the object.
    pub fn to_object(&self) -> Result<Object, JsValue> {
        let Self { header, around, .. } = self;
        let [cruise, seek, flee, linger] = header.states.map(JsValue::from);
        let states = object([
            ("cruise", cruise),
            ("seek", seek),
            ("flee", flee),
            ("linger", linger),
        ])?;
        object([
            ("threads", header.threads.into()),
            ("fish", header.fish.into()),
            ("food", header.pellets.into()),
            ("step", (header.step as f64).into()),
            ("fps", self.fps.into()),
            ("onePercentLowFps", self.one_percent_low_fps.into()),
            ("simMs", milliseconds(Summary::from_array(header.step_ms))?),
            ("renderMs", milliseconds(self.render_ms)?),
            ("frameMs", milliseconds(self.frame_ms)?),
            (
                "inputLatencyMs",
                milliseconds(Summary::from_array(header.input_latency_ms))?,
            ),
            ("droppedInputs", around.dropped_inputs.into()),
            ("droppedNotices", (around.dropped_notices as f64).into()),
            ("skippedSteps", header.skipped_steps.into()),
            ("states", states.into()),
            ("renderer", around.renderer.into()),
            ("dpr", around.dpr.into()),
            ("quality", around.quality.into()),
            ("memoryBytes", around.memory_bytes.into()),
        ])
    }
}

/// A step of the governor, for JavaScript.
///
/// # Errors
/// If the browser cannot make the object.
pub fn quality_change(change: &Change) -> Result<Object, JsValue> {
    object([
        ("from", change.from.name().into()),
        ("to", change.to.name().into()),
        ("reason", change.reason.name().into()),
        ("frameMs", change.frame_ms.into()),
        ("drawMs", change.draw_ms.into()),
    ])
}

/// What the stage knows besides the frame and the timings.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// Name of the renderer.
    pub renderer: &'static str,
    /// Device pixels per CSS pixel that are drawn.
    pub dpr: f32,
    /// The governor's step.
    pub quality: &'static str,
    /// Events that were dropped.
    pub dropped_inputs: u32,
    /// Notices that were written over before they were read.
    pub dropped_notices: u64,
    /// Bytes of this module's memory and of the engine's.
    pub memory_bytes: f64,
}

/// Everything put together at the moment `now_ms`.
#[must_use]
pub fn stats(
    header: &FrameHeader,
    timings: &mut Timings,
    around: Circumstances,
    now_ms: f64,
) -> Stats {
    let frame = timings.frame.summary(now_ms);
    let rate = |ms: f32| if ms > 0.0 { 1000.0 / ms } else { 0.0 };
    Stats {
        header: *header,
        around,
        fps: rate(frame.mean),
        one_percent_low_fps: rate(frame.p99),
        render_ms: timings.render.summary(now_ms),
        frame_ms: frame,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(timings: &mut Timings, now_ms: f64) -> Stats {
        let around = Circumstances {
            renderer: "canvas2d",
            dpr: 1.0,
            quality: "full",
            dropped_inputs: 3,
            dropped_notices: 0,
            memory_bytes: 0.0,
        };
        stats(&FrameHeader::default(), timings, around, now_ms)
    }

    #[test]
    fn the_rate_is_that_of_the_pictures_and_the_slowest_percent_is_told_apart() {
        let mut timings = Timings::default();
        let mut now = 0.0;
        for i in 0..200 {
            now += if i % 50 == 49 { 60.0 } else { 16.0 };
            timings.record(now, 1.0);
        }
        let stats = of(&mut timings, now);
        assert!((55.0..62.5).contains(&stats.fps), "{stats:?}");
        assert!(stats.one_percent_low_fps < 17.0, "{stats:?}");
        assert_eq!((stats.render_ms.p50, stats.around.dropped_inputs), (1.0, 3));
    }

    #[test]
    fn a_hidden_page_was_not_slow() {
        let mut timings = Timings::default();
        for now in [0.0, 20.0, 40.0, 4000.0, 4020.0] {
            timings.record(now, 1.0);
        }
        assert_eq!(of(&mut timings, 4020.0).frame_ms.max, 20.0);
    }
}
