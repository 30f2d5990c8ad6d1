//! Every fish that can be seen, reckoned once: for each species a sheet of tail phases, rolls, individuals and distances.

use std::f32::consts::TAU;

use shared::config::{Species, Theme, View};
use shared::layout::FishLook;
use wasm_bindgen::JsValue;

use super::canvas::{Context2d, Sheet};
use super::figure::{Figure, NOSE, Plan, TIP};
use super::hide::Hide;
use super::marks::scatter;
use super::palette::{Rgb, mix, rgb, scaled, shifted, times, transmitted, water_at};
use super::tile::Tile;
use crate::renderer::webgl2::species;

/// Phases of the tail.
const PHASES: usize = 8;
/// Steps of roll between a fish that shows its back and one that swims level.
const ROLLS: usize = 4;
/// Individuals (hue, lightness and pattern), where rolls take the room, and seen from above.
const KINDS: [usize; 2] = [3, 7];
/// Distances in the water.
const DEPTHS: usize = 4;
/// Scatters the seeds of patterns: with this, koi of all sorts are among the first few.
const PATTERN: u32 = 38;
/// Individuals differ by so much, degrees.
const HUE: f32 = 8.0;
/// A cell is no longer than this, pixels: larger fish are shown larger than they were painted.
const LONGEST: f32 = 160.0;

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
    pub(super) fn paint(
        species: &Species,
        theme: &Theme,
        tile: &Tile,
        pixels: f32,
    ) -> Result<Self, JsValue> {
        let vectors = species::plan(species);
        let plan = Plan::new(vectors);
        let half = plan.reach();
        let span = [NOSE - TIP, 2.0 * half];
        let length = (species.body_len[1] * pixels * 1.2).clamp(8.0, LONGEST);
        let cell = span.map(|side| (side * length).ceil() as usize);
        let per_length = cell[0] as f32 / span[0];
        let (rolls, kinds) = match theme.view {
            View::Side => (ROLLS, KINDS[0]),
            View::Above => (1, KINDS[1]),
        };
        let waters: [Water; DEPTHS] = std::array::from_fn(|depth| Water::at(theme, depth));
        let [columns, rows] = [PHASES * rolls, kinds * DEPTHS];
        let [width, height] = cell.map(|side| side as f64);
        let sheet = Sheet::new(width * columns as f64, height * rows as f64)?;
        let mut straight = Straight::new(cell, per_length, half);
        for (kind, roll) in (0..kinds).flat_map(|kind| (0..rolls).map(move |roll| (kind, roll))) {
            let flank = roll as f32 / (ROLLS - 1) as f32;
            let figure = Figure {
                plan,
                hide: Hide::new(theme, tile, species.pattern, scatter(kind as u32, PATTERN))
                    .of(individual(&vectors, kind, kinds)),
                flank,
                top: (1.0 - flank * flank).sqrt(),
                size: per_length,
            };
            straight.reckon(&figure);
            for (depth, water) in waters.iter().enumerate() {
                straight.submerge(water);
                for phase in 0..PHASES {
                    let pixels = straight.bent(phase as f32 / PHASES as f32 * TAU, figure.top);
                    let column = roll * PHASES + phase;
                    let at = [
                        column as f64 * width,
                        (depth * kinds + kind) as f64 * height,
                    ];
                    sheet.put(cell.map(|side| side as u32), pixels, at)?;
                }
            }
        }
        Ok(Self {
            sheet,
            cell: [width, height],
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
        let depth = ((look.depth * DEPTHS as f32) as usize).min(DEPTHS - 1);
        [
            (roll * PHASES + phase) as f64 * self.cell[0],
            (depth * self.kinds + kind) as f64 * self.cell[1],
        ]
    }
}

/// The individual that stands for its part of the hues: colours of its body and its fins.
fn individual(vectors: &[[f32; 4]; species::PLAN_VECTORS], kind: usize, kinds: usize) -> [Rgb; 2] {
    let part = (kind as f32 + 0.5) / kinds as f32 * 2.0 - 1.0;
    let lightness = [-2.5, 3.0, 0.0][kind % 3];
    [vectors[0], vectors[1]].map(|[r, g, b, _]| shifted([r, g, b], part * HUE, lightness))
}

/// What the water between us and a fish makes of its colours, half way between surface and bottom.
struct Water {
    left_over: Rgb,
    veil: Rgb,
    share: f32,
    /// Pixels that run into each other.
    blur: f32,
}

impl Water {
    fn at(theme: &Theme, depth: usize) -> Self {
        let depth = (depth as f32 + 0.5) / DEPTHS as f32;
        let (through, height) = match theme.view {
            View::Side => (0.04 + 0.75 * depth + 0.16 * 0.95, 0.2 + 0.5 * 0.45),
            View::Above => (0.15 + 0.7 * depth, 0.5),
        };
        let light = &theme.light;
        let lamp = scaled(
            mix([1.0; 3], rgb(light.color), 0.35),
            0.62 + 0.38 * light.strength,
        );
        let murk = (0.10 + depth) * (0.30 + 0.9 * theme.water.absorption);
        Self {
            left_over: times(transmitted(theme, through * theme.water.opacity), lamp),
            veil: water_at(theme, height),
            share: (1.0 - (-murk).exp()) * 0.72 * theme.water.opacity,
            blur: 0.45 * depth,
        }
    }
}

/// A fish that lies straight in a cell; colours are premultiplied.
struct Straight {
    cell: [usize; 2],
    per_length: f32,
    half: f32,
    dry: Vec<[f32; 4]>,
    wet: Vec<[f32; 4]>,
    /// For each column the rows, from and to, where there is anything of it.
    rows: Vec<[usize; 2]>,
    bytes: Vec<u8>,
}

impl Straight {
    fn new(cell: [usize; 2], per_length: f32, half: f32) -> Self {
        let pixels = cell[0] * cell[1];
        Self {
            cell,
            per_length,
            half,
            dry: vec![[0.0; 4]; pixels],
            wet: vec![[0.0; 4]; pixels],
            rows: vec![[0; 2]; cell[0]],
            bytes: vec![0; pixels * 4],
        }
    }

    fn reckon(&mut self, figure: &Figure<'_>) {
        let [width, height] = self.cell;
        self.rows.fill([height, 0]);
        for (at, colour) in self.dry.iter_mut().enumerate() {
            let (column, row) = (at % width, at / width);
            let [x, y] = [column, row].map(|v| (v as f32 + 0.5) / self.per_length);
            *colour = figure.colour([TIP + x, self.half - y]);
            if colour[3] > 0.0 {
                let [from, to] = self.rows[column];
                self.rows[column] = [from.min(row), to.max(row + 1)];
            }
        }
    }

    /// Puts it into the water: its colours fade, and pixels run into each other.
    fn submerge(&mut self, water: &Water) {
        let [width, height] = self.cell;
        let read = |column: usize, row: usize| {
            let inside = column < width && row < height;
            if inside {
                self.dry[row * width + column]
            } else {
                [0.0; 4]
            }
        };
        for (column, [from, to]) in self.rows.iter().enumerate() {
            for row in *from..*to {
                let middle = read(column, row);
                let around = [
                    read(column.wrapping_sub(1), row),
                    read(column + 1, row),
                    read(column, row.wrapping_sub(1)),
                    read(column, row + 1),
                ];
                let colour: [f32; 4] = std::array::from_fn(|i| {
                    let mean = around.iter().map(|colour| colour[i]).sum::<f32>() * 0.25;
                    middle[i] + (mean - middle[i]) * water.blur
                });
                let alpha = colour[3];
                self.wet[row * width + column] = std::array::from_fn(|i| {
                    if i == 3 {
                        return alpha;
                    }
                    let seen = (colour[i] * water.left_over[i]).min(alpha);
                    seen + (water.veil[i] * alpha - seen) * water.share
                });
            }
        }
    }

    /// The wet fish with its tail in a phase of its beat: bytes that are not premultiplied.
    fn bent(&mut self, phase: f32, top: f32) -> &[u8] {
        let [width, height] = self.cell;
        self.bytes.fill(0);
        for (column, [from, to]) in self.rows.iter().enumerate() {
            // A travelling wave that grows to the tail (carangiform).
            let s = (NOSE - TIP - (column as f32 + 0.5) / self.per_length) / 1.18;
            let grow = 0.018 - 0.05 * s + 0.155 * s * s;
            let sway = -0.95 * grow * (0.38 + 0.62 * top) * (phase - 4.6 * s).sin();
            let aside = sway * self.per_length;
            let (whole, part) = (aside.floor(), aside - aside.floor());
            let mut above = [0.0; 4];
            for row in *from..=*to {
                let below = if row < *to {
                    self.wet[row * width + column]
                } else {
                    [0.0; 4]
                };
                let onto = row as f32 + whole;
                let mixed: [f32; 4] =
                    std::array::from_fn(|i| below[i] + (above[i] - below[i]) * part);
                above = below;
                if mixed[3] < 0.004 || onto < 0.0 || onto >= height as f32 {
                    continue;
                }
                let at = (onto as usize * width + column) * 4;
                let [r, g, b, alpha] = mixed;
                for (i, value) in [r / alpha, g / alpha, b / alpha, alpha]
                    .into_iter()
                    .enumerate()
                {
                    self.bytes[at + i] = (value * 255.0) as u8;
                }
            }
        }
        &self.bytes
    }
}
