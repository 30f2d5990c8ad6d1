//! Numbers of 32 bits through JSON and back, and what changed between two configurations.

use serde_json::{Map, Value};
use shared::config::Config;

/// The number with the shortest decimal form that comes back as the same 32 bits, even from a reader that errs in the last of
/// its 64. `number` must be finite.
pub(super) fn short(number: f32) -> f64 {
    let exact = f64::from(number);
    match number.to_string().parse::<f64>() {
        Ok(short)
            if [short.next_down(), short, short.next_up()]
                .iter()
                .all(|near| same(*near as f32, number)) =>
        {
            short
        }
        _ => exact,
    }
}

fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

/// A whole configuration, its numbers in their short forms.
pub(super) fn document(config: &Config) -> Value {
    let mut value = serde_json::to_value(config).unwrap_or_default();
    shorten(&mut value);
    value
}

fn shorten(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let narrow = number.as_f64().unwrap_or_default() as f32;
            *value = short(narrow).into();
        }
        Value::Array(list) => list.iter_mut().for_each(shorten),
        Value::Object(map) => map.values_mut().for_each(shorten),
        _ => {}
    }
}

/// The JSON Merge Patch that makes `to` out of `from`.
pub(super) fn patch(from: &Config, to: &Config) -> String {
    difference(&document(from), document(to))
        .map_or_else(|| "{}".to_owned(), |patch| patch.to_string())
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
