//! The seamless tile that light and textures come from, computed once.

use std::f32::consts::TAU;

/// Width and height of the tile, texels.
pub const SIZE: usize = 256;

/// Meshes of the caustics' net across the tile.
pub const MESHES: f32 = 4.0;

/// `SIZE`² texels of four bytes, row by row: caustics, clouds, grain, curdled noise.
#[must_use]
pub fn texels() -> Vec<u8> {
    let caustics = caustics();
    let mut out = vec![0; SIZE * SIZE * 4];
    for y in 0..SIZE {
        for x in 0..SIZE {
            let at = y * SIZE + x;
            let texel = &mut out[at * 4..at * 4 + 4];
            texel[0] = byte(caustics[at]);
            texel[1] = byte(0.5 + 0.62 * fractal(x, y, 4, 4, 11));
            texel[2] = (hash(x as u32, y as u32, 5) >> 24) as u8;
            texel[3] = byte(0.5 + 0.62 * fractal(x, y, 12, 3, 29));
        }
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
    const RAYS: usize = SIZE * 3;
    for j in 0..RAYS {
        for i in 0..RAYS {
            let (x, y) = (i as f32 / 3.0, j as f32 / 3.0);
            let [sx, sy] = between(&slopes, x, y);
            splat(&mut light, x + sx, y + sy);
        }
    }
    // One ray in nine per texel is the mean; a focus is many times brighter, so the scale bends over.
    let mut smooth = blurred(&light);
    for value in &mut smooth {
        let focus = *value / 9.0;
        *value = 1.0 - 1.0 / (1.0 + 0.42 * focus * focus.sqrt());
    }
    smooth
}

/// Displacement of a ray at each texel, in texels: the gradient of a sum of waves with whole periods.
fn slopes() -> Vec<[f32; 2]> {
    const WAVES: [(f32, f32, f32); 12] = [
        (1.0, 3.0, 0.3),
        (-3.0, 2.0, 1.9),
        (4.0, 1.0, 4.2),
        (2.0, -4.0, 2.7),
        (-4.0, -3.0, 5.5),
        (5.0, 2.0, 0.9),
        (1.0, -5.0, 3.6),
        (-2.0, 6.0, 1.2),
        (6.0, -3.0, 5.0),
        (3.0, 5.0, 2.2),
        (-7.0, 1.0, 0.1),
        (2.0, 8.0, 4.7),
    ];
    let mut out = vec![[0.0; 2]; SIZE * SIZE];
    for y in 0..SIZE {
        for x in 0..SIZE {
            let slope = &mut out[y * SIZE + x];
            for (kx, ky, phase) in WAVES {
                let k = (kx * kx + ky * ky).sqrt();
                let angle = TAU * (kx * x as f32 + ky * y as f32) / SIZE as f32 + phase;
                let steep = 11.0 * angle.cos() / k.powf(1.15);
                slope[0] += steep * kx / k * 2.0;
                slope[1] += steep * ky / k * 2.0;
            }
        }
    }
    out
}

fn between(field: &[[f32; 2]], x: f32, y: f32) -> [f32; 2] {
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let read = |dx: usize, dy: usize| {
        field[((y0 as usize + dy) % SIZE) * SIZE + (x0 as usize + dx) % SIZE]
    };
    let (a, b, c, d) = (read(0, 0), read(1, 0), read(0, 1), read(1, 1));
    [0, 1].map(|i| {
        (a[i] * (1.0 - fx) + b[i] * fx) * (1.0 - fy) + (c[i] * (1.0 - fx) + d[i] * fx) * fy
    })
}

fn splat(light: &mut [f32], x: f32, y: f32) {
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let wrap = |v: f32, d: i32| (v as i32 + d).rem_euclid(SIZE as i32) as usize;
    for (dx, dy, share) in [
        (0, 0, (1.0 - fx) * (1.0 - fy)),
        (1, 0, fx * (1.0 - fy)),
        (0, 1, (1.0 - fx) * fy),
        (1, 1, fx * fy),
    ] {
        light[wrap(y0, dy) * SIZE + wrap(x0, dx)] += share;
    }
}

fn blurred(from: &[f32]) -> Vec<f32> {
    let mut out = vec![0.0; SIZE * SIZE];
    for y in 0..SIZE {
        for x in 0..SIZE {
            let mut sum = 0.0;
            for (dy, wy) in [(SIZE - 1, 0.25), (0, 0.5), (1, 0.25)] {
                for (dx, wx) in [(SIZE - 1, 0.25), (0, 0.5), (1, 0.25)] {
                    sum += wx * wy * from[((y + dy) % SIZE) * SIZE + (x + dx) % SIZE];
                }
            }
            out[y * SIZE + x] = sum;
        }
    }
    out
}

/// Gradient noise (Perlin, "Improving Noise", SIGGRAPH 2002) on a torus, octaves summed; about −1 to 1.
fn fractal(x: usize, y: usize, periods: u32, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut weight, mut periods) = (0.0, 1.0, periods);
    for octave in 0..octaves {
        let scale = periods as f32 / SIZE as f32;
        sum += weight * gradient_noise(x as f32 * scale, y as f32 * scale, periods, seed + octave);
        weight *= 0.5;
        periods *= 2;
    }
    sum
}

fn gradient_noise(x: f32, y: f32, periods: u32, seed: u32) -> f32 {
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (x - x0, y - y0);
    let ease = |t: f32| t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    let corner = |dx: u32, dy: u32| {
        let h = hash((x0 as u32 + dx) % periods, (y0 as u32 + dy) % periods, seed);
        let angle = h as f32 * (TAU / 4_294_967_296.0);
        angle.cos() * (fx - dx as f32) + angle.sin() * (fy - dy as f32)
    };
    let (u, v) = (ease(fx), ease(fy));
    let top = corner(0, 0) * (1.0 - u) + corner(1, 0) * u;
    let low = corner(0, 1) * (1.0 - u) + corner(1, 1) * u;
    1.4 * (top * (1.0 - v) + low * v)
}

/// Integer hash after "pcg2d" (Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 2020).
fn hash(x: u32, y: u32, seed: u32) -> u32 {
    let mut h =
        x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77) ^ seed.wrapping_mul(0xC2B2_AE3D);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    h ^ (h >> 15)
}
