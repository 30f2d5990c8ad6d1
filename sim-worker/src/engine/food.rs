//! Pellets: dropped, sinking, seen, eaten or dissolved.

use shared::STEP;
use shared::config::Food;

use super::dice::{Purpose, dice, wander_one};
use super::grid::Grid;
use super::{School, State};

/// No pellet in sight.
pub(super) const NO_PELLET: u32 = u32::MAX;
/// A pellet is fading during its last part of life; until then it looks fresh.
const FADING: f32 = 0.15;

/// One pellet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pellet {
    /// Counts the pellets since the last reset.
    pub id: u32,
    /// Position, world units.
    pub x: f32,
    /// Position, world units, downwards.
    pub y: f32,
    /// Position one step ago.
    pub previous_x: f32,
    /// Position one step ago.
    pub previous_y: f32,
    /// Seconds since it was dropped.
    pub age: f32,
    /// Depth in the water, 0 to 1.
    pub depth: f32,
    /// Whether it lies on the bottom.
    pub resting: bool,
}

impl Pellet {
    /// 1 fresh to 0 dissolved.
    #[must_use]
    pub fn freshness(&self, food: &Food) -> f32 {
        ((1.0 - self.age / food.dissolve) / FADING).clamp(0.0, 1.0)
    }
}

/// All pellets in the tank, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Larder {
    /// Oldest first.
    pub pellets: Vec<Pellet>,
    /// Pellets dropped since the last reset.
    pub dropped: u32,
    /// Pellets eaten since the last reset.
    pub eaten: u32,
    feeds: u32,
    eaters: Vec<(u32, f32, u32)>,
}

impl Larder {
    /// Slots of the fish that ate in the last step; says nothing unless that step raised [`Larder::eaten`].
    pub fn eaters(&self) -> impl Iterator<Item = usize> {
        let eaters = self.eaters.iter().map(|&(slot, ..)| slot);
        eaters
            .filter(|&slot| slot != NO_PELLET)
            .map(|slot| slot as usize)
    }

    /// Drops the pellets of one feed around a point. Where the tank has too many already, the oldest are gone.
    pub(super) fn feed(&mut self, food: &Food, seed: u64, size: [f32; 2], [x, y]: [f32; 2]) {
        let mut dice = dice(seed, Purpose::Feed, self.feeds, 0);
        self.feeds = self.feeds.wrapping_add(1);
        let [least, most] = food.pellets;
        let pellets = (dice.between([least, most + 1.0]) as u32).min(most as u32);
        // With the first feed comes the room for all there can ever be: no step is to allocate.
        let room = food.most as usize + most as usize;
        self.pellets
            .reserve(room.saturating_sub(self.pellets.len()));
        self.eaters.clear();
        self.eaters.reserve(room);
        for _ in 0..pellets {
            let [dx, dy] = dice.direction();
            // The square root spreads them evenly over the disc.
            let far = food.scatter * dice.unit().sqrt();
            let at = |centre: f32, d: f32, length: f32| (centre + d * far).clamp(0.0, length);
            let (x, y) = (at(x, dx, size[0]), at(y, dy, size[1]));
            let depth = dice.unit();
            self.pellets.push(Pellet {
                id: self.dropped,
                x,
                y,
                previous_x: x,
                previous_y: y,
                depth,
                ..Pellet::default()
            });
            self.dropped = self.dropped.wrapping_add(1);
        }
        let too_many = self.pellets.len().saturating_sub(food.most as usize);
        self.pellets.drain(..too_many);
    }

    /// Sinks, drifts and dissolves.
    pub(super) fn sink(&mut self, food: &Food, seed: u64, size: [f32; 2], step: u64) {
        self.pellets.retain(|pellet| pellet.age < food.dissolve);
        for pellet in &mut self.pellets {
            (pellet.previous_x, pellet.previous_y) = (pellet.x, pellet.y);
            pellet.age += STEP;
            if pellet.resting {
                continue;
            }
            // Each sinks at a pace of its own, and sways.
            let pace = 0.8 + 0.4 * pellet.depth;
            let sway = wander_one(seed as u32 ^ 0x5EED, pellet.id, step * 1300);
            pellet.x = (pellet.x + food.drift * sway).clamp(0.0, size[0]);
            pellet.y += food.sink * pace;
            if pellet.y >= size[1] {
                pellet.y = size[1];
                pellet.resting = true;
            }
        }
    }

    /// Tells every fish the nearest pellet that it sees, if any.
    pub(super) fn show(
        &self,
        school: &mut School,
        grid: &Grid,
        sight: impl Fn(&School, usize) -> f32,
        farthest: f32,
    ) {
        school.pellet.fill(NO_PELLET);
        school.pellet_d2.fill(f32::MAX);
        let (columns, rows) = grid.size();
        let cell = grid.cell();
        let reach = |length: f32| (farthest / length) as usize + 1;
        let (across, down) = (reach(cell[0]), reach(cell[1]));
        for (index, pellet) in self.pellets.iter().enumerate() {
            let home = grid.cell_of(pellet.x, pellet.y);
            let (column, row) = (home % columns, home / columns);
            for row in row.saturating_sub(down)..(row + down + 1).min(rows) {
                for column in column.saturating_sub(across)..(column + across + 1).min(columns) {
                    for slot in grid.chain(row * columns + column) {
                        let (dx, dy) = (pellet.x - school.x[slot], pellet.y - school.y[slot]);
                        let d2 = dx * dx + dy * dy;
                        let sight = sight(school, slot);
                        if d2 < sight * sight && d2 < school.pellet_d2[slot] {
                            school.pellet_d2[slot] = d2;
                            school.pellet[slot] = index as u32;
                        }
                    }
                }
            }
        }
    }

    /// Lets the fish eat that have reached a pellet. Of several, the nearest gets it; of equally near ones, the firstborn.
    pub(super) fn eat(&mut self, school: &mut School, food: &Food) {
        self.eaters.clear();
        self.eaters
            .resize(self.pellets.len(), (NO_PELLET, f32::MAX, 0));
        for slot in 0..school.len() {
            if school.state[slot] != State::Seek as u32 || school.pellet[slot] == NO_PELLET {
                continue;
            }
            let pellet = school.pellet[slot] as usize;
            let (x, y) = (self.pellets[pellet].x, self.pellets[pellet].y);
            let bite = school.length[slot] * 0.35 + food.radius;
            let ahead = school.length[slot] * 0.3;
            let (dx, dy) = (
                x - school.x[slot] - school.hx[slot] * ahead,
                y - school.y[slot] - school.hy[slot] * ahead,
            );
            let d2 = dx * dx + dy * dy;
            let best = &mut self.eaters[pellet];
            if d2 < bite * bite && (d2 < best.1 || (d2 == best.1 && school.id[slot] < best.2)) {
                *best = (slot as u32, d2, school.id[slot]);
            }
        }
        for &(slot, ..) in self.eaters.iter().filter(|(slot, ..)| *slot != NO_PELLET) {
            let satiety = &mut school.satiety[slot as usize];
            *satiety = (*satiety + food.satiety).min(1.0);
            self.eaten = self.eaten.wrapping_add(1);
        }
        let mut eaters = self.eaters.iter();
        self.pellets
            .retain(|_| eaters.next().is_none_or(|(slot, ..)| *slot == NO_PELLET));
    }
}
