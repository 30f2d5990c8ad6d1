//! The plain walk: one fish, the chains of nine cells, one candidate at a time. The reference against which the fast way is
//! tested and measured; it differs from it by rounding only.

use wide::f32x4;

use super::eyes::eyes;
use super::eyes::{ANYBODY, Rules};
#[cfg(feature = "bench")]
use super::lanes::LANES;
use super::lanes::Pair;
use super::sense::{LEAST_D2, NOBODY, SAME_POINT_D2, Senses};
use super::{School, State, Tank};

/// The sums of one fish: a lane of [`Senses`](super::sense::Senses).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sense {
    pub(super) crowd: [f32; 2],
    pub(super) velocity: [f32; 2],
    pub(super) aligned: f32,
    pub(super) offset: [f32; 2],
    pub(super) mates: f32,
    pub(super) nearest_d2: f32,
    pub(super) touching: f32,
    pub(super) fright: f32,
}

/// One of [`Eyes`](super::eyes::Eyes).
#[derive(Clone, Copy)]
struct Eye {
    sight: f32,
    separation: f32,
    company: f32,
    heading: [f32; 2],
}

impl Eye {
    fn new(tank: &mut Tank, company: &[f32; 16], slot: usize) -> Self {
        let eyes = eyes(&tank.config, company, &tank.school.all_mut(), slot);
        let first = |lanes: f32x4| lanes.to_array()[0];
        Self {
            sight: first(eyes.sight),
            separation: first(eyes.separation),
            company: eyes.company[0],
            heading: [first(eyes.heading.x), first(eyes.heading.y)],
        }
    }
}

impl Senses {
    /// Those of four fish that were summed up one by one.
    #[cfg(feature = "bench")]
    pub(super) fn of(fish: &[Sense; LANES]) -> Self {
        let lanes = |of: fn(&Sense) -> f32| f32x4::from(fish.each_ref().map(of));
        let pair = |x, y| Pair {
            x: lanes(x),
            y: lanes(y),
        };
        Self {
            crowd: pair(|fish| fish.crowd[0], |fish| fish.crowd[1]),
            velocity: pair(|fish| fish.velocity[0], |fish| fish.velocity[1]),
            aligned: lanes(|fish| fish.aligned),
            offset: pair(|fish| fish.offset[0], |fish| fish.offset[1]),
            mates: lanes(|fish| fish.mates),
            nearest_d2: lanes(|fish| fish.nearest_d2),
            touching: lanes(|fish| fish.touching),
            fright: lanes(|fish| fish.fright),
        }
    }

    /// Those of one of the four.
    #[cfg(test)]
    pub(super) fn fish(&self, lane: usize) -> Sense {
        let one = |lanes: f32x4| lanes.to_array()[lane];
        let pair = |pair: Pair| [one(pair.x), one(pair.y)];
        Sense {
            crowd: pair(self.crowd),
            velocity: pair(self.velocity),
            aligned: one(self.aligned),
            offset: pair(self.offset),
            mates: one(self.mates),
            nearest_d2: one(self.nearest_d2),
            touching: one(self.touching),
            fright: one(self.fright),
        }
    }
}

/// The sums of the fish in a slot. `school` is as it stood when the grid was built.
pub(super) fn sense(tank: &mut Tank, rules: &Rules, company: &[f32; 16], slot: usize) -> Sense {
    let eye = Eye::new(tank, company, slot);
    let (grid, school) = (&tank.grid, &tank.school);
    let (columns, rows) = grid.size();
    let home = grid.cell_of(school.x[slot], school.y[slot]);
    let (column, row) = ((home % columns) as isize, (home / columns) as isize);
    let mut sense = Sense {
        nearest_d2: NOBODY,
        ..Sense::default()
    };
    let mut visited = [usize::MAX; 9];
    for step in 0..9 {
        let Some(cell) = neighbour_cell(rules.torus.is_some(), (columns, rows), column, row, step)
        else {
            continue;
        };
        if visited.contains(&cell) {
            continue;
        }
        visited[step as usize] = cell;
        for other in grid.chain(cell).filter(|&other| other != slot) {
            let mut d = [
                school.x[other] - school.x[slot],
                school.y[other] - school.y[slot],
            ];
            if let Some(torus) = rules.torus {
                for axis in 0..2 {
                    if d[axis] > torus[axis] * 0.5 {
                        d[axis] -= torus[axis];
                    } else if d[axis] < -torus[axis] * 0.5 {
                        d[axis] += torus[axis];
                    }
                }
            }
            look_at(&mut sense, school, rules, eye, other, d);
        }
    }
    if school.state[slot] == State::Flee as u32 && school.timer[slot] > 0.0 {
        sense.fright = 0.0;
    }
    sense
}

fn neighbour_cell(
    torus: bool,
    size: (usize, usize),
    column: isize,
    row: isize,
    step: isize,
) -> Option<usize> {
    let (columns, rows) = (size.0 as isize, size.1 as isize);
    let (mut c, mut r) = (column + step % 3 - 1, row + step / 3 - 1);
    if torus {
        (c, r) = (c.rem_euclid(columns), r.rem_euclid(rows));
    }
    ((0..columns).contains(&c) && (0..rows).contains(&r)).then_some((r * columns + c) as usize)
}

fn look_at(sense: &mut Sense, school: &School, rules: &Rules, eye: Eye, other: usize, d: [f32; 2]) {
    let d2 = d[0] * d[0] + d[1] * d[1];
    let sight_d2 = eye.sight * eye.sight;
    let along = d[0] * eye.heading[0] + d[1] * eye.heading[1];
    let seen = along >= 0.0 || along * along <= rules.blind_cosine2 * d2;
    if seen
        && d2 < sight_d2
        && (eye.company == ANYBODY || eye.company == school.species[other] as f32)
    {
        sense.offset[0] += d[0];
        sense.offset[1] += d[1];
        sense.mates += 1.0;
        let align = eye.sight * rules.alignment;
        if d2 < align * align {
            sense.velocity[0] += school.vx[other];
            sense.velocity[1] += school.vy[other];
            sense.aligned += 1.0;
        }
    }
    let apart = eye.separation.min(eye.sight);
    if d2 < apart * apart {
        let floor = d2.max(LEAST_D2);
        let fall_off = 1.0 / (floor * floor.sqrt());
        sense.crowd[0] += d[0] * fall_off;
        sense.crowd[1] += d[1] * fall_off;
    }
    if d2 <= SAME_POINT_D2 {
        sense.touching += 1.0;
    } else {
        sense.nearest_d2 = sense.nearest_d2.min(d2);
    }
    let catch = eye.sight * rules.contagion;
    if school.state[other] == State::Flee as u32 && d2 < catch * catch {
        sense.fright = sense.fright.max(school.timer[other]);
    }
}
