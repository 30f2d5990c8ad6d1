//! Where everything lies in the memory that the two threads share, and what a frame is made of.
//!
//! The engine allocates one block and says where its [`Header`] is. All offsets in it are bytes from the start of the
//! memory, so that the page builds typed-array views from them directly. In the tier without shared memory each
//! message carries one slot, laid out the same.
//!
//! ```text
//! Header | control word of the frames | input ring | bulletin | slot 0 | slot 1 | slot 2
//! slot = FrameHeader | FishFrame × fish | PelletFrame × pellets | FishLook × fish
//! ```

use bytemuck::{Pod, Zeroable};

use crate::notice::NOTICE_RECORDS;
use crate::ring;
use crate::triple;

/// First word of the header: "FISH" in little-endian bytes.
pub const MAGIC: u32 = u32::from_le_bytes(*b"FISH");
/// Changes whenever anything in this file changes its place or meaning.
pub const VERSION: u32 = 2;
/// Records in the input ring.
pub const INPUT_RECORDS: u32 = 256;
/// Everything starts at a multiple of this, in bytes: a cache line, so that the two threads do not share one by accident.
pub const ALIGN: u32 = 64;
/// The most fish that a tank can be made for.
pub const MAX_CAPACITY: u32 = 131_072;

/// The map, in the engine's memory. Written once, before anybody else knows where it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: u32,
    /// [`VERSION`].
    pub version: u32,
    /// Fish that a slot has room for.
    pub fish_capacity: u32,
    /// Pellets that a slot has room for.
    pub pellet_capacity: u32,
    /// Bytes from the memory's start to the control word of the triple buffer.
    pub frames_control: u32,
    /// Bytes from the memory's start to the words of the input ring.
    pub input_ring: u32,
    /// Records in the input ring.
    pub input_records: u32,
    /// Bytes from the memory's start to slot 0.
    pub slots: u32,
    /// Bytes from one slot to the next.
    pub slot_stride: u32,
    /// Bytes of the whole block, the header included.
    pub bytes: u32,
    /// Bytes from the memory's start to the words of the bulletin of notices.
    pub bulletin: u32,
    /// Records in the bulletin.
    pub bulletin_records: u32,
    /// Zero; room for later versions.
    pub reserved: [u32; 4],
}

/// Offsets of a slot's parts, in bytes from the slot's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLayout {
    /// Of the first [`FishFrame`].
    pub fish: u32,
    /// Of the first [`PelletFrame`].
    pub pellets: u32,
    /// Of the first [`FishLook`].
    pub looks: u32,
    /// Length of the slot.
    pub bytes: u32,
}

/// How the last step went and what the world is like; first thing in a slot. Shapes: scalars and small arrays, `u32` or `f32`
/// unless said otherwise; 64-bit values stand at multiples of eight bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct FrameHeader {
    /// Steps since the tank was made, or since the last reset.
    pub step: u64,
    /// State hash after that step; meaningful if `hash_valid` is 1.
    pub hash: u64,
    /// Moment at which this step was due, in milliseconds since the epoch. The renderer's alpha counts from here.
    pub due_ms: f64,
    /// 1 if `hash` belongs to this frame (computed only when the tank stands still), else 0.
    pub hash_valid: u32,
    /// 1 if the tank stands still: draw the current positions.
    pub paused: u32,
    /// Fish in this frame.
    pub fish: u32,
    /// Pellets in this frame.
    pub pellets: u32,
    /// Grows whenever the looks of this frame differ from those of the frame before.
    pub looks_generation: u32,
    /// Counts the resets.
    pub epoch: u32,
    /// Width of the tank, world units.
    pub width: f32,
    /// Height of the tank, world units.
    pub height: f32,
    /// Fish in each state: CRUISE, SEEK, FLEE, LINGER.
    pub states: [u32; 4],
    /// Call that is on: x, y in world units, and 1 or 0.
    pub call: [f32; 3],
    /// Threads that the engine steps with.
    pub threads: u32,
    /// Steps dropped because the worker came too late, since it started.
    pub skipped_steps: u32,
    /// Pellets eaten since the last reset.
    pub eaten: u32,
    /// Bytes from the memory's start to the `head` array of the live grid (`i32` per cell, −1 for none); 0 if not shared.
    pub grid_head: u32,
    /// Bytes from the memory's start to the `next` array of the live grid (`i32` per fish, −1 for none); 0 if not shared.
    pub grid_next: u32,
    /// Columns of the grid.
    pub grid_columns: u32,
    /// Rows of the grid.
    pub grid_rows: u32,
    /// Width and height of one cell, world units.
    pub cell: [f32; 2],
    /// Time of one step over the last seconds, milliseconds: mean, p50, p95, p99, max.
    pub step_ms: [f32; 5],
    /// Time from the finger to the step that heard of it, milliseconds: mean, p50, p95, p99, max.
    pub input_latency_ms: [f32; 5],
    /// Zero; room for later versions.
    pub reserved: [u32; 24],
}

