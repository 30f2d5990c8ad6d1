//! What each fish senses of the others: the inner loop of the whole program.
//!
//! For every cell the fish of the 3 × 3 cells around it are at most six runs of memory ([`super::grid::Flat`]). Every fish of
//! the cell goes over those runs four candidates at a time, without branches that depend on the candidate: masks decide
//! who counts. One pass makes all sums.

use wide::f32x4;

use super::grid::{Flat, Grid, LANES};

/// Sums over the neighbours of one fish.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sense {
    /// Σ Δ / |Δ|³ over those nearer than the separation radius, Δ pointing to the other: falls off with the square.
    pub(super) crowd: [f32; 2],
    /// Σ velocity of those schoolmates that are near enough to align with.
    pub(super) velocity: [f32; 2],
    /// How many those are.
    pub(super) aligned: f32,
    /// Σ Δ to schoolmates.
    pub(super) offset: [f32; 2],
    /// Number of schoolmates.
    pub(super) mates: f32,
    /// Square of the distance to the nearest other fish in the cells around, or [`NOBODY`].
    pub(super) nearest_d2: f32,
    /// Others at the very same point.
    pub(super) touching: f32,
    /// Longest fright left among those near enough to catch it from, seconds.
    pub(super) fright: f32,
}

/// `nearest_d2` where nobody is around.
pub(super) const NOBODY: f32 = 1e20;
/// Nearer than this (squared) two fish are at the same point: there is no direction in which to part.
pub(super) const SAME_POINT_D2: f32 = 1e-6;
/// Floor of the squared distance in the separation, so that it stays finite.
pub(super) const LEAST_D2: f32 = 1e-2;
/// Candidates that one fish looks at, at most, in one run of memory. Only a tank with hundreds of fish in one cell is so
/// crowded that a sample of them has to do; then the cost per fish stays bounded.
const MOST_IN_RUN: usize = 512;

/// What all fish of a step have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// Fish align with those within this fraction of the sight, 0 to 1.
    pub(super) alignment: f32,
    /// Square of the cosine of half the blind angle; more than 1 if fish see all around.
    pub(super) blind_cosine2: f32,
    /// Fright is caught within this fraction of the sight.
    pub(super) contagion: f32,
    /// Size of the tank if it is a torus.
    pub(super) torus: Option<[f32; 2]>,
    /// Whether anybody flees.
    pub(super) frightened: bool,
    /// Whether any species is choosy about its company, or fish do not see or align all around and as far as they see.
    pub(super) choosy: bool,
}

/// Whom a fish aligns and coheres with, by number: the species it goes with, [`ANYBODY`] or [`ALONE`].
pub(super) const ANYBODY: f32 = -2.0;
/// See [`ANYBODY`].
pub(super) const ALONE: f32 = -3.0;

/// The fish that senses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Eye {
    pub(super) sight: f32,
    pub(super) separation: f32,
    pub(super) company: f32,
    pub(super) heading: [f32; 2],
}

/// The runs of memory in which the neighbours of a cell lie.
struct Runs {
    runs: [(usize, usize); 6],
    count: usize,
}

impl Runs {
    fn around(grid: &Grid, flat: &Flat, column: usize, row: usize, torus: bool) -> Self {
        let (columns, rows) = grid.size();
        let mut runs = Self {
            runs: [(0, 0); 6],
            count: 0,
        };
        let row_above = if row > 0 {
            Some(row - 1)
        } else {
            (torus && rows > 2).then_some(rows - 1)
        };
        let row_below = if row + 1 < rows {
            Some(row + 1)
        } else {
            (torus && rows > 2).then_some(0)
        };
        for row in [row_above, Some(row), row_below].into_iter().flatten() {
            let cell = |column: usize| row * columns + column;
            let (first, last) = (column.saturating_sub(1), (column + 1).min(columns - 1));
            runs.add(flat, cell(first), cell(last));
            if torus && columns > 2 {
                if column == 0 {
                    runs.add(flat, cell(columns - 1), cell(columns - 1));
                }
                if column + 1 == columns {
                    runs.add(flat, cell(0), cell(0));
                }
            }
        }
        runs
    }

    fn add(&mut self, flat: &Flat, first_cell: usize, last_cell: usize) {
        let run = (
            flat.start[first_cell] as usize,
            flat.start[last_cell + 1] as usize,
        );
        if run.0 < run.1 {
            self.runs[self.count] = run;
            self.count += 1;
        }
    }

