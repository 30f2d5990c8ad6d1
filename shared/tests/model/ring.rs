use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use loom::thread;
use shared::ring::{Consumer, Producer, RING_HEADER_WORDS, Record, ring_words};
use shared::words::{AtomicU32, AtomicWords, Ordering};

use crate::plain::Plain;

/// The two counters are atomic, the records are not: the counters alone must keep producer and consumer apart.
#[derive(Debug)]
struct Words {
    counters: [AtomicU32; RING_HEADER_WORDS],
    records: Plain,
}

impl Words {
    fn starting_at(start: u32, records: u32) -> Arc<Self> {
        Arc::new(Self {
            counters: [AtomicU32::new(start), AtomicU32::new(start)],
            records: Plain::new(ring_words(records) - RING_HEADER_WORDS),
        })
    }
}

impl AtomicWords for Words {
    fn load(&self, index: usize, order: Ordering) -> u32 {
        match index.checked_sub(RING_HEADER_WORDS) {
            Some(index) => self.records.get(index),
            None => self.counters[index].load(order),
        }
    }

    fn store(&self, index: usize, value: u32, order: Ordering) {
        match index.checked_sub(RING_HEADER_WORDS) {
            Some(index) => self.records.set(index, value),
            None => self.counters[index].store(value, order),
        }
    }

    fn swap(&self, _: usize, _: u32, _: Ordering) -> u32 {
        unreachable!("a ring swaps nothing")
    }
}

fn record(number: u32) -> Record {
    std::array::from_fn(|word| number * 10 + word as u32)
}

fn number_of(taken: Record) -> u32 {
    let number = taken[0] / 10;
    assert_eq!(taken, record(number), "torn");
    number
}

fn run(start: u32, records: u32, pushes: u32) {
    // Outside the model, over all its runs: that it came to both ends of the ring.
    let (full, empty) = (AtomicBool::new(false), AtomicBool::new(false));
    let (full, empty) = (Arc::new(full), Arc::new(empty));
    let (seen_full, seen_empty) = (Arc::clone(&full), Arc::clone(&empty));
    loom::model(move || {
        let words = Words::starting_at(start, records);
        let mut producer = Producer::new(Arc::clone(&words), records);
        let mut consumer = Consumer::new(words, records);
        let pushing = thread::spawn(move || {
            let took = |number: &u32| producer.push(&record(*number));
            (1..=pushes).filter(took).collect::<Vec<_>>()
        });
        let mut taken = Vec::new();
        for _ in 0..pushes {
            match consumer.pop() {
                Some(record) => taken.push(number_of(record)),
                None => empty.store(true, Relaxed),
            }
        }
        let pushed = pushing.join().unwrap();
        full.fetch_or(pushed.len() < pushes as usize, Relaxed);
        taken.extend(std::iter::from_fn(|| consumer.pop()).map(number_of));
        assert_eq!(taken, pushed);
    });
    assert!(seen_full.load(Relaxed), "never full");
    assert!(seen_empty.load(Relaxed), "never empty");
}

#[test]
fn records_arrive_in_order_and_once_each_while_the_counters_wrap() {
    run(u32::MAX, 2, 3);
}

#[test]
fn a_ring_of_one_record_is_a_ring() {
    run(u32::MAX - 1, 1, 3);
}

#[test]
fn the_producer_never_takes_the_ring_for_emptier_than_it_is() {
    loom::model(|| {
        let words = Words::starting_at(u32::MAX, 2);
        let mut producer = Producer::new(Arc::clone(&words), 2);
        let mut consumer = Consumer::new(words, 2);
        assert!(producer.push(&record(1)) && producer.push(&record(2)));
        let popping = thread::spawn(move || {
            assert_eq!(consumer.pop().map(number_of), Some(1));
            consumer
        });
        assert!((1..=2).contains(&producer.waiting()));
        let pushed = producer.push(&record(3));
        assert!((1..=2).contains(&producer.waiting()));
        let mut consumer = popping.join().unwrap();
        assert_eq!(producer.waiting(), 1 + u32::from(pushed));
        assert_eq!(consumer.pop().map(number_of), Some(2));
    });
}
