//! The configuration document for the page's script, which has no schema of its own.

use shared::config::{self, Config};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error;

/// Reads a document and writes it out complete, with every default filled in.
///
/// # Errors
/// `{ code: "config", field, value, allowed, message }` for the first field that is wrong.
#[wasm_bindgen]
pub fn parse_config(json: &str) -> Result<String, JsValue> {
    written(&read(json)?)
}

/// Lays a patch (JSON Merge Patch) over a document and writes the result out complete.
///
/// # Errors
/// As [`parse_config`].
#[wasm_bindgen]
pub fn merge_config(base_json: &str, patch_json: &str) -> Result<String, JsValue> {
    let merged = config::merge(&read(base_json)?, patch_json).map_err(|e| error::config(&e))?;
    written(&merged)
}

/// The document as a value.
pub(crate) fn read(json: &str) -> Result<Config, JsValue> {
    config::parse(json).map_err(|e| error::config(&e))
}

fn written(config: &Config) -> Result<String, JsValue> {
    serde_json::to_string(config).map_err(|e| error::coded("config", &e.to_string()))
}
