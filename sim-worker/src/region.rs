//! The block of memory that the page reads: the only place where bytes are shared, and the only unsafe code of the engine.
#![expect(
    unsafe_code,
    reason = "hands out disjoint parts of one allocation to two sides that agree by protocol"
)]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use shared::bulletin;
use shared::layout::{ALIGN, Header};
use shared::ring::{Consumer, Producer, ring_words};
use shared::triple::{CONTROL_AT_START, Reader, Writer};
use shared::words::AtomicWords;

#[derive(Debug)]
struct Region {
    base: NonNull<u8>,
    header: Header,
}

// SAFETY: the pointer is to memory that the region owns; all access goes through atomics or the triple buffer's protocol.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

fn block(header: &Header) -> Layout {
    Layout::from_size_align(header.bytes as usize, ALIGN as usize)
        .expect("a block within the address space")
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: allocated in `Ends::new` with this very layout.
        unsafe { dealloc(self.base.as_ptr(), block(&self.header)) }
    }
}

impl Region {
    fn at(&self, offset: u32) -> *mut u8 {
        // On the web the address *is* the offset in the header; elsewhere the header counts from the block's start.
        let inside = (offset - self.header_base()) as usize;
        debug_assert!(inside < self.header.bytes as usize);
        // SAFETY: every offset comes from our own header, and lies inside the block.
        unsafe { self.base.as_ptr().add(inside) }
    }

    fn header_base(&self) -> u32 {
        header_base(self.base)
    }
}

fn header_base(base: NonNull<u8>) -> u32 {
    if cfg!(target_arch = "wasm32") {
        base.as_ptr().addr() as u32
    } else {
        ALIGN
    }
}

/// Atomic words inside the block.
#[derive(Clone, Debug)]
pub struct RegionWords {
    region: Arc<Region>,
    offset: u32,
    words: usize,
}

impl RegionWords {
    fn all(&self) -> &[AtomicU32] {
        let first = self.region.at(self.offset).cast::<AtomicU32>();
        // SAFETY: inside the block, aligned, zeroed at birth, and never touched but through atomics.
        unsafe { std::slice::from_raw_parts(first, self.words) }
    }
}

impl AtomicWords for RegionWords {
    fn load(&self, index: usize, order: Ordering) -> u32 {
        self.all()[index].load(order)
    }

    fn store(&self, index: usize, value: u32, order: Ordering) {
        self.all()[index].store(value, order);
    }

    fn swap(&self, index: usize, value: u32, order: Ordering) -> u32 {
        self.all()[index].swap(value, order)
    }
}

/// Writes frames. One thread owns it.
#[derive(Debug)]
pub struct FrameWriter {
    region: Arc<Region>,
    writer: Writer<RegionWords>,
}

impl FrameWriter {
    /// The slot to write into, as it was left two or three frames ago.
    pub fn slot(&mut self) -> &mut [u8] {
        let header = &self.region.header;
        let slot = self
            .region
            .at(header.slots + self.writer.slot() * header.slot_stride);
        // SAFETY: inside the block; the triple buffer gives this slot to nobody else until `publish`, and `&mut self` lets only
        // one borrow live.
        unsafe { std::slice::from_raw_parts_mut(slot, header.slot_stride as usize) }
    }

    /// Hands the slot over to the reader.
    pub fn publish(&mut self) {
        self.writer.publish();
    }
}

/// Reads frames, where the reader is in the same module. One thread owns it.
#[derive(Debug)]
pub struct FrameReader {
    region: Arc<Region>,
    reader: Reader<RegionWords>,
}

impl FrameReader {
    /// Takes the newest frame and says whether there was one that it did not hold already.
    pub fn acquire(&mut self) -> bool {
        self.reader.acquire()
    }

    /// The frame that it holds.
    #[must_use]
    pub fn slot(&self) -> &[u8] {
        let header = &self.region.header;
        let slot = self.region.at(self.slot_offset());
        // SAFETY: inside the block; the triple buffer gives this slot to nobody else until `acquire`, which needs `&mut self`.
        unsafe { std::slice::from_raw_parts(slot, header.slot_stride as usize) }
    }

    /// Where that frame lies, in bytes as in the header.
    #[must_use]
    pub fn slot_offset(&self) -> u32 {
        let header = &self.region.header;
        header.slots + self.reader.slot() * header.slot_stride
    }
}

/// Both ends of every protocol over a fresh block. Who shares the block with another module uses only its own.
#[derive(Debug)]
pub struct Ends {
    /// The map.
    pub header: Header,
    /// The map's place: bytes from the start of the memory (on the web).
    pub base: u32,
    /// Engine: writes frames.
    pub frames: FrameWriter,
    /// Page, in the same module.
    pub reader: FrameReader,
    /// Engine: reads input.
    pub input: Consumer<RegionWords>,
    /// Page, in the same module.
    pub producer: Producer<RegionWords>,
    /// Engine: posts notices.
    pub notices: bulletin::Writer<RegionWords>,
    /// Page, in the same module.
    pub heard: bulletin::Reader<RegionWords>,
}

impl Ends {
    /// Allocates and lays out a block for so many fish and pellets. Aborts when there is no memory, as every allocation does.
    #[must_use]
    pub fn new(fish_capacity: u32, pellet_capacity: u32) -> Self {
        let layout = block(&Header::new(ALIGN, fish_capacity, pellet_capacity));
        // SAFETY: the layout is not empty.
        let Some(base) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
            handle_alloc_error(layout)
        };
        let header = Header::new(header_base(base), fish_capacity, pellet_capacity);
        // SAFETY: the block is ours alone, aligned, and begins with room for the header.
        unsafe { base.cast::<Header>().write(header) };
        let region = Arc::new(Region { base, header });
        let words = |offset, words| RegionWords {
            region: Arc::clone(&region),
            offset,
            words,
        };
        let control = words(header.frames_control, 1);
        control.store(0, CONTROL_AT_START, Ordering::Relaxed);
        let ring = words(header.input_ring, ring_words(header.input_records));
        let board = words(header.bulletin, ring_words(header.bulletin_records));
        Self {
            header,
            base: region.header_base(),
            frames: FrameWriter {
                region: Arc::clone(&region),
                writer: Writer::new(control.clone()),
            },
            reader: FrameReader {
                region: Arc::clone(&region),
                reader: Reader::new(control),
            },
            input: Consumer::new(ring.clone(), header.input_records),
            producer: Producer::new(ring, header.input_records),
            notices: bulletin::Writer::new(board.clone(), header.bulletin_records),
            heard: bulletin::Reader::new(board, header.bulletin_records),
        }
    }
}

/// Where a slice lies, as the header counts: bytes from the start of the memory on the web, 0 elsewhere.
#[must_use]
pub fn address_of<T>(slice: &[T]) -> u32 {
    if cfg!(target_arch = "wasm32") {
        slice.as_ptr().addr() as u32
    } else {
        0
    }
}
