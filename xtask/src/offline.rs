//! What the pages' service worker keeps: every file of a build, by its digest, so that no two builds mix.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::serve::ISOLATION;
use crate::{files, hash};

/// The worker's script, which is not one of the files that it keeps.
const WORKER: &str = "service-worker.js";
/// What stands in the script until it is filled.
const PLACEHOLDER: &str = r#"/* build */ { version: "", files: {}, headers: [] }"#;
/// Hex digits of the version.
const VERSION_DIGITS: usize = 10;

/// Tells the service worker in `folder`, a finished site, what it is to keep. A site without one is left alone.
///
/// # Errors
/// When a file cannot be read or written, or the script has no place for the list.
pub(crate) fn fill(folder: &Path) -> Result<()> {
    let path = folder.join(WORKER);
    if !path.exists() {
        return Ok(());
    }
    let script = fs::read_to_string(&path)?;
    let (before, after) = script
        .split_once(PLACEHOLDER)
        .with_context(|| format!("{WORKER} has no `{PLACEHOLDER}`"))?;
    // Over the unfilled script too: a new way of keeping is a new version.
    let version = &hash::of_folder(folder)?[..VERSION_DIGITS];
    let mut digests = Map::new();
    for file in files::below(folder)?
        .into_iter()
        .filter(|file| file != WORKER)
    {
        let digest = STANDARD.encode(Sha256::digest(fs::read(folder.join(&file))?));
        digests.insert(file, Value::from(format!("sha256-{digest}")));
    }
    let list = json!({ "version": version, "files": digests, "headers": ISOLATION });
    fs::write(&path, format!("{before}{list:#}{after}"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_kept_by_its_digest_but_the_worker() {
        let folder = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| fs::write(folder.path().join(file), text).unwrap();
        write(WORKER, &format!("const BUILD = ({PLACEHOLDER});"));
        write("index.html", "hello");
        fill(folder.path()).unwrap();
        let script = fs::read_to_string(folder.path().join(WORKER)).unwrap();
        // From `printf hello | openssl dgst -sha256 -binary | base64`.
        assert!(
            script
                .contains(r#""index.html": "sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=""#)
        );
        assert!(script.contains("cross-origin-embedder-policy"));
        assert!(!script.contains(&format!("{WORKER}\":")));
    }

    #[test]
    fn the_version_changes_with_any_file() {
        let version = |text: &str| {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join(WORKER), PLACEHOLDER).unwrap();
            fs::write(folder.path().join("gallery.html"), text).unwrap();
            fill(folder.path()).unwrap();
            let script = fs::read_to_string(folder.path().join(WORKER)).unwrap();
            let build: Value = serde_json::from_str(&script).unwrap();
            build["version"].as_str().unwrap().to_owned()
        };
        assert_eq!(version("1"), version("1"));
        assert_ne!(version("1"), version("2"));
    }

    #[test]
    fn a_worker_without_a_place_for_the_list_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(WORKER), "nothing").unwrap();
        assert!(fill(folder.path()).is_err());
    }
}
