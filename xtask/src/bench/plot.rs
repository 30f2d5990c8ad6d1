//! Nanoseconds per fish over fish, as a picture.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::results::Results;

const SIZE: (u32, u32) = (1100, 620);
/// Room beside the curves for their names.
const LEGEND: u32 = 270;
const STATE: &str = "uniform";
const FISH: std::ops::Range<f64> = 250.0..120_000.0;
const NS_PER_FISH: std::ops::Range<f64> = 40.0..60_000.0;
const CURVES: [(&str, (&str, &str, u32), RGBColor); 9] = [
    (
        "engine, native",
        ("native", "engine", 1),
        RGBColor(0, 60, 130),
    ),
    (
        "engine, Chromium",
        ("chromium", "engine", 1),
        RGBColor(0, 110, 220),
    ),
    (
        "engine, Chromium, 2 threads",
        ("chromium", "engine", 2),
        RGBColor(90, 180, 255),
    ),
    (
        "plain walk, native",
        ("native", "walk", 1),
        RGBColor(60, 120, 60),
    ),
    (
        "plain walk, Chromium",
        ("chromium", "walk", 1),
        RGBColor(110, 180, 90),
    ),
    (
        "JavaScript, linked list",
        ("chromium", "js linked list", 1),
        RGBColor(200, 120, 0),
    ),
    (
        "JavaScript, counting sort",
        ("chromium", "js counting sort", 1),
        RGBColor(240, 170, 50),
    ),
    (
        "krABMaga flockers, native",
        ("native", "krabmaga", 1),
        RGBColor(190, 30, 90),
    ),
    (
        "npm boids, Chromium",
        ("chromium", "boids", 1),
        RGBColor(120, 60, 160),
    ),
];

/// Draws what was measured in the state `uniform` as SVG.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn draw(results: &Results, file: &Path) -> Result<()> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    // Drawing into a string fails only by a mistake of ours, but the library's error borrows from the string.
    fill(&area, results).map_err(|error| anyhow!("cannot draw the plot: {error}"))?;
    drop(area);
    std::fs::write(file, svg).map_err(|error| anyhow!("cannot write {}: {error}", file.display()))
}

fn fill<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    results: &Results,
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(area)
        .caption(
            "Time of a step for each fish, uniform, about 12 neighbours",
            ("sans-serif", 20),
        )
        .margin(12)
        .margin_right(LEGEND)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .build_cartesian_2d(FISH.log_scale(), NS_PER_FISH.log_scale())?;
    chart
        .configure_mesh()
        .x_desc("fish")
        .y_desc("ns per fish and step")
        .x_label_formatter(&|fish| format!("{fish:.0}"))
        .y_label_formatter(&|ns| format!("{ns:.0}"))
        .label_style(("sans-serif", 14))
        .light_line_style(BLACK.mix(0.04))
        .draw()?;
    for (line, (name, who, color)) in (0..).zip(&CURVES) {
        let mut points: Vec<_> = results
            .kernels()
            .filter(|row| row.state == STATE)
            .filter(|row| (&*row.place, &*row.kernel, row.threads) == *who)
            .map(|row| (f64::from(row.fish), row.ns_per_fish))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        chart.draw_series(LineSeries::new(
            points.iter().copied(),
            color.stroke_width(2),
        ))?;
        chart.draw_series(
            points
                .iter()
                .map(|&point| Circle::new(point, 3, color.filled())),
        )?;
        let place = ((SIZE.0 - LEGEND) as i32 + 16, 52 + 22 * line);
        let style = ("sans-serif", 15).into_font().color(color);
        area.draw(&Text::new(*name, place, style))?;
    }
    area.present()
}
