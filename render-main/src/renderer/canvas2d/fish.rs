//! One fish at the moment that is drawn, and its shadow.

use shared::config::Config;
use shared::layout::{FISH_FLOATS, FishFrame, FishLook};
use wasm_bindgen::JsValue;

use super::atlas::Atlas;
use super::canvas::{Context2d, Sheet, stamp};
use super::figure::{NOSE, TIP};
use super::shoal::{Scope, look};
use crate::mirror::Mirror;

/// Half width that the sheets are drawn for; individuals are stretched across in proportion.
const DRAWN_FOR: f32 = 0.32;
/// Along a fish, in lengths from its middle: here it bends, and the part behind reaches so far under the one before.
const HINGE: f32 = -0.05;
pub(super) const OVERLAP: f32 = 0.06;
/// A fish that is bent less is drawn in one piece; tangent of the angle between its parts.
const STRAIGHT: f32 = 0.015;

/// A place between two steps; on a torus by the short way.
pub(super) fn between(previous: [f32; 2], position: [f32; 2], scope: Scope) -> [f32; 2] {
    std::array::from_fn(|i| {
        let mut way = position[i] - previous[i];
        if way.abs() > scope.room.size[i] * 0.5 {
            way -= scope.room.size[i].copysign(way);
        }
        position[i] - way * (1.0 - scope.alpha)
    })
}

/// A fish at the moment that is drawn.
pub(super) struct Fish {
    pub(super) at: [f32; 2],
    /// Length as it is seen, by how far it is.
    size: f32,
    ahead: [f32; 2],
    phase: f32,
    bend: f32,
    pub(super) look: FishLook,
}

impl Fish {
    pub(super) fn new(fish: &Mirror, looks: &Mirror, index: u32, scope: Scope) -> Self {
        let frame: FishFrame =
            bytemuck::cast(fish.floats::<FISH_FLOATS>(index as usize * FISH_FLOATS));
        let look = look(looks, index);
        let size = look.length
            * if scope.room.above {
                1.12 - 0.24 * look.depth
            } else {
                1.20 - 0.38 * look.depth
            };
        let [a, b] = [frame.previous_heading, frame.heading];
        let mixed: [f32; 2] = std::array::from_fn(|i| a[i] + (b[i] - a[i]) * scope.alpha);
        let length = mixed[0].hypot(mixed[1]);
        Self {
            at: scope.room.kept_inside(
                between(frame.previous, frame.position, scope),
                size,
                look.depth,
            ),
            size,
            // Opposite headings cancel out; then the newer one is as good as any.
            ahead: if length > 1e-3 {
                mixed.map(|v| v / length)
            } else {
                b
            },
            phase: frame.previous_phase + frame.phase_advance * scope.alpha,
            bend: frame.bend,
            look,
        }
    }

    /// The same fish at the other side of a torus, for each edge that it is near.
    pub(super) fn across_seams(&self, scope: Scope) -> impl Iterator<Item = Self> + '_ {
        (0..2).filter_map(move |axis| {
            let (at, side) = (self.at[axis], scope.room.size[axis]);
            let over = if at < self.look.length {
                side
            } else if at > side - self.look.length {
                -side
            } else {
                return None;
            };
            let mut copy = Self { ..*self };
            copy.at[axis] += over;
            Some(copy)
        })
    }

    pub(super) fn draw(
        &self,
        on: &Context2d,
        atlas: &Atlas,
        scope: Scope,
        overlap: f32,
    ) -> Result<(), JsValue> {
        let size = self.size;
        let (roll, [c, s]) = if scope.room.above {
            (0.0, self.ahead)
        } else {
            self.pose()
        };
        // Swimming left it is its own mirror image, back upwards still; half a beat later its tail is on the same side.
        let mirrored = roll < 0.0;
        let (flip, phase) = if mirrored {
            (-1.0, self.phase + std::f32::consts::PI)
        } else {
            (1.0, self.phase)
        };
        let corner = atlas.corner(phase, roll.abs(), &self.look);
        let stout = self.look.half_width / DRAWN_FOR * flip;
        let across = stout * size / c.hypot(s);
        let down = [-s * across, c * across];
        let lengthwise = c.hypot(s).min(1.0) / c.hypot(s) * size;
        let [c, s] = [c, s].map(|v| v * lengthwise);
        // What of the bend lies in the picture depends on the roll, as with the beat.
        let top = (1.0 - roll * roll).max(0.0).sqrt();
        let bent = self.bend * (0.11 + 0.09 * top) / stout;
        if bent.abs() * stout.abs() < STRAIGHT {
            scope.place(on, self.at, [c, s], down)?;
            return atlas.stamp(on, corner, [TIP, NOSE]);
        }
        // The part behind the hinge is sheared aside, and drawn first.
        let at = std::array::from_fn(|i| self.at[i] + down[i] * HINGE * bent);
        let right = [c - down[0] * bent, s - down[1] * bent];
        scope.place(on, at, right, down)?;
        atlas.stamp(on, corner, [TIP, HINGE + overlap])?;
        scope.place(on, self.at, [c, s], down)?;
        atlas.stamp(on, corner, [HINGE, NOSE])
    }

    /// From the side a fish keeps nearly level, however it climbs or dives; where its heading passes the vertical it turns
    /// towards us and shows its back, shortened: so nothing flips when it turns round. How much of its flank we see,
    /// negative if it swims left; and where its nose points, shorter than 1 if it is shortened.
    fn pose(&self) -> (f32, [f32; 2]) {
        let [x, y] = self.ahead;
        let flank = (x / (x * x + 0.03).sqrt() * 1.0149).clamp(-1.0, 1.0);
        (flank, [flank, y * (0.35 + 0.31 * flank.abs())])
    }

    pub(super) fn shadow(&self, config: &Config, scope: Scope) -> Shadow {
        let (theme, depth) = (&config.theme, self.look.depth);
        let soft = theme.shadow.softness;
        let slant = theme.light.angle.tan();
        let opacity = theme.shadow.opacity;
        let room = &scope.room;
        if room.above {
            let high = 0.4 + 2.2 * (1.0 - depth);
            let size = self.look.length * (1.06 - 0.22 * depth);
            let grown = 0.10 * size * soft * high;
            let away = high * size / 40.0;
            return Shadow {
                at: [self.at[0] - slant * 20.0 * away, self.at[1] + 12.0 * away],
                along: self.ahead,
                half: [
                    size * 0.50 + grown,
                    size * self.look.half_width * 0.42 + grown,
                ],
                dark: opacity / (1.0 + 0.066 * high * high),
            };
        }
        // A fish that swims lower than its place on the sand throws its shadow right under itself.
        let ([horizon, sand], size) = (room.bottom, self.size);
        let row = room.floor_row(depth).max(self.at[1] + 0.2 * size).min(sand);
        let gap = row - self.at[1];
        let high = gap / 90.0;
        let grown = (1.0 + 0.045 * gap) * soft;
        let along = 0.26 + 0.22 * self.ahead[0].abs();
        let flat = (size * 0.10 + grown * 0.4) * (1.0 - 0.4 * depth);
        Shadow {
            at: [self.at[0] - slant * gap.min(120.0) * 0.25, row],
            along: [1.0, 0.0],
            // On the sand, and on nothing else.
            half: [
                size * along + grown,
                flat.min((sand - row).max(0.8 * (row - horizon))),
            ],
            dark: opacity * theme.water.opacity * (1.0 - 0.45 * depth) / (1.0 + 1.1 * high * high),
        }
    }
}

