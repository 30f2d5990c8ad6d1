//! What each fish senses of the others: the inner loop of the whole program.
//!
//! The fish around are at most six runs of memory ([`Flat`]). Every fish goes over those runs four candidates at a time,
//! without branches that depend on the candidate: masks decide who counts. One pass makes all sums.

use wide::{f32x4, u32x4};

use super::eyes::{ALONE, ANYBODY, Eyes, Rules};
use super::flat::Flat;
use super::grid::{Grid, STRIPS};
use super::lanes::{LANES, Pair, counts, first, least, most, sums, word_mask};

/// Sums over the neighbours of four fish, one in each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Senses {
    /// Σ Δ / |Δ|³ over those nearer than the separation radius, Δ pointing to the other: falls off with the square.
    pub(super) crowd: Pair,
    /// Σ velocity of those schoolmates that are near enough to align with.
    pub(super) velocity: Pair,
    /// How many those are.
    pub(super) aligned: f32x4,
    /// Σ Δ to schoolmates.
    pub(super) offset: Pair,
    /// Number of schoolmates.
    pub(super) mates: f32x4,
    /// Square of the distance to the nearest other fish, right if it is within [`Rules::aware`]; else that of any other,
    /// or [`NOBODY`].
    pub(super) nearest_d2: f32x4,
    /// Others at the very same point.
    pub(super) touching: f32x4,
    /// Longest fright left among those near enough to catch it from, seconds.
    pub(super) fright: f32x4,
}

