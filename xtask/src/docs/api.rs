//! The public interface as data: `api.json` is the one list from which the reference, the declarations and the
//! custom-elements manifest are made.

use anyhow::{Context, Result};
use serde::Deserialize;

/// Everything that a host sees.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Api {
    pub(super) attributes: Vec<Entry>,
    pub(super) members: Vec<Entry>,
    pub(super) events: Vec<Entry>,
    pub(super) slots: Vec<Entry>,
    pub(super) parts: Vec<Entry>,
    pub(super) css_properties: Vec<Entry>,
    pub(super) functions: Vec<Entry>,
    pub(super) types: Vec<Type>,
}

/// One thing with a name; what it has no use for is empty.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) name: String,
    /// In TypeScript; of functions parameters and result, of events the detail.
    #[serde(default, rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) default: String,
    pub(super) doc: String,
}

/// A structure that the interface hands out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Type {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) fields: serde_json::Map<String, serde_json::Value>,
}

impl Api {
    /// # Errors
    /// When the list does not have the form that is declared here.
    pub(super) fn read() -> Result<Self> {
        serde_json::from_str(include_str!("api.json")).context("in xtask/src/docs/api.json")
    }
}

impl Entry {
    /// Whether it is called; the others are read.
    pub(super) fn is_method(&self) -> bool {
        self.kind.starts_with('(')
    }

    /// The name as a property: `maxDpr` of `max-dpr`.
    pub(super) fn property(&self) -> String {
        let mut parts = self.name.split('-');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |name, part| {
            let (initial, rest) = part.split_at(1.min(part.len()));
            name + &initial.to_uppercase() + rest
        })
    }
}
