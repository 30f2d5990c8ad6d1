//! Fixed steps out of a wall clock that somebody else reads.

use shared::STEP_MS;

/// Steps that may be caught up at once.
pub const MOST_STEPS: u32 = 5;

/// When steps are due. Times are milliseconds of any clock that does not jump; the first call sets the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct FixedClock {
    next_due: Option<f64>,
}

/// What is to be done now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Due {
    /// Steps to run now, 0 to [`MOST_STEPS`].
    pub steps: u32,
    /// Steps that are given up, because too many were due.
    pub skipped: u32,
    /// Moment at which the last of the steps was due.
    pub due_ms: f64,
    /// Milliseconds until the next step is due.
    pub wait_ms: f64,
}

impl FixedClock {
    /// Forgets the past: the next step is due one step after `now_ms`, however long the clock stood.
    pub fn restart(&mut self, now_ms: f64) {
        self.next_due = Some(now_ms + STEP_MS);
    }

    /// Says which steps are due at `now_ms`. After a long gap at most [`MOST_STEPS`] are; the others are skipped, and counted.
    pub fn advance(&mut self, now_ms: f64) -> Due {
        let mut next_due = self.next_due.unwrap_or(now_ms);
        if next_due - now_ms > 2.0 * STEP_MS {
            // The clock went backwards.
            next_due = now_ms;
        }
        let behind = if now_ms < next_due {
            0.0
        } else {
            ((now_ms - next_due) / STEP_MS).floor() + 1.0
        };
        let steps = behind.min(f64::from(MOST_STEPS)) as u32;
        next_due += behind * STEP_MS;
        self.next_due = Some(next_due);
        Due {
            steps,
            skipped: (behind - f64::from(steps)) as u32,
            due_ms: next_due - STEP_MS,
            wait_ms: next_due - now_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps_at(rate: f64, seconds: f64) -> u32 {
        let mut clock = FixedClock::default();
        clock.restart(0.0);
        (1..=(rate * seconds) as u32)
            .map(|frame| clock.advance(f64::from(frame) * 1000.0 / rate).steps)
            .sum()
    }

    #[test]
    fn other_display_same_behaviour() {
        for rate in [30.0, 60.0, 90.0, 120.0, 144.0] {
            let steps = steps_at(rate, 10.0);
            assert!((599..=600).contains(&steps), "{steps} steps at {rate} Hz");
        }
    }

    #[test]
    fn a_slow_device_catches_up_at_most_five_steps_and_counts_the_rest() {
        let mut clock = FixedClock::default();
        clock.restart(0.0);
        let due = clock.advance(1000.1);
        assert_eq!((due.steps, due.skipped), (5, 55));
        assert!(due.wait_ms > 0.0 && due.wait_ms <= STEP_MS + 1e-6);
        assert_eq!(clock.advance(1001.0).steps, 0);
    }

    #[test]
    fn no_jump_after_a_tab_switch() {
        let mut clock = FixedClock::default();
        clock.restart(0.0);
        clock.advance(100.0);
        clock.restart(3_600_000.0);
        let due = clock.advance(3_600_000.0 + STEP_MS);
        assert_eq!((due.steps, due.skipped), (1, 0));
    }

    #[test]
    fn a_clock_set_back_does_not_stop_the_tank() {
        let mut clock = FixedClock::default();
        clock.restart(1e12);
        assert_eq!(clock.advance(5.0).steps, 1);
    }
}
