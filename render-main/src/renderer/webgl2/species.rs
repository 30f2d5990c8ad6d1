//! The plan of a body: what the shaders draw a species from.
//!
//! The configuration says colours, pattern, width and pace; the outline follows from them, so that kinds can be told
//! apart by it at a glance. Fast kinds have forked tails and short fins, slow ones round tails and long fins, as in
//! nature (Videler, "Fish Swimming", 1993, on shape and mode of swimming).

use shared::config::{Pattern, Species};

use crate::math;
use crate::renderer::colour::rgb;

/// Vectors of four that one plan takes in the uniform block.
pub(in crate::renderer) const PLAN_VECTORS: usize = 6;
/// Length of body with ordinary eyes, world units; larger kinds have smaller ones, in proportion.
const COMMON_LENGTH: f32 = 22.0;
/// From this length on a kind is a large one, world units.
const LARGE: f32 = 34.0;

/// Lengths as fractions of the body's length, for a half width of 0.32 (others are stretched across in proportion); places along it 0 at the nose to 1 at the root of the tail.
#[derive(Clone, Copy)]
struct Plan {
    /// Half axes of the body: up, down, sideways; and where it is highest.
    body: [f32; 4],
    /// Tail fin: length, half height; its root, against the body's height.
    tail: [f32; 3],
    /// 0 round to 1 forked.
    fork: f32,
    /// Dorsal fin: height, where it begins, length along the body, slant.
    dorsal: [f32; 4],
    /// Length of the paired fins.
    wing: f32,
    /// How much light comes through the fins' edges.
    sheer: f32,
}

const MINNOW: Plan = Plan {
    body: [0.175, 0.17, 0.105, 0.40],
    tail: [0.34, 0.21, 0.28],
    fork: 0.6,
    dorsal: [0.145, 0.30, 0.42, 0.14],
    wing: 0.13,
    sheer: 0.8,
};
const BARB: Plan = Plan {
    body: [0.20, 0.19, 0.08, 0.43],
    tail: [0.27, 0.16, 0.22],
    fork: 0.25,
    dorsal: [0.17, 0.33, 0.46, 0.30],
    wing: 0.11,
    sheer: 0.5,
};
const GUPPY: Plan = Plan {
    body: [0.115, 0.125, 0.085, 0.38],
    tail: [0.46, 0.27, 0.40],
    fork: 0.0,
    dorsal: [0.17, 0.46, 0.24, 0.26],
    wing: 0.12,
    sheer: 0.8,
};
const GOURAMI: Plan = Plan {
    body: [0.20, 0.195, 0.08, 0.42],
    tail: [0.27, 0.16, 0.26],
    fork: 0.15,
    dorsal: [0.13, 0.40, 0.40, 0.24],
    wing: 0.14,
    sheer: 0.7,
};
const CARP: Plan = Plan {
    body: [0.15, 0.145, 0.125, 0.34],
    tail: [0.36, 0.20, 0.30],
    fork: 0.7,
    dorsal: [0.10, 0.32, 0.46, 0.10],
    wing: 0.18,
    sheer: 0.9,
};
const TETRA: Plan = Plan {
    body: [0.15, 0.155, 0.08, 0.42],
    tail: [0.30, 0.17, 0.22],
    fork: 0.9,
    dorsal: [0.125, 0.42, 0.20, 0.16],
    wing: 0.10,
    sheer: 1.0,
};

impl Plan {
    fn of(species: &Species) -> (Self, f32) {
        let (mut plan, number) = match species.pattern {
            Pattern::Plain => (MINNOW, 0.0),
            Pattern::Striped => (BARB, 1.0),
            // Spotted kinds are dainty with a fan of a tail, or, if they are long, deep in the body.
            Pattern::Spotted if species.body_len[1] > LARGE => (GOURAMI, 2.0),
            Pattern::Spotted => (GUPPY, 2.0),
            Pattern::Koi => (CARP, 3.0),
            Pattern::Neon => (TETRA, 4.0),
        };
        let haste = (species.speed_scale - 1.0).clamp(-0.4, 0.4);
        plan.fork = (plan.fork + 1.2 * haste).clamp(0.0, 1.0);
        let trim = 1.0 - 0.9 * haste;
        plan.dorsal[0] *= trim;
        plan.wing *= trim;
        plan.tail[0] *= 1.0 - 0.4 * haste;
        (plan, number)
    }

    /// Half height of the body with its upright fins, for the strip that it is drawn on.
    fn extent(&self) -> f32 {
        let [back, belly, ..] = self.body;
        let [high, ..] = self.dorsal;
        (back * 0.9 + high)
            .max(belly * 0.9 + high * 0.74)
            .max(belly * 0.8 + 0.11)
    }

    /// Where dorsal and anal fin end, in lengths from the middle, 0.5 being the nose.
    fn fins_end(&self) -> f32 {
        let [_, from, long, slant] = self.dorsal;
        let dorsal = from + long + slant;
        let anal = from + 0.26 + long * 0.66 + slant;
        0.5 - 0.76 * dorsal.max(anal)
    }
}

/// The plan as the shaders read it.
pub(in crate::renderer) fn plan(species: &Species) -> [[f32; 4]; PLAN_VECTORS] {
    let (plan, pattern) = Plan::of(species);
    let [red, green, blue] = rgb(species.color);
    let [fin_red, fin_green, fin_blue] = rgb(species.fin_color);
    let [tail, spread, stalk] = plan.tail;
    let length = 0.5 * (species.body_len[0] + species.body_len[1]);
    let eye = math::pow(COMMON_LENGTH / length, 0.35).clamp(0.45, 1.25);
    [
        [red, green, blue, pattern],
        [fin_red, fin_green, fin_blue, plan.fork],
        plan.body,
        [tail, spread, stalk, plan.sheer],
        plan.dorsal,
        [plan.extent(), plan.wing, eye, plan.fins_end()],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(pattern: Pattern, speed_scale: f32) -> Species {
        Species {
            pattern,
            speed_scale,
            ..Species::default()
        }
    }

    #[test]
    fn the_strip_holds_every_fin_and_is_not_mostly_empty() {
        let patterns = [
            Pattern::Plain,
            Pattern::Striped,
            Pattern::Spotted,
            Pattern::Koi,
            Pattern::Neon,
        ];
        for pattern in patterns {
            for speed in [0.1, 0.85, 1.0, 1.15, 5.0] {
                let (plan, _) = Plan::of(&kind(pattern, speed));
                let extent = plan.extent();
                assert!(
                    extent >= plan.body[0] * 0.9 + plan.dorsal[0],
                    "{pattern:?} {speed}"
                );
                assert!(extent < 0.5, "{pattern:?} {speed}: {extent}");
            }
        }
    }

    #[test]
    fn a_fast_kind_has_a_more_forked_tail_than_a_slow_one() {
        let fork = |speed| plan(&kind(Pattern::Plain, speed))[1][3];
        assert!(fork(1.15) > fork(1.0) && fork(1.0) > fork(0.85));
    }
}
