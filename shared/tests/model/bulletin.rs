use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use loom::thread;
use shared::bulletin::{Reader, Writer};
use shared::ring::{RECORD_WORDS, RING_HEADER_WORDS, Record};
use shared::words::{AtomicU32, AtomicWords, Ordering};

/// Only the first and the last word of each record are really there. The protocol treats all words of a record alike, so
/// these two are torn apart whenever any two are; eight would be more runs than a life has time for.
#[derive(Debug)]
struct Words(Vec<AtomicU32>);

impl Words {
    fn starting_at(start: u32, records: u32) -> Arc<Self> {
        let counters = [start, start].into_iter();
        let records = std::iter::repeat_n(0, 2 * records as usize);
        Arc::new(Self(counters.chain(records).map(AtomicU32::new).collect()))
    }

    fn real(&self, index: usize) -> Option<&AtomicU32> {
        let Some(inside) = index.checked_sub(RING_HEADER_WORDS) else {
            return Some(&self.0[index]);
        };
        let first = RING_HEADER_WORDS + inside / RECORD_WORDS * 2;
        match inside % RECORD_WORDS {
            0 => Some(&self.0[first]),
            word if word == RECORD_WORDS - 1 => Some(&self.0[first + 1]),
            _ => None,
        }
    }
}

impl AtomicWords for Words {
    fn load(&self, index: usize, order: Ordering) -> u32 {
        self.real(index).map_or(0, |word| word.load(order))
    }

    fn store(&self, index: usize, value: u32, order: Ordering) {
        if let Some(word) = self.real(index) {
            word.store(value, order);
        }
    }

    fn swap(&self, _: usize, _: u32, _: Ordering) -> u32 {
        unreachable!("a bulletin swaps nothing")
    }
}

fn record(number: u32) -> Record {
    let mut record = [0; RECORD_WORDS];
    (record[0], record[RECORD_WORDS - 1]) = (number, !number);
    record
}

/// A reader that keeps account: every record is either the next one, whole, or counted as lost.
struct Account {
    reader: Reader<Arc<Words>>,
    read: u64,
}

impl Account {
    fn read(&mut self) -> bool {
        let Some(found) = self.reader.read() else {
            return false;
        };
        let number = (self.read + self.reader.lost()) as u32;
        assert_eq!(found, record(number), "torn, doubled or skipped in silence");
        self.read += 1;
        true
    }
}

fn run(records: u32, posts: u32, reads: u32) {
    // Outside the model, over all its runs: that it read something and lost something while the writer was at work.
    let (read_some, lost_some) = (AtomicBool::new(false), AtomicBool::new(false));
    let (read_some, lost_some) = (Arc::new(read_some), Arc::new(lost_some));
    let seen = (Arc::clone(&read_some), Arc::clone(&lost_some));
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let words = Words::starting_at(u32::MAX, records);
        let mut writer = Writer::new(Arc::clone(&words), records);
        let mut account = Account {
            reader: Reader::new(words, records),
            read: 0,
        };
        let posting = thread::spawn(move || {
            (0..posts).for_each(|number| writer.post(&record(number)));
        });
        for _ in 0..reads {
            if account.read() {
                read_some.store(true, Relaxed);
            }
        }
        lost_some.fetch_or(account.reader.lost() > 0, Relaxed);
        posting.join().unwrap();
        while account.read() {}
        let lost = account.reader.lost();
        assert_eq!(account.read + lost, u64::from(posts));
        assert!(lost <= u64::from(posts - records), "lost without need");
    });
    assert!(seen.0.load(Relaxed), "never read beside the writer");
    assert!(seen.1.load(Relaxed), "never lost beside the writer");
}

#[test]
fn records_come_whole_in_order_or_are_counted_as_lost_while_the_counters_wrap() {
    run(2, 4, 2);
}

#[test]
fn a_board_of_one_record_is_a_board() {
    run(1, 3, 2);
}
