//! `cargo xtask build`: the WebAssembly builds, and `dist/` as it is served.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::process::heading;
use crate::toolchain::Toolchain;
use crate::wasm::{BUILDS, Profile};
use crate::{docs, files, hash, offline, paths, preload};

/// Hex digits of the content hash in the name of the library folder.
const HASH_DIGITS: usize = 10;

/// Builds everything into `dist/`.
///
/// # Errors
/// When a step fails; `dist/` then is as it was.
pub(crate) fn build(profile: Profile) -> Result<()> {
    let toolchain = Toolchain::set_up()?;
    let _lock = lock()?;
    let mut bound = Vec::new();
    for build in &BUILDS {
        bound.push((build.folder, build.build(&toolchain, profile)?));
    }
    heading("dist");
    assemble(
        &paths::root().join("www"),
        &docs::schema_file(),
        &bound,
        &paths::dist(),
    )
}

/// Held while building: two builds at once would write the same files.
fn lock() -> Result<File> {
    fs::create_dir_all(paths::target())?;
    let file = File::create(paths::target().join("xtask-build.lock"))?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        heading("waiting for another build");
        file.lock()?;
    }
    Ok(file)
}

/// Puts `www`, the schema and the folders of WebAssembly together and swaps the result in for `dist`.
fn assemble(www: &Path, schema: &Path, bound: &[(&str, PathBuf)], dist: &Path) -> Result<()> {
    let parent = dist.parent().context("dist has no parent folder")?;
    let new = tempfile::Builder::new()
        .prefix(".dist-new-")
        .tempdir_in(parent)?;
    let library = new.path().join("lib");
    files::copy(&www.join("lib"), &library, is_loaded)?;
    for (folder, from) in bound {
        files::copy(from, &library.join(folder), is_loaded)?;
    }
    // The panel makes its controls out of it.
    fs::copy(schema, library.join("pages/panel/config.schema.json"))
        .with_context(|| format!("cannot copy {}", schema.display()))?;
    let digits = &hash::of_folder(&library)?[..HASH_DIGITS];
    let is_page = |file: &str| !file.starts_with("lib/") && is_loaded(file);
    files::copy(www, new.path(), is_page)?;
    preload::fill(new.path(), &["index.html", "embed.html"])?;
    fs::rename(&library, new.path().join(format!("lib-{digits}")))?;
    name_library(new.path(), digits)?;
    offline::fill(new.path())?;
    swap(new, dist)
}

/// Declarations are for editors and type checks; no page loads them.
fn is_loaded(file: &str) -> bool {
    !file.ends_with(".d.ts")
}

/// Makes the files at the top refer to the library by its hashed name.
fn name_library(folder: &Path, digits: &str) -> Result<()> {
    for file in files::below(folder)?.iter().filter(|file| may_refer(file)) {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {file}"))?;
        let renamed = text.replace("./lib/", &format!("./lib-{digits}/"));
        if renamed != text {
            fs::write(&path, renamed)?;
        }
    }
    Ok(())
}

fn may_refer(file: &str) -> bool {
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    let text = matches!(
        extension,
        Some("html" | "js" | "css" | "json" | "webmanifest")
    );
    text && !file.contains('/')
}

/// Renames, so that nobody reads half a build.
fn swap(new: tempfile::TempDir, dist: &Path) -> Result<()> {
    let old = tempfile::Builder::new()
        .prefix(".dist-old-")
        .tempdir_in(dist.parent().unwrap_or(dist))?;
    if dist.exists() {
        fs::rename(dist, old.path().join("dist"))?;
    }
    let new = new.keep();
    fs::rename(&new, dist)
        .with_context(|| format!("cannot move {} to {}", new.display(), dist.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Project {
        folder: tempfile::TempDir,
    }

    impl Project {
        fn new() -> Self {
            let project = Self {
                folder: tempfile::tempdir().unwrap(),
            };
            project.write(
                "www/index.html",
                r#"<script type="module" src="./lib/page.js"></script>"#,
            );
            project.write("www/lib/page.js", "import './other.js';");
            project.write("www/lib/pages/panel/panel.js", "1;");
            project.write("schema.json", "{}");
            project.write("www/lib/types.d.ts", "export {};");
            project.write("www/mirofish.d.ts", "export {};");
            project.write("www/presets/community.json", r#"{"note": "./lib/"}"#);
            project.write("bound/webgl2.js", "export default 1;");
            project.write("bound/webgl2.d.ts", "export default 1;");
            project.write("bound/snippets/helper.js", "1;");
            project
        }

        fn write(&self, file: &str, text: &str) {
            let path = self.folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn assemble(&self) -> Vec<String> {
            let at = |name: &str| self.folder.path().join(name);
            let bound = [("webgl2", at("bound"))];
            assemble(&at("www"), &at("schema.json"), &bound, &at("dist")).unwrap();
            files::below(&at("dist")).unwrap()
        }

        fn read(&self, file: &str) -> String {
            fs::read_to_string(self.folder.path().join("dist").join(file)).unwrap()
        }
    }

    fn library(files: &[String]) -> &str {
        let file = files.iter().find(|file| file.starts_with("lib-")).unwrap();
        file.split_once('/').unwrap().0
    }

    #[test]
    fn dist_holds_page_presets_and_one_hashed_library() {
        let project = Project::new();
        let files = project.assemble();
        let library = library(&files).to_owned();
        let expected = [
            "index.html".to_owned(),
            format!("{library}/page.js"),
            format!("{library}/pages/panel/config.schema.json"),
            format!("{library}/pages/panel/panel.js"),
            format!("{library}/webgl2/snippets/helper.js"),
            format!("{library}/webgl2/webgl2.js"),
            "presets/community.json".to_owned(),
        ];
        assert_eq!(files, expected);
        assert!(
            project
                .read("index.html")
                .contains(&format!("src=\"./{library}/page.js\""))
        );
        assert!(
            project.read("presets/community.json").contains("./lib/"),
            "only the top level is rewritten"
        );
    }

    #[test]
    fn the_name_changes_with_the_content_and_only_then() {
        let project = Project::new();
        let first = library(&project.assemble()).to_owned();
        assert_eq!(library(&project.assemble()), first);
        project.write("www/lib/page.js", "import './changed.js';");
        let files = project.assemble();
        assert_ne!(library(&files), first);
        assert!(
            !files.iter().any(|file| file.starts_with(&first)),
            "the old library is gone"
        );
    }

    #[test]
    fn nothing_is_left_beside_dist() {
        let project = Project::new();
        project.assemble();
        project.assemble();
        let mut names: Vec<_> = fs::read_dir(project.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["bound", "dist", "schema.json", "www"]);
    }
}
