//! The run in numbers: for people, for programs, and over time.

use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use shared::STEPS_PER_SECOND;
use sim_worker::engine::Tank;

use super::measure::{Measured, Sample};

/// Fractions of the fish's time.
#[derive(Debug, Serialize)]
pub(super) struct States {
    cruise: f64,
    seek: f64,
    flee: f64,
    linger: f64,
}

/// The summary. Lengths are world units, speeds world units per second.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    /// State hash at the end, 16 hex digits.
    pub(super) hash: String,
    pub(super) step: u64,
    fish: usize,
    /// Fish with a number that is not finite, at the worst moment.
    nan: u32,
    /// Fish outside the tank, at the worst moment.
    outside: u32,
    /// Over the whole run.
    states: States,
    /// Means over the second half of the run, as the four below.
    neighbours: f64,
    nearest: f64,
    polarisation: f64,
    rotation: f64,
    speed: f64,
    /// Measuring not counted.
    steps_per_second: f64,
}

impl Report {
    pub(super) fn new(tank: &Tank, measured: &Measured) -> Self {
        let time: u64 = measured.states.iter().sum();
        let share = |state: usize| measured.states[state] as f64 / time.max(1) as f64;
        let seconds = measured.stepping.as_secs_f64();
        Self {
            hash: format!("{:016x}", tank.hash()),
            step: measured.steps,
            fish: tank.school().len(),
            nan: measured.nan,
            outside: measured.outside,
            states: States {
                cruise: share(0),
                seek: share(1),
                flee: share(2),
                linger: share(3),
            },
            neighbours: measured.settled(|seen| seen.neighbours),
            nearest: measured.settled(|seen| seen.nearest),
            polarisation: measured.settled(|seen| seen.polarisation),
            rotation: measured.settled(|seen| seen.rotation),
            speed: measured.settled(|seen| seen.speed),
            steps_per_second: if seconds > 0.0 {
                measured.steps as f64 / seconds
            } else {
                0.0
            },
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let States {
            cruise,
            seek,
            flee,
            linger,
        } = self.states;
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        writeln!(f, "hash          {}", self.hash)?;
        writeln!(
            f,
            "steps         {} ({:.0} per second)",
            self.step, self.steps_per_second
        )?;
        writeln!(
            f,
            "fish          {} ({} not finite, {} outside)",
            self.fish, self.nan, self.outside
        )?;
        writeln!(
            f,
            "states        cruise {}, seek {}, flee {}, linger {}",
            percent(cruise),
            percent(seek),
            percent(flee),
            percent(linger)
        )?;
        writeln!(f, "means over the second half of the run:")?;
        writeln!(f, "neighbours    {:.1}", self.neighbours)?;
        writeln!(f, "nearest       {:.1} world units", self.nearest)?;
        writeln!(f, "polarisation  {:.3}", self.polarisation)?;
        writeln!(f, "rotation      {:.3}", self.rotation)?;
        writeln!(f, "speed         {:.1} world units per second", self.speed)
    }
}

/// Writes one line per sample. Lengths are world units, speeds world units per second; states count fish.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn write_csv(samples: &[Sample], file: &Path) -> Result<()> {
    let cannot_write = || format!("cannot write {}", file.display());
    let mut out = BufWriter::new(File::create(file).with_context(cannot_write)?);
    writeln!(
        out,
        "step,seconds,cruise,seek,flee,linger,neighbours,nearest,polarisation,rotation,speed,nan,outside"
    )
    .with_context(cannot_write)?;
    for Sample { step, seen } in samples {
        let [cruise, seek, flee, linger] = seen.states;
        writeln!(
            out,
            "{step},{:.3},{cruise},{seek},{flee},{linger},{},{},{},{},{},{},{}",
            *step as f64 / f64::from(STEPS_PER_SECOND),
            seen.neighbours,
            seen.nearest,
            seen.polarisation,
            seen.rotation,
            seen.speed,
            seen.nan,
            seen.outside
        )
        .with_context(cannot_write)?;
    }
    out.flush().with_context(cannot_write)
}
