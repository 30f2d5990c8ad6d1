//! How four fish move: velocity, position, heading, tail.

use std::f32::consts::TAU;

use shared::STEP;
use shared::config::BoundaryMode;
use wide::f32x4;

use super::lanes::{Pair, floats, lanes, store_floats};
use super::school::SchoolMut;
use super::steer::Course;
use super::water::{Water, deepest};

/// Tail beats per second of a fish that hangs in the water, at least.
const IDLE_BEAT: f32 = 0.6;
/// How quickly the bend of the body follows the turn, each step.
const BEND_FOLLOWS: f32 = 0.12;

/// Moves the fish in the slots from `i` on, up to four.
#[inline(always)]
pub(super) fn advance(water: &Water<'_>, school: &mut SchoolMut<'_>, i: usize, course: &Course) {
    let velocity = move_on(water, school, i, course);
    let speed = velocity.length();
    turn_heading(water, school, i, velocity, speed);
    beat_tail(school, i, speed);
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
