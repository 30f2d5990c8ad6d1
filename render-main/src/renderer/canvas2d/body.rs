//! The outline of a fish in units of its length, from the same plan as the shaders': nose at x = 0.5, root of the tail
//! at −0.26, own left side (the back, swimming right) towards −y.
//!
//! The body is modelled as if it could roll. `flank` is how much of its side we see, 1 when it swims level and 0 when it
//! swims straight up or down; there we look on its back, and a fish and its mirror image are the same.

use std::f32::consts::{PI, TAU};

use super::palette::smoothstep;
use crate::renderer::webgl2::species::PLAN_VECTORS;

/// Half width that the plan is drawn for; individuals are stretched across in proportion.
pub(super) const DRAWN_FOR: f32 = 0.32;
/// Points along each side of an outline.
const POINTS: u8 = 24;
/// From the tip of the longest tail to the nose and a little beyond, in lengths.
pub(super) const NOSE: f32 = 0.52;
pub(super) const TIP: f32 = -0.70;

/// What the configuration says about a species, as lengths: see `species.rs`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) hide: [f32; 3],
    pub(super) fins: [f32; 3],
    fork: f32,
    pub(super) back: f32,
    pub(super) belly: f32,
    pub(super) width: f32,
    crest: f32,
    tail: f32,
    spread: f32,
    stalk: f32,
    pub(super) sheer: f32,
    dorsal: f32,
    dorsal_at: f32,
    dorsal_long: f32,
    sweep: f32,
    extent: f32,
    wing: f32,
    pub(super) eye: f32,
}

impl Plan {
    pub(super) fn new(vectors: [[f32; 4]; PLAN_VECTORS]) -> Self {
        let [hide, fins, body, rear, upright, rest] = vectors;
        let ([r, g, b, _], [fr, fg, fb, fork]) = (hide, fins);
        let [back, belly, width, crest] = body;
        let [tail, spread, stalk, sheer] = rear;
        let [dorsal, dorsal_at, dorsal_long, sweep] = upright;
        let [extent, wing, eye, _] = rest;
        Self {
            hide: [r, g, b],
            fins: [fr, fg, fb],
            fork,
            back,
            belly,
            width,
            crest,
            tail,
            spread,
            stalk,
            sheer,
            dorsal,
            dorsal_at,
            dorsal_long,
            sweep,
            extent,
            wing,
            eye,
        }
    }
}

impl Plan {
    /// Half height of a cell that holds every pose.
    pub(super) fn reach(&self) -> f32 {
        self.extent
            .max(self.spread + self.stalk * self.back)
            .max(self.width + self.wing)
            + 0.14
    }
}

/// A fish in one moment of its tail beat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pose {
    pub(super) plan: Plan,
    /// Phase of the tail, radians.
    pub(super) phase: f32,
    /// 0 to 1, see the module.
    pub(super) flank: f32,
}

/// Half height of a body along it: a snout, highest at `crest`, narrowing to the stalk.
fn profile(u: f32, crest: f32, stalk: f32) -> f32 {
    if u < crest {
        let n = (1.0 - u / crest).clamp(0.0, 1.0);
        return (1.0 - n * n).powf(0.62);
    }
    let t = ((u - crest) / (1.0 - crest)).clamp(0.0, 1.0);
    stalk + (1.0 - stalk) * (0.5 + 0.5 * (PI * t).cos())
}

/// Upwards along the back of a fish that swims right, downwards along its belly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    Back,
    Belly,
}

impl Side {
    fn sign(self) -> f32 {
        match self {
            Self::Back => -1.0,
            Self::Belly => 1.0,
        }
    }
}

/// Where `u` (0 nose, 1 root of the tail) lies.
fn along(u: f32) -> f32 {
    0.5 - 0.76 * u
}

impl Pose {
    /// How much of the back we see.
    pub(super) fn top(&self) -> f32 {
        (1.0 - self.flank * self.flank).max(0.0).sqrt()
    }

    /// The spine's distance from the axis at `x`: a travelling wave that grows to the tail (carangiform).
    pub(super) fn spine(&self, x: f32) -> f32 {
        let s = (0.52 - x) / 1.18;
        let grow = 0.018 - 0.05 * s + 0.155 * s * s;
        let seen = 0.38 + 0.62 * self.top();
        -0.95 * grow * seen * (self.phase - 4.6 * s).sin()
    }

    /// Half height of the body at `u` for this roll.
    pub(super) fn girth(&self, side: Side, u: f32) -> f32 {
        let plan = &self.plan;
        let upright = match side {
            Side::Back => plan.back * profile(u, plan.crest, plan.stalk),
            Side::Belly => {
                plan.belly * profile(u, plan.crest + 0.05, plan.stalk * plan.back / plan.belly)
            }
        };
        let across = plan.width * profile(u, plan.crest - 0.06, plan.stalk * 0.45);
        (self.flank * upright).hypot(self.top() * across)
    }

