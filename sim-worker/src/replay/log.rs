//! The log as a document.

use std::fmt;
use std::io;

use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::config::{Config, ConfigError, changed, difference, merge, parse, short};

use super::entry::{Deed, Entry, Line, Read, SEED, SIDE, number, seed, wrong};
use super::numbers::most_fish;
use super::patch::patch;
use super::{MOST_ENTRIES, Recorded};

/// A longer log is refused unread. A full recording is shorter.
pub const MAX_LOG_BYTES: u64 = 8 * 1024 * 1024;

const VERSION: u64 = 1;
/// Whole numbers beyond this are not exact in JavaScript.
const MOST_STEPS: u64 = (1 << 53) - 1;
const FIELDS: [&str; 8] = [
    "mirofish",
    "seed",
    "size",
    "config",
    "steps",
    "truncated",
    "events",
    "hash",
];

/// What was done to a tank from its first step on. As JSON an object:
///
/// | field | what |
/// |---|---|
/// | `mirofish` | version of this format: 1 |
/// | `seed` | string of decimal digits |
/// | `size` | width and height, world units |
/// | `config` | the configuration at the start, whole |
/// | `steps` | steps run |
/// | `truncated` | true if the recording had no more room and ends early; else absent |
/// | `events` | list of `[step, kind, ...]`: `feed` x y, `scare` x y x y strength, `call` x y seconds, `callEnd`, `resize` width height, `config` patch, `reset` seed |
/// | `hash` | state hash at the end, 16 hex digits |
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// Seed of the first tank.
    pub seed: u64,
    /// Width and height of the first tank, world units.
    pub size: [f32; 2],
    /// Its configuration.
    pub config: Config,
    /// Steps run.
    pub steps: u64,
    /// What was done, by step.
    pub entries: Vec<Entry>,
    /// State hash at the end.
    pub hash: u64,
    /// Whether the session went on unrecorded.
    pub truncated: bool,
    /// Most fish that there can be at any time.
    pub most_fish: u32,
}

impl Log {
    /// Reads a log of which the whole text is at hand.
    ///
    /// # Errors
    /// As [`Log::read`].
    pub fn parse(json: &str) -> Result<Self, ConfigError> {
        Self::read(json.as_bytes(), json.len() as u64)
    }

    /// Reads a log of so many bytes, piece by piece.
    ///
    /// # Errors
    /// The field that is wrong, with its value and what is allowed. Nothing in a log that was read can fail later.
    pub fn read(json: impl io::Read, bytes: u64) -> Result<Self, ConfigError> {
        if bytes > MAX_LOG_BYTES {
            let size = format!("{bytes} bytes long").into();
            return Err(wrong(
                "recording",
                &size,
                &format!("at most {MAX_LOG_BYTES} bytes"),
            ));
        }
        let parts: Parts = serde_json::from_reader(json).map_err(|error| {
            let complaint = format!("not JSON ({error})").into();
            wrong("recording", &complaint, "a JSON object")
        })?;
        parts.check()
    }
}

/// The document with its fields not looked at yet, except for the events, of which each is checked as it comes: as values they would
/// take many times the memory.
#[derive(Default)]
struct Parts {
    fields: [Option<Value>; FIELDS.len()],
    events: Option<Events>,
    stranger: Option<String>,
}

impl Parts {
    fn field(&self, name: &str) -> Value {
        let index = FIELDS.iter().position(|field| *field == name);
        index
            .and_then(|index| self.fields[index].clone())
            .unwrap_or_default()
    }

