//! The order parameters over time, as a picture.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;
use shared::STEPS_PER_SECOND;
use sim_worker::engine::Observation;

use super::measure::Sample;

const SIZE: (u32, u32) = (1200, 420);
const MARGIN: u32 = 12;
/// Room for the labels of the vertical axis.
const LEFT: u32 = 52;
/// Room beside the curves for their names.
const LEGEND: u32 = 140;
/// Points of one curve at most: finer than the picture, they would only make it heavy.
const MOST_POINTS: usize = 1200;
const CURVES: [Curve; 2] = [
    Curve {
        name: "polarisation",
        color: RGBColor(0, 90, 181),
        value: |seen| seen.polarisation,
    },
    Curve {
        name: "rotation",
        color: RGBColor(214, 84, 0),
        value: |seen| seen.rotation,
    },
];

struct Curve {
    name: &'static str,
    color: RGBColor,
    value: fn(&Observation) -> f32,
}

impl Curve {
    /// Seconds and value; neighbouring samples are averaged where there are too many.
    fn points(&self, samples: &[Sample]) -> Vec<(f32, f32)> {
        let at_once = samples.len().div_ceil(MOST_POINTS).max(1);
        let mean = |run: &[Sample]| {
            let sum: f32 = run.iter().map(|sample| (self.value)(&sample.seen)).sum();
            let middle = run[run.len() / 2].step as f32;
            (middle / STEPS_PER_SECOND, sum / run.len() as f32)
        };
        samples.chunks(at_once).map(mean).collect()
    }
}

/// Draws polarisation and rotation as SVG.
///
/// # Errors
/// When the file cannot be written.
pub(super) fn draw(samples: &[Sample], title: &str, file: &Path) -> Result<()> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
    // Drawing into a string fails only by a mistake of ours, but the library's error borrows from the string.
    fill(&area, samples, title).map_err(|error| anyhow!("cannot draw the plot: {error}"))?;
    drop(area);
    std::fs::write(file, svg).map_err(|error| anyhow!("cannot write {}: {error}", file.display()))
}

fn fill<'a>(
    area: &DrawingArea<SVGBackend<'a>, plotters::coord::Shift>,
    samples: &[Sample],
    title: &str,
) -> Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>> {
    area.fill(&WHITE)?;
    let end = samples
        .last()
        .map_or(0.0, |last| last.step as f32 / STEPS_PER_SECOND);
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 20))
        .margin(MARGIN)
        .margin_right(LEGEND)
        .x_label_area_size(44)
        .y_label_area_size(LEFT)
        .build_cartesian_2d(0.0..end.max(1.0), 0.0_f32..1.0)?;
    chart
        .configure_mesh()
        .x_desc("seconds")
        .y_desc("order, 0 to 1")
        .x_label_formatter(&|seconds| format!("{seconds:.0}"))
        .label_style(("sans-serif", 14))
        .light_line_style(BLACK.mix(0.04))
        .draw()?;
    for (line, curve) in (0..).zip(&CURVES) {
        chart.draw_series(LineSeries::new(curve.points(samples), &curve.color))?;
        let place = ((SIZE.0 - LEGEND) as i32 + 12, 44 + 20 * line);
        let style = ("sans-serif", 15).into_font().color(&curve.color);
        area.draw(&Text::new(curve.name, place, style))?;
    }
    area.present()
}
