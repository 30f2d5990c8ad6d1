//! What others may look at: the tank from outside.

use shared::config::Config;

use super::{CallOn, Grid, Larder, School, Tank, digest};

impl Tank {
    /// The fish.
    #[must_use]
    pub fn school(&self) -> &School {
        &self.school
    }

    /// The food.
    #[must_use]
    pub fn larder(&self) -> &Larder {
        &self.larder
    }

    /// The spatial hash, as of the start of the last step.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The configuration in force.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Width and height, world units.
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        self.size
    }

    /// Steps since the tank was made or reset.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.step
    }

    /// Counts the resets.
    #[must_use]
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Grows when the constant looks of the fish changed.
    #[must_use]
    pub fn looks_generation(&self) -> u32 {
        self.looks_generation
    }

    /// The call that is on, if any.
    #[must_use]
    pub fn call(&self) -> Option<CallOn> {
        self.call
    }

    /// Fish that scares put to flight since the tank was made or reset; those that fled already are not counted again.
    #[must_use]
    pub fn scared(&self) -> u32 {
        self.scared
    }

    /// Threads that share the work.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.crew.threads()
    }

    /// Fish in each state: CRUISE, SEEK, FLEE, LINGER.
    #[must_use]
    pub fn states(&self) -> [u32; 4] {
        let mut count = [0; 4];
        for &state in &self.school.state {
            count[state as usize & 3] += 1;
        }
        count
    }

    /// 64-bit hash over the whole state (XXH64): equal hashes, equal tanks. Independent of the order of slots, the build and
    /// the number of threads.
    #[must_use]
    pub fn hash(&self) -> u64 {
        digest::digest(self)
    }
}
