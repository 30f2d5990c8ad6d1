//! Small runs of the three protocols in every interleaving, and with every stale value that the memory orders allow, by
//! the model checker loom: `cargo xtask test loom`.
#![cfg(loom)]

mod bulletin;
mod plain;
mod ring;
mod triple;
