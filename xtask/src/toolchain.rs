//! A compiler that can rebuild `std` for WebAssembly: threads need a `std` with atomics, which nobody ships pre-built.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::apt;
use crate::process::{find_program, heading, output, run_bounded};

/// Debian's compiler, which `rustc-web` puts beside the one of rustup.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
/// `rust-src` is 3 MiB; a connection that needs longer than this is not going to make it.
const RUSTUP_LIMIT: Duration = Duration::from_secs(90);

/// A compiler with its own library source beside it, and a linker for WebAssembly.
#[derive(Debug)]
pub(crate) struct Toolchain {
    rustc: PathBuf,
    host: String,
    /// `None` when the compiler finds its own `rust-lld`.
    linker: Option<PathBuf>,
}

impl Toolchain {
    /// Finds a usable compiler, or fetches what is missing. Repeatable: with everything present it only looks.
    ///
    /// # Errors
    /// When nothing was found and nothing could be installed; the message says what to install by hand.
    pub(crate) fn set_up() -> Result<Self> {
        let compiler = match Compiler::find() {
            Some(compiler) => compiler,
            None => Compiler::install()?,
        };
        let linker = compiler.linker()?;
        Ok(Self {
            rustc: compiler.rustc(),
            host: compiler.host,
            linker,
        })
    }

    /// A `cargo` command for `wasm32-unknown-unknown` that rebuilds `std` with `rustflags`.
    pub(crate) fn cargo(&self, subcommand: &str, rustflags: &[String]) -> Command {
        let mut command = self.cargo_with_std(subcommand, rustflags);
        command.args([
            "--target=wasm32-unknown-unknown",
            "-Zbuild-std=std,panic_abort",
        ]);
        if let Some(linker) = &self.linker {
            command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        command
    }

    /// A `cargo` command for this machine's own processor that rebuilds `std` with `rustflags`.
    pub(crate) fn cargo_native(&self, subcommand: &str, rustflags: &[String]) -> Command {
        let mut command = self.cargo_with_std(subcommand, rustflags);
        command.args(["-Zbuild-std", "--target"]).arg(&self.host);
        command
    }

    fn cargo_with_std(&self, subcommand: &str, rustflags: &[String]) -> Command {
        let mut command = Command::new(cargo_program());
        command
            .arg(subcommand)
            .env("RUSTC", &self.rustc)
            // Lets a stable compiler accept -Z build-std.
            .env("RUSTC_BOOTSTRAP", "1")
            // Of all the places for flags this one wins, so a RUSTFLAGS of the user cannot drop them.
            .env("CARGO_ENCODED_RUSTFLAGS", rustflags.join("\x1f"));
        command
    }

    /// The clippy of this very compiler, if it is installed.
    pub(crate) fn clippy_driver(&self) -> Option<PathBuf> {
        let name = format!("clippy-driver{}", std::env::consts::EXE_SUFFIX);
        Some(self.rustc.with_file_name(name)).filter(|driver| driver.is_file())
    }

    /// One line on what was chosen.
    pub(crate) fn describe(&self) -> String {
        let version = output(Command::new(&self.rustc).arg("--version"));
        let linker = self
            .linker
            .as_ref()
            .map_or("its own rust-lld".into(), |path| path.display().to_string());
        format!(
            "{} ({}), linker: {linker}",
            self.rustc.display(),
            version.unwrap_or_default()
        )
    }
}

/// Prints the compiler and the linker that were found or installed.
pub(crate) fn set_up() -> Result<()> {
    heading("compiler for WebAssembly with threads");
    let toolchain = Toolchain::set_up()?;
    eprintln!("   {}", toolchain.describe());
    Ok(())
}

/// The cargo that runs this program, so that inner calls behave like the outer one.
pub(crate) fn cargo_program() -> PathBuf {
    std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from)
}

#[derive(Debug)]
struct Compiler {
    sysroot: PathBuf,
    host: String,
    llvm_major: String,
}