    fn edge(&self, side: Side, u: f32) -> [f32; 2] {
        let x = along(u);
        [x, self.spine(x) + side.sign() * self.girth(side, u)]
    }

    /// The closed outline of the body without fins.
    pub(super) fn body(&self) -> Vec<[f32; 2]> {
        // Denser at the nose, where the line is round.
        let places = |i: u8| 1.03 * (f32::from(i) / f32::from(POINTS)).powf(1.6);
        let back = (0..=POINTS).map(|i| self.edge(Side::Back, places(i)));
        let belly = (1..=POINTS)
            .rev()
            .map(|i| self.edge(Side::Belly, places(i)));
        back.chain(belly).collect()
    }

    /// The tail fin. It stands upright, so that a fish seen from above shows it edge on, but never quite.
    pub(super) fn tail(&self) -> Vec<[f32; 2]> {
        let plan = &self.plan;
        let top = self.top();
        let stand = (self.flank * self.flank + 0.16 * top * top).sqrt();
        let open = |t: f32| {
            plan.stalk * plan.back * 0.95 + plan.spread * (t - 0.08).clamp(0.0, 1.3).powf(0.85)
        };
        let end = |rim: f32| {
            let (round, forked) = (1.0 - 0.18 * rim * rim, 0.56 + 0.46 * rim.powf(1.4));
            round + (forked - round) * plan.fork
        };
        // How far the upper edge runs before it meets the hind edge.
        let mut corner = 0.5_f32;
        for _ in 0..12 {
            corner = end((open(corner) / plan.spread).min(1.3));
        }
        let rim = (open(corner) / plan.spread).min(1.3);
        let at = |t: f32, y: f32| {
            let x = -0.20 - t * plan.tail;
            [x, self.spine(x) + y * stand]
        };
        let edge = |i: u8| f32::from(i) / f32::from(POINTS) * corner;
        let upper = (0..=POINTS).map(|i| at(edge(i), -open(edge(i))));
        let hind = (1..POINTS).map(|i| {
            let r = (f32::from(i) / f32::from(POINTS) * 2.0 - 1.0) * rim;
            at(end(r.abs()), r * plan.spread)
        });
        let lower = (0..=POINTS).rev().map(|i| at(edge(i), open(edge(i))));
        upper.chain(hind).chain(lower).collect()
    }

    /// How much of the upright fins shows.
    pub(super) fn lift(&self) -> f32 {
        smoothstep(0.10, 0.45, self.flank)
    }

    /// The fin on the back, or the one under the belly.
    pub(super) fn median_fin(&self, side: Side) -> Vec<[f32; 2]> {
        let plan = &self.plan;
        let (tall, from, long, root) = match side {
            Side::Back => (plan.dorsal, plan.dorsal_at, plan.dorsal_long, plan.back),
            Side::Belly => (
                plan.dorsal * 0.74,
                plan.dorsal_at + 0.26,
                plan.dorsal_long * 0.66,
                plan.belly,
            ),
        };
        let (crest, stalk) = (plan.crest, plan.stalk);
        let point = |t: f32, share: f32| {
            let fall = 1.0 - 0.58 * smoothstep(0.25, 1.05, t);
            let rise = share * (t * 2.6).clamp(0.0, 1.0).powf(0.75) * fall;
            let u = from + plan.sweep * rise + long * t;
            let (x, base) = (along(u), root * 0.9 * profile(u, crest, stalk));
            [
                x,
                self.spine(x) + side.sign() * self.flank * (base + tall * rise),
            ]
        };
        let part = |i: u8| f32::from(i) / f32::from(POINTS);
        let outer = (0..=POINTS).map(|i| point(part(i), 1.0));
        let inner = (0..=POINTS).rev().map(|i| point(part(i), -0.25));
        outer.chain(inner).collect()
    }

    /// The fins under the belly, swimming level.
    pub(super) fn pelvic(&self) -> Vec<[f32; 2]> {
        let hip = [0.06, self.flank * 0.80 * self.plan.belly];
        self.leaf(hip, [hip[0] - 0.10, hip[1] + self.flank * 0.075], 0.034)
    }

    /// A paired fin behind the gills: the near one on the flank that we see, or the far one.
    pub(super) fn pectoral(&self, near: bool) -> Vec<[f32; 2]> {
        let plan = &self.plan;
        let (flank, top) = (self.flank, self.top());
        let flap = 0.02 * (self.phase * 0.5).sin();
        let away = if near { 1.0 } else { -1.0 };
        let root = [
            0.20,
            flank * 0.36 * plan.belly + away * top * plan.width * 0.8,
        ];
        let tip = [
            root[0] - 0.09 - 0.35 * plan.wing,
            root[1] + flank * (0.05 + flap) + away * top * (plan.wing + flap),
        ];
        self.leaf(root, tip, 0.026 + 0.13 * plan.wing * (0.45 + 0.55 * top))
    }

