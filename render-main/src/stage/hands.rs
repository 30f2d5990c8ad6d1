//! What hands do to the tank, in the element's CSS pixels.

use shared::event::{Event, Stamped};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Stage;
use crate::profile;

#[wasm_bindgen]
impl Stage {
    /// A pointer went down at `x`, `y` in the element's CSS pixels.
    pub fn pointer_down(&mut self, x: f32, y: f32, pointer: i32, now_ms: f64) {
        let _span = profile::span("input:dispatch");
        let outbox = &mut self.outbox;
        self.gestures.down(pointer, [x, y], now_ms, &mut |stamped| {
            outbox.send(stamped, now_ms);
        });
    }

    /// A pointer moved.
    pub fn pointer_move(&mut self, x: f32, y: f32, pointer: i32, now_ms: f64) {
        let _span = profile::span("input:dispatch");
        let outbox = &mut self.outbox;
        self.gestures
            .moved(pointer, [x, y], now_ms, &mut |stamped| {
                outbox.send(stamped, now_ms);
            });
    }

    /// A pointer went up.
    pub fn pointer_up(&mut self, x: f32, y: f32, pointer: i32, now_ms: f64) {
        let _span = profile::span("input:dispatch");
        let outbox = &mut self.outbox;
        self.gestures.up(pointer, [x, y], now_ms, &mut |stamped| {
            outbox.send(stamped, now_ms);
        });
    }

    /// The browser took a pointer away.
    pub fn pointer_cancel(&mut self, pointer: i32) {
        let now_ms = self.last_ms;
        let outbox = &mut self.outbox;
        self.gestures.cancel(pointer, now_ms, &mut |stamped| {
            outbox.send(stamped, now_ms);
        });
    }

    /// Drops food at a point of the element, CSS pixels.
    pub fn feed(&mut self, x: f32, y: f32, now_ms: f64) {
        let [x, y] = self.world([x, y]);
        self.send(Event::Feed { x, y }, now_ms);
    }

    /// Frightens the fish at a point of the element, CSS pixels; `strength` 0 to 1.
    pub fn scare(&mut self, x: f32, y: f32, strength: f32, now_ms: f64) {
        let at = self.world([x, y]);
        let strength = strength.clamp(0.0, 1.0);
        self.send(
            Event::Scare {
                from: at,
                to: at,
                strength,
            },
            now_ms,
        );
    }

    /// Calls the fish to a point of the element, CSS pixels, for so many seconds.
    pub fn call(&mut self, x: f32, y: f32, seconds: f32, now_ms: f64) {
        let [x, y] = self.world([x, y]);
        self.send(Event::Call { x, y, seconds }, now_ms);
    }
}

impl Stage {
    fn world(&self, css: [f32; 2]) -> [f32; 2] {
        let scale = self.scale();
        [css[0] / scale[0], css[1] / scale[1]]
    }

    fn send(&mut self, event: Event, now_ms: f64) {
        let stamped = Stamped {
            event,
            at_ms: now_ms,
        };
        // Whatever is no number is refused here as the engine would refuse it.
        if Stamped::from_record(&stamped.to_record()).is_some() {
            self.outbox.send(stamped, now_ms);
        }
    }
}
