//! A wait-free board of records from one writer to any number of readers: news that nobody has to wait for.
//!
//! The writer never looks at the readers. It writes over the oldest record when the board is full; a reader that was too
//! slow finds out, goes on with the oldest record that is still whole, and knows how many it has missed. Each record is
//! read whole or counted as lost, never both and never twice.
//!
//! Two counters run freely and wrap at 2³²: records begun and records finished. The writer counts a record as begun before
//! it touches the place, and as finished when it is done. A reader copies a record that is finished, and looks afterwards
//! whether another was begun in its place meanwhile. The words lie as in a [`crate::ring`]: two counters, then the records.

use crate::ring::{Record, assert_power_of_two, record_at};
use crate::words::{AtomicWords, Ordering};

const BEGUN: usize = 0;
const FINISHED: usize = 1;
/// A read gives up for now after it was overtaken so many times in a row: each time the writer went all round the board
/// while one record was copied.
const ATTEMPTS: u32 = 4;

/// The end that posts. One thread owns it.
#[derive(Debug)]
pub struct Writer<W> {
    words: W,
    records: u32,
    posted: u32,
}

/// An end that reads. One thread owns it; there may be several, and each hears everything.
#[derive(Debug)]
pub struct Reader<W> {
    words: W,
    records: u32,
    next: u32,
    lost: u64,
}

impl<W: AtomicWords> Writer<W> {
    /// Takes the writer's end of a board of `records` (a power of two) over [`crate::ring::ring_words`] words, zeroed at
    /// birth. There is one per board.
    ///
    /// # Panics
    /// If `records` is not a power of two.
    pub fn new(words: W, records: u32) -> Self {
        assert_power_of_two(records);
        // Relaxed: only this end writes the counters.
        let posted = words.load(FINISHED, Ordering::Relaxed);
        Self {
            words,
            records,
            posted,
        }
    }

    /// Posts a record, in the place of the oldest if the board is full. Only the writer's thread may call it; wait-free,
    /// allocates nothing.
    pub fn post(&mut self, record: &Record) {
        let at = record_at(self.records, self.posted);
        self.posted = self.posted.wrapping_add(1);
        // Relaxed: the releases below carry it along.
        self.words.store(BEGUN, self.posted, Ordering::Relaxed);
        for (offset, word) in record.iter().enumerate() {
            // Release, each of them: a reader that gets hold of any new word also sees that the record was begun.
            self.words.store(at + offset, *word, Ordering::Release);
        }
        // Release: publishes the words above.
        self.words.store(FINISHED, self.posted, Ordering::Release);
    }
}

impl<W: AtomicWords> Reader<W> {
    /// Takes a reader's end of a board of `records` (a power of two). It hears what is posted from now on; what was
    /// posted before is not counted as lost.
    ///
    /// # Panics
    /// If `records` is not a power of two.
    pub fn new(words: W, records: u32) -> Self {
        assert_power_of_two(records);
        // Relaxed: a start that is a little too old only means to hear a little more.
        let next = words.load(FINISHED, Ordering::Relaxed);
        Self {
            words,
            records,
            next,
            lost: 0,
        }
    }

    /// Takes the oldest record that it has not heard yet and that is still whole. `None` if there is none, as far as is
    /// known to this thread; also if the writer is so quick that every record was gone before it was copied, in which
    /// case the next call goes on. Only the reader's thread may call it; wait-free, allocates nothing.
    pub fn read(&mut self) -> Option<Record> {
        for _ in 0..ATTEMPTS {
            // Acquire: pairs with the writer's release, so the words of every finished record are there.
            let finished = self.words.load(FINISHED, Ordering::Acquire);
            let behind = finished.wrapping_sub(self.next);
            if behind == 0 {
                return None;
            }
            self.skip(behind.saturating_sub(self.records));
            let at = record_at(self.records, self.next);
            // Acquire, each of them: if a word is of a later record, then the counter below says so.
            let record =
                std::array::from_fn(|offset| self.words.load(at + offset, Ordering::Acquire));
            // Relaxed: the acquires above order it after the words.
            let begun = self.words.load(BEGUN, Ordering::Relaxed);
            if begun.wrapping_sub(self.next) <= self.records {
                self.next = self.next.wrapping_add(1);
                return Some(record);
            }
            self.skip(1);
        }
        None
    }

    /// Records that were gone before this reader came to them, so far. As fresh as the last [`Reader::read`]; too small by
    /// 2³² for every 2³² records that it slept through without one. Allocates nothing.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    fn skip(&mut self, records: u32) {
        self.next = self.next.wrapping_add(records);
        self.lost += u64::from(records);
    }
}
