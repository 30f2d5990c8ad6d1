//! What four fish make of a step: their steering, their motion. What few of them do at a time is done one by one.

use std::f32::consts::TAU;

use glam::{Vec2, vec2};
use shared::STEP;
use shared::config::{Behaviour, BoundaryMode, Config};
use wide::f32x4;

use super::decide::{States, decide};
use super::dice::{Purpose, dice, wander};
use super::food::Pellet;
use super::lanes::{Pair, first, floats, lanes, store_floats, words};
use super::school::SchoolMut;
use super::sense::{NOBODY, Senses};
use super::{CallOn, State};

/// Everything that the fish of one step have in common. Built once a step.
#[derive(Debug)]
pub(super) struct Water<'a> {
    pub(super) config: &'a Config,
    pub(super) pellets: &'a [Pellet],
    pub(super) seed: u64,
    pub(super) step: u64,
    pub(super) size: [f32; 2],
    pub(super) call: Option<CallOn>,
    /// Lattice points of the wander noise so far, in 1/65536.
    pub(super) wander_time: u64,
    /// Cosine and sine of the largest turn in one step.
    pub(super) turn: [f32; 2],
    /// Square of the distance at which one neighbour alone pushes with the weight of separation itself.
    pub(super) separation_scale: f32,
}

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
/// Tail beats per second of a fish that hangs in the water, at least.
const IDLE_BEAT: f32 = 0.6;
/// Distance to the nearest other, in separation radii, at which a fish has no room at all, and all it wants.
pub(super) const ROOM: [f32; 2] = [0.95, 1.25];
/// How quickly the bend of the body follows the turn, each step.
const BEND_FOLLOWS: f32 = 0.12;

/// `v` scaled to length 1; shorter than `knee` it fades to nothing instead of flipping about.
pub(super) fn unit(v: Vec2, knee: f32) -> Vec2 {
    v * (1.0 / length(v).max(knee).max(1e-6))
}

/// Length of a vector, by the processor's own square root, which is exact everywhere.
fn length(v: Vec2) -> f32 {
    v.dot(v).sqrt()
}

impl Water<'_> {
    pub(super) fn behaviour(&self) -> &Behaviour {
        &self.config.behaviour
    }

    /// How deep positions are in the soft margin of each edge: 0 inside, 1 at the glass; signed inwards.
    #[inline(always)]
    fn margin_depth(&self, at: Pair) -> Pair {
        if self.config.world.boundary != BoundaryMode::Soft {
            return Pair::ZERO;
        }
        let depth = |at: f32x4, length: f32| {
            let margin = self.behaviour().boundary.margin.min(length / 3.0);
            if margin <= 0.0 {
                return f32x4::ZERO;
            }
            let fraction = |far: f32x4| {
                let fraction = far * f32x4::splat(1.0 / margin);
                fraction.fast_max(f32x4::ZERO).fast_min(f32x4::ONE)
            };
            fraction(f32x4::splat(margin) - at) - fraction(at - f32x4::splat(length - margin))
        };
        Pair {
            x: depth(at.x, self.size[0]),
            y: depth(at.y, self.size[1]),
        }
    }
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
    states: States,
    /// The directions in which they would change their velocity, in units of their largest force.
    want: Pair,
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

/// Moves the fish in the slots from `i` on, up to four.
#[inline(always)]
pub(super) fn advance(water: &Water<'_>, school: &mut SchoolMut<'_>, i: usize, course: &Course) {
    let velocity = move_on(water, school, i, course);
    let speed = velocity.length();
    turn_heading(water, school, i, velocity, speed);
    beat_tail(school, i, speed);
}

