//! What stands still: water, bottom, vignette. Reckoned pixel by pixel, once for each size and theme.

use shared::config::{Theme, View};

use super::palette::{Rgb, mix, rgb, scaled, smoothstep, times, transmitted, water_at};
use super::tile::{Channel, Tile};

/// The basin of one theme and one tank.
#[derive(Debug)]
pub(super) struct Basin<'a> {
    pub(super) theme: &'a Theme,
    pub(super) tile: &'a Tile,
    /// Strength of the caustics that will be laid over it: where they come, it is as dark as their gaps.
    pub(super) caustics: f32,
    /// Width and height of the tank, world units.
    pub(super) tank: [f32; 2],
}

/// Where the bottom begins, as a fraction of the height from above; 1 if there is none.
pub(super) fn horizon(theme: &Theme) -> f32 {
    match theme.view {
        View::Side => 1.0 - theme.bottom.height,
        View::Above => 0.0,
    }
}

/// The place on the floor that is seen at `x` (world units) in a row (0 at the horizon to 1 at the lower edge) of a bottom
/// seen obliquely, in a tank of this width and height.
pub(super) fn floor_place(x: f32, row: f32, [width, height]: [f32; 2]) -> [f32; 2] {
    let far = 1.0 / (row + 0.22);
    [(x - 0.5 * width) * far * 0.62, -far * height * 0.86]
}

/// The net of caustics in one row of the bottom: from `1 − 0.6 × strength` in the gaps upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Net {
    strength: f32,
}

/// How strong the net is in a row, 0 at the horizon to 1 at the lower edge.
pub(super) fn net_at(theme: &Theme, strength: f32, row: f32) -> Net {
    let share = match theme.view {
        View::Side => smoothstep(0.10, 0.6, row),
        View::Above => 0.8,
    };
    Net {
        strength: strength * share,
    }
}

impl Net {
    /// Brightness of the darkest gap.
    pub(super) fn gap(self) -> f32 {
        1.0 - 0.60 * self.strength
    }

    /// Where two layers of the pattern are this bright: how much brighter it is than a gap, 1 or more.
    pub(super) fn ridge(self, a: f32, b: f32) -> f32 {
        // Both nets show, and they flash where they meet.
        1.0 + self.strength * (0.34 * (a + b) + a.min(b)) * 2.6 / self.gap()
    }
}

