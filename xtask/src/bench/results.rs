//! What `tests/bench/run.mjs` wrote.

use serde::Deserialize;

/// A whole run.
#[derive(Debug, Deserialize)]
pub(super) struct Results {
    pub(super) machine: Machine,
    pub(super) rows: Vec<Row>,
}

/// Where it ran.
#[derive(Debug, Deserialize)]
pub(super) struct Machine {
    pub(super) processor: String,
    pub(super) cores: u32,
    pub(super) system: String,
    pub(super) chromium: String,
    pub(super) node: String,
    /// Load average of the last minute, before and after.
    pub(super) load: [f64; 2],
}

/// One line of the tables.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Row {
    Kernel(Kernel),
    Frame(Frame),
    Start(Start),
}

/// Steps of one kernel.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Kernel {
    #[serde(rename = "where")]
    pub(super) place: String,
    pub(super) kernel: String,
    pub(super) state: String,
    pub(super) threads: u32,
    pub(super) fish: u32,
    pub(super) neighbours: f64,
    pub(super) ns_per_fish: f64,
    /// Quartiles of the batches.
    pub(super) spread: [f64; 2],
    /// The quickest batch: what the machine can do when it does nothing else.
    pub(super) least: f64,
    pub(super) step_ms: Spread,
}

/// Script on the main thread in each animation frame.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame {
    pub(super) what: String,
    pub(super) fish: u32,
    pub(super) main_ms: Spread,
}

/// From navigation to a picture.
#[derive(Debug, Deserialize)]
pub(super) struct Start {
    pub(super) what: String,
    pub(super) ms: f64,
    pub(super) bytes: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Spread {
    pub(super) p50: f64,
    pub(super) p95: f64,
}

impl Results {
    pub(super) fn kernels(&self) -> impl Iterator<Item = &Kernel> {
        self.rows.iter().filter_map(|row| match row {
            Row::Kernel(kernel) => Some(kernel),
            _ => None,
        })
    }

    pub(super) fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.rows.iter().filter_map(|row| match row {
            Row::Frame(frame) => Some(frame),
            _ => None,
        })
    }

    pub(super) fn starts(&self) -> impl Iterator<Item = &Start> {
        self.rows.iter().filter_map(|row| match row {
            Row::Start(start) => Some(start),
            _ => None,
        })
    }

    /// The row of a kernel, if it was measured.
    pub(super) fn kernel(
        &self,
        (place, kernel, threads): (&str, &str, u32),
        state: &str,
        fish: u32,
    ) -> Option<&Kernel> {
        self.kernels().find(|row| {
            (&*row.place, &*row.kernel, row.threads) == (place, kernel, threads)
                && row.state == state
                && row.fish == fish
        })
    }
}
