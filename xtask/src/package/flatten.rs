//! From modules as they are served to one file each, by rolldown (which Vite brings along).

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::process::output;
use crate::{node, paths};

const CONFIG: &str = "xtask/src/package/flatten.config.mjs";

/// What a script is loaded as.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) enum Format {
    /// An ES module.
    #[serde(rename = "es")]
    Module,
    /// A script that needs no module support, and can be a module's worker all the same.
    #[serde(rename = "iife")]
    Script,
}

/// One file to be made.
#[derive(Debug, Serialize)]
pub(crate) struct Entry {
    /// Path in `www/`, as it is in the sources.
    pub(crate) from: &'static str,
    /// Name of the result.
    pub(crate) to: &'static str,
    pub(crate) format: Format,
    /// Names of modules that stay files of their own.
    pub(crate) apart: &'static [&'static str],
}

/// Makes the entries from `dist` in `out`; `files` takes the place of `lib/internal/files.js`.
///
/// # Errors
/// When rolldown is not there or cannot resolve something.
pub(crate) fn flatten(dist: &Path, files: &Path, entries: &[Entry], out: &Path) -> Result<()> {
    let library = library(dist)?;
    let mut list = serde_json::to_value(entries)?;
    for entry in list.as_array_mut().into_iter().flatten() {
        let from = entry["from"].as_str().unwrap_or_default();
        let path = match from.strip_prefix("lib/") {
            Some(rest) => dist.join(&library).join(rest),
            None => dist.join(from),
        };
        entry["from"] = path.to_str().context("a path that is not Unicode")?.into();
    }
    let mut rolldown = Command::new("node");
    rolldown
        .arg(node::folder().join("node_modules/rolldown/bin/cli.mjs"))
        .arg("--config")
        .arg(paths::root().join(CONFIG))
        .env("MIROFISH_FILES", files)
        .env("MIROFISH_OUT", out)
        .env("MIROFISH_ENTRIES", list.to_string());
    // It has much to say when all is well.
    output(&mut rolldown).map(drop)
}

/// The hashed name of the library's folder in `dist`.
///
/// # Errors
/// When there is none.
pub(crate) fn library(dist: &Path) -> Result<String> {
    let entries = std::fs::read_dir(dist).with_context(|| {
        format!(
            "cannot read {}.\n  Remedy: `cargo xtask build` makes it",
            dist.display()
        )
    })?;
    let mut names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names
        .find(|name| name.starts_with("lib-"))
        .with_context(|| format!("{} has no lib folder", dist.display()))
}