/// A soft dark ellipse on the bottom.
pub(super) struct Shadow {
    pub(super) at: [f32; 2],
    pub(super) along: [f32; 2],
    pub(super) half: [f32; 2],
    pub(super) dark: f32,
}

impl Shadow {
    pub(super) fn draw(&self, on: &Context2d, dot: &Sheet, scope: Scope) -> Result<(), JsValue> {
        let ([width, height], [c, s]) = (self.half, self.along);
        on.set_global_alpha(f64::from(self.dark.clamp(0.0, 1.0)));
        scope.place(
            on,
            self.at,
            [c * width, s * width],
            [-s * height, c * height],
        )?;
        stamp(on, dot, [-1.0, -1.0, 2.0, 2.0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renderer::canvas2d::room::Room;

    fn fish_at(at: [f32; 2], heading: f32, depth: f32) -> Fish {
        Fish {
            at,
            size: 30.0,
            ahead: [heading.cos(), heading.sin()],
            phase: 0.0,
            bend: 0.0,
            look: FishLook {
                length: 30.0,
                half_width: 0.32,
                depth,
                ..bytemuck::Zeroable::zeroed()
            },
        }
    }

    #[test]
    fn fish_stand_on_their_heads() {
        for degrees in 0..=75_u8 {
            let heading = f32::from(degrees).to_radians();
            let (flank, [x, y]) = fish_at([0.0; 2], heading, 0.5).pose();
            let pitch = y.atan2(x).to_degrees();
            assert!(pitch < 40.0, "{degrees}°: {pitch}°");
            assert!(flank > 0.8, "{degrees}°: {flank}");
        }
        let (_, upright) = fish_at([0.0; 2], std::f32::consts::FRAC_PI_2, 0.5).pose();
        assert!(upright[0].hypot(upright[1]) < 0.5, "it turns towards us");
    }

    #[test]
    fn a_fish_pops_when_it_turns_round() {
        let pose = |heading: f32| fish_at([0.0; 2], heading, 0.5).pose().1;
        for degree in 0..360_u16 {
            let [one, other] = [degree, degree + 1].map(|d| pose(f32::from(d).to_radians()));
            let moved = (one[0] - other[0]).hypot(one[1] - other[1]);
            assert!(moved < 0.12, "{degree}°: {moved}");
        }
    }

    #[test]
    fn smudges_on_the_sand_match_no_fish() {
        let config = Config::default();
        let scope = Scope {
            pixels: [1.0; 2],
            room: Room::new(&config, [960.0, 540.0]),
            alpha: 1.0,
        };
        let [horizon, sand] = scope.room.bottom;
        let mut before = f32::INFINITY;
        for y in [500.0, 400.0, 250.0, 100.0] {
            for depth in [0.0, 0.4, 1.0] {
                let fish = fish_at([400.0, y], 0.0, depth);
                let Shadow { at, half, .. } = fish.shadow(&config, scope);
                assert!((at[0] - 400.0).abs() < 15.0, "below it: {at:?}");
                assert!(
                    at[1] - half[1] >= horizon && at[1] <= sand,
                    "{at:?} {half:?}"
                );
            }
            let dark = fish_at([400.0, y], 0.0, 0.4).shadow(&config, scope).dark;
            assert!(dark < before, "{y}: {dark}");
            before = dark;
        }
        assert!(
            before < 0.02,
            "of a fish near the surface there is none: {before}"
        );
    }
}
