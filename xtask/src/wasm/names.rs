//! Short names between a module and its script. wasm-bindgen's hold a digest each, which no compression makes shorter, and nobody
//! reads them in what is shipped.

use anyhow::{Context, Result};
use wasmparser::{Parser, Payload};

/// Gives the functions that the module takes from its script, whose names begin with `__wb`, names of a few letters, on both sides.
///
/// # Errors
/// When the module cannot be read, or the script knows nothing of a function.
pub(super) fn shorten(module: &[u8], script: &str) -> Result<(Vec<u8>, String)> {
    let mut script = script.to_owned();
    let mut out = Vec::with_capacity(module.len());
    let mut done = 0;
    for payload in Parser::new(0).parse_all(module) {
        let Payload::ImportSection(section) = payload? else {
            continue;
        };
        let range = section.range();
        let mut body = Vec::new();
        let mut copied = range.start;
        for (index, import) in section.into_imports_with_offsets().enumerate() {
            let (offset, import) = import?;
            if !import.name.starts_with("__wb") {
                continue;
            }
            let short = format!("f{index}");
            // In front of the name come the name of the script, and the lengths of both.
            let at = offset + leb(import.module.len()).len() + import.module.len();
            body.extend(&module[copied..at]);
            body.extend(leb(short.len()));
            body.extend(short.as_bytes());
            copied = at + leb(import.name.len()).len() + import.name.len();
            let property = format!("{}:", import.name);
            script = renamed(&script, &property, &format!("{short}:"))
                .with_context(|| format!("the script has no {}", import.name))?;
        }
        body.extend(&module[copied..range.end]);
        // The section's own length, which comes right before its content.
        let head = range.start - leb(range.len()).len();
        out.extend(&module[done..head]);
        out.extend(leb(body.len()));
        out.extend(body);
        done = range.end;
    }
    out.extend(&module[done..]);
    Ok((out, script))
}

fn renamed(script: &str, from: &str, to: &str) -> Option<String> {
    let (before, after) = script.split_once(from)?;
    Some([before, to, after].concat())
}

/// A length as WebAssembly has it (LEB128).
fn leb(mut number: usize) -> Vec<u8> {
    let mut out = Vec::new();
    loop {
        let byte = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            out.push(byte);
            return out;
        }
        out.push(byte | 0x80);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Imports a function `name` of `./a.js`.
    fn module(name: &str) -> Vec<u8> {
        let mut section = vec![1, 6];
        section.extend(b"./a.js");
        section.extend(leb(name.len()));
        section.extend(name.as_bytes());
        section.extend([0, 0]);
        let mut module = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x02".to_vec();
        module.extend(leb(section.len()));
        module.extend(section);
        module
    }

    #[test]
    fn functions_have_short_names_on_both_sides() {
        let (short, script) = shorten(
            &module("__wbg_draw_0123456789abcdef"),
            "{ __wbg_draw_0123456789abcdef: function() {} }",
        )
        .unwrap();
        assert_eq!(short, module("f0"));
        assert_eq!(script, "{ f0: function() {} }");
        let other = module("memory");
        assert_eq!(shorten(&other, "").unwrap().0, other);
    }

    #[test]
    fn a_script_that_does_not_fit_is_refused() {
        assert!(shorten(&module("__wbg_draw_0"), "{}").is_err());
    }
}
