//! `cargo xtask bench`: the engine, its plain walk and its peers, natively and in Chromium, in one run; the page's frames and start.

mod bars;
mod document;
mod plot;
mod results;
mod table;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use self::results::Results;
use crate::browsers::Browsers;
use crate::process::{heading, run};
use crate::toolchain::{Toolchain, cargo_program};
use crate::wasm::{BENCH, Profile};
use crate::{BadInput, build, node, paths};

/// How thoroughly to measure, and what to write.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Fewer and shorter rounds: within a minute, after building
    #[arg(long)]
    quick: bool,
    /// Write everything that was measured as JSON
    #[arg(long, value_name = "FILE", value_parser = absolute)]
    json: Option<PathBuf>,
    /// Take what an earlier run wrote with --json instead of measuring
    #[arg(long, value_name = "FILE", value_parser = absolute, conflicts_with_all = ["quick", "json"])]
    from: Option<PathBuf>,
    /// Write the tables and the plot of docs/performance.md anew
    #[arg(long, conflicts_with = "quick")]
    docs: bool,
}

fn absolute(text: &str) -> Result<PathBuf, String> {
    std::path::absolute(text).map_err(|error| error.to_string())
}

/// Builds, measures, prints, and writes what was asked for.
///
/// # Errors
/// When something cannot be built, there is no Chromium, or a file cannot be read or written.
pub(crate) fn bench(options: &Options) -> Result<()> {
    let text = match &options.from {
        Some(file) => fs::read_to_string(file)
            .map_err(|error| BadInput(format!("--from {}: {error}", file.display())))?,
        None => measure(options.quick)?,
    };
    let results: Results = serde_json::from_str(&text).context("in what was measured")?;
    print!("{}", table::text(&results));
    if let Some(file) = &options.json {
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    if options.docs {
        document::write(&results)?;
    }
    Ok(())
}

/// Builds and measures; gives the results as JSON.
fn measure(quick: bool) -> Result<String> {
    node::set_up()?;
    let chromium = Browsers::set_up()?.chromium;
    let chromium =
        chromium.context("Chromium was not found.\n  Remedy: install it, or name it in CHROME")?;
    build::build(Profile::Release)?;
    let engine = BENCH.build(&Toolchain::set_up()?, Profile::Release)?;
    let native = build_native()?;

    heading("measuring");
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("bench.json");
    let mut command = Command::new("node");
    command
        .arg(node::folder().join("bench/run.mjs"))
        .arg(&file)
        .args(quick.then_some("--quick"))
        .env("MIROFISH_CHROMIUM", chromium)
        .env("MIROFISH_XTASK", std::env::current_exe()?)
        .env("MIROFISH_BENCH_ENGINE", engine)
        .env("MIROFISH_BENCH_NATIVE", native);
    run(&mut command)?;
    Ok(fs::read_to_string(&file)?)
}

/// The program that measures on this machine's own processor.
fn build_native() -> Result<PathBuf> {
    heading("native (release)");
    let mut command = Command::new(cargo_program());
    command.args(
        "build --release --package mirofish-tests --features bench --bin bench-native".split(' '),
    );
    run(&mut command)?;
    let name = format!("bench-native{}", std::env::consts::EXE_SUFFIX);
    Ok(paths::target().join("release").join(name))
}
