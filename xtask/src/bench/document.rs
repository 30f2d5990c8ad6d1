//! The generated part of `docs/performance.md`, and its plot.

use std::fs;

use anyhow::{Context, Result};

use super::results::Results;
use super::{plot, table};
use crate::paths;

const START: &str = "<!-- measured by `cargo xtask bench --docs` from here -->\n";
const END: &str = "<!-- to here -->\n";

/// Writes both.
///
/// # Errors
/// When a file cannot be read or written, or the page has lost its markers.
pub(super) fn write(results: &Results) -> Result<()> {
    let page = paths::root().join("docs/performance.md");
    let text =
        fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let parts = text.split_once(START).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) =
        parts.with_context(|| format!("{} has lost its markers", page.display()))?;
    fs::write(
        &page,
        format!("{before}{START}\n{}\n{END}{after}", measured(results)),
    )?;
    plot::draw(results, &paths::root().join("docs/images/performance.svg"))
}

fn measured(results: &Results) -> String {
    let machine = &results.machine;
    let [kernels, page, bars] = table::tables(results).map(|table| table.markdown());
    format!(
        "{} × {}; {}; Chromium {}; Node {}. Load average before and after: {} and {}.\n\n\
         ![Nanoseconds per fish over fish](images/performance.svg)\n\n### Bars\n\n{bars}\n### Kernels\n\n{kernels}\n### Page\n\n{page}",
        machine.cores,
        machine.processor,
        machine.system,
        machine.chromium,
        machine.node,
        machine.load[0],
        machine.load[1],
    )
}
