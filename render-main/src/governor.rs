//! The quality governor: makes the picture plainer while the browser cannot keep up, and richer again when it can.
//!
//! It looks at two durations, averaged over windows of a second: from one picture to the next, and how long this thread
//! took to draw one. Slow pictures alone say little: a display that refreshes thirty times a second, or a phone that
//! saves power, shows them just as far apart. So a pace counts as the display's own as long as it is even and drawing
//! leaves this thread at rest; only pictures that come late and unevenly, or that this thread is busy with, are an
//! overload. Beyond sixty pictures a second nothing is given up for more.

/// Period of the commonest display, milliseconds. Faster displays are welcome to more, but nothing is given up for it.
const COMMON_MS: f32 = 1000.0 / 60.0;
/// Nobody drew for so long: the page was hidden or paused, which is no slow picture.
const BREAK_MS: f64 = 1000.0;
/// A window is this long, and has at least so many pictures. It ends early when it is full.
const WINDOW_MS: f64 = 1000.0;
const FEWEST: usize = 8;
const MOST: usize = 256;
/// After the start and after a change so much is not looked at: compiling and new backing stores are no overload.
const SETTLE_MS: f64 = 500.0;
/// Late is a mean interval above the period by this factor, in so many windows one after the other.
const LATE: f32 = 1.25;
const LATE_WINDOWS: u32 = 2;
/// On time is one below this factor; between the two nothing changes.
const ON_TIME: f32 = 1.10;
/// This thread is at rest if drawing takes at most this share of the interval.
const AT_REST: f32 = 0.5;
/// A pace is even if nine tenths of it lie within this share, or within a few milliseconds.
const EVEN: f32 = 0.25;
const EVEN_MS: f32 = 2.5;
/// An interval counts at most so many times a short one: a single long one is a hiccup, and no pace.
const HICCUP: f32 = 4.0;
/// Quiet for so long, the picture becomes richer; doubled each time that this was too much, up to the longest.
const PATIENCE_MS: f64 = 5_000.0;
const LONGEST_PATIENCE_MS: f64 = 320_000.0;
/// A step up counts as too much if an overload follows within this time.
const PROBATION_MS: f64 = 15_000.0;

/// How plain the picture is; each step keeps what the ones before it gave up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// As configured.
    #[default]
    Full,
    /// Three quarters of the density.
    FewerPixels,
    /// No caustics.
    NoCaustics,
    /// Small, hard shadows.
    HardShadows,
    /// Half the density, no motes, no shafts.
    Least,
}

impl Step {
    const ALL: [Self; 5] = [
        Self::Full,
        Self::FewerPixels,
        Self::NoCaustics,
        Self::HardShadows,
        Self::Least,
    ];

    /// What `stats().quality` calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::FewerPixels => "fewer-pixels",
            Self::NoCaustics => "no-caustics",
            Self::HardShadows => "hard-shadows",
            Self::Least => "least",
        }
    }

    /// Share of the density that is drawn.
    #[must_use]
    pub fn density(self) -> f32 {
        match self {
            Self::Full => 1.0,
            Self::FewerPixels | Self::NoCaustics | Self::HardShadows => 0.75,
            Self::Least => 0.5,
        }
    }

    fn plainer(self) -> Option<Self> {
        Self::ALL.into_iter().find(|step| *step > self)
    }

    fn richer(self) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|step| *step < self)
    }
}

/// Why a step was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Pictures came late although this thread was at rest: the graphics card, or others on the page.
    SlowFrames,
    /// Drawing itself kept this thread busy.
    SlowDrawing,
    /// It was quiet for a while.
    Recovered,
    /// The configuration switched the governor off.
    Config,
}

impl Reason {
    /// What the event's detail calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SlowFrames => "slow-frames",
            Self::SlowDrawing => "slow-drawing",
            Self::Recovered => "recovered",
            Self::Config => "config",
        }
    }
}

/// A step that was taken, and the averages that led to it, milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Before.
    pub from: Step,
    /// From now on.
    pub to: Step,
    /// Why.
    pub reason: Reason,
    /// From one picture to the next.
    pub frame_ms: f32,
    /// Drawing one, on this thread.
    pub draw_ms: f32,
}

/// What a window of pictures was like, milliseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    /// Mean of the intervals.
    mean: f32,
    /// Tenth and ninetieth percentile.
    fast: f32,
    slow: f32,
    draw: f32,
}

impl Pace {
    fn is_even(&self) -> bool {
        self.slow - self.fast <= (EVEN * self.fast).max(EVEN_MS)
    }

    fn at_rest(&self) -> bool {
        self.draw <= AT_REST * self.mean
    }
}

/// The intervals of the window that is being filled. Allocates nothing.
#[derive(Debug)]
struct Window {
    intervals: [f32; MOST],
    count: usize,
    draw: f32,
    began_ms: f64,
}

impl Window {
    const EMPTY: Self = Self {
        intervals: [0.0; MOST],
        count: 0,
        draw: 0.0,
        began_ms: 0.0,
    };

