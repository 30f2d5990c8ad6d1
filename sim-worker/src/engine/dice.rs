//! Randomness that depends only on who asks, when, and what for: never on the order of asking.

use rand::{Rng, RngExt};
use rand_pcg::Pcg32;
use wide::{f32x4, u32x4};

/// What a draw is for. Two purposes never share a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Birth = 1,
    Place = 2,
    Fright = 3,
    Patience = 4,
    Feed = 5,
    Part = 6,
}

/// A generator for one purpose of one subject (a fish's id, a feed's number) at one step.
pub(super) fn dice(seed: u64, purpose: Purpose, subject: u32, step: u64) -> Dice {
    let stream = u64::from(subject) << 8 | purpose as u64;
    let state = seed ^ step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut generator = Pcg32::new(state, stream);
    // Neighbouring streams begin alike: PCG needs a few turns before they have parted.
    for _ in 0..4 {
        generator.next_u32();
    }
    Dice(generator)
}

pub(super) struct Dice(Pcg32);

impl Dice {
    /// Uniform, 0 to 1.
    pub(super) fn unit(&mut self) -> f32 {
        self.0.random::<f32>()
    }

    /// Uniform between two ends.
    pub(super) fn between(&mut self, [low, high]: [f32; 2]) -> f32 {
        low + (high - low) * self.unit()
    }

    /// A unit vector in a uniform direction.
    pub(super) fn direction(&mut self) -> [f32; 2] {
        let angle = self.unit() * std::f32::consts::TAU;
        [libm::cosf(angle), libm::sinf(angle)]
    }
}

/// A well-mixed 32-bit hash: the finaliser of MurmurHash3 (A. Appleby, public domain).
#[inline(always)]
fn fmix32(mut h: u32x4) -> u32x4 {
    h ^= h >> 16;
    h *= u32x4::splat(0x85EB_CA6B);
    h ^= h >> 13;
    h *= u32x4::splat(0xC2B2_AE35);
    h ^ (h >> 16)
}

/// Smooth noise in −1 to 1 for four subjects: value noise with a cubic blend, one lattice for each.
///
/// `time` counts lattice points in 1/65536; each subject has a lattice and an offset of its own, so no two wander alike.
#[inline(always)]
pub(super) fn wander(seed: u32, ids: u32x4, time: u64) -> f32x4 {
    let own = fmix32(ids ^ u32x4::splat(seed));
    let part = u32x4::splat(0xFFFF);
    let late = (own & part) + u32x4::splat(time as u32 & 0xFFFF);
    let point = u32x4::splat((time >> 16) as u32) + (late >> 16);
    let fraction = |n: u32x4, of: f32| f32x4::from_i32x4(bytemuck::cast(n)) / f32x4::splat(of);
    let t = fraction(late & part, 65_536.0);
    let at = |point: u32x4| {
        let noise = fmix32(own ^ (point * u32x4::splat(0x9E37_79B9)));
        fraction(noise, 2_147_483_648.0)
    };
    let (a, b) = (at(point), at(point + u32x4::ONE));
    a + (b - a) * (t * t * (f32x4::splat(3.0) - f32x4::splat(2.0) * t))
}

/// [`wander`] for one.
pub(super) fn wander_one(seed: u32, id: u32, time: u64) -> f32 {
    wander(seed, u32x4::splat(id), time).to_array()[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wandering_is_smooth_and_everybodys_own() {
        let step = 65536 / 100;
        let mut largest: f32 = 0.0;
        let mut same = 0;
        for i in 0..20_000_u64 {
            let (now, next) = (wander_one(7, 3, i * step), wander_one(7, 3, (i + 1) * step));
            largest = largest.max((next - now).abs());
            same += u32::from((now - wander_one(7, 4, i * step)).abs() < 0.01);
        }
        // The steepest cubic blend climbs 2 × 1.5 in one lattice step, of which this is a hundredth.
        assert!(largest < 0.031, "a jump of {largest}");
        assert!(same < 1000, "two fish agree in {same} of 20000 moments");
    }

    #[test]
    fn neighbouring_subjects_draw_apart() {
        let first: Vec<f32> = (0..2000)
            .map(|id| dice(1, Purpose::Birth, id, 0).unit())
            .collect();
        let mean = first.iter().sum::<f32>() / 2000.0;
        let lag = first
            .windows(2)
            .map(|w| (w[0] - 0.5) * (w[1] - 0.5))
            .sum::<f32>()
            / 1999.0;
        assert!((mean - 0.5).abs() < 0.03, "mean {mean}");
        assert!(lag.abs() < 0.006, "neighbours correlate by {lag}");
    }
}
