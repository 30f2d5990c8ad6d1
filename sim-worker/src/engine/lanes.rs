//! Four fish at a time: the few operations on four lanes that [`wide`] does not have.
//!
//! Every lane is computed as a scalar would be, so that it does not matter which fish share a vector.

use std::ops::{Add, BitAnd, Mul, Neg, Sub};

use wide::{f32x4, u32x4};

/// Fish that are computed at once.
pub(super) const LANES: usize = 4;
const ALL: f32 = f32::from_bits(u32::MAX);
/// Masks of the first so many lanes.
const ONLY_FIRST: [f32x4; LANES + 1] = [
    f32x4::new([0.0, 0.0, 0.0, 0.0]),
    f32x4::new([ALL, 0.0, 0.0, 0.0]),
    f32x4::new([ALL, ALL, 0.0, 0.0]),
    f32x4::new([ALL, ALL, ALL, 0.0]),
    f32x4::new([ALL, ALL, ALL, ALL]),
];

/// Mask of the first `count` lanes, of all if there are more.
#[inline(always)]
pub(super) fn first(count: usize) -> f32x4 {
    ONLY_FIRST[count.min(LANES)]
}

/// Four elements from `at` on; zeros behind the end.
#[inline(always)]
pub(super) fn load<T: Copy + Default>(array: &[T], at: usize) -> [T; LANES] {
    let rest = &array[at..];
    rest.first_chunk().copied().unwrap_or_else(|| {
        let mut four = [T::default(); LANES];
        four[..rest.len()].copy_from_slice(rest);
        four
    })
}

/// Four numbers from `at` on; zeros behind the end.
#[inline(always)]
pub(super) fn floats(array: &[f32], at: usize) -> f32x4 {
    load(array, at).into()
}

/// Four words from `at` on; zeros behind the end.
#[inline(always)]
pub(super) fn words(array: &[u32], at: usize) -> u32x4 {
    load(array, at).into()
}

/// Writes the lanes from `at` on; those behind the end are dropped.
#[inline(always)]
pub(super) fn store<T: Copy>(array: &mut [T], at: usize, lanes: [T; LANES]) {
    let rest = &mut array[at..];
    if let Some(four) = rest.first_chunk_mut() {
        *four = lanes;
    } else {
        rest.copy_from_slice(&lanes[..rest.len()]);
    }
}

/// Writes the lanes from `at` on; those behind the end are dropped.
#[inline(always)]
pub(super) fn store_floats(array: &mut [f32], at: usize, lanes: f32x4) {
    store(array, at, lanes.to_array());
}

/// The numbers of the lanes that a mask has.
#[inline(always)]
pub(super) fn lanes(mask: f32x4) -> impl Iterator<Item = usize> {
    let bits = mask.to_bitmask();
    (0..LANES).filter(move |lane| bits & 1 << lane != 0)
}

/// A mask of words as one of numbers.
#[inline(always)]
pub(super) fn mask(words: u32x4) -> f32x4 {
    bytemuck::cast(words)
}

/// A mask of numbers as one of words.
#[inline(always)]
pub(super) fn word_mask(numbers: f32x4) -> u32x4 {
    bytemuck::cast(numbers)
}

/// The sums over the lanes of four vectors, in one fixed order on every machine.
#[inline(always)]
pub(super) fn sums(vectors: [f32x4; LANES]) -> f32x4 {
    let [a, b, c, d] = f32x4::transpose(vectors);
    (a + b) + (c + d)
}

/// Likewise the smallest of the lanes.
#[inline(always)]
pub(super) fn least(vectors: [f32x4; LANES]) -> f32x4 {
    let [a, b, c, d] = f32x4::transpose(vectors);
    a.fast_min(b).fast_min(c.fast_min(d))
}

/// Likewise the largest.
#[inline(always)]
pub(super) fn most(vectors: [f32x4; LANES]) -> f32x4 {
    let [a, b, c, d] = f32x4::transpose(vectors);
    a.fast_max(b).fast_max(c.fast_max(d))
}

/// Likewise how many lanes of masks are set, where −1 was added for each.
#[inline(always)]
pub(super) fn counts(vectors: [u32x4; LANES]) -> f32x4 {
    let [a, b, c, d] = u32x4::transpose(vectors);
    f32x4::from_i32x4(bytemuck::cast(u32x4::ZERO - ((a + b) + (c + d))))
}

/// Two-dimensional vectors of four fish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) x: f32x4,
    pub(super) y: f32x4,
}

impl Pair {
    pub(super) const ZERO: Self = Self {
        x: f32x4::ZERO,
        y: f32x4::ZERO,
    };

    /// The vectors at `i` of two arrays.
    #[inline(always)]
    pub(super) fn load(x: &[f32], y: &[f32], i: usize) -> Self {
        Self {
            x: floats(x, i),
            y: floats(y, i),
        }
    }

    #[inline(always)]
    pub(super) fn store(self, x: &mut [f32], y: &mut [f32], i: usize) {
        store_floats(x, i, self.x);
        store_floats(y, i, self.y);
    }

    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> f32x4 {
        self.x * other.x + self.y * other.y
    }

    /// Length, by the processor's own square root, which is exact everywhere.
    #[inline(always)]
    pub(super) fn length(self) -> f32x4 {
        self.dot(self).sqrt()
    }

    /// A quarter turn to the left hand.
    #[inline(always)]
    pub(super) fn perp(self) -> Self {
        Self {
            x: -self.y,
            y: self.x,
        }
    }

    /// Scaled to length 1; shorter than `knee` it fades to nothing instead of flipping about.
    #[inline(always)]
    pub(super) fn unit(self, knee: f32x4) -> Self {
        let floor = knee.fast_max(f32x4::splat(1e-6));
        self * (f32x4::ONE / self.length().fast_max(floor))
    }

    /// No longer than `most`.
    #[inline(always)]
    pub(super) fn limited(self, most: f32x4) -> Self {
        let long = self.length();
        self * long.simd_gt(most).bitselect(most / long, f32x4::ONE)
    }

    /// This where the mask is set, `other` elsewhere.
    #[inline(always)]
    pub(super) fn where_else(self, mask: f32x4, other: Self) -> Self {
        Self {
            x: mask.bitselect(self.x, other.x),
            y: mask.bitselect(self.y, other.y),
        }
    }

    /// Adds a vector to one lane.
    #[inline(always)]
    pub(super) fn add_to_lane(&mut self, lane: usize, v: glam::Vec2) {
        self.x.as_mut_array()[lane] += v.x;
        self.y.as_mut_array()[lane] += v.y;
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self {
            x: self.x - other.x,
            y: self.y - other.y,
        }
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self {
            x: -self.x,
            y: -self.y,
        }
    }
}

impl Mul<f32x4> for Pair {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f32x4) -> Self {
        Self {
            x: self.x * factor,
            y: self.y * factor,
        }
    }
}

impl BitAnd<f32x4> for Pair {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, mask: f32x4) -> Self {
        Self {
            x: self.x & mask,
            y: self.y & mask,
        }
    }
}