/// One fish in one frame: twelve `f32`, three vectors of four for the vertex shader.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct FishFrame {
    /// Position one step ago: x, y in world units. On a torus the way from here to `position` is the short one.
    pub previous: [f32; 2],
    /// Position now: x, y in world units.
    pub position: [f32; 2],
    /// Heading one step ago, as a unit vector; y is down on the screen.
    pub previous_heading: [f32; 2],
    /// Heading now, as a unit vector. A step turns little, so mixing the two and normalising goes the short way round.
    pub heading: [f32; 2],
    /// Phase of the tail one step ago, radians, 0 to 2π.
    pub previous_phase: f32,
    /// Advance of the tail since then, radians.
    pub phase_advance: f32,
    /// Smoothed turning rate, −1 (hard counter-clockwise on the screen) to 1 (hard clockwise): bends the body.
    pub bend: f32,
    /// 0 CRUISE, 1 SEEK, 2 FLEE, 3 LINGER.
    pub state: f32,
}

/// What never changes about a fish: eight `f32`. Rewritten only when the population or its species change.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct FishLook {
    /// Length of the body, world units.
    pub length: f32,
    /// Half the body's width, as a fraction of its length.
    pub half_width: f32,
    /// Depth in the water, 0 nearest to the glass (or the surface) to 1 farthest.
    pub depth: f32,
    /// Offset of the hue, degrees.
    pub hue: f32,
    /// Offset of the lightness, percent points.
    pub lightness: f32,
    /// Index into the configuration's species.
    pub species: f32,
    /// Uniform in 0 to 1: seeds the pattern.
    pub pattern_seed: f32,
    /// Zero.
    pub reserved: f32,
}

/// One pellet in one frame: eight `f32`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct PelletFrame {
    /// Position one step ago: x, y in world units.
    pub previous: [f32; 2],
    /// Position now: x, y in world units.
    pub position: [f32; 2],
    /// Radius, world units.
    pub radius: f32,
    /// 1 fresh to 0 dissolved.
    pub freshness: f32,
    /// 1 if it rests on the bottom, else 0.
    pub resting: f32,
    /// Depth in the water, as for a fish.
    pub depth: f32,
}

/// `f32`s in a [`FishFrame`].
pub const FISH_FLOATS: usize = size_of::<FishFrame>() / 4;
/// `f32`s in a [`FishLook`].
pub const LOOK_FLOATS: usize = size_of::<FishLook>() / 4;
/// `f32`s in a [`PelletFrame`].
pub const PELLET_FLOATS: usize = size_of::<PelletFrame>() / 4;

const _: () = assert!(size_of::<Header>() == 64);
const _: () = assert!(size_of::<FrameHeader>() == 256);
const _: () = assert!(size_of::<FishFrame>() == 48);
const _: () = assert!(size_of::<FishLook>() == 32);
const _: () = assert!(size_of::<PelletFrame>() == 32);

const fn aligned(bytes: u32) -> u32 {
    bytes.next_multiple_of(ALIGN)
}

