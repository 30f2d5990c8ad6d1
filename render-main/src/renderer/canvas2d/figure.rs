//! One fish that lies straight, reckoned point by point: what `shaders/fish.frag` does, term by term, so that both
//! renderers show the same animal. Lengths are fractions of the body's length: the nose at x = 0.5, the root of the tail at
//! −0.26; y goes up its back.
//!
//! The body is modelled as if it could roll: `flank` is how much of its side we see, `top` how much of its back. What swims
//! left is the mirror image.

use std::f32::consts::PI;

use super::hide::Hide;
use super::palette::{Rgb, mix, scaled, smoothstep};
use crate::renderer::webgl2::species::PLAN_VECTORS;

/// From the tip of the longest tail to the nose and a little beyond, in lengths.
pub(super) const NOSE: f32 = 0.52;
pub(super) const TIP: f32 = -0.70;

/// Outline of a species, see `species.rs`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    fork: f32,
    pub(super) back: f32,
    pub(super) belly: f32,
    width: f32,
    crest: f32,
    tail: f32,
    spread: f32,
    stalk: f32,
    sheer: f32,
    dorsal: f32,
    dorsal_at: f32,
    dorsal_long: f32,
    sweep: f32,
    extent: f32,
    wing: f32,
    eye: f32,
}

impl Plan {
    pub(super) fn new(vectors: [[f32; 4]; PLAN_VECTORS]) -> Self {
        let [_, [.., fork], body, rear, upright, [extent, wing, eye, _]] = vectors;
        let [back, belly, width, crest] = body;
        let [tail, spread, stalk, sheer] = rear;
        let [dorsal, dorsal_at, dorsal_long, sweep] = upright;
        Self {
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

    /// Half height that holds every roll, and the beat of the tail.
    pub(super) fn reach(&self) -> f32 {
        self.extent
            .max(self.spread + self.stalk * self.back)
            .max(self.width + self.wing)
            + 0.14
    }
}

/// A fish in one roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure<'a> {
    pub(super) plan: Plan,
    pub(super) hide: Hide<'a>,
    /// 1 where it swims level to 0 where it shows its back alone.
    pub(super) flank: f32,
    pub(super) top: f32,
    /// Pixels per length.
    pub(super) size: f32,
}

/// Half height of a body along it: a snout, highest at `crest`, narrowing to the stalk.
fn profile(u: f32, crest: f32, stalk: f32) -> f32 {
    if u < crest {
        let n = (1.0 - u / crest).clamp(0.0, 1.0);
        let m = 1.0 - n * n;
        return m.sqrt() * 0.7 + m * 0.3;
    }
    let t = ((u - crest) / (1.0 - crest)).clamp(0.0, 1.0);
    stalk + (1.0 - stalk) * (0.5 + 0.5 * (PI * t).cos())
}

fn smooth_max(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.max(b) + h * h * k * 0.25
}

/// Between the steepest and the roundest way of opening.
fn eased(t: f32, share: f32) -> f32 {
    t.sqrt() * share + t * (1.0 - share)
}

/// Paired fin: a leaf from its root to its tip. Distance to its outline.
fn leaf(at: [f32; 2], root: [f32; 2], tip: [f32; 2], fat: f32) -> f32 {
    let [dx, dy] = [tip[0] - root[0], tip[1] - root[1]];
    let [px, py] = [at[0] - root[0], at[1] - root[1]];
    let t = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (px - dx * t).hypot(py - dy * t) - fat * t.sqrt() * (1.25 - t) * 1.3
}

/// Lays a colour over what is there, which is premultiplied.
fn over(under: &mut [f32; 4], colour: Rgb, alpha: f32) {
    let [r, g, b] = colour;
    for (below, value) in under.iter_mut().zip([r, g, b, 1.0]) {
        *below = value * alpha + *below * (1.0 - alpha);
    }
}

impl Figure<'_> {
    /// Red, green, blue, premultiplied, and opacity at a place.
    pub(super) fn colour(&self, at: [f32; 2]) -> [f32; 4] {
        let [x, y] = at;
        let mut sum = [0.0; 4];
        if y.abs() > self.extent(x) {
            return sum;
        }
        let u = (0.5 - x) / 0.76;
        let half = self.half_height(u, y);
        // What lies askew of the pixels would look thinner than it is.
        let steep = (self.half_height(u + 0.01, y) - half) / 0.0076;
        let distance = (y.abs() - half).max(-u * 0.76) / steep.hypot(1.0);
        let body = self.cover(distance) * (1.0 - smoothstep(0.97, 1.10, u));

        let rise = 0.5 + 0.5 * self.flank * y.signum() * (y.abs() * 6.0).min(1.0);
        let rise = self.hide.above.map_or(rise, |_| 0.5);
        let fin = scaled(
            mix(self.hide.fins, self.hide.water, 0.12),
            0.86 + 0.30 * rise,
        );
        if x < -0.19 {
            self.tail(&mut sum, at, fin);
        }
        if y.abs() > half * 0.6 {
            self.upright_fins(&mut sum, at, u, fin);
        }
        let (wing, near) = self.paired_fin(at);
        over(&mut sum, scaled(fin, 0.90), wing * (1.0 - near));
        if body > 0.0 {
            let across = (y / half.max(1e-4)).clamp(-1.0, 1.0);
            over(&mut sum, self.hide.skin(self, x, u, across), body);
        }
        over(&mut sum, scaled(fin, 1.08), wing * near * 0.85);
        if x > 0.26 {
            let inside = if distance < 0.05 { self.top } else { 0.0 };
            self.eye(&mut sum, at, body.max(inside));
        }
        sum
    }

