//! Light that moves: the net of caustics, which multiplies what it falls on, and the shafts, which add to it. Both are
//! soft, so they are reckoned on few points and drawn large.

use std::cell::Cell;

use js_sys::{Uint8ClampedArray, WebAssembly};
use shared::config::{Config, Theme, View};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::ImageData;

use super::basin::Net;
use super::canvas::{Context2d, Operations, Sheet, compose, stamp};
use super::palette::{rgb, smoothstep};
use super::room::Room;
use super::tile::{Channel, Tile};

/// CSS pixels between two points of the net, across and down.
const NET_PITCH: [f32; 2] = [3.0, 2.0];
/// Points of the net at most.
const MOST_POINTS: f32 = 40_000.0;
/// Light on a fish that is fainter is not drawn.
const FAINT: f32 = 0.02;
/// Columns and rows of points of the shafts.
const SHAFT_POINTS: [u32; 2] = [96, 40];
/// CSS pixels between two points of the glitter on the surface; rows of them.
const GLITTER_PITCH: f32 = 4.0;
const GLITTER_ROWS: u32 = 10;

/// A few pixels that are reckoned here and shown by the browser, without garbage.
#[derive(Debug)]
struct Film {
    sheet: Sheet,
    image: ImageData,
    /// The image's own bytes.
    target: Uint8ClampedArray,
    bytes: Box<[Cell<u8>]>,
    view: Uint8ClampedArray,
    size: [u32; 2],
}

impl Film {
    fn new([width, height]: [u32; 2]) -> Result<Self, JsValue> {
        let image = ImageData::new_with_sw(width, height)?;
        let bytes: Box<[Cell<u8>]> = (0..width * height * 4).map(|_| Cell::new(255)).collect();
        let target = js_sys::Reflect::get(&image, &"data".into())?.unchecked_into();
        Ok(Self {
            sheet: Sheet::new(f64::from(width), f64::from(height))?,
            view: view_of(&bytes),
            image,
            target,
            bytes,
            size: [width, height],
        })
    }

    fn set(&self, at: usize, colour: [f32; 4]) {
        for (i, value) in colour.into_iter().enumerate() {
            self.bytes[at * 4 + i].set((value * 255.0).clamp(0.0, 255.0) as u8);
        }
    }

    fn develop(&mut self) -> Result<(), JsValue> {
        // The view is cut off when this module's memory grows.
        if self.view.length() as usize != self.bytes.len() {
            self.view = view_of(&self.bytes);
        }
        self.target.set(&self.view, 0);
        self.sheet.context.put_image_data(&self.image, 0.0, 0.0)
    }
}

fn view_of(bytes: &[Cell<u8>]) -> Uint8ClampedArray {
    let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    let start = bytes.as_ptr().expose_provenance() as u32;
    Uint8ClampedArray::new_with_byte_offset_and_length(&memory.buffer(), start, bytes.len() as u32)
}

/// The moving light of one size.
#[derive(Debug)]
pub(super) struct Light {
    net: Film,
    shafts: Film,
    glitter: Film,
    /// Where the net lies, fractions of the height.
    begins: f32,
}

impl Light {
    /// For a picture of so many CSS pixels.
    pub(super) fn new(config: &Config, css: [f32; 2]) -> Result<Self, JsValue> {
        let begins = Room::new(config, css).horizon().min(0.98);
        let [columns, rows] = [
            css[0] / NET_PITCH[0],
            css[1] * (1.0 - begins) / NET_PITCH[1],
        ];
        let shrink = (MOST_POINTS / (columns * rows)).sqrt().min(1.0);
        let points = [columns, rows].map(|count| ((count * shrink).ceil() as u32).max(2));
        Ok(Self {
            net: Film::new(points)?,
            shafts: Film::new(SHAFT_POINTS)?,
            glitter: Film::new([
                (css[0] / GLITTER_PITCH).clamp(2.0, 512.0) as u32,
                GLITTER_ROWS,
            ])?,
            begins,
        })
    }

