//! Content hashes: names that change exactly when the content does.

use std::path::Path;

use anyhow::Result;
use sha2::{Digest, Sha256};

use crate::files;

/// SHA-256 of `bytes` in hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

/// SHA-256 in hex over the relative paths and the contents of all files below `folder`.
///
/// # Errors
/// When a file cannot be read.
pub(crate) fn of_folder(folder: &Path) -> Result<String> {
    let mut hasher = Sha256::new();
    for file in files::below(folder)? {
        let bytes = std::fs::read(folder.join(&file))?;
        // Lengths go in as well, so that no two different folders feed the hash the same bytes.
        for part in [file.as_bytes(), bytes.as_slice()] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
    }
    Ok(to_hex(&hasher.finalize()))
}

fn to_hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_value() {
        // NIST's example for "abc".
        assert!(hex(b"abc").starts_with("ba7816bf8f01cfea"));
    }

    #[test]
    fn a_folder_hash_depends_on_names_and_contents_only() {
        let folder = |files: &[(&str, &str)]| {
            let folder = tempfile::tempdir().unwrap();
            for (name, text) in files {
                let path = folder.path().join(name);
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, text).unwrap();
            }
            of_folder(folder.path()).unwrap()
        };
        let first = folder(&[("a.js", "1"), ("b/c.js", "2")]);
        assert_eq!(first, folder(&[("b/c.js", "2"), ("a.js", "1")]));
        assert_ne!(first, folder(&[("a.js", "1"), ("b/c.js", "3")]));
        assert_ne!(first, folder(&[("a.js", "1"), ("b/d.js", "2")]));
        assert_ne!(folder(&[("a", "bc")]), folder(&[("ab", "c")]));
    }
}
