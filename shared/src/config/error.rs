//! The refusal of a configuration.

use std::fmt;

use serde_json::Value;

/// What is wrong with a configuration: which field, what it says, what it may say.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        field: impl fmt::Display,
        value: impl fmt::Display,
        allowed: impl fmt::Display,
    ) -> Self {
        Self {
            field: field.to_string(),
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

/// The value with whole numbers written as such, whatever they were read as: 30 and not 30.0.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => match number.as_f64() {
            Some(float) if number.is_f64() && float.abs() < 1e15 && float.fract() == 0.0 => {
                (float as i64).into()
            }
            _ => value.clone(),
        },
        Value::Array(list) => list.iter().map(plain).collect(),
        other => other.clone(),
    }
}

/// A value as an error shows it: not longer than a line.
pub(super) fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = plain(value).to_string();
    if text.chars().count() <= LONGEST {
        text
    } else {
        text.chars().take(LONGEST).collect::<String>() + "…"
    }
}
