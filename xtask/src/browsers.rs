//! The browsers of the machine; Debian's are installed where that is possible and one is missing.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process::{find_program, heading, output};
use crate::{apt, node};

/// What one browser is called, and what it needs.
struct Kind {
    name: &'static str,
    /// Environment variable that names another program.
    variable: &'static str,
    programs: &'static [&'static str],
    /// Debian's packages: the first holds the browser.
    packages: &'static [&'static str],
}

const CHROMIUM: Kind = Kind {
    name: "Chromium",
    variable: "CHROME",
    programs: &[
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ],
    packages: &["chromium"],
};

/// Firefox has WebGL in a window only, so it needs a screen, if a virtual one, and software OpenGL.
const FIREFOX: Kind = Kind {
    name: "Firefox",
    variable: "FIREFOX",
    programs: &[
        "firefox-esr",
        "firefox",
        "/Applications/Firefox.app/Contents/MacOS/firefox",
    ],
    packages: &["firefox-esr", "xvfb", "xauth", "libgl1-mesa-dri"],
};

/// The browsers that were found.
#[derive(Debug)]
pub(crate) struct Browsers {
    pub(crate) chromium: Option<PathBuf>,
    pub(crate) firefox: Option<PathBuf>,
}

impl Browsers {
    /// Finds the browsers, and installs what is missing where that is possible.
    ///
    /// # Errors
    /// When an environment variable names a program that is not there. A missing browser is none: see
    /// [`Browsers::missing`].
    pub(crate) fn set_up() -> Result<Self> {
        let missing: Vec<_> = [&CHROMIUM, &FIREFOX]
            .into_iter()
            .flat_map(Kind::missing_packages)
            .collect();
        if !missing.is_empty() && apt::available() {
            heading("browsers");
            // Reported with everything else that is missing, after the tests that can run.
            if let Err(error) = apt::install(&missing) {
                eprintln!("   {error:#}");
            }
        }
        Ok(Self {
            chromium: CHROMIUM.find()?,
            firefox: FIREFOX.find()?,
        })
    }

    /// What cannot be tested and how to change that, one line for each browser; empty when all are there.
    pub(crate) fn missing(&self) -> Vec<String> {
        let found = [(&CHROMIUM, &self.chromium), (&FIREFOX, &self.firefox)];
        let missing = found.into_iter().filter(|(_, program)| program.is_none());
        missing.map(|(kind, _)| kind.not_run()).collect()
    }
}

impl Kind {
    fn find(&self) -> Result<Option<PathBuf>> {
        match std::env::var_os(self.variable) {
            Some(program) => match find_program(&program) {
                Some(path) => Ok(Some(path)),
                None => bail!(
                    "{} names {}, which is not there",
                    self.variable,
                    Path::new(&program).display()
                ),
            },
            None => Ok(self.programs.iter().find_map(find_program)),
        }
    }

    /// The packages to install: all but those whose part is here already, from wherever it came.
    fn missing_packages(&self) -> impl Iterator<Item = &'static str> {
        let found = matches!(self.find(), Ok(Some(_)));
        let present = move |index: usize, package: &str| {
            if index == 0 {
                found
            } else {
                is_installed(package)
            }
        };
        let packages = self.packages.iter().enumerate();
        packages
            .filter(move |(index, package)| !present(*index, package))
            .map(|(_, package)| *package)
    }

    fn not_run(&self) -> String {
        format!(
            "not run: the tests in {0}, because it was not found.\n  \
             Remedy: install {0} (Debian: apt-get install {1}), or name the program in {2}.",
            self.name,
            self.packages.join(" "),
            self.variable,
        )
    }
}

fn is_installed(package: &str) -> bool {
    output(Command::new("dpkg-query").args(["--show", "--showformat=${db:Status-Status}", package]))
        .is_ok_and(|status| status == "installed")
}

/// A script of `tests/` that drives Chromium, ready to be run by node.
///
/// # Errors
/// When there is no Chromium.
pub(crate) fn script(name: &str) -> Result<Command> {
    let chromium = Browsers::set_up()?.chromium;
    let chromium =
        chromium.context("Chromium was not found.\n  Remedy: install it, or name it in CHROME")?;
    let mut command = Command::new("node");
    command
        .arg(node::folder().join(name))
        .env("MIROFISH_CHROMIUM", chromium)
        .env("MIROFISH_XTASK", std::env::current_exe()?);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_browser_is_named_with_its_remedy() {
        let browsers = Browsers {
            chromium: Some("/usr/bin/chromium".into()),
            firefox: None,
        };
        let missing = browsers.missing();
        assert_eq!(missing.len(), 1);
        assert!(missing[0].starts_with("not run: the tests in Firefox"));
        assert!(missing[0].contains("apt-get install firefox-esr xvfb xauth libgl1-mesa-dri"));
    }

    #[test]
    fn a_package_that_does_not_exist_is_not_installed() {
        assert!(!is_installed("no-such-package-here"));
    }
}
