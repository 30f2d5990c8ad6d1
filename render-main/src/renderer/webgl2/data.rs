//! What the GPU knows of fish, pellets and touches.

use js_sys::Float32Array;
use shared::layout::{FISH_FLOATS, LOOK_FLOATS, PELLET_FLOATS};
use wasm_bindgen::JsValue;
use web_sys::WebGl2RenderingContext as Gl;

use super::gl::{Buffer, Instances};
use crate::renderer::{Frame, MAX_TOUCHES, Touch, TouchKind};

/// `f32`s of a touch on the GPU: middle and half segment; kind, radius, power, age.
const TOUCH_FLOATS: usize = 8;

/// Instance data on the GPU, and whose it is.
pub(super) struct Data {
    fish: Buffer,
    looks: Buffer,
    pellets: Buffer,
    touches: Buffer,
    touch_values: Float32Array,
    pub(super) school: Instances,
    pub(super) crumbs: Instances,
    pub(super) traces: Instances,
    pub(super) nothing: Instances,
    serial: Option<u32>,
    looks_serial: Option<(u32, u32)>,
}

impl Data {
    pub(super) fn new(gl: &Gl) -> Result<Self, JsValue> {
        let buffer = |floats| Buffer::new(gl, Gl::ARRAY_BUFFER, floats as u32);
        let fish = buffer(FISH_FLOATS)?;
        let looks = buffer(LOOK_FLOATS)?;
        let pellets = buffer(PELLET_FLOATS)?;
        let touches = buffer(TOUCH_FLOATS * MAX_TOUCHES)?;
        let vectors = |floats: usize| (floats / 4) as u32;
        let school = [
            (&fish, vectors(FISH_FLOATS)),
            (&looks, vectors(LOOK_FLOATS)),
        ];
        Ok(Self {
            school: Instances::new(gl, &school)?,
            crumbs: Instances::new(gl, &[(&pellets, vectors(PELLET_FLOATS))])?,
            traces: Instances::new(gl, &[(&touches, vectors(TOUCH_FLOATS))])?,
            nothing: Instances::new(gl, &[])?,
            touch_values: Float32Array::new_with_length((TOUCH_FLOATS * MAX_TOUCHES) as u32),
            fish,
            looks,
            pellets,
            touches,
            serial: None,
            looks_serial: None,
        })
    }

    /// Sends what is new in this frame.
    pub(super) fn take(&mut self, frame: &Frame<'_>) {
        if self.serial == Some(frame.serial) {
            return;
        }
        self.serial = Some(frame.serial);
        let send = |buffer: &mut Buffer, view: &Float32Array, count: u32, floats: usize| {
            // Also for what is not there yet: the first feed shall not wait for it.
            buffer.reserve(view.length());
            if count > 0 {
                buffer.send(view, count * floats as u32);
            }
        };
        let (fish, pellets) = (frame.header.fish, frame.header.pellets);
        send(&mut self.fish, frame.fish, fish, FISH_FLOATS);
        send(&mut self.pellets, frame.pellets, pellets, PELLET_FLOATS);
        let looks = Some((frame.looks_serial, fish));
        if self.looks_serial != looks {
            self.looks_serial = looks;
            send(&mut self.looks, frame.looks, fish, LOOK_FLOATS);
        }
    }

    /// Sends the traces of fingers.
    pub(super) fn take_touches(&self, touches: &[Touch]) {
        let mut at = 0;
        for touch in touches.iter().take(MAX_TOUCHES) {
            let kind = match touch.kind {
                TouchKind::Ripple => 0.0,
                TouchKind::Swirl => 1.0,
                TouchKind::Ring => 2.0,
            };
            let [x, y] = touch.position;
            let [dx, dy] = touch.along;
            let power = touch.strength * touch.life;
            for value in [x, y, dx, dy, kind, touch.radius, power, touch.age] {
                self.touch_values.set_index(at, value);
                at += 1;
            }
        }
        if at > 0 {
            self.touches.send(&self.touch_values, at);
        }
    }
}