impl Compiler {
    /// The current compiler or Debian's, whichever first has its library source and is recent enough.
    fn find() -> Option<Self> {
        let candidates = [current_rustc(), PathBuf::from(DEBIAN_RUSTC)];
        let usable = |compiler: &Self| has_library_source(&compiler.sysroot);
        candidates
            .iter()
            .filter_map(|rustc| Self::inspect(rustc))
            .find(usable)
    }

    /// Asks `rustc` about itself; `None` when it does not run or is too old for this workspace.
    fn inspect(rustc: &Path) -> Option<Self> {
        let about = output(Command::new(rustc).arg("-vV")).ok()?;
        let field = |name: &str| about.lines().find_map(|line| line.strip_prefix(name));
        let needed = version(env!("CARGO_PKG_RUST_VERSION"))?;
        if version(field("release: ")?)? < needed {
            return None;
        }
        Some(Self {
            sysroot: output(Command::new(rustc).args(["--print", "sysroot"]))
                .ok()?
                .into(),
            host: field("host: ")?.to_owned(),
            llvm_major: field("LLVM version: ")?.split('.').next()?.to_owned(),
        })
    }

    fn rustc(&self) -> PathBuf {
        self.sysroot
            .join("bin")
            .join(format!("rustc{}", std::env::consts::EXE_SUFFIX))
    }

    fn install() -> Result<Self> {
        heading("no compiler here has its library source: fetching it");
        let mut tried = Vec::new();
        for (name, attempt) in [
            ("rustup", install_rust_src as fn() -> Result<()>),
            ("apt-get", install_debian_compiler),
        ] {
            match attempt() {
                Ok(()) => {
                    if let Some(compiler) = Self::find() {
                        return Ok(compiler);
                    }
                    tried.push(format!("{name}: installed, but still no usable compiler"));
                }
                Err(error) => tried.push(format!("{name}: {error:#}")),
            }
        }
        bail!(
            "no compiler that can rebuild `std` for WebAssembly threads was found.\n  \
             Tried: {}\n  \
             Remedy, one of:\n    \
             rustup component add rust-src\n    \
             as root on Debian: apt-get install rustc-web rust-web-src\n  \
             and run the command again.",
            tried.join("\n         ")
        )
    }

    /// The linker to name to cargo, `None` when the compiler has its own.
    fn linker(&self) -> Result<Option<PathBuf>> {
        if rust_lld(&self.sysroot, &self.host).is_file() {
            return Ok(None);
        }
        if let Some(linker) = self.find_linker() {
            return Ok(Some(linker));
        }
        let missing = "no linker for WebAssembly was found. Remedy: install LLVM's lld \
                       (it provides `wasm-ld`), and run the command again";
        if !apt::available() {
            bail!(missing);
        }
        heading("no linker for WebAssembly: fetching lld");
        let matching = format!("lld-{}", self.llvm_major);
        apt::install(&[&matching])
            .or_else(|_| apt::install(&["lld"]))
            .context(missing)?;
        self.find_linker().map(Some).context(missing)
    }

    fn find_linker(&self) -> Option<PathBuf> {
        let of_current = Self::inspect(&current_rustc())
            .map(|current| rust_lld(&current.sysroot, &current.host))
            .filter(|linker| linker.is_file());
        of_current
            .or_else(|| find_program(format!("wasm-ld-{}", self.llvm_major)))
            .or_else(|| find_program("wasm-ld"))
    }
}

fn current_rustc() -> PathBuf {
    std::env::var_os("RUSTC").map_or_else(|| "rustc".into(), PathBuf::from)
}

fn rust_lld(sysroot: &Path, host: &str) -> PathBuf {
    let name = format!("rust-lld{}", std::env::consts::EXE_SUFFIX);
    sysroot
        .join("lib/rustlib")
        .join(host)
        .join("bin")
        .join(name)
}

