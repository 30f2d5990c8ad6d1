//! How a field is declared, checked and described.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is wrong with a configuration: which field, what it says, what it may say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConfigError {
    /// Path of the field, as `boids.perception` or `species[1].bodyLen`.
    pub field: String,
    /// The value that was found.
    pub value: String,
    /// What is allowed there.
    pub allowed: String,
}

impl ConfigError {
    pub(super) fn new(
        field: impl Into<String>,
        value: impl fmt::Display,
        allowed: impl fmt::Display,
    ) -> Self {
        Self {
            field: field.into(),
            value: value.to_string(),
            allowed: allowed.to_string(),
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = if self.field.is_empty() {
            "the configuration"
        } else {
            &self.field
        };
        write!(f, "{field} is {}; allowed: {}", self.value, self.allowed)
    }
}

impl std::error::Error for ConfigError {}

/// A line of the list of fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldRow {
    /// Path, as `boids.perception`; `[]` stands for each element of a list.
    pub path: String,
    /// `number`, `integer`, `range` (two numbers, smaller first), `color` (hue, saturation, lightness), `text`, `switch`,
    /// or the words of an enumeration divided by `|`.
    pub kind: String,
    /// Whether the field may be null, which asks for an automatic value.
    pub optional: bool,
    /// Default.
    pub default: serde_json::Value,
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

pub(super) trait Field: Serialize {
    /// Checks the value at `path`.
    fn check_at(&self, path: &str, allowed: Option<Allowed>) -> Result<(), ConfigError>;

    /// Name of the kind, as in [`FieldRow::kind`].
    fn kind(&self) -> String;

    /// Whether null is a value.
    fn optional(&self) -> bool {
        false
    }

    /// Appends the rows of this field.
    fn rows(&self, path: &str, doc: &str, allowed: Option<Allowed>, out: &mut Vec<FieldRow>) {
        out.push(FieldRow {
            path: path.to_owned(),
            kind: self.kind(),
            optional: self.optional(),
            default: serde_json::to_value(self).unwrap_or_default(),
            range: allowed.map(|a| [a.low, a.high]),
            unit: allowed.map_or("", |a| a.unit),
            doc: doc.split_whitespace().collect::<Vec<_>>().join(" "),
        });
    }
}

fn check_number(value: f64, path: &str, allowed: Option<Allowed>) -> Result<(), ConfigError> {
    match allowed {
        Some(a) if !(a.low..=a.high).contains(&value) => Err(ConfigError::new(path, value, a)),
        None if !value.is_finite() => Err(ConfigError::new(path, value, "a finite number")),
        _ => Ok(()),
    }
}

macro_rules! numbers {
    ($($type:ty => $kind:literal),*) => {$(
        impl Field for $type {
            fn check_at(&self, path: &str, allowed: Option<Allowed>) -> Result<(), ConfigError> {
                check_number(*self as f64, path, allowed)
            }

            fn kind(&self) -> String {
                $kind.to_owned()
            }
        }
    )*};
}
numbers!(f32 => "number", u32 => "integer", u64 => "integer");

impl Field for [f32; 2] {
    fn check_at(&self, path: &str, allowed: Option<Allowed>) -> Result<(), ConfigError> {
        for end in self {
            check_number(f64::from(*end), path, allowed)?;
        }
        if self[0] > self[1] {
            return Err(ConfigError::new(
                path,
                format!("{self:?}"),
                "the smaller number first",
            ));
        }
        Ok(())
    }

    fn kind(&self) -> String {
        "range".to_owned()
    }
}

impl<T: Field + Default> Field for Option<T> {
    fn check_at(&self, path: &str, allowed: Option<Allowed>) -> Result<(), ConfigError> {
        self.as_ref()
            .map_or(Ok(()), |value| value.check_at(path, allowed))
    }

    fn kind(&self) -> String {
        T::default().kind()
    }

    fn optional(&self) -> bool {
        true
    }
}

impl Field for bool {
    fn check_at(&self, _: &str, _: Option<Allowed>) -> Result<(), ConfigError> {
        Ok(())
    }

    fn kind(&self) -> String {
        "switch".to_owned()
    }
}

/// Most characters of a text.
pub const LONGEST_TEXT: usize = 40;

impl Field for String {
    fn check_at(&self, path: &str, _: Option<Allowed>) -> Result<(), ConfigError> {
        let word = |c: char| c.is_ascii_alphanumeric() || "-_. ".contains(c);
        if self.is_empty() || self.len() > LONGEST_TEXT || !self.chars().all(word) {
            let start: String = self.chars().take(LONGEST_TEXT).collect();
            let allowed = "1 to 40 characters out of A-Z, a-z, 0-9, '-', '_', '.', ' '";
            return Err(ConfigError::new(path, format!("{start:?}"), allowed));
        }
        Ok(())
    }

