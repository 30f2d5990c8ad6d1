//! What `stats()` says, as far as this thread knows.

use serde::Serialize;
use shared::layout::FrameHeader;
use shared::stats::{Summary, Window};

use crate::governor::Change;

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
#[derive(Debug, Serialize)]
pub struct Milliseconds {
    mean: f32,
    p50: f32,
    p95: f32,
    p99: f32,
    max: f32,
}

impl From<Summary> for Milliseconds {
    fn from(summary: Summary) -> Self {
        let [mean, p50, p95, p99, max] = summary.to_array();
        Self {
            mean,
            p50,
            p95,
            p99,
            max,
        }
    }
}

#[derive(Debug, Serialize)]
struct States {
    cruise: u32,
    seek: u32,
    flee: u32,
    linger: u32,
}

/// The main thread's part of `stats()`; the page's script adds the tier and whether it is isolated.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    threads: u32,
    fish: u32,
    food: u32,
    step: u64,
    fps: f32,
    one_percent_low_fps: f32,
    sim_ms: Milliseconds,
    render_ms: Milliseconds,
    frame_ms: Milliseconds,
    input_latency_ms: Milliseconds,
    dropped_inputs: u32,
    dropped_notices: u64,
    skipped_steps: u32,
    states: States,
    renderer: &'static str,
    dpr: f32,
    quality: &'static str,
    memory_bytes: f64,
}

/// A step of the governor, for JavaScript.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QualityChange {
    from: &'static str,
    to: &'static str,
    reason: &'static str,
    frame_ms: f32,
    draw_ms: f32,
}

impl From<Change> for QualityChange {
    fn from(change: Change) -> Self {
        Self {
            from: change.from.name(),
            to: change.to.name(),
            reason: change.reason.name(),
            frame_ms: change.frame_ms,
            draw_ms: change.draw_ms,
        }
    }
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
    let [cruise, seek, flee, linger] = header.states;
    Stats {
        threads: header.threads,
        fish: header.fish,
        food: header.pellets,
        step: header.step,
        fps: rate(frame.mean),
        one_percent_low_fps: rate(frame.p99),
        sim_ms: Summary::from_array(header.step_ms).into(),
        render_ms: timings.render.summary(now_ms).into(),
        frame_ms: frame.into(),
        input_latency_ms: Summary::from_array(header.input_latency_ms).into(),
        dropped_inputs: around.dropped_inputs,
        dropped_notices: around.dropped_notices,
        skipped_steps: header.skipped_steps,
        states: States {
            cruise,
            seek,
            flee,
            linger,
        },
        renderer: around.renderer,
        dpr: around.dpr,
        quality: around.quality,
        memory_bytes: around.memory_bytes,
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
        assert_eq!((stats.render_ms.p50, stats.dropped_inputs), (1.0, 3));
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
