//! What lies on a fish's body: its pattern, its scales, and the light on it, as `shaders/fish.frag` has them.

use std::f32::consts::PI;

use shared::config::{Pattern, Theme, View};

use super::figure::Figure;
use super::palette::{Rgb, mix, rgb, scaled, smoothstep, times, water_at};
use super::tile::{Channel, Tile};

/// The skin of one fish in one water.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hide<'a> {
    pub(super) pattern: Pattern,
    pub(super) colour: Rgb,
    pub(super) fins: Rgb,
    /// Seeds the pattern, 0 to 1.
    pub(super) seed: f32,
    /// The water around it.
    pub(super) water: Rgb,
    /// The light, as strong as it is.
    pub(super) lamp: Rgb,
    /// Where it is seen from above: the sine of the light's angle.
    pub(super) above: Option<f32>,
    pub(super) tile: &'a Tile,
}

impl<'a> Hide<'a> {
    pub(super) fn new(theme: &Theme, tile: &'a Tile, pattern: Pattern, seed: f32) -> Self {
        let above = theme.view == View::Above;
        Self {
            pattern,
            colour: [0.0; 3],
            fins: [0.0; 3],
            seed,
            water: water_at(theme, if above { 0.5 } else { 0.2 + 0.5 * 0.45 }),
            lamp: scaled(rgb(theme.light.color), theme.light.strength),
            above: above.then(|| theme.light.angle.sin()),
            tile,
        }
    }

    /// The same in these colours of body and fins.
    pub(super) fn of(self, [colour, fins]: [Rgb; 2]) -> Self {
        Self {
            colour,
            fins,
            ..self
        }
    }

    /// The skin at a place: `x` and `u` along the fish, `across` −1 to 1 over what is seen of the body.
    pub(super) fn skin(&self, fish: &Figure<'_>, x: f32, u: f32, across: f32) -> Rgb {
        let (c, b) = (fish.flank, fish.top);
        let facing = (1.0 - across * across).max(0.0).sqrt();
        let dorsal = c * across + b * facing;
        let around = (b * across - c * facing).atan2(dorsal) * 0.11;
        let mut skin = self.patterned(x, u, dorsal, around, 1.0 / fish.size);
        let pale = if self.pattern == Pattern::Neon {
            0.12
        } else {
            0.42
        };
        skin = mix(
            skin,
            [1.0, 0.985, 0.95],
            pale * (1.0 - smoothstep(-0.95, -0.15, dorsal)),
        );
        let dark = 0.24 * smoothstep(0.25, 0.95, dorsal) * (1.0 - 0.65 * b);
        skin = scaled(skin, 1.0 - dark);
        if fish.size > 40.0 {
            skin = scaled(skin, scales(fish, u, across, facing, dorsal));
        }
        self.lit(skin, c * across, across, facing, u)
    }

    fn patterned(&self, x: f32, u: f32, dorsal: f32, around: f32, eps: f32) -> Rgb {
        let (hide, fins, seed) = (self.colour, self.fins, self.seed);
        match self.pattern {
            Pattern::Plain => hide,
            Pattern::Striped => {
                let cloud =
                    self.tile
                        .at(Channel::Clouds, u * 0.22 + seed, dorsal * 0.10 + seed * 7.0);
                let turns = u * 4.1 + (cloud - 0.5) * 0.34 + 0.16 + dorsal * 0.08;
                let soft = 11.0 * eps + 0.18;
                let band = smoothstep(0.30 - soft, 0.30 + soft, (turns * 2.0 * PI).sin());
                let ink = mix(scaled(fins, 0.35), [0.07, 0.08, 0.12], 0.6);
                mix(hide, ink, band * 0.84 * smoothstep(-1.0, -0.5, dorsal))
            }
            Pattern::Spotted => {
                let soft = (15.0 * eps).max(0.06);
                let dot = 1.0 - smoothstep(-soft, soft, self.nearest_dot(x, around));
                mix(
                    hide,
                    scaled(fins, 0.55),
                    dot * 0.85 * smoothstep(-0.75, -0.15, dorsal),
                )
            }
            Pattern::Koi => self.koi(x, dorsal, around, eps),
            Pattern::Neon => {
                let at = (dorsal - 0.20 + 0.20 * u * u).abs();
                let line = (1.0 - smoothstep(0.14 + 2.0 * eps, 0.32 + 4.0 * eps, at))
                    * smoothstep(0.10, 0.18, u);
                let red = smoothstep(0.40, 0.56, u) * (1.0 - smoothstep(-0.10, 0.16, dorsal));
                let dusk = mix(scaled(hide, 0.40), [0.44, 0.48, 0.42], 0.5);
                let c = mix(
                    dusk,
                    [0.84, 0.88, 0.86],
                    1.0 - smoothstep(-0.6, -0.05, dorsal),
                );
                let c = mix(c, fins, red * 0.95);
                mix(c, scaled(mix(hide, [0.88, 1.0, 1.0], 0.30), 1.2), line)
            }
        }
    }

