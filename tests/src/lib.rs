//! Promises that span the crates.
