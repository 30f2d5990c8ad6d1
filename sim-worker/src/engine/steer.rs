//! What four fish want: the sum of everything that pulls and pushes. What few of them do at a time is done one by one.

use glam::{Vec2, vec2};
use shared::STEP;
use wide::f32x4;

use super::CallOn;
use super::decide::{States, decide};
use super::dice::{Purpose, dice, wander};
use super::lanes::{Pair, first, floats, lanes, words};
use super::school::SchoolMut;
use super::sense::Senses;
use super::water::{Water, deepest};

/// A neighbour at this fraction of the separation radius pushes with the weight of separation itself.
pub(super) const FULL_PUSH: f32 = 0.7;
/// Separation of many very near neighbours counts as this much at most, in units of the largest force.
const MOST_CROWD: f32 = 2.0;
/// Below this fraction of the sight, cohesion fades: in the middle of a school there is no direction to its middle.
const COHESION_KNEE: f32 = 0.2;
/// Below this difference in units per step, alignment fades: fish in step do not dither.
const ALIGNMENT_KNEE: f32 = 0.35;
/// How far to its own side a fish flees, against straight away: the tangent of the angle.
const FLEEING_ASIDE: [f32; 2] = [-1.3, 1.3];
/// How much of its alignment a fleeing fish keeps.
const FLEEING_ALIGNMENT: f32 = 0.2;
/// Distance to the nearest other, in separation radii, at which a fish has no room at all, and all it wants.
pub(super) const ROOM: [f32; 2] = [0.95, 1.25];

/// `v` scaled to length 1; shorter than `knee` it fades to nothing instead of flipping about.
pub(super) fn unit(v: Vec2, knee: f32) -> Vec2 {
    v * (1.0 / length(v).max(knee).max(1e-6))
}

/// Length of a vector, by the processor's own square root, which is exact everywhere.
fn length(v: Vec2) -> f32 {
    v.dot(v).sqrt()
}

/// Four fish as they stood before the step.
struct Four {
    /// Slot of the first.
    i: usize,
    /// The lanes in which there is a fish.
    here: f32x4,
    position: Pair,
    velocity: Pair,
    heading: Pair,
    states: States,
    /// How deep in the margin, 0 to 1.
    deep: f32x4,
}

/// What four fish are about to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub(super) states: States,
    /// The directions in which they would change their velocity, in units of their largest force.
    pub(super) want: Pair,
}

impl Course {
    /// Of nobody.
    pub(super) const NONE: Self = Self {
        states: States::CRUISE,
        want: Pair::ZERO,
    };
}

/// Decides the states of the fish in the slots from `i` on, up to four, and what they want.
#[inline(always)]
pub(super) fn decide_and_steer(
    water: &Water<'_>,
    school: &mut SchoolMut<'_>,
    i: usize,
    senses: &Senses,
) -> Course {
    let here = first(school.len() - i);
    let states = decide(water, school, i, here, senses);
    let position = Pair::load(school.x, school.y, i);
    let four = Four {
        i,
        here,
        position,
        velocity: Pair::load(school.vx, school.vy, i),
        heading: Pair::load(school.hx, school.hy, i),
        states,
        deep: deepest(water.margin_depth(position)),
    };
    let want = steer(water, school, &four, senses);
    Course { states, want }
}

/// The directions in which the fish would change their velocity, in units of their largest force.
#[inline(always)]
fn steer(water: &Water<'_>, school: &SchoolMut<'_>, four: &Four, senses: &Senses) -> Pair {
    let (boids, behaviour) = (&water.config.boids, water.behaviour());
    let (i, states) = (four.i, &four.states);
    let free = !states.busy();

    let urgent = states.pick([1.0, 1.0, behaviour.flee.separation, 1.0]);
    let apart = separation(water, school, four, senses);
    let mut want = apart * f32x4::splat(boids.w_sep) * urgent;

    let follows = senses.aligned.simd_gt(f32x4::ZERO) & !states.seek;
    let mean = senses.velocity * (f32x4::ONE / senses.aligned);
    let in_step = (mean - four.velocity).unit(f32x4::splat(ALIGNMENT_KNEE));
    let ease = states.pick([1.0, 1.0, FLEEING_ALIGNMENT, 1.0]);
    let weight = f32x4::splat(boids.w_ali) * ease;
    want = want + (in_step & follows) * weight;

    let gathers = senses.mates.simd_gt(f32x4::ZERO) & free;
    let middle = senses.offset * (f32x4::ONE / senses.mates);
    let knee = f32x4::splat(COHESION_KNEE) * floats(school.sight, i);
    let weight = f32x4::splat(boids.w_coh) * floats(school.cohesion, i);
    want = want + (middle.unit(knee) & gathers) * weight;

    for lane in lanes(states.busy() & four.here) {
        let rush = if states.flee.to_array()[lane] == 0.0 {
            to_food(water, school, i + lane) * behaviour.seek.weight
        } else {
            away(water, school, i + lane) * behaviour.flee.weight
        };
        want.add_to_lane(lane, rush);
    }
    if let Some(call) = water.call {
        let weight = f32x4::splat(behaviour.call.weight) * room(boids.sep_radius, senses);
        want = want + to_call(water, four, call, !states.flee) * weight;
    }

    want.y -= (four.heading.y * f32x4::splat(boids.level)) & free;

    // Wandering turns the fish; it neither drives nor brakes it.
    let calm = states.pick([1.0, 1.0, 1.0, behaviour.linger.wander]);
    let damped = f32x4::ONE + f32x4::splat(behaviour.boundary.wander - 1.0) * four.deep;
    let turn = wander(water.seed as u32, words(school.id, i), water.wander_time)
        * f32x4::splat(behaviour.wander.weight)
        * calm
        * damped;
    want + four.heading.perp() * turn
}

