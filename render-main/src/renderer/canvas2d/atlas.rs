//! Every fish that can be seen, painted once: for each species a sheet of tail phases, rolls and individuals.

use std::f32::consts::TAU;

use shared::config::{Pattern, Species, Theme, View};
use shared::layout::FishLook;
use wasm_bindgen::JsValue;

use super::body::{NOSE, Plan, Pose, TIP, phase_of};
use super::canvas::{Context2d, Sheet, stamp};
use super::painter::{Individual, Painter};
use super::palette::{css, mix, rgb, scaled, times, transmitted, water_at};
use crate::renderer::webgl2::species;

/// Phases of the tail.
const PHASES: usize = 8;
/// Steps of roll between a fish that swims level and one that swims straight up or down.
const ROLLS: usize = 4;
/// Individuals (hue, lightness and pattern), where rolls take the room, and seen from above.
const KINDS: [usize; 2] = [3, 9];
/// Distances in the water.
const DEPTHS: usize = 3;
/// Individuals differ by so much, degrees.
const HUE: f32 = 8.0;
/// A cell is no longer than this, pixels: larger fish are shown larger than they were painted.
const LONGEST: f32 = 140.0;

/// The sheet of one species.
#[derive(Debug)]
pub(super) struct Atlas {
    sheet: Sheet,
    /// Width and height of a cell, pixels.
    cell: [f64; 2],
    /// Left, upper corner and width, height of a cell around a fish, in its lengths.
    place: [f64; 4],
    rolls: usize,
    kinds: usize,
}

impl Atlas {
    /// Paints a species at the size of its largest fish, `pixels` per world unit.
    pub(super) fn paint(species: &Species, theme: &Theme, pixels: f32) -> Result<Self, JsValue> {
        let plan = Plan::new(species::plan(species));
        let half = plan.reach();
        let span = [NOSE - TIP, 2.0 * half];
        let length = (species.body_len[1] * pixels * 1.2).clamp(8.0, LONGEST);
        let cell = span.map(|side| f64::from((side * length).ceil()));
        let scale = cell[0] / f64::from(span[0]);
        let (rolls, kinds) = match theme.view {
            View::Side => (ROLLS, KINDS[0]),
            View::Above => (1, KINDS[1]),
        };
        let width = cell[0] * (PHASES * rolls) as f64;
        let dry = Sheet::new(width, cell[1] * kinds as f64)?;
        for kind in 0..kinds {
            let individual = individual(species.pattern, kind, kinds);
            for column in 0..PHASES * rolls {
                let pose = Pose {
                    plan,
                    phase: phase_of(column % PHASES, PHASES),
                    flank: (column / PHASES) as f32 / (ROLLS - 1) as f32,
                };
                let x = column as f64 * cell[0] - f64::from(TIP) * scale;
                let y = (kind as f64 + 0.5) * cell[1];
                dry.context.set_transform(scale, 0.0, 0.0, scale, x, y)?;
                Painter::new(&dry.context, pose, &individual).fish()?;
            }
        }
        let high = cell[1] * kinds as f64;
        let sheet = Sheet::new(width, high * DEPTHS as f64)?;
        for depth in 0..DEPTHS {
            let through = depth as f32 / (DEPTHS - 1) as f32;
            let place = [0.0, high * depth as f64, width, high];
            submerge(&sheet, &dry, place, theme, through)?;
        }
        Ok(Self {
            sheet,
            cell,
            place: [TIP, -half, span[0], span[1]].map(f64::from),
            rolls,
            kinds,
        })
    }

    /// Draws a cell from one place along the fish to another, in lengths; the context's unit is a length, too.
    pub(super) fn stamp(
        &self,
        on: &Context2d,
        corner: [f64; 2],
        span: [f32; 2],
    ) -> Result<(), JsValue> {
        let [left, upper, width, height] = self.place;
        let [from, to] = span.map(f64::from);
        let per_length = self.cell[0] / width;
        on.draw_image_with_offscreen_canvas_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            &self.sheet.canvas,
            corner[0] + (from - left) * per_length,
            corner[1],
            (to - from) * per_length,
            self.cell[1],
            from,
            upper,
            to - from,
            height,
        )
    }

    /// Left upper corner of the cell for a phase in radians, a share of the flank, and the fish's look.
    pub(super) fn corner(&self, phase: f32, flank: f32, look: &FishLook) -> [f64; 2] {
        let beat = (phase * (PHASES as f32 / TAU)).round();
        let phase = (beat.rem_euclid(PHASES as f32) as usize).min(PHASES - 1);
        let roll = ((flank * (ROLLS - 1) as f32).round() as usize).min(self.rolls - 1);
        let part = (look.hue / HUE + 1.0) * 0.5;
        let kind = ((part * self.kinds as f32) as usize).min(self.kinds - 1);
        let depth = ((look.depth * (DEPTHS - 1) as f32).round() as usize).min(DEPTHS - 1);
        [
            (roll * PHASES + phase) as f64 * self.cell[0],
            (depth * self.kinds + kind) as f64 * self.cell[1],
        ]
    }
}

/// Lays the painted fish down as they look through the water in front of them at this depth, half way between surface
/// and bottom: what it takes away, and what it adds of its own.
fn submerge(
    sheet: &Sheet,
    dry: &Sheet,
    [x, y, width, height]: [f64; 4],
    theme: &Theme,
    depth: f32,
) -> Result<(), JsValue> {
    let (through, at) = match theme.view {
        View::Side => (0.12 + 0.75 * depth + 0.32 * 0.45, 0.45),
        View::Above => (0.15 + 0.7 * depth, 0.5),
    };
    let light = &theme.light;
    let lamp = scaled(
        mix([1.0; 3], rgb(light.color), 0.35),
        0.62 + 0.38 * light.strength,
    );
    let left_over = times(transmitted(theme, through), lamp);
    let veil = (1.0 - (-depth * (0.25 + 0.9 * theme.water.absorption)).exp()) * 0.62;

    let on = &sheet.context;
    let lay = |operation: &str, colour: String| -> Result<(), JsValue> {
        on.set_global_composite_operation(operation)?;
        on.set_fill_style_str(&colour);
        on.fill_rect(x, y, width, height);
        Ok(())
    };
    on.save();
    // What follows must leave the other depths alone.
    on.begin_path();
    on.rect(x, y, width, height);
    on.clip();
    stamp(on, dry, [x, y, width, height])?;
    lay("multiply", css(left_over, 1.0))?;
    on.set_global_composite_operation("destination-in")?;
    stamp(on, dry, [x, y, width, height])?;
    lay("source-atop", css(water_at(theme, at), veil))?;
    on.restore();
    Ok(())
}

/// The individual that stands for its part of the hues.
fn individual(pattern: Pattern, kind: usize, kinds: usize) -> Individual {
    let part = (kind as f32 + 0.5) / kinds as f32 * 2.0 - 1.0;
    Individual {
        pattern,
        hue: part * HUE,
        lightness: [-2.5, 3.0, 0.0][kind % 3],
        seed: kind as u32,
    }
}
