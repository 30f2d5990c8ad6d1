//! Painting one fish: fins, hide, pattern, light, eyes.

use std::f64::consts::TAU;

use shared::config::Pattern;
use wasm_bindgen::JsValue;

use super::body::{Pose, Side};
use super::canvas::Context2d;
use super::marks::scatter;
use super::palette::{Rgb, css, mix, scaled, shifted, smoothstep, times};

const WHITE: Rgb = [1.0, 0.985, 0.95];

/// What tells a fish from others of its kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Individual {
    pub(super) pattern: Pattern,
    /// Offset of the hue, degrees.
    pub(super) hue: f32,
    /// Offset of the lightness, percent points.
    pub(super) lightness: f32,
    /// Seeds the pattern.
    pub(super) seed: u32,
}

/// A fish on a canvas whose unit is its length.
pub(super) struct Painter<'a> {
    on: &'a Context2d,
    pose: Pose,
    who: &'a Individual,
    hide: Rgb,
    fins: Rgb,
}

impl<'a> Painter<'a> {
    pub(super) fn new(on: &'a Context2d, pose: Pose, who: &'a Individual) -> Self {
        let own = |colour: Rgb| shifted(colour, who.hue, who.lightness);
        Self {
            on,
            pose,
            who,
            hide: own(pose.plan.hide),
            fins: own(pose.plan.fins),
        }
    }

    pub(super) fn fish(&self) -> Result<(), JsValue> {
        let dense = 1.0 - 0.40 * self.pose.plan.sheer;
        self.tail()?;
        self.upright_fins()?;
        self.leaf(&self.pose.pectoral(false), scaled(self.fins, 0.9), dense);
        self.on.set_fill_style_str(&css(self.ground(), 1.0));
        trace(self.on, &self.pose.body());
        self.on.fill();
        self.on.save();
        self.on.clip();
        self.pattern()?;
        self.shade()?;
        self.on.restore();
        // Seen from above both paired fins are beside the body, and under it.
        let near = dense * (0.35 + 0.65 * smoothstep(0.15, 0.6, self.pose.flank));
        self.leaf(&self.pose.pectoral(true), scaled(self.fins, 1.04), near);
        self.eye(false)?;
        self.eye(true)
    }

    fn tail(&self) -> Result<(), JsValue> {
        let plan = &self.pose.plan;
        let clear = 0.34 * plan.sheer;
        let fade = self.on.create_linear_gradient(-0.2, 0.0, -0.62, 0.0);
        fade.add_color_stop(0.0, &css(self.hide, 1.0))?;
        fade.add_color_stop(0.35, &css(self.fins, 1.0 - clear * 0.4))?;
        fade.add_color_stop(1.0, &css(mix(self.fins, WHITE, 0.22), 1.0 - clear))?;
        self.on.set_fill_style_canvas_gradient(&fade);
        trace(self.on, &self.pose.tail());
        self.on.fill();
        Ok(())
    }

    fn upright_fins(&self) -> Result<(), JsValue> {
        let lift = self.pose.lift();
        if lift <= 0.0 {
            return Ok(());
        }
        let dense = lift * (1.0 - 0.3 * self.pose.plan.sheer);
        for side in [Side::Back, Side::Belly] {
            let lit = if side == Side::Back { 1.06 } else { 0.9 };
            self.leaf(&self.pose.median_fin(side), scaled(self.fins, lit), dense);
        }
        self.leaf(&self.pose.pelvic(), scaled(self.fins, 0.94), dense);
        Ok(())
    }

    fn leaf(&self, outline: &[[f32; 2]], colour: Rgb, alpha: f32) {
        self.on.set_fill_style_str(&css(colour, alpha));
        trace(self.on, outline);
        self.on.fill();
    }

    /// The colour under the pattern.
    fn ground(&self) -> Rgb {
        match self.who.pattern {
            Pattern::Koi => mix(self.fins, [1.0, 0.98, 0.94], 0.72),
            Pattern::Neon => mix(scaled(self.hide, 0.40), [0.44, 0.48, 0.42], 0.5),
            Pattern::Plain | Pattern::Striped | Pattern::Spotted => self.hide,
        }
    }