    /// Dots in cells, each a little off the middle of its own.
    fn nearest_dot(&self, x: f32, around: f32) -> f32 {
        let shift = (self.seed * 64.0).floor();
        let [gx, gy] = [x, around].map(|v| v * 17.0 + shift);
        let toward = |v: f32| if v - v.floor() >= 0.5 { 1.0 } else { -1.0 };
        let mut nearest = 1.0_f32;
        for i in 0..4_u8 {
            let [tx, ty] = [
                gx.floor() + f32::from(i & 1) * toward(gx),
                gy.floor() + f32::from(i >> 1) * toward(gy),
            ];
            let texel = |cell: f32, step: f32| (cell * step).rem_euclid(256.0) / 256.0;
            let n = self
                .tile
                .at(Channel::Grain, texel(tx, 17.0), texel(ty, 29.0));
            let [ox, oy] = [n, (n * 15.94).fract()].map(|v| 0.5 + (v - 0.5) * 0.6);
            let away = (gx - tx - ox).hypot(gy - ty - oy);
            nearest = nearest.min(away - 0.15 - 0.16 * (n * 63.7).fract());
        }
        nearest
    }

    /// A pale ground, patches of colour, now and then ink.
    fn koi(&self, x: f32, dorsal: f32, around: f32, eps: f32) -> Rgb {
        let seed = self.seed;
        let [px, py] = [x * 0.44 + seed * 5.3, around * 0.44 + seed * 9.1];
        let cloud = self.tile.at(Channel::Clouds, px, py);
        let curdled = (self.tile.at(Channel::Curdled, px, py) - 0.5) * 0.12;
        let pale = mix(self.fins, [1.0, 0.98, 0.94], 0.72);
        let soft = 0.018 + 0.5 * eps;
        let patch = cloud + curdled + 0.13 * ((seed * 7.0).fract() - 0.35);
        let patched = smoothstep(0.50 - soft, 0.50 + soft, patch);
        let c = mix(pale, self.colour, patched * smoothstep(-0.5, 0.0, dorsal));
        if (seed * 17.0).fract() < 0.62 {
            return c;
        }
        let wave = x * 3.1 + seed * 40.0 + 2.0 * (around * 9.0 + seed * 23.0).cos();
        let ink = wave.cos() + curdled * 5.0 + 0.9 * (cloud - 0.5);
        let inked = smoothstep(0.62 - soft * 4.0, 0.62 + soft * 4.0, ink);
        mix(c, [0.10, 0.10, 0.13], inked * smoothstep(-0.2, 0.2, dorsal))
    }

    /// Light from above, the water's own from all around, and what the bottom throws back.
    fn lit(&self, skin: Rgb, lean: f32, across: f32, facing: f32, u: f32) -> Rgb {
        let up = self
            .above
            .map_or(lean, |slant| 0.62 * facing + 0.25 * across * slant);
        let shade = mix(scaled(self.water, 1.15), [0.80; 3], 0.60);
        let day = smoothstep(-1.0, 0.9, up);
        let skin = times(skin, mix(shade, [1.12; 3], day));
        let toward = self
            .above
            .map_or(0.60 * up + 0.80 * facing, |_| 0.93 * facing + 0.30 * across);
        let gleam = toward.max(0.0).powi(8) * (1.0 - smoothstep(0.45, 1.0, u));
        let gleam = 0.13 * gleam + 0.16 * smoothstep(0.35, 0.95, up);
        let skin = std::array::from_fn(|i| skin[i] + self.lamp[i] * gleam);
        // Round as it is, the water shines around its edge.
        mix(skin, self.water, 0.30 * smoothstep(0.72, 1.0, across.abs()))
    }
}

/// Rows of little arcs; the edge of the gill; the mouth. A factor of the skin's colour.
fn scales(fish: &Figure<'_>, u: f32, across: f32, facing: f32, dorsal: f32) -> f32 {
    let (close, flank) = (fish.close(40.0, 84.0), fish.flank);
    let row = across.asin() * 4.2;
    let along = u * 30.0 + 0.5 * row.floor().rem_euclid(2.0);
    let from = [along - along.floor() - 0.9, row - row.floor() - 0.5];
    let arc = smoothstep(0.50, 0.78, from[0].hypot(from[1]));
    let arcs = 1.0 + close * (0.035 - 0.10 * arc) * smoothstep(0.25, 0.36, u) * facing;
    let gill = (((u - 0.12) * 1.2).hypot((dorsal + 0.12) * 0.12) - 0.128).abs();
    let gill = if u < 0.12 {
        0.0
    } else {
        1.0 - smoothstep(0.0, 0.013, gill)
    };
    let mouth = 1.0 - smoothstep(0.0, 0.012, (dorsal + 0.26 + u * 2.0).abs() * 0.05);
    let mouth = mouth * (1.0 - smoothstep(0.03, 0.06, u));
    arcs * (1.0 - close * 0.30 * gill * flank) * (1.0 - close * 0.45 * mouth * flank)
}
