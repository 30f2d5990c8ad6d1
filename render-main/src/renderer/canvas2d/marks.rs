//! Small things in the water: what fingers left, and motes.

use std::f32::consts::TAU;

use shared::config::{Config, View};
use wasm_bindgen::JsValue;

use super::canvas::{Context2d, Sheet, stamp};
use super::palette::{Rgb, css, mix, rgb, scaled, smoothstep};
use super::shoal::Scope;
use crate::renderer::{Touch, TouchKind};

const SIDE: f64 = 128.0;
/// Motes at full density.
const MOTES: f32 = 90.0;

/// Round pictures that are drawn many times, each from −1 to 1.
#[derive(Debug)]
pub(super) struct Marks {
    /// A soft dark dot, for shadows.
    pub(super) shadow: Sheet,
    /// A crumb of food.
    pub(super) crumb: Sheet,
    mote: Sheet,
    ring: Sheet,
    eddy: Sheet,
    glow: Sheet,
}

impl Marks {
    pub(super) fn paint(config: &Config) -> Result<Self, JsValue> {
        let light = rgb(config.theme.light.color);
        let bright = mix(light, rgb(config.theme.water.top), 0.25);
        let dark = scaled(rgb(config.theme.water.deep), 0.35);
        let fall = |colour: Rgb, steps: &[(f32, f32)]| round(colour, steps);
        Ok(Self {
            shadow: fall(
                dark,
                &[
                    (0.0, 1.0),
                    (0.35, 0.82),
                    (0.65, 0.36),
                    (0.85, 0.09),
                    (1.0, 0.0),
                ],
            )?,
            crumb: crumb()?,
            mote: fall(light, &[(0.0, 0.9), (0.4, 0.4), (1.0, 0.0)])?,
            // Light before the crest, dark behind it, as a lens would.
            ring: ring(bright, dark)?,
            eddy: eddy(bright, dark)?,
            glow: fall(bright, &[(0.0, 0.5), (0.6, 0.2), (1.0, 0.0)])?,
        })
    }

    /// Ripples, swirls and rings.
    pub(super) fn touches(
        &self,
        on: &Context2d,
        touches: &[Touch],
        scope: Scope,
    ) -> Result<(), JsValue> {
        for touch in touches {
            let power = touch.strength * touch.life;
            match touch.kind {
                TouchKind::Ripple => {
                    let front = touch.radius * (1.0 - (-1.9 * touch.age).exp());
                    for (part, share) in [(1.0, 0.75), (0.66, 0.42), (0.38, 0.2)] {
                        self.ring_at(on, touch.position, front * part, power * share, scope)?;
                    }
                }
                TouchKind::Swirl => {
                    let side = if touch.along[0] >= 0.0 { 1.0 } else { -1.0 };
                    let (sin, cos) = (1.6 * touch.age).sin_cos();
                    let [c, s] = [cos, sin].map(|v| v * touch.radius);
                    on.set_global_alpha(f64::from(power.clamp(0.0, 1.0)));
                    scope.place(on, touch.position, [c, s], [-s * side, c * side])?;
                    stamp(on, &self.eddy, [-1.0, -1.0, 2.0, 2.0])?;
                }
                TouchKind::Ring => {
                    let breath = 0.5 + 0.5 * (touch.age * 2.4).sin();
                    let inner = (1.0 - touch.age * 0.35).rem_euclid(1.0);
                    self.ring_at(
                        on,
                        touch.position,
                        touch.radius,
                        power * (0.4 + 0.2 * breath),
                        scope,
                    )?;
                    let faint = power * 0.5 * inner * (1.0 - inner) * 4.0;
                    self.ring_at(on, touch.position, touch.radius * inner, faint * 0.5, scope)?;
                    place(on, touch.position, touch.radius, power * 0.25, scope)?;
                    stamp(on, &self.glow, [-1.0, -1.0, 2.0, 2.0])?;
                }
            }
        }
        on.set_global_alpha(1.0);
        Ok(())
    }

    fn ring_at(
        &self,
        on: &Context2d,
        at: [f32; 2],
        radius: f32,
        power: f32,
        scope: Scope,
    ) -> Result<(), JsValue> {
        // The crest lies at four fifths of the picture.
        place(on, at, radius * 1.25, power, scope)?;
        stamp(on, &self.ring, [-1.0, -1.0, 2.0, 2.0])
    }

