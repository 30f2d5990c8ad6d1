//! The simulation: a tank of fish, stepped in fixed steps of 1/60 s, the same bits on every machine.
//!
//! One step: enter everybody into the grid, settle the food, copy what fish see of each other (`flat`), then let everybody
//! sense the others in that copy and move. Sensing reads only the copy and moving writes only the fish's own, so the order
//! of work, and the number of threads, cannot change a result.

mod birth;
mod crew;
mod decide;
mod dice;
mod digest;
mod events;
mod eyes;
mod flat;
mod food;
mod grid;
mod inspect;
#[cfg(feature = "bench")]
mod lab;
mod lanes;
mod observe;
mod restore;
mod school;
mod sense;
mod state;
mod steer;
mod swim;
#[cfg(any(test, feature = "bench"))]
mod walk;
mod water;

use shared::config::Config;
use shared::{STEP, STEPS_PER_SECOND};

pub use crew::Crew;
pub use food::{Larder, Pellet};
pub use grid::Grid;
#[cfg(feature = "bench")]
pub use lab::{Kernel, Lab, Scene};
pub use observe::Observation;
pub use restore::Shown;
pub use school::School;
pub use state::{CallOn, State};

use flat::Flat;
use lanes::LANES;
use school::SchoolMut;
use sense::Senses;
use steer::Course;
use water::Water;

/// Steps after which slots are put into the order of the grid: by then a fish has swum half a cell.
const ORDERLY_STEPS: u64 = 32;
/// Vectors of fish that a thread has in its hands at once.
const BLOCK: usize = 16;
/// So few fish fit into the nearest cache, in whatever order they lie.
const NEED_NO_ORDER: usize = 2048;
/// Sides of a tank, world units: smaller or larger ones count as these.
const SIDES: std::ops::RangeInclusive<f32> = 1.0..=100_000.0;

/// What a step consists of, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Entering everybody into the grid, and food.
    Hash,
    /// Sensing, steering and moving.
    Forces,
}

/// The whole simulation.
#[derive(Debug)]
pub struct Tank {
    config: Config,
    seed: u64,
    step: u64,
    epoch: u32,
    looks_generation: u32,
    size: [f32; 2],
    wander_time: u64,
    call: Option<CallOn>,
    scared: u32,
    school: School,
    larder: Larder,
    grid: Grid,
    flat: Flat,
    crew: Crew,
}

/// What a step has in its hands while the fish move.
struct Afloat<'a> {
    water: Water<'a>,
    school: SchoolMut<'a>,
    grid: &'a Grid,
    flat: &'a Flat,
    crew: &'a Crew,
}

fn sane_size([width, height]: [f32; 2]) -> [f32; 2] {
    // `max` takes the number where the other is NaN.
    [width, height].map(|side| side.max(*SIDES.start()).min(*SIDES.end()))
}

impl Tank {
    /// Fills a tank of `size` (width, height in world units; 1 to 100,000, others are brought into that range) with as many fish as
    /// the configuration asks for. The configuration must have passed [`Config::check`].
    #[must_use]
    pub fn new(config: Config, size: [f32; 2], seed: u64, crew: Crew) -> Self {
        let mut tank = Self {
            config,
            seed,
            step: 0,
            epoch: 0,
            looks_generation: 0,
            size: sane_size(size),
            wander_time: 0,
            call: None,
            scared: 0,
            school: School::default(),
            larder: Larder::default(),
            grid: Grid::default(),
            flat: Flat::default(),
            crew,
        };
        tank.populate();
        tank.settle();
        tank
    }

