//! What one fish makes of a step: its state, its steering, its motion.

use glam::{Vec2, vec2};
use shared::STEP;
use shared::config::{Behaviour, BoundaryMode, Config};

use super::dice::{Purpose, dice, wander};
use super::food::Pellet;
use super::school::SchoolMut;
use super::sense::{NOBODY, Sense};
use super::{CallOn, State, decide};

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
/// How quickly the bend of the body follows the turn, each step.
const BEND_FOLLOWS: f32 = 0.12;

/// Length of a vector, by the processor's own square root, which is exact everywhere.
fn length(v: Vec2) -> f32 {
    v.dot(v).sqrt()
}

/// `v` scaled to length 1; shorter than `knee` it fades to nothing instead of flipping about.
pub(super) fn unit(v: Vec2, knee: f32) -> Vec2 {
    v * (1.0 / length(v).max(knee).max(1e-6))
}

/// `v`, no longer than `most`.
fn limited(v: Vec2, most: f32) -> Vec2 {
    let long = length(v);
    if long > most { v * (most / long) } else { v }
}

/// Where the fish in a slot is, how it moves, and where it heads.
impl SchoolMut<'_> {
    fn position(&self, i: usize) -> Vec2 {
        vec2(self.x[i], self.y[i])
    }

    fn velocity(&self, i: usize) -> Vec2 {
        vec2(self.vx[i], self.vy[i])
    }

    fn heading(&self, i: usize) -> Vec2 {
        vec2(self.hx[i], self.hy[i])
    }
}

impl Water<'_> {
    pub(super) fn behaviour(&self) -> &Behaviour {
        &self.config.behaviour
    }

    /// How deep a position is in the soft margin of each edge: 0 inside, 1 at the glass; signed inwards.
    fn margin_depth(&self, x: f32, y: f32) -> Vec2 {
        let depth = |at: f32, length: f32| {
            let margin = self.behaviour().boundary.margin.min(length / 3.0);
            if margin <= 0.0 {
                return 0.0;
            }
            ((margin - at) / margin).clamp(0.0, 1.0)
                - ((at - (length - margin)) / margin).clamp(0.0, 1.0)
        };
        if self.config.world.boundary == BoundaryMode::Soft {
            vec2(depth(x, self.size[0]), depth(y, self.size[1]))
        } else {
            Vec2::ZERO
        }
    }
}

/// Moves the fish in slot `i` by one step.
pub(super) fn swim(water: &Water<'_>, school: &mut SchoolMut<'_>, i: usize, sense: &Sense) {
    let state = decide::next_state(water, school, i, sense);
    let margin = water.margin_depth(school.x[i], school.y[i]);
    let deep = margin.x.abs().max(margin.y.abs());
    let steer = steer(water, school, i, sense, state, deep);
    move_on(water, school, i, state, steer, margin, deep);
    turn_heading(water, school, i);
    beat_tail(school, i);
}

/// The direction in which the fish would change its velocity, in units of its largest force.
fn steer(
    water: &Water<'_>,
    school: &SchoolMut<'_>,
    i: usize,
    sense: &Sense,
    state: State,
    deep: f32,
) -> Vec2 {
    let (boids, behaviour) = (&water.config.boids, water.behaviour());
    let mut want = separation(water, school, i, sense);
    let urgent = if state == State::Flee {
        behaviour.flee.separation
    } else {
        1.0
    };
    want = want * boids.w_sep * urgent;
    let mut add = |v: Vec2, weight: f32| want += v * weight;

    let velocity = school.velocity(i);
    if sense.aligned > 0.0 && state != State::Seek {
        let difference = Vec2::from(sense.velocity) / sense.aligned - velocity;
        let ease = if state == State::Flee {
            FLEEING_ALIGNMENT
        } else {
            1.0
        };
        add(unit(difference, ALIGNMENT_KNEE), boids.w_ali * ease);
    }
    if sense.mates > 0.0 && matches!(state, State::Cruise | State::Linger) {
        let middle = Vec2::from(sense.offset) / sense.mates;
        add(
            unit(middle, COHESION_KNEE * school.sight[i]),
            boids.w_coh * school.cohesion[i],
        );
    }
    match state {
        State::Seek => add(to_food(water, school, i, velocity), behaviour.seek.weight),
        State::Flee => add(away(water, school, i), behaviour.flee.weight),
        State::Cruise | State::Linger => {}
    }
    if state != State::Flee
        && let Some(call) = water.call
    {
        add(
            to_call(behaviour, school, i, call),
            behaviour.call.weight * room(boids.sep_radius, sense),
        );
    }

    if matches!(state, State::Cruise | State::Linger) {
        add(vec2(0.0, -school.hy[i]), boids.level);
    }

    // Wandering turns the fish; it neither drives nor brakes it.
    let calm = if state == State::Linger {
        behaviour.linger.wander
    } else {
        1.0
    };
    let damped = 1.0 + (behaviour.boundary.wander - 1.0) * deep;
    let turn = wander(water.seed as u32, school.id[i], water.wander_time)
        * behaviour.wander.weight
        * calm
        * damped;
    add(school.heading(i).perp(), turn);
    want
}

