//! How the fish of a tank sense: what the configuration means for the inner loop.

use shared::config::{BoundaryMode, Config, SchoolsWith, Species};
use wide::{f32x4, u32x4};

use super::lanes::{LANES, Pair, floats, load, mask, words};
use super::school::SchoolMut;
use super::steer::ROOM;
use super::{State, Tank};

/// What all fish of a step have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Fish align with those within this fraction of the sight, 0 to 1.
    pub(super) alignment: f32,
    /// Square of the cosine of half the blind angle; more than 1 if fish see all around.
    pub(super) blind_cosine2: f32,
    /// Fright is caught within this fraction of the sight.
    pub(super) contagion: f32,
    /// Others within this distance matter, seen or not.
    pub(super) aware: f32,
    /// Size of the tank if it is a torus.
    pub(super) torus: Option<[f32; 2]>,
    /// Whether anybody flees.
    pub(super) frightened: bool,
    /// Whether any species is choosy about its company.
    pub(super) choosy: bool,
    /// Whether fish do not see all around, or align less far than they see.
    pub(super) narrow: bool,
}

/// Whom a fish aligns and coheres with, by number: the species it goes with, [`ANYBODY`] or [`ALONE`].
pub(super) const ANYBODY: f32 = -2.0;
/// See [`ANYBODY`].
pub(super) const ALONE: f32 = -3.0;

/// Four fish that sense, as they stood before the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eyes {
    /// The lanes in which there is a fish.
    pub(super) fish: usize,
    pub(super) position: Pair,
    pub(super) velocity: Pair,
    pub(super) heading: Pair,
    pub(super) sight: f32x4,
    /// Radius of separation.
    pub(super) separation: f32x4,
    pub(super) company: [f32; LANES],
    /// Mask of those who flee.
    pub(super) flees: f32x4,
}

impl Tank {
    /// What all fish of this step have in common.
    pub(super) fn rules(&self) -> Rules {
        let alignment = self
            .config
            .boids
            .ali_radius
            .map_or(1.0, |radius| radius / self.config.boids.perception);
        let blind_cosine2 = match self.config.boids.blind {
            0.0 => 2.0,
            blind => libm::cosf(blind * 0.5) * libm::cosf(blind * 0.5),
        };
        let picky = |species: &Species| species.schools_with != SchoolsWith::All;
        Rules {
            alignment,
            contagion: self.config.behaviour.scare.contagion,
            torus: (self.config.world.boundary == BoundaryMode::Wrap).then_some(self.size),
            frightened: self.school.state.contains(&(State::Flee as u32)),
            blind_cosine2,
            aware: (self.config.boids.sep_radius * ROOM[1]).max(self.config.behaviour.linger.alone),
            choosy: self.config.species.iter().any(picky),
            narrow: alignment < 1.0 || self.config.boids.blind > 0.0,
        }
    }

    /// Whom the fish of each species align and cohere with.
    pub(super) fn company(&self) -> [f32; 16] {
        let mut company = [ANYBODY; 16];
        for (index, species) in self.config.species.iter().enumerate().take(16) {
            company[index] = match species.schools_with {
                SchoolsWith::All => ANYBODY,
                SchoolsWith::Own => index as f32,
                SchoolsWith::None => ALONE,
            };
        }
        company
    }
}

/// How the fish in the slots from `i` on sense.
#[inline(always)]
pub(super) fn eyes(config: &Config, company: &[f32; 16], school: &SchoolMut<'_>, i: usize) -> Eyes {
    let flees = mask(words(school.state, i).simd_eq(u32x4::splat(State::Flee as u32)));
    let space = flees.bitselect(f32x4::splat(config.behaviour.flee.space), f32x4::ONE);
    Eyes {
        fish: LANES.min(school.len() - i),
        position: Pair::load(school.x, school.y, i),
        velocity: Pair::load(school.vx, school.vy, i),
        heading: Pair::load(school.hx, school.hy, i),
        sight: floats(school.sight, i),
        separation: f32x4::splat(config.boids.sep_radius) * floats(school.space, i) * space,
        company: load(school.species, i).map(|species| company[species as usize & 15]),
        flees: flees & floats(school.timer, i).simd_gt(f32x4::ZERO),
    }
}
