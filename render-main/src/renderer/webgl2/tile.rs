//! The seamless tile that light and textures come from, computed once.

use std::f32::consts::TAU;

use crate::math;

/// Width and height of the tile, texels; a power of two.
pub const SIZE: usize = 256;
/// Meshes of the caustics' net across the tile.
pub const MESHES: f32 = 4.0;

const MASK: usize = SIZE - 1;
/// Rays of light per texel, along each axis.
const RAYS: usize = 2;
/// Waves of the surface that the caustics come from: whole turns across the tile in x and y, and phase in turns.
const WAVES: [(i32, i32, f32); 12] = [
    (1, 3, 0.05),
    (-3, 2, 0.30),
    (4, 1, 0.67),
    (2, -4, 0.43),
    (-4, -3, 0.88),
    (5, 2, 0.14),
    (1, -5, 0.57),
    (-2, 6, 0.19),
    (6, -3, 0.80),
    (3, 5, 0.35),
    (-7, 1, 0.02),
    (2, 8, 0.75),
];
/// Bend of a ray by the steepest place of a wave of one turn, texels.
const BEND: f32 = 22.0;

/// `SIZE`² texels of four bytes, row by row: caustics, clouds, grain, curdled noise.
#[must_use]
pub fn texels() -> Vec<u8> {
    let caustics = caustics();
    let clouds = fractal(4, 4, 11);
    let curdled = fractal(12, 3, 29);
    let mut out = Vec::with_capacity(SIZE * SIZE * 4);
    for at in 0..SIZE * SIZE {
        let grain = (hash((at & MASK) as u32, (at / SIZE) as u32, 5) >> 24) as u8;
        out.extend([
            byte(caustics[at]),
            byte(0.5 + 0.62 * clouds[at]),
            grain,
            byte(0.5 + 0.62 * curdled[at]),
        ]);
    }
    out
}

fn byte(value: f32) -> u8 {
    (value * 255.0).clamp(0.0, 255.0) as u8
}

/// Light through a wavy surface: rays bend by its slope and gather on the bottom (photon map on a torus).
fn caustics() -> Vec<f32> {
    let slopes = slopes();
    let mut light = vec![0.0_f32; SIZE * SIZE];
    for j in 0..SIZE * RAYS {
        for i in 0..SIZE * RAYS {
            let at = [i, j].map(|n| n as f32 / RAYS as f32);
            let [bent_x, bent_y] = between(&slopes, at);
            splat(&mut light, [at[0] + bent_x, at[1] + bent_y]);
        }
    }
    let mut smooth = blurred(&light);
    for value in &mut smooth {
        // As if even light were 1; a focus is many times brighter, so the scale bends over.
        let focus = *value / (RAYS * RAYS) as f32;
        *value = 1.0 - 1.0 / (1.0 + 0.42 * focus * focus.sqrt());
    }
    smooth
}

/// Displacement of a ray at each texel, in texels: the gradient of the waves.
fn slopes() -> Vec<[f32; 2]> {
    // The waves have whole periods, so one turn in SIZE steps holds every value that is needed.
    let cosines: Vec<f32> = (0..SIZE)
        .map(|step| math::cos(TAU * step as f32 / SIZE as f32))
        .collect();
    let mut out = vec![[0.0; 2]; SIZE * SIZE];
    for (turns_x, turns_y, phase) in WAVES {
        let (kx, ky) = (turns_x as f32, turns_y as f32);
        let k = (kx * kx + ky * ky).sqrt();
        let steep = BEND / math::pow(k, 2.15);
        let begin = (phase * SIZE as f32) as i32;
        for (at, slope) in out.iter_mut().enumerate() {
            let (x, y) = ((at & MASK) as i32, (at / SIZE) as i32);
            let cosine = cosines[(turns_x * x + turns_y * y + begin) as usize & MASK];
            slope[0] += steep * kx * cosine;
            slope[1] += steep * ky * cosine;
        }
    }
    out
}

/// The four texels around a point of the torus, with their shares.
fn around([x, y]: [f32; 2]) -> [(usize, f32); 4] {
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    // Two's complement wraps negative places too.
    let (left, top) = (x0 as i32 as usize & MASK, y0 as i32 as usize & MASK);
    let (right, low) = ((left + 1) & MASK, (top + 1) & MASK);
    [
        (top * SIZE + left, (1.0 - fx) * (1.0 - fy)),
        (top * SIZE + right, fx * (1.0 - fy)),
        (low * SIZE + left, (1.0 - fx) * fy),
        (low * SIZE + right, fx * fy),
    ]
}

