//! The WebAssembly builds: cargo with a rebuilt `std`, then bindgen's work through its library.

mod names;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;
use wasmparser::{Parser, Payload, TypeRef};

use crate::process::{heading, run};
use crate::toolchain::Toolchain;
use crate::{files, hash, paths};

/// Bound of the threaded engine's memory in bytes. The page gives it a memory of its own, far smaller one whose
/// initial size is its maximum; this is only what the module accepts at most.
const MAX_MEMORY: u64 = 1 << 30;

/// What a shared memory needs from the linker; since late 2025 the compiler adds none of these by itself.
const SHARED_MEMORY_ARGUMENTS: [&str; 6] = [
    "--shared-memory",
    "--import-memory",
    "--export=__wasm_init_tls",
    "--export=__tls_size",
    "--export=__tls_align",
    "--export=__tls_base",
];

/// One WebAssembly build.
#[derive(Debug)]
pub(crate) struct WasmBuild {
    /// Name of the folder in `dist/lib-<hash>/`.
    pub(crate) folder: &'static str,
    /// Stem of the files in it: `engine.js`, `engine_bg.wasm`.
    name: &'static str,
    package: &'static str,
    threads: bool,
    features: &'static [&'static str],
    /// Cargo's folder in `target/`: one for each set of flags, so that they do not invalidate each other, and one for each
    /// selection of features, as cargo gives a cdylib of other features the same name.
    target: &'static str,
}

/// Everything the page loads as WebAssembly.
pub(crate) const BUILDS: [WasmBuild; 4] = [
    WasmBuild {
        folder: "engine-threads",
        name: "engine",
        package: "sim-worker",
        threads: true,
        features: &[],
        target: "wasm-threads",
    },
    WasmBuild {
        folder: "engine",
        name: "engine",
        package: "sim-worker",
        threads: false,
        features: &["--no-default-features"],
        target: "wasm",
    },
    WasmBuild {
        folder: "webgl2",
        name: "webgl2",
        package: "render-main",
        threads: false,
        features: &[],
        target: "wasm",
    },
    WasmBuild {
        folder: "canvas2d",
        name: "canvas2d",
        package: "render-main",
        threads: false,
        features: &["--features=canvas2d"],
        target: "wasm-canvas2d",
    },
];

/// The engine with what `cargo xtask bench` measures; no page loads it.
pub(crate) const BENCH: WasmBuild = WasmBuild {
    folder: "engine-bench",
    name: "engine",
    package: "sim-worker",
    threads: true,
    features: &["--features=bench"],
    target: "wasm-bench",
};

/// Which of cargo's profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    Dev,
    Release,
}

impl Profile {
    fn argument(self) -> &'static str {
        match self {
            Self::Dev => "--profile=dev",
            Self::Release => "--profile=release",
        }
    }

    fn folder(self) -> &'static str {
        match self {
            Self::Dev => "debug",
            Self::Release => "release",
        }
    }
}

impl WasmBuild {
    /// Compiles, binds and checks; the result is the folder that holds JavaScript and WebAssembly.
    ///
    /// # Errors
    /// When a step fails, or when the memory is not shared where it has to be, or shared where it must not be.
    pub(crate) fn build(&self, toolchain: &Toolchain, profile: Profile) -> Result<PathBuf> {
        heading(&format!("{} ({})", self.folder, profile.folder()));
        let module = self.compile(toolchain, profile)?;
        let bound = self.bind(&module, profile)?;
        let emitted = bound.join(format!("{}_bg.wasm", self.name));
        let memory = memory_of(&std::fs::read(&emitted)?)
            .with_context(|| format!("cannot read {}", emitted.display()))?;
        self.check_memory(memory)?;
        Ok(bound)
    }

    /// The flags of this build. The builds without threads share theirs.
    pub(crate) fn rustflags(&self) -> Vec<String> {
        if !self.threads {
            return vec!["-Ctarget-feature=+simd128".into()];
        }
        let mut flags = vec![
            "-Ctarget-feature=+atomics,+bulk-memory,+simd128".into(),
            // The compiler warns that `atomics` is unstable, as it always will; the builds without threads still warn.
            "-Awarnings".into(),
            format!("-Clink-arg=--max-memory={MAX_MEMORY}"),
        ];
        flags.extend(SHARED_MEMORY_ARGUMENTS.map(|argument| format!("-Clink-arg={argument}")));
        flags
    }