    /// A leaf from its root to its tip, `fat` across.
    fn leaf(&self, root: [f32; 2], tip: [f32; 2], fat: f32) -> Vec<[f32; 2]> {
        let way = [tip[0] - root[0], tip[1] - root[1]];
        let long = way[0].hypot(way[1]);
        let [c, s] = way.map(|v| v / long);
        let half = |t: f32| fat * t.sqrt() * (1.25 - t) * 1.3;
        let rounded = |i: u8| f32::from(i) / f32::from(POINTS);
        let point = |t: f32, out: f32| {
            let x = root[0] + way[0] * t - s * out;
            [x, root[1] + way[1] * t + c * out + self.spine(x)]
        };
        let one = (0..=POINTS).map(|i| point(rounded(i), half(rounded(i))));
        // Around the tip, as a disc would end it.
        let cap = (1..8_u8).map(|i| {
            let angle = PI * (0.5 - f32::from(i) / 8.0);
            point(
                1.0 + half(1.0) * angle.cos() / long,
                half(1.0) * angle.sin(),
            )
        });
        let other = (0..=POINTS)
            .rev()
            .map(|i| point(rounded(i), -half(rounded(i))));
        one.chain(cap).chain(other).collect()
    }

    /// The eye of the near or the far side: where it is, and how much of it shows.
    pub(super) fn eye(&self, near: bool) -> ([f32; 2], f32) {
        const AT: f32 = 0.15;
        let plan = &self.plan;
        let (flank, top) = (self.flank, self.top());
        let away = if near { 1.0 } else { -1.0 };
        let head =
            (flank * plan.back).hypot(top * plan.width) * profile(AT, plan.crest, plan.stalk);
        let x = along(AT);
        let y = self.spine(x) - flank * 0.30 * head + away * top * 0.94 * head;
        let facing = top * 0.28 + away * flank * 0.96;
        ([x, y], smoothstep(-0.05, 0.3, facing))
    }

    /// Where a place on the skin is seen: `u` along, `around` from the belly (−1) over the near flank to the back (1).
    pub(super) fn on_skin(&self, u: f32, around: f32) -> [f32; 2] {
        let side = if around > 0.0 {
            Side::Back
        } else {
            Side::Belly
        };
        let x = along(u);
        [x, self.spine(x) - self.girth(side, u.min(1.0)) * around]
    }
}

/// The phases of a beat, radians.
pub(super) fn phase_of(index: usize, phases: usize) -> f32 {
    index as f32 / phases as f32 * TAU
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renderer::webgl2::species::plan;
    use shared::config::{Pattern, Species};

    fn poses() -> impl Iterator<Item = Pose> {
        let patterns = [
            Pattern::Plain,
            Pattern::Striped,
            Pattern::Spotted,
            Pattern::Koi,
            Pattern::Neon,
        ];
        patterns.into_iter().flat_map(|pattern| {
            (0..8).flat_map(move |phase| {
                [0.0, 0.5, 1.0].map(|flank| Pose {
                    plan: Plan::new(plan(&Species {
                        pattern,
                        ..Species::default()
                    })),
                    phase: phase_of(phase, 8),
                    flank,
                })
            })
        })
    }

    #[test]
    fn a_fish_stays_inside_its_cell() {
        for pose in poses() {
            let parts = [
                pose.body(),
                pose.tail(),
                pose.median_fin(Side::Back),
                pose.median_fin(Side::Belly),
                pose.pelvic(),
                pose.pectoral(true),
                pose.pectoral(false),
            ];
            for [x, y] in parts.iter().flatten() {
                assert!((TIP..=NOSE).contains(x), "{x} {pose:?}");
                assert!(y.abs() <= pose.plan.reach(), "{y} {pose:?}");
            }
        }
    }

    #[test]
    fn straight_up_a_fish_and_its_mirror_image_are_the_same() {
        for pose in poses().filter(|pose| pose.flank == 0.0) {
            // Mirrored about the axis the tail is on the other side, where it is half a beat later.
            let later = Pose {
                phase: pose.phase + PI,
                ..pose
            };
            let mirrored: Vec<_> = later.body().iter().map(|[x, y]| [*x, -y]).collect();
            for point in pose.body() {
                let nearest = mirrored
                    .iter()
                    .map(|other| (point[0] - other[0]).hypot(point[1] - other[1]))
                    .fold(f32::INFINITY, f32::min);
                assert!(nearest < 1e-4, "{point:?} {nearest}");
            }
        }
    }
}
