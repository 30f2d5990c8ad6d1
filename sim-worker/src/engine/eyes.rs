//! How the fish of a tank sense: what the configuration means for the inner loop.

use shared::config::{BoundaryMode, Config, SchoolsWith, Species};
use wide::{f32x4, u32x4};

use super::lanes::{LANES, Pair, floats, load, mask, words};
use super::school::SchoolMut;
use super::sense::{self, Eyes, Rules};
use super::swim::ROOM;
use super::{State, Tank};

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
        let mut company = [sense::ANYBODY; 16];
        for (index, species) in self.config.species.iter().enumerate().take(16) {
            company[index] = match species.schools_with {
                SchoolsWith::All => sense::ANYBODY,
                SchoolsWith::Own => index as f32,
                SchoolsWith::None => sense::ALONE,
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
