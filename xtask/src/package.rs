//! `cargo xtask package`: the npm package `mirofish`, as a folder and as a tarball.

mod credits;
mod flatten;
mod inspect;
mod manifest;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

pub(crate) use self::flatten::{Entry, Format, flatten, library};
use crate::process::{heading, output};
use crate::wasm::Profile;
use crate::{build, files, node, paths};

/// The page's script, what it loads only where it must (the simulation where there is no worker, the renderer where there is no
/// WebGL2, what is drawn over the fish, recordings), and the worker.
const SCRIPTS: [Entry; 6] = [
    Entry {
        from: "mirofish.js",
        to: "mirofish.js",
        format: Format::Module,
        apart: &["session.js", "canvas2d.js", "overlays.js", "recording.js"],
    },
    Entry {
        from: "lib/internal/overlays.js",
        to: "overlays.js",
        format: Format::Module,
        apart: &[],
    },
    Entry {
        from: "lib/internal/recording.js",
        to: "recording.js",
        format: Format::Module,
        apart: &[],
    },
    Entry {
        from: "lib/canvas2d/canvas2d.js",
        to: "canvas2d.js",
        format: Format::Module,
        apart: &[],
    },
    Entry {
        from: "lib/worker/session.js",
        to: "session.js",
        format: Format::Module,
        apart: &[],
    },
    Entry {
        from: "lib/worker/worker.js",
        to: "worker.js",
        format: Format::Script,
        apart: &[],
    },
];

/// Copied as they are: from the root of the project, and the name in the package.
const COPIES: [(&str, &str); 13] = [
    ("LICENSE", "LICENSE"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("xtask/src/package/README.md", "README.md"),
    ("www/define.js", "define.js"),
    ("www/errors.html", "errors.html"),
    ("www/mirofish.d.ts", "mirofish.d.ts"),
    ("docs/custom-elements.json", "custom-elements.json"),
    ("docs/config.schema.json", "config.schema.json"),
    ("docs/element.md", "docs/element.md"),
    ("docs/options.md", "docs/options.md"),
    ("docs/serving.md", "docs/serving.md"),
    ("docs/single-threaded.md", "docs/single-threaded.md"),
];

/// In the library's folder of `dist`, and the name in the package.
const MODULES: [(&str, &str); 4] = [
    ("webgl2/webgl2_bg.wasm", "webgl2.wasm"),
    ("canvas2d/canvas2d_bg.wasm", "canvas2d.wasm"),
    ("engine/engine_bg.wasm", "engine.wasm"),
    ("engine-threads/engine_bg.wasm", "engine-threads.wasm"),
];

/// Builds, then makes and inspects the package.
///
/// # Errors
/// When a step fails, or when the package is not as it must be.
pub(crate) fn package() -> Result<()> {
    build::build(Profile::Release)?;
    let tarball = assemble()?;
    println!("{}", tarball.display());
    Ok(())
}

/// Makes the package from `dist` as it is.
///
/// # Errors
/// As [`package`].
pub(crate) fn assemble() -> Result<PathBuf> {
    node::set_up()?;
    heading("package");
    let folder = folder();
    files::remove(&folder)?;
    fs::create_dir_all(&folder)?;
    let dist = paths::dist();
    let own_files = paths::root().join("xtask/src/package/files.js");
    flatten(&dist, &own_files, &SCRIPTS, &folder)?;
    let library = dist.join(library(&dist)?);
    for (from, to) in MODULES {
        copy(&library.join(from), &folder.join(to))?;
    }
    for (from, to) in COPIES {
        copy(&paths::root().join(from), &folder.join(to))?;
    }
    files::copy(&dist.join("presets"), &folder.join("presets"), |_| true)?;
    fs::write(folder.join("define.d.ts"), "export {};\n")?;
    fs::write(folder.join("THIRD-PARTY.md"), credits::credits()?)?;
    let manifest = format!("{:#}\n", manifest::manifest());
    fs::write(folder.join("package.json"), manifest)?;
    inspect::inspect(&folder)?;
    pack(&folder)
}

/// Where the package is put together.
pub(crate) fn folder() -> PathBuf {
    paths::target().join("package/mirofish")
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

/// The tarball that `npm publish` would send.
fn pack(folder: &Path) -> Result<PathBuf> {
    let parent = folder.parent().unwrap_or(folder);
    let name = output(
        Command::new("npm")
            .args(["pack", "--silent", "--pack-destination"])
            .arg(parent)
            .current_dir(folder),
    )?;
    Ok(parent.join(name))
}