impl Basin<'_> {
    /// Red, green, blue and opacity of each pixel of a picture of this size, row by row.
    pub(super) fn pixels(&self, [width, height]: [u32; 2]) -> Vec<u8> {
        let opacity = (self.theme.water.opacity * 255.0) as u8;
        let mut out = Vec::with_capacity((width * height * 4) as usize);
        for y in 0..height {
            for x in 0..width {
                let unit = [
                    (x as f32 + 0.5) / width as f32,
                    (y as f32 + 0.5) / height as f32,
                ];
                let colour = self.colour(unit);
                // Half a step of noise, or the gradient shows bands.
                let noise = self
                    .tile
                    .at(Channel::Grain, x as f32 / 256.0, y as f32 / 256.0)
                    - 0.5;
                out.extend(colour.map(|v| ((v + noise / 160.0) * 255.0).clamp(0.0, 255.0) as u8));
                out.push(opacity);
            }
        }
        out
    }

    fn colour(&self, unit: [f32; 2]) -> Rgb {
        let place = [unit[0] * self.tank[0], unit[1] * self.tank[1]];
        let colour = match self.theme.view {
            View::Side => self.side(place, unit),
            View::Above => self.above(place, unit),
        };
        let begins = horizon(self.theme);
        let row = (unit[1] - begins) / (1.0 - begins);
        let gaps = net_at(self.theme, self.caustics, row).gap();
        let [x, y] = unit.map(|v| v - 0.5);
        scaled(
            colour,
            gaps * (1.0 - 0.24 * smoothstep(0.18, 0.62, (x * x + y * y) * 1.15)),
        )
    }

    fn clouds(&self, x: f32, y: f32) -> f32 {
        self.tile.at(Channel::Clouds, x, y) * 0.6
            + self
                .tile
                .at(Channel::Curdled, x * 2.3 + 0.37, y * 2.3 + 0.37)
                * 0.4
    }

    /// Sand: clouds of tone, a fine grain, and a few darker and lighter stones.
    fn sand(&self, [x, y]: [f32; 2], fine: f32) -> Rgb {
        let tone = self.clouds(x * 0.0011, y * 0.0011) - 0.5;
        let ripple = self.clouds(x * 0.0021 + 3.1, y * 0.0052 + 3.1) - 0.5;
        let grain = self.tile.at(Channel::Grain, x * 0.011, y * 0.011) - 0.5;
        let speck = self
            .tile
            .at(Channel::Grain, x * 0.0043 + 0.61, y * 0.0043 + 0.61);
        let stones = smoothstep(0.80, 0.92, speck) - smoothstep(0.20, 0.08, speck);
        let contrast = 0.34 * tone + 0.30 * ripple + 0.26 * grain * fine + 0.30 * stones * fine;
        scaled(
            rgb(self.theme.bottom.color),
            1.0 + self.theme.bottom.texture * contrast,
        )
    }

    fn side(&self, place: [f32; 2], unit: [f32; 2]) -> Rgb {
        let theme = self.theme;
        let (light, strength) = (rgb(theme.light.color), theme.light.strength);
        let mut water = water_at(theme, unit[1]);
        // The sun's own glow, under the surface on the side it comes from.
        let sun = [0.5 + 0.42 * theme.light.angle.sin(), -0.12];
        let across = (unit[0] - sun[0]) * self.tank[0] / self.tank[1] * 0.62;
        let glow = (-2.6 * across.hypot((unit[1] - sun[1]) * 1.05)).exp();
        water = std::array::from_fn(|i| water[i] + light[i] * strength * glow * 0.34);
        let begins = horizon(theme);
        if begins >= 0.999 {
            return water;
        }
        // A low swell of dunes instead of a ruled line; then the floor, seen obliquely.
        let swell = (self.tile.at(Channel::Clouds, place[0] * 0.0007, 0.31) - 0.5) * 0.16;
        let row = (unit[1] - begins) / (1.0 - begins) + swell;
        if row <= 0.0 {
            return water;
        }
        let spot = floor_place(place[0], row, self.tank);
        let haze = (-row * 2.4).exp();
        let lamp = scaled(mix([1.0; 3], light, 0.5), 0.55 + 0.45 * strength);
        let mut lit = times(self.sand(spot, smoothstep(0.08, 0.5, row)), lamp);
        lit = times(lit, transmitted(theme, 0.12 + 0.9 * haze));
        lit = scaled(lit, 0.88 + 0.12 * smoothstep(0.0, 0.7, row));
        lit = mix(lit, water, 0.22 * theme.water.absorption);
        mix(water, lit, smoothstep(0.0, 0.62, row) * (1.0 - 0.55 * haze))
    }

    /// A muddy bed: soft tones of mud and moss, the seams of half-sunk stones, a little grain.
    fn bed(&self, [x, y]: [f32; 2]) -> Rgb {
        let large = |channel| self.tile.at(channel, x * 0.0021, y * 0.0021) - 0.5;
        let small = |channel| self.tile.at(channel, x * 0.0083 + 0.43, y * 0.0083 + 0.43) - 0.5;
        let seams = smoothstep(0.0, 0.09, small(Channel::Curdled).abs());
        let tone = 0.70 * large(Channel::Clouds)
            + 0.45 * small(Channel::Clouds)
            + 0.30 * large(Channel::Curdled)
            + 0.10 * small(Channel::Grain);
        let contrast = 0.85 * tone + 0.12 * (seams - 0.75);
        scaled(
            rgb(self.theme.bottom.color),
            1.0 + self.theme.bottom.texture * contrast,
        )
    }

    fn above(&self, place: [f32; 2], unit: [f32; 2]) -> Rgb {
        let theme = self.theme;
        let shoal = self.clouds(place[0] * 0.00038 + 0.17, place[1] * 0.00038 + 0.17);
        let lamp = scaled(
            mix([1.0; 3], rgb(theme.light.color), 0.4),
            0.5 + 0.5 * theme.light.strength,
        );
        let deep = 1.0 - smoothstep(0.30, 0.70, shoal);
        let lit = times(
            times(self.bed(place), lamp),
            transmitted(theme, 0.5 + 0.7 * deep),
        );
        let water = water_at(theme, 0.15 + 0.75 * deep + 0.3 * (unit[1] - 0.5));
        mix(lit, water, 0.42 + 0.34 * deep)
    }
}
