//! The stage `loom`: the model checker's runs of the protocols in `shared`.

use std::process::Command;

use anyhow::Result;

use crate::paths;
use crate::process::run;
use crate::toolchain::cargo_program;

/// Runs the models.
///
/// # Errors
/// When a protocol breaks in some interleaving; loom prints what was expected and found.
pub(crate) fn loom() -> Result<()> {
    run(Command::new(cargo_program())
        .args(["test", "--package=shared", "--test=model", "--quiet"])
        // Everything is compiled anew for these flags, and must not replace what was compiled without.
        .arg("--target-dir")
        .arg(paths::target().join("loom"))
        .env("CARGO_ENCODED_RUSTFLAGS", "--cfg\x1floom"))
}
