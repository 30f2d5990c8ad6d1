//! What the project holds itself to, and how far it is from that.

use super::results::{Kernel, Results};

/// A bar and what was measured against it.
#[derive(Debug)]
pub(super) struct Bar {
    pub(super) what: &'static str,
    /// As it is printed, with its unit.
    pub(super) allowed: String,
    pub(super) measured: String,
    pub(super) met: bool,
}

const CHROMIUM: (&str, &str, u32) = ("chromium", "engine", 1);
const NATIVE: (&str, &str, u32) = ("native", "engine", 1);
const WALK: (&str, &str, u32) = ("chromium", "walk", 1);
const TWO_THREADS: (&str, &str, u32) = ("chromium", "engine", 2);
const SORTED_SCRIPT: (&str, &str, u32) = ("chromium", "js counting sort", 1);
const LIBRARY: (&str, &str, u32) = ("chromium", "boids", 1);
/// A C++ fish simulation in WebAssembly that caps neighbours, as measured elsewhere on this kind of machine, ns per fish.
const CPP_CAPPED: f64 = 367.0;

/// Bars that can be judged from what was measured.
pub(super) fn judge(results: &Results) -> Vec<Bar> {
    let row = |who, state, fish| results.kernel(who, state, fish);
    let ns = |who, state, fish| row(who, state, fish).map(|row| row.ns_per_fish);
    let ratio = |slow: Option<f64>, quick: Option<f64>| Some(slow? / quick?);
    let ten = 10_000;
    let heap = ratio(ns(CHROMIUM, "heap", ten), ns(CHROMIUM, "uniform", ten));
    [
        at_most(
            "uniform, 10,000 fish, in Chromium",
            110.0,
            "ns per fish",
            ns(CHROMIUM, "uniform", ten),
        ),
        at_most(
            "schooled, 10,000 fish, in Chromium",
            230.0,
            "ns per fish",
            ns(CHROMIUM, "schooled", ten),
        ),
        at_least(
            "faster than the plain walk, uniform, 10,000 fish",
            4.5,
            ratio(ns(WALK, "uniform", ten), ns(CHROMIUM, "uniform", ten)),
        ),
        at_most(
            "100,000 fish against 1,000, each fish, uniform",
            1.25,
            "×",
            ratio(
                ns(CHROMIUM, "uniform", 100_000),
                ns(CHROMIUM, "uniform", 1000),
            ),
        ),
        at_most(
            "WebAssembly against native, uniform, 10,000 fish",
            1.3,
            "×",
            ratio(ns(CHROMIUM, "uniform", ten), ns(NATIVE, "uniform", ten)),
        ),
        at_most(
            "300 fish in Chromium, 95th percentile of a step",
            0.06,
            "ms",
            row(CHROMIUM, "uniform", 300).map(|row| row.step_ms.p95),
        ),
        at_least(
            "two threads, 100,000 fish",
            1.6,
            ratio(
                ns(CHROMIUM, "uniform", 100_000),
                ns(TWO_THREADS, "uniform", 100_000),
            ),
        ),
        at_least(
            "two threads, 300 fish, not slower than one",
            0.97,
            ratio(
                ns(CHROMIUM, "uniform", 300),
                ns(TWO_THREADS, "uniform", 300),
            ),
        ),
        at_most(
            "everybody within one cell against spread out, 10,000 fish",
            20.0,
            "×",
            heap,
        ),
        at_least(
            "faster than typed-array JavaScript with a counting sort, 10,000 fish",
            4.0,
            ratio(
                ns(SORTED_SCRIPT, "uniform", ten),
                ns(CHROMIUM, "uniform", ten),
            ),
        ),
        at_least(
            "faster than the JavaScript library, 10,000 fish",
            15.0,
            ratio(ns(LIBRARY, "uniform", ten), ns(CHROMIUM, "uniform", ten)),
        ),
        at_least(
            "faster than the capped C++ in WebAssembly (367 ns)",
            3.5,
            ratio(Some(CPP_CAPPED), ns(CHROMIUM, "uniform", ten)),
        ),
        at_least(
            "faster than each peer at every size",
            1.0,
            least_lead(results),
        ),
        at_most(
            "script in a frame, 300 fish, 95th percentile",
            0.4,
            "ms",
            results.frames().next().map(|frame| frame.main_ms.p95),
        ),
        at_most(
            "navigation to first drawn fish",
            400.0,
            "ms",
            results.starts().next().map(|start| start.ms),
        ),
        at_most(
            "bytes until then",
            200.0,
            "KiB",
            results
                .starts()
                .next()
                .map(|start| start.bytes as f64 / 1024.0),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// By what factor the engine leads the peer that comes nearest to it, in the same place, state and size.
fn least_lead(results: &Results) -> Option<f64> {
    let peers = results
        .kernels()
        .filter(|row| !["engine", "walk"].contains(&&*row.kernel));
    let lead = |peer: &Kernel| {
        let own = results.kernel((&peer.place, "engine", 1), &peer.state, peer.fish)?;
        Some(peer.ns_per_fish / own.ns_per_fish)
    };
    peers.filter_map(lead).min_by(f64::total_cmp)
}

fn at_most(what: &'static str, bar: f64, unit: &str, measured: Option<f64>) -> Option<Bar> {
    measured.map(|measured| Bar {
        what,
        allowed: format!("at most {bar} {unit}"),
        measured: format!("{} {unit}", plain(measured)),
        met: measured <= bar,
    })
}

fn at_least(what: &'static str, bar: f64, measured: Option<f64>) -> Option<Bar> {
    measured.map(|measured| Bar {
        what,
        allowed: format!("at least {bar} ×"),
        measured: format!("{} ×", plain(measured)),
        met: measured >= bar,
    })
}

/// Three significant digits.
pub(super) fn plain(number: f64) -> String {
    let digits = if number == 0.0 {
        0
    } else {
        (2 - number.abs().log10().floor() as i32).max(0) as usize
    };
    format!("{number:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(plain(0.04567), "0.0457");
        assert_eq!(plain(1.0), "1.00");
        assert_eq!(plain(123.4), "123");
        assert_eq!(plain(36_000.0), "36000");
    }

    #[test]
    fn a_bar_that_was_not_measured_is_left_out() {
        let text = r#"{"machine": {"processor": "", "cores": 2, "system": "", "chromium": "", "node": "", "load": [0, 0]}, "rows": [
            {"where": "chromium", "kernel": "engine", "state": "uniform", "threads": 1, "fish": 10000, "neighbours": 12,
             "nsPerFish": 120, "spread": [119, 121], "least": 118, "stepMs": {"p50": 1.2, "p95": 1.3}},
            {"where": "chromium", "kernel": "walk", "state": "uniform", "threads": 1, "fish": 10000, "neighbours": 12,
             "nsPerFish": 600, "spread": [590, 610], "least": 580, "stepMs": {"p50": 6, "p95": 7}}
        ]}"#;
        let bars = judge(&serde_json::from_str(text).unwrap());
        let judged: Vec<_> = bars.iter().map(|bar| (&*bar.measured, bar.met)).collect();
        assert_eq!(
            judged,
            [
                ("120 ns per fish", false),
                ("5.00 ×", true),
                ("3.06 ×", false)
            ]
        );
    }
}
