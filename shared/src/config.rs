//! The one configuration document: its sections, defaults, ranges and units.
//!
//! Every number that shapes the fish or the picture stands here, in a `section!` table from which the types, the
//! defaults, the validation and the list of fields ([`fields`], which documents and schemas are made of) all come.
//! Lengths are world units (CSS pixels at world scale 1), speeds world units per step, times seconds, angles radians
//! unless the unit says otherwise.

mod document;
mod error;
mod field;
mod flat;
mod look;
mod number;
mod place;
mod section;
mod tank;
mod words;

pub use document::{MAX_JSON_BYTES, merge, parse};
pub use error::ConfigError;
pub use field::{FieldRow, Hsl, LONGEST_TEXT, MOST_ELEMENTS};
pub use flat::{changed, difference};
pub use look::{Bottom, Caustics, Light, Quality, Shadow, Theme, View, Water};
pub use number::short;
pub use tank::{
    Behaviour, Boids, Boundary, BoundaryMode, Call, Flee, Food, Individual, Linger, Pattern, Scare,
    SchoolsWith, Seek, SizeMode, Species, Wander, World,
};

use field::Field;
use place::Place;
use section::section;

section! {
    /// The whole document.
    pub struct Config {
        /// The tank: its size, its edges, how many fish.
        world: World,
        /// How fish steer by each other.
        boids: Boids,
        /// States, timers, food, scare and call.
        behaviour: Behaviour,
        /// The kinds of fish, as ratios; 1 to 16 of them.
        species: Vec<Species> = vec![Species::default()],
        /// Water, light, bottom, caustics, shadows.
        theme: Theme,
        /// What drawing may cost.
        quality: Quality,
    }
}

impl Config {
    /// Checks every field and what fields must agree on.
    ///
    /// # Errors
    /// The first field that is wrong, with its path, its value and what is allowed.
    pub fn check(&self) -> Result<(), ConfigError> {
        Field::check(self, &Place::Root)?;
        let ratios: f32 = self.species.iter().map(|species| species.count_ratio).sum();
        if ratios <= 0.0 {
            return Err(ConfigError::new(
                "species[].countRatio",
                "all 0",
                "at least one above 0",
            ));
        }
        for (index, species) in self.species.iter().enumerate() {
            if self.species[..index]
                .iter()
                .any(|earlier| earlier.id == species.id)
            {
                let path = format!("species[{index}].id");
                return Err(ConfigError::new(
                    path,
                    format!("{:?}", species.id),
                    "an id that no other species has",
                ));
            }
        }
        if let (Some(count), Some(capacity)) = (self.world.count, self.world.capacity)
            && count > capacity
        {
            return Err(ConfigError::new(
                "world.count",
                count,
                format!("at most world.capacity, {capacity}"),
            ));
        }
        if self.boids.sep_radius > self.boids.perception {
            let allowed = format!("at most boids.perception, {}", self.boids.perception);
            return Err(ConfigError::new(
                "boids.sepRadius",
                self.boids.sep_radius,
                allowed,
            ));
        }
        Ok(())
    }

    /// Fish for a tank of this size in world units: as asked for, else by area, never more than `capacity`.
    #[must_use]
    pub fn population(&self, width: f32, height: f32) -> u32 {
        let by_area = (width * height / 5200.0).clamp(30.0, 320.0) as u32;
        self.world.count.unwrap_or(by_area).min(self.capacity())
    }

    /// Fish that memory is made for: as asked for, else room for the default population and some more.
    #[must_use]
    pub fn capacity(&self) -> u32 {
        self.world
            .capacity
            .unwrap_or_else(|| self.world.count.unwrap_or(0).max(1024))
    }
}

/// All fields of the document, in order: what documents, schemas and panels are made from.
#[must_use]
pub fn fields() -> Vec<FieldRow> {
    let mut rows = Vec::new();
    Config::default().rows(&Place::Root, &mut rows);
    rows
}