    fn for_fish(&self, place: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.runs[..self.count].iter().map(move |&(start, end)| {
            if end - start <= MOST_IN_RUN {
                return (start, end);
            }
            // A window that includes the fish itself where it is in the run, and differs from fish to fish elsewhere.
            let wanted = if (start..end).contains(&place) {
                place.saturating_sub(MOST_IN_RUN / 2)
            } else {
                start + place.wrapping_mul(MOST_IN_RUN / 2 + 1) % (end - start)
            };
            let from = wanted.clamp(start, end - MOST_IN_RUN);
            (from, from + MOST_IN_RUN)
        })
    }
}

/// Senses for the fish of some rows of cells. `out` has one element for each fish of those rows, in cell order.
pub(super) fn rows(
    grid: &Grid,
    flat: &Flat,
    rules: &Rules,
    eyes: impl Fn(usize) -> Eye + Copy,
    rows: std::ops::Range<usize>,
    out: &mut [Sense],
) {
    match (rules.torus.is_some(), rules.frightened, rules.choosy) {
        (false, false, false) => rows_as::<false, false, false>(grid, flat, rules, eyes, rows, out),
        (false, false, true) => rows_as::<false, false, true>(grid, flat, rules, eyes, rows, out),
        (false, true, _) => rows_as::<false, true, true>(grid, flat, rules, eyes, rows, out),
        (true, _, _) => rows_as::<true, true, true>(grid, flat, rules, eyes, rows, out),
    }
}

fn rows_as<const TORUS: bool, const FRIGHT: bool, const CHOOSY: bool>(
    grid: &Grid,
    flat: &Flat,
    rules: &Rules,
    eyes: impl Fn(usize) -> Eye + Copy,
    rows: std::ops::Range<usize>,
    out: &mut [Sense],
) {
    let columns = grid.size().0;
    let base = flat.start[rows.start * columns] as usize;
    for row in rows {
        for column in 0..columns {
            let cell = row * columns + column;
            let fish = flat.start[cell] as usize..flat.start[cell + 1] as usize;
            if fish.is_empty() {
                continue;
            }
            let runs = Runs::around(grid, flat, column, row, TORUS);
            for place in fish {
                let eye = eyes(flat.order[place] as usize);
                out[place - base] = one::<TORUS, FRIGHT, CHOOSY>(flat, rules, &runs, place, eye);
            }
        }
    }
}

/// Sums in four lanes.
struct Lanes {
    crowd: [f32x4; 2],
    velocity: [f32x4; 2],
    aligned: f32x4,
    offset: [f32x4; 2],
    mates: f32x4,
    nearest_d2: f32x4,
    touching: f32x4,
    fright: f32x4,
}

fn one<const TORUS: bool, const FRIGHT: bool, const CHOOSY: bool>(
    flat: &Flat,
    rules: &Rules,
    runs: &Runs,
    place: usize,
    eye: Eye,
) -> Sense {
    let me = Me::new(flat, rules, place, eye);
    let zero = f32x4::ZERO;
    let mut lanes = Lanes {
        crowd: [zero; 2],
        velocity: [zero; 2],
        aligned: zero,
        offset: [zero; 2],
        mates: zero,
        nearest_d2: f32x4::splat(NOBODY),
        touching: zero,
        fright: zero,
    };
    for (start, end) in runs.for_fish(place) {
        let fish = end - start;
        let whole = fish - fish % LANES;
        let mut at = start;
        while at < start + whole {
            four::<TORUS, FRIGHT, CHOOSY, false>(flat, &me, at, zero, &mut lanes);
            at += LANES;
        }
        if at < end {
            // The last lanes of the load belong to other cells, or to nobody.
            let counts = ONLY_FIRST[end - at];
            four::<TORUS, FRIGHT, CHOOSY, true>(flat, &me, at, counts, &mut lanes);
        }
    }
    let sees_itself = !CHOOSY || eye.company != ALONE;
    let own = f32::from(u8::from(sees_itself));
    Sense {
        crowd: lanes.crowd.map(sum),
        velocity: [
            sum(lanes.velocity[0]) - own * flat.vx[place],
            sum(lanes.velocity[1]) - own * flat.vy[place],
        ],
        aligned: if CHOOSY {
            sum(lanes.aligned)
        } else {
            sum(lanes.mates)
        } - own,
        offset: lanes.offset.map(sum),
        mates: sum(lanes.mates) - own,
        nearest_d2: fold(lanes.nearest_d2, f32::min),
        touching: sum(lanes.touching) - 1.0,
        // Who flees already catches nothing, least of all from itself.
        fright: if FRIGHT && flat.fright[place] <= 0.0 {
            fold(lanes.fright, f32::max)
        } else {
            0.0
        },
    }
}

/// The sensing fish, spread over the lanes.
struct Me {
    x: f32x4,
    y: f32x4,
    sight_d2: f32x4,
    separation_d2: f32x4,
    contagion_d2: f32x4,
    alignment_d2: f32x4,
    heading: [f32x4; 2],
    blind_cosine2: f32x4,
    company: f32x4,
    anybody: f32x4,
    torus: [f32x4; 2],
    half_torus: [f32x4; 2],
}

