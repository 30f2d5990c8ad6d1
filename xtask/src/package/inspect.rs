//! Looks at the files as they will be shipped: nothing missing, nothing forbidden, nothing too large.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::files;
use crate::wasm::{Memory, memory_of};

const KIB: usize = 1024;

/// What may be loaded at most, compressed by brotli at its best.
struct Limit {
    what: &'static str,
    files: &'static [&'static str],
    /// What we want, in KiB.
    budget: usize,
    /// What fails, in KiB: the budget, or as long as that is exceeded the present size, which may only shrink.
    limit: usize,
}

const LIMITS: [Limit; 3] = [
    Limit {
        what: "a default tank, shared memory",
        files: &[
            "mirofish.js",
            "webgl2.wasm",
            "worker.js",
            "engine-threads.wasm",
        ],
        budget: 200,
        limit: 170,
    },
    Limit {
        what: "a default tank, no shared memory",
        files: &["mirofish.js", "webgl2.wasm", "worker.js", "engine.wasm"],
        budget: 200,
        limit: 142,
    },
    Limit {
        what: "element and renderer",
        files: &["mirofish.js", "webgl2.wasm"],
        budget: 70,
        limit: 71,
    },
];

/// Whether each module's memory has to be shared.
const MEMORIES: [(&str, Memory); 4] = [
    (
        "engine-threads.wasm",
        Memory {
            imported: true,
            shared: true,
        },
    ),
    ("engine.wasm", OWN_MEMORY),
    ("webgl2.wasm", OWN_MEMORY),
    ("canvas2d.wasm", OWN_MEMORY),
];
const OWN_MEMORY: Memory = Memory {
    imported: false,
    shared: false,
};

/// A strict Content-Security-Policy forbids these.
const FORBIDDEN: [&str; 2] = ["eval(", "new Function"];
/// The worker is one script that bundlers can copy as it is, and that can be a classic worker.
const FORBIDDEN_IN_WORKER: [&str; 3] = ["import(", "import.meta", "export{"];

/// Checks the package in `folder` and prints its sizes.
///
/// # Errors
/// The first thing that is not as it must be.
pub(super) fn inspect(folder: &Path) -> Result<()> {
    check_exports(folder)?;
    check_memories(folder)?;
    check_scripts(folder)?;
    check_modules(folder)?;
    LIMITS.iter().try_for_each(|limit| limit.check(folder))
}

/// Every sub-path that the package names must be there.
fn check_exports(folder: &Path) -> Result<()> {
    let manifest: Value = serde_json::from_slice(&fs::read(folder.join("package.json"))?)?;
    let mut named = Vec::new();
    collect_paths(&manifest["exports"], &mut named);
    if named.is_empty() {
        bail!("package.json exports nothing");
    }
    let present = files::below(folder)?;
    for path in named {
        let (start, end) = path.split_once('*').unwrap_or((path, ""));
        let is_there = |file: &String| file.starts_with(start) && file.ends_with(end);
        if !present.iter().any(is_there) {
            bail!("package.json exports {path}, which is not in the package");
        }
    }
    Ok(())
}

fn collect_paths<'value>(value: &'value Value, paths: &mut Vec<&'value str>) {
    match value {
        Value::String(path) => paths.push(path.trim_start_matches("./")),
        Value::Object(entries) => entries
            .values()
            .for_each(|entry| collect_paths(entry, paths)),
        _ => {}
    }
}

fn check_memories(folder: &Path) -> Result<()> {
    for (file, expected) in MEMORIES {
        let memory = memory_of(&fs::read(folder.join(file))?)
            .with_context(|| format!("cannot read {file}"))?;
        if memory != expected {
            bail!(
                "{file} has {memory:?} instead of {expected:?}.\n  Remedy: `cargo xtask build` says more"
            );
        }
    }
    Ok(())
}