/// Away from those who are too near, by the inverse square of the distance, bounded.
fn separation(water: &Water<'_>, school: &SchoolMut<'_>, i: usize, sense: &Sense) -> Vec2 {
    let scale = water.separation_scale * school.space[i] * school.space[i];
    let mut push = -Vec2::from(sense.crowd) * scale;
    if sense.touching > 0.0 {
        let mut dice = dice(water.seed, Purpose::Part, school.id[i], water.step);
        push += Vec2::from(dice.direction()) * MOST_CROWD;
    }
    limited(push, MOST_CROWD)
}

/// Straight for the pellet: towards it, and against whatever part of the velocity goes past it.
fn to_food(water: &Water<'_>, school: &SchoolMut<'_>, i: usize, velocity: Vec2) -> Vec2 {
    let Some(pellet) = water.pellets.get(school.pellet[i] as usize) else {
        return Vec2::ZERO;
    };
    let to = vec2(pellet.x, pellet.y) - school.position(i);
    let direction = unit(to, 1e-3);
    let top = school.top_speed[i].max(1e-3);
    // Nearer than this, the turning circle is too wide at full speed: slow down, the more the less it faces the pellet.
    let facing = direction.dot(school.heading(i)).max(0.0);
    let pace = (length(to) / (2.0 * school.length[i]))
        .clamp(0.3, 1.0)
        .max(facing * facing);
    direction * pace - velocity / top
}

/// Away from the fright, less and less; each a little to its own side, so that a school does not leave in rays.
fn away(water: &Water<'_>, school: &SchoolMut<'_>, i: usize) -> Vec2 {
    let fright = vec2(school.fright_x[i], school.fright_y[i]);
    let from = unit(school.position(i) - fright, 1e-3);
    let own = dice(water.seed, Purpose::Fright, school.id[i], 0).between(FLEEING_ASIDE);
    let fades = school.timer[i] / water.behaviour().flee.seconds.max(STEP);
    (from + from.perp() * own) * fades
}

/// Towards a call from wherever it is heard, not nearer than the configuration says, the weaker the nearer.
fn to_call(behaviour: &Behaviour, school: &SchoolMut<'_>, i: usize, call: CallOn) -> Vec2 {
    let to = vec2(call.x, call.y) - school.position(i);
    let (far, near) = (length(to), behaviour.call.near);
    if far > behaviour.call.reach || far <= near {
        return Vec2::ZERO;
    }
    let fades = ((far - near) / near.max(1.0)).min(1.0);
    to / far * fades
}

/// How much room a fish has, 0 to 1: one that is hemmed in does not press on towards a call.
fn room(sep_radius: f32, sense: &Sense) -> f32 {
    let nearest = sense.nearest_d2.sqrt() / sep_radius.max(1e-3);
    ((nearest - 0.95) / 0.3).clamp(0.0, 1.0)
}

fn state_factors(behaviour: &Behaviour, state: State) -> (f32, f32) {
    match state {
        State::Cruise => (1.0, 1.0),
        State::Seek => (behaviour.seek.speed, behaviour.seek.force),
        State::Flee => (behaviour.flee.speed, behaviour.flee.force),
        State::Linger => (behaviour.linger.speed, 1.0),
    }
}

