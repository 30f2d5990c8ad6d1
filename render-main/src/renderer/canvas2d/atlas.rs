//! Every fish that can be seen, painted once: for each species a sheet of tail phases, rolls and individuals.

use std::f32::consts::TAU;

use shared::config::{Pattern, Species, View};
use wasm_bindgen::JsValue;

use super::body::{NOSE, Plan, Pose, TIP, phase_of};
use super::canvas::Sheet;
use super::painter::{Individual, Painter};
use super::species;

/// Phases of the tail.
const PHASES: usize = 8;
/// Steps of roll between a fish that swims level and one that swims straight up or down.
const ROLLS: usize = 5;
/// Individuals: hue, lightness and pattern.
const KINDS: usize = 4;
/// Individuals differ by so much, degrees.
const HUE: f32 = 8.0;
/// A cell is no longer than this, pixels: larger fish are shown larger than they were painted.
const LONGEST: f32 = 160.0;

/// The sheet of one species.
#[derive(Debug)]
pub(super) struct Atlas {
    pub(super) sheet: Sheet,
    /// Width and height of a cell, pixels.
    pub(super) cell: [f64; 2],
    /// Left, upper corner and width, height of a cell around a fish, in its lengths.
    pub(super) place: [f64; 4],
    rolls: usize,
}

impl Atlas {
    /// Paints a species at the size of its largest fish, `pixels` per world unit.
    pub(super) fn paint(species: &Species, view: View, pixels: f32) -> Result<Self, JsValue> {
        let plan = Plan::new(species::plan(species));
        let half = plan.extent + 0.12;
        let span = [NOSE - TIP, 2.0 * half];
        let length = (species.body_len[1] * pixels * 1.2).clamp(8.0, LONGEST);
        let cell = span.map(|side| f64::from((side * length).ceil()));
        let scale = cell[0] / f64::from(span[0]);
        let rolls = match view {
            View::Side => ROLLS,
            View::Above => 1,
        };
        let sheet = Sheet::new(cell[0] * (PHASES * rolls) as f64, cell[1] * KINDS as f64)?;
        for kind in 0..KINDS {
            let individual = individual(species.pattern, kind);
            for column in 0..PHASES * rolls {
                let pose = Pose {
                    plan,
                    phase: phase_of(column % PHASES, PHASES),
                    flank: (column / PHASES) as f32 / (ROLLS - 1) as f32,
                };
                let x = column as f64 * cell[0] - f64::from(TIP) * scale;
                let y = (kind as f64 + 0.5) * cell[1];
                sheet.context.set_transform(scale, 0.0, 0.0, scale, x, y)?;
                Painter::new(&sheet.context, pose, &individual).fish()?;
            }
        }
        Ok(Self {
            sheet,
            cell,
            place: [TIP, -half, span[0], span[1]].map(f64::from),
            rolls,
        })
    }

    /// Left upper corner of the cell for a phase in radians, a share of the flank, and an offset of hue in degrees.
    pub(super) fn corner(&self, phase: f32, flank: f32, hue: f32) -> [f64; 2] {
        let beat = (phase * (PHASES as f32 / TAU)).round();
        let phase = (beat.rem_euclid(PHASES as f32) as usize).min(PHASES - 1);
        let roll = ((flank * (ROLLS - 1) as f32).round() as usize).min(self.rolls - 1);
        let part = (hue / HUE + 1.0) * 0.5;
        let kind = ((part * KINDS as f32) as usize).min(KINDS - 1);
        [
            (roll * PHASES + phase) as f64 * self.cell[0],
            kind as f64 * self.cell[1],
        ]
    }
}

/// The individual that stands for its quarter of the hues.
fn individual(pattern: Pattern, kind: usize) -> Individual {
    let part = (kind as f32 + 0.5) / KINDS as f32 * 2.0 - 1.0;
    Individual {
        pattern,
        hue: part * HUE,
        lightness: [-2.5, 2.5][kind % 2],
        seed: kind as u32,
    }
}
