//! A wait-free triple buffer: the writer always has a slot to write, the reader always holds the newest whole frame.
//!
//! Three slots, one control word. The word says which slot lies in the middle and whether it is fresher than what the
//! reader holds. Writer and reader each own one of the other two slots outright, and change places with the middle one
//! by a single atomic swap. Nobody waits, and no frame is torn.
//!
//! The slots themselves are plain memory that this module never sees: it deals in slot numbers only.

use crate::words::{AtomicWords, Ordering};

/// How many slots there are.
pub const SLOTS: u32 = 3;

const INDEX: u32 = 0b011;
const FRESH: u32 = 0b100;
const WRITER_STARTS_WITH: u32 = 0;
const MIDDLE_STARTS_WITH: u32 = 1;
const READER_STARTS_WITH: u32 = 2;

/// Value of the control word before the first frame.
pub const CONTROL_AT_START: u32 = MIDDLE_STARTS_WITH;

/// The writer's end. One thread owns it.
#[derive(Debug)]
pub struct Writer<W> {
    control: W,
    back: u32,
}

/// The reader's end. One thread owns it.
#[derive(Debug)]
pub struct Reader<W> {
    control: W,
    front: u32,
}

impl<W: AtomicWords> Writer<W> {
    /// Takes the writer's end of a buffer whose control word holds [`CONTROL_AT_START`]. There is one per buffer.
    pub fn new(control: W) -> Self {
        Self {
            control,
            back: WRITER_STARTS_WITH,
        }
    }

    /// The slot that the writer may write now. Only the writer's thread may ask. Allocates nothing.
    pub fn slot(&self) -> u32 {
        self.back
    }

    /// Hands the written slot over and takes another; returns the new [`Writer::slot`]. Wait-free, allocates nothing.
    pub fn publish(&mut self) -> u32 {
        // Release: what was written to the slot is seen by the reader that swaps it out. Acquire: the slot that comes
        // back was last read by the reader, and those reads are over before we write.
        let middle = self.control.swap(0, self.back | FRESH, Ordering::AcqRel);
        self.back = middle & INDEX;
        self.back
    }
}

impl<W: AtomicWords> Reader<W> {
    /// Takes the reader's end of a buffer whose control word held [`CONTROL_AT_START`] at first. There is one per buffer.
    pub fn new(control: W) -> Self {
        Self {
            control,
            front: READER_STARTS_WITH,
        }
    }

    /// The slot that the reader holds: before the first [`Reader::acquire`] that returned true it has no frame in it.
    /// Stays whole until the next `acquire`, however long that takes. Allocates nothing.
    pub fn slot(&self) -> u32 {
        self.front
    }

    /// Takes the newest frame, if there is one that the reader does not hold yet; says whether there was.
    /// Frames in between are skipped. Wait-free, allocates nothing.
    pub fn acquire(&mut self) -> bool {
        // Relaxed: this only asks; the swap below does the ordering.
        if self.control.load(0, Ordering::Relaxed) & FRESH == 0 {
            return false;
        }
        // Acquire: pairs with the writer's release. Release: our reads of the slot handed back are over.
        let middle = self.control.swap(0, self.front, Ordering::AcqRel);
        self.front = middle & INDEX;
        true
    }
}