/// Velocity and position.
fn move_on(
    water: &Water<'_>,
    school: &mut SchoolMut<'_>,
    i: usize,
    state: State,
    want: Vec2,
    margin: Vec2,
    deep: f32,
) {
    let (boids, behaviour) = (&water.config.boids, water.behaviour());
    let (speed, force) = state_factors(behaviour, state);
    let follows = if speed > school.vigour[i] {
        behaviour.burst
    } else {
        behaviour.calm
    };
    school.vigour[i] += (speed - school.vigour[i]) * follows;
    let slowed = 1.0 + (behaviour.boundary.speed - 1.0) * deep;
    let top = school.top_speed[i] * school.vigour[i] * slowed;

    let most = boids.max_force * force;
    let force = limited(want * most, most);
    let push = behaviour.boundary.push;
    let mut v = school.velocity(i) + force + margin * push;

    // Undisturbed, it comes back to its cruising speed; who seeks or flees goes as fast as it can.
    let pace = if matches!(state, State::Seek | State::Flee) {
        1.0
    } else {
        boids.cruise
    };
    let now = length(v);
    let slowest = if state == State::Linger {
        0.0
    } else {
        top * boids.min_speed
    };
    let wanted = if state == State::Seek {
        now
    } else {
        now + (top * pace - now) * behaviour.calm
    };
    let next = wanted.clamp(slowest.min(top), top);
    v = if now > 1e-6 {
        v * (next / now)
    } else {
        school.heading(i) * next
    };
    if !v.is_finite() {
        v = Vec2::ZERO;
    }
    let at = school.position(i) + v;
    let (x, vx, previous_x) = keep_inside(water, at.x, v.x, school.x[i], water.size[0]);
    let (y, vy, previous_y) = keep_inside(water, at.y, v.y, school.y[i], water.size[1]);
    (school.x[i], school.y[i]) = (x, y);
    (school.vx[i], school.vy[i]) = (vx, vy);
    (school.previous_x[i], school.previous_y[i]) = (previous_x, previous_y);
}

/// One axis at the edge: the new position, velocity, and the position from which it came.
fn keep_inside(water: &Water<'_>, at: f32, v: f32, before: f32, length: f32) -> (f32, f32, f32) {
    if (0.0..=length).contains(&at)
        && (at < length || water.config.world.boundary != BoundaryMode::Wrap)
    {
        return (at, v, before);
    }
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
fn turn_heading(water: &Water<'_>, school: &mut SchoolMut<'_>, i: usize) {
    let [cosine, sine] = water.turn;
    let (hx, hy) = (school.hx[i], school.hy[i]);
    (school.previous_hx[i], school.previous_hy[i]) = (hx, hy);
    let speed = length(school.velocity(i));
    let mut turn = 0.0;
    if speed > 1e-4 {
        let (dx, dy) = (school.vx[i] / speed, school.vy[i] / speed);
        let (along, across) = (hx * dx + hy * dy, hx * dy - hy * dx);
        let (mut nx, mut ny) = (dx, dy);
        if along < cosine {
            // Exactly behind has no short way: the left hand is as good as the right.
            let s = if across < 0.0 { -sine } else { sine };
            (nx, ny) = (hx * cosine - hy * s, hx * s + hy * cosine);
            turn = if across < 0.0 { -1.0 } else { 1.0 };
        } else if sine > 0.0 {
            turn = (across / sine).clamp(-1.0, 1.0);
        }
        let scale = 1.0 / length(vec2(nx, ny)).max(1e-6);
        (school.hx[i], school.hy[i]) = (nx * scale, ny * scale);
    }
    school.bend[i] += (turn - school.bend[i]) * BEND_FOLLOWS;
}

fn beat_tail(school: &mut SchoolMut<'_>, i: usize) {
    let lengths_per_second =
        length(school.velocity(i)) * shared::STEPS_PER_SECOND / school.length[i];
    let beats = (lengths_per_second * school.beat[i]).max(IDLE_BEAT);
    let advance = beats * std::f32::consts::TAU * STEP;
    school.phase_advance[i] = advance;
    let phase = school.phase[i] + advance;
    school.phase[i] = if phase >= std::f32::consts::TAU {
        phase % std::f32::consts::TAU
    } else {
        phase
    };
}

/// Frightens a fish: the nearest point of the stroke is what it flees from.
pub(super) fn frighten(school: &mut SchoolMut<'_>, i: usize, from: [f32; 2], seconds: f32) {
    school.state[i] = State::Flee as u32;
    school.timer[i] = seconds;
    (school.fright_x[i], school.fright_y[i]) = (from[0], from[1]);
}

const _: () = assert!(NOBODY > 1e12, "farther than any tank is wide");
