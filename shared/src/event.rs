//! Domain events that travel from the page to the tank: what a gesture *means*, in world units.

use crate::ring::Record;

/// What a person did to the tank. Positions are world units, from the tank's top left corner, y downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// Drop a few pellets at a point.
    Feed {
        /// Where.
        x: f32,
        /// Where.
        y: f32,
    },
    /// Frighten the fish along a segment of a stroke; a point when both ends are equal.
    Scare {
        /// Start of the segment.
        from: [f32; 2],
        /// End of the segment.
        to: [f32; 2],
        /// 0 to 1: how far the fright reaches and how hard it pushes.
        strength: f32,
    },
    /// Begin to call, or move the call that is on: fish within reach come closer.
    Call {
        /// Where.
        x: f32,
        /// Where.
        y: f32,
        /// It ends by itself after this many seconds of tank time; 0 means not before [`Event::CallEnd`].
        seconds: f32,
    },
    /// Stop calling.
    CallEnd,
}

const FEED: u32 = 1;
const SCARE: u32 = 2;
const CALL: u32 = 3;
const CALL_END: u32 = 4;

/// An event with the moment at which the finger moved: milliseconds since the epoch, by the clock that both threads
/// share (`performance.timeOrigin + event.timeStamp`). Only the latency statistics read the moment; the engine does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stamped {
    /// What happened.
    pub event: Event,
    /// When, in milliseconds since the epoch; 0 if nobody knows.
    pub at_ms: f64,
}

impl Stamped {
    /// Packs the event: kind, five numbers, and the moment as the two halves of an `f64`, low half first.
    #[must_use]
    pub fn to_record(&self) -> Record {
        let (kind, numbers) = match self.event {
            Event::Feed { x, y } => (FEED, [x, y, 0.0, 0.0, 0.0]),
            Event::Scare { from, to, strength } => {
                (SCARE, [from[0], from[1], to[0], to[1], strength])
            }
            Event::Call { x, y, seconds } => (CALL, [x, y, seconds, 0.0, 0.0]),
            Event::CallEnd => (CALL_END, [0.0; 5]),
        };
        let [a, b, c, d, e] = numbers.map(f32::to_bits);
        let moment = self.at_ms.to_bits();
        [kind, a, b, c, d, e, moment as u32, (moment >> 32) as u32]
    }

    /// Unpacks a record. `None` if its kind is unknown or a number is not finite: the other side may be a stranger.
    #[must_use]
    pub fn from_record(record: &Record) -> Option<Self> {
        let numbers: [f32; 5] = std::array::from_fn(|i| f32::from_bits(record[i + 1]));
        if !numbers.iter().all(|n| n.is_finite()) {
            return None;
        }
        let [a, b, c, d, e] = numbers;
        let event = match record[0] {
            FEED => Event::Feed { x: a, y: b },
            SCARE => Event::Scare {
                from: [a, b],
                to: [c, d],
                strength: e.clamp(0.0, 1.0),
            },
            CALL => Event::Call {
                x: a,
                y: b,
                seconds: c.max(0.0),
            },
            CALL_END => Event::CallEnd,
            _ => return None,
        };
        Some(Self {
            event,
            at_ms: f64::from_bits(u64::from(record[6]) | u64::from(record[7]) << 32),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = f32> {
        -1e6_f32..1e6
    }

    fn any_event() -> impl Strategy<Value = Event> {
        prop_oneof![
            (number(), number()).prop_map(|(x, y)| Event::Feed { x, y }),
            (number(), number(), number(), number(), 0.0_f32..=1.0).prop_map(
                |(a, b, c, d, strength)| Event::Scare {
                    from: [a, b],
                    to: [c, d],
                    strength
                }
            ),
            (number(), number(), 0.0_f32..600.0).prop_map(|(x, y, seconds)| Event::Call {
                x,
                y,
                seconds
            }),
            Just(Event::CallEnd),
        ]
    }

    proptest! {
        #[test]
        fn an_event_survives_the_journey(event in any_event(), at_ms in 0.0_f64..1e13) {
            let stamped = Stamped { event, at_ms };
            prop_assert_eq!(Stamped::from_record(&stamped.to_record()), Some(stamped));
        }

        #[test]
        fn a_strangers_record_is_refused_or_finite(record in any::<Record>()) {
            if let Some(stamped) = Stamped::from_record(&record) {
                let back = Stamped::from_record(&stamped.to_record());
                prop_assert_eq!(back.map(|s| s.event), Some(stamped.event));
            }
        }
    }
}
