//! Debian's packages, installed only by root, only when something is missing, never at the price of another package.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::files;
use crate::process::{find_program, output, run_bounded};

const UPDATE_LIMIT: Duration = Duration::from_secs(180);
const INSTALL_LIMIT: Duration = Duration::from_secs(1200);

/// Whether packages can be installed here: Debian or a relative of it, and root.
pub(crate) fn available() -> bool {
    Path::new("/etc/debian_version").exists()
        && find_program("apt-get").is_some()
        && output(Command::new("id").arg("-u")).is_ok_and(|id| id == "0")
}

/// Installs `packages`, with the package lists brought up to date first.
///
/// # Errors
/// When a package does not exist or cannot be fetched in time, or when another one would have to go for it.
pub(crate) fn install(packages: &[&str]) -> Result<()> {
    run_bounded(apt_get().args(["update", "--quiet=2"]), UPDATE_LIMIT)?;
    let options = [
        "install",
        "--yes",
        "--quiet=2",
        "--no-install-recommends",
        "--no-remove",
    ];
    run_bounded(apt_get().args(options).args(packages), INSTALL_LIMIT)
}

/// Fetches a package and unpacks it below `folder`, without installing it.
///
/// # Errors
/// When it does not exist or cannot be fetched in time.
pub(crate) fn unpack(package: &str, folder: &Path) -> Result<()> {
    let download = tempfile::tempdir()?;
    run_bounded(apt_get().args(["update", "--quiet=2"]), UPDATE_LIMIT)?;
    let mut fetch = apt_get();
    fetch.args(["download", "--quiet=2", package]);
    run_bounded(fetch.current_dir(download.path()), INSTALL_LIMIT)?;
    for file in files::below(download.path())? {
        let mut unpack = Command::new("dpkg-deb");
        unpack.arg("--extract").arg(download.path().join(file));
        run_bounded(unpack.arg(folder), UPDATE_LIMIT)?;
    }
    Ok(())
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .args(["-o", "Acquire::http::Timeout=30"])
        .args(["-o", "Acquire::https::Timeout=30"])
        .args(["-o", "Acquire::Retries=2"])
        .args(["-o", "DPkg::Lock::Timeout=120"]);
    command
}
