//! `cargo xtask soak`: a long visit by a restless hand, with an eye on memory, errors and hashes.

use anyhow::Result;
use clap::Args;

use crate::wasm::Profile;
use crate::{browsers, build, node};

/// How long, and how.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How long the visit lasts
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1440))]
    minutes: u32,
    /// Seed of what the visitor does
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Take what lies in dist/ instead of building it
    #[arg(long)]
    no_build: bool,
}

/// Visits, and prints a report in Markdown.
///
/// # Errors
/// When there is no Chromium, or when anything is amiss: a complaint of the page, memory that grows, a hash that differs.
pub(crate) fn soak(options: &Options) -> Result<()> {
    node::set_up()?;
    if !options.no_build {
        build::build(Profile::Release)?;
    }
    let mut command = browsers::script("soak.mjs")?;
    command.args([
        format!("--minutes={}", options.minutes),
        format!("--seed={}", options.seed),
    ]);
    crate::process::run(&mut command)
}
