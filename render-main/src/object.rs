//! Plain objects for the page's script.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

/// An object with these properties.
///
/// # Errors
/// If the browser cannot make it.
pub(crate) fn object(properties: &[(&str, JsValue)]) -> Result<Object, JsValue> {
    let out = Object::new();
    for (name, value) in properties {
        Reflect::set(&out, &(*name).into(), value)?;
    }
    Ok(out)
}