/// Away from those who are too near, by the inverse square of the distance, bounded.
#[inline(always)]
fn separation(water: &Water<'_>, school: &SchoolMut<'_>, four: &Four, senses: &Senses) -> Pair {
    let space = floats(school.space, four.i);
    let mut push = -senses.crowd * (f32x4::splat(water.separation_scale) * space * space);
    for lane in lanes(senses.touching.simd_gt(f32x4::ZERO) & four.here) {
        let mut dice = dice(
            water.seed,
            Purpose::Part,
            school.id[four.i + lane],
            water.step,
        );
        push.add_to_lane(lane, Vec2::from(dice.direction()) * MOST_CROWD);
    }
    push.limited(f32x4::splat(MOST_CROWD))
}

/// Straight for the pellet: towards it, and against whatever part of the velocity goes past it.
fn to_food(water: &Water<'_>, school: &SchoolMut<'_>, slot: usize) -> Vec2 {
    let Some(pellet) = water.pellets.get(school.pellet[slot] as usize) else {
        return Vec2::ZERO;
    };
    let to = vec2(pellet.x, pellet.y) - vec2(school.x[slot], school.y[slot]);
    let direction = unit(to, 1e-3);
    let top = school.top_speed[slot].max(1e-3);
    // Nearer than this, the turning circle is too wide at full speed: slow down, the more the less it faces the pellet.
    let heading = vec2(school.hx[slot], school.hy[slot]);
    let facing = direction.dot(heading).max(0.0);
    let pace = (length(to) / (2.0 * school.length[slot]))
        .clamp(0.3, 1.0)
        .max(facing * facing);
    direction * pace - vec2(school.vx[slot], school.vy[slot]) / top
}

/// Away from the fright, less and less; each a little to its own side, so that a school does not leave in rays.
fn away(water: &Water<'_>, school: &SchoolMut<'_>, slot: usize) -> Vec2 {
    let fright = vec2(school.fright_x[slot], school.fright_y[slot]);
    let from = unit(vec2(school.x[slot], school.y[slot]) - fright, 1e-3);
    let own = dice(water.seed, Purpose::Fright, school.id[slot], 0).between(FLEEING_ASIDE);
    let fades = school.timer[slot] / water.behaviour().flee.seconds.max(STEP);
    (from + from.perp() * own) * fades
}

/// Towards a call from wherever it is heard, not nearer than the configuration says, the weaker the nearer.
#[inline(always)]
fn to_call(water: &Water<'_>, four: &Four, call: CallOn, listens: f32x4) -> Pair {
    let heard = &water.behaviour().call;
    let at = Pair {
        x: f32x4::splat(call.x),
        y: f32x4::splat(call.y),
    };
    let to = at - four.position;
    let (far, near) = (to.length(), f32x4::splat(heard.near));
    let comes = far.simd_le(f32x4::splat(heard.reach)) & far.simd_gt(near) & listens;
    let fades = ((far - near) / f32x4::splat(heard.near.max(1.0))).fast_min(f32x4::ONE);
    let pull = to * (fades / far);
    pull & comes
}

/// How much room a fish has, 0 to 1: one that is hemmed in does not press on towards a call.
#[inline(always)]
fn room(sep_radius: f32, senses: &Senses) -> f32x4 {
    let nearest = senses.nearest_d2.sqrt() / f32x4::splat(sep_radius.max(1e-3));
    let room = (nearest - f32x4::splat(ROOM[0])) / f32x4::splat(ROOM[1] - ROOM[0]);
    room.fast_max(f32x4::ZERO).fast_min(f32x4::ONE)
}