fn check_scripts(folder: &Path) -> Result<()> {
    let present = files::below(folder)?;
    let scripts: Vec<_> = present
        .iter()
        .filter(|file| file.ends_with(".js"))
        .collect();
    if !scripts.iter().any(|file| *file == "worker.js") {
        bail!("no worker.js: this guard does not see the scripts any more");
    }
    for file in scripts {
        let text = fs::read_to_string(folder.join(file))?;
        let apart = FORBIDDEN_IN_WORKER
            .iter()
            .find(|word| file == "worker.js" && text.contains(**word));
        if let Some(word) = apart {
            bail!("worker.js contains `{word}`, so it is not one script any more");
        }
        if let Some(word) = FORBIDDEN.iter().find(|word| text.contains(**word)) {
            bail!("{file} contains `{word}`, which a strict Content-Security-Policy forbids");
        }
    }
    Ok(())
}

/// Text is read by the script alone: where a module has this, the whole reader is in it again.
const READERS_WORDS: &str = "not a known field";

fn check_modules(folder: &Path) -> Result<()> {
    let has_it = |file: &str| -> Result<bool> {
        let bytes = fs::read(folder.join(file))?;
        Ok(bytes
            .windows(READERS_WORDS.len())
            .any(|bytes| bytes == READERS_WORDS.as_bytes()))
    };
    if !has_it("mirofish.js")? {
        bail!("mirofish.js has no `{READERS_WORDS}`: this guard does not see the reader any more");
    }
    for (file, _) in MEMORIES {
        if has_it(file)? {
            bail!("{file} reads configurations as text; see ARCHITECTURE.md, \"one door\"");
        }
    }
    Ok(())
}

impl Limit {
    fn check(&self, folder: &Path) -> Result<()> {
        let sizes = self
            .files
            .iter()
            .map(|file| compressed_size(&folder.join(file)));
        let total: usize = sizes.sum::<Result<usize>>()?;
        let kib = total.div_ceil(KIB);
        println!(
            "{:<34}{kib:>5} KiB by brotli, budget {} KiB{}",
            self.what,
            self.budget,
            if kib > self.budget {
                "  (exceeded)"
            } else {
                ""
            }
        );
        if kib > self.limit {
            bail!(
                "{} is {kib} KiB by brotli, more than {} KiB: {}.\n  \
                 Remedy: find what grew; the limits stand in xtask/src/package/inspect.rs",
                self.what,
                self.limit,
                self.files.join(", ")
            );
        }
        Ok(())
    }
}

/// Bytes over the wire, as a static host sends files that it compressed beforehand.
fn compressed_size(file: &Path) -> Result<usize> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 1 << 16, 11, 22);
    writer.write_all(&bytes)?;
    Ok(writer.into_inner().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(manifest: &str, script: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("package.json"), manifest).unwrap();
        fs::write(folder.path().join("worker.js"), script).unwrap();
        folder
    }

    #[test]
    fn an_export_that_is_not_there_is_named() {
        let exports = |path: &str| format!(r#"{{"exports": {{".": {{"default": "{path}"}}}}}}"#);
        assert!(check_exports(folder(&exports("./worker.js"), "").path()).is_ok());
        assert!(check_exports(folder(&exports("./w*.js"), "").path()).is_ok());
        let error = check_exports(folder(&exports("./none.js"), "").path()).unwrap_err();
        assert!(error.to_string().contains("none.js"));
        assert!(check_exports(folder("{}", "").path()).is_err());
    }

    #[test]
    fn code_that_a_strict_policy_forbids_is_named() {
        assert!(check_scripts(folder("{}", "let a = 1;").path()).is_ok());
        let error = check_scripts(folder("{}", "eval('1')").path()).unwrap_err();
        assert!(error.to_string().contains("worker.js contains `eval(`"));
        let error = check_scripts(folder("{}", "import('./a.js')").path()).unwrap_err();
        assert!(error.to_string().contains("not one script any more"));
    }

    #[test]
    fn what_is_too_large_fails_with_its_size() {
        let limit = Limit {
            what: "noise",
            files: &["worker.js"],
            budget: 0,
            limit: 0,
        };
        let error = limit.check(folder("{}", "let a = 1;").path()).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("noise is 1 KiB by brotli, more than 0 KiB")
        );
    }
}
