//! `THIRD-PARTY.md`: the crates that are compiled into the WebAssembly files, with their licences.

use std::collections::{BTreeSet, HashMap};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::output;
use crate::toolchain::cargo_program;

/// Our crates that are shipped.
const SHIPPED: [&str; 2] = ["sim-worker", "render-main"];

const HEAD: &str = "# Third-party software\n\n\
    The WebAssembly files contain code of these crates, under their licences:\n\n\
    | crate | version | licence | source |\n|---|---|---|---|\n";

/// # Errors
/// When cargo cannot say what the workspace depends on.
pub(super) fn credits() -> Result<String> {
    let mut cargo = Command::new(cargo_program());
    cargo.args([
        "metadata",
        "--format-version=1",
        "--locked",
        "--filter-platform=wasm32-unknown-unknown",
    ]);
    let metadata: Value = serde_json::from_str(&output(&mut cargo)?)?;
    list(&metadata).context("cargo metadata has another form than expected")
}

fn list(metadata: &Value) -> Option<String> {
    let packages: HashMap<&str, &Value> = metadata["packages"]
        .as_array()?
        .iter()
        .filter_map(|package| Some((package["id"].as_str()?, package)))
        .collect();
    let nodes: HashMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()?
        .iter()
        .filter_map(|node| Some((node["id"].as_str()?, node)))
        .collect();
    let mut waiting: Vec<&str> = packages
        .iter()
        .filter(|(_, package)| {
            package["name"]
                .as_str()
                .is_some_and(|name| SHIPPED.contains(&name))
        })
        .map(|(id, _)| *id)
        .collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !is_macro(packages.get(id)?) && seen.insert(id) {
            waiting.extend(
                nodes.get(id)?["deps"]
                    .as_array()?
                    .iter()
                    .filter(|dep| is_linked(dep))
                    .filter_map(|dep| dep["pkg"].as_str()),
            );
        }
    }
    let rows: BTreeSet<String> = seen
        .iter()
        .filter_map(|id| packages.get(id))
        .filter(|package| !package["source"].is_null())
        .map(|package| row(package))
        .collect();
    Some(HEAD.to_owned() + &rows.into_iter().collect::<String>())
}

/// Whether it runs in the compiler alone.
fn is_macro(package: &Value) -> bool {
    package["targets"].as_array().is_some_and(|targets| {
        targets
            .iter()
            .any(|target| target["kind"][0] == "proc-macro")
    })
}

/// Whether a dependency is more than something for tests or for building.
fn is_linked(dependency: &Value) -> bool {
    dependency["dep_kinds"]
        .as_array()
        .is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null()))
}

fn row(package: &Value) -> String {
    let text = |field: &str| package[field].as_str().unwrap_or_default();
    format!(
        "| {} | {} | {} | {} |\n",
        text("name"),
        text("version"),
        text("license"),
        text("repository")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_listed_and_nothing_of_our_own() {
        let text = credits().unwrap();
        assert!(text.contains("| wasm-bindgen | ") && text.contains("| rayon | "));
        assert!(
            !text.contains("| sim-worker |")
                && !text.contains("| proptest |")
                && !text.contains("| syn |")
        );
    }
}