impl SlotLayout {
    /// The parts of a slot with room for so many fish and pellets.
    #[must_use]
    pub const fn new(fish_capacity: u32, pellet_capacity: u32) -> Self {
        let fish = aligned(size_of::<FrameHeader>() as u32);
        let pellets = aligned(fish + fish_capacity * size_of::<FishFrame>() as u32);
        let looks = aligned(pellets + pellet_capacity * size_of::<PelletFrame>() as u32);
        let bytes = aligned(looks + fish_capacity * size_of::<FishLook>() as u32);
        Self {
            fish,
            pellets,
            looks,
            bytes,
        }
    }
}

impl Header {
    /// The map of a block that starts `base` bytes (a multiple of [`ALIGN`]) into the memory.
    #[must_use]
    pub const fn new(base: u32, fish_capacity: u32, pellet_capacity: u32) -> Self {
        let frames_control = aligned(base + size_of::<Self>() as u32);
        let input_ring = frames_control + ALIGN;
        let bulletin = aligned(input_ring + ring::ring_words(INPUT_RECORDS) as u32 * 4);
        let slots = aligned(bulletin + ring::ring_words(NOTICE_RECORDS) as u32 * 4);
        let slot_stride = SlotLayout::new(fish_capacity, pellet_capacity).bytes;
        Self {
            magic: MAGIC,
            version: VERSION,
            fish_capacity,
            pellet_capacity,
            frames_control,
            input_ring,
            input_records: INPUT_RECORDS,
            slots,
            slot_stride,
            bytes: slots + triple::SLOTS * slot_stride - base,
            bulletin,
            bulletin_records: NOTICE_RECORDS,
            reserved: [0; 4],
        }
    }

    /// Whether this is a map that we can read; if not, what is wrong with it.
    ///
    /// # Errors
    /// A sentence that names the field, its value and what was expected.
    pub fn check(&self) -> Result<(), String> {
        if self.magic != MAGIC {
            return Err(format!(
                "magic is {:#010x}, expected {MAGIC:#010x}: this is not a tank's memory",
                self.magic
            ));
        }
        if self.version != VERSION {
            return Err(format!(
                "version is {}, expected {VERSION}: engine and renderer come from different builds",
                self.version
            ));
        }
        Ok(())
    }

    /// The parts of each slot.
    #[must_use]
    pub const fn slot_layout(&self) -> SlotLayout {
        SlotLayout::new(self.fish_capacity, self.pellet_capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_overlaps_and_everything_is_aligned() {
        for (base, fish, pellets) in [(64, 1, 1), (1024, 320, 256), (4096, MAX_CAPACITY, 1024)] {
            let header = Header::new(base, fish, pellets);
            let slot = header.slot_layout();
            let edges = [
                (base, base + 64),
                (header.frames_control, header.frames_control + 4),
                (
                    header.input_ring,
                    header.input_ring + 4 * ring::ring_words(header.input_records) as u32,
                ),
                (
                    header.bulletin,
                    header.bulletin + 4 * ring::ring_words(header.bulletin_records) as u32,
                ),
                (
                    header.slots + slot.fish,
                    header.slots + slot.fish + 48 * fish,
                ),
                (
                    header.slots + slot.pellets,
                    header.slots + slot.pellets + 32 * pellets,
                ),
                (
                    header.slots + slot.looks,
                    header.slots + slot.looks + 32 * fish,
                ),
                (header.slots + header.slot_stride, base + header.bytes),
            ];
            for pair in edges.windows(2) {
                assert!(pair[0].1 <= pair[1].0, "{edges:?}");
            }
            assert!(
                edges.iter().all(|(start, _)| start % ALIGN == 0),
                "{edges:?}"
            );
        }
    }

    #[test]
    fn another_version_is_refused_by_name() {
        let mut header = Header::new(64, 10, 10);
        assert_eq!(header.check(), Ok(()));
        header.version = 99;
        assert!(
            header
                .check()
                .unwrap_err()
                .contains("version is 99, expected 2")
        );
        header.magic = 0;
        assert!(header.check().unwrap_err().contains("not a tank's memory"));
    }
}
