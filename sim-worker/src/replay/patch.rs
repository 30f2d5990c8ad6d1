//! What changed between two configurations.

use serde_json::{Map, Value};
use shared::config::Config;

/// The JSON Merge Patch that makes `to` out of `from`.
pub(super) fn patch(from: &Config, to: &Config) -> Value {
    let value = |config| serde_json::to_value(config).unwrap_or_default();
    difference(&value(from), value(to)).unwrap_or_else(|| Value::Object(Map::new()))
}

fn difference(from: &Value, to: Value) -> Option<Value> {
    match (from, to) {
        (Value::Object(from), Value::Object(to)) => {
            let changed: Map<String, Value> = to
                .into_iter()
                .filter_map(|(key, to)| {
                    let change = difference(from.get(&key).unwrap_or(&Value::Null), to)?;
                    Some((key, change))
                })
                .collect();
            (!changed.is_empty()).then_some(Value::Object(changed))
        }
        (from, to) => (*from != to).then_some(to),
    }
}
