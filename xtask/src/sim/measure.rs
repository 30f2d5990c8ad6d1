//! Running the steps and looking at the tank meanwhile.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sim_worker::engine::{Observation, Tank};

use super::input::Run;

/// Steps between two samples: six samples for each second of tank time.
const SAMPLE_EVERY: u64 = 10;

/// The tank at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Steps run until then.
    pub(super) step: u64,
    /// What was measured.
    pub(super) seen: Observation,
}

/// A whole run.
#[derive(Debug, Default)]
pub(super) struct Measured {
    /// Steps run.
    pub(super) steps: u64,
    /// In order; the last is of the end.
    pub(super) samples: Vec<Sample>,
    /// Fish in each state, summed over the steps.
    pub(super) states: [u64; 4],
    /// Fish with a number that is not finite, at the worst moment.
    pub(super) nan: u32,
    /// Fish outside the tank, at the worst moment.
    pub(super) outside: u32,
    /// Time spent in steps alone.
    pub(super) stepping: Duration,
}

/// Runs all steps. Shows a progress bar where standard error is a terminal.
pub(super) fn measure(run: &mut Run) -> Measured {
    let bar = progress(run.steps);
    let mut measured = Measured {
        steps: run.steps,
        ..Measured::default()
    };
    for step in 1..=run.steps {
        let started = Instant::now();
        run.step();
        measured.stepping += started.elapsed();
        measured.count(&run.tank);
        if step.is_multiple_of(SAMPLE_EVERY) && step != run.steps {
            measured.sample(step, &run.tank);
            bar.set_position(step);
        }
    }
    if run.steps == 0 {
        measured.count(&run.tank);
    }
    measured.sample(run.steps, &run.tank);
    bar.finish_and_clear();
    measured
}

fn progress(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} steps, {eta} left");
    ProgressBar::new(steps).with_style(style.expect("a template that is well-formed"))
}

impl Measured {
    fn sample(&mut self, step: u64, tank: &Tank) {
        let seen = tank.observe();
        self.samples.push(Sample { step, seen });
    }

    /// What is looked at after every step, as it may be over a moment later.
    fn count(&mut self, tank: &Tank) {
        for (sum, count) in self.states.iter_mut().zip(tank.states()) {
            *sum += u64::from(count);
        }
        let school = tank.school();
        let [width, height] = tank.size();
        let (mut nan, mut outside) = (0, 0);
        for slot in 0..school.len() {
            let (x, y) = (school.x[slot], school.y[slot]);
            let numbers = [
                x,
                y,
                school.vx[slot],
                school.vy[slot],
                school.hx[slot],
                school.hy[slot],
            ];
            nan += u32::from(!numbers.iter().all(|number| number.is_finite()));
            outside += u32::from(!((0.0..=width).contains(&x) && (0.0..=height).contains(&y)));
        }
        self.nan = self.nan.max(nan);
        self.outside = self.outside.max(outside);
    }

    /// Mean of a measure over the second half of the run.
    pub(super) fn settled(&self, measure: impl Fn(&Observation) -> f32) -> f64 {
        let late: Vec<f64> = self
            .samples
            .iter()
            .filter(|sample| sample.step * 2 >= self.steps)
            .map(|sample| f64::from(measure(&sample.seen)))
            .collect();
        late.iter().sum::<f64>() / late.len() as f64
    }
}
