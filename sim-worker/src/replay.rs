//! Recording and replay: everything that is done to a tank, by the step before which it was done, so that the same tank can be
//! had again bit for bit.
//!
//! [`Recorded`] is a tank that keeps such a [`Log`] of itself; [`Player`] does to a tank what a log says.

mod entry;
mod log;
mod numbers;
mod patch;

use std::io;
use std::ops::Deref;

use shared::config::{Config, changed, difference};
use shared::event::Event;

pub use entry::{Deed, Entry};
pub use log::{Log, MAX_LOG_BYTES};

use crate::engine::{Crew, Phase, Shown, Tank};
use log::Written;

/// Entries that a recording has room for. A change of configuration takes as many as its numbers need.
pub const MOST_ENTRIES: usize = 65_536;

/// A tank, and everything that was done to it since it was filled. To read, it is the tank.
#[derive(Debug)]
pub struct Recorded {
    tank: Tank,
    seed: u64,
    size: [f32; 2],
    config: Config,
    steps: u64,
    entries: Vec<Entry>,
    room: usize,
    closed: Option<Closed>,
    restored: bool,
}

/// Where a recording ends that had no more room.
#[derive(Clone, Copy, Debug)]
struct Closed {
    steps: u64,
    hash: u64,
}

impl Deref for Recorded {
    type Target = Tank;

    fn deref(&self) -> &Tank {
        &self.tank
    }
}

impl Recorded {
    /// Fills a tank, as [`Tank::new`] does, and begins to record. The memory for the whole recording is reserved now: nothing that
    /// is done later allocates, except for a change of configuration.
    #[must_use]
    pub fn new(config: Config, size: [f32; 2], seed: u64, crew: Crew) -> Self {
        let tank = Tank::new(config.clone(), size, seed, crew);
        Self {
            seed,
            size: tank.size(),
            config,
            steps: 0,
            entries: Vec::with_capacity(MOST_ENTRIES),
            room: MOST_ENTRIES,
            closed: None,
            restored: false,
            tank,
        }
    }

    /// [`Tank::restore`]. What led to the frame is not known here, so there is nothing to record until the next reset.
    pub fn restore(&mut self, shown: &Shown<'_>) {
        self.tank.restore(shown);
        self.restored = true;
    }

    /// Whether the tank came out of a frame: then no recording leads to it.
    #[must_use]
    pub fn restored(&self) -> bool {
        self.restored
    }

    /// Forgets tank and recording, and begins as the log begins.
    pub fn begin(&mut self, log: &Log) {
        self.tank.set_config(log.config.clone());
        self.tank.resize(log.size);
        self.tank.reset(log.seed);
        self.record_from_here(log.seed);
    }

    /// Forgets the recording; the tank was just dealt from this seed.
    fn record_from_here(&mut self, seed: u64) {
        (self.seed, self.size, self.config) = (seed, self.tank.size(), self.tank.config().clone());
        self.steps = 0;
        self.entries.clear();
        self.room = MOST_ENTRIES;
        self.closed = None;
        self.restored = false;
    }

    /// Steps run since the recording began; unlike [`Tank::steps`] a reset does not set it back.
    #[must_use]
    pub fn recorded_steps(&self) -> u64 {
        self.steps
    }

    /// [`Tank::step`].
    pub fn step(&mut self) {
        self.step_telling(|_| ());
    }

    /// [`Tank::step_telling`].
    pub fn step_telling(&mut self, done: impl FnMut(Phase)) {
        self.tank.step_telling(done);
        self.steps += 1;
    }

    /// [`Tank::apply`].
    pub fn apply(&mut self, event: Event) {
        if self.make_room(1) {
            self.record(Deed::Event(event));
        }
        self.tank.apply(event);
    }

    /// [`Tank::resize`].
    pub fn resize(&mut self, size: [f32; 2]) {
        let recording = self.make_room(1);
        self.tank.resize(size);
        if recording {
            self.record(Deed::Resize(self.tank.size()));
        }
    }

    /// [`Tank::reset`].
    pub fn reset(&mut self, seed: u64) {
        if self.restored {
            self.tank.reset(seed);
            self.record_from_here(seed);
            return;
        }
        if self.make_room(1) {
            self.record(Deed::Reset(seed));
        }
        self.tank.reset(seed);
    }

    /// [`Tank::set_config`].
    pub fn set_config(&mut self, config: Config) {
        let mut before = self.tank.config().to_numbers();
        if self.tank.config().species != config.species {
            // In a document a list is exchanged as a whole; it costs as much here, or a full recording would make too long a text.
            before.clear();
        }
        let difference = difference(&before, &config.to_numbers());
        if self.make_room(1 + size_of_val(difference.as_slice()) / size_of::<Entry>()) {
            self.record(Deed::Config(difference.into()));
        }
        self.tank.set_config(config);
    }

    /// Does again what was recorded.
    pub fn repeat(&mut self, deed: &Deed) {
        match deed {
            Deed::Event(event) => self.apply(*event),
            Deed::Resize(size) => self.resize(*size),
            Deed::Reset(seed) => self.reset(*seed),
            Deed::Config(difference) => {
                // A log is read with all its changes tried, one over the other.
                let config = changed(&self.tank.config().to_numbers(), difference);
                if let Some(config) = Config::from_numbers(&config) {
                    self.set_config(config);
                }
            }
        }
    }

    /// Writes the recording until now as JSON; [`Log`] says what is in it.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: impl io::Write) -> io::Result<()> {
        let end = self.end();
        let written = Written::new(self).ends(end.steps, end.hash, self.closed.is_some());
        serde_json::to_writer(out, &written).map_err(io::Error::from)
    }

    /// Where the recording ends, if it ended now.
    fn end(&self) -> Closed {
        self.closed.unwrap_or_else(|| Closed {
            steps: self.steps,
            hash: self.tank.hash(),
        })
    }

    /// Whether that much can still be recorded. If not, the recording ends here for good: with a gap it would be of no use.
    fn make_room(&mut self, entries: usize) -> bool {
        if self.closed.is_none() && entries > self.room {
            self.closed = Some(Closed {
                steps: self.steps,
                hash: self.tank.hash(),
            });
        }
        if self.closed.is_none() {
            self.room -= entries;
        }
        self.closed.is_none()
    }

    fn record(&mut self, deed: Deed) {
        let step = self.steps;
        self.entries.push(Entry { step, deed });
    }
}

/// Does to a tank what a log says, at the steps it says.
#[derive(Debug)]
pub struct Player {
    log: Log,
    next: usize,
}

impl Player {
    /// A player at the start of a log.
    #[must_use]
    pub fn new(log: Log) -> Self {
        Self { log, next: 0 }
    }

    /// Does what was done before the next step, and says whether there is a next step. `tank` must have begun with the same log
    /// and have seen no other hand since.
    pub fn prepare(&mut self, tank: &mut Recorded) -> bool {
        while let Some(entry) = self.log.entries.get(self.next)
            && entry.step <= tank.recorded_steps()
        {
            tank.repeat(&entry.deed);
            self.next += 1;
        }
        tank.recorded_steps() < self.log.steps
    }

    /// The log that it plays.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }
}

#[cfg(test)]
mod tests;
