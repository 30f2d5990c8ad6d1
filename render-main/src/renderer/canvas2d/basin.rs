//! What stands still: water, bottom, vignette. Reckoned pixel by pixel, once for each size and theme.

use shared::config::{Theme, View};

use super::palette::{Rgb, added, mix, rgb, scaled, smoothstep, times, transmitted, water_at};
use super::room::Room;
use super::tile::{Channel, Tile};

/// The basin of one theme and one tank.
#[derive(Debug)]
pub(super) struct Basin<'a> {
    pub(super) theme: &'a Theme,
    pub(super) tile: &'a Tile,
    /// Strength of the caustics that will be laid over it: where they come, it is as dark as their gaps.
    pub(super) caustics: f32,
    pub(super) room: Room,
}

/// The net of caustics at a place of the bottom: from `1 − 0.6 × strength` in the gaps upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Net {
    strength: f32,
}

impl Net {
    /// Where the bottom takes such a share of it.
    pub(super) fn new(strength: f32, share: f32) -> Self {
        Self {
            strength: strength * share,
        }
    }

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
        let place = [unit[0] * self.room.size[0], unit[1] * self.room.size[1]];
        let colour = match self.theme.view {
            View::Side => self.side(place, unit),
            View::Above => self.above(place, unit),
        };
        let gaps = Net::new(self.caustics, self.room.netted(place)).gap();
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

    /// The water before the back wall and the side walls.
    fn walls(&self, place: [f32; 2], unit: [f32; 2], lamp: Rgb) -> Rgb {
        let room = &self.room;
        let water = water_at(self.theme, unit[1]);
        // The lamp's own glow, under the surface on the side it comes from.
        let from = [0.5 + 0.42 * self.theme.light.angle.sin(), -0.12];
        let across = (unit[0] - from[0]) * room.size[0] / room.size[1] * 0.62;
        let glow = (-2.6 * across.hypot((unit[1] - from[1]) * 1.05)).exp();
        let water = added(water, lamp, glow * 0.34);
        if !room.glass {
            return water;
        }
        let (edge, wall) = (room.off_wall(place), room.wall);
        // The pane mirrors the sand.
        let mirrored = if edge < 0.0 {
            0.16 * smoothstep(room.horizon() - 0.1, 1.0, unit[1])
        } else {
            0.0
        };
        let water = added(water, rgb(self.theme.bottom.color), mirrored);
        let dim = if edge < 0.0 {
            0.24 - 0.30 * (-edge / wall).min(1.0)
        } else {
            0.17 * (-edge / (0.9 * wall)).exp()
        };
        let seam = 0.05 * (-edge.abs() * 0.5).exp() * (1.0 - unit[1]);
        added(scaled(water, 1.0 - dim), lamp, seam)
    }

    fn side(&self, place: [f32; 2], unit: [f32; 2]) -> Rgb {
        let (theme, room) = (self.theme, &self.room);
        let light = rgb(theme.light.color);
        let lamp = scaled(light, theme.light.strength);
        let mut water = self.walls(place, unit, lamp);
        let ([x, y], [line, back], [_, sand]) = (place, room.surface, room.bottom);
        if y < back {
            // The surface from below is a mirror; over the waterline at the glass there is air, and the rim's shadow.
            let near = ((back - y) / (back - line)).clamp(0.0, 1.0);
            let mirror = mix(scaled(water, 0.86), lamp, 0.20 * near);
            water = mix(water, mirror, smoothstep(-0.02, 0.25, near));
            if y < line {
                let (air, top) = (y / line, rgb(theme.water.top));
                let bright = mix(top, lamp, 0.5);
                water = scaled(mix(scaled(top, 0.55), bright, air * air), 0.85);
            }
            return added(water, lamp, 0.34 * (-(y - line).abs() * 1.1).exp());
        }
        if room.horizon() >= 0.999 {
            return water;
        }
        let uneven = self.tile.at(Channel::Clouds, x * 0.0007, 0.31) - 0.5;
        let row = room.sand_row(y) + uneven * 0.07;
        let bright = scaled(
            mix([1.0; 3], light, 0.5),
            0.55 + 0.45 * theme.light.strength,
        );
        let rim = y - sand - uneven * 0.012 * room.size[1];
        if rim > 0.0 {
            // The layer of sand, cut by the glass.
            let down = rim / (room.size[1] - sand);
            let lit = times(self.sand([x * 1.4, y * 1.4], 1.0), bright);
            let shade = 0.62 - 0.30 * down + 0.5 * (-rim * 0.9).exp();
            return scaled(times(lit, transmitted(theme, 0.15)), shade);
        }
        let edge = room.off_wall(place);
        let sand_here = (0.5 + edge * 0.6).clamp(0.0, 1.0);
        if row <= 0.0 {
            return scaled(water, 1.0 - 0.14 * sand_here * (row * 7.0).exp());
        }
        let haze = (-row * 2.4).exp();
        let spot = room.floor_place(x, row);
        let mut lit = times(self.sand(spot, smoothstep(0.08, 0.5, row)), bright);
        lit = times(lit, transmitted(theme, 0.03 + 0.85 * haze));
        let corner = if room.glass { 0.26 } else { 0.0 };
        let corners = (1.0 - 0.30 * (-row * 10.0).exp())
            * (1.0 - corner * (-edge.max(0.0) / (0.05 * room.size[1])).exp());
        lit = scaled(lit, corners * (0.90 + 0.10 * smoothstep(0.0, 0.7, row)));
        lit = mix(lit, water, 0.16 * theme.water.absorption);
        let seen = smoothstep(0.0, 0.10, row) * (1.0 - 0.62 * haze);
        mix(water, mix(scaled(water, 0.86), lit, seen), sand_here)
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
