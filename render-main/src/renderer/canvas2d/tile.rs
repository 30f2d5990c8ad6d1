//! Reading the seamless tile on this side: caustics, clouds, grain, curdled noise.

use crate::renderer::webgl2::tile::{SIZE, texels};

/// A channel of the tile.
#[derive(Clone, Copy, Debug)]
pub(super) enum Channel {
    Caustics,
    Clouds,
    Grain,
    Curdled,
}

/// The tile's texels.
#[derive(Debug)]
pub(super) struct Tile(Vec<u8>);

impl Tile {
    pub(super) fn new() -> Self {
        Self(texels())
    }

    /// The value at a place, in tiles, smoothed between texels; 0 to 1.
    pub(super) fn at(&self, channel: Channel, x: f32, y: f32) -> f32 {
        let side = SIZE as f32;
        let (x, y) = ((x - x.floor()) * side, (y - y.floor()) * side);
        let (x0, y0) = (x as usize % SIZE, y as usize % SIZE);
        let (x1, y1) = ((x0 + 1) % SIZE, (y0 + 1) % SIZE);
        let (fx, fy) = (x.fract(), y.fract());
        let read = |x: usize, y: usize| f32::from(self.0[(y * SIZE + x) * 4 + channel as usize]);
        let top = read(x0, y0) * (1.0 - fx) + read(x1, y0) * fx;
        let low = read(x0, y1) * (1.0 - fx) + read(x1, y1) * fx;
        (top * (1.0 - fy) + low * fy) / 255.0
    }
}
