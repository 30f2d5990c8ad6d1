//! The flocking model of MASON (Luke et al., "MASON: A Multiagent Simulation Environment", Simulation 81, 2005) on krABMaga's
//! continuous field, in a world like ours: same tank, same fish, same radius and speed. It has no individuals and no states.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

use krabmaga::engine::agent::Agent;
use krabmaga::engine::fields::field::Field;
use krabmaga::engine::fields::field_2d::{
    Field2D, Location2D, toroidal_distance, toroidal_transform,
};
use krabmaga::engine::location::Real2D;
use krabmaga::engine::schedule::Schedule;
use krabmaga::engine::state::State;

/// Perception of the average fish.
const SIGHT: f32 = 66.5;
const SPEED: f32 = 1.44;
const STEPS_IN_BATCH: usize = 30;
const NUMBERS_PER_FISH: usize = 5;

#[derive(Clone, Copy)]
struct Bird {
    id: u32,
    position: Real2D,
    moved: Real2D,
}

impl Agent for Bird {
    fn step(&mut self, state: &mut dyn State) {
        let Some(world) = state.as_any().downcast_ref::<World>() else {
            return;
        };
        let [width, height] = world.size;
        let (mut apart, mut together, mut along) = ([0.0; 2], [0.0; 2], [0.0; 2]);
        let mut count = 0.0;
        for other in world
            .field
            .get_neighbors_within_distance(self.position, SIGHT)
        {
            if other.id == self.id {
                continue;
            }
            let dx = toroidal_distance(self.position.x, other.position.x, width);
            let dy = toroidal_distance(self.position.y, other.position.y, height);
            let d2 = dx * dx + dy * dy;
            let push = 1.0 / (d2 * d2 + 1.0);
            apart = [apart[0] + dx * push, apart[1] + dy * push];
            together = [together[0] - dx, together[1] - dy];
            along = [along[0] + other.moved.x, along[1] + other.moved.y];
            count += 1.0;
        }
        let share = if count > 0.0 { 1.0 / count } else { 0.0 };
        let want = |axis: usize, moved: f32| {
            moved
                + (400.0 * apart[axis] + 0.1 * together[axis] * world.gathers + along[axis]) * share
        };
        let (x, y) = (want(0, self.moved.x), want(1, self.moved.y));
        let scale = SPEED / (x * x + y * y).sqrt().max(1e-6);
        self.moved = Real2D {
            x: x * scale,
            y: y * scale,
        };
        self.position = Real2D {
            x: toroidal_transform(self.position.x + self.moved.x, width),
            y: toroidal_transform(self.position.y + self.moved.y, height),
        };
        world.field.set_object_location(*self, self.position);
    }
}

impl Hash for Bird {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl PartialEq for Bird {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Bird {}

impl fmt::Display for Bird {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

impl Location2D<Real2D> for Bird {
    fn get_location(self) -> Real2D {
        self.position
    }

    fn set_location(&mut self, position: Real2D) {
        self.position = position;
    }
}

struct World {
    size: [f32; 2],
    field: Field2D<Bird>,
    birds: Vec<Bird>,
    gathers: f32,
}

impl State for World {
    fn init(&mut self, schedule: &mut Schedule) {
        let [width, height] = self.size;
        self.field = Field2D::new(width, height, SIGHT, true);
        for &bird in &self.birds {
            self.field.set_object_location(bird, bird.position);
            schedule.schedule_repeating(Box::new(bird), 0.0, 0);
        }
        self.field.lazy_update();
    }

    fn update(&mut self, _step: u64) {
        self.field.lazy_update();
    }

    fn reset(&mut self) {}

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn as_state(&self) -> &dyn State {
        self
    }

    fn as_state_mut(&mut self) -> &mut dyn State {
        self
    }
}

/// The model, to be measured as a [`Lab`](sim_worker::engine::Lab) is.
pub(crate) struct Flockers(World);

impl Flockers {
    /// `fish` is what [`Lab::fish`](sim_worker::engine::Lab::fish) gives.
    pub(crate) fn new(size: [f32; 2], fish: &[f32]) -> Self {
        let birds = (0..)
            .zip(fish.chunks_exact(NUMBERS_PER_FISH))
            .map(|(id, fish)| Bird {
                id,
                position: Real2D {
                    x: fish[0],
                    y: fish[1],
                },
                moved: Real2D {
                    x: fish[2],
                    y: fish[3],
                },
            });
        Self(World {
            size,
            field: Field2D::new(size[0], size[1], SIGHT, true),
            birds: birds.collect(),
            gathers: 1.0,
        })
    }

    /// Like [`Lab::measure`](sim_worker::engine::Lab::measure).
    pub(crate) fn measure(&mut self, now: fn() -> f64, budget_ms: f64, most: usize) -> Vec<f64> {
        let steps = most.clamp(1, STEPS_IN_BATCH);
        let mut times = vec![steps as f64];
        let begun = now();
        loop {
            let mut schedule = Schedule::new();
            self.0.init(&mut schedule);
            schedule.step(&mut self.0);
            let mut before = now();
            for _ in 0..steps {
                schedule.step(&mut self.0);
                let after = now();
                times.push(after - before);
                before = after;
            }
            if before - begun >= budget_ms {
                return times;
            }
        }
    }
}
