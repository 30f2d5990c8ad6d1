//! The tank as a box that is seen from the front: where surface, walls and bottom lie in the picture, as
//! `shaders/scene.glsl` has it.

use shared::config::{BoundaryMode, Config, View};

use super::palette::smoothstep;

/// See the module; all in world units, rows from above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) size: [f32; 2],
    pub(super) above: bool,
    /// Whether there are walls of glass: not on a torus.
    pub(super) glass: bool,
    /// Width of a side wall in the picture.
    pub(super) wall: f32,
    /// Where the water's surface meets the glass, and the back wall.
    pub(super) surface: [f32; 2],
    /// Where the bottom meets the back wall, and the glass.
    pub(super) bottom: [f32; 2],
}

impl Room {
    /// Of a tank of this size.
    pub(super) fn new(config: &Config, size: [f32; 2]) -> Self {
        let theme = &config.theme;
        let above = theme.view == View::Above;
        let glass = !above && config.world.boundary != BoundaryMode::Wrap;
        let begins = if above {
            0.0
        } else {
            1.0 - theme.bottom.height
        };
        let [width, height] = size;
        let line = (0.024 * height).min(18.0);
        Self {
            size,
            above,
            glass,
            wall: if glass {
                (0.07 * width).min(0.10 * height)
            } else {
                0.0
            },
            surface: [line, line + (0.04 * height).min(32.0)],
            bottom: [begins, if begins < 0.999 { 0.968 } else { 1.0 }].map(|share| share * height),
        }
    }

    /// Where the bottom begins, as a fraction of the height from above; 1 if there is none.
    pub(super) fn horizon(&self) -> f32 {
        self.bottom[0] / self.size[1]
    }

    /// How far a place is from where a side wall and the back wall, or the sand, meet: negative on the wall.
    pub(super) fn off_wall(&self, [x, y]: [f32; 2]) -> f32 {
        let ([line, back], [horizon, sand]) = (self.surface, self.bottom);
        let above = ((y - line) / (back - line)).clamp(0.0, 1.0);
        let below = ((sand - y) / (sand - horizon + 1e-3)).clamp(0.0, 1.0);
        x.min(self.size[0] - x) - self.wall * above * below
    }

    /// Row of the sand: 0 at the back wall, 1 at the glass.
    pub(super) fn sand_row(&self, y: f32) -> f32 {
        let [horizon, sand] = self.bottom;
        (y - horizon) / (sand - horizon)
    }

    /// The place of the sand that is seen at `x` in a row of it.
    pub(super) fn floor_place(&self, x: f32, row: f32) -> [f32; 2] {
        let far = 1.0 / (row + 0.22);
        let [width, height] = self.size;
        [(x - 0.5 * width) * far * 0.62, -far * height * 0.86]
    }

    /// How much of the caustics a place takes: the net fades where it would be finer than the pixels.
    pub(super) fn netted(&self, at: [f32; 2]) -> f32 {
        if self.above {
            return 0.8;
        }
        let row = self.sand_row(at[1]);
        0.85 * smoothstep(0.06, 0.5, row)
            * (1.0 - smoothstep(0.97, 1.0, row))
            * smoothstep(0.0, 0.02 * self.size[1], self.off_wall(at))
    }

    /// Where something is drawn: glass and surface keep it whole, and what is far off keeps from the
    /// side walls.
    pub(super) fn kept_inside(&self, [x, y]: [f32; 2], size: f32, depth: f32) -> [f32; 2] {
        if !self.glass {
            return [x, y];
        }
        let [width, height] = self.size;
        let [line, back] = self.surface;
        let inward = |within: f32, room: f32| {
            let deep = (2.0 * room - within).max(0.0);
            deep * deep / (4.0 * room)
        };
        let beside = (0.5 * size + 0.35 * depth * self.wall).min(0.25 * width);
        let above = (line + (back - line) * 0.5 * depth + 0.34 * size).min(0.25 * height);
        let below = (height - self.bottom[1] + 0.2 * size).min(0.25 * height);
        [
            x + inward(x, beside) - inward(width - x, beside),
            y + inward(y, above) - inward(height - y, below),
        ]
    }

    /// Row of the bottom below something, by how far from the glass it is.
    pub(super) fn floor_row(&self, depth: f32) -> f32 {
        let ([horizon, sand], near) = (self.bottom, 1.0 - depth);
        horizon + (sand - horizon) * (0.16 + 0.70 * near * (0.45 + 0.55 * near))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(width: f32, height: f32) -> Room {
        Room::new(&Config::default(), [width, height])
    }

    #[test]
    fn fish_cut_off_at_the_top_edge_of_the_tank() {
        let room = room(960.0, 540.0);
        for depth in [0.0, 0.5, 1.0] {
            let [x, y] = room.kept_inside([0.0, 0.0], 50.0, depth);
            assert!(x >= 24.9 && y >= room.surface[0] + 16.9, "{x} {y}");
        }
        assert_eq!(room.kept_inside([480.0, 270.0], 50.0, 1.0), [480.0, 270.0]);
    }

    #[test]
    fn who_swims_on_is_drawn_further_on_however_small_the_tank() {
        for (width, height) in [(960.0, 540.0), (60.0, 40.0)] {
            let room = room(width, height);
            let mut before = [-1.0; 2];
            for i in 0..=100 {
                let share = i as f32 / 100.0;
                let at = room.kept_inside([share * width, share * height], 50.0, 0.7);
                assert!(
                    at[0] >= before[0] && at[1] >= before[1],
                    "{at:?} {before:?}"
                );
                before = at;
            }
        }
    }
}
