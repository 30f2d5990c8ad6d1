//! What both threads agree on: memory layout, triple buffer, ring buffer, input events, configuration.
