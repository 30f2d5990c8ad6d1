//! The main thread: surface, renderers, gestures, quality governor, statistics. Reads frames, never writes them.

mod error;
pub mod gesture;
pub mod governor;
pub mod input;
mod look;
mod math;
mod mirror;
mod notices;
mod object;
pub mod profile;
pub mod renderer;
mod snapshot;
mod source;
pub mod stage;
pub mod stats;
mod surface;
pub mod touches;
