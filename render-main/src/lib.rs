//! The main thread: surface, renderers, gestures, statistics. Reads frames, never writes them.

pub mod renderer;
