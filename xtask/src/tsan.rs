//! The stage `tsan`: tests with more than one thread, under LLVM's thread sanitizer. It needs `std` rebuilt with the
//! sanitizer's instructions, and the sanitizer's run-time library, which comes with clang.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{find_program, heading, output, run};
use crate::toolchain::Toolchain;
use crate::{apt, paths};

/// Debian's name first: that is the one we install.
const CLANGS: [&str; 2] = ["clang-19", "clang"];
const SYMBOLIZERS: [&str; 3] = ["llvm-symbolizer-19", "llvm-symbolizer", "addr2line"];
const PACKAGES: [&str; 2] = ["clang-19", "libclang-rt-19-dev"];
const MISSING: &str = "clang with the run-time library of its thread sanitizer was not found. \
                       Remedy: install clang and compiler-rt (as root on Debian: apt-get install clang-19 libclang-rt-19-dev), \
                       and run the command again";

/// Runs the tests that have more than one thread; a race ends them.
///
/// # Errors
/// When there is a race, or when no clang was found and none could be installed.
pub(crate) fn tsan() -> Result<()> {
    let clang = match find_clang() {
        Some(clang) => clang,
        None => install_clang()?,
    };
    let flags = [
        "-Zsanitizer=thread".to_owned(),
        "-Zexternal-clangrt".to_owned(),
        format!("-Clinker={}", clang.display()),
        "-Clink-arg=-fsanitize=thread".to_owned(),
    ];
    run(Toolchain::set_up()?
        .cargo_native("test", &flags)
        .args(["--package=shared", "--test=threads"])
        .args(["--package=sim-worker", "--test=region", "--test=pool"])
        .arg("--target-dir")
        .arg(paths::target().join("tsan"))
        .env("TSAN_OPTIONS", options()))
}

/// The first race is the end, and is printed with names and lines if there is a program that knows them.
fn options() -> String {
    let mut options = "halt_on_error=1:allow_addr2line=1".to_owned();
    let found = SYMBOLIZERS.iter().find_map(find_program);
    if let Some(symbolizer) = found {
        options += &format!(":external_symbolizer_path={}", symbolizer.display());
    }
    options
}

fn find_clang() -> Option<PathBuf> {
    let mut found = CLANGS.iter().filter_map(find_program);
    found.find(|clang| has_sanitizer(clang))
}

/// Whether clang's own folder holds the library; older layouts have the processor in its name.
fn has_sanitizer(clang: &Path) -> bool {
    let names = [
        format!("libclang_rt.tsan-{}.a", std::env::consts::ARCH),
        "libclang_rt.tsan.a".to_owned(),
    ];
    // It answers with the bare name if there is no such file.
    let place = |name: &String| output(Command::new(clang).arg(format!("-print-file-name={name}")));
    names
        .iter()
        .any(|name| place(name).is_ok_and(|place| Path::new(&place).is_absolute()))
}

fn install_clang() -> Result<PathBuf> {
    if !apt::available() {
        bail!(MISSING);
    }
    heading("no clang with a thread sanitizer: fetching it");
    apt::install(&PACKAGES).context(MISSING)?;
    find_clang().context(MISSING)
}
