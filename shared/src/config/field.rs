//! The kinds of fields: how each is read, written, checked and described.

use std::fmt;

use serde_json::Value;

use super::error::{ConfigError, shown};
use super::number::short;
use super::place::Place;

/// A line of the list of fields.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldRow {
    /// Path, as `boids.perception`; `[]` stands for each element of a list.
    pub path: String,
    /// `number`, `integer`, `range` (two numbers, smaller first), `color` (hue, saturation, lightness), `text`, `switch`,
    /// or the words of an enumeration divided by `|`.
    pub kind: String,
    /// Whether the field may be null, which asks for an automatic value.
    pub optional: bool,
    /// Default.
    pub default: Value,
    /// Smallest and largest value, if the field is numeric.
    pub range: Option<[f64; 2]>,
    /// Unit, may be empty.
    pub unit: &'static str,
    /// What it means.
    pub doc: String,
}

/// The allowed range of a number, inclusive, and its unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowed {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) unit: &'static str,
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.unit.is_empty() { "" } else { " " };
        write!(f, "{} to {}{gap}{}", self.low, self.high, self.unit)
    }
}

/// Everything that a document may say at one place. Called through `dyn`, so that there is little code for each field.
pub(super) trait Field {
    /// Takes what the document says, if it is of this kind; whether it is within its range, [`Field::check`] says.
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError>;

    fn write(&self) -> Value;

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError>;

    /// Name of the kind, as in [`FieldRow::kind`].
    fn kind(&self) -> String;

    /// Whether null is a value.
    fn optional(&self) -> bool {
        false
    }

    /// Appends the rows of this field.
    fn rows(&self, place: &Place<'_>, out: &mut Vec<FieldRow>) {
        let allowed = place.allowed();
        let doc = place.about().map_or("", |about| about.doc);
        out.push(FieldRow {
            path: place.to_string(),
            kind: self.kind(),
            optional: self.optional(),
            default: self.write(),
            range: allowed.map(|a| [a.low, a.high]),
            unit: allowed.map_or("", |a| a.unit),
            doc: doc.split_whitespace().collect::<Vec<_>>().join(" "),
        });
    }
}

/// The error about a value of another kind.
fn another_kind(field: &dyn Field, value: &Value, place: &Place<'_>) -> ConfigError {
    let kind = field.kind();
    let allowed = match place.allowed() {
        Some(range) => format!("{kind}, {range}"),
        None => kind,
    };
    ConfigError::new(place, shown(value), allowed)
}

fn check_number(value: f64, place: &Place<'_>) -> Result<(), ConfigError> {
    match place.allowed() {
        Some(a) if !(a.low..=a.high).contains(&value) => {
            Err(ConfigError::new(place, short(value as f32), a))
        }
        None if !value.is_finite() => Err(ConfigError::new(place, value, "a finite number")),
        _ => Ok(()),
    }
}

impl Field for f32 {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        let number = value.as_f64();
        *self = number.ok_or_else(|| another_kind(self, value, place))? as f32;
        Ok(())
    }

    fn write(&self) -> Value {
        short(*self).into()
    }

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError> {
        check_number(f64::from(*self), place)
    }

    fn kind(&self) -> String {
        "number".to_owned()
    }
}

impl Field for u64 {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        // 7.0 is a whole number too: a script cannot tell it from 7.
        let exact = |number: &f64| {
            number.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(number)
        };
        let number = value
            .as_u64()
            .or_else(|| value.as_f64().filter(exact).map(|number| number as u64));
        *self = number.ok_or_else(|| another_kind(self, value, place))?;
        Ok(())
    }

    fn write(&self) -> Value {
        (*self).into()
    }

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError> {
        match place.allowed() {
            Some(a) if !(a.low..=a.high).contains(&(*self as f64)) => {
                Err(ConfigError::new(place, self, a))
            }
            _ => Ok(()),
        }
    }

    fn kind(&self) -> String {
        "integer".to_owned()
    }
}

impl Field for u32 {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        let mut wide = 0_u64;
        wide.read(value, place)?;
        wide.check(place)?;
        *self = u32::try_from(wide).map_err(|_| another_kind(self, value, place))?;
        Ok(())
    }

    fn write(&self) -> Value {
        (*self).into()
    }

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError> {
        u64::from(*self).check(place)
    }

    fn kind(&self) -> String {
        0_u64.kind()
    }
}

impl Field for [f32; 2] {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        *self = numbers(self, value, place)?;
        Ok(())
    }

    fn write(&self) -> Value {
        self.map(short).to_vec().into()
    }

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError> {
        for end in self {
            end.check(place)?;
        }
        if self[0] > self[1] {
            let found = shown(&self.write());
            return Err(ConfigError::new(place, found, "the smaller number first"));
        }
        Ok(())
    }

    fn kind(&self) -> String {
        "range".to_owned()
    }
}

