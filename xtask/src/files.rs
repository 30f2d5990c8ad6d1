//! Files and folders.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};

/// The files below `folder`, sorted, as relative paths with `/` between their parts.
///
/// # Errors
/// When a folder cannot be read, or a name is not Unicode.
pub(crate) fn below(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    collect(folder, "", &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, prefix: &str, found: &mut Vec<String>) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name
            .to_str()
            .with_context(|| format!("{} is not Unicode", entry.path().display()))?;
        let path = format!("{prefix}{name}");
        // Follows symbolic links, as a copy should hold what they point to.
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{path}/"), found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// Copies the files below `from` for which `wanted` holds into `to`.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn copy(from: &Path, to: &Path, wanted: impl Fn(&str) -> bool) -> Result<()> {
    for file in below(from)?.iter().filter(|file| wanted(file)) {
        let target = to.join(file);
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        fs::copy(from.join(file), &target).with_context(|| {
            format!(
                "cannot copy {} to {}",
                from.join(file).display(),
                target.display()
            )
        })?;
    }
    Ok(())
}

/// Removes a file or a folder with all it holds; one that is not there is no error.
///
/// # Errors
/// When it exists and cannot be removed.
pub(crate) fn remove(path: &Path) -> Result<()> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
