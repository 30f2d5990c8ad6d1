//! The linked-list spatial hash.
//!
//! Two flat arrays of `i32`: `head` has the first fish of each cell, `next` the fish that follows, −1 for none (Hockney
//! and Eastwood, "Computer Simulation Using Particles", 1988, call it the chaining mesh). Nothing is allocated unless
//! the tank or the school outgrows every earlier one.

use wide::f32x4;

use super::lanes::LANES;

/// Cells are this much larger than the largest perception, so that 3 × 3 of them cover every neighbour in spite of rounding.
const MARGIN: f32 = 1.05;
/// More cells than there can be fish would only be empty.
const MOST_CELLS: f32 = 131_072.0;
/// Each row costs a little memory of its own.
const MOST_ROWS: f32 = 16_384.0;
/// No fish.
pub(super) const NONE: i32 = -1;
/// A cell is cut into so many upright strips, so that a search need not look at all of its width.
pub(super) const STRIPS: usize = 8;

/// The hash: who is in which cell.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    columns: usize,
    rows: usize,
    cell: [f32; 2],
    farthest: f32,
    per_unit: [f32; 2],
    head: Vec<i32>,
    next: Vec<i32>,
}

/// `at` rounded down, as an index below `count`.
#[inline(always)]
fn index(at: f32, count: usize) -> usize {
    // `as` saturates and takes NaN for 0, so that the index is right whatever the position is.
    (at as i32).clamp(0, count as i32 - 1) as usize
}

/// [`index`] of four.
#[inline(always)]
fn indices(at: f32x4, count: usize) -> [i32; LANES] {
    let last = f32x4::splat((count - 1) as f32);
    at.fast_max(f32x4::ZERO)
        .fast_min(last)
        .fast_trunc_int()
        .to_array()
}

impl Grid {
    /// Lays a grid over a tank for fish that see at most `perception` far. Cells divide the tank evenly, so none is cut short
    /// at an edge or at a torus' seam. Keeps the arrays that it has if they are long enough.
    pub(super) fn lay(&mut self, width: f32, height: f32, perception: f32) {
        let mut least = (perception * MARGIN).max(1.0);
        while (width / least) * (height / least) > MOST_CELLS || height / least > MOST_ROWS {
            least *= 2.0;
        }
        self.farthest = least;
        let divide = |length: f32| ((length / least) as usize).max(1);
        (self.columns, self.rows) = (divide(width), divide(height));
        self.cell = [width / self.columns as f32, height / self.rows as f32];
        self.per_unit = [1.0 / self.cell[0], 1.0 / self.cell[1]];
        let cells = self.columns * self.rows;
        if self.head.len() < cells {
            self.head.resize(cells, NONE);
        }
    }

    /// The cell of a position. A position outside, infinite or NaN belongs to a cell at the edge.
    #[must_use]
    pub fn cell_of(&self, x: f32, y: f32) -> usize {
        self.row(y) * self.columns + self.column(x)
    }

    /// The column of cells of a position; likewise.
    pub(super) fn column(&self, x: f32) -> usize {
        index(x * self.per_unit[0], self.columns)
    }

    /// The row of cells of a position; likewise.
    #[inline(always)]
    pub(super) fn row(&self, y: f32) -> usize {
        index(y * self.per_unit[1], self.rows)
    }

    /// The strip of a position, counted from the left edge of the tank; [`STRIPS`] of them are a column. Never less for a
    /// larger `x`.
    #[inline(always)]
    pub(super) fn strip(&self, x: f32) -> usize {
        // The factor is a power of two: rounding is the same as for the column.
        index(x * self.per_unit[0] * STRIPS as f32, self.columns * STRIPS)
    }

    /// [`Grid::strip`] of four positions.
    #[inline(always)]
    pub(super) fn strips(&self, x: f32x4) -> [i32; LANES] {
        let at = x * f32x4::splat(self.per_unit[0]) * f32x4::splat(STRIPS as f32);
        indices(at, self.columns * STRIPS)
    }

    /// [`Grid::row`] of four positions.
    #[inline(always)]
    pub(super) fn rows(&self, y: f32x4) -> [i32; LANES] {
        indices(y * f32x4::splat(self.per_unit[1]), self.rows)
    }

    /// Enters every fish anew.
    pub(super) fn build(&mut self, x: &[f32], y: &[f32]) {
        let cells = self.columns * self.rows;
        self.head[..cells].fill(NONE);
        if self.next.len() < x.len() {
            self.next.resize(x.len(), NONE);
        }
        // Last fish first: a chain then runs through memory upwards.
        for slot in (0..x.len()).rev() {
            let cell = self.cell_of(x[slot], y[slot]);
            self.next[slot] = self.head[cell];
            self.head[cell] = slot as i32;
        }
    }

    /// The slots in a cell, in the order of the chain.
    pub fn chain(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        self.chain_from(self.head[cell])
    }

    /// The rest of a chain.
    pub(super) fn chain_from(&self, head: i32) -> impl Iterator<Item = usize> + '_ {
        let mut at = head;
        std::iter::from_fn(move || {
            let slot = usize::try_from(at).ok()?;
            at = self.next[slot];
            Some(slot)
        })
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// Width and height of a cell, world units.
    #[must_use]
    pub fn cell(&self) -> [f32; 2] {
        self.cell
    }

    /// How far from a position a search may reach and yet stay within the 3 × 3 cells around it: farther than any fish sees.
    pub(super) fn farthest(&self) -> f32 {
        self.farthest
    }

    /// The array of first fish, one for each cell in use, row by row.
    #[must_use]
    pub fn head(&self) -> &[i32] {
        &self.head[..self.columns * self.rows]
    }

    /// The array of following fish, one for each slot.
    #[must_use]
    pub fn next(&self) -> &[i32] {
        &self.next
    }
}
