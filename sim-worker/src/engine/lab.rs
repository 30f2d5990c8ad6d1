//! Tanks to measure: the same scenes natively and in the browser, the kernel that is shipped beside the plain walk.

use shared::config::{Config, merge};
use shared::event::Event;

use super::lanes::LANES;
use super::sense::Senses;
use super::walk::Sense;
use super::{Afloat, Crew, School, Tank, eyes, lanes, sense, steer, swim, walk};

const COMMUNITY: &str = include_str!("../../../www/presets/community.json");
const SEED: u64 = 6;
/// World units² for each fish: twelve others in sight of the average fish where nobody gathers. The default tank has 5,200.
const ROOM: f32 = 1210.0;
const ASPECT: f32 = 16.0 / 9.0;
/// Steps that are not measured after a return to the start: caches are cold then.
const WARM_UP: usize = 2;
/// Steps of one batch at most, so that the scene stays what it was.
const BATCH: usize = 30;

/// What the tank is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Nobody aligns or coheres, so fish stay spread out evenly; all sums are made all the same.
    Uniform,
    /// After 400 steps of strong cohesion and alignment: dense schools, some fifty others in sight.
    Schooled,
    /// Everybody within one cell.
    Heap,
}

impl Scene {
    fn patch(self) -> &'static str {
        match self {
            Self::Uniform => r#"{"boids": {"wAli": 0, "wCoh": 0}}"#,
            Self::Schooled => r#"{"boids": {"wAli": 3, "wCoh": 3}}"#,
            Self::Heap => "{}",
        }
    }

    fn settling(self) -> u32 {
        match self {
            Self::Uniform => 60,
            Self::Schooled => 400,
            Self::Heap => 0,
        }
    }

    /// By the name that it has in the tables.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "uniform" => Some(Self::Uniform),
            "schooled" => Some(Self::Schooled),
            "heap" => Some(Self::Heap),
            _ => None,
        }
    }
}

/// How the neighbours are found and summed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// As shipped.
    Engine,
    /// The plain walk over the chains, one fish and one candidate at a time; fish lie in memory as they were born.
    Walk,
}

/// A tank that returns to its start again and again, and steps against a clock.
#[derive(Debug)]
pub struct Lab {
    tank: Tank,
    start: School,
    start_step: u64,
    idle_crew: Crew,
    sensed: Vec<Senses>,
    now: fn() -> f64,
}

impl Lab {
    /// A tank with so many fish (up to the capacity of a configuration), brought to the state of the scene by one thread.
    /// `now` reads a clock in milliseconds; `crew` takes over when a measurement asks for more than one thread.
    ///
    /// # Panics
    /// If there are more fish than a configuration may ask for.
    #[must_use]
    pub fn new(scene: Scene, fish: u32, crew: Crew, now: fn() -> f64) -> Self {
        let (config, size) = tank_for(scene, fish);
        let mut tank = Tank::new(config, size, SEED, Crew::single());
        if scene == Scene::Heap {
            heap_up(&mut tank);
        }
        for _ in 0..scene.settling() {
            tank.step();
        }
        let [x, y] = size.map(|side| side * 0.5);
        tank.apply(Event::Feed { x, y });
        Self {
            start: tank.school.clone(),
            start_step: tank.step,
            tank,
            idle_crew: crew,
            sensed: Vec::new(),
            now,
        }
    }

    /// Mean number of others within a fish's sight, at the start.
    pub fn neighbours(&mut self) -> f32 {
        self.rewind(Kernel::Engine);
        self.tank.observe().neighbours
    }

    /// Width and height, world units.
    #[must_use]
    pub fn size(&self) -> [f32; 2] {
        self.tank.size()
    }

    /// Position, velocity and sight of every fish at the start, in order of birth: five numbers each.
    pub fn fish(&mut self) -> Vec<f32> {
        self.rewind(Kernel::Walk);
        let school = &self.tank.school;
        let one = |slot: usize| {
            [
                school.x[slot],
                school.y[slot],
                school.vx[slot],
                school.vy[slot],
                school.sight[slot],
            ]
        };
        (0..school.len()).flat_map(one).collect()
    }

