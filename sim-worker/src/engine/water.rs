//! What the fish of a step swim in: all that they have in common.

use shared::config::{Behaviour, BoundaryMode, Config};
use wide::f32x4;

use super::CallOn;
use super::food::Pellet;
use super::lanes::Pair;

/// Everything that the fish of one step have in common. Built once a step.
#[derive(Debug)]
pub(super) struct Water<'a> {
    pub(super) config: &'a Config,
    pub(super) pellets: &'a [Pellet],
    pub(super) seed: u64,
    pub(super) step: u64,
    pub(super) size: [f32; 2],
    pub(super) call: Option<CallOn>,
    /// Lattice points of the wander noise so far, in 1/65536.
    pub(super) wander_time: u64,
    /// Cosine and sine of the largest turn in one step.
    pub(super) turn: [f32; 2],
    /// Square of the distance at which one neighbour alone pushes with the weight of separation itself.
    pub(super) separation_scale: f32,
}

impl Water<'_> {
    pub(super) fn behaviour(&self) -> &Behaviour {
        &self.config.behaviour
    }

    /// How deep positions are in the soft margin of each edge: 0 inside, 1 at the glass; signed inwards.
    #[inline(always)]
    pub(super) fn margin_depth(&self, at: Pair) -> Pair {
        if self.config.world.boundary != BoundaryMode::Soft {
            return Pair::ZERO;
        }
        let depth = |at: f32x4, length: f32| {
            let margin = self.behaviour().boundary.margin.min(length / 3.0);
            if margin <= 0.0 {
                return f32x4::ZERO;
            }
            let fraction = |far: f32x4| {
                let fraction = far * f32x4::splat(1.0 / margin);
                fraction.fast_max(f32x4::ZERO).fast_min(f32x4::ONE)
            };
            fraction(f32x4::splat(margin) - at) - fraction(at - f32x4::splat(length - margin))
        };
        Pair {
            x: depth(at.x, self.size[0]),
            y: depth(at.y, self.size[1]),
        }
    }
}

/// How deep in the margin of whichever edge is nearest.
#[inline(always)]
pub(super) fn deepest(margin: Pair) -> f32x4 {
    margin.x.abs().fast_max(margin.y.abs())
}
