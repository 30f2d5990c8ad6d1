//! Which state a fish is in: timers, exits and entries.

use shared::STEP;

use super::State;
use super::dice::{Purpose, dice};
use super::food::NO_PELLET;
use super::school::SchoolMut;
use super::sense::Sense;
use super::swim::{Water, unit};

/// Contagious fright lasts this fraction of one's own, and is too short to pass on.
const SECOND_HAND: f32 = 0.6;
const PASSES_ON: f32 = 0.65;

/// The four states: timers, exits and entries, most urgent first.
pub(super) fn next_state(
    water: &Water<'_>,
    school: &mut SchoolMut<'_>,
    i: usize,
    sense: &Sense,
) -> State {
    let behaviour = water.behaviour();
    let mut state = State::from_number(school.state[i]);
    school.timer[i] = (school.timer[i] - STEP).max(0.0);
    school.patience[i] = (school.patience[i] - STEP).max(0.0);
    school.satiety[i] = (school.satiety[i] - STEP / behaviour.food.digest).max(0.0);

    if state != State::Flee && sense.fright > behaviour.flee.seconds * PASSES_ON {
        state = State::Flee;
        school.timer[i] = behaviour.flee.seconds * SECOND_HAND;
        // It saw no danger, only the others bolt: it goes their way.
        let away = unit(sense.velocity.into(), 1e-3);
        school.fright_x[i] = school.x[i] - away.x * school.sight[i];
        school.fright_y[i] = school.y[i] - away.y * school.sight[i];
    }
    let over = school.timer[i] <= 0.0;
    let food = school.pellet[i] != NO_PELLET;
    state = match state {
        State::Flee if !over => State::Flee,
        _ if food => State::Seek,
        State::Linger if !over => State::Linger,
        _ => State::Cruise,
    };
    if state == State::Cruise && school.patience[i] <= 0.0 {
        let mut dice = dice(water.seed, Purpose::Patience, school.id[i], water.step);
        school.patience[i] = dice.between(behaviour.linger.every);
        if sense.nearest_d2 > behaviour.linger.alone * behaviour.linger.alone
            && sense.touching <= 0.0
        {
            state = State::Linger;
            school.timer[i] = dice.between(behaviour.linger.seconds);
        }
    }
    school.state[i] = state as u32;
    state
}
