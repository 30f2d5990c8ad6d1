//! Individuals: what a fish is from birth on, drawn once from its id and the seed.
//!
//! Nothing here depends on who else is in the tank, so that a fish is the same whenever it is asked for: after a change of
//! the configuration the same draws meet the new ranges, and a fish whose species did not change stays as it was.

use shared::config::{Config, Species};

use super::dice::{Purpose, dice};
use super::school::{Fish, School};

/// A swimming fish advances about 0.7 body lengths with one beat of its tail (Bainbridge, "The speed of swimming of fish as
/// related to size and to the frequency and amplitude of the tail beat", J. Exp. Biol. 35, 1958).
const LENGTHS_PER_BEAT: f32 = 0.7;
/// The `tailFreqBase` with which a species follows that rule exactly.
const NEUTRAL_TAIL: f32 = 1.3;

/// The species of each fish, by id: whichever is most behind its share (Sainte-Laguë's method). The first fish of a large
/// population are the fish of a small one.
#[derive(Clone, Debug)]
pub(super) struct Apportionment {
    shares: Vec<(f32, u32)>,
}

impl Apportionment {
    pub(super) fn new(species: &[Species]) -> Self {
        Self {
            shares: species
                .iter()
                .map(|species| (species.count_ratio, 0))
                .collect(),
        }
    }

    pub(super) fn next(&mut self) -> u32 {
        let claim = |&(ratio, count): &(f32, u32)| ratio / (2 * count + 1) as f32;
        let mut best = 0;
        for (index, share) in self.shares.iter().enumerate() {
            if claim(share) > claim(&self.shares[best]) {
                best = index;
            }
        }
        self.shares[best].1 += 1;
        best as u32
    }
}

/// Sets everything about a fish that its species, its id and the seed decide.
fn endow(fish: &mut Fish, config: &Config, seed: u64, species: u32) {
    let kind = &config.species[species as usize];
    let own = &config.behaviour.individual;
    let mut dice = dice(seed, Purpose::Birth, fish.id, 0);
    let speed = dice.between(own.speed);
    let perception = dice.between(own.perception);
    let cohesion = dice.between(own.cohesion);
    let tail = dice.between(own.tail);
    fish.species = species;
    fish.top_speed = config.boids.max_speed * kind.speed_scale * speed;
    fish.sight = config.boids.perception * perception;
    fish.cohesion = kind.cohesion_bias * cohesion;
    fish.beat = kind.tail_freq_base / NEUTRAL_TAIL * tail / LENGTHS_PER_BEAT;
    fish.length = dice.between(kind.body_len);
    // The separation radius is meant for the fish that the tank has most of: a longer one needs more room.
    fish.space = (fish.length / usual_length(&config.species)).max(1.0);
    fish.half_width = dice.between(kind.body_w);
    fish.hue = dice.between(own.hue);
    fish.lightness = dice.between(own.lightness);
    fish.depth = dice.unit();
    fish.pattern_seed = dice.unit();
}

/// Length of the body of the usual fish: the mean over the species, each as often as it occurs.
fn usual_length(species: &[Species]) -> f32 {
    let (mut sum, mut shares) = (0.0, 0.0);
    for kind in species {
        sum += kind.count_ratio * (kind.body_len[0] + kind.body_len[1]) * 0.5;
        shares += kind.count_ratio;
    }
    sum / shares
}

/// A fish is born somewhere in the tank, already swimming.
pub(super) fn born(config: &Config, seed: u64, id: u32, species: u32, size: [f32; 2]) -> Fish {
    let mut fish = Fish {
        id,
        vigour: 1.0,
        pellet: super::food::NO_PELLET,
        ..Fish::default()
    };
    endow(&mut fish, config, seed, species);
    let mut dice = dice(seed, Purpose::Place, id, 0);
    let inset = |length: f32| {
        let margin = (config.behaviour.boundary.margin * 0.5).min(length * 0.25);
        [margin, length - margin]
    };
    (fish.x, fish.y) = (dice.between(inset(size[0])), dice.between(inset(size[1])));
    [fish.hx, fish.hy] = dice.direction();
    let speed = fish.top_speed * config.boids.cruise;
    (fish.vx, fish.vy) = (fish.hx * speed, fish.hy * speed);
    fish.phase = dice.unit() * std::f32::consts::TAU;
    fish.patience = dice.between([0.0, config.behaviour.linger.every[1]]);
    (fish.previous_x, fish.previous_y) = (fish.x, fish.y);
    (fish.previous_hx, fish.previous_hy) = (fish.hx, fish.hy);
    fish
}

/// Gives every fish of the school the nature that a changed configuration means for it; where and how it swims stays.
pub(super) fn endow_all(school: &mut School, config: &Config, seed: u64) {
    let mut apportionment = Apportionment::new(&config.species);
    let by_id: Vec<u32> = (0..school.len()).map(|_| apportionment.next()).collect();
    for slot in 0..school.len() {
        let id = school.id[slot];
        let mut fish = Fish {
            id,
            ..Fish::default()
        };
        endow(&mut fish, config, seed, by_id[id as usize]);
        school.species[slot] = fish.species;
        school.top_speed[slot] = fish.top_speed;
        school.sight[slot] = fish.sight;
        school.space[slot] = fish.space;
        school.cohesion[slot] = fish.cohesion;
        school.beat[slot] = fish.beat;
        school.length[slot] = fish.length;
        school.half_width[slot] = fish.half_width;
        school.hue[slot] = fish.hue;
        school.lightness[slot] = fish.lightness;
        school.depth[slot] = fish.depth;
        school.pattern_seed[slot] = fish.pattern_seed;
    }
}
