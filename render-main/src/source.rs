//! Where frames come from: slots in the engine's shared memory, or buffers that were posted.

use js_sys::{
    ArrayBuffer, Float32Array, Int32Array, Object, SharedArrayBuffer, Uint8Array, Uint32Array,
};
use shared::bulletin;
use shared::layout::{
    ALIGN, FISH_FLOATS, FrameHeader, Header, LOOK_FLOATS, PELLET_FLOATS, SlotLayout,
};
use shared::ring::{Producer, ring_words};
use shared::triple::{Reader, SLOTS};
use shared::words::JsWords;
use wasm_bindgen::{JsCast, JsValue};

use crate::error;
use crate::mirror::Mirror;
use crate::renderer::Frame;

const HEADER_BYTES: u32 = size_of::<FrameHeader>() as u32;
const HEADER_WORDS: usize = size_of::<FrameHeader>() / 4;

/// Views of one slot's parts, each over its whole capacity.
#[derive(Debug)]
struct Slot {
    /// All of it.
    words: Uint32Array,
    /// The header's words, bit for bit.
    header: Float32Array,
    fish: Float32Array,
    pellets: Float32Array,
    looks: Float32Array,
}

impl Slot {
    fn new(buffer: &JsValue, start: u32, layout: SlotLayout) -> Self {
        let view = |from: u32, to: u32, unit: usize| {
            let bytes = unit as u32 * 4;
            let length = (to - from) / bytes * unit as u32;
            Float32Array::new_with_byte_offset_and_length(buffer, start + from, length)
        };
        Self {
            words: Uint32Array::new_with_byte_offset_and_length(buffer, start, layout.bytes / 4),
            header: view(0, HEADER_BYTES, 1),
            fish: view(layout.fish, layout.pellets, FISH_FLOATS),
            pellets: view(layout.pellets, layout.looks, PELLET_FLOATS),
            looks: view(layout.looks, layout.bytes, LOOK_FLOATS),
        }
    }

    fn holds(&self, header: &FrameHeader) -> bool {
        let fits = |count: u32, unit: usize, view: &Float32Array| {
            u64::from(count) * unit as u64 <= u64::from(view.length())
        };
        fits(header.fish, FISH_FLOATS, &self.fish)
            && fits(header.fish, LOOK_FLOATS, &self.looks)
            && fits(header.pellets, PELLET_FLOATS, &self.pellets)
    }
}

enum Origin {
    /// Nobody has come yet: an empty slot, so that there is water to look at.
    Nobody(Slot),
    Shared {
        reader: Reader<JsWords>,
        slots: [Slot; SLOTS as usize],
        memory: SharedArrayBuffer,
    },
    Posted {
        buffer: ArrayBuffer,
        slot: Slot,
        fresh: bool,
    },
}

/// The page's ends of the other protocols in the engine's memory.
pub(crate) struct Lines {
    /// Takes input.
    pub(crate) input: Producer<JsWords>,
    /// Has the notices.
    pub(crate) board: bulletin::Reader<JsWords>,
}

/// The frames, newest first and only.
pub(crate) struct Source {
    origin: Origin,
    words: Mirror,
    header: FrameHeader,
    serial: u32,
    looks_serial: u32,
    any: bool,
    /// Fish that a posted slot has room for: it does not say so itself, but the configuration fixed it at the start.
    fish_capacity: u32,
    memory_bytes: f64,
}

impl Source {
    /// No frames yet.
    pub(crate) fn new(fish_capacity: u32) -> Self {
        let nothing = SlotLayout::new(0, 0);
        let buffer = ArrayBuffer::new(nothing.bytes);
        Self {
            origin: Origin::Nobody(Slot::new(&buffer, 0, nothing)),
            words: Mirror::new(HEADER_WORDS),
            header: FrameHeader::default(),
            serial: 0,
            looks_serial: 0,
            any: false,
            fish_capacity,
            memory_bytes: 0.0,
        }
    }

    /// Reads frames from the engine's memory from now on; returns what else there is in it for this side.
    ///
    /// # Errors
    /// Code `memory` if there is no tank of our version at that place.
    pub(crate) fn attach_memory(
        &mut self,
        buffer: &SharedArrayBuffer,
        header_at: u32,
    ) -> Result<Lines, JsValue> {
        let header = read_map(buffer, header_at).map_err(|text| error::coded("memory", &text))?;
        let words = |start: u32, count: usize| {
            JsWords::new(Int32Array::new_with_byte_offset_and_length(
                buffer,
                start,
                count as u32,
            ))
        };
        let slot = |index: usize| {
            let start = header.slots + index as u32 * header.slot_stride;
            Slot::new(buffer, start, header.slot_layout())
        };
        self.memory_bytes = f64::from(buffer.byte_length());
        // Another tank: nothing of the last one is in these slots.
        self.header = FrameHeader::default();
        self.any = false;
        self.origin = Origin::Shared {
            reader: Reader::new(words(header.frames_control, 1)),
            slots: std::array::from_fn(slot),
            memory: buffer.clone(),
        };
        let ring = words(header.input_ring, ring_words(header.input_records));
        let board = words(header.bulletin, ring_words(header.bulletin_records));
        Ok(Lines {
            input: Producer::new(ring, header.input_records),
            board: bulletin::Reader::new(board, header.bulletin_records),
        })
    }

