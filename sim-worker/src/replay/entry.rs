//! A line of a log.

use serde::{Serialize, Serializer};
use serde_json::Value;
use shared::config::{ConfigError, short};
use shared::event::Event;

/// What was done to a tank.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// A feed, a scare, a call, or its end.
    Event(Event),
    /// Another size: width and height in world units.
    Resize([f32; 2]),
    /// Another configuration: what must be known of it beside the one before ([`shared::config::difference`]).
    Config(Box<[f64]>),
    /// A new tank, dealt from this seed.
    Reset(u64),
}

/// What was done, and when: after so many steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Steps run before it, counted from the start of the recording.
    pub step: u64,
    /// What was done.
    pub deed: Deed,
}

const FEED: &str = "feed";
const SCARE: &str = "scare";
const CALL: &str = "call";
const CALL_END: &str = "callEnd";
const RESIZE: &str = "resize";
const CONFIG: &str = "config";
const RESET: &str = "reset";

/// An entry on its way into a document.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) entry: &'a Entry,
    /// What a change of configuration is as a patch; of any other deed nothing.
    pub(super) patch: Value,
}

impl Serialize for Line<'_> {
    /// `[step, kind, numbers...]`, with a patch instead of numbers for `config`, and a seed in digits for `reset`.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let step = self.entry.step;
        match &self.entry.deed {
            Deed::Event(Event::Feed { x, y }) => (step, FEED, short(*x), short(*y)).serialize(to),
            Deed::Event(Event::Scare {
                from,
                to: end,
                strength,
            }) => {
                let [ax, ay, bx, by] = [from[0], from[1], end[0], end[1]].map(short);
                (step, SCARE, ax, ay, bx, by, short(*strength)).serialize(to)
            }
            Deed::Event(Event::Call { x, y, seconds }) => {
                (step, CALL, short(*x), short(*y), short(*seconds)).serialize(to)
            }
            Deed::Event(Event::CallEnd) => (step, CALL_END).serialize(to),
            Deed::Resize([width, height]) => {
                (step, RESIZE, short(*width), short(*height)).serialize(to)
            }
            Deed::Config(_) => (step, CONFIG, &self.patch).serialize(to),
            Deed::Reset(seed) => (step, RESET, seed.to_string()).serialize(to),
        }
    }
}

/// An entry out of a document, with the JSON Merge Patch (RFC 7386) that a change of configuration is there: what it changes
/// is not known before the configuration is.
pub(super) type Read = (Entry, Option<Box<str>>);

impl Entry {
    /// Reads the entry with this index, which must not come before step `earliest`.
    pub(super) fn read(index: usize, value: &Value, earliest: u64) -> Result<Read, ConfigError> {
        let path = format!("events[{index}]");
        let Some(list) = value.as_array().filter(|list| list.len() >= 2) else {
            return Err(wrong(path, value, "a list: step, kind, numbers"));
        };
        let step = list[0]
            .as_u64()
            .filter(|step| *step >= earliest)
            .ok_or_else(|| {
                let allowed =
                    format!("a whole number, at least {earliest}: steps do not go backwards");
                wrong(format!("{path}[0]"), &list[0], &allowed)
            })?;
        let kind = list[1].as_str().unwrap_or_default();
        let rest = Rest {
            path: &path,
            values: &list[2..],
        };
        let deed = match kind {
            FEED => rest
                .numbers([ANY; 2])
                .map(|[x, y]| Deed::Event(Event::Feed { x, y })),
            SCARE => {
                rest.numbers([ANY, ANY, ANY, ANY, [0.0, 1.0]])
                    .map(|[ax, ay, bx, by, strength]| {
                        Deed::Event(Event::Scare {
                            from: [ax, ay],
                            to: [bx, by],
                            strength,
                        })
                    })
            }
            CALL => rest
                .numbers([ANY, ANY, [0.0, f32::MAX]])
                .map(|[x, y, seconds]| Deed::Event(Event::Call { x, y, seconds })),
            CALL_END => rest.numbers([]).map(|[]| Deed::Event(Event::CallEnd)),
            RESIZE => rest.numbers([SIDE; 2]).map(Deed::Resize),
            CONFIG => rest.one("a patch: an object", |value| {
                value.is_object().then(|| Deed::Config(Box::default()))
            }),
            RESET => rest.one(SEED, |value| seed(value).map(Deed::Reset)),
            _ => {
                let kinds = [FEED, SCARE, CALL, CALL_END, RESIZE, CONFIG, RESET].join("|");
                Err(wrong(format!("{path}[1]"), &list[1], &kinds))
            }
        }?;
        let patch = matches!(deed, Deed::Config(_)).then(|| list[2].to_string().into());
        Ok((Self { step, deed }, patch))
    }
}

const ANY: [f32; 2] = [-f32::MAX, f32::MAX];
/// Sides of a tank, world units.
pub(super) const SIDE: [f32; 2] = [1.0, 100_000.0];
/// What a seed may be.
pub(super) const SEED: &str = "a string of decimal digits, at most 18446744073709551615";

/// A seed, which has more digits than a number in JSON can carry.
pub(super) fn seed(value: &Value) -> Option<u64> {
    let digits = value.as_str()?;
    let plain = digits.bytes().all(|digit| digit.is_ascii_digit());
    plain.then(|| digits.parse().ok()).flatten()
}

/// A number of 32 bits within its range.
pub(super) fn number(
    path: String,
    value: &Value,
    [low, high]: [f32; 2],
) -> Result<f32, ConfigError> {
    let number = value.as_f64().map(|number| number as f32);
    number
        .filter(|number| (low..=high).contains(number))
        .ok_or_else(|| {
            let allowed = match [low, high] {
                ANY => "a finite number of 32 bits".to_owned(),
                [low, f32::MAX] => format!("a finite number of 32 bits, at least {low}"),
                [low, high] => format!("a number, {low} to {high}"),
            };
            wrong(path, value, &allowed)
        })
}

/// What follows step and kind.
struct Rest<'a> {
    path: &'a str,
    values: &'a [Value],
}

impl Rest<'_> {
    fn numbers<const N: usize>(&self, ranges: [[f32; 2]; N]) -> Result<[f32; N], ConfigError> {
        self.count(N)?;
        let mut numbers = [0.0; N];
        for (i, value) in self.values.iter().enumerate() {
            numbers[i] = number(format!("{}[{}]", self.path, i + 2), value, ranges[i])?;
        }
        Ok(numbers)
    }

    fn one(
        &self,
        allowed: &str,
        read: impl Fn(&Value) -> Option<Deed>,
    ) -> Result<Deed, ConfigError> {
        self.count(1)?;
        let value = &self.values[0];
        read(value).ok_or_else(|| wrong(format!("{}[2]", self.path), value, allowed))
    }

    fn count(&self, wanted: usize) -> Result<(), ConfigError> {
        if self.values.len() == wanted {
            return Ok(());
        }
        Err(ConfigError {
            field: self.path.to_owned(),
            value: format!("{} long", self.values.len() + 2),
            allowed: format!("{} long for its kind", wanted + 2),
        })
    }
}

/// An error about `value`, of which it shows the start.
pub(super) fn wrong(field: impl Into<String>, value: &Value, allowed: &str) -> ConfigError {
    const LONGEST: usize = 60;
    let mut value = value.to_string();
    if let Some((end, _)) = value.char_indices().nth(LONGEST) {
        value.truncate(end);
        value.push('…');
    }
    ConfigError {
        field: field.into(),
        value,
        allowed: allowed.to_owned(),
    }
}