    /// A few specks that drift in the light; each lives on a slow path of its own.
    pub(super) fn motes(
        &self,
        on: &Context2d,
        config: &Config,
        scope: Scope,
        seconds: f64,
    ) -> Result<(), JsValue> {
        // Whole turns within the period, so that it wraps unseen.
        const PERIOD: f64 = 600.0;
        let turn = (seconds.rem_euclid(PERIOD) / PERIOD) as f32;
        let count = (config.theme.water.motes * MOTES) as u32;
        for i in 0..count {
            let [a, b, c, d] = [1, 2, 3, 4].map(|use_for| scatter(i, use_for));
            let swing = |turns: f32, from: f32| (TAU * (turn * turns + from)).sin();
            let x = (a + turn * (1.0 + 2.0 * d).floor() + 1.0).fract()
                + 0.035 * swing((4.0 + 20.0 * c).floor(), b);
            let y = b + 0.035 * swing((4.0 + 20.0 * d).floor(), a);
            let height = match config.theme.view {
                View::Side => 1.0 - 0.75 * y,
                View::Above => 0.7,
            };
            let faint =
                (0.14 + 0.30 * d) * (0.6 + 0.4 * swing((60.0 + 40.0 * c).floor(), c)) * height;
            let at = [x * scope.room.size[0], y * scope.room.size[1]];
            place(on, at, 0.9 + 1.4 * c * c, faint, scope)?;
            stamp(on, &self.mote, [-1.0, -1.0, 2.0, 2.0])?;
        }
        on.set_global_alpha(1.0);
        Ok(())
    }
}

/// Makes −1 to 1 a circle in the world.
fn place(
    on: &Context2d,
    at: [f32; 2],
    radius: f32,
    alpha: f32,
    scope: Scope,
) -> Result<(), JsValue> {
    on.set_global_alpha(f64::from(alpha.clamp(0.0, 1.0)));
    scope.place(on, at, [radius, 0.0], [0.0, radius])
}

fn round(colour: Rgb, steps: &[(f32, f32)]) -> Result<Sheet, JsValue> {
    let stops = steps.iter().map(|(at, alpha)| (*at, css(colour, *alpha)));
    disc(stops, [0.0, 0.0])
}

fn disc(stops: impl Iterator<Item = (f32, String)>, [x, y]: [f64; 2]) -> Result<Sheet, JsValue> {
    let sheet = Sheet::new(SIDE, SIDE)?;
    let half = SIDE * 0.5;
    let fall = sheet
        .context
        .create_radial_gradient(half + x, half + y, 0.0, half, half, half)?;
    for (at, colour) in stops {
        fall.add_color_stop(at, &colour)?;
    }
    sheet.context.set_fill_style_canvas_gradient(&fall);
    sheet.context.fill_rect(0.0, 0.0, SIDE, SIDE);
    Ok(sheet)
}

fn crumb() -> Result<Sheet, JsValue> {
    let stops = [
        (0.0, css([0.80, 0.50, 0.27], 1.0)),
        (0.55, css([0.60, 0.31, 0.14], 1.0)),
        (0.86, css([0.42, 0.20, 0.09], 1.0)),
        (1.0, css([0.42, 0.20, 0.09], 0.0)),
    ];
    disc(stops.into_iter(), [-SIDE * 0.12, -SIDE * 0.16])
}

fn ring(bright: Rgb, dark: Rgb) -> Result<Sheet, JsValue> {
    let stops = [
        (0.62, css(dark, 0.0)),
        (0.72, css(dark, 0.30)),
        (0.77, css(bright, 0.30)),
        (0.82, css(bright, 0.85)),
        (0.89, css(bright, 0.25)),
        (0.97, css(bright, 0.0)),
    ];
    disc(stops.into_iter(), [0.0, 0.0])
}

/// Two arms that wind around a middle, light on one side and dark on the other.
fn eddy(bright: Rgb, dark: Rgb) -> Result<Sheet, JsValue> {
    const PIXELS: u32 = SIDE as u32;
    let mut pixels = Vec::with_capacity((PIXELS * PIXELS * 4) as usize);
    for j in 0..PIXELS {
        for i in 0..PIXELS {
            let [x, y] = [i, j].map(|v| (v as f32 + 0.5) / PIXELS as f32 * 2.0 - 1.0);
            let r = x.hypot(y);
            let arm = (2.0 * y.atan2(x) + 5.5 * (r + 0.06).ln()).sin();
            let edge = smoothstep(1.0, 0.8, r);
            let fade = (-4.0 * r * r).exp() * smoothstep(0.0, 0.22, r) * edge;
            let (colour, alpha) = if arm > 0.0 {
                (bright, 0.55 * smoothstep(0.3, 1.0, arm))
            } else {
                (dark, 0.30 * smoothstep(0.3, 1.0, -arm))
            };
            let [r, g, b] = colour;
            pixels.extend([r, g, b, alpha * fade].map(|v| (v * 255.0) as u8));
        }
    }
    Sheet::from_pixels([PIXELS, PIXELS], &pixels)
}

/// Uniform in 0 to 1, the same each time.
pub(super) fn scatter(index: u32, use_for: u32) -> f32 {
    let mut h = (index + 1).wrapping_mul(0x9E37_79B1) ^ use_for.wrapping_mul(0x85EB_CA77);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    ((h ^ (h >> 15)) >> 8) as f32 / 16_777_216.0
}
