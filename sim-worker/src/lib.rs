//! The engine: a tank of fish as a plain library, and one thin worker entry.