fn between(field: &[[f32; 2]], point: [f32; 2]) -> [f32; 2] {
    around(point).iter().fold([0.0; 2], |[x, y], (at, share)| {
        [x + field[*at][0] * share, y + field[*at][1] * share]
    })
}

fn splat(light: &mut [f32], point: [f32; 2]) {
    for (at, share) in around(point) {
        light[at] += share;
    }
}

fn blurred(from: &[f32]) -> Vec<f32> {
    let mixed = |from: &[f32], step: usize| -> Vec<f32> {
        let all = SIZE * SIZE;
        (0..all)
            .map(|at| {
                let (before, after) = if step == 1 {
                    let row = at & !MASK;
                    (row | ((at + MASK) & MASK), row | ((at + 1) & MASK))
                } else {
                    ((at + all - step) % all, (at + step) % all)
                };
                0.5 * from[at] + 0.25 * (from[before] + from[after])
            })
            .collect()
    };
    mixed(&mixed(from, 1), SIZE)
}

/// Gradient noise (Perlin, "Improving Noise", SIGGRAPH 2002) on a torus, octaves summed; about −1 to 1.
fn fractal(periods: usize, octaves: u32, seed: u32) -> Vec<f32> {
    let mut sum = vec![0.0; SIZE * SIZE];
    for octave in 0..octaves {
        let weight = 1.4 * 0.5_f32.powi(octave as i32);
        add_noise(&mut sum, periods << octave, seed + octave, weight);
    }
    sum
}

fn add_noise(sum: &mut [f32], periods: usize, seed: u32, weight: f32) {
    let gradients: Vec<[f32; 2]> = (0..periods * periods)
        .map(|at| {
            let h = hash((at % periods) as u32, (at / periods) as u32, seed);
            let angle = h as f32 * (TAU / 4_294_967_296.0);
            [math::cos(angle), math::sin(angle)]
        })
        .collect();
    let ease = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let scale = periods as f32 / SIZE as f32;
    // Column, its right neighbour, fraction and eased fraction are the same in every row, and for rows likewise.
    let steps: Vec<(usize, usize, f32, f32)> = (0..SIZE)
        .map(|step| {
            let place = step as f32 * scale;
            let cell = place as usize;
            let fraction = place - cell as f32;
            (cell, (cell + 1) % periods, fraction, ease(fraction))
        })
        .collect();
    for (row, &(top, low, fy, v)) in sum.chunks_exact_mut(SIZE).zip(&steps) {
        for (value, &(left, right, fx, u)) in row.iter_mut().zip(&steps) {
            let corner = |x: usize, y: usize, dx: f32, dy: f32| {
                let [gx, gy] = gradients[y * periods + x];
                gx * dx + gy * dy
            };
            let above =
                corner(left, top, fx, fy) * (1.0 - u) + corner(right, top, fx - 1.0, fy) * u;
            let below = corner(left, low, fx, fy - 1.0) * (1.0 - u)
                + corner(right, low, fx - 1.0, fy - 1.0) * u;
            *value += weight * (above * (1.0 - v) + below * v);
        }
    }
}

/// Integer hash after "pcg2d" (Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 2020).
fn hash(x: u32, y: u32, seed: u32) -> u32 {
    let mut h =
        x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    h ^ (h >> 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Largest step between neighbours, along the inner columns and across the seam.
    fn steps(texels: &[u8], channel: usize) -> (i32, i32) {
        let at =
            |x: usize, y: usize| i32::from(texels[((y & MASK) * SIZE + (x & MASK)) * 4 + channel]);
        let step = |x: usize| {
            (0..SIZE)
                .map(|y| (at(x, y) - at(x + 1, y)).abs())
                .max()
                .unwrap()
        };
        ((0..MASK).map(step).max().unwrap(), step(MASK))
    }

    #[test]
    fn the_tile_has_no_seam() {
        let texels = texels();
        for channel in [0, 1, 3] {
            let (inside, seam) = steps(&texels, channel);
            assert!(
                seam <= inside,
                "channel {channel}: {seam} across the seam, {inside} inside"
            );
        }
    }

    #[test]
    fn light_is_moved_and_not_made() {
        let mut light = vec![0.0; SIZE * SIZE];
        splat(&mut light, [-0.25, 300.75]);
        assert!((light.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((blurred(&light).iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn caustics_are_a_net_of_bright_lines_on_dim_ground() {
        let texels = texels();
        let mut values: Vec<u8> = texels.iter().copied().step_by(4).collect();
        values.sort_unstable();
        let at = |share: usize| values[values.len() * share / 100];
        assert!(at(50) < 90, "half of it is dim: {}", at(50));
        assert!(at(98) > 140, "the lines are bright: {}", at(98));
    }
}