    fn pattern(&self) -> Result<(), JsValue> {
        match self.who.pattern {
            Pattern::Plain => Ok(()),
            Pattern::Striped => self.bands(),
            Pattern::Spotted => self.dots(),
            Pattern::Koi => self.patches(),
            Pattern::Neon => {
                self.line();
                Ok(())
            }
        }
    }

    fn bands(&self) -> Result<(), JsValue> {
        self.on
            .set_fill_style_str(&css(scaled(self.fins, 0.45), 0.88));
        for (i, u) in [0.266, 0.51, 0.754, 0.99].into_iter().enumerate() {
            let shift = 0.03 * (self.random(i as u32, 1) - 0.5);
            let at = self.pose.on_skin(u + shift, 0.0);
            self.oval(at, [0.036, 0.3], 0.1 * (self.random(i as u32, 2) - 0.5))?;
        }
        Ok(())
    }

    fn dots(&self) -> Result<(), JsValue> {
        self.on
            .set_fill_style_str(&css(scaled(self.fins, 0.55), 0.85));
        for i in 0..26 {
            let around = self.seen(-0.5 + 1.45 * self.random(i, 2));
            let at = self.pose.on_skin(0.2 + 0.75 * self.random(i, 1), around);
            let radius = 0.012 + 0.014 * self.random(i, 3);
            self.oval(at, [radius, radius], 0.0)?;
        }
        Ok(())
    }

    fn patches(&self) -> Result<(), JsValue> {
        self.on.set_fill_style_str(&css(self.hide, 1.0));
        // From a few spots to almost all over.
        let most = 3 + (self.random(0, 9) * 5.0) as u32;
        for i in 0..most {
            let u = (i as f32 + 0.2 + 0.8 * self.random(i, 4)) / most as f32;
            let around = self.seen(0.9 - 1.1 * self.random(i, 5));
            self.patch(u, around, 0.09 + 0.12 * self.random(i, 6), i)?;
        }
        if self.random(0, 10) > 0.6 {
            self.on.set_fill_style_str(&css([0.10, 0.10, 0.13], 0.95));
            for i in 20..23 {
                self.patch(
                    self.random(i, 4),
                    self.seen(self.random(i, 5)),
                    0.035 + 0.03 * self.random(i, 6),
                    i,
                )?;
            }
        }
        Ok(())
    }

    /// A patch with an uneven edge: a few ovals that overlap.
    fn patch(&self, u: f32, around: f32, size: f32, index: u32) -> Result<(), JsValue> {
        let [x, y] = self.pose.on_skin(u, around);
        for i in 0..4 {
            let [dx, dy, r] = [11, 12, 13].map(|use_for| self.random(index * 7 + i, use_for));
            let at = [x + (dx - 0.5) * size * 1.3, y + (dy - 0.5) * size * 0.9];
            self.oval(
                at,
                [size * (0.45 + 0.4 * r), size * (0.35 + 0.3 * dx)],
                r * 3.0,
            )?;
        }
        Ok(())
    }

    /// A line that shines along the flank; the colour of the fins behind and below it.
    fn line(&self) {
        let behind: Vec<_> = (0..=12_u8)
            .map(|i| self.pose.on_skin(0.44 + 0.05 * f32::from(i), 0.05))
            .chain(
                (0..=12_u8)
                    .rev()
                    .map(|i| self.pose.on_skin(0.44 + 0.05 * f32::from(i), -1.0)),
            )
            .collect();
        let strength = smoothstep(0.0, 0.5, self.pose.flank);
        self.leaf(&behind, self.fins, 0.95 * strength);
        let shine = scaled(mix(self.hide, [0.88, 1.0, 1.0], 0.30), 1.2);
        for (width, alpha) in [(0.085, 0.4), (0.05, 1.0)] {
            self.on.set_stroke_style_str(&css(shine, alpha));
            self.on.set_line_width(width);
            self.on.begin_path();
            for i in 0..=14_u8 {
                let u = 0.12 + 0.062 * f32::from(i);
                let [x, y] = self.pose.on_skin(u, self.seen(0.30 - 0.22 * u * u));
                self.on.line_to(f64::from(x), f64::from(y));
            }
            self.on.stroke();
        }
    }

