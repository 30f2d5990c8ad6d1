//! The linked-list spatial hash, and its flattening into cell order.
//!
//! Two flat arrays of `i32`: `head` has the first fish of each cell, `next` the fish that follows, −1 for none (Hockney
//! and Eastwood, "Computer Simulation Using Particles", 1988, call it the chaining mesh). Nothing is allocated unless
//! the tank or the school outgrows every earlier one.

/// Cells are this much larger than the largest perception, so that 3 × 3 of them cover every neighbour in spite of rounding.
const MARGIN: f32 = 1.05;
const MOST_CELLS: f32 = 1_048_576.0;
const NONE: i32 = -1;

/// The hash: who is in which cell.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    columns: usize,
    rows: usize,
    cell: [f32; 2],
    per_unit: [f32; 2],
    head: Vec<i32>,
    next: Vec<i32>,
}

impl Grid {
    /// Lays a grid over a tank for fish that see at most `perception` far. Cells divide the tank evenly, so none is cut short
    /// at an edge or at a torus' seam. Keeps the arrays that it has if they are long enough.
    pub(super) fn lay(&mut self, width: f32, height: f32, perception: f32) {
        let mut least = (perception * MARGIN).max(1.0);
        while (width / least) * (height / least) > MOST_CELLS {
            least *= 2.0;
        }
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
        // `as` saturates and takes NaN for 0, so that the index is right whatever the position is.
        let column = ((x * self.per_unit[0]) as usize).min(self.columns - 1);
        let row = ((y * self.per_unit[1]) as usize).min(self.rows - 1);
        row * self.columns + column
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
        let mut at = self.head[cell];
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

/// Lanes that the kernel reads at once; arrays have as much behind their end.
pub(super) const LANES: usize = 4;
const NOWHERE: f32 = 1e30;

/// What fish see of each other, as it stood at the start of the step, in cell order: the chains of the grid walked once and laid
/// out in a row, so that the fish of three cells side by side are one run of memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Flat {
    /// Slot of the fish at each place; and the place of the fish in each slot.
    pub(super) order: Vec<u32>,
    pub(super) place: Vec<u32>,
    /// First place of each cell, and one more for the end.
    pub(super) start: Vec<u32>,
    pub(super) x: Vec<f32>,
    pub(super) y: Vec<f32>,
    pub(super) vx: Vec<f32>,
    pub(super) vy: Vec<f32>,
    /// Seconds of fright left, for those who flee; else 0.
    pub(super) fright: Vec<f32>,
    pub(super) species: Vec<f32>,
}

impl Flat {
    pub(super) fn lay_out(&mut self, grid: &Grid, school: &super::School, frightened: bool) {
        let fish = school.len();
        self.order.clear();
        self.start.clear();
        self.place.resize(fish, 0);
        for &first in grid.head() {
            self.start.push(self.order.len() as u32);
            let mut at = first;
            while let Ok(slot) = usize::try_from(at) {
                self.place[slot] = self.order.len() as u32;
                self.order.push(slot as u32);
                at = grid.next[slot];
            }
        }
        self.start.push(fish as u32);
        let order = &self.order;
        let copy = |to: &mut Vec<f32>, from: &[f32]| {
            to.clear();
            to.extend(order.iter().map(|&slot| from[slot as usize]));
            to.extend([NOWHERE; LANES]);
        };
        copy(&mut self.x, &school.x);
        copy(&mut self.y, &school.y);
        copy(&mut self.vx, &school.vx);
        copy(&mut self.vy, &school.vy);
        self.fright.clear();
        if frightened {
            let flees = super::State::Flee as u32;
            self.fright.extend(order.iter().map(|&slot| {
                let slot = slot as usize;
                if school.state[slot] == flees {
                    school.timer[slot]
                } else {
                    0.0
                }
            }));
        }
        self.fright.resize(fish + LANES, 0.0);
        self.species.clear();
        self.species.extend(
            order
                .iter()
                .map(|&slot| school.species[slot as usize] as f32),
        );
        self.species.extend([-1.0; LANES]);
    }

    /// Whether slots already stand in cell order, near enough.
    pub(super) fn disorder(&self) -> usize {
        self.order
            .windows(2)
            .filter(|pair| pair[1] != pair[0] + 1)
            .count()
    }
}