/// Major and minor number of a version such as `1.96.0` or `1.95`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Whether the library source below `sysroot` is there, and whole.
fn has_library_source(sysroot: &Path) -> bool {
    let library = sysroot.join("lib/rustlib/src/rust/library");
    let present = [
        "Cargo.lock",
        "std/src/lib.rs",
        "core/src/lib.rs",
        "panic_abort/src/lib.rs",
    ]
    .iter()
    .all(|file| library.join(file).is_file());
    present && !is_unlisted(sysroot)
}

/// Whether rustup manages `sysroot` and does not list `rust-src`: what lies there then is the rest of a broken attempt.
fn is_unlisted(sysroot: &Path) -> bool {
    std::fs::read_to_string(sysroot.join("lib/rustlib/components"))
        .is_ok_and(|components| !components.lines().any(|line| line == "rust-src"))
}

fn install_rust_src() -> Result<()> {
    let rustup = find_program("rustup").context("not installed")?;
    let current = Compiler::inspect(&current_rustc()).context("its compiler is too old")?;
    if !current.sysroot.join("lib/rustlib/components").is_file() {
        bail!("the current compiler is not one of rustup's");
    }
    let toolchain = current
        .sysroot
        .file_name()
        .context("a toolchain without a name")?;
    let mut command = Command::new(rustup);
    command
        .args(["component", "add", "rust-src", "--toolchain"])
        .arg(toolchain)
        // Otherwise a missing toolchain would be fetched whole, each failure retried, and reported with a trace.
        .env("RUSTUP_AUTO_INSTALL", "0")
        .env("RUSTUP_MAX_RETRIES", "1")
        .env("RUST_BACKTRACE", "0");
    let result = run_bounded(&mut command, RUSTUP_LIMIT);
    if result.is_err() && is_unlisted(&current.sysroot) {
        remove_partial_source(&current.sysroot);
    }
    result
}

/// A later attempt, by rustup itself too, must not stumble over the files of this one.
fn remove_partial_source(sysroot: &Path) {
    // Nothing to remove is the usual case, and no error.
    let _ = std::fs::remove_dir_all(sysroot.join("lib/rustlib/src/rust"));
    let _ = std::fs::remove_file(sysroot.join("lib/rustlib/manifest-rust-src"));
}

fn install_debian_compiler() -> Result<()> {
    if !apt::available() {
        bail!("needs Debian and root");
    }
    apt::install(&["rustc-web", "rust-web-src"])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sysroot_with_source() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("lib/rustlib/src/rust/library");
        for file in [
            "Cargo.lock",
            "std/src/lib.rs",
            "core/src/lib.rs",
            "panic_abort/src/lib.rs",
        ] {
            let path = library.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        folder
    }

    #[test]
    fn source_without_rustup_counts_when_it_is_whole() {
        let sysroot = sysroot_with_source();
        assert!(has_library_source(sysroot.path()));
        std::fs::remove_file(
            sysroot
                .path()
                .join("lib/rustlib/src/rust/library/std/src/lib.rs"),
        )
        .unwrap();
        assert!(!has_library_source(sysroot.path()));
    }

    #[test]
    fn what_a_broken_rustup_attempt_left_does_not_count_and_is_removed() {
        let sysroot = sysroot_with_source();
        let components = sysroot.path().join("lib/rustlib/components");
        std::fs::write(&components, "rustc-x86_64-unknown-linux-gnu\n").unwrap();
        assert!(!has_library_source(sysroot.path()));
        remove_partial_source(sysroot.path());
        assert!(!sysroot.path().join("lib/rustlib/src/rust").exists());
        assert!(components.exists());
    }

    #[test]
    fn source_that_rustup_lists_counts() {
        let sysroot = sysroot_with_source();
        std::fs::write(
            sysroot.path().join("lib/rustlib/components"),
            "rustc-x\nrust-src\n",
        )
        .unwrap();
        assert!(has_library_source(sysroot.path()));
    }

    #[test]
    fn versions_compare_by_number() {
        assert_eq!(version("1.95"), Some((1, 95)));
        assert!(version("1.100.0-nightly") > version("1.95.1"));
        assert_eq!(version("unknown"), None);
    }
}
