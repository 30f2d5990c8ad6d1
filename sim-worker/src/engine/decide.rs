//! Which state a fish is in: timers, exits and entries.

use glam::vec2;
use shared::STEP;
use wide::{f32x4, u32x4};

use super::State;
use super::dice::{Purpose, dice};
use super::food::NO_PELLET;
use super::lanes::{floats, lanes, mask, store, store_floats, word_mask, words};
use super::school::SchoolMut;
use super::sense::Senses;
use super::steer::unit;
use super::water::Water;

/// Contagious fright lasts this fraction of one's own, and is too short to pass on.
const SECOND_HAND: f32 = 0.6;
const PASSES_ON: f32 = 0.65;

/// The states of four fish, as masks; who is in none of them cruises.
#[derive(Clone, Copy, Debug)]
pub(super) struct States {
    pub(super) seek: f32x4,
    pub(super) flee: f32x4,
    pub(super) linger: f32x4,
}

impl States {
    /// Everybody cruises.
    pub(super) const CRUISE: Self = Self {
        seek: f32x4::ZERO,
        flee: f32x4::ZERO,
        linger: f32x4::ZERO,
    };

    /// Those who seek or flee.
    pub(super) fn busy(&self) -> f32x4 {
        self.seek | self.flee
    }

    /// What each state has, in the order CRUISE, SEEK, FLEE, LINGER.
    #[inline(always)]
    pub(super) fn pick(&self, [cruise, seek, flee, linger]: [f32; 4]) -> f32x4 {
        let calm = self
            .linger
            .bitselect(f32x4::splat(linger), f32x4::splat(cruise));
        let fed = self.seek.bitselect(f32x4::splat(seek), calm);
        self.flee.bitselect(f32x4::splat(flee), fed)
    }

    fn numbers(&self) -> [u32; 4] {
        let one = |mask: f32x4, state: State| word_mask(mask) & u32x4::splat(state as u32);
        let numbers = one(self.seek, State::Seek)
            | one(self.flee, State::Flee)
            | one(self.linger, State::Linger);
        numbers.to_array()
    }
}

/// What the states depend on, while they are being decided.
struct Moods {
    timer: f32x4,
    patience: f32x4,
}

/// Decides for the fish from slot `i` on, most urgent state first. `here` has the lanes in which there is a fish.
#[inline(always)]
pub(super) fn decide(
    water: &Water<'_>,
    school: &mut SchoolMut<'_>,
    i: usize,
    here: f32x4,
    senses: &Senses,
) -> States {
    let behaviour = water.behaviour();
    let less = |time: f32x4, by: f32| (time - f32x4::splat(by)).fast_max(f32x4::ZERO);
    let mut moods = Moods {
        timer: less(floats(school.timer, i), STEP),
        patience: less(floats(school.patience, i), STEP),
    };
    let satiety = less(floats(school.satiety, i), STEP / behaviour.food.digest);
    store_floats(school.satiety, i, satiety);

    let before = words(school.state, i);
    let was = |state: State| mask(before.simd_eq(u32x4::splat(state as u32)));
    let alarm = f32x4::splat(behaviour.flee.seconds * PASSES_ON);
    let caught = !was(State::Flee) & senses.fright.simd_gt(alarm) & here;
    for lane in lanes(caught) {
        catch_fright(water, school, i, lane, senses, &mut moods);
    }

    let over = moods.timer.simd_le(f32x4::ZERO);
    let food = !mask(words(school.pellet, i).simd_eq(u32x4::splat(NO_PELLET)));
    let flee = (was(State::Flee) | caught) & !over;
    let seek = food & !flee;
    let linger = was(State::Linger) & !(caught | seek | over);
    let mut states = States { seek, flee, linger };
    let bored = !(flee | seek | linger) & moods.patience.simd_le(f32x4::ZERO) & here;
    for lane in lanes(bored) {
        let lingers = grow_bored(water, school.id[i + lane], lane, senses, &mut moods);
        if lingers {
            states.linger.as_mut_array()[lane] = f32::from_bits(u32::MAX);
        }
    }
    store_floats(school.timer, i, moods.timer);
    store_floats(school.patience, i, moods.patience);
    store(school.state, i, states.numbers());
    states
}

/// It saw no danger, only that the others bolt: it goes their way.
#[cold]
fn catch_fright(
    water: &Water<'_>,
    school: &mut SchoolMut<'_>,
    i: usize,
    lane: usize,
    senses: &Senses,
    moods: &mut Moods,
) {
    let slot = i + lane;
    moods.timer.as_mut_array()[lane] = water.behaviour().flee.seconds * SECOND_HAND;
    let velocity = senses.velocity;
    let away = unit(
        vec2(velocity.x.to_array()[lane], velocity.y.to_array()[lane]),
        1e-3,
    );
    school.fright_x[slot] = school.x[slot] - away.x * school.sight[slot];
    school.fright_y[slot] = school.y[slot] - away.y * school.sight[slot];
}

/// A fish whose patience is over has a chance to linger, if nobody is near. Says whether it takes it.
#[cold]
fn grow_bored(water: &Water<'_>, id: u32, lane: usize, senses: &Senses, moods: &mut Moods) -> bool {
    let linger = &water.behaviour().linger;
    let mut dice = dice(water.seed, Purpose::Patience, id, water.step);
    moods.patience.as_mut_array()[lane] = dice.between(linger.every);
    let alone = senses.nearest_d2.to_array()[lane] > linger.alone * linger.alone
        && senses.touching.to_array()[lane] <= 0.0;
    if alone {
        moods.timer.as_mut_array()[lane] = dice.between(linger.seconds);
    }
    alone
}