    /// Half height that holds all there is at this place along it.
    fn extent(&self, x: f32) -> f32 {
        let plan = &self.plan;
        let edge = 1.0 / self.size;
        if x < -0.27 {
            return plan.extent.max(plan.spread + plan.stalk * plan.back) + edge;
        }
        if x > 0.36 {
            return plan.back.max(plan.belly) + edge;
        }
        plan.extent.max(plan.width + plan.wing + 0.03) + edge
    }

    /// How much of a pixel lies inside, by the distance to the outline.
    fn cover(&self, distance: f32) -> f32 {
        smoothstep(0.8, -0.8, distance * self.size)
    }

    /// How close we look, 0 to 1: between so many pixels per length.
    pub(super) fn close(&self, from: f32, to: f32) -> f32 {
        smoothstep(from, to, self.size)
    }

    /// Half height of the body without its roll, on the side of the back or of the belly.
    fn upright(&self, u: f32, y: f32) -> f32 {
        let plan = &self.plan;
        if y >= 0.0 {
            return plan.back * profile(u, plan.crest, plan.stalk);
        }
        plan.belly * profile(u, plan.crest + 0.05, plan.stalk * plan.back / plan.belly)
    }

    fn half_height(&self, u: f32, y: f32) -> f32 {
        let plan = &self.plan;
        let across = plan.width * profile(u, plan.crest - 0.06, plan.stalk * 0.45);
        (self.flank * self.upright(u, y)).hypot(self.top * across)
    }

    /// It stands upright, so a fish seen from above shows it edge on, but never quite.
    fn tail(&self, sum: &mut [f32; 4], [x, y]: [f32; 2], fin: Rgb) {
        let plan = &self.plan;
        let stand = (self.flank * self.flank + 0.16 * self.top * self.top).sqrt();
        let t = (-0.20 - x) / plan.tail;
        let high = y / stand;
        let wide = (t - 0.08).clamp(0.0, 1.3);
        let open = plan.stalk * plan.back * 0.95 + plan.spread * eased(wide, 0.35);
        let rim = (high.abs() / plan.spread).min(1.3);
        let (round, forked) = (1.0 - 0.18 * rim * rim, 0.56 + 0.46 * rim * rim.sqrt());
        let end = round + (forked - round) * plan.fork;
        let distance = smooth_max(
            (high.abs() - open) * stand,
            (t - end).max(-t) * plan.tail,
            0.035,
        );
        let ray = 0.5 + 0.5 * (high / (0.05 + t.max(0.0) * 0.42) * 36.0).sin();
        let rayed = smoothstep(30.0, 70.0, self.size * stand);
        let clear = smoothstep(0.0, 0.9, t) * self.clearness(rayed, ray);
        let tint = mix(self.hide.colour, fin, smoothstep(-0.1, 0.35, t));
        over(
            sum,
            scaled(tint, (1.0 - 0.12 * rayed * ray) * 1.02),
            self.cover(distance) * (1.0 - clear),
        );
    }

