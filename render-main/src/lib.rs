//! The main thread: surface, renderers, gestures, quality governor, statistics.
