//! Running other programs: printed, without standard input, and bounded in time where they touch the network.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use wait_timeout::ChildExt;

/// Prints a short heading, so that a reader of a long log knows which step speaks.
pub(crate) fn heading(text: &str) {
    eprintln!("== {text}");
}

/// The command as a person would type it, without the environment.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted = words.map(|word| quote(&word.to_string_lossy()));
    quoted.collect::<Vec<_>>().join(" ")
}

fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Runs `command` to its end; an exit status other than 0 is an error that shows the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = shown(command);
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Like [`run`], but prints the command first and ends it after `limit`.
pub(crate) fn run_bounded(command: &mut Command, limit: Duration) -> Result<()> {
    let line = shown(command);
    eprintln!("   $ {line}   (at most {} s)", limit.as_secs());
    let mut child = command
        .stdin(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start `{line}`"))?;
    match child.wait_timeout(limit)? {
        Some(status) if status.success() => Ok(()),
        Some(status) => bail!("`{line}` failed ({status})"),
        None => {
            child.kill()?;
            child.wait()?;
            bail!("`{line}` was ended after {} s", limit.as_secs())
        }
    }
}

/// What `command` prints on standard output, trimmed; an error when it cannot run or fails.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let line = shown(command);
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        let stderr = String::from_utf8_lossy(&output.stderr);
        bail!("`{line}` failed ({}): {}", output.status, stderr.trim());
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

/// Where the program `name` lies, by `PATH` (or by itself, when it is a path).
pub(crate) fn find_program(name: impl AsRef<OsStr>) -> Option<PathBuf> {
    let name = Path::new(name.as_ref());
    if name.components().count() > 1 {
        return name.is_file().then(|| name.to_owned());
    }
    let mut file = name.as_os_str().to_owned();
    file.push(std::env::consts::EXE_SUFFIX);
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(&file))
        .find(|candidate| candidate.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_hangs_is_ended_in_time() {
        let started = std::time::Instant::now();
        let error = run_bounded(Command::new("sleep").arg("60"), Duration::from_millis(50));
        assert!(error.unwrap_err().to_string().contains("was ended after"));
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_failure_shows_the_command() {
        let error = run(Command::new("sh").args(["-c", "exit 3"])).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`sh -c 'exit 3'` failed (exit status: 3)"
        );
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert_eq!(error.to_string(), "cannot start `no-such-program-here`");
        assert!(find_program("no-such-program-here").is_none());
        assert!(find_program("sh").is_some());
    }
}
