//! What both threads agree on, and nothing else: the memory layout, the triple buffer of frames, the ring of input
//! records, the bulletin of notices, the configuration schema, and the rolling statistics that both sides keep. No DOM, no engine, no clock.

pub mod bulletin;
pub mod config;
pub mod event;
pub mod layout;
pub mod notice;
pub mod ring;
pub mod stats;
pub mod triple;
pub mod words;

/// Steps of simulated time in a second. One *step* is the unit in which the configuration states speeds and forces.
pub const STEPS_PER_SECOND: f32 = 60.0;
/// Length of one step, in seconds.
pub const STEP: f32 = 1.0 / STEPS_PER_SECOND;
/// Length of one step, in milliseconds of the wall clock.
pub const STEP_MS: f64 = 1000.0 / 60.0;
