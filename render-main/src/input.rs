//! Where events wait for the tank: the ring in shared memory, or a batch that the page's script posts.
//!
//! A full ring never blocks. What does not fit waits here, in order; moves of a call, and segments of a stroke once much
//! waits, grow into one. Only beyond [`MOST_WAITING`] is anything dropped, and then it is counted.

use std::collections::VecDeque;

use shared::event::{Event, Stamped};
use shared::ring::{Producer, Record};
use shared::words::AtomicWords;

/// Events that may wait; two megabytes, hours of a hand that never rests.
pub const MOST_WAITING: usize = 65_536;
/// From here on the segments of a stroke grow into one.
const MANY_WAITING: usize = 256;

/// The sending end of all input.
#[derive(Debug)]
pub struct Input<W> {
    ring: Option<Producer<W>>,
    waiting: VecDeque<Stamped>,
    dropped: u32,
}

impl<W: AtomicWords> Default for Input<W> {
    fn default() -> Self {
        Self {
            ring: None,
            waiting: VecDeque::with_capacity(MANY_WAITING),
            dropped: 0,
        }
    }
}

impl<W: AtomicWords> Input<W> {
    /// From now on events go into this ring, first those that wait.
    pub fn connect(&mut self, ring: Producer<W>) {
        self.ring = Some(ring);
        self.flush();
    }

    /// There is nobody at the other end any more; events wait here for the next ring.
    pub fn disconnect(&mut self) {
        self.ring = None;
    }

    /// Sends an event, or keeps it until there is room. Allocates only if more waits than ever before.
    pub fn send(&mut self, stamped: Stamped) {
        self.flush();
        if !self.waiting.is_empty() || !self.offer(&stamped) {
            self.keep(stamped);
        }
    }

    /// Sends what waits, as far as there is room.
    pub fn flush(&mut self) {
        while let Some(first) = self.waiting.front().copied() {
            if !self.offer(&first) {
                return;
            }
            self.waiting.pop_front();
        }
    }

    /// Takes what waits, oldest first; for the page's script, where there is no ring.
    pub fn take(&mut self) -> impl ExactSizeIterator<Item = Record> + '_ {
        self.waiting.drain(..).map(|stamped| stamped.to_record())
    }

    /// Events that wait here.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Whether events go into a ring.
    pub fn connected(&self) -> bool {
        self.ring.is_some()
    }

    /// Events that were dropped.
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    fn offer(&mut self, stamped: &Stamped) -> bool {
        let ring = self.ring.as_mut();
        ring.is_some_and(|ring| ring.push(&stamped.to_record()))
    }

    fn keep(&mut self, stamped: Stamped) {
        let many = self.waiting.len() >= MANY_WAITING;
        if let Some(last) = self.waiting.back_mut()
            && let Some(both) = grown(last.event, stamped.event, many)
        {
            last.event = both;
            return;
        }
        // An end is always kept: a call that never ends would be worse than one event too many.
        if self.waiting.len() >= MOST_WAITING && stamped.event != Event::CallEnd {
            self.dropped += 1;
            return;
        }
        self.waiting.push_back(stamped);
    }
}

