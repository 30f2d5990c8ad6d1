//! How the fish of a tank sense: what the configuration means for the inner loop.

use shared::config::{BoundaryMode, Config, SchoolsWith, Species};

use super::sense::{self, Eye, Rules};
use super::{School, State, Tank};

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
            choosy: alignment < 1.0
                || self.config.boids.blind > 0.0
                || self.config.species.iter().any(picky),
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

/// How the fish in a slot senses.
pub(super) fn eye(config: &Config, company: &[f32; 16], school: &School, slot: usize) -> Eye {
    let flees = school.state[slot] == State::Flee as u32;
    Eye {
        sight: school.sight[slot],
        separation: config.boids.sep_radius
            * school.space[slot]
            * if flees {
                config.behaviour.flee.space
            } else {
                1.0
            },
        company: company[school.species[slot] as usize & 15],
        heading: [school.hx[slot], school.hy[slot]],
    }
}
