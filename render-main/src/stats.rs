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
    /// As a list of numbers, to which `www/lib/internal/stats.js` gives their names: made here, these would be garbage each time.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let Self { header, around, .. } = self;
        let mut out: Vec<f64> = [header.threads, header.fish, header.pellets]
            .map(f64::from)
            .to_vec();
        out.push(header.step as f64);
        out.extend([self.fps, self.one_percent_low_fps].map(f64::from));
        for summary in [
            header.step_ms,
            self.render_ms.to_array(),
            self.frame_ms.to_array(),
            header.input_latency_ms,
        ] {
            out.extend(summary.map(f64::from));
        }
        out.extend([
            f64::from(around.dropped_inputs),
            around.dropped_notices as f64,
        ]);
        out.push(f64::from(header.skipped_steps));
        out.extend(header.states.map(f64::from));
        out.extend([f64::from(around.dpr), around.memory_bytes]);
        out
    }
}

/// A step of the governor, for JavaScript.
///
/// # Errors
/// If the browser cannot make the object.
pub fn quality_change(change: &Change) -> Result<Object, JsValue> {
    object(&[
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
    /// Device pixels per CSS pixel that are drawn.
    pub dpr: f32,
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
            dpr: 1.0,
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
