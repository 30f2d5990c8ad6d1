//! The tables of the configuration for the script that reads it, `www/lib/internal/document.js`.

use serde_json::{Value, json};
use shared::config::{Config, FieldRow};

use super::plain;

/// A module with the tables as nested lists, in their order, and the digest of them that the Rust modules know.
pub(super) fn module(rows: &[FieldRow]) -> String {
    let mut root = Vec::new();
    for row in rows {
        let steps: Vec<&str> = row.path.split('.').collect();
        place(&mut root, &steps, line(row));
    }
    format!(
        "// Made by `cargo xtask docs` from the tables in shared/src/config/, in their order.\n\n\
         /** A digest of names and kinds: whoever has another one is of another build. */\n\
         export const SHAPE = {};\n\n\
         /** What `Field` and `Table` in document.js are. @type {{import(\"./document.js\").Table}} */\n\
         export const TABLE = {};\n",
        Config::SHAPE,
        written(&root, 1)
    )
}

/// Fields and sections of a section, in order.
enum Node {
    Field(Value),
    Section(Vec<(String, Node)>),
    List(Vec<(String, Node)>),
}

fn place(section: &mut Vec<(String, Node)>, steps: &[&str], line: Value) {
    let [name, rest @ ..] = steps else { return };
    let stem = name.strip_suffix("[]");
    let key = stem.unwrap_or(name);
    if rest.is_empty() {
        section.push((key.to_owned(), Node::Field(line)));
        return;
    }
    if section.last().is_none_or(|(last, _)| last != key) {
        let inner = if stem.is_some() {
            Node::List(Vec::new())
        } else {
            Node::Section(Vec::new())
        };
        section.push((key.to_owned(), inner));
    }
    if let Some((_, Node::Section(inner) | Node::List(inner))) = section.last_mut() {
        place(inner, rest, line);
    }
}

/// Kind, default, smallest, largest, unit.
fn line(row: &FieldRow) -> Value {
    let mut line = vec![json!(row.kind), plain(&row.default)];
    if let Some([low, high]) = row.range {
        line.extend([low, high].map(super::plain_number));
        if !row.unit.is_empty() {
            line.push(json!(row.unit));
        }
    }
    Value::Array(line)
}

fn written(section: &[(String, Node)], depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let mut out = "{\n".to_owned();
    for (name, node) in section {
        let value = match node {
            Node::Field(line) => line.to_string().replace(',', ", "),
            Node::Section(inner) => written(inner, depth + 1),
            Node::List(inner) => format!("[{}]", written(inner, depth + 1)),
        };
        out += &format!("{indent}{name}: {value},\n");
    }
    out + &"  ".repeat(depth - 1) + "}"
}
