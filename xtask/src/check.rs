//! `cargo xtask check`: generated documents, format, lints, documentation, types. The same here as in continuous integration.

use std::process::Command;

use anyhow::{Result, bail};

use crate::process::{heading, run};
use crate::toolchain::{Toolchain, cargo_program};
use crate::wasm::BUILDS;
use crate::{docs, node, paths};

/// The type checks: tests in Node, pages, and workers, each with the globals it has.
const TYPE_CHECKS: [&str; 3] = ["tsconfig.json", "tsconfig.www.json", "tsconfig.worker.json"];

type Step = (&'static str, fn() -> Result<()>);

/// What is checked, the quick ones first.
const STEPS: [Step; 6] = [
    ("generated documents", docs::check),
    ("format", check_format),
    ("types", check_types),
    ("lints", lint),
    ("lints for WebAssembly", lint_wasm),
    ("documentation", check_documentation),
];

/// Runs all checks, also those after one that fails: whoever has to mend things wants to see all of them.
///
/// # Errors
/// When a check fails; the message shows the commands that did.
pub(crate) fn check() -> Result<()> {
    let mut failures = Vec::new();
    for (name, step) in STEPS {
        heading(name);
        if let Err(error) = step() {
            eprintln!("   {error:#}");
            failures.push(format!("{name}: {error:#}"));
        }
    }
    if !failures.is_empty() {
        bail!("{}", failures.join("\n  "));
    }
    Ok(())
}

fn check_format() -> Result<()> {
    run(&mut cargo("fmt --all --check"))
}

fn lint() -> Result<()> {
    run(&mut cargo(
        "clippy --workspace --all-targets --quiet -- -Dwarnings",
    ))
}

fn check_documentation() -> Result<()> {
    run(cargo("doc --workspace --no-deps --quiet").env("RUSTDOCFLAGS", "-Dwarnings"))
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
        eprintln!("   {} by {tool}", build.folder);
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
        eprintln!("   {project}");
        run(node::tsc()
            .arg("--project")
            .arg(node::folder().join(project)))?;
    }
    Ok(())
}