    /// Deals a new tank of the same size and configuration: step 0, no food, other fish if the seed is another.
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.step = 0;
        self.epoch = self.epoch.wrapping_add(1);
        self.wander_time = 0;
        self.call = None;
        self.scared = 0;
        self.larder = Larder::default();
        self.school = School::default();
        self.populate();
        self.settle();
    }

    /// Takes another configuration, effective from the next step. Fish stay where they are; if the count changed, the youngest
    /// leave or new ones are born. Must have passed [`Config::check`].
    pub fn set_config(&mut self, config: Config) {
        let asked_for = self.config.world.count != config.world.count;
        self.config = config;
        // A tank that was filled by its area keeps its fish until it is told otherwise.
        if asked_for {
            self.populate();
        }
        birth::endow_all(&mut self.school, &self.config, self.seed);
        let most = self.config.behaviour.food.most as usize;
        let too_many = self.larder.pellets.len().saturating_sub(most);
        self.larder.pellets.drain(..too_many);
        self.settle();
    }

    /// Changes the size of the tank. Every fish and pellet stays, and its position scales along.
    pub fn resize(&mut self, size: [f32; 2]) {
        let size = sane_size(size);
        let scale = [size[0] / self.size[0], size[1] / self.size[1]];
        self.size = size;
        for (axis, arrays) in [
            [
                &mut self.school.x,
                &mut self.school.previous_x,
                &mut self.school.fright_x,
            ],
            [
                &mut self.school.y,
                &mut self.school.previous_y,
                &mut self.school.fright_y,
            ],
        ]
        .into_iter()
        .enumerate()
        {
            for at in arrays.into_iter().flatten() {
                *at = (*at * scale[axis]).clamp(0.0, size[axis]);
            }
        }
        for pellet in &mut self.larder.pellets {
            pellet.x = (pellet.x * scale[0]).min(size[0]);
            pellet.y = if pellet.resting {
                size[1]
            } else {
                (pellet.y * scale[1]).min(size[1])
            };
            (pellet.previous_x, pellet.previous_y) = (pellet.x, pellet.y);
        }
        if let Some(call) = &mut self.call {
            (call.x, call.y) = (call.x * scale[0], call.y * scale[1]);
        }
        self.lay_grid();
    }

    /// Advances by one step of 1/60 s.
    pub fn step(&mut self) {
        self.step_telling(|_| ());
    }

    /// [`Tank::step`], and tells when each phase of it is done, for whoever has a clock.
    pub fn step_telling(&mut self, mut done: impl FnMut(Phase)) {
        self.prepare();
        done(Phase::Hash);
        self.swim();
        done(Phase::Forces);
        self.finish();
    }

    /// Grid, food and call, as they stand at the start of the step.
    fn prepare(&mut self) {
        self.grid.build(&self.school.x, &self.school.y);
        if self.school.len() > NEED_NO_ORDER && self.step.is_multiple_of(ORDERLY_STEPS) {
            self.flat.lay_out(&self.grid, &self.school, false);
            self.school.reorder(&self.flat.order);
            self.grid.build(&self.school.x, &self.school.y);
        }
        let Self {
            config,
            larder,
            school,
            grid,
            ..
        } = self;
        let food = &config.behaviour.food;
        if !larder.pellets.is_empty() {
            larder.sink(food, self.seed, self.size, self.step);
            let reach = config.behaviour.seek.reach;
            let sight = |school: &School, slot: usize| {
                let dull = if school.satiety[slot] > food.full {
                    food.dull
                } else {
                    1.0
                };
                school.sight[slot] * reach * dull
            };
            let farthest = school.farthest_sight() * reach;
            larder.show(school, grid, sight, farthest);
        } else if self.larder.dropped > 0 {
            self.school.pellet.fill(food::NO_PELLET);
        }
        if let Some(call) = &mut self.call {
            call.left -= STEP;
            if call.left <= 0.0 {
                self.call = None;
            }
        }
    }

    /// Everybody senses the others as they stood, and moves.
    fn swim(&mut self) {
        let (rules, company) = (self.rules(), self.company());
        self.flat
            .lay_out(&self.grid, &self.school, rules.frightened);
        let Afloat {
            water,
            school,
            grid,
            flat,
            crew,
        } = self.afloat();
        crew.share(school, |start, mut run| {
            let mut senses = [Senses::NONE; BLOCK];
            let mut courses = [Course::NONE; BLOCK];
            for first in (0..run.len()).step_by(BLOCK * LANES) {
                // One thing after the other, so that the processor can begin with the next fish before it is done with these.
                let fours = (first..run.len()).step_by(LANES);
                for (i, senses) in fours.clone().zip(&mut senses) {
                    let places = lanes::load(&flat.place, start + i);
                    let eyes = eyes::eyes(water.config, &company, &run, i);
                    *senses = sense::sense(grid, flat, &rules, &places, &eyes);
                }
                for (i, (senses, course)) in fours.clone().zip(senses.iter().zip(&mut courses)) {
                    *course = steer::decide_and_steer(&water, &mut run, i, senses);
                }
                for (i, course) in fours.zip(&courses) {
                    swim::advance(&water, &mut run, i, course);
                }
            }
        });
    }

    /// The tank taken apart: the fish to be moved, and all that they do not change.
    fn afloat(&mut self) -> Afloat<'_> {
        let largest_turn = self.config.behaviour.turn_rate * STEP;
        let separation = self.config.boids.sep_radius * steer::FULL_PUSH;
        Afloat {
            water: Water {
                config: &self.config,
                pellets: &self.larder.pellets,
                seed: self.seed,
                step: self.step,
                size: self.size,
                call: self.call,
                wander_time: self.wander_time,
                turn: [
                    libm::cosf(largest_turn.min(3.1)),
                    libm::sinf(largest_turn.min(1.57)),
                ],
                separation_scale: separation * separation,
            },
            school: self.school.all_mut(),
            grid: &self.grid,
            flat: &self.flat,
            crew: &self.crew,
        }
    }

    /// What follows when everybody has moved.
    fn finish(&mut self) {
        if !self.larder.pellets.is_empty() {
            self.larder
                .eat(&mut self.school, &self.config.behaviour.food);
        }
        self.step += 1;
        let points_per_step = self.config.behaviour.wander.rate / STEPS_PER_SECOND;
        self.wander_time += (points_per_step * 65536.0) as u64;
    }

    /// Brings the number of fish to what the configuration asks for.
    fn populate(&mut self) {
        self.hold(self.config.population(self.size[0], self.size[1]) as usize);
    }

    /// Brings the number of fish to `wanted`: the youngest leave, or new ones are born.
    fn hold(&mut self, wanted: usize) {
        while self.school.len() > wanted {
            let last = self.school.len() as u32 - 1;
            if let Some(slot) = self.school.id.iter().position(|&id| id == last) {
                self.school.swap_remove(slot);
            }
        }
        let mut apportionment = birth::Apportionment::new(&self.config.species);
        for id in 0..wanted as u32 {
            let species = apportionment.next();
            if id as usize >= self.school.len() {
                self.school
                    .push(birth::born(&self.config, self.seed, id, species, self.size));
            }
        }
    }

    /// What follows whenever there are other fish, or the fish are otherwise.
    fn settle(&mut self) {
        self.looks_generation = self.looks_generation.wrapping_add(1);
        self.lay_grid();
    }

    fn lay_grid(&mut self) {
        let sight = self.school.farthest_sight().max(1.0);
        self.grid.lay(self.size[0], self.size[1], sight);
        self.grid.build(&self.school.x, &self.school.y);
    }
}

#[cfg(test)]
mod tests;