    /// Where something that is `around` on a level fish is seen on one that rolls its back towards us.
    fn seen(&self, around: f32) -> f32 {
        let angle = around.clamp(-1.0, 1.0).asin() - self.pose.top().asin();
        angle.sin().max(-1.0)
    }

    /// A pale belly, a dark back, light from above: all bands along the fish.
    fn shade(&self) -> Result<(), JsValue> {
        let [high, low] = [Side::Back, Side::Belly].map(|side| self.pose.girth(side, 0.4));
        let across = |alpha: &dyn Fn(f32, f32) -> (Rgb, f32)| -> Result<(), JsValue> {
            let band = self
                .on
                .create_linear_gradient(0.0, f64::from(low), 0.0, f64::from(-high));
            for i in 0..=12_u8 {
                let ny = f32::from(i) / 6.0 - 1.0;
                let nz = (1.0 - ny * ny).max(0.0).sqrt();
                let dorsal = self.pose.flank * ny + self.pose.top() * nz;
                let (colour, alpha) = alpha(ny, dorsal);
                band.add_color_stop(f32::from(i) / 12.0, &css(colour, alpha))?;
            }
            self.on.set_fill_style_canvas_gradient(&band);
            self.on.fill_rect(-0.8, -0.8, 1.6, 1.6);
            Ok(())
        };
        let pale = if self.who.pattern == Pattern::Neon {
            0.15
        } else {
            0.66
        };
        across(&|_, dorsal| (WHITE, pale * (1.0 - smoothstep(-0.85, -0.10, dorsal))))?;
        let dark = times(self.hide, mix([0.62; 3], scaled(self.fins, 0.9), 0.25));
        let bare = 1.0 - 0.65 * self.pose.top();
        across(&|_, dorsal| (dark, 0.75 * bare * smoothstep(0.30, 1.0, dorsal)))?;
        across(&|ny, _| {
            let lean = ny * self.pose.flank;
            let day = 0.84 + 0.26 * lean + 0.18 * (1.0 - ny * ny).max(0.0).sqrt();
            if day < 1.0 {
                ([0.0, 0.03, 0.08], 1.0 - day)
            } else {
                (WHITE, (day - 1.0) * 0.6)
            }
        })?;
        across(&|ny, _| {
            let nz = (1.0 - ny * ny).max(0.0).sqrt();
            let toward = (0.55 * ny * self.pose.flank + 0.83 * nz).max(0.0);
            (WHITE, 0.20 * toward.powi(12))
        })
    }

    fn eye(&self, near: bool) -> Result<(), JsValue> {
        let ([x, y], shown) = self.pose.eye(near);
        if shown <= 0.0 {
            return Ok(());
        }
        let radius = 0.19 * self.pose.plan.back.min(0.15) * self.pose.plan.eye + 0.004;
        let iris = mix([0.98, 0.90, 0.66], self.hide, 0.35);
        for (colour, size) in [(iris, 1.0), ([0.04, 0.04, 0.06], 0.74)] {
            self.on.set_fill_style_str(&css(colour, shown));
            self.oval([x, y], [radius * size; 2], 0.0)?;
        }
        self.on.set_fill_style_str(&css([1.0; 3], 0.85 * shown));
        let glint = [x + radius * 0.25, y - radius * 0.3];
        self.oval(glint, [radius * 0.24; 2], 0.0)
    }

    fn oval(&self, [x, y]: [f32; 2], [a, b]: [f32; 2], turn: f32) -> Result<(), JsValue> {
        let [x, y, a, b, turn] = [x, y, a, b, turn].map(f64::from);
        self.on.begin_path();
        self.on.ellipse(x, y, a, b, turn, 0.0, TAU)?;
        self.on.fill();
        Ok(())
    }

    fn random(&self, index: u32, use_for: u32) -> f32 {
        scatter(index + 64 * self.who.seed, use_for)
    }
}

/// The polygon as the current path.
fn trace(on: &Context2d, points: &[[f32; 2]]) {
    on.begin_path();
    for [x, y] in points {
        on.line_to(f64::from(*x), f64::from(*y));
    }
    on.close_path();
}
