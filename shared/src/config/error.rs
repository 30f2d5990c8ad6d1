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

/// A value as an error shows it: not longer than a line.
pub(super) fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        text
    } else {
        text.chars().take(LONGEST).collect::<String>() + "…"
    }
}