    /// How much water shows through a fin with rays, if those can be seen.
    fn clearness(&self, rayed: f32, ray: f32) -> f32 {
        (0.20 + 0.42 * self.plan.sheer) * (0.75 + (0.45 * ray - 0.20) * rayed)
    }

    /// Dorsal and anal fin, and the pelvic fins.
    fn upright_fins(&self, sum: &mut [f32; 4], at: [f32; 2], u: f32, fin: Rgb) {
        let plan = &self.plan;
        let lift = smoothstep(0.10, 0.45, self.flank);
        if lift <= 0.0 {
            return;
        }
        let (share, from, long) = if at[1] >= 0.0 {
            (1.0, plan.dorsal_at, 1.0)
        } else {
            (0.74, plan.dorsal_at + 0.26, 0.66)
        };
        let (tall, long) = (plan.dorsal * share, plan.dorsal_long * long);
        let above = at[1].abs() / self.flank - 0.9 * self.upright(u, at[1]);
        let above = (above / tall).max(-0.3);
        let t = (u - from - plan.sweep * above) / long;
        let highest =
            eased((t * 2.6).clamp(0.0, 1.0), 0.5) * (1.0 - 0.58 * smoothstep(0.25, 1.05, t));
        let sides = (-t).max(t - 1.0) * long * 0.8;
        let distance = smooth_max(sides, (above - highest) * tall, 0.05);
        let (fine, ray) = (
            self.close(26.0, 64.0),
            0.5 + 0.5 * ((u - plan.sweep * above) * 120.0).sin(),
        );
        let clear = smoothstep(-0.2, 0.9, above) * self.clearness(fine, ray);
        over(
            sum,
            scaled(fin, 1.0 - 0.12 * fine * ray),
            self.cover(distance * self.flank) * lift * (1.0 - clear),
        );
        let hip = [0.06, self.flank * -0.80 * plan.belly];
        let pelvic = leaf(at, hip, [hip[0] - 0.10, hip[1] - 0.075 * self.flank], 0.034);
        let dense = lift * (1.0 - 0.35 * plan.sheer);
        over(sum, scaled(fin, 0.94), self.cover(pelvic) * dense);
    }

    /// Opacity of the paired fin on this side of the fish, and whether it lies over the body.
    fn paired_fin(&self, at: [f32; 2]) -> (f32, f32) {
        let plan = &self.plan;
        if at[0] >= 0.24 || at[0] <= -0.16 {
            return (0.0, 0.0);
        }
        let shoulder = self.flank * -0.36 * plan.belly;
        let hand = if at[1] >= shoulder { 1.0 } else { -1.0 };
        let aside = hand * self.top;
        // A fish that turns towards us folds them.
        let spread = self.hide.above.map_or(0.4, |_| 1.0) * plan.wing;
        let root = [0.20, shoulder + aside * plan.width * 0.8];
        let tip = [
            0.11 - 0.35 * plan.wing,
            root[1] - 0.05 * self.flank + aside * spread,
        ];
        let fat = 0.026 + 0.13 * plan.wing * (0.45 + 0.55 * self.top);
        let dense = 1.0 - 0.40 * plan.sheer;
        let near = smoothstep(-0.15, 0.35, -self.flank * hand);
        (self.cover(leaf(at, root, tip, fat)) * dense, near)
    }

