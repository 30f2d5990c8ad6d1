//! What was measured as tables: on the screen, and in Markdown.

use std::fmt::Write as _;

use super::bars::{judge, plain};
use super::results::Results;

/// Titles and lines of one table.
pub(super) struct Table {
    titles: Vec<&'static str>,
    lines: Vec<Vec<String>>,
}

/// The kernels, the page, the bars.
pub(super) fn tables(results: &Results) -> [Table; 3] {
    let kernels = results.kernels().map(|row| {
        vec![
            row.place.clone(),
            row.kernel.clone(),
            row.state.clone(),
            row.threads.to_string(),
            row.fish.to_string(),
            plain(row.neighbours),
            plain(row.ns_per_fish),
            format!("{} to {}", plain(row.spread[0]), plain(row.spread[1])),
            plain(row.least),
            plain(row.step_ms.p50),
            plain(row.step_ms.p95),
        ]
    });
    let frames = results.frames().map(|row| {
        let (p50, p95) = (plain(row.main_ms.p50), plain(row.main_ms.p95));
        vec![
            row.what.clone(),
            row.fish.to_string(),
            p50,
            p95,
            String::new(),
        ]
    });
    let starts = results.starts().map(|row| {
        let bytes = row.bytes.to_string();
        vec![
            row.what.clone(),
            String::new(),
            plain(row.ms),
            String::new(),
            bytes,
        ]
    });
    let bars = judge(results).into_iter().map(|bar| {
        let met = if bar.met { "yes" } else { "no" };
        vec![
            bar.what.to_owned(),
            bar.allowed,
            bar.measured,
            met.to_owned(),
        ]
    });
    [
        Table {
            titles: vec![
                "where",
                "kernel",
                "state",
                "threads",
                "fish",
                "neighbours",
                "ns per fish",
                "quartiles",
                "least",
                "step p50, ms",
                "step p95, ms",
            ],
            lines: kernels.collect(),
        },
        Table {
            titles: vec!["what", "fish", "p50, ms", "p95, ms", "bytes"],
            lines: frames.chain(starts).collect(),
        },
        Table {
            titles: vec!["bar", "allowed", "measured", "met"],
            lines: bars.collect(),
        },
    ]
}

/// All of it for a terminal.
pub(super) fn text(results: &Results) -> String {
    tables(results).map(|table| table.aligned()).join("\n")
}

impl Table {
    fn aligned(&self) -> String {
        let width = |column: usize, title: &str| {
            let cells = self.lines.iter().map(|line| line[column].chars().count());
            cells.max().unwrap_or(0).max(title.chars().count())
        };
        let titles = self.titles.iter().enumerate();
        let widths: Vec<_> = titles.map(|(column, title)| width(column, title)).collect();
        let mut out = String::new();
        let titles = self
            .titles
            .iter()
            .map(|title| (*title).to_owned())
            .collect();
        for line in std::iter::once(&titles).chain(&self.lines) {
            let cells = line.iter().zip(&widths);
            let padded: Vec<_> = cells
                .map(|(cell, width)| format!("{cell:<width$}"))
                .collect();
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}", padded.join("  ").trim_end());
        }
        out
    }

    pub(super) fn markdown(&self) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let titles: Vec<_> = self
            .titles
            .iter()
            .map(|title| (*title).to_owned())
            .collect();
        let rule = "|---".repeat(titles.len()) + "|\n";
        let lines: String = self.lines.iter().map(|line| row(line)).collect();
        row(&titles) + &rule + &lines
    }
}
