//! The three protocols between two real threads, long enough for every place to be used many times over, with canaries
//! around the shared words and around every slot. The thread sanitizer watches the same runs: `cargo xtask test tsan`.
#![expect(
    unsafe_code,
    reason = "the slots of the triple buffer are plain memory that only the protocol keeps apart"
)]

use std::cell::UnsafeCell;
use std::thread;

use shared::bulletin;
use shared::ring::{Consumer, Producer, RECORD_WORDS, RING_HEADER_WORDS, Record, ring_words};
use shared::triple::{CONTROL_AT_START, Reader, SLOTS, Writer};
use shared::words::{AtomicU32, Ordering};

const SEED: u32 = 0x5EED_F15C;
const CANARY: u32 = 0xCA9A_7135;
const CANARIES: usize = 16;
const RECORDS: u32 = 16;
const LAPS: u32 = 60_000;
const FRAMES: u32 = 500_000;
const SLOT_WORDS: usize = 64;

/// Word `index` of item `number`: another one for every number, as the factor is odd.
fn word(number: u32, index: usize) -> u32 {
    (SEED ^ number.wrapping_mul(0x9E37_79B9)).rotate_left(index as u32)
}

fn record(number: u32) -> Record {
    std::array::from_fn(|index| word(number, index))
}

/// Shared words with canaries on both sides.
struct Fenced(Vec<AtomicU32>);

impl Fenced {
    fn new(inside: impl IntoIterator<Item = u32>) -> Self {
        let canaries = || std::iter::repeat_n(CANARY, CANARIES);
        let all = canaries().chain(inside).chain(canaries());
        Self(all.map(AtomicU32::new).collect())
    }

    /// A ring's or a board's words, the counters a few records before their wrap.
    fn counting_from(start: u32) -> Self {
        let counters = [start; RING_HEADER_WORDS];
        let zeros = std::iter::repeat_n(0, RECORDS as usize * RECORD_WORDS);
        Self::new(counters.into_iter().chain(zeros))
    }

    fn inside(&self) -> &[AtomicU32] {
        &self.0[CANARIES..self.0.len() - CANARIES]
    }

    fn check(&self) {
        let (front, rest) = self.0.split_at(CANARIES);
        let back = &rest[rest.len() - CANARIES..];
        let alive = |word: &AtomicU32| word.load(Ordering::Relaxed) == CANARY;
        assert!(
            front.iter().chain(back).all(alive),
            "wrote beside the words"
        );
    }
}

#[test]
fn a_ring_carries_every_record_in_order_for_many_laps() {
    let words = Fenced::counting_from(u32::MAX - 2 * RECORDS);
    assert_eq!(words.inside().len(), ring_words(RECORDS));
    let mut producer = Producer::new(words.inside(), RECORDS);
    let mut consumer = Consumer::new(words.inside(), RECORDS);
    thread::scope(|scope| {
        scope.spawn(move || {
            for number in 0..LAPS * RECORDS {
                while !producer.push(&record(number)) {
                    thread::yield_now();
                }
            }
        });
        for number in 0..LAPS * RECORDS {
            let found = std::iter::repeat_with(|| consumer.pop());
            let found = found.inspect(|found| {
                if found.is_none() {
                    thread::yield_now();
                }
            });
            assert_eq!(found.flatten().next(), Some(record(number)));
        }
        assert_eq!(consumer.pop(), None);
    });
    words.check();
}

#[test]
fn a_board_shows_every_record_whole_or_counts_it_as_lost() {
    let words = Fenced::counting_from(u32::MAX - 2 * RECORDS);
    let mut writer = bulletin::Writer::new(words.inside(), RECORDS);
    let mut reader = bulletin::Reader::new(words.inside(), RECORDS);
    let posts = LAPS * RECORDS;
    thread::scope(|scope| {
        scope.spawn(move || {
            for number in 0..posts {
                writer.post(&record(number));
                // Now and then the reader gets the chance to catch up.
                if word(number, 0).is_multiple_of(64) {
                    thread::yield_now();
                }
            }
        });
        let mut read = 0;
        while read + reader.lost() < u64::from(posts) {
            let Some(found) = reader.read() else {
                thread::yield_now();
                continue;
            };
            assert_eq!(found, record((read + reader.lost()) as u32));
            read += 1;
        }
        assert!(read >= u64::from(RECORDS), "the last of them stay");
        assert_eq!(reader.read(), None);
    });
    words.check();
}

/// Plain memory: frame after frame is written here, with a canary at either end of each slot.
struct Slots([UnsafeCell<[u32; SLOT_WORDS]>; SLOTS as usize]);

// SAFETY: the triple buffer gives each slot to one thread at a time; whether it does is what the test finds out.
unsafe impl Sync for Slots {}

impl Slots {
    fn new() -> Self {
        let mut slot = [0; SLOT_WORDS];
        (slot[0], slot[SLOT_WORDS - 1]) = (CANARY, CANARY);
        Self(std::array::from_fn(|_| UnsafeCell::new(slot)))
    }

    fn write(&self, slot: u32, frame: u32) {
        // SAFETY: the slot is the writer's until it publishes.
        let words = unsafe { &mut *self.0[slot as usize].get() };
        let inside = &mut words[1..SLOT_WORDS - 1];
        (0..)
            .zip(&mut *inside)
            .for_each(|(i, w)| *w = word(frame, i));
        inside[0] = frame;
    }

    fn read(&self, slot: u32) -> [u32; SLOT_WORDS] {
        // SAFETY: the slot is the reader's until it acquires the next.
        unsafe { *self.0[slot as usize].get() }
    }
}

/// The number of the frame in a slot, which is whole.
fn frame_in(words: &[u32; SLOT_WORDS]) -> u32 {
    let frame = words[1];
    let whole = |i: usize| words[i + 1] == word(frame, i);
    assert!((1..SLOT_WORDS - 2).all(whole), "frame {frame} is torn");
    assert_eq!([words[0], words[SLOT_WORDS - 1]], [CANARY; 2]);
    frame
}

#[test]
fn a_triple_buffer_shows_whole_frames_ever_newer_and_the_last() {
    let control = Fenced::new([CONTROL_AT_START]);
    let slots = Slots::new();
    let mut writer = Writer::new(control.inside());
    let mut reader = Reader::new(control.inside());
    thread::scope(|scope| {
        scope.spawn(|| {
            for frame in 1..=FRAMES {
                slots.write(writer.slot(), frame);
                writer.publish();
            }
        });
        let mut had = 0;
        while had < FRAMES {
            if !reader.acquire() {
                thread::yield_now();
                continue;
            }
            let frame = frame_in(&slots.read(reader.slot()));
            assert!(frame > had, "{frame} after {had}");
            had = frame;
            let again = frame_in(&slots.read(reader.slot()));
            assert_eq!(again, had, "the frame changed under the reader");
        }
    });
    control.check();
}