/// How deep in the margin of whichever edge is nearest.
#[inline(always)]
fn deepest(margin: Pair) -> f32x4 {
    margin.x.abs().fast_max(margin.y.abs())
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

/// New velocity and position; gives the velocity.
#[inline(always)]
fn move_on(water: &Water<'_>, school: &mut SchoolMut<'_>, i: usize, course: &Course) -> Pair {
    let (boids, behaviour) = (&water.config.boids, water.behaviour());
    let Course { states, want } = *course;
    let before = Pair::load(school.x, school.y, i);
    let margin = water.margin_depth(before);
    let (seek, flee, linger) = (&behaviour.seek, &behaviour.flee, &behaviour.linger);
    let calm = f32x4::splat(behaviour.calm);

    let speed = states.pick([1.0, seek.speed, flee.speed, linger.speed]);
    let mut vigour = floats(school.vigour, i);
    let hurries = speed.simd_gt(vigour);
    vigour += (speed - vigour) * hurries.bitselect(f32x4::splat(behaviour.burst), calm);
    store_floats(school.vigour, i, vigour);
    let slowed = f32x4::ONE + f32x4::splat(behaviour.boundary.speed - 1.0) * deepest(margin);
    let top = floats(school.top_speed, i) * vigour * slowed;

    let most = f32x4::splat(boids.max_force) * states.pick([1.0, seek.force, flee.force, 1.0]);
    let force = (want * most).limited(most);
    let push = margin * f32x4::splat(behaviour.boundary.push);
    let v = Pair::load(school.vx, school.vy, i) + force + push;

    // Undisturbed, it comes back to its cruising speed; who seeks or flees goes as fast as it can.
    let pace = states.pick([boids.cruise, 1.0, 1.0, boids.cruise]);
    let now = v.length();
    let slowest = top * states.pick([boids.min_speed, boids.min_speed, boids.min_speed, 0.0]);
    let eases = calm & !states.seek;
    let wanted = now + (top * pace - now) * eases;
    let next = wanted.fast_max(slowest.fast_min(top)).fast_min(top);
    let moves = now.simd_gt(f32x4::splat(1e-6));
    let heading = Pair::load(school.hx, school.hy, i);
    let v = (v * (next / now)).where_else(moves, heading * next);
    let v = v & v.x.is_finite() & v.y.is_finite();

    let at = before + v;
    let (x, vx, previous_x) = keep_inside(water, at.x, v.x, before.x, water.size[0]);
    let (y, vy, previous_y) = keep_inside(water, at.y, v.y, before.y, water.size[1]);
    let v = Pair { x: vx, y: vy };
    Pair { x, y }.store(school.x, school.y, i);
    v.store(school.vx, school.vy, i);
    store_floats(school.previous_x, i, previous_x);
    store_floats(school.previous_y, i, previous_y);
    v
}

/// One axis at the edge: the new positions, velocities, and the positions from which they came.
#[inline(always)]
fn keep_inside(
    water: &Water<'_>,
    at: f32x4,
    v: f32x4,
    before: f32x4,
    length: f32,
) -> (f32x4, f32x4, f32x4) {
    let far = f32x4::splat(length);
    let wraps = water.config.world.boundary == BoundaryMode::Wrap;
    let short = if wraps {
        at.simd_lt(far)
    } else {
        at.simd_le(far)
    };
    let outside = !(at.simd_ge(f32x4::ZERO) & short);
    let mut kept = (at, v, before);
    for lane in lanes(outside) {
        let one = |lanes: f32x4| lanes.to_array()[lane];
        let (at, v, before) = bring_back(water, one(at), one(v), one(before), length);
        kept.0.as_mut_array()[lane] = at;
        kept.1.as_mut_array()[lane] = v;
        kept.2.as_mut_array()[lane] = before;
    }
    kept
}

/// One fish that is outside on one axis.
#[cold]
fn bring_back(water: &Water<'_>, at: f32, v: f32, before: f32, length: f32) -> (f32, f32, f32) {
    if !at.is_finite() {
        return (length * 0.5, 0.0, length * 0.5);
    }
    match water.config.world.boundary {
        BoundaryMode::Wrap => {
            let turns = (at / length).floor();
            let inside = at - turns * length;
            // Rounding can end on the far edge itself, which is the near one.
            let inside = if (0.0..length).contains(&inside) {
                inside
            } else {
                0.0
            };
            (inside, v, inside - v)
        }
        BoundaryMode::Soft | BoundaryMode::Bounce => {
            let edge = at.clamp(0.0, length);
            (edge, -v * water.behaviour().boundary.restitution, before)
        }
    }
}

/// The heading follows the velocity, no faster than the largest turn, by the short way.
#[inline(always)]
fn turn_heading(
    water: &Water<'_>,
    school: &mut SchoolMut<'_>,
    i: usize,
    velocity: Pair,
    speed: f32x4,
) {
    let heading = Pair::load(school.hx, school.hy, i);
    let [cosine, sine] = water.turn;
    let (cosine, sine) = (f32x4::splat(cosine), f32x4::splat(sine));
    heading.store(school.previous_hx, school.previous_hy, i);
    let moves = speed.simd_gt(f32x4::splat(1e-4));
    let course = velocity * (f32x4::ONE / speed);
    let along = heading.dot(course);
    let across = heading.x * course.y - heading.y * course.x;
    let wide = along.simd_lt(cosine);
    // Exactly behind has no short way: the left hand is as good as the right.
    let right = across.simd_lt(f32x4::ZERO);
    let turned = heading * cosine + heading.perp() * right.bitselect(-sine, sine);
    let next = turned.where_else(wide, course);
    let scale = f32x4::ONE / next.length().fast_max(f32x4::splat(1e-6));
    (next * scale)
        .where_else(moves, heading)
        .store(school.hx, school.hy, i);

    let full = right.bitselect(-f32x4::ONE, f32x4::ONE);
    let part = if water.turn[1] > 0.0 {
        (across * f32x4::splat(1.0 / water.turn[1]))
            .fast_max(-f32x4::ONE)
            .fast_min(f32x4::ONE)
    } else {
        f32x4::ZERO
    };
    let turn = wide.bitselect(full, part) & moves;
    let bend = floats(school.bend, i);
    store_floats(
        school.bend,
        i,
        bend + (turn - bend) * f32x4::splat(BEND_FOLLOWS),
    );
}

#[inline(always)]
fn beat_tail(school: &mut SchoolMut<'_>, i: usize, speed: f32x4) {
    let lengths_per_second =
        speed * f32x4::splat(shared::STEPS_PER_SECOND) / floats(school.length, i);
    let beats = (lengths_per_second * floats(school.beat, i)).fast_max(f32x4::splat(IDLE_BEAT));
    let advance = beats * f32x4::splat(TAU) * f32x4::splat(STEP);
    store_floats(school.phase_advance, i, advance);
    let mut phase = floats(school.phase, i) + advance;
    for lane in lanes(phase.simd_ge(f32x4::splat(TAU))) {
        phase.as_mut_array()[lane] %= TAU;
    }
    store_floats(school.phase, i, phase);
}

/// Frightens a fish: the nearest point of the stroke is what it flees from.
pub(super) fn frighten(school: &mut SchoolMut<'_>, i: usize, from: [f32; 2], seconds: f32) {
    school.state[i] = State::Flee as u32;
    school.timer[i] = seconds;
    (school.fright_x[i], school.fright_y[i]) = (from[0], from[1]);
}

const _: () = assert!(NOBODY > 1e12, "farther than any tank is wide");
