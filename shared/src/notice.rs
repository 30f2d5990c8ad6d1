//! What happened in the tank, for the host page: travels from the worker to the page over a [`crate::bulletin`].

use crate::ring::Record;

/// Records on the board of notices.
pub const NOTICE_RECORDS: u32 = 256;

/// One thing that happened. Positions are world units, from the tank's top left corner, y downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Notice {
    /// A fish ate a pellet.
    Eaten {
        /// Which fish: its place in the frame.
        fish: u32,
        /// Where the fish was then.
        x: f32,
        /// Where the fish was then.
        y: f32,
    },
    /// A person frightened fish.
    Scared {
        /// How many took flight that had not been fleeing already, 1 or more.
        count: u32,
    },
    /// The worker came too late and gave up steps, so that the tank's time fell behind the clock's.
    Overrun {
        /// How many steps, 1 or more.
        skipped: u32,
    },
}

const EATEN: u32 = 1;
const SCARED: u32 = 2;
const OVERRUN: u32 = 3;

impl Notice {
    /// Packs the notice: kind, then its numbers in the order above, positions as the bits of an `f32`, then zeros.
    #[must_use]
    pub fn to_record(&self) -> Record {
        let [kind, a, b, c] = match *self {
            Self::Eaten { fish, x, y } => [EATEN, fish, x.to_bits(), y.to_bits()],
            Self::Scared { count } => [SCARED, count, 0, 0],
            Self::Overrun { skipped } => [OVERRUN, skipped, 0, 0],
        };
        [kind, a, b, c, 0, 0, 0, 0]
    }

    /// Unpacks a record. `None` if its kind is unknown or a position is not finite: the other side may be a stranger.
    #[must_use]
    pub fn from_record(record: &Record) -> Option<Self> {
        let [kind, a, b, c, ..] = *record;
        match kind {
            EATEN => {
                let (x, y) = (f32::from_bits(b), f32::from_bits(c));
                (x.is_finite() && y.is_finite()).then_some(Self::Eaten { fish: a, x, y })
            }
            SCARED => Some(Self::Scared { count: a }),
            OVERRUN => Some(Self::Overrun { skipped: a }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_notice() -> impl Strategy<Value = Notice> {
        prop_oneof![
            (any::<u32>(), -1e6_f32..1e6, -1e6_f32..1e6).prop_map(|(fish, x, y)| Notice::Eaten {
                fish,
                x,
                y
            }),
            any::<u32>().prop_map(|count| Notice::Scared { count }),
            any::<u32>().prop_map(|skipped| Notice::Overrun { skipped }),
        ]
    }

    proptest! {
        #[test]
        fn a_notice_survives_the_journey(notice in any_notice()) {
            prop_assert_eq!(Notice::from_record(&notice.to_record()), Some(notice));
        }
    }

    #[test]
    fn a_strangers_record_is_refused() {
        assert_eq!(Notice::from_record(&[0; 8]), None);
        assert_eq!(Notice::from_record(&[4, 1, 0, 0, 0, 0, 0, 0]), None);
        let nowhere = [EATEN, 1, f32::NAN.to_bits(), 0, 0, 0, 0, 0];
        assert_eq!(Notice::from_record(&nowhere), None);
    }
}
