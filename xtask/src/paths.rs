//! Where things lie in the project.

use std::path::PathBuf;

/// The workspace's root folder.
pub(crate) fn root() -> PathBuf {
    // Cargo names the folder at run time too, which still holds when the checkout was moved after compiling.
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let root = manifest.parent().map(ToOwned::to_owned);
    root.expect("the xtask crate lies one folder below the root")
}

/// Everything that is built and not served lies below this folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// What is served.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}