    /// Takes a posted frame and gives back the buffer that it replaces.
    ///
    /// # Errors
    /// Code `frame` if the buffer is no slot of this tank.
    pub(crate) fn attach_frame(
        &mut self,
        buffer: ArrayBuffer,
    ) -> Result<Option<ArrayBuffer>, JsValue> {
        let bytes = buffer.byte_length();
        let layout = posted_layout(bytes, self.fish_capacity).ok_or_else(|| {
            let text = format!(
                "a frame of {bytes} bytes is no slot for {} fish",
                self.fish_capacity
            );
            error::coded("frame", &text)
        })?;
        self.memory_bytes = f64::from(bytes) * f64::from(SLOTS);
        let posted = Origin::Posted {
            slot: Slot::new(&buffer, 0, layout),
            buffer,
            fresh: true,
        };
        Ok(match std::mem::replace(&mut self.origin, posted) {
            Origin::Posted { buffer, .. } => Some(buffer),
            Origin::Nobody(_) | Origin::Shared { .. } => None,
        })
    }

    /// Takes the newest frame, if there is a newer one. Allocates nothing.
    pub(crate) fn acquire(&mut self) {
        let slot = match &mut self.origin {
            Origin::Nobody(_) => return,
            Origin::Shared { reader, slots, .. } => {
                if !reader.acquire() {
                    return;
                }
                &slots[reader.slot() as usize]
            }
            Origin::Posted { slot, fresh, .. } => {
                if !std::mem::take(fresh) {
                    return;
                }
                slot
            }
        };
        self.words.fill(&slot.header);
        let header: FrameHeader =
            bytemuck::pod_read_unaligned(bytemuck::bytes_of(&self.words.words::<HEADER_WORDS>(0)));
        // What a stranger wrote must not make us read outside the slot.
        if !slot.holds(&header) {
            return;
        }
        let looks = |header: &FrameHeader| (header.looks_generation, header.epoch);
        if !self.any || looks(&header) != looks(&self.header) {
            self.looks_serial = self.looks_serial.wrapping_add(1);
        }
        self.serial = self.serial.wrapping_add(1);
        self.any = true;
        self.header = header;
    }

    /// The frame that was acquired last; an empty one at first.
    pub(crate) fn frame(&self) -> Frame<'_> {
        let slot = self.slot();
        Frame {
            serial: self.serial,
            looks_serial: self.looks_serial,
            header: &self.header,
            fish: &slot.fish,
            pellets: &slot.pellets,
            looks: &slot.looks,
        }
    }

    /// A copy of the whole slot that was acquired last.
    pub(crate) fn copy(&self) -> Uint32Array {
        let words = &self.slot().words;
        words.slice(0, words.length())
    }

    fn slot(&self) -> &Slot {
        match &self.origin {
            Origin::Nobody(slot) | Origin::Posted { slot, .. } => slot,
            Origin::Shared { reader, slots, .. } => &slots[reader.slot() as usize],
        }
    }

    /// The arrays of the live grid, as the newest frame says where they are: first fish of each cell, and next of each
    /// fish. The engine writes them meanwhile, so what they say need not fit together. Nothing where the memory is not
    /// shared, or if they would not lie in it.
    pub(crate) fn grid(&self) -> Option<[Int32Array; 2]> {
        let Origin::Shared { memory, .. } = &self.origin else {
            return None;
        };
        let header = &self.header;
        let cells = header.grid_columns.checked_mul(header.grid_rows)?;
        let bytes = u64::from(memory.byte_length());
        let view = |at: u32, length: u32| {
            let inside = u64::from(at) + u64::from(length) * 4 <= bytes;
            (at != 0 && at.is_multiple_of(4) && inside)
                .then(|| Int32Array::new_with_byte_offset_and_length(memory, at, length))
        };
        Some([
            view(header.grid_head, cells)?,
            view(header.grid_next, header.fish)?,
        ])
    }

    /// Whether a frame has ever come.
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Bytes of the engine's memory, as far as this thread can see it.
    pub(crate) fn memory_bytes(&self) -> f64 {
        self.memory_bytes
    }
}

/// The map at `at`, if it is one and everything on it lies inside the buffer.
fn read_map(buffer: &SharedArrayBuffer, at: u32) -> Result<Header, String> {
    const BYTES: usize = size_of::<Header>();
    let size = u64::from(buffer.byte_length());
    if !at.is_multiple_of(ALIGN) || u64::from(at) + BYTES as u64 > size {
        return Err(format!(
            "no header can be at byte {at} of a memory of {size} bytes"
        ));
    }
    let mut bytes = [0_u8; BYTES];
    let object: &Object = buffer.unchecked_ref();
    Uint8Array::new_with_byte_offset_and_length(object, at, BYTES as u32).copy_to(&mut bytes);
    let header: Header = bytemuck::pod_read_unaligned(&bytes);
    header.check()?;
    let end = u64::from(header.slots) + u64::from(SLOTS) * u64::from(header.slot_stride);
    if end > size || header.slot_layout().bytes > header.slot_stride {
        return Err(format!(
            "the slots end at byte {end}, the memory at byte {size}"
        ));
    }
    Ok(header)
}

/// The parts of a slot of so many bytes with room for so many fish: the looks lie at its end, the pellets get the rest.
fn posted_layout(bytes: u32, fish_capacity: u32) -> Option<SlotLayout> {
    let smallest = SlotLayout::new(fish_capacity, 0);
    let pellet_bytes = bytes.checked_sub(smallest.bytes)?;
    bytes.is_multiple_of(ALIGN).then(|| SlotLayout {
        looks: smallest.looks + pellet_bytes,
        bytes,
        ..smallest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_of_a_posted_slot_follows_from_its_length() {
        for (fish, pellets) in [(1, 0), (30, 2), (1024, 240), (5000, 1024)] {
            let slot = SlotLayout::new(fish, pellets);
            assert_eq!(posted_layout(slot.bytes, fish), Some(slot));
        }
        assert_eq!(posted_layout(64, 1024), None);
        assert_eq!(posted_layout(SlotLayout::new(8, 8).bytes + 4, 8), None);
    }
}