    /// Lays the light over what is there; `tank` in world units, `seconds` the water's clock.
    pub(super) fn draw(
        &mut self,
        on: &Context2d,
        operations: &Operations,
        config: &Config,
        tile: &Tile,
        room: &Room,
        seconds: f64,
    ) -> Result<(), JsValue> {
        let theme = &config.theme;
        let [_, height] = room.size;
        if !room.above {
            compose(on, &operations.add);
            if theme.light.shafts > 0.0 {
                self.reckon_shafts(config, tile, room.size, seconds);
                self.shafts.develop()?;
                stamp(on, &self.shafts.sheet, [0.0, 0.0, 1.0, 1.0])?;
            }
            self.reckon_glitter(theme, tile, room.size, seconds);
            self.glitter.develop()?;
            let [line, back] = room.surface.map(|row| f64::from(row / height));
            stamp(on, &self.glitter.sheet, [0.0, line, 1.0, back - line])?;
        }
        let strength = strength(config);
        if strength > 0.0 && self.begins < 0.98 {
            self.reckon_net(theme, strength, tile, room, seconds);
            self.net.develop()?;
            compose(on, &operations.dodge);
            on.set_global_alpha(f64::from(theme.water.opacity));
            let begins = f64::from(self.begins);
            stamp(on, &self.net.sheet, [0.0, begins, 1.0, 1.0 - begins])?;
            on.set_global_alpha(1.0);
        }
        compose(on, &operations.over);
        Ok(())
    }

    /// The net: dodging divides what is there by one less the grey, and so multiplies it as focused light does.
    fn reckon_net(&mut self, theme: &Theme, strength: f32, tile: &Tile, room: &Room, seconds: f64) {
        let [columns, rows] = self.net.size;
        let [width, height] = room.size;
        let drift = drifts(theme.caustics.speed, seconds);
        let per_unit = 1.0 / (theme.caustics.scale * MESHES);
        for j in 0..rows {
            let part = (j as f32 + 0.5) / rows as f32;
            let y = (self.begins + part * (1.0 - self.begins)) * height;
            for i in 0..columns {
                let x = (i as f32 + 0.5) / columns as f32 * width;
                let net = Net::new(strength, room.netted([x, y]));
                let [px, py] = match theme.view {
                    View::Side => room.floor_place(x, room.sand_row(y)),
                    View::Above => [x, y],
                }
                .map(|v| v * per_unit);
                let a = tile.at(Channel::Caustics, px + drift[0], py + drift[1]);
                let b = tile.at(
                    Channel::Caustics,
                    py * 0.77 + drift[2],
                    -px * 0.77 + drift[3],
                );
                let grey = 1.0 - 1.0 / net.ridge(a, b);
                self.net
                    .set((j * columns + i) as usize, [grey, grey, grey, 1.0]);
            }
        }
    }

    /// Glints on the surface from below, between the glass and the back wall.
    fn reckon_glitter(&mut self, theme: &Theme, tile: &Tile, [width, _]: [f32; 2], seconds: f64) {
        let [columns, rows] = self.glitter.size;
        let drift = drifts(theme.caustics.speed, seconds).map(|v| v * 2.0);
        let per_unit = 1.0 / (theme.caustics.scale * MESHES);
        let [r, g, b] = rgb(theme.light.color);
        for j in 0..rows {
            let back = (j as f32 + 0.5) / rows as f32;
            let far = 1.0 / (1.15 - back);
            for i in 0..columns {
                let x = ((i as f32 + 0.5) / columns as f32 - 0.5) * width;
                let [px, py] = [x * far * 0.35 * per_unit, far * 110.0 * per_unit];
                let one = tile.at(Channel::Caustics, px + drift[0], py + drift[1]);
                let other = tile.at(Channel::Caustics, px * 1.3 + drift[2], py * -1.3 + drift[3]);
                let bright = (2.0 * one * other + 0.05) * (1.0 - back);
                let alpha = bright * theme.light.strength * theme.water.opacity;
                let at = (j * columns + i) as usize;
                self.glitter.set(at, [r, g, b, alpha]);
            }
        }
    }

