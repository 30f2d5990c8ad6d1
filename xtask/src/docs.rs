//! `cargo xtask docs`: documents and declarations that are made from the list of configuration fields, the list of the public
//! interface, and the table of headers.

mod api;
mod declarations;
mod element;
mod errors;
mod fields;
mod schema;
mod table;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use shared::config::fields;

use crate::{files, paths, recipes};

/// A generated document and what should be in it.
struct Document {
    file: PathBuf,
    text: String,
}

/// Writes the documents that are not current.
///
/// # Errors
/// When one cannot be read or written, or its markers are gone.
pub(crate) fn generate() -> Result<()> {
    for document in documents()? {
        if !document.is_current() {
            fs::write(&document.file, &document.text)
                .with_context(|| format!("cannot write {}", document.file.display()))?;
            println!("wrote {}", document.file.display());
        }
    }
    Ok(())
}

/// # Errors
/// When a document is not what [`generate`] would write.
pub(crate) fn check() -> Result<()> {
    for document in documents()? {
        if !document.is_current() {
            bail!(
                "{} does not fit what it is made from any more.\n  Remedy: cargo xtask docs",
                document.file.display()
            );
        }
    }
    Ok(())
}

impl Document {
    fn is_current(&self) -> bool {
        fs::read_to_string(&self.file).is_ok_and(|text| text == self.text)
    }
}

/// Where the configuration's schema is.
pub(crate) fn schema_file() -> PathBuf {
    paths::root().join("docs/config.schema.json")
}

fn documents() -> Result<Vec<Document>> {
    let rows = fields();
    let api = api::Api::read()?;
    let manifest = element::manifest(&api);
    Ok(vec![
        Document {
            file: schema_file(),
            text: format!("{:#}\n", schema::schema(&rows)),
        },
        part("docs/options.md", &table::table(&rows))?,
        part("docs/serving.md", &recipes::recipes())?,
        part("docs/element.md", &element::reference(&api))?,
        whole("docs/custom-elements.json", format!("{manifest:#}\n")),
        whole("www/errors.html", errors::page()?),
        whole("www/lib/internal/fields.js", fields::module(&rows)),
        whole(
            "www/mirofish.d.ts",
            declarations::declarations(&api, &rows, &presets()?),
        ),
    ])
}

/// A document that is generated from its first to its last line.
fn whole(file: &str, text: String) -> Document {
    let file = paths::root().join(file);
    Document { file, text }
}

/// A document with a generated part between its markers.
fn part(file: &str, generated: &str) -> Result<Document> {
    let file = paths::root().join(file);
    let text =
        fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let text = table::between_markers(&text, generated)
        .with_context(|| format!("in {}", file.display()))?;
    Ok(Document { file, text })
}

/// Names of the presets, sorted.
fn presets() -> Result<Vec<String>> {
    let names = files::below(&paths::root().join("www/presets"))?;
    Ok(names
        .iter()
        .filter_map(|name| name.strip_suffix(".json"))
        .map(ToOwned::to_owned)
        .collect())
}

/// A number as a person would write it: not 0.800000011920929, and not 70.0.
fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let narrow = number.as_f64().unwrap_or_default() as f32;
            plain_number(narrow.to_string().parse().unwrap_or_default())
        }
        Value::Array(list) => list.iter().map(plain).collect(),
        other => other.clone(),
    }
}

fn plain_number(number: f64) -> Value {
    let whole = number as i64;
    if whole as f64 == number {
        whole.into()
    } else {
        number.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generated_documents_are_current() {
        check().unwrap();
    }

    #[test]
    fn numbers_are_as_a_person_would_write_them() {
        let value = serde_json::json!([0.800_000_011_920_929, 70.0, null, "0.5"]);
        assert_eq!(plain(&value).to_string(), r#"[0.8,70,null,"0.5"]"#);
        assert_eq!(
            plain_number(9_007_199_254_740_991.0).to_string(),
            "9007199254740991"
        );
    }
}
