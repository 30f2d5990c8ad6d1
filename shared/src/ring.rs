//! A lock-free single-producer single-consumer ring of fixed-size records.
//!
//! Two counters run freely and wrap at 2³²: records written and records read. Their difference is how many wait. Each is
//! written by one side alone, which therefore need not read it again. A record's words are ordinary words of the same run,
//! and are published by the store to the write counter.

use crate::words::{AtomicWords, Ordering};

/// Words in one record.
pub const RECORD_WORDS: usize = 8;
/// One record, as it travels.
pub type Record = [u32; RECORD_WORDS];

const WRITTEN: usize = 0;
const READ: usize = 1;
/// Words before the first record.
pub const RING_HEADER_WORDS: usize = 2;

/// Words that a ring of `records` takes.
#[must_use]
pub const fn ring_words(records: u32) -> usize {
    RING_HEADER_WORDS + records as usize * RECORD_WORDS
}

/// The sending end. One thread owns it.
#[derive(Debug)]
pub struct Producer<W> {
    words: W,
    records: u32,
    written: u32,
}

/// The receiving end. One thread owns it.
#[derive(Debug)]
pub struct Consumer<W> {
    words: W,
    records: u32,
    read: u32,
}

pub(crate) fn record_at(records: u32, count: u32) -> usize {
    RING_HEADER_WORDS + (count & (records - 1)) as usize * RECORD_WORDS
}

pub(crate) fn assert_power_of_two(records: u32) {
    // The counters wrap at 2³², so the position of a record survives the wrap only if the size divides 2³².
    assert!(
        records.is_power_of_two(),
        "a ring holds a power of two of records, not {records}"
    );
}

impl<W: AtomicWords> Producer<W> {
    /// Takes the producer's end of a ring of `records` (a power of two) over words whose counters agree:
    /// zeros, at birth. There is one per ring.
    ///
    /// # Panics
    /// If `records` is not a power of two.
    pub fn new(words: W, records: u32) -> Self {
        assert_power_of_two(records);
        // Relaxed: only this end writes the counter.
        let written = words.load(WRITTEN, Ordering::Relaxed);
        Self {
            words,
            records,
            written,
        }
    }

    /// Puts a record in and says whether there was room. Only the producer's thread may call it; wait-free, allocates
    /// nothing. A full ring is left as it was.
    #[must_use = "a full ring takes nothing: keep the record and offer it again"]
    pub fn push(&mut self, record: &Record) -> bool {
        // Acquire: the consumer has finished reading the record whose place we take.
        let read = self.words.load(READ, Ordering::Acquire);
        if self.written.wrapping_sub(read) >= self.records {
            return false;
        }
        let at = record_at(self.records, self.written);
        for (offset, word) in record.iter().enumerate() {
            // Relaxed: the counters keep the two sides apart.
            self.words.store(at + offset, *word, Ordering::Relaxed);
        }
        self.written = self.written.wrapping_add(1);
        // Release: publishes the words above.
        self.words.store(WRITTEN, self.written, Ordering::Release);
        true
    }

    /// Records that wait: as many as the consumer still has to read, or more where it has read some that this thread has
    /// not heard of yet; never more than the ring holds. Only the producer's thread may ask; wait-free, allocates nothing.
    pub fn waiting(&self) -> u32 {
        // Relaxed: a number to look at; no record is touched because of it.
        self.written
            .wrapping_sub(self.words.load(READ, Ordering::Relaxed))
    }
}

impl<W: AtomicWords> Consumer<W> {
    /// Takes the consumer's end of a ring of `records` (a power of two) over words whose counters agree:
    /// zeros, at birth. There is one per ring.
    ///
    /// # Panics
    /// If `records` is not a power of two.
    pub fn new(words: W, records: u32) -> Self {
        assert_power_of_two(records);
        // Relaxed: only this end writes the counter.
        let read = words.load(READ, Ordering::Relaxed);
        Self {
            words,
            records,
            read,
        }
    }

    /// Takes the oldest record out, if any waits as far as this thread has heard. Only the consumer's thread may call it;
    /// wait-free, allocates nothing.
    pub fn pop(&mut self) -> Option<Record> {
        // Acquire: pairs with the producer's release, so the record's words are there.
        if self.words.load(WRITTEN, Ordering::Acquire) == self.read {
            return None;
        }
        let at = record_at(self.records, self.read);
        // Relaxed: the counters keep the two sides apart.
        let record = std::array::from_fn(|offset| self.words.load(at + offset, Ordering::Relaxed));
        self.read = self.read.wrapping_add(1);
        // Release: our reads are over before the producer may overwrite.
        self.words.store(READ, self.read, Ordering::Release);
        Some(record)
    }
}
