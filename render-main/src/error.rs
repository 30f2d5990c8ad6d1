//! Errors as the page's script sees them: an `Error` with a `code`.

use js_sys::{Error, Reflect};
use wasm_bindgen::JsValue;

/// An `Error` whose `code` says what went wrong to programs, and whose message says it to people.
pub(crate) fn coded(code: &str, message: &str) -> JsValue {
    with(&Error::new(message), &[("code", code)])
}

fn with(error: &Error, properties: &[(&str, &str)]) -> JsValue {
    for (name, value) in properties {
        // Cannot fail: the object is our own and plain.
        let _ = Reflect::set(error, &(*name).into(), &(*value).into());
    }
    error.into()
}

/// What a thrown value says.
pub(crate) fn message(thrown: &JsValue) -> String {
    match Reflect::get(thrown, &"message".into()) {
        Ok(text) if text.is_string() => text.as_string().unwrap_or_default(),
        _ => format!("{thrown:?}"),
    }
}