/// As many numbers as there have to be.
fn numbers<const N: usize>(
    field: &dyn Field,
    value: &Value,
    place: &Place<'_>,
) -> Result<[f32; N], ConfigError> {
    let list = value.as_array().filter(|list| list.len() == N);
    let list = list.ok_or_else(|| another_kind(field, value, place))?;
    let mut numbers = [0.0; N];
    for (index, number) in list.iter().enumerate() {
        let complaint = || another_kind(field, number, &Place::Element(place, index));
        numbers[index] = number.as_f64().ok_or_else(complaint)? as f32;
    }
    Ok(numbers)
}

/// A colour: hue in degrees (0 to 360), saturation and lightness in percent (0 to 100).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hsl(pub [f32; 3]);

impl Field for Hsl {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        self.0 = numbers(self, value, place)?;
        Ok(())
    }

    fn write(&self) -> Value {
        self.0.map(short).to_vec().into()
    }

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError> {
        let [h, s, l] = self.0;
        let percent = 0.0..=100.0;
        if (0.0..=360.0).contains(&h) && percent.contains(&s) && percent.contains(&l) {
            return Ok(());
        }
        let allowed = "hue 0 to 360, saturation 0 to 100, lightness 0 to 100";
        Err(ConfigError::new(place, shown(&self.write()), allowed))
    }

    fn kind(&self) -> String {
        "color".to_owned()
    }
}

impl Field for bool {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        let switch = value.as_bool();
        *self = switch.ok_or_else(|| ConfigError::new(place, shown(value), "true or false"))?;
        Ok(())
    }

    fn write(&self) -> Value {
        (*self).into()
    }

    fn check(&self, _: &Place<'_>) -> Result<(), ConfigError> {
        Ok(())
    }

    fn kind(&self) -> String {
        "switch".to_owned()
    }
}

/// Most characters of a text.
pub const LONGEST_TEXT: usize = 40;

const TEXT: &str = "1 to 40 characters out of A-Z, a-z, 0-9, '-', '_', '.', ' '";

impl Field for String {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        let text = value.as_str();
        *self = text
            .ok_or_else(|| ConfigError::new(place, shown(value), TEXT))?
            .to_owned();
        Ok(())
    }

    fn write(&self) -> Value {
        self.as_str().into()
    }

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError> {
        let word = |c: char| c.is_ascii_alphanumeric() || "-_. ".contains(c);
        if !self.is_empty() && self.len() <= LONGEST_TEXT && self.chars().all(word) {
            return Ok(());
        }
        Err(ConfigError::new(place, shown(&self.write()), TEXT))
    }

    fn kind(&self) -> String {
        "text".to_owned()
    }
}

impl<T: Field + Default> Field for Option<T> {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        *self = None;
        if !value.is_null() {
            self.insert(T::default()).read(value, place)?;
        }
        Ok(())
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, Field::write)
    }

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError> {
        self.as_ref().map_or(Ok(()), |value| value.check(place))
    }

    fn kind(&self) -> String {
        T::default().kind()
    }

    fn optional(&self) -> bool {
        true
    }
}

/// Most elements of a list; there is at least one.
pub const MOST_ELEMENTS: usize = 16;

impl<T: Field + Default> Field for Vec<T> {
    fn read(&mut self, value: &Value, place: &Place<'_>) -> Result<(), ConfigError> {
        let Some(list) = value.as_array() else {
            let allowed = format!("a list of 1 to {MOST_ELEMENTS} elements");
            return Err(ConfigError::new(place, shown(value), allowed));
        };
        self.clear();
        for (index, value) in list.iter().enumerate() {
            let mut element = T::default();
            element.read(value, &Place::Element(place, index))?;
            self.push(element);
        }
        Ok(())
    }

    fn write(&self) -> Value {
        self.iter().map(Field::write).collect()
    }

    fn check(&self, place: &Place<'_>) -> Result<(), ConfigError> {
        if !(1..=MOST_ELEMENTS).contains(&self.len()) {
            let length = format!("a list of {}", self.len());
            let allowed = format!("1 to {MOST_ELEMENTS} elements");
            return Err(ConfigError::new(place, length, allowed));
        }
        let mut elements = self.iter().enumerate();
        elements.try_for_each(|(index, element)| element.check(&Place::Element(place, index)))
    }

    fn kind(&self) -> String {
        "list".to_owned()
    }

    fn rows(&self, place: &Place<'_>, out: &mut Vec<FieldRow>) {
        T::default().rows(&Place::AnyElement(place), out);
    }
}
