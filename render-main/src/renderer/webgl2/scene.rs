//! The uniform block that every pass reads: `Scene` in `shaders/scene.glsl`.

use js_sys::Float32Array;
use shared::config::{BoundaryMode, Config, Hsl, View};
use wasm_bindgen::JsValue;
use web_sys::WebGl2RenderingContext as Gl;

use super::gl::{Buffer, SCENE_BINDING};
use super::species::{PLAN_VECTORS, plan};
use super::tile;
use crate::math;
use crate::renderer::colour::rgb;

/// Species that the block has room for: as many as a configuration may have.
const SPECIES: usize = 16;
/// Vectors that change with each picture; they stand first.
const MOVING: usize = 4;
/// Vectors before the species.
const BEFORE_SPECIES: usize = 12;
const FLOATS: usize = (BEFORE_SPECIES + SPECIES * PLAN_VECTORS) * 4;
/// Period of the motes' clock, seconds: their paths close in it.
const MOTES_PERIOD: f64 = 600.0;
/// Shadows have the colour of the deep water, darker.
const SHADE: f32 = 0.35;

/// What a picture depends on beside the configuration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instant {
    /// Size of the tank, world units.
    pub(super) tank: [f32; 2],
    /// Device pixels per world unit.
    pub(super) pixels: f32,
    /// Between the last two steps.
    pub(super) alpha: f32,
    /// Clock of the water, seconds.
    pub(super) seconds: f64,
    /// Segments of a fish.
    pub(super) segments: i32,
}

/// The block, here and on the GPU.
pub(super) struct Scene {
    buffer: Buffer,
    values: Float32Array,
    speed: f64,
    /// Clock of the caustics: runs on smoothly when their speed changes.
    swell: f64,
    seconds: f64,
    above: f32,
    motes: f32,
    lit_fish: f32,
}

impl Scene {
    pub(super) fn new(gl: &Gl) -> Result<Self, JsValue> {
        let buffer = Buffer::new(gl, Gl::UNIFORM_BUFFER, FLOATS as u32)?;
        buffer.bind_as_block(SCENE_BINDING);
        Ok(Self {
            buffer,
            values: Float32Array::new_with_length(FLOATS as u32),
            speed: 1.0,
            swell: 0.0,
            seconds: 0.0,
            above: 0.0,
            motes: 0.0,
            lit_fish: 0.0,
        })
    }

    /// Takes theme, quality and species, and sends all of it.
    pub(super) fn configure(&mut self, config: &Config) {
        let theme = &config.theme;
        let quality = &config.quality;
        let on = |switch: bool, value: f32| if switch { value } else { 0.0 };
        let caustics = on(quality.caustics, theme.caustics.strength);
        let above = theme.view == View::Above;
        self.above = on(above, 1.0);
        self.motes = on(quality.motes, theme.water.motes);
        self.lit_fish = on(caustics > 0.0, 1.0);
        self.speed = f64::from(theme.caustics.speed);

        let with = |colour: Hsl, last: f32| {
            let [r, g, b] = rgb(colour);
            [r, g, b, last]
        };
        let shade = rgb(theme.water.deep).map(|channel| channel * SHADE);
        let angle = theme.light.angle;
        let begins = if above {
            0.0
        } else {
            1.0 - theme.bottom.height
        };
        let glass = on(!above && config.world.boundary != BoundaryMode::Wrap, 1.0);
        let tiles = 1.0 / (tile::MESHES * theme.caustics.scale);
        let vectors = [
            with(theme.water.top, theme.water.opacity),
            with(theme.water.deep, theme.water.absorption),
            with(theme.light.color, theme.light.strength),
            [theme.light.shafts, angle, math::tan(angle), 0.0],
            with(theme.bottom.color, begins),
            [caustics, tiles, theme.bottom.texture, 0.0],
            [shade[0], shade[1], shade[2], theme.shadow.opacity],
            [theme.shadow.softness, glass, 0.0, 0.0],
        ];
        for (index, vector) in vectors.into_iter().enumerate() {
            self.set((MOVING + index) * 4, &vector);
        }
        for (index, species) in config.species.iter().take(SPECIES).enumerate() {
            let at = BEFORE_SPECIES + index * PLAN_VECTORS;
            self.set(at * 4, plan(species).as_flattened());
        }
        self.buffer.send(&self.values, FLOATS as u32);
    }

    /// Sends what moves.
    pub(super) fn advance(&mut self, now: &Instant) {
        self.swell += (now.seconds - self.seconds) * self.speed;
        self.seconds = now.seconds;
        let [width, height] = now.tank;
        self.set(0, &[width, height, now.pixels, now.alpha]);
        let swell = self.swell;
        let drift = [0.021, 0.013, -0.017, 0.019].map(|rate| turned(swell * rate));
        self.set(4, &drift);
        let clock = now.seconds;
        let motes = clock.rem_euclid(MOTES_PERIOD) as f32;
        let (broad, narrow) = (turned(clock * 0.0065), turned(clock * 0.004));
        self.set(8, &[broad, narrow, motes, self.above]);
        self.set(12, &[now.segments as f32, self.motes, self.lit_fish, 0.0]);
        self.buffer.send(&self.values, (MOVING * 4) as u32);
    }

    /// Share of the motes that show, 0 for none.
    pub(super) fn motes(&self) -> f32 {
        self.motes
    }

    // One number at a time: a view of our own memory would be a new object each time.
    fn set(&self, at: usize, values: &[f32]) {
        for (index, value) in (at as u32..).zip(values) {
            self.values.set_index(index, *value);
        }
    }
}

/// The fraction, for offsets that repeat with the tile.
fn turned(turns: f64) -> f32 {
    turns.rem_euclid(1.0) as f32
}