    fn kind(&self) -> String {
        "text".to_owned()
    }
}

/// Most elements of a list; there is at least one.
pub const MOST_ELEMENTS: usize = 16;

impl<T: Field + Default> Field for Vec<T> {
    fn check_at(&self, path: &str, allowed: Option<Allowed>) -> Result<(), ConfigError> {
        if !(1..=MOST_ELEMENTS).contains(&self.len()) {
            let length = format!("a list of {}", self.len());
            return Err(ConfigError::new(
                path,
                length,
                format!("1 to {MOST_ELEMENTS} elements"),
            ));
        }
        self.iter()
            .enumerate()
            .try_for_each(|(i, element)| element.check_at(&format!("{path}[{i}]"), allowed))
    }

    fn kind(&self) -> String {
        "list".to_owned()
    }

    fn rows(&self, path: &str, doc: &str, allowed: Option<Allowed>, out: &mut Vec<FieldRow>) {
        T::default().rows(&format!("{path}[]"), doc, allowed, out);
    }
}

/// A colour: hue in degrees (0 to 360), saturation and lightness in percent (0 to 100).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hsl(pub [f32; 3]);

impl Field for Hsl {
    fn check_at(&self, path: &str, _: Option<Allowed>) -> Result<(), ConfigError> {
        let [h, s, l] = self.0;
        let percent = 0.0..=100.0;
        if (0.0..=360.0).contains(&h) && percent.contains(&s) && percent.contains(&l) {
            return Ok(());
        }
        let allowed = "hue 0 to 360, saturation 0 to 100, lightness 0 to 100";
        Err(ConfigError::new(path, format!("{:?}", self.0), allowed))
    }

    fn kind(&self) -> String {
        "color".to_owned()
    }
}

/// `snake_case` to `camelCase`, as serde does it.
pub(super) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        out.push_str(&word[..1].to_ascii_uppercase());
        out.push_str(&word[1..]);
    }
    out
}

pub(super) fn join(path: &str, name: &str) -> String {
    let name = camel(name);
    if path.is_empty() {
        name
    } else {
        format!("{path}.{name}")
    }
}

/// Declares a section: `name: type = default, low..=high, "unit";`, where default, range and unit may be left out.
/// A field without a default takes its type's.
macro_rules! section {
    (@default) => { Default::default() };
    (@default $default:expr) => { $default.into() };
    (@allowed) => { None };
    (@allowed $low:literal $high:literal $unit:literal) => {
        Some($crate::config::field::Allowed { low: $low as f64, high: $high as f64, unit: $unit })
    };
    (
        $(#[doc = $about:literal])*
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])*
                $field:ident: $type:ty $(= $default:expr)? $(; $low:literal..=$high:literal $unit:literal)?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields, default)]
        pub struct $name {
            $(
                $(#[doc = $doc])*
                $(#[doc = concat!("\n\nFrom ", stringify!($low), " to ", stringify!($high), " ", $unit, ".")])?
                pub $field: $type,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: section!(@default $($default)?)),* }
            }
        }

        impl $crate::config::field::Field for $name {
            fn check_at(
                &self,
                path: &str,
                _: Option<$crate::config::field::Allowed>,
            ) -> Result<(), $crate::config::ConfigError> {
                use $crate::config::field::{Field, join};
                $(Field::check_at(
                    &self.$field,
                    &join(path, stringify!($field)),
                    section!(@allowed $($low $high $unit)?),
                )?;)*
                Ok(())
            }

            fn kind(&self) -> String {
                "section".to_owned()
            }

            fn rows(
                &self,
                path: &str,
                _: &str,
                _: Option<$crate::config::field::Allowed>,
                out: &mut Vec<$crate::config::FieldRow>,
            ) {
                use $crate::config::field::{Field, join};
                $(Field::rows(
                    &self.$field,
                    &join(path, stringify!($field)),
                    concat!($($doc),*),
                    section!(@allowed $($low $high $unit)?),
                    out,
                );)*
            }
        }
    };
}
pub(super) use section;

/// Declares an enumeration of words; the first is the default.
macro_rules! words {
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident { $(#[doc = $first_doc:literal])* $first:ident, $($(#[doc = $doc:literal])* $word:ident),* $(,)? }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub enum $name {
            $(#[doc = $first_doc])*
            #[default]
            $first,
            $($(#[doc = $doc])* $word),*
        }

        impl $crate::config::field::Field for $name {
            fn check_at(
                &self,
                _: &str,
                _: Option<$crate::config::field::Allowed>,
            ) -> Result<(), $crate::config::ConfigError> {
                Ok(())
            }

            fn kind(&self) -> String {
                [Self::$first, $(Self::$word),*]
                    .map(|word| serde_json::to_value(word).unwrap_or_default().as_str().unwrap_or_default().to_owned())
                    .join("|")
            }
        }
    };
}
pub(super) use words;
