//! Reading and patching the document.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::Config;
use super::error::{ConfigError, shown};
use super::field::Field;
use super::place::Place;

/// A document longer than this is refused unread.
pub const MAX_JSON_BYTES: usize = 256 * 1024;

/// Reads a whole document; what it leaves out has its default.
///
/// # Errors
/// The field that is wrong, with its path, its value and what is allowed.
pub fn parse(json: &str) -> Result<Config, ConfigError> {
    from_value(&to_value(json)?)
}

/// Lays a patch (JSON Merge Patch, RFC 7386: objects merge, null resets a field to its default, anything else replaces)
/// over a configuration.
///
/// # Errors
/// As [`parse`]; the configuration that is patched stays as it was.
pub fn merge(base: &Config, patch: &str) -> Result<Config, ConfigError> {
    let patch = to_value(patch)?;
    if !patch.is_object() {
        return Err(ConfigError::new("", shown(&patch), "an object"));
    }
    let mut value = base.write();
    lay_over(&mut value, patch);
    from_value(&value)
}

fn to_value(json: &str) -> Result<Value, ConfigError> {
    if json.len() > MAX_JSON_BYTES {
        let size = format!("{} bytes long", json.len());
        return Err(ConfigError::new(
            "",
            size,
            format!("at most {MAX_JSON_BYTES} bytes"),
        ));
    }
    serde_json::from_str(json)
        .map_err(|e| ConfigError::new("", format!("not JSON ({e})"), "a JSON object"))
}

fn lay_over(target: &mut Value, patch: Value) {
    let Value::Object(patch) = patch else {
        *target = patch;
        return;
    };
    if !target.is_object() {
        *target = Value::Object(serde_json::Map::new());
    }
    let Value::Object(target) = target else {
        return;
    };
    for (key, value) in patch {
        if value.is_null() {
            target.remove(&key);
        } else {
            lay_over(target.entry(key).or_insert(Value::Null), value);
        }
    }
}

fn from_value(value: &Value) -> Result<Config, ConfigError> {
    let mut config = Config::default();
    config.read(value, &Place::Root)?;
    config.check()?;
    Ok(config)
}

impl Serialize for Config {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.write().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Config {
    /// Reads and checks, as [`parse`] does.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from_value(&Value::deserialize(from)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::super::fields;
    use super::*;

    fn refusal(json: &str) -> String {
        parse(json).expect_err(json).to_string()
    }

    #[test]
    fn an_error_names_field_value_and_range() {
        assert_eq!(
            refusal(r#"{"boids": {"perception": -3}}"#),
            "boids.perception is -3; allowed: 1 to 1000 world units"
        );
        assert_eq!(
            refusal(r#"{"boids": {"perception": "NaN"}}"#),
            "boids.perception is \"NaN\"; allowed: number, 1 to 1000 world units"
        );
        assert_eq!(
            refusal(r#"{"species": [{"id": "a"}, {"id": "b", "bodyLen": [30, 20]}]}"#),
            "species[1].bodyLen is [30,20]; allowed: the smaller number first"
        );
        assert_eq!(
            refusal(r#"{"species": [{"bodyLen": [30, true]}]}"#),
            "species[0].bodyLen[1] is true; allowed: range, 2 to 500 world units"
        );
        assert!(refusal(r#"{"world": {"boundary": "hard"}}"#).contains("soft|wrap|bounce"));
        assert!(refusal(r#"{"world": {"count": 1000000000}}"#).contains("0 to 131072 fish"));
        assert!(refusal(r#"{"world": {"count": -1}}"#).contains("0 to 131072 fish"));
        assert!(refusal(r#"{"species": [{"countRatio": 0}]}"#).contains("at least one above 0"));
        assert!(refusal(r#"{"species": []}"#).contains("1 to 16 elements"));
        assert!(refusal(r#"{"species": [{"id": "<script>"}]}"#).contains("species[0].id"));
        assert!(refusal(r#"{"world": "#).contains("not JSON"));
        assert_eq!(
            refusal(r#"{"species": {}}"#),
            "species is {}; allowed: a list of 1 to 16 elements"
        );
        assert_eq!(
            refusal(r#"{"quality": {"maxDpr": 0.01}}"#),
            "quality.maxDpr is 0.01; allowed: 0.5 to 4"
        );
        assert_eq!(refusal("[]"), "the configuration is []; allowed: an object");
        assert_eq!(
            refusal(r#"{"boids": [70]}"#),
            "boids is [70]; allowed: an object"
        );
        assert_eq!(
            refusal(r#"{"species": [["a"]]}"#),
            "species[0] is [\"a\"]; allowed: an object"
        );
    }

    #[test]
    fn an_unknown_field_is_named_with_those_that_are_known() {
        let error = refusal(r#"{"boids": {"perceptoin": 70}}"#);
        assert!(
            error.starts_with("boids.perceptoin is not a known field"),
            "{error}"
        );
        assert!(
            error.contains("allowed: one of perception, sepRadius, "),
            "{error}"
        );
    }

    #[test]
    fn a_patch_changes_what_it_names_and_null_resets() {
        let base = parse(r#"{"boids": {"perception": 90}, "world": {"count": 7}}"#).unwrap();
        let patched = merge(&base, r#"{"boids": {"wSep": 2}, "world": {"count": null}}"#).unwrap();
        assert_eq!(
            (
                patched.boids.perception,
                patched.boids.w_sep,
                patched.world.count
            ),
            (90.0, 2.0, None)
        );
        assert!(
            merge(&base, "3")
                .unwrap_err()
                .to_string()
                .contains("an object")
        );
    }

    #[test]
    fn the_defaults_are_allowed_and_survive_the_journey() {
        let config = Config::default();
        config.check().unwrap();
        assert_eq!(
            parse(&serde_json::to_string(&config).unwrap()).unwrap(),
            config
        );
    }

    #[test]
    fn every_field_says_what_it_means() {
        for row in fields() {
            assert!(!row.doc.is_empty(), "{} has no description", row.path);
            assert!(
                row.range.is_some() == matches!(row.kind.as_str(), "number" | "integer" | "range"),
                "{}",
                row.path
            );
        }
    }
}