impl Me {
    fn new(flat: &Flat, rules: &Rules, place: usize, eye: Eye) -> Self {
        let catch = eye.sight * rules.contagion;
        let align = eye.sight * rules.alignment;
        let apart = eye.separation.min(eye.sight);
        let torus = rules.torus.unwrap_or_default();
        let all = if eye.company == ANYBODY {
            f32::from_bits(u32::MAX)
        } else {
            0.0
        };
        Self {
            x: f32x4::splat(flat.x[place]),
            y: f32x4::splat(flat.y[place]),
            sight_d2: f32x4::splat(eye.sight * eye.sight),
            separation_d2: f32x4::splat(apart * apart),
            contagion_d2: f32x4::splat(catch * catch),
            alignment_d2: f32x4::splat(align * align),
            heading: eye.heading.map(f32x4::splat),
            blind_cosine2: f32x4::splat(rules.blind_cosine2),
            company: f32x4::splat(eye.company),
            anybody: f32x4::splat(all),
            torus: torus.map(f32x4::splat),
            half_torus: torus.map(|length| f32x4::splat(length * 0.5)),
        }
    }
}

#[inline(always)]
fn four<const TORUS: bool, const FRIGHT: bool, const CHOOSY: bool, const PARTIAL: bool>(
    flat: &Flat,
    me: &Me,
    at: usize,
    counts: f32x4,
    lanes: &mut Lanes,
) {
    let one = f32x4::ONE;
    let mut dx = load(&flat.x, at) - me.x;
    let mut dy = load(&flat.y, at) - me.y;
    if TORUS {
        dx = short_way(dx, me.torus[0], me.half_torus[0]);
        dy = short_way(dy, me.torus[1], me.half_torus[1]);
    }
    let mut d2 = dx * dx + dy * dy;
    if PARTIAL {
        d2 = counts.bitselect(d2, f32x4::splat(NOBODY));
    }

    let mut mate = d2.simd_lt(me.sight_d2);
    let mut aligned = mate;
    if CHOOSY {
        mate &= load(&flat.species, at).simd_eq(me.company) | me.anybody;
        let along = dx * me.heading[0] + dy * me.heading[1];
        mate &= along.simd_ge(f32x4::ZERO) | (along * along).simd_le(me.blind_cosine2 * d2);
        aligned = mate & d2.simd_lt(me.alignment_d2);
        lanes.aligned += one & aligned;
    }
    lanes.velocity[0] += load(&flat.vx, at) & aligned;
    lanes.velocity[1] += load(&flat.vy, at) & aligned;
    lanes.offset[0] += dx & mate;
    lanes.offset[1] += dy & mate;
    lanes.mates += one & mate;

    let close = d2.simd_lt(me.separation_d2);
    let floor = d2.fast_max(f32x4::splat(LEAST_D2));
    let fall_off = (one / (floor * floor.sqrt())) & close;
    lanes.crowd[0] += dx * fall_off;
    lanes.crowd[1] += dy * fall_off;

    let same_point = d2.simd_le(f32x4::splat(SAME_POINT_D2));
    lanes.touching += one & same_point;
    lanes.nearest_d2 = lanes
        .nearest_d2
        .fast_min(d2 + (f32x4::splat(NOBODY) & same_point));

    if FRIGHT {
        let near = d2.simd_lt(me.contagion_d2);
        lanes.fright = lanes.fright.fast_max(load(&flat.fright, at) & near);
    }
}

#[inline(always)]
fn load(array: &[f32], at: usize) -> f32x4 {
    let four: [f32; LANES] = array[at..at + LANES].try_into().unwrap_or([0.0; LANES]);
    f32x4::from(four)
}

#[inline(always)]
fn short_way(d: f32x4, length: f32x4, half: f32x4) -> f32x4 {
    d - (length & d.simd_gt(half)) + (length & d.simd_lt(-half))
}

const ALL: f32 = f32::from_bits(u32::MAX);
/// Masks of the first so many lanes.
const ONLY_FIRST: [f32x4; LANES] = [
    f32x4::new([0.0, 0.0, 0.0, 0.0]),
    f32x4::new([ALL, 0.0, 0.0, 0.0]),
    f32x4::new([ALL, ALL, 0.0, 0.0]),
    f32x4::new([ALL, ALL, ALL, 0.0]),
];

/// Sum of the lanes, in one fixed order on every machine.
fn sum(lanes: f32x4) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    (a + b) + (c + d)
}

fn fold(lanes: f32x4, by: fn(f32, f32) -> f32) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    by(by(a, b), by(c, d))
}