    /// Shafts fan out from above the surface; the waves there open and close them.
    fn reckon_shafts(&mut self, config: &Config, tile: &Tile, tank: [f32; 2], seconds: f64) {
        let theme = &config.theme;
        let [columns, rows] = self.shafts.size;
        let colour = rgb(theme.light.color);
        let slant = theme.light.angle.tan();
        let shimmer = [0.0065, 0.004].map(|rate: f64| (seconds * rate).rem_euclid(1.0) as f32);
        for j in 0..rows {
            let v = (j as f32 + 0.5) / rows as f32;
            let fade = (-2.1 * v).exp() * (1.0 - smoothstep(0.55, 1.0, v));
            for i in 0..columns {
                let x = (i as f32 + 0.5) / columns as f32 * tank[0];
                let lean = (x - tank[0] * (0.5 + 0.5 * slant)) / (tank[1] * (v + 0.9)) + slant;
                let broad = tile.at(Channel::Clouds, lean * 0.52 + shimmer[0], 0.13 + shimmer[1]);
                let narrow = tile.at(Channel::Clouds, lean * 1.35 - shimmer[1], 0.71 + shimmer[0]);
                let beam = smoothstep(0.42, 0.78, broad) * smoothstep(0.30, 0.72, narrow) * fade;
                let alpha = beam * theme.light.shafts * theme.light.strength * 0.42;
                let [r, g, b] = colour;
                let at = (j * columns + i) as usize;
                self.shafts.set(at, [r, g, b, alpha * theme.water.opacity]);
            }
        }
    }
}

/// The net of caustics on the backs of fish: small as they are, each is lit as a whole.
pub(super) struct Glints<'a> {
    operations: &'a Operations,
    tile: &'a Tile,
    strength: f32,
    per_unit: f32,
    drift: [f32; 2],
}

impl<'a> Glints<'a> {
    pub(super) fn new(
        operations: &'a Operations,
        config: &Config,
        tile: &'a Tile,
        seconds: f64,
    ) -> Self {
        let caustics = &config.theme.caustics;
        let [x, y, ..] = drifts(caustics.speed, seconds);
        Self {
            operations,
            tile,
            strength: strength(config) * 0.22,
            per_unit: 1.6 / (caustics.scale * MESHES),
            drift: [x, y],
        }
    }

    /// Draws something that is at this place once more, as light upon itself, if there is a ridge.
    pub(super) fn lay(
        &self,
        on: &Context2d,
        [x, y]: [f32; 2],
        draw: impl FnOnce() -> Result<(), JsValue>,
    ) -> Result<(), JsValue> {
        if self.strength <= 0.0 {
            return Ok(());
        }
        let place = [x, y].map(|v| v * self.per_unit);
        let net = self.tile.at(
            Channel::Caustics,
            place[0] + self.drift[0],
            place[1] + self.drift[1],
        );
        let light = self.strength * (net * 2.6 - 0.56);
        if light < FAINT {
            return Ok(());
        }
        compose(on, &self.operations.add);
        on.set_global_alpha(f64::from(light.min(1.0)));
        draw()?;
        on.set_global_alpha(1.0);
        compose(on, &self.operations.over);
        Ok(())
    }
}

/// Strength of the net, 0 if it is switched off.
pub(super) fn strength(config: &Config) -> f32 {
    if config.quality.caustics {
        config.theme.caustics.strength
    } else {
        0.0
    }
}

/// Meshes of the net across the tile.
const MESHES: f32 = crate::renderer::webgl2::tile::MESHES;

/// Offsets of the two layers, in tiles: each drifts its own way, so that the sum never looks like a tile.
fn drifts(speed: f32, seconds: f64) -> [f32; 4] {
    [0.021, 0.013, -0.017, 0.019]
        .map(|rate: f64| (seconds * rate * f64::from(speed)).rem_euclid(1.0) as f32)
}