    fn need<T>(
        &self,
        name: &str,
        allowed: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<T, ConfigError> {
        let value = self.field(name);
        read(&value).ok_or_else(|| wrong(name, &value, allowed))
    }

    fn check(self) -> Result<Log, ConfigError> {
        // First: a document of another version may differ in everything else.
        self.need("mirofish", "1, the version that is understood", |value| {
            (value.as_u64() == Some(VERSION)).then_some(())
        })?;
        if let Some(name) = &self.stranger {
            return Err(wrong(name, &"not a known field".into(), &FIELDS.join("|")));
        }
        let config = parse(&self.need("config", "an object", |value| {
            value.is_object().then(|| value.to_string())
        })?)
        .map_err(|error| below("config", error))?;
        let steps = self.need("steps", "a whole number, 0 to 9007199254740991", |value| {
            value.as_u64().filter(|steps| *steps <= MOST_STEPS)
        })?;
        let hash = self.need("hash", "16 hex digits", hash)?;
        let truncated = self.need("truncated", "true or false", |value| match value {
            Value::Null => Some(false),
            other => other.as_bool(),
        })?;
        let size = self.size()?;
        let seed = self.need("seed", SEED, seed)?;
        let Some(events) = self.events else {
            return Err(wrong("events", &Value::Null, "a list"));
        };
        let events = events.0?;
        if let Some((index, (last, _))) = events.iter().enumerate().next_back()
            && last.step > steps
        {
            let allowed = format!("at most {steps}, the steps of the recording");
            return Err(wrong(
                format!("events[{index}][0]"),
                &last.step.into(),
                &allowed,
            ));
        }
        let (entries, most_fish) = resolved(&config, events)?;
        Ok(Log {
            seed,
            size,
            config,
            steps,
            entries,
            hash,
            truncated,
            most_fish,
        })
    }

    fn size(&self) -> Result<[f32; 2], ConfigError> {
        let sides = self.need("size", "width and height, world units", |value| {
            let list = value.as_array()?;
            Some([
                list.first()?.clone(),
                list.get(1).filter(|_| list.len() == 2)?.clone(),
            ])
        })?;
        Ok([
            number("size[0]".to_owned(), &sides[0], SIDE)?,
            number("size[1]".to_owned(), &sides[1], SIDE)?,
        ])
    }
}

fn hash(value: &Value) -> Option<u64> {
    let digits = value.as_str()?;
    let hex = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    hex.then(|| u64::from_str_radix(digits, 16).ok()).flatten()
}

fn below(path: &str, mut error: ConfigError) -> ConfigError {
    let gap = if error.field.is_empty() { "" } else { "." };
    error.field = format!("{path}{gap}{}", error.field);
    error
}

/// Lays all changes of configuration over each other. Returns the entries with what these change, and the most fish that there
/// can be.
fn resolved(config: &Config, events: Vec<Read>) -> Result<(Vec<Entry>, u32), ConfigError> {
    let mut most = most_fish(config);
    let mut config = config.clone();
    let mut entries = Vec::with_capacity(events.len());
    for (index, (mut entry, patch)) in events.into_iter().enumerate() {
        if let Some(patch) = patch {
            let next = merge(&config, &patch)
                .map_err(|error| below(&format!("events[{index}][2]"), error))?;
            entry.deed = Deed::Config(difference(&config.to_numbers(), &next.to_numbers()).into());
            most = most.max(most_fish(&next));
            config = next;
        }
        entries.push(entry);
    }
    Ok((entries, most))
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Whole;

        impl<'de> Visitor<'de> for Whole {
            type Value = Parts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Parts, A::Error> {
                let mut parts = Parts::default();
                while let Some(name) = map.next_key::<String>()? {
                    if name == "events" {
                        parts.events = Some(map.next_value()?);
                    } else if let Some(index) = FIELDS.iter().position(|field| *field == name) {
                        parts.fields[index] = Some(map.next_value()?);
                    } else {
                        map.next_value::<IgnoredAny>()?;
                        parts.stranger.get_or_insert(name);
                    }
                }
                Ok(parts)
            }
        }
        from.deserialize_map(Whole)
    }
}

/// The entries, or what is wrong with the first that is.
struct Events(Result<Vec<Read>, ConfigError>);

impl<'de> Deserialize<'de> for Events {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Events;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of events")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Events, A::Error> {
                let mut entries: Vec<Read> = Vec::new();
                while let Some(value) = list.next_element::<Value>()? {
                    let earliest = entries.last().map_or(0, |(entry, _)| entry.step);
                    let entry = Entry::read(entries.len(), &value, earliest).and_then(|entry| {
                        if entries.len() < MOST_ENTRIES {
                            return Ok(entry);
                        }
                        let length = format!("more than {MOST_ENTRIES} long").into();
                        Err(wrong(
                            "events",
                            &length,
                            &format!("at most {MOST_ENTRIES} entries"),
                        ))
                    });
                    match entry {
                        Ok(entry) => entries.push(entry),
                        Err(error) => {
                            while list.next_element::<IgnoredAny>()?.is_some() {}
                            return Ok(Events(Err(error)));
                        }
                    }
                }
                Ok(Events(Ok(entries)))
            }
        }
        from.deserialize_seq(List)
    }
}

/// A log on its way out.
#[derive(Serialize)]
pub(super) struct Written<'a> {
    mirofish: u64,
    seed: String,
    size: [f64; 2],
    config: &'a Config,
    steps: u64,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    events: Vec<Line<'a>>,
    hash: String,
}

impl<'a> Written<'a> {
    pub(super) fn new(recorded: &'a Recorded) -> Self {
        Self {
            mirofish: VERSION,
            seed: recorded.seed.to_string(),
            size: recorded.size.map(short),
            config: &recorded.config,
            steps: 0,
            truncated: false,
            events: lines(recorded),
            hash: String::new(),
        }
    }

    pub(super) fn ends(self, steps: u64, hash: u64, truncated: bool) -> Self {
        Self {
            steps,
            hash: format!("{hash:016x}"),
            truncated,
            ..self
        }
    }
}

/// The entries, with the patches that their changes of configuration are.
fn lines(recorded: &Recorded) -> Vec<Line<'_>> {
    let mut config = recorded.config.clone();
    let mut line = |entry| {
        let mut line = Line {
            entry,
            patch: Value::Null,
        };
        if let Deed::Config(difference) = &line.entry.deed
            && let Some(next) = Config::from_numbers(&changed(&config.to_numbers(), difference))
        {
            line.patch = patch(&config, &next);
            config = next;
        }
        line
    };
    recorded.entries.iter().map(&mut line).collect()
}
