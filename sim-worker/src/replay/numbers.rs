//! The log as a list of numbers: how it travels between the engine and whoever has it as a document.
//!
//! | numbers | what |
//! |---|---|
//! | 2 | seed, upper and lower half |
//! | 2 | width and height of the first tank, world units |
//! | 1 + n | length, and the first configuration ([`Config::to_numbers`]) |
//! | 1 | steps run |
//! | 1 | 1 if the recording had no more room and ends early, else 0 |
//! | 2 | state hash at the end, upper and lower half |
//! | 1 | entries |
//!
//! and for each entry its step, its kind, and what belongs to that: 0 `feed` x y, 1 `scare` x y x y strength, 2 `call` x y seconds,
//! 3 `callEnd`, 4 `resize` width height, 5 `config` length and [`difference`](shared::config::difference), 6 `reset` seed in halves.

use shared::config::{Config, changed};
use shared::event::Event;

use super::{Deed, Entry, Log, MOST_ENTRIES, Recorded};

/// More numbers than a configuration can have.
const LONGEST_CONFIG: usize = 4096;

impl Recorded {
    /// Gives the recording until now to `put`, number by number.
    pub fn numbers(&self, put: &mut dyn FnMut(f64)) {
        let end = self.end();
        halves(self.seed, put);
        self.size.iter().for_each(|side| put(f64::from(*side)));
        list(&self.config.to_numbers(), put);
        put(end.steps as f64);
        put(f64::from(u8::from(self.closed.is_some())));
        halves(end.hash, put);
        put(self.entries.len() as f64);
        for entry in &self.entries {
            put(entry.step as f64);
            entry.deed.numbers(put);
        }
    }
}

impl Deed {
    fn numbers(&self, put: &mut dyn FnMut(f64)) {
        let mut say = |kind: u8, numbers: &[f32]| {
            put(f64::from(kind));
            numbers.iter().for_each(|number| put(f64::from(*number)));
        };
        match self {
            Self::Event(Event::Feed { x, y }) => say(0, &[*x, *y]),
            Self::Event(Event::Scare { from, to, strength }) => {
                say(1, &[from[0], from[1], to[0], to[1], *strength]);
            }
            Self::Event(Event::Call { x, y, seconds }) => say(2, &[*x, *y, *seconds]),
            Self::Event(Event::CallEnd) => say(3, &[]),
            Self::Resize(size) => say(4, size),
            Self::Config(difference) => {
                say(5, &[]);
                list(difference, put);
            }
            Self::Reset(seed) => {
                say(6, &[]);
                halves(*seed, put);
            }
        }
    }
}

fn halves(number: u64, put: &mut dyn FnMut(f64)) {
    put((number >> 32) as f64);
    put(f64::from(number as u32));
}

fn list(numbers: &[f64], put: &mut dyn FnMut(f64)) {
    put(numbers.len() as f64);
    numbers.iter().for_each(|number| put(*number));
}

impl Log {
    /// Reads what [`Recorded::numbers`] wrote, or what was made like it of a document that was checked. Nothing if it is not
    /// that, or has configurations of other tables.
    pub fn from_numbers(numbers: &mut dyn Iterator<Item = f64>) -> Option<Self> {
        let mut from = Reader(numbers);
        let seed = from.halves()?;
        let size = from.array()?;
        let first = from.list(LONGEST_CONFIG)?;
        let mut log = Self {
            seed,
            size,
            config: Config::from_numbers(&first)?,
            steps: from.next()? as u64,
            truncated: from.next()? != 0.0,
            hash: from.halves()?,
            entries: Vec::new(),
            most_fish: 0,
        };
        log.most_fish = most_fish(&log.config);
        let entries = from.length(MOST_ENTRIES)?;
        log.entries.reserve_exact(entries);
        let mut config = first;
        for _ in 0..entries {
            let step = from.next()? as u64;
            let deed = from.deed()?;
            if let Deed::Config(difference) = &deed {
                config = changed(&config, difference);
                log.most_fish = log
                    .most_fish
                    .max(most_fish(&Config::from_numbers(&config)?));
            }
            log.entries.push(Entry { step, deed });
        }
        Some(log)
    }
}

/// The most fish that a tank of this configuration can begin with, however large it is.
pub(super) fn most_fish(config: &Config) -> u32 {
    config.population(f32::MAX.sqrt(), f32::MAX.sqrt())
}

struct Reader<'a>(&'a mut dyn Iterator<Item = f64>);

impl Reader<'_> {
    // Called for every number there is: spelt out each time it would be many times as much code.
    #[inline(never)]
    fn next(&mut self) -> Option<f64> {
        self.0.next()
    }

    fn halves(&mut self) -> Option<u64> {
        let upper = self.next()? as u32;
        let lower = self.next()? as u32;
        Some(u64::from(upper) << 32 | u64::from(lower))
    }

    fn length(&mut self, most: usize) -> Option<usize> {
        let length = self.next()? as usize;
        (length <= most).then_some(length)
    }

    fn list(&mut self, most: usize) -> Option<Vec<f64>> {
        (0..self.length(most)?).map(|_| self.next()).collect()
    }

    fn array<const N: usize>(&mut self) -> Option<[f32; N]> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.next()? as f32;
        }
        Some(numbers)
    }

    fn deed(&mut self) -> Option<Deed> {
        Some(match self.next()? as u8 {
            0 => {
                let [x, y] = self.array()?;
                Deed::Event(Event::Feed { x, y })
            }
            1 => {
                let [ax, ay, bx, by, strength] = self.array()?;
                Deed::Event(Event::Scare {
                    from: [ax, ay],
                    to: [bx, by],
                    strength,
                })
            }
            2 => {
                let [x, y, seconds] = self.array()?;
                Deed::Event(Event::Call { x, y, seconds })
            }
            3 => Deed::Event(Event::CallEnd),
            4 => Deed::Resize(self.array()?),
            // Pairs of index and number, of a list of that length at most.
            5 => Deed::Config(self.list(1 + 2 * LONGEST_CONFIG)?.into()),
            6 => Deed::Reset(self.halves()?),
            _ => return None,
        })
    }
}
