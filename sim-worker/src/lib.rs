//! The engine: a tank of fish as a plain library, and one thin worker entry.
//!
//! [`engine::Tank`] is the whole simulation: it knows no browser and no clock, and runs anywhere. Around it stand
//! [`clock`] (fixed steps out of a wall clock that somebody else reads), [`region`] (the memory that the page reads),
//! [`publish`] (a tank's state as a frame), [`replay`] (what was done to it, kept and done again) and [`session`], which ties
//! them together. Only the wasm build has `entry`,
//! what the worker's script calls.

#[cfg(all(target_arch = "wasm32", feature = "bench"))]
mod bench;
pub mod clock;
pub mod engine;
mod herald;
pub mod publish;
pub mod region;
pub mod replay;
pub mod session;

#[cfg(target_arch = "wasm32")]
mod entry;
#[cfg(all(target_arch = "wasm32", feature = "threads"))]
mod heap;
#[cfg(target_arch = "wasm32")]
mod numbers;