    /// Package and features, as arguments for cargo.
    pub(crate) fn selection(&self) -> impl Iterator<Item = &'static str> {
        ["--package", self.package]
            .into_iter()
            .chain(self.features.iter().copied())
    }

    /// Cargo's folder for this build.
    pub(crate) fn target_dir(&self) -> PathBuf {
        paths::target().join(self.target)
    }

    fn compile(&self, toolchain: &Toolchain, profile: Profile) -> Result<PathBuf> {
        let mut cargo = toolchain.cargo("build", &self.rustflags());
        cargo
            .args(self.selection())
            .arg(profile.argument())
            .arg("--target-dir")
            .arg(self.target_dir());
        run(&mut cargo)?;
        let file = format!("{}.wasm", self.package.replace('-', "_"));
        let module = self
            .target_dir()
            .join("wasm32-unknown-unknown")
            .join(profile.folder())
            .join(file);
        if !module.is_file() {
            let package = self.package;
            bail!(
                "cargo wrote no {}: is the crate `{package}` a cdylib?",
                module.display()
            );
        }
        Ok(module)
    }

    /// Writes the JavaScript for `module` and the WebAssembly that fits it, unless that was done for the same input.
    fn bind(&self, module: &Path, profile: Profile) -> Result<PathBuf> {
        let bytes = std::fs::read(module)?;
        let lock = std::fs::read_to_string(paths::root().join("Cargo.lock"))?;
        let version = checked_bindgen_version(&lock)?;
        let stamp = format!(
            "{} bound by wasm-bindgen {version}, with {POOL_SCRIPT} and short names",
            hash::hex(&bytes)
        );
        let parent = self.target_dir().join("bindgen").join(profile.folder());
        let out = parent.join(self.folder);
        let stamp_file = parent.join(format!("{}.stamp", self.folder));
        if std::fs::read_to_string(&stamp_file).is_ok_and(|old| old == stamp) && out.is_dir() {
            return Ok(out);
        }
        // The stamp goes first and comes last: an interrupted run leaves no stamp beside half an output.
        files::remove(&stamp_file)?;
        files::remove(&out)?;
        self.generate(bytes, profile, &out)
            .with_context(|| format!("wasm-bindgen cannot process {}", module.display()))?;
        if self.threads {
            use_own_pool(&out)?;
        }
        std::fs::write(&stamp_file, stamp)?;
        Ok(out)
    }

    fn generate(&self, bytes: Vec<u8>, profile: Profile, out: &Path) -> Result<()> {
        Bindgen::new()
            .input_bytes(self.name, bytes)
            .web(true)?
            .typescript(true)
            .remove_name_section(profile == Profile::Release)
            .remove_producers_section(profile == Profile::Release)
            .generate(out)?;
        if profile == Profile::Release {
            let module = out.join(format!("{}_bg.wasm", self.name));
            let script = out.join(format!("{}.js", self.name));
            let (bytes, text) =
                names::shorten(&std::fs::read(&module)?, &std::fs::read_to_string(&script)?)?;
            std::fs::write(module, bytes)?;
            std::fs::write(script, text)?;
        }
        Ok(())
    }

    fn check_memory(&self, memory: Memory) -> Result<()> {
        match (self.threads, memory) {
            (
                true,
                Memory {
                    imported: true,
                    shared: true,
                },
            ) => Ok(()),
            (true, _) => bail!(
                "{}: built without atomics: its memory is not shared, so it cannot run on more than one thread.\n  \
                 Cause: the compiler or the linker dropped `+atomics` or one of {}.\n  \
                 Remedy: delete {} and run `cargo xtask build` again; if that does not help, \
                 `cargo xtask setup` shows which compiler and linker are used.",
                self.folder,
                SHARED_MEMORY_ARGUMENTS.join(" "),
                self.target_dir().display(),
            ),
            (false, Memory { shared: false, .. }) => Ok(()),
            (false, _) => bail!(
                "{}: its memory is shared, so it cannot run on pages that are not isolated.\n  \
                 Cause: flags of the threaded build got into this one.\n  \
                 Remedy: delete {} and run `cargo xtask build` again.",
                self.folder,
                self.target_dir().display(),
            ),
        }
    }
}

/// Whose a module's memory is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) imported: bool,
    pub(crate) shared: bool,
}

/// The script by which wasm-bindgen-rayon starts the pool's workers, below `snippets/`.
const POOL_HELPER: &str = "workerHelpers.no-bundler.js";
/// What takes its place, as seen from there.
const POOL_SCRIPT: &str = "../../../../worker/pool.js";

/// Puts our `startWorkers` in the place of wasm-bindgen-rayon's: that one makes workers from blobs, which a strict policy
/// forbids, and waits for them without end.
fn use_own_pool(out: &Path) -> Result<()> {
    let snippets = out.join("snippets");
    let helper = files::below(&snippets)?
        .into_iter()
        .find(|file| file.ends_with(POOL_HELPER));
    let Some(helper) = helper else {
        bail!(
            "wasm-bindgen-rayon has no {POOL_HELPER} any more.\n  Remedy: see how it starts its workers now, and \
             fit use_own_pool in xtask/src/wasm.rs and www/lib/worker/pool.js to that"
        );
    };
    let script = format!("export {{ startWorkers }} from \"{POOL_SCRIPT}\";\n");
    Ok(std::fs::write(snippets.join(helper), script)?)
}

