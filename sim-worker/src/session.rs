//! A tank at work: input in, due steps run, frames out. What the worker does between two waits, without the browser.

use shared::config::{Config, ConfigError, SizeMode};
use shared::event::Stamped;
use shared::layout::{FrameHeader, SlotLayout};
use shared::ring::Record;
use shared::stats::Window;

use crate::clock::FixedClock;
use crate::engine::{Crew, Phase, Tank};
use crate::herald::Herald;
use crate::publish::{Circumstances, read_frame, write_frame};
use crate::region::Ends;
use crate::replay::{Log, Player, Recorded};

const WINDOW_MS: f64 = 5000.0;
const WINDOW_SAMPLES: usize = 640;
/// Steps between two summaries of the timings.
const SUMMARY_EVERY: u64 = 15;

/// Reads a clock: milliseconds since the epoch. Given from outside, so that the session itself knows none.
pub type Now = fn() -> f64;

/// Hears of stretches of work: name, start and end by the clock of [`Now`].
pub type Timeline = fn(&'static str, f64, f64);

/// A running tank.
#[derive(Debug)]
pub struct Session {
    tank: Recorded,
    player: Option<Player>,
    ends: Ends,
    layout: SlotLayout,
    clock: FixedClock,
    now: Now,
    timeline: Option<Timeline>,
    css_size: [f32; 2],
    paused: bool,
    due_ms: f64,
    skipped_steps: u32,
    herald: Herald,
    step_ms: Window,
    input_latency_ms: Window,
    summaries: [[f32; 5]; 2],
}

/// Size of the tank in world units, for an element of so many CSS pixels.
#[must_use]
pub fn world_size(config: &Config, css_size: [f32; 2]) -> [f32; 2] {
    match config.world.size {
        SizeMode::Element => css_size.map(|side| side / config.world.scale),
        SizeMode::Fixed => [config.world.width, config.world.height],
    }
}

impl Session {
    /// Makes a tank for an element of so many CSS pixels and publishes its first frame.
    #[must_use]
    pub fn new(
        config: Config,
        css_size: [f32; 2],
        seed: u64,
        crew: Crew,
        paused: bool,
        now: Now,
    ) -> Self {
        let ends = Ends::new(config.capacity(), most_pellets());
        let size = world_size(&config, css_size);
        let tank = Recorded::new(config, size, seed, crew);
        let mut session = Self {
            tank,
            player: None,
            layout: ends.header.slot_layout(),
            ends,
            clock: FixedClock::default(),
            now,
            timeline: None,
            css_size,
            paused,
            due_ms: now(),
            skipped_steps: 0,
            herald: Herald::default(),
            step_ms: Window::new(WINDOW_MS, WINDOW_SAMPLES),
            input_latency_ms: Window::new(WINDOW_MS, WINDOW_SAMPLES),
            summaries: [[0.0; 5]; 2],
        };
        session.clock.restart(session.due_ms);
        session.publish();
        session
    }

    /// Runs the steps that are due, publishes if there were any, and says in how many milliseconds the next one is due:
    /// infinite while paused.
    pub fn tick(&mut self, now_ms: f64) -> f64 {
        if self.paused {
            return f64::INFINITY;
        }
        let due = self.clock.advance(now_ms);
        self.skipped_steps = self.skipped_steps.wrapping_add(due.skipped);
        Herald::overrun(due.skipped, &mut self.ends.notices);
        for _ in 0..due.steps {
            self.step_once();
        }
        if due.steps > 0 {
            self.due_ms = due.due_ms;
            self.publish();
        }
        due.wait_ms
    }

    /// Runs so many steps at once, whatever the clock says, and publishes the last.
    pub fn step(&mut self, count: u32, now_ms: f64) {
        for _ in 0..count {
            self.step_once();
        }
        self.due_ms = now_ms;
        self.publish();
    }

    /// Goes on; the clock restarts at `now_ms`.
    pub fn play(&mut self, now_ms: f64) {
        self.paused = false;
        self.clock.restart(now_ms);
    }

    /// Stands still; the standing frame carries the hash of the state.
    pub fn pause(&mut self, now_ms: f64) {
        self.paused = true;
        self.due_ms = now_ms;
        self.publish();
    }

    /// Takes another configuration between two steps.
    ///
    /// # Errors
    /// The field that asks for more fish than there is room for; the tank goes on with what it had.
    pub fn set_config(&mut self, config: Config) -> Result<(), ConfigError> {
        let config = self.within_capacity(config)?;
        let size = world_size(&config, self.css_size);
        self.player = None;
        self.tank.set_config(config);
        if size != self.tank.size() {
            self.tank.resize(size);
        }
        self.publish_if_paused();
        Ok(())
    }

    /// The configuration with the capacity that memory was made for, if it asks for no more.
    fn within_capacity(&self, mut config: Config) -> Result<Config, ConfigError> {
        let made = self.ends.header.fish_capacity;
        let asked = [
            ("world.count", config.world.count),
            ("world.capacity", config.world.capacity),
        ];
        for (field, value) in asked {
            if let Some(value) = value.filter(|value| *value > made) {
                return Err(ConfigError {
                    field: field.to_owned(),
                    value: value.to_string(),
                    allowed: format!(
                        "at most {made}, the capacity that this tank was made with (world.capacity)"
                    ),
                });
            }
        }
        // An automatic capacity is decided once; a later one could mean more fish than a slot holds.
        config.world.capacity = Some(made);
        Ok(config)
    }

    /// Follows the element's size, in CSS pixels.
    pub fn resize(&mut self, css_size: [f32; 2]) {
        self.css_size = css_size;
        let size = world_size(self.tank.config(), css_size);
        if size != self.tank.size() && self.player.is_none() {
            self.tank.resize(size);
        }
        self.publish_if_paused();
    }

    /// Deals a new tank.
    pub fn reset(&mut self, seed: u64) {
        self.player = None;
        self.tank.reset(seed);
        self.publish_if_paused();
    }

    /// Goes on from the words of a slot that another tank of this configuration published last, as [`Tank::restore`] does.
    ///
    /// # Errors
    /// If it is no slot of a tank of this capacity; nothing has changed then.
    pub fn restore(&mut self, words: &[u32]) -> Result<(), ConfigError> {
        let mut header = FrameHeader::default();
        let shown = read_frame(words, &self.layout, &mut header).ok_or_else(|| ConfigError {
            field: "frame".to_owned(),
            value: format!("{} bytes", words.len() * 4),
            allowed: format!("a slot of {} bytes", self.layout.bytes),
        })?;
        self.player = None;
        self.tank.restore(&shown);
        self.publish();
        Ok(())
    }

    /// Takes an input record that did not come through the ring. A record that makes no sense is ignored.
    pub fn input(&mut self, record: &Record) {
        if let Some(stamped) = Stamped::from_record(record) {
            self.hear(stamped);
        }
    }

    /// What was done to the tank until now; nothing if it came out of a frame, until the next reset.
    #[must_use]
    pub fn recording(&self) -> Option<&Recorded> {
        (!self.tank.restored()).then_some(&self.tank)
    }

    /// Begins the tank anew as the recording begins, and does by itself what was done then. Until its end, input is ignored and the
    /// element's size waits; another configuration or a reset ends it early.
    ///
    /// # Errors
    /// If it needs more room than this tank has; the tank goes on as it was.
    pub fn replay(&mut self, log: Log) -> Result<(), ConfigError> {
        let capacity = self.ends.header.fish_capacity;
        if log.most_fish > capacity {
            return Err(ConfigError {
                field: "config.world.count".to_owned(),
                value: format!("up to {} fish in the recording", log.most_fish),
                allowed: format!(
                    "at most {capacity}, the capacity that this tank was made with (world.capacity)"
                ),
            });
        }
        self.tank.begin(&log);
        self.player = Some(Player::new(log));
        self.play_back();
        self.publish();
        Ok(())
    }

    /// Tells somebody, or nobody any more, how long the parts of each step take: `sim:hash` (grid and food), `sim:forces` (sensing,
    /// steering and moving), `sim:step` (all of it), `sim:publish`.
    pub fn set_timeline(&mut self, timeline: Option<Timeline>) {
        self.timeline = timeline;
    }

    /// The tank itself, to look at.
    #[must_use]
    pub fn tank(&self) -> &Tank {
        &self.tank
    }

    /// Both ends of the memory that is shared.
    pub fn ends(&mut self) -> &mut Ends {
        &mut self.ends
    }

    fn hear(&mut self, stamped: Stamped) {
        if self.player.is_none() {
            self.tank.apply(stamped.event);
        }
        if stamped.at_ms > 0.0 {
            let now = (self.now)();
            self.input_latency_ms
                .record(now, (now - stamped.at_ms).max(0.0) as f32);
        }
    }

    fn step_once(&mut self) {
        while let Some(record) = self.ends.input.pop() {
            self.input(&record);
        }
        let before = (self.now)();
        self.run_step(before);
        self.herald.tell(&self.tank, &mut self.ends.notices);
        self.play_back();
        let after = (self.now)();
        self.step_ms.record(after, (after - before) as f32);
        if self.tank.steps().is_multiple_of(SUMMARY_EVERY) {
            self.summaries = [&mut self.step_ms, &mut self.input_latency_ms]
                .map(|w| w.summary(after).to_array());
        }
    }

    fn run_step(&mut self, start: f64) {
        let Some(tell) = self.timeline else {
            self.tank.step();
            return;
        };
        let mut mark = start;
        self.tank.step_telling(|phase| {
            let name = match phase {
                Phase::Hash => "sim:hash",
                Phase::Forces => "sim:forces",
            };
            let end = (self.now)();
            tell(name, mark, end);
            mark = end;
        });
        tell("sim:step", start, (self.now)());
    }

    /// Does what the recording says was done here, until its end.
    fn play_back(&mut self) {
        if let Some(player) = &mut self.player
            && !player.prepare(&mut self.tank)
        {
            self.player = None;
        }
    }

    fn publish_if_paused(&mut self) {
        if self.paused {
            self.publish();
        }
    }

    fn publish(&mut self) {
        let start = self.timeline.map(|_| (self.now)());
        let circumstances = Circumstances {
            due_ms: self.due_ms,
            paused: self.paused,
            skipped_steps: self.skipped_steps,
            step_ms: self.summaries[0],
            input_latency_ms: self.summaries[1],
        };
        write_frame(
            &self.tank,
            &circumstances,
            &self.layout,
            self.ends.frames.slot(),
        );
        self.ends.frames.publish();
        if let (Some(tell), Some(start)) = (self.timeline, start) {
            tell("sim:publish", start, (self.now)());
        }
    }
}

/// Room for pellets is made for what a configuration can ask for at most: it is little, and a live change needs no new memory.
fn most_pellets() -> u32 {
    1024
}