impl Senses {
    /// Of nobody.
    pub(super) const NONE: Self = Self {
        crowd: Pair::ZERO,
        velocity: Pair::ZERO,
        aligned: f32x4::ZERO,
        offset: Pair::ZERO,
        mates: f32x4::ZERO,
        nearest_d2: f32x4::ZERO,
        touching: f32x4::ZERO,
        fright: f32x4::ZERO,
    };
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
/// Runs are searched this much wider than a fish sees, as a factor and in world units: more than positions can be rounded by.
const SLACK: [f32; 2] = [1.01, 0.05];

/// Senses for up to four fish; `places` is where each lies in `flat`.
#[inline(always)]
pub(super) fn sense(
    grid: &Grid,
    flat: &Flat,
    rules: &Rules,
    places: &[u32; LANES],
    eyes: &Eyes,
) -> Senses {
    let as_they_are = match (
        rules.torus.is_some(),
        rules.frightened,
        rules.choosy,
        rules.narrow,
    ) {
        (false, false, false, false) => sense_as::<false, false, false, false>,
        (false, false, true, false) => sense_as::<false, false, true, false>,
        (false, true, _, false) => sense_as::<false, true, true, false>,
        (false, false, _, true) => sense_as::<false, false, true, true>,
        (false, true, _, true) => sense_as::<false, true, true, true>,
        (true, ..) => sense_as::<true, true, true, true>,
    };
    as_they_are(grid, flat, rules, places, eyes)
}

/// Sums of one fish, not yet added up over the lanes. Counts are negative: what is added is a mask, −1.
#[derive(Clone, Copy)]
struct Parts {
    crowd: Pair,
    velocity: Pair,
    aligned: u32x4,
    offset: Pair,
    mates: u32x4,
    nearest_d2: f32x4,
    touching: u32x4,
    fright: f32x4,
}

const NOTHING: Parts = Parts {
    crowd: Pair::ZERO,
    velocity: Pair::ZERO,
    aligned: u32x4::ZERO,
    offset: Pair::ZERO,
    mates: u32x4::ZERO,
    nearest_d2: f32x4::new([NOBODY; LANES]),
    touching: u32x4::ZERO,
    fright: f32x4::ZERO,
};

#[inline(never)]
fn sense_as<const TORUS: bool, const FRIGHT: bool, const CHOOSY: bool, const NARROW: bool>(
    grid: &Grid,
    flat: &Flat,
    rules: &Rules,
    places: &[u32; LANES],
    eyes: &Eyes,
) -> Senses {
    let around = Around::new(grid, rules, eyes);
    let radii = Radii::new(rules, eyes);
    let parts: [Parts; LANES] = std::array::from_fn(|lane| {
        let mut parts = NOTHING;
        if lane < eyes.fish {
            let place = places[lane] as usize;
            let me = Me::new(rules, eyes, &radii, lane);
            let mut look = |run: (usize, usize)| {
                let (start, end) = bounded(run, place);
                look_over::<TORUS, FRIGHT, CHOOSY, NARROW>(flat, &me, start, end, &mut parts);
            };
            if TORUS && around.seams.to_array()[lane] != 0.0 {
                let Pair { x, y } = eyes.position;
                across_the_seam(grid, flat, [x.to_array()[lane], y.to_array()[lane]], look);
            } else {
                let (first, last) = (around.left[lane] as usize, around.right[lane] as usize);
                for row in around.top[lane]..=around.bottom[lane] {
                    look(flat.run(row as usize, first, last));
                }
            }
        }
        parts
    });
    // Everybody is among its own candidates.
    let own = if CHOOSY {
        f32x4::ONE & f32x4::from(eyes.company).simd_ne(f32x4::splat(ALONE))
    } else {
        f32x4::ONE
    };
    let pair = |of: fn(&Parts) -> Pair| Pair {
        x: sums(parts.each_ref().map(|part| of(part).x)),
        y: sums(parts.each_ref().map(|part| of(part).y)),
    };
    let mates = counts(parts.each_ref().map(|part| part.mates)) - own;
    Senses {
        crowd: pair(|part| part.crowd),
        velocity: pair(|part| part.velocity) - eyes.velocity * own,
        aligned: if NARROW {
            counts(parts.each_ref().map(|part| part.aligned)) - own
        } else {
            mates
        },
        offset: pair(|part| part.offset),
        mates,
        nearest_d2: least(parts.each_ref().map(|part| part.nearest_d2)),
        touching: counts(parts.each_ref().map(|part| part.touching)) - f32x4::ONE,
        fright: if FRIGHT {
            // Who flees already catches nothing, least of all from itself.
            most(parts.each_ref().map(|part| part.fright)) & !eyes.flees
        } else {
            f32x4::ZERO
        },
    }
}

/// Where the neighbours of four fish can be: for each the first and last strip, the first and last row.
struct Around {
    left: [i32; LANES],
    right: [i32; LANES],
    top: [i32; LANES],
    bottom: [i32; LANES],
    /// Mask of those who look across the seam of a torus.
    seams: f32x4,
}

impl Around {
    #[inline(always)]
    fn new(grid: &Grid, rules: &Rules, eyes: &Eyes) -> Self {
        let needs = eyes.sight.fast_max(f32x4::splat(rules.aware));
        let reach = (needs * f32x4::splat(SLACK[0]) + f32x4::splat(SLACK[1]))
            .fast_min(f32x4::splat(grid.farthest()));
        let Pair { x, y } = eyes.position;
        let seams = rules.torus.map_or(f32x4::ZERO, |[width, height]| {
            let inside = |at: f32x4, length: f32| {
                (at - reach).simd_ge(f32x4::ZERO) & (at + reach).simd_lt(f32x4::splat(length))
            };
            !(inside(x, width) & inside(y, height))
        });
        Self {
            left: grid.strips(x - reach),
            right: grid.strips(x + reach),
            top: grid.rows(y - reach),
            bottom: grid.rows(y + reach),
            seams,
        }
    }
}

/// Looks at all nine cells around a position on a torus, at none twice.
#[cold]
fn across_the_seam(
    grid: &Grid,
    flat: &Flat,
    [x, y]: [f32; 2],
    mut look: impl FnMut((usize, usize)),
) {
    let (columns, rows) = grid.size();
    let (column, row) = (grid.column(x), grid.row(y));
    let (first, last) = ((column + columns - 1) % columns, (column + 1) % columns);
    let start = |column: usize| column * STRIPS;
    let end = |column: usize| (column + 1) * STRIPS - 1;
    for step in 0..rows.min(3) {
        let row = (row + rows - 1 + step) % rows;
        if columns <= 3 {
            look(flat.run(row, 0, end(columns - 1)));
        } else if first < last {
            look(flat.run(row, start(first), end(last)));
        } else {
            look(flat.run(row, start(first), end(columns - 1)));
            look(flat.run(row, 0, end(last)));
        }
    }
}

/// A run, or a window of it if it is too long: one that includes the fish itself where it is in the run, and differs from
/// fish to fish elsewhere.
#[inline(always)]
fn bounded((start, end): (usize, usize), place: usize) -> (usize, usize) {
    if end - start <= MOST_IN_RUN {
        return (start, end);
    }
    let wanted = if (start..end).contains(&place) {
        place.saturating_sub(MOST_IN_RUN / 2)
    } else {
        start + place.wrapping_mul(MOST_IN_RUN / 2 + 1) % (end - start)
    };
    let from = wanted.clamp(start, end - MOST_IN_RUN);
    (from, from + MOST_IN_RUN)
}

/// The sensing fish, spread over the lanes.
struct Me {
    at: Pair,
    sight_d2: f32x4,
    separation_d2: f32x4,
    contagion_d2: f32x4,
    alignment_d2: f32x4,
    heading: Pair,
    blind_cosine2: f32x4,
    company: f32x4,
    anybody: f32x4,
    torus: Pair,
    half_torus: Pair,
}

/// Squares of the radii of four fish.
struct Radii {
    sight: [f32; LANES],
    separation: [f32; LANES],
    contagion: [f32; LANES],
    alignment: [f32; LANES],
}

impl Radii {
    #[inline(always)]
    fn new(rules: &Rules, eyes: &Eyes) -> Self {
        let square = |radius: f32x4| (radius * radius).to_array();
        Self {
            sight: square(eyes.sight),
            separation: square(eyes.separation.fast_min(eyes.sight)),
            contagion: square(eyes.sight * f32x4::splat(rules.contagion)),
            alignment: square(eyes.sight * f32x4::splat(rules.alignment)),
        }
    }
}

impl Me {
    #[inline(always)]
    fn new(rules: &Rules, eyes: &Eyes, radii: &Radii, lane: usize) -> Self {
        let one = |lanes: f32x4| f32x4::splat(lanes.to_array()[lane]);
        let pair = |pair: Pair| Pair {
            x: one(pair.x),
            y: one(pair.y),
        };
        let [width, height] = rules.torus.unwrap_or_default();
        let torus = Pair {
            x: f32x4::splat(width),
            y: f32x4::splat(height),
        };
        Self {
            at: pair(eyes.position),
            sight_d2: f32x4::splat(radii.sight[lane]),
            separation_d2: f32x4::splat(radii.separation[lane]),
            contagion_d2: f32x4::splat(radii.contagion[lane]),
            alignment_d2: f32x4::splat(radii.alignment[lane]),
            heading: pair(eyes.heading),
            blind_cosine2: f32x4::splat(rules.blind_cosine2),
            company: f32x4::splat(eyes.company[lane]),
            anybody: f32x4::splat(eyes.company[lane]).simd_eq(f32x4::splat(ANYBODY)),
            torus,
            half_torus: torus * f32x4::splat(0.5),
        }
    }
}

/// Adds up a run of fish. Up to three behind its end are looked at as well: they are farther away than `me` sees.
#[inline(always)]
fn look_over<const TORUS: bool, const FRIGHT: bool, const CHOOSY: bool, const NARROW: bool>(
    flat: &Flat,
    me: &Me,
    start: usize,
    end: usize,
    parts: &mut Parts,
) {
    let fish = end - start;
    let behind = start + fish.next_multiple_of(LANES);
    // Fours of all arrays, side by side: no bounds are left to check inside.
    let fours = |array| fours(array, start..behind);
    let places = fours(&flat.x).zip(fours(&flat.y));
    let moves = fours(&flat.vx).zip(fours(&flat.vy));
    let others = fours(&flat.species).zip(fours(&flat.fright));
    for (index, (((x, y), (vx, vy)), (species, fright))) in
        places.zip(moves).zip(others).enumerate()
    {
        let mut d = Pair { x, y } - me.at;
        if TORUS {
            d.x = short_way(d.x, me.torus.x, me.half_torus.x);
            d.y = short_way(d.y, me.torus.y, me.half_torus.y);
        }
        let mut d2 = d.dot(d);
        if TORUS {
            // On a torus what follows a run can be near by the other way round, and be looked at twice.
            let counts = first(fish - index * LANES);
            d2 = counts.bitselect(d2, f32x4::splat(NOBODY));
        }

        let mut mate = d2.simd_lt(me.sight_d2);
        if CHOOSY {
            mate &= species.simd_eq(me.company) | me.anybody;
        }
        let mut aligned = mate;
        if NARROW {
            let along = d.dot(me.heading);
            mate &= along.simd_ge(f32x4::ZERO) | (along * along).simd_le(me.blind_cosine2 * d2);
            aligned = mate & d2.simd_lt(me.alignment_d2);
            parts.aligned += word_mask(aligned);
        }
        let velocity = Pair { x: vx, y: vy };
        parts.velocity = parts.velocity + (velocity & aligned);
        parts.offset = parts.offset + (d & mate);
        parts.mates += word_mask(mate);

        let close = d2.simd_lt(me.separation_d2);
        let floor = d2.fast_max(f32x4::splat(LEAST_D2));
        let fall_off = (f32x4::ONE / (floor * floor.sqrt())) & close;
        parts.crowd = parts.crowd + d * fall_off;

        let same_point = d2.simd_le(f32x4::splat(SAME_POINT_D2));
        parts.touching += word_mask(same_point);
        let apart = d2 + (f32x4::splat(NOBODY) & same_point);
        parts.nearest_d2 = parts.nearest_d2.fast_min(apart);

        if FRIGHT {
            let near = d2.simd_lt(me.contagion_d2);
            parts.fright = parts.fright.fast_max(fright & near);
        }
    }
}

#[inline(always)]
fn fours(array: &[f32], places: std::ops::Range<usize>) -> impl Iterator<Item = f32x4> + '_ {
    array[places].as_chunks().0.iter().copied().map(f32x4::new)
}

#[inline(always)]
fn short_way(d: f32x4, length: f32x4, half: f32x4) -> f32x4 {
    d - (length & d.simd_gt(half)) + (length & d.simd_lt(-half))
}

const _: () = assert!(NOBODY > 1e12, "farther than any tank is wide");
