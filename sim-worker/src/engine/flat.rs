//! The hash, flattened: what fish see of each other, laid out so that neighbours are runs of memory.

use super::grid::{Grid, NONE, STRIPS};
use super::lanes::LANES;
use super::{School, State};

const NOWHERE: f32 = 1e30;

/// What fish see of each other, as it stood at the start of the step: the chains of the grid walked once, row by row, the fish of
/// a row in order of their strips. So the fish of a row between two strips are one run of memory.
///
/// Behind each row are [`LANES`] fish that nobody sees: four lanes can be read from any fish on, and whoever is read
/// beyond the end of a run is out of sight.
#[derive(Clone, Debug, Default)]
pub(super) struct Flat {
    /// Slots of the fish, in order; and the place of the fish in each slot.
    pub(super) order: Vec<u32>,
    pub(super) place: Vec<u32>,
    /// First place of each strip of each row, and of the end of the row.
    start: Vec<u32>,
    strips: usize,
    pub(super) x: Vec<f32>,
    pub(super) y: Vec<f32>,
    pub(super) vx: Vec<f32>,
    pub(super) vy: Vec<f32>,
    pub(super) species: Vec<f32>,
    /// Seconds of fright left, for those who flee; else 0. Only where somebody flees.
    pub(super) fright: Vec<f32>,
}

impl Flat {
    /// Lays everybody out anew. Allocates only where the tank or the school outgrows every earlier one.
    pub(super) fn lay_out(&mut self, grid: &Grid, school: &School, frightened: bool) {
        let (columns, rows) = grid.size();
        self.strips = columns * STRIPS;
        self.make_room(school.len(), rows);
        let mut at = 0;
        for row in 0..rows {
            for column in 0..columns {
                at = self.lay_cell(grid, school, row, column, at);
            }
            let end = at as usize;
            self.start[row * (self.strips + 1) + self.strips] = at;
            for array in [&mut self.x, &mut self.y, &mut self.vx, &mut self.vy] {
                array[end..end + LANES].fill(NOWHERE);
            }
            self.species[end..end + LANES].fill(-1.0);
            at += LANES as u32;
        }
        if frightened {
            self.lay_fright(school);
        }
    }

    fn make_room(&mut self, fish: usize, rows: usize) {
        let places = fish + rows * LANES;
        self.order.resize(fish, 0);
        self.place.resize(fish, 0);
        self.start.resize(rows * (self.strips + 1), 0);
        for array in [
            &mut self.x,
            &mut self.y,
            &mut self.vx,
            &mut self.vy,
            &mut self.species,
            &mut self.fright,
        ] {
            array.resize(places, 0.0);
        }
    }

    /// Lays out one cell from place `at` on, and says where it ends.
    fn lay_cell(
        &mut self,
        grid: &Grid,
        school: &School,
        row: usize,
        column: usize,
        at: u32,
    ) -> u32 {
        let (columns, _) = grid.size();
        let starts = &mut self.start[row * (self.strips + 1) + column * STRIPS..][..STRIPS];
        let head = grid.head()[row * columns + column];
        if head == NONE {
            starts.fill(at);
            return at;
        }
        let strip = |slot: usize| grid.strip(school.x[slot]) % STRIPS;
        let mut next = [0; STRIPS];
        for slot in grid.chain_from(head) {
            next[strip(slot)] += 1;
        }
        let mut end = at;
        for (next, start) in next.iter_mut().zip(starts) {
            *start = end;
            end += std::mem::replace(next, end);
        }
        let hidden = row * LANES;
        for slot in grid.chain_from(head) {
            let next = &mut next[strip(slot)];
            let place = *next as usize;
            *next += 1;
            self.place[slot] = place as u32;
            self.order[place - hidden] = slot as u32;
            self.x[place] = school.x[slot];
            self.y[place] = school.y[slot];
            self.vx[place] = school.vx[slot];
            self.vy[place] = school.vy[slot];
            self.species[place] = school.species[slot] as f32;
        }
        end
    }

    fn lay_fright(&mut self, school: &School) {
        self.fright.fill(0.0);
        for (slot, &place) in self.place.iter().enumerate() {
            if school.state[slot] == State::Flee as u32 {
                self.fright[place as usize] = school.timer[slot];
            }
        }
    }

    /// The places of the fish of a row from one strip to another, both included.
    #[inline(always)]
    pub(super) fn run(&self, row: usize, first: usize, last: usize) -> (usize, usize) {
        let starts = &self.start[row * (self.strips + 1)..];
        (starts[first] as usize, starts[last + 1] as usize)
    }
}