/// The first memory of a WebAssembly module.
///
/// # Errors
/// When it has none, or is no such module.
pub(crate) fn memory_of(module: &[u8]) -> Result<Memory> {
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    if let TypeRef::Memory(memory) = import?.ty {
                        return Ok(Memory {
                            imported: true,
                            shared: memory.shared,
                        });
                    }
                }
            }
            Payload::MemorySection(section) => {
                if let Some(memory) = section.into_iter().next() {
                    return Ok(Memory {
                        imported: false,
                        shared: memory?.shared,
                    });
                }
            }
            _ => {}
        }
    }
    bail!("it has no memory")
}

/// The library that writes the JavaScript and the crate compiled into the module must be of the same version.
fn checked_bindgen_version(lock: &str) -> Result<&str> {
    let crate_version = locked_version(lock, "wasm-bindgen");
    let library = locked_version(lock, "wasm-bindgen-cli-support");
    match (crate_version, library) {
        (Some(one), Some(other)) if one == other => Ok(one),
        _ => bail!(
            "wasm-bindgen and wasm-bindgen-cli-support differ in version ({} and {}).\n  \
             Remedy: give both the same number in the root Cargo.toml, then `cargo update -p wasm-bindgen \
             -p wasm-bindgen-cli-support`.",
            crate_version.unwrap_or("not in Cargo.lock"),
            library.unwrap_or("not in Cargo.lock"),
        ),
    }
}

/// The version of a package in a lock file.
fn locked_version<'lock>(lock: &'lock str, package: &str) -> Option<&'lock str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A module whose only content is one memory: imported as `a.b` or its own.
    fn module(imported: bool, shared: bool) -> Vec<u8> {
        // Limits with a maximum: flag 3 for shared, 1 for not; minimum 1, maximum 2.
        let limits = [if shared { 3 } else { 1 }, 1, 2];
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        if imported {
            module.extend([2, 9, 1, 1, b'a', 1, b'b', 2]);
        } else {
            module.extend([5, 4, 1]);
        }
        module.extend(limits);
        module
    }

    #[test]
    fn a_threaded_engine_without_shared_memory_is_refused_with_cause_and_remedy() {
        let [threads, single, ..] = &BUILDS;
        assert!(
            threads
                .check_memory(memory_of(&module(true, true)).unwrap())
                .is_ok()
        );
        assert!(
            single
                .check_memory(memory_of(&module(false, false)).unwrap())
                .is_ok()
        );
        for other in [
            module(false, false),
            module(true, false),
            module(false, true),
        ] {
            let error = threads
                .check_memory(memory_of(&other).unwrap())
                .unwrap_err()
                .to_string();
            assert!(error.contains("built without atomics"));
            assert!(error.contains("Cause:") && error.contains("Remedy:"));
        }
        assert!(
            single
                .check_memory(memory_of(&module(true, true)).unwrap())
                .is_err()
        );
    }

    #[test]
    fn a_module_without_memory_or_with_damage_is_an_error() {
        assert!(memory_of(b"\0asm\x01\0\0\0").is_err());
        assert!(memory_of(&module(true, true)[..12]).is_err());
        assert!(memory_of(b"<!doctype html>").is_err());
    }

    #[test]
    fn bindgen_versions_must_agree() {
        let lock = |one: &str, other: &str| {
            format!(
                "[[package]]\nname = \"wasm-bindgen\"\nversion = \"{one}\"\n\n\
                 [[package]]\nname = \"wasm-bindgen-cli-support\"\nversion = \"{other}\"\n"
            )
        };
        assert_eq!(
            checked_bindgen_version(&lock("0.2.130", "0.2.130")).unwrap(),
            "0.2.130"
        );
        let error = checked_bindgen_version(&lock("0.2.130", "0.2.131"))
            .unwrap_err()
            .to_string();
        assert!(error.contains("0.2.130 and 0.2.131") && error.contains("Remedy:"));
        assert!(checked_bindgen_version("").is_err());
    }

    #[test]
    fn every_build_has_simd_and_only_the_threaded_one_atomics() {
        for build in &BUILDS {
            let flags = build.rustflags().join(" ");
            assert!(flags.contains("+simd128"));
            assert_eq!(flags.contains("+atomics"), build.threads);
            assert_eq!(flags.contains("--shared-memory"), build.threads);
        }
    }
}
