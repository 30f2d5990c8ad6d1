//! Promises that span the crates: what the tests of several files need.

use shared::config::{Config, merge};
use sim_worker::engine::{Crew, Tank};

/// The presets that are shipped, by name.
pub const PRESETS: [(&str, &str); 8] = [
    (
        "community",
        include_str!("../../www/presets/community.json"),
    ),
    (
        "timid-school",
        include_str!("../../www/presets/timid-school.json"),
    ),
    ("loners", include_str!("../../www/presets/loners.json")),
    ("koi-pond", include_str!("../../www/presets/koi-pond.json")),
    (
        "neon-night",
        include_str!("../../www/presets/neon-night.json"),
    ),
    ("vortex", include_str!("../../www/presets/vortex.json")),
    (
        "migration",
        include_str!("../../www/presets/migration.json"),
    ),
    (
        "dispersed",
        include_str!("../../www/presets/dispersed.json"),
    ),
];

/// A preset with a patch over it.
///
/// # Panics
/// If there is no such preset, or the patch is not allowed.
#[must_use]
pub fn preset(name: &str, patch: &str) -> Config {
    let (_, json) = PRESETS
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a shipped preset");
    let base = merge(&Config::default(), json).expect("a preset is allowed");
    merge(&base, patch).expect("an allowed patch")
}

/// A tank of 1280 × 720 world units, stepped by one thread.
#[must_use]
pub fn tank(config: Config, seed: u64) -> Tank {
    Tank::new(config, [1280.0, 720.0], seed, Crew::single())
}

/// Runs so many seconds of tank time.
pub fn run(tank: &mut Tank, seconds: f32) {
    for _ in 0..(seconds * shared::STEPS_PER_SECOND) as u32 {
        tank.step();
    }
}

/// The Rust in the documentation, compiled and run.
#[cfg(doctest)]
mod docs {
    #[doc = include_str!("../../docs/contributing.md")]
    struct Contributing;
    #[doc = include_str!("../../docs/determinism.md")]
    struct Determinism;
}
