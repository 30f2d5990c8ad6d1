//! What fingers leave on the water: ripples, swirls, and the ring around a call.

use shared::config::Config;
use shared::event::Event;

use crate::renderer::{MAX_TOUCHES, Touch, TouchKind};

/// Seconds that a ripple shows.
const RIPPLE_SECONDS: f32 = 1.6;
/// Seconds that a swirl shows.
const SWIRL_SECONDS: f32 = 1.1;
/// Seconds in which the ring comes and goes.
const RING_SECONDS: f32 = 0.5;

#[derive(Clone, Copy, Debug, Default)]
struct Trace {
    touch: Touch,
    began_ms: f64,
    /// Milliseconds at which the call ended; infinite while it is on.
    ended_ms: f64,
}

/// The traces that show now, in a fixed array. Allocates nothing.
#[derive(Debug, Default)]
pub struct Touches {
    traces: [Trace; MAX_TOUCHES],
    shown: [Touch; MAX_TOUCHES],
    count: usize,
}

impl Touches {
    /// Leaves the trace of a feed or a scare. Calls are seen in the frames instead ([`Touches::call`]).
    pub fn leave(&mut self, event: Event, config: &Config, now_ms: f64) {
        let touch = match event {
            Event::Feed { x, y } => Touch {
                kind: TouchKind::Ripple,
                position: [x, y],
                radius: config.behaviour.food.scatter * 4.0,
                strength: 1.0,
                ..Touch::default()
            },
            Event::Scare { from, to, strength } => {
                let [near, far] = config.behaviour.scare.reach;
                Touch {
                    kind: TouchKind::Swirl,
                    position: [(from[0] + to[0]) * 0.5, (from[1] + to[1]) * 0.5],
                    along: [(to[0] - from[0]) * 0.5, (to[1] - from[1]) * 0.5],
                    radius: (near + (far - near) * strength) * 0.5,
                    strength: 0.4 + 0.6 * strength,
                    ..Touch::default()
                }
            }
            Event::Call { .. } | Event::CallEnd => return,
        };
        self.add(touch, now_ms);
    }

    /// Shows the call that the tank is hearing (`[x, y, on]`, as in the frame header).
    pub fn call(&mut self, [x, y, on]: [f32; 3], config: &Config, now_ms: f64) {
        let on = on > 0.5;
        let current = self.traces[..self.count]
            .iter_mut()
            .find(|trace| trace.touch.kind == TouchKind::Ring && trace.ended_ms == f64::INFINITY);
        match current {
            Some(trace) if on => trace.touch.position = [x, y],
            Some(trace) => trace.ended_ms = now_ms,
            None if on => self.add(
                Touch {
                    kind: TouchKind::Ring,
                    position: [x, y],
                    radius: config.behaviour.call.near,
                    strength: 1.0,
                    ..Touch::default()
                },
                now_ms,
            ),
            None => {}
        }
    }

    /// What shows at this moment.
    pub fn at(&mut self, now_ms: f64) -> &[Touch] {
        let mut kept = 0;
        for i in 0..self.count {
            let mut trace = self.traces[i];
            let age = ((now_ms - trace.began_ms) / 1000.0).max(0.0) as f32;
            trace.touch.age = age;
            trace.touch.life = match trace.touch.kind {
                TouchKind::Ripple => 1.0 - age / RIPPLE_SECONDS,
                TouchKind::Swirl => 1.0 - age / SWIRL_SECONDS,
                TouchKind::Ring => {
                    let gone = ((now_ms - trace.ended_ms) / 1000.0).max(0.0) as f32;
                    (age / RING_SECONDS).min(1.0) * (1.0 - gone / RING_SECONDS)
                }
            };
            // A ring begins at nothing; it goes only after its end.
            let over = trace.touch.life <= 0.0 && trace.ended_ms < now_ms;
            if !over {
                self.traces[kept] = trace;
                self.shown[kept] = trace.touch;
                kept += 1;
            }
        }
        self.count = kept;
        &self.shown[..kept]
    }

    fn add(&mut self, touch: Touch, now_ms: f64) {
        if self.count == MAX_TOUCHES {
            self.traces.copy_within(1.., 0);
            self.count -= 1;
        }
        let ended_ms = match touch.kind {
            TouchKind::Ring => f64::INFINITY,
            TouchKind::Ripple | TouchKind::Swirl => f64::NEG_INFINITY,
        };
        self.traces[self.count] = Trace {
            touch,
            began_ms: now_ms,
            ended_ms,
        };
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEED: Event = Event::Feed { x: 10.0, y: 20.0 };

    #[test]
    fn a_ripple_spreads_fades_and_goes() {
        let (config, mut touches) = (Config::default(), Touches::default());
        touches.leave(FEED, &config, 1000.0);
        let shown = touches.at(1000.0)[0];
        assert_eq!((shown.position, shown.life), ([10.0, 20.0], 1.0));
        let later = touches.at(1800.0)[0];
        assert!(later.age > 0.79 && later.life < 0.51, "{later:?}");
        assert!(touches.at(2700.0).is_empty());
    }

    #[test]
    fn the_ring_follows_the_call_and_fades_when_it_ends() {
        let (config, mut touches) = (Config::default(), Touches::default());
        touches.call([5.0, 5.0, 1.0], &config, 0.0);
        touches.call([9.0, 5.0, 1.0], &config, 60_000.0);
        let shown = touches.at(60_000.0);
        assert_eq!(
            (shown.len(), shown[0].position, shown[0].life),
            (1, [9.0, 5.0], 1.0)
        );
        touches.call([0.0, 0.0, 0.0], &config, 60_000.0);
        assert_eq!(touches.at(60_250.0)[0].life, 0.5);
        assert!(touches.at(60_600.0).is_empty());
    }

    #[test]
    fn the_oldest_makes_room() {
        let (config, mut touches) = (Config::default(), Touches::default());
        for i in 0..40_u8 {
            let x = f32::from(i);
            touches.leave(Event::Feed { x, y: 0.0 }, &config, 0.0);
        }
        let shown = touches.at(1.0);
        assert_eq!(shown.len(), MAX_TOUCHES);
        assert_eq!(shown[MAX_TOUCHES - 1].position[0], 39.0);
    }
}
