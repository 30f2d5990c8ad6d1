//! Everything that plain cargo cannot express: building for the browser, serving, testing.
//!
//! One file per task; `cargo xtask --help` lists them.

#![allow(
    clippy::print_stdout,
    reason = "a command-line tool: what was asked for goes to standard output"
)]

mod apt;
mod bench;
mod browsers;
mod build;
mod bundle;
mod check;
mod docs;
mod files;
mod hash;
mod loom;
mod node;
mod offline;
mod package;
mod paths;
mod preload;
mod process;
mod recipes;
mod serve;
mod servers;
mod shots;
mod sim;
mod soak;
mod test;
mod toolchain;
mod tsan;
mod wasm;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::wasm::Profile;

/// Builds, serves and tests MiroFish.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Find a compiler for WebAssembly with threads, or install what is missing
    Setup,
    /// Build the page and its WebAssembly into dist/
    Build {
        /// Use cargo's dev profile: quicker to build, slower to run
        #[arg(long)]
        dev: bool,
    },
    /// Build, then serve the page with the headers that shared memory needs
    Serve(serve::Options),
    /// Run a tank without a browser and measure it
    Sim(sim::Options),
    /// Build, then make the npm package in target/package/
    Package,
    /// Build, then write one HTML file that runs without a server
    Bundle(bundle::Options),
    /// Measure the engine, its peers and the page, natively and in Chromium
    Bench(bench::Options),
    /// Write the parts of docs/ that are generated
    Docs,
    /// Take pictures of every preset, in three sizes and both renderers
    Shots(shots::Options),
    /// Visit a tank for some minutes, restlessly, and report how it went
    Soak(soak::Options),
    /// Check format, lints, documentation and types
    Check,
    /// Test everything, or the named stages
    Test(test::Options),
}

/// What was asked for makes no sense; the message says why, and what would.
#[derive(Debug)]
struct BadInput(String);

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

fn main() -> ExitCode {
    match run(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            exit_code(&error)
        }
    }
}

/// Bad input ends like a flag that the parser refuses.
fn exit_code(error: &anyhow::Error) -> ExitCode {
    if error.is::<BadInput>() {
        ExitCode::from(2)
    } else {
        ExitCode::FAILURE
    }
}

fn run(task: Task) -> Result<()> {
    // Tools that are started find their configuration by the working folder.
    std::env::set_current_dir(paths::root())?;
    match task {
        Task::Setup => toolchain::set_up(),
        Task::Build { dev } => build::build(if dev { Profile::Dev } else { Profile::Release }),
        Task::Serve(options) => serve::serve(&options),
        Task::Sim(options) => sim::sim(&options),
        Task::Package => package::package(),
        Task::Bundle(options) => bundle::bundle(&options),
        Task::Bench(options) => bench::bench(&options),
        Task::Docs => docs::generate(),
        Task::Shots(options) => shots::shots(&options),
        Task::Soak(options) => soak::soak(&options),
        Task::Check => check::check(),
        Task::Test(options) => test::test(&options),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn an_unknown_flag_is_named_and_ends_with_code_2() {
        let error = Arguments::try_parse_from(["xtask", "build", "--fast"]).unwrap_err();
        assert!(error.to_string().contains("unexpected argument '--fast'"));
        assert_eq!(error.exit_code(), 2);
    }
}
