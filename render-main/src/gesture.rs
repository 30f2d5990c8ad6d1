//! From pointers to meaning: tap, stroke and long press.
//!
//! A plain state machine that knows no browser. It is told what each pointer does, in CSS pixels of the element, and
//! says which [`Event`]s that means, in world units. Time comes with each call; a long press is noticed by
//! [`Gestures::poll`], which wants to be called for each picture.
//!
//! ```text
//! down → Pressed ─ moved more than the slop → Moving ─ fast → Scare, segment by segment
//!           │ └─── held → Calling (one pointer at a time) ─ moved → Call there ─ up → CallEnd
//!           └ up → Feed
//! ```

use shared::config::Config;
use shared::event::{Event, Stamped};

use crate::math;

/// A press may tremble by so much, CSS pixels, and is still no stroke.
pub const SLOP: f32 = 8.0;
/// A press that lasts longer is a call, milliseconds.
pub const HOLD_MS: f64 = 400.0;
/// A segment of a stroke spans at least this long, milliseconds: over less, speed is noise.
const SEGMENT_MS: f64 = 8.0;
/// Pointers that are followed at the same time.
const MAX_POINTERS: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Pressed,
    Moving,
    Calling,
}

#[derive(Clone, Copy, Debug)]
struct Pointer {
    id: i32,
    phase: Phase,
    down: [f32; 2],
    down_ms: f64,
    /// Where the part of the path begins that no segment covers yet, and when.
    anchor: [f32; 2],
    anchor_ms: f64,
    last: [f32; 2],
}

/// All pointers that are down.
#[derive(Debug)]
pub struct Gestures {
    pointers: [Option<Pointer>; MAX_POINTERS],
    scale: [f32; 2],
    speeds: [f32; 2],
}

fn distance(a: [f32; 2], b: [f32; 2]) -> f32 {
    math::hypot(a[0] - b[0], a[1] - b[1])
}

impl Gestures {
    /// No pointer is down.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let mut gestures = Self {
            pointers: [None; MAX_POINTERS],
            scale: [1.0; 2],
            speeds: [0.0, 1.0],
        };
        gestures.configure(config);
        gestures
    }

    /// CSS pixels per world unit, across and down, from now on; both above 0.
    pub fn set_scale(&mut self, scale: [f32; 2]) {
        self.scale = scale;
    }

    /// Takes the speeds that frighten.
    pub fn configure(&mut self, config: &Config) {
        self.speeds = config.behaviour.scare.pointer;
    }

    /// Whether any pointer is down.
    #[must_use]
    pub fn active(&self) -> bool {
        self.pointers.iter().any(Option::is_some)
    }

    /// A pointer went down. More than ten at a time are not followed.
    pub fn down(&mut self, id: i32, at: [f32; 2], now_ms: f64, out: &mut impl FnMut(Stamped)) {
        // An id that is still down means that its end went missing.
        self.cancel(id, now_ms, out);
        if !valid(at, now_ms) {
            return;
        }
        if let Some(free) = self.pointers.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(Pointer {
                id,
                phase: Phase::Pressed,
                down: at,
                down_ms: now_ms,
                anchor: at,
                anchor_ms: now_ms,
                last: at,
            });
        }
    }

    /// A pointer moved; one that is not down means nothing.
    pub fn moved(&mut self, id: i32, to: [f32; 2], now_ms: f64, out: &mut impl FnMut(Stamped)) {
        let (scale, speeds) = (self.scale, self.speeds);
        let Some(pointer) = self.find(id).filter(|_| valid(to, now_ms)) else {
            return;
        };
        pointer.last = to;
        match pointer.phase {
            Phase::Calling => out(call(to, scale, now_ms)),
            Phase::Pressed if distance(pointer.down, to) <= SLOP => {}
            Phase::Pressed | Phase::Moving => {
                pointer.phase = Phase::Moving;
                if now_ms - pointer.anchor_ms >= SEGMENT_MS {
                    pointer.segment(to, now_ms, scale, speeds, out);
                }
            }
        }
    }

    /// A pointer went up: the end of a tap, a stroke or a call.
    pub fn up(&mut self, id: i32, at: [f32; 2], now_ms: f64, out: &mut impl FnMut(Stamped)) {
        self.poll(now_ms, out);
        self.moved(id, at, now_ms, out);
        let (scale, speeds) = (self.scale, self.speeds);
        let Some(mut pointer) = self.take(id) else {
            return;
        };
        let event = match pointer.phase {
            Phase::Pressed => {
                let [x, y] = world(pointer.last, scale);
                Event::Feed { x, y }
            }
            Phase::Calling => Event::CallEnd,
            Phase::Moving => {
                pointer.segment(pointer.last, now_ms, scale, speeds, out);
                return;
            }
        };
        out(Stamped {
            event,
            at_ms: stamp(now_ms),
        });
    }

    /// The browser took a pointer away (to scroll, say): its call ends, anything else is forgotten.
    pub fn cancel(&mut self, id: i32, now_ms: f64, out: &mut impl FnMut(Stamped)) {
        if let Some(pointer) = self.take(id)
            && pointer.phase == Phase::Calling
        {
            out(Stamped {
                event: Event::CallEnd,
                at_ms: stamp(now_ms),
            });
        }
    }

    /// Notices a press that has been held long enough. There is one call at a time: while one is on, another long
    /// press waits for its end.
    pub fn poll(&mut self, now_ms: f64, out: &mut impl FnMut(Stamped)) {
        let scale = self.scale;
        let mut pointers = self.pointers.iter_mut().flatten();
        if pointers.any(|pointer| pointer.phase == Phase::Calling) {
            return;
        }
        let held = |p: &&mut Pointer| p.phase == Phase::Pressed && now_ms - p.down_ms > HOLD_MS;
        if let Some(pointer) = self.pointers.iter_mut().flatten().find(held) {
            pointer.phase = Phase::Calling;
            out(call(pointer.last, scale, now_ms));
        }
    }

    fn find(&mut self, id: i32) -> Option<&mut Pointer> {
        let mut pointers = self.pointers.iter_mut().flatten();
        pointers.find(|pointer| pointer.id == id)
    }

    fn take(&mut self, id: i32) -> Option<Pointer> {
        let slot = self
            .pointers
            .iter_mut()
            .find(|slot| slot.is_some_and(|pointer| pointer.id == id))?;
        slot.take()
    }
}

