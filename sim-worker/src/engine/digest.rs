//! The state hash.

use std::hash::Hasher;

use twox_hash::XxHash64;

use super::Tank;

pub(super) fn digest(tank: &Tank) -> u64 {
    let mut hasher = XxHash64::with_seed(0);
    let mut number = |value: f32| hasher.write_u32(value.to_bits().to_le());
    let school = &tank.school;
    let mut slots: Vec<u32> = (0..school.len() as u32).collect();
    // By name, not by slot: where a fish is kept says nothing about it.
    slots.sort_unstable_by_key(|&slot| school.id[slot as usize]);
    for slot in slots {
        let i = slot as usize;
        for value in [
            school.x[i],
            school.y[i],
            school.vx[i],
            school.vy[i],
            school.hx[i],
            school.hy[i],
            school.phase[i],
            school.bend[i],
            school.timer[i],
            school.patience[i],
            school.satiety[i],
            school.vigour[i],
            school.state[i] as f32,
            school.species[i] as f32,
            school.length[i],
        ] {
            number(value);
        }
    }
    for pellet in &tank.larder.pellets {
        for value in [pellet.x, pellet.y, pellet.age, pellet.depth] {
            number(value);
        }
    }
    if let Some(call) = tank.call {
        for value in [call.x, call.y, call.left] {
            number(value);
        }
    }
    for value in tank.size {
        number(value);
    }
    hasher.write_u64(tank.step.to_le());
    hasher.write_u64(tank.seed.to_le());
    hasher.write_u32(tank.larder.eaten.to_le());
    hasher.finish()
}
