//! `docs/element.md` and `docs/custom-elements.json`: the element for people and for editors.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::api::{Api, Entry};

/// The generated part of the reference page.
pub(super) fn reference(api: &Api) -> String {
    let mut out = String::new();
    table(
        &mut out,
        "Attributes and properties",
        &["attribute", "property", "value", "default", "meaning"],
        &api.attributes,
        |entry| {
            vec![
                code(&entry.name),
                code(&entry.property()),
                code(&entry.kind),
                code(&entry.default),
                entry.doc.clone(),
            ]
        },
    );
    table(
        &mut out,
        "Methods and promises",
        &["name", "type", "meaning"],
        &api.members,
        |entry| vec![code(&entry.name), code(&entry.kind), entry.doc.clone()],
    );
    table(
        &mut out,
        "Events",
        &["event", "detail", "when"],
        &api.events,
        |entry| vec![code(&entry.name), code(&entry.kind), entry.doc.clone()],
    );
    table(&mut out, "Slots", &["slot", "content"], &api.slots, plain);
    table(
        &mut out,
        "CSS parts",
        &["part", "what it is"],
        &api.parts,
        plain,
    );
    table(
        &mut out,
        "CSS custom properties",
        &["property", "default", "meaning"],
        &api.css_properties,
        |entry| vec![code(&entry.name), code(&entry.default), entry.doc.clone()],
    );
    table(
        &mut out,
        "Functions of the module",
        &["function", "type", "meaning"],
        &api.functions,
        |entry| vec![code(&entry.name), code(&entry.kind), entry.doc.clone()],
    );
    for declared in &api.types {
        let fields = declared.fields.iter();
        let fields: Vec<_> = fields
            .map(|(name, kind)| code(&format!("{name}: {}", kind.as_str().unwrap_or_default())))
            .collect();
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "### `{}`\n\n{}\n\n{}\n\n",
            declared.name,
            declared.doc,
            fields.join(" · ")
        );
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn plain(entry: &Entry) -> Vec<String> {
    vec![code(&entry.name), entry.doc.clone()]
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn table(
    out: &mut String,
    title: &str,
    heads: &[&str],
    entries: &[Entry],
    cells: impl Fn(&Entry) -> Vec<String>,
) {
    let row = |cells: &[String]| {
        format!(
            "| {} |\n",
            cells
                .iter()
                .map(|cell| cell.replace('|', "\\|"))
                .collect::<Vec<_>>()
                .join(" | ")
        )
    };
    let heads: Vec<_> = heads.iter().map(ToString::to_string).collect();
    let rows: String = entries.iter().map(|entry| row(&cells(entry))).collect();
    let _ = write!(
        out,
        "## {title}\n\n{}{}{rows}\n",
        row(&heads),
        format_args!("|{}\n", "---|".repeat(heads.len()))
    );
}

/// The custom-elements manifest (schema 2.1), which editors complete and check markup by.
pub(super) fn manifest(api: &Api) -> Value {
    let named = |entries: &[Entry]| {
        entries
            .iter()
            .map(|entry| json!({ "name": entry.name, "description": entry.doc }))
            .collect::<Value>()
    };
    let attributes: Value = api
        .attributes
        .iter()
        .map(|entry| {
            json!({
                "name": entry.name,
                "fieldName": entry.property(),
                "type": { "text": entry.kind },
                "default": entry.default,
                "description": entry.doc
            })
        })
        .collect();
    let fields = api
        .attributes
        .iter()
        .filter(|entry| entry.name != "stats")
        .map(|entry| {
            json!({
                "kind": "field",
                "name": entry.property(),
                "attribute": entry.name,
                "reflects": true,
                "type": { "text": entry.kind },
                "default": entry.default,
                "description": entry.doc
            })
        });
    let members: Value = fields
        .chain(api.members.iter().map(|entry| {
            json!({
                "kind": if entry.is_method() { "method" } else { "field" },
                "name": entry.name,
                "type": { "text": entry.kind },
                "description": entry.doc
            })
        }))
        .collect();
    let events: Value = api
        .events
        .iter()
        .map(|entry| {
            json!({
                "name": entry.name,
                "type": { "text": format!("CustomEvent<{}>", entry.kind) },
                "description": entry.doc
            })
        })
        .collect();
    let properties: Value = api
        .css_properties
        .iter()
        .map(|entry| {
            json!({
                "name": entry.name,
                "default": entry.default,
                "description": entry.doc
            })
        })
        .collect();
    let functions = api.functions.iter().map(|entry| {
        json!({
            "kind": "function",
            "name": entry.name,
            "description": entry.doc
        })
    });
    let element = json!({
        "kind": "class",
        "customElement": true,
        "name": "MiroFishElement",
        "tagName": "miro-fish",
        "description": "A living tank of fish while it is connected.",
        "superclass": { "name": "HTMLElement" },
        "attributes": attributes,
        "members": members,
        "events": events,
        "slots": named(&api.slots),
        "cssParts": named(&api.parts),
        "cssProperties": properties
    });
    let declarations: Value = std::iter::once(element).chain(functions).collect();
    let exports = ["MiroFishElement"]
        .into_iter()
        .chain(api.functions.iter().map(|function| function.name.as_str()));
    let exports: Value = exports
        .map(|name| {
            json!({
                "kind": "js",
                "name": name,
                "declaration": { "name": name, "module": "mirofish.js" }
            })
        })
        .collect();
    json!({
        "schemaVersion": "2.1.0",
        "modules": [{
            "kind": "javascript-module",
            "path": "mirofish.js",
            "declarations": declarations,
            "exports": exports
        }]
    })
}