impl Pointer {
    /// Closes the segment from the anchor to here; it frightens if it was fast.
    fn segment(
        &mut self,
        to: [f32; 2],
        now_ms: f64,
        scale: [f32; 2],
        [slow, fast]: [f32; 2],
        out: &mut impl FnMut(Stamped),
    ) {
        let (from, seconds) = (
            self.anchor,
            ((now_ms - self.anchor_ms).max(SEGMENT_MS) / 1000.0) as f32,
        );
        (self.anchor, self.anchor_ms) = (to, now_ms);
        let speed = distance(from, to) / seconds;
        if speed < slow {
            return;
        }
        let strength = if fast > slow {
            ((speed - slow) / (fast - slow)).min(1.0)
        } else {
            1.0
        };
        out(Stamped {
            event: Event::Scare {
                from: world(from, scale),
                to: world(to, scale),
                strength,
            },
            at_ms: stamp(now_ms),
        });
    }
}

fn world(css: [f32; 2], scale: [f32; 2]) -> [f32; 2] {
    [css[0] / scale[0], css[1] / scale[1]]
}

fn call(at: [f32; 2], scale: [f32; 2], now_ms: f64) -> Stamped {
    let [x, y] = world(at, scale);
    Stamped {
        event: Event::Call { x, y, seconds: 0.0 },
        at_ms: stamp(now_ms),
    }
}

/// Far beyond any screen, and far from where `f32` overflows.
const FARTHEST: f32 = 1e7;

fn valid(at: [f32; 2], now_ms: f64) -> bool {
    at.iter().all(|v| v.abs() <= FARTHEST) && now_ms.is_finite()
}

/// 0, "nobody knows", for a moment that is no number.
fn stamp(now_ms: f64) -> f64 {
    if now_ms.is_finite() { now_ms } else { 0.0 }
}

#[cfg(test)]
#[path = "gesture_tests.rs"]
mod tests;