/// One event that stands for two, if there is one.
fn grown(first: Event, second: Event, many: bool) -> Option<Event> {
    match (first, second) {
        (Event::Call { .. }, Event::Call { .. }) | (Event::CallEnd, Event::CallEnd) => Some(second),
        (
            Event::Scare {
                from,
                to: middle,
                strength: a,
            },
            Event::Scare {
                from: again,
                to,
                strength: b,
            },
        ) if many && middle == again => Some(Event::Scare {
            from,
            to,
            strength: a.max(b),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shared::ring::{Consumer, ring_words};
    use shared::words::AtomicU32;

    fn stamped(event: Event) -> Stamped {
        Stamped { event, at_ms: 1.0 }
    }

    fn feed(x: f32) -> Stamped {
        stamped(Event::Feed { x, y: 0.0 })
    }

    fn call(x: f32) -> Stamped {
        let (y, seconds) = (0.0, 0.0);
        stamped(Event::Call { x, y, seconds })
    }

    fn words(records: u32) -> Vec<AtomicU32> {
        (0..ring_words(records))
            .map(|_| AtomicU32::new(0))
            .collect()
    }

    fn drain(consumer: &mut Consumer<&[AtomicU32]>, into: &mut Vec<Event>) {
        while let Some(record) = consumer.pop() {
            into.extend(Stamped::from_record(&record).map(|s| s.event));
        }
    }

    #[test]
    fn a_full_ring_loses_no_feed_and_keeps_the_order() {
        let words = words(4);
        let mut input = Input::default();
        let mut consumer = Consumer::new(words.as_slice(), 4);
        input.connect(Producer::new(words.as_slice(), 4));
        let sent: Vec<_> = (0..1000_u16).map(|i| feed(f32::from(i))).collect();
        sent.iter().for_each(|event| input.send(*event));
        let mut heard = Vec::new();
        while heard.len() < sent.len() {
            drain(&mut consumer, &mut heard);
            input.flush();
        }
        assert_eq!(heard, sent.iter().map(|s| s.event).collect::<Vec<_>>());
        assert_eq!((input.waiting(), input.dropped()), (0, 0));
    }

    #[test]
    fn what_came_before_the_ring_waits_for_it() {
        let words = words(4);
        let mut input = Input::default();
        input.send(feed(1.0));
        input.connect(Producer::new(words.as_slice(), 4));
        let mut heard = Vec::new();
        drain(&mut Consumer::new(words.as_slice(), 4), &mut heard);
        assert_eq!(heard, [feed(1.0).event]);
    }

    #[test]
    fn moves_of_a_call_that_wait_grow_into_the_last() {
        let mut input = Input::<&[AtomicU32]>::default();
        for event in [
            feed(0.0),
            call(1.0),
            call(2.0),
            call(3.0),
            stamped(Event::CallEnd),
        ] {
            input.send(event);
        }
        let taken: Vec<_> = input.take().collect();
        let expected = [feed(0.0), call(3.0), stamped(Event::CallEnd)].map(|s| s.to_record());
        assert_eq!(taken, expected);
        assert_eq!(input.take().len(), 0);
    }

    #[test]
    fn beyond_the_limit_things_are_dropped_and_counted_but_a_call_still_ends() {
        let mut input = Input::<&[AtomicU32]>::default();
        for _ in 0..MOST_WAITING + 10 {
            input.send(feed(0.0));
        }
        input.send(stamped(Event::CallEnd));
        input.send(stamped(Event::CallEnd));
        assert_eq!((input.dropped(), input.waiting()), (10, MOST_WAITING + 1));
    }

    proptest! {
        /// However the consumer keeps up: all feeds arrive in order, the last word about a call, and every
        /// part of every stroke.
        #[test]
        fn nothing_that_matters_is_lost(kinds in prop::collection::vec((0..4_u8, any::<bool>()), 0..900)) {
            let words = words(8);
            let mut input = Input::default();
            let mut consumer = Consumer::new(words.as_slice(), 8);
            input.connect(Producer::new(words.as_slice(), 8));
            let (mut sent, mut heard, mut x) = (Vec::new(), Vec::new(), 0.0_f32);
            for (kind, read) in kinds {
                let from = [x, 0.0];
                x += 1.0;
                let event = match kind {
                    0 => feed(x).event,
                    1 => call(x).event,
                    2 => Event::CallEnd,
                    _ => Event::Scare { from, to: [x, 0.0], strength: 0.5 },
                };
                sent.push(event);
                input.send(stamped(event));
                if read {
                    heard.extend(consumer.pop().and_then(|r| Stamped::from_record(&r)).map(|s| s.event));
                }
            }
            while input.waiting() > 0 {
                drain(&mut consumer, &mut heard);
                input.flush();
            }
            drain(&mut consumer, &mut heard);
            let feeds = |events: &[Event]| -> Vec<Event> {
                events.iter().copied().filter(|e| matches!(e, Event::Feed { .. })).collect()
            };
            prop_assert_eq!(feeds(&heard), feeds(&sent));
            let calling = |events: &[Event]| {
                events.iter().rev().find(|e| matches!(e, Event::Call { .. } | Event::CallEnd)).copied()
            };
            prop_assert_eq!(calling(&heard), calling(&sent));
            let frightened = |events: &[Event]| -> f32 {
                let length = |e: &Event| if let Event::Scare { from, to, .. } = e { to[0] - from[0] } else { 0.0 };
                events.iter().map(length).sum()
            };
            prop_assert_eq!(frightened(&heard), frightened(&sent));
        }
    }
}
