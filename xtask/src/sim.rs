//! `cargo xtask sim`: a tank without a browser, run as fast as it goes and measured.

mod input;
mod measure;
mod plot;
mod report;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::RangedU64ValueParser;

use self::input::Run;
use self::report::Report;

/// What to run, and what to write.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Fish in the tank; by default as many as the configuration asks for, else by area
    #[arg(long, value_name = "N")]
    fish: Option<u64>,
    /// Steps of 1/60 s
    #[arg(long, value_name = "N", default_value_t = 3600)]
    steps: u64,
    /// Seed of everything random; by default the configuration's, else 1
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Size of the element that would show the tank, CSS pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = input::size)]
    size: [f32; 2],
    /// Configuration out of www/presets/; `community` if there is no --config
    #[arg(long, value_name = "NAME", conflicts_with = "config")]
    preset: Option<String>,
    /// Configuration out of a file: a patch over the defaults
    #[arg(long, value_name = "FILE", value_parser = input::path)]
    config: Option<PathBuf>,
    /// Threads that share the work; the result is the same
    #[arg(long, value_name = "N", default_value = "1", value_parser = RangedU64ValueParser::<usize>::new().range(1..=64))]
    threads: usize,
    /// Repeat a recorded session, which says all of the above except for the threads
    #[arg(long, value_name = "FILE", value_parser = input::path, conflicts_with_all = ["fish", "steps", "seed", "size", "preset", "config"])]
    replay: Option<PathBuf>,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
    /// Write what was measured over time as comma-separated values
    #[arg(long, value_name = "FILE", value_parser = input::path)]
    csv: Option<PathBuf>,
    /// Draw polarisation and rotation over time, as SVG
    #[arg(long, value_name = "FILE", value_parser = input::svg_path)]
    plot: Option<PathBuf>,
}

/// Runs the tank, then prints and writes what was asked for.
///
/// # Errors
/// When the input makes no sense, a file cannot be read or written, or the run went wrong: a number that is not finite, a
/// fish outside the tank, or a recording that came out otherwise than it was.
pub(crate) fn sim(options: &Options) -> Result<()> {
    let mut run = Run::new(options)?;
    let measured = measure::measure(&mut run);
    let report = Report::new(&run.tank, &measured);
    if options.json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        print!("{report}");
    }
    if let Some(file) = &options.csv {
        report::write_csv(&measured.samples, file)?;
    }
    if let Some(file) = &options.plot {
        plot::draw(&measured.samples, &run.title, file)?;
    }
    if measured.nan > 0 || measured.outside > 0 {
        bail!(
            "the run went wrong: up to {} fish had a number that is not finite, up to {} were outside the tank",
            measured.nan,
            measured.outside
        );
    }
    run.compare()
}

#[cfg(test)]
mod tests;
