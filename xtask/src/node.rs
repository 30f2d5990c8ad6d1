//! Node and the packages of `tests/package-lock.json`: type checks and browser tests, nothing that is shipped.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::process::{find_program, heading, output, run_bounded};
use crate::{files, hash, paths};

/// The oldest version, major and minor, that everything in `tests/package.json` runs on.
const OLDEST_NODE: (u32, u32) = (20, 19);
const REMEDY: &str = "Remedy: install Node.js 20.19 or later with npm (https://nodejs.org/)";
const INSTALL_LIMIT: Duration = Duration::from_secs(300);

/// Checks Node and installs the locked packages, unless they are there already.
///
/// # Errors
/// When Node or npm is missing or too old, or the packages cannot be fetched in time.
pub(crate) fn set_up() -> Result<()> {
    let node = output(Command::new("node").arg("--version")).context(REMEDY)?;
    if version(&node).is_none_or(|version| version < OLDEST_NODE) {
        bail!("Node.js {node} is too old.\n  {REMEDY}");
    }
    let npm = find_program("npm").with_context(|| format!("npm was not found.\n  {REMEDY}"))?;
    let lock = hash::hex(&fs::read(folder().join("package-lock.json"))?);
    let stamp = folder().join("node_modules/.xtask-stamp");
    if fs::read_to_string(&stamp).is_ok_and(|old| old == lock) {
        return Ok(());
    }
    heading("packages for the tests");
    files::remove(&stamp)?;
    let mut command = Command::new(npm);
    // Installation scripts would fetch browsers; the tests use the ones of the machine.
    command
        .current_dir(folder())
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    run_bounded(&mut command, INSTALL_LIMIT)?;
    fs::write(&stamp, lock).context("npm left no node_modules")
}

/// TypeScript's compiler, which only checks here.
pub(crate) fn tsc() -> Command {
    let mut command = Command::new("node");
    command.arg(folder().join("node_modules/typescript/bin/tsc"));
    command
}

/// Where the packages are.
pub(crate) fn folder() -> PathBuf {
    paths::root().join("tests")
}

/// Major and minor number.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.strip_prefix('v')?.split('.');
    let mut next = || numbers.next()?.parse().ok();
    Some((next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_node() {
        assert_eq!(version("v20.20.2"), Some((20, 20)));
        assert!(version("v8.1.0") < Some(OLDEST_NODE));
        assert_eq!(version("20"), None);
    }
}
