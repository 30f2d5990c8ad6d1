//! `cargo xtask test`: everything, as a list of named stages that can also be run alone.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::browsers::Browsers;
use crate::process::{find_program, heading, run};
use crate::servers::Servers;
use crate::toolchain::{self, cargo_program};
use crate::wasm::Profile;
use crate::{build, check, loom, node, package, tsan};

/// A file of tests that takes longer hangs.
const TEST_LIMIT: Duration = Duration::from_secs(1200);

/// Which stages to run.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Stages to run; all of them by default
    #[arg(value_name = "STAGE", value_parser = PossibleValuesParser::new(STAGES.iter().map(|stage| stage.name)))]
    stages: Vec<String>,
    /// List the stages and run none
    #[arg(long)]
    list: bool,
}

/// One part of the tests. A stage sets up what it needs by itself, so that each can be run alone.
struct Stage {
    name: &'static str,
    about: &'static str,
    run: fn() -> Result<()>,
}

/// In the order they run; a stage that fails ends the run, as later ones build on it.
const STAGES: [Stage; 8] = [
    Stage {
        name: "setup",
        about: "compiler, packages and browsers, installed where missing",
        run: set_up,
    },
    Stage {
        name: "check",
        about: "format, lints, documentation, types",
        run: check::check,
    },
    Stage {
        name: "native",
        about: "all tests in Rust, on this machine's processor",
        run: native,
    },
    Stage {
        name: "loom",
        about: "the protocols in every interleaving, by model checker",
        run: loom::loom,
    },
    Stage {
        name: "tsan",
        about: "tests with more than one thread, by thread sanitizer",
        run: tsan::tsan,
    },
    Stage {
        name: "script",
        about: "tests of the JavaScript that need no browser",
        run: script,
    },
    Stage {
        name: "build",
        about: "dist/, as it is served, and the npm package",
        run: build_dist,
    },
    Stage {
        name: "browser",
        about: "the built page in Chromium and Firefox",
        run: browser,
    },
];

/// Runs the stages and prints how each ended.
///
/// # Errors
/// When a stage failed.
pub(crate) fn test(options: &Options) -> Result<()> {
    let wanted = |stage: &&Stage| {
        options.stages.is_empty() || options.stages.iter().any(|name| name == stage.name)
    };
    if options.list {
        for stage in STAGES.iter().filter(wanted) {
            println!("{:<10}{}", stage.name, stage.about);
        }
        return Ok(());
    }
    let mut summary = String::new();
    let mut failure = None;
    for stage in STAGES.iter().filter(wanted) {
        if failure.is_some() {
            writeln!(summary, "   {:<10}not run", stage.name)?;
            continue;
        }
        heading(&format!("stage {}: {}", stage.name, stage.about));
        let started = Instant::now();
        let result = (stage.run)();
        let word = if result.is_ok() { "passed" } else { "failed" };
        writeln!(
            summary,
            "   {:<10}{word:<10}{:>7.1} s",
            stage.name,
            started.elapsed().as_secs_f64()
        )?;
        failure = result
            .err()
            .map(|error| error.context(format!("stage {} failed", stage.name)));
    }
    heading("summary");
    eprint!("{summary}");
    failure.map_or(Ok(()), Err)
}

fn set_up() -> Result<()> {
    toolchain::set_up()?;
    node::set_up()?;
    let browsers = Browsers::set_up()?;
    for (name, program) in [
        ("Chromium", &browsers.chromium),
        ("Firefox", &browsers.firefox),
    ] {
        let place = program
            .as_ref()
            .map_or("not found".into(), |path| path.display().to_string());
        eprintln!("   {name}: {place}");
    }
    Ok(())
}

fn native() -> Result<()> {
    let test = || {
        let mut command = Command::new(cargo_program());
        command.args(["test", "--quiet"]);
        command
    };
    run(test().args(["--workspace", "--exclude=xtask"]))?;
    // In the profile in which this program was built, so that its dependencies are not built again.
    run(test().args(["--package=xtask", "--profile=tools"]))
}

fn script() -> Result<()> {
    node::set_up()?;
    run(Command::new("node")
        .args(node_test_arguments())
        .args(test_files("unit")?))
}

fn build_dist() -> Result<()> {
    build::build(Profile::Release)?;
    package::assemble().map(drop)
}

/// Runs the tests of every browser that is there, and fails when one is not.
fn browser() -> Result<()> {
    node::set_up()?;
    let browsers = Browsers::set_up()?;
    let servers = Servers::set_up();
    let mut command = on_a_screen();
    command
        .args(node_test_arguments())
        // Each test has a browser of its own; two at once would disturb each other's timing.
        .arg("--test-concurrency=1")
        .args(test_files("browser")?)
        .env("CI", "true")
        .env("MIROFISH_XTASK", std::env::current_exe()?)
        .envs(servers.variables);
    for (variable, program) in [
        ("MIROFISH_CHROMIUM", &browsers.chromium),
        ("MIROFISH_FIREFOX", &browsers.firefox),
    ] {
        match program {
            Some(path) => command.env(variable, path),
            None => command.env_remove(variable),
        };
    }
    run(&mut command)?;
    let missing = [browsers.missing(), servers.missing].concat();
    if !missing.is_empty() {
        bail!(missing.join("\n"));
    }
    Ok(())
}

/// Node, under a virtual screen where there is one to be had: Firefox has no WebGL without.
fn on_a_screen() -> Command {
    let Some(xvfb) = find_program("xvfb-run") else {
        return Command::new("node");
    };
    let mut command = Command::new(xvfb);
    command.args([
        "--auto-servernum",
        "--server-args=-screen 0 1920x1200x24",
        "node",
    ]);
    command
}

fn node_test_arguments() -> [String; 3] {
    let limit = format!("--test-timeout={}", TEST_LIMIT.as_millis());
    ["--test".into(), "--test-reporter=spec".into(), limit]
}

/// The files `tests/<folder>/*.test.mjs`; none at all is an error, as it would look like a pass.
fn test_files(folder: &str) -> Result<Vec<PathBuf>> {
    let folder = node::folder().join(folder);
    let entries =
        std::fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut found = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    found.retain(|path| is_test(path));
    found.sort();
    if found.is_empty() {
        bail!("{} holds no *.test.mjs", folder.display());
    }
    Ok(found)
}

fn is_test(path: &Path) -> bool {
    path.file_name()
        .and_then(|name| name.to_str())
        .is_some_and(|name| name.ends_with(".test.mjs"))
}
