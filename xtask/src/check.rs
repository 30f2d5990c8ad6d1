//! `cargo xtask check`: generated documents, format, lints, documentation, types. The same here as in continuous integration.

use std::process::Command;

use anyhow::Result;

use crate::process::{heading, run};
use crate::toolchain::{Toolchain, cargo_program};
use crate::wasm::BUILDS;
use crate::{docs, node, paths};

/// The type checks: tests in Node, pages, and workers, each with the globals it has.
const TYPE_CHECKS: [&str; 3] = ["tsconfig.json", "tsconfig.www.json", "tsconfig.worker.json"];

/// Runs all checks; the first that fails ends them.
///
/// # Errors
/// When a check fails; the message shows its command.
pub(crate) fn check() -> Result<()> {
    heading("generated documents");
    docs::check()?;
    heading("format");
    run(&mut cargo("fmt --all --check"))?;
    heading("lints");
    run(&mut cargo(
        "clippy --workspace --all-targets --quiet -- -Dwarnings",
    ))?;
    lint_wasm()?;
    heading("documentation");
    run(cargo("doc --workspace --no-deps --quiet").env("RUSTDOCFLAGS", "-Dwarnings"))?;
    check_types()
}

fn cargo(line: &str) -> Command {
    let mut command = Command::new(cargo_program());
    command.args(line.split(' '));
    command
}

/// Code for WebAssembly alone is not seen by the native lints.
fn lint_wasm() -> Result<()> {
    let toolchain = Toolchain::set_up()?;
    let clippy = toolchain.clippy_driver();
    let tool = if clippy.is_some() {
        "clippy"
    } else {
        "the compiler; its clippy is not installed"
    };
    for build in &BUILDS {
        heading(&format!("lints of {} by {tool}", build.folder));
        let mut flags = build.rustflags();
        flags.retain(|flag| flag != "-Awarnings");
        flags.push("-Dwarnings".into());
        let mut command = toolchain.cargo("check", &flags);
        command.args(build.selection()).arg("--quiet");
        command
            .arg("--target-dir")
            .arg(paths::target().join("wasm-lint"));
        if let Some(driver) = &clippy {
            command.env("RUSTC_WORKSPACE_WRAPPER", driver);
        }
        run(&mut command)?;
    }
    Ok(())
}

fn check_types() -> Result<()> {
    node::set_up()?;
    for project in TYPE_CHECKS {
        heading(&format!("types, {project}"));
        run(node::tsc()
            .arg("--project")
            .arg(node::folder().join(project)))?;
    }
    Ok(())
}