    /// The eye of this side of the head; of a fish seen from above both show, at the edges.
    fn eye(&self, sum: &mut [f32; 4], [x, y]: [f32; 2], inside: f32) {
        const AT: f32 = 0.15;
        let (plan, flank, top) = (&self.plan, self.flank, self.top);
        let radius = 0.19 * plan.eye * plan.back.min(0.15) + 0.40 / self.size;
        let head =
            (flank * plan.back).hypot(top * plan.width) * profile(AT, plan.crest, plan.stalk);
        let hand = if flank <= 0.5 && y >= flank * 0.30 * head {
            1.0
        } else {
            -1.0
        };
        let off = [
            x - (0.5 - AT * 0.76),
            y - (flank * 0.30 + top * 0.94 * hand) * head,
        ];
        let r = off[0].hypot(off[1] * (1.0 + 0.35 * top));
        let show = smoothstep(-0.05, 0.3, top * 0.28 - flank * 0.96 * hand) * inside;
        let iris = mix([0.98, 0.90, 0.66], self.hide.colour, 0.35);
        over(sum, iris, self.cover(r - radius) * show);
        over(
            sum,
            [0.04, 0.04, 0.06],
            self.cover(r - radius * 0.74) * show,
        );
        let glint = (off[0] - 0.25 * radius).hypot(off[1] - 0.3 * flank * radius);
        let bright = self.cover(glint - radius * 0.24) * 0.9 * self.close(26.0, 64.0);
        over(sum, [1.0; 3], bright * show);
    }
}

#[cfg(test)]
mod tests {
    use shared::config::{Pattern, Species, Theme};

    use super::super::tile::Tile;
    use super::*;
    use crate::renderer::webgl2::species::plan;

    /// Calls back with a fish of each kind in each roll.
    fn figures(mut check: impl FnMut(&Figure<'_>)) {
        let (tile, theme) = (Tile::new(), Theme::default());
        let patterns = [
            Pattern::Plain,
            Pattern::Striped,
            Pattern::Spotted,
            Pattern::Koi,
            Pattern::Neon,
        ];
        for pattern in patterns {
            let species = Species {
                pattern,
                ..Species::default()
            };
            for flank in [0.0, 0.5, 1.0_f32] {
                check(&Figure {
                    plan: Plan::new(plan(&species)),
                    hide: Hide::new(&theme, &tile, pattern, 0.3)
                        .of([[0.9, 0.5, 0.2], [0.8, 0.2, 0.2]]),
                    flank,
                    top: (1.0 - flank * flank).sqrt(),
                    size: 60.0,
                });
            }
        }
    }

    #[test]
    fn a_fish_stays_inside_its_cell() {
        figures(|figure| {
            let reach = figure.plan.reach();
            for i in 0..=200_u8 {
                let part = f32::from(i) / 200.0;
                let x = TIP + part * (NOSE - TIP);
                let y = reach * (part * 2.0 - 1.0);
                for [x, y] in [[x, reach], [x, -reach], [TIP, y], [NOSE, y]] {
                    assert!(figure.colour([x, y])[3] < 0.02, "{x} {y} {figure:?}");
                }
            }
            assert!(figure.colour([0.1, 0.0])[3] > 0.99, "{figure:?}");
        });
    }

    #[test]
    fn seen_from_above_both_sides_of_a_fish_have_the_same_outline() {
        figures(|figure| {
            if figure.flank > 0.0 {
                return;
            }
            for i in 0..=100_u8 {
                let x = TIP + f32::from(i) / 100.0 * (NOSE - TIP);
                for y in [0.02, 0.06, 0.1, 0.14, 0.2] {
                    let [one, other] = [y, -y].map(|y| figure.colour([x, y])[3]);
                    assert!((one - other).abs() < 1e-3, "{x} {y}: {one} {other}");
                }
            }
        });
    }
}
