//! The three protocols against models too simple to be wrong, for arbitrary orders of calls and sizes, with the counters
//! starting anywhere and mostly about to wrap.

use std::collections::VecDeque;

use proptest::prelude::*;
use shared::ring::{Consumer, Producer, RING_HEADER_WORDS, Record, ring_words};
use shared::triple::{CONTROL_AT_START, Reader, SLOTS, Writer};
use shared::words::AtomicU32;
use shared::{bulletin, ring::RECORD_WORDS};

/// Words of a ring or a board whose two counters stand at `start`.
fn words(start: u32, records: u32) -> Vec<AtomicU32> {
    let mut words = vec![0; ring_words(records)];
    words[..RING_HEADER_WORDS].fill(start);
    words.into_iter().map(AtomicU32::new).collect()
}

fn record(number: u32) -> Record {
    std::array::from_fn(|word| number.wrapping_mul(RECORD_WORDS as u32) + word as u32)
}

fn start() -> impl Strategy<Value = u32> {
    prop_oneof![3 => (u32::MAX - 40)..=u32::MAX, 1 => any::<u32>()]
}

fn sizes() -> impl Strategy<Value = u32> {
    (0..5_u32).prop_map(|power| 1 << power)
}

/// True: the writing side acts; false: the reading side does.
fn turns() -> impl Strategy<Value = Vec<bool>> {
    // Each case leans to one side, so that full and empty both occur.
    (0.2..0.8).prop_flat_map(|share| prop::collection::vec(prop::bool::weighted(share), 0..200))
}

proptest! {
    #[test]
    fn a_ring_is_a_bounded_queue(start in start(), records in sizes(), turns in turns()) {
        let words = words(start, records);
        let mut producer = Producer::new(&words[..], records);
        let mut consumer = Consumer::new(&words[..], records);
        let mut model = VecDeque::new();
        for (number, pushes) in (0..).zip(turns) {
            if pushes {
                let room = model.len() < records as usize;
                prop_assert_eq!(producer.push(&record(number)), room);
                if room {
                    model.push_back(number);
                }
            } else {
                prop_assert_eq!(consumer.pop(), model.pop_front().map(record));
            }
            prop_assert_eq!(producer.waiting() as usize, model.len());
        }
    }

    #[test]
    fn a_board_is_a_queue_that_drops_its_oldest(start in start(), records in sizes(), turns in turns()) {
        let words = words(start, records);
        let mut writer = bulletin::Writer::new(&words[..], records);
        let mut reader = bulletin::Reader::new(&words[..], records);
        let (mut model, mut lost) = (VecDeque::new(), 0);
        for (number, posts) in (0..).zip(turns) {
            if posts {
                writer.post(&record(number));
                model.push_back(number);
                if model.len() > records as usize {
                    model.pop_front();
                    lost += 1;
                }
            } else {
                prop_assert_eq!(reader.read(), model.pop_front().map(record));
                // It learns of a loss when it looks.
                prop_assert_eq!(reader.lost(), lost);
            }
        }
    }

    #[test]
    fn a_triple_buffer_is_the_latest_frame(turns in turns()) {
        let control = [AtomicU32::new(CONTROL_AT_START)];
        let mut writer = Writer::new(&control[..]);
        let mut reader = Reader::new(&control[..]);
        let mut slots = [0; SLOTS as usize];
        let (mut latest, mut held) = (0, 0);
        for (frame, writes) in (1..).zip(turns) {
            if writes {
                slots[writer.slot() as usize] = frame;
                let next = writer.publish();
                prop_assert_eq!(next, writer.slot());
                latest = frame;
            } else {
                prop_assert_eq!(reader.acquire(), latest != held);
                held = latest;
            }
            prop_assert_ne!(writer.slot(), reader.slot());
            prop_assert!(held == 0 || slots[reader.slot() as usize] == held);
        }
    }
}

#[test]
fn a_new_end_goes_on_where_the_last_one_stopped() {
    let words = words(u32::MAX, 2);
    assert!(Producer::new(&words[..], 2).push(&record(1)));
    assert!(Producer::new(&words[..], 2).push(&record(2)));
    assert!(!Producer::new(&words[..], 2).push(&record(3)));
    assert_eq!(Consumer::new(&words[..], 2).pop(), Some(record(1)));
    assert_eq!(Consumer::new(&words[..], 2).pop(), Some(record(2)));
    assert_eq!(Consumer::new(&words[..], 2).pop(), None);
}

#[test]
#[should_panic(expected = "a power of two of records, not 3")]
fn a_ring_of_three_is_refused() {
    let _ = Producer::new(&words(0, 4)[..], 3);
}