    fn restart(&mut self, now_ms: f64) {
        (self.count, self.draw, self.began_ms) = (0, 0.0, now_ms);
    }

    /// Takes a picture; says what the window was like when it is complete, and begins the next.
    fn take(&mut self, now_ms: f64, interval: f32, draw: f32) -> Option<Pace> {
        self.intervals[self.count] = interval;
        self.count += 1;
        self.draw += draw;
        let long_enough = now_ms - self.began_ms >= WINDOW_MS && self.count >= FEWEST;
        if !long_enough && self.count < MOST {
            return None;
        }
        let sorted = &mut self.intervals[..self.count];
        shared::stats::sort(sorted);
        let tenth = self.count / 10;
        let fast = sorted[tenth];
        let without_hiccups = sorted.iter().map(|interval| interval.min(HICCUP * fast));
        let pace = Pace {
            mean: without_hiccups.sum::<f32>() / self.count as f32,
            fast,
            slow: sorted[self.count - 1 - tenth],
            draw: self.draw / self.count as f32,
        };
        self.restart(now_ms);
        Some(pace)
    }
}

/// See the module.
#[derive(Debug)]
pub struct Governor {
    enabled: bool,
    step: Step,
    window: Window,
    /// Period of the display as far as it is known, milliseconds.
    period: f32,
    last_ms: f64,
    settled_ms: f64,
    late_windows: u32,
    quiet_since_ms: f64,
    patience_ms: f64,
    richer_at_ms: f64,
}

impl Governor {
    /// Nothing is known yet of the display.
    #[must_use]
    pub fn new(enabled: bool) -> Self {
        Self {
            enabled,
            step: Step::Full,
            window: Window::EMPTY,
            period: COMMON_MS,
            last_ms: f64::NEG_INFINITY,
            settled_ms: f64::NEG_INFINITY,
            late_windows: 0,
            quiet_since_ms: f64::NEG_INFINITY,
            patience_ms: PATIENCE_MS,
            richer_at_ms: f64::NEG_INFINITY,
        }
    }

    /// How plain the picture is now.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// Switches it on, or off and the picture back to how it is configured.
    pub fn enable(&mut self, enabled: bool) -> Option<Change> {
        self.enabled = enabled;
        if enabled || self.step == Step::Full {
            return None;
        }
        Some(self.go(Step::Full, Reason::Config, Pace::default()))
    }

    /// A picture was shown at `now_ms` that took `draw_ms` of this thread. Allocates nothing.
    pub fn frame(&mut self, now_ms: f64, draw_ms: f64) -> Option<Change> {
        let interval = now_ms - self.last_ms;
        // A picture that is drawn again for the same moment is none of its own.
        if interval <= 0.0 || !self.enabled {
            return None;
        }
        self.last_ms = now_ms;
        if interval > BREAK_MS {
            self.settled_ms = now_ms + SETTLE_MS;
        }
        if now_ms < self.settled_ms {
            self.window.restart(now_ms);
            self.quiet_since_ms = now_ms;
            return None;
        }
        let pace = self.window.take(now_ms, interval as f32, draw_ms as f32)?;
        self.judge(pace)
    }

    fn judge(&mut self, pace: Pace) -> Option<Change> {
        let now_ms = self.last_ms;
        let by_itself = pace.is_even() && pace.at_rest();
        self.period = if by_itself {
            pace.mean
        } else {
            self.period.min(pace.fast)
        };
        let period = self.period.max(COMMON_MS);
        let late = !by_itself && pace.mean > LATE * period;
        self.late_windows = if late { self.late_windows + 1 } else { 0 };
        if pace.mean > ON_TIME * period || !pace.at_rest() {
            self.quiet_since_ms = now_ms;
        }
        if self.late_windows >= LATE_WINDOWS {
            let plainer = self.step.plainer()?;
            let too_much = now_ms - self.richer_at_ms < PROBATION_MS;
            self.patience_ms = if too_much {
                (self.patience_ms * 2.0).min(LONGEST_PATIENCE_MS)
            } else {
                PATIENCE_MS
            };
            let busy = pace.draw > AT_REST * period;
            let reason = if busy {
                Reason::SlowDrawing
            } else {
                Reason::SlowFrames
            };
            return Some(self.go(plainer, reason, pace));
        }
        if now_ms - self.quiet_since_ms >= self.patience_ms {
            let richer = self.step.richer()?;
            self.richer_at_ms = now_ms;
            return Some(self.go(richer, Reason::Recovered, pace));
        }
        None
    }

    fn go(&mut self, to: Step, reason: Reason, pace: Pace) -> Change {
        let from = std::mem::replace(&mut self.step, to);
        self.settled_ms = self.last_ms + SETTLE_MS;
        self.late_windows = 0;
        Change {
            from,
            to,
            reason,
            frame_ms: pace.mean,
            draw_ms: pace.draw,
        }
    }
}

#[cfg(test)]
mod tests;