    /// Steps in batches, each from the start, until `budget_ms` is over; `most` steps in one batch at most. Gives the
    /// number of steps in a batch, then the milliseconds of each step, batch after batch.
    pub fn measure(
        &mut self,
        kernel: Kernel,
        threads: bool,
        budget_ms: f64,
        most: usize,
    ) -> Vec<f64> {
        if threads {
            std::mem::swap(&mut self.tank.crew, &mut self.idle_crew);
        }
        let steps = most.clamp(1, BATCH);
        let mut times = vec![steps as f64];
        let begun = (self.now)();
        loop {
            self.rewind(kernel);
            for _ in 0..WARM_UP {
                self.step(kernel);
            }
            let mut before = (self.now)();
            for _ in 0..steps {
                self.step(kernel);
                let after = (self.now)();
                times.push(after - before);
                before = after;
            }
            if before - begun >= budget_ms {
                break;
            }
        }
        if threads {
            std::mem::swap(&mut self.tank.crew, &mut self.idle_crew);
        }
        times
    }

    /// The tank, as it stands.
    #[must_use]
    pub fn tank(&self) -> &Tank {
        &self.tank
    }

    /// Part of a step: enters everybody into the grid.
    pub fn enter_grid(&mut self) {
        let Tank { grid, school, .. } = &mut self.tank;
        grid.build(&school.x, &school.y);
    }

    /// Part of a step: lays out what fish see of each other.
    pub fn lay_out(&mut self) {
        let Tank {
            grid, flat, school, ..
        } = &mut self.tank;
        flat.lay_out(grid, school, false);
    }

    /// Part of a step, after [`Lab::lay_out`]: lets everybody sense the others.
    pub fn sense(&mut self) {
        let tank = &mut self.tank;
        let (rules, company) = (tank.rules(), tank.company());
        let Afloat {
            water,
            school,
            grid,
            flat,
            ..
        } = tank.afloat();
        self.sensed.clear();
        self.sensed
            .extend((0..school.len()).step_by(LANES).map(|i| {
                let eyes = eyes::eyes(water.config, &company, &school, i);
                sense::sense(grid, flat, &rules, &lanes::load(&flat.place, i), &eyes)
            }));
    }

    /// Part of a step, after [`Lab::sense`]: lets everybody move.
    pub fn swim(&mut self) {
        let Afloat {
            water, mut school, ..
        } = self.tank.afloat();
        for (index, senses) in self.sensed.iter().enumerate() {
            let i = index * LANES;
            let course = steer::decide_and_steer(&water, &mut school, i, senses);
            swim::advance(&water, &mut school, i, &course);
        }
    }

    fn rewind(&mut self, kernel: Kernel) {
        let tank = &mut self.tank;
        tank.school.clone_from(&self.start);
        tank.step = self.start_step;
        if kernel == Kernel::Walk {
            let mut by_birth: Vec<u32> = (0..tank.school.len() as u32).collect();
            by_birth.sort_unstable_by_key(|&slot| tank.school.id[slot as usize]);
            tank.school.reorder(&by_birth);
        }
    }

    fn step(&mut self, kernel: Kernel) {
        match kernel {
            Kernel::Engine => self.tank.step(),
            Kernel::Walk => self.walk(),
        }
    }

    /// [`Tank::step`], with the plain walk in the place of what is shipped.
    fn walk(&mut self) {
        self.tank.prepare();
        let (rules, company) = (self.tank.rules(), self.tank.company());
        let fish = self.tank.school.len();
        self.sensed.clear();
        for first in (0..fish).step_by(LANES) {
            let four = std::array::from_fn(|lane| match first + lane {
                slot if slot < fish => walk::sense(&mut self.tank, &rules, &company, slot),
                _ => Sense::default(),
            });
            self.sensed.push(Senses::of(&four));
        }
        self.swim();
        self.tank.finish();
    }
}

fn tank_for(scene: Scene, fish: u32) -> (Config, [f32; 2]) {
    let height = (fish as f32 * ROOM / ASPECT).sqrt();
    let size = [height * ASPECT, height];
    let count = format!(
        r#"{{"world": {{"count": {fish}, "capacity": {}, "size": "fixed", "width": {}, "height": {}}}}}"#,
        fish.max(1),
        size[0],
        size[1]
    );
    let config = [COMMUNITY, scene.patch(), &count]
        .iter()
        .try_fold(Config::default(), |config, patch| merge(&config, patch))
        .expect("a scene that the configuration allows");
    (config, size)
}

/// Puts everybody into the middle of the tank, within a square much smaller than a cell.
fn heap_up(tank: &mut Tank) {
    let side = (tank.school.len() as f32).sqrt().ceil() as usize;
    let [x, y] = tank.size.map(|length| length * 0.5);
    for slot in 0..tank.school.len() {
        let at = |index: usize| (index as f32 / side as f32 - 0.5) * 60.0;
        tank.school.x[slot] = x + at(slot % side);
        tank.school.y[slot] = y + at(slot / side);
    }
}
