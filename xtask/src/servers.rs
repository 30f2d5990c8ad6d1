//! Web servers on which the recipes are tried: those of the machine, else Debian's, unpacked and not installed, as an installed
//! one would begin to serve.

use std::path::{Path, PathBuf};

use crate::process::{find_program, heading};
use crate::{apt, paths};

/// A server, which is also the name of its package.
struct Kind {
    name: &'static str,
    /// Where the program lies in the package, from the root.
    program: &'static str,
    /// Environment variable that tells the tests.
    variable: &'static str,
}

const KINDS: [Kind; 2] = [
    Kind {
        name: "nginx",
        program: "usr/sbin/nginx",
        variable: "MIROFISH_NGINX",
    },
    Kind {
        name: "caddy",
        program: "usr/bin/caddy",
        variable: "MIROFISH_CADDY",
    },
];

/// The servers that were found, by the variables that tell the tests, and what cannot be tested.
#[derive(Debug, Default)]
pub(crate) struct Servers {
    pub(crate) variables: Vec<(&'static str, PathBuf)>,
    pub(crate) missing: Vec<String>,
}

impl Servers {
    /// Finds the servers, and unpacks what is missing where that is possible. A missing one is no error here.
    pub(crate) fn set_up() -> Self {
        let mut servers = Self::default();
        for kind in &KINDS {
            match kind.find().or_else(|| kind.unpack()) {
                Some(program) => servers.variables.push((kind.variable, program)),
                None => servers.missing.push(format!(
                    "not run: the recipe for {0}, because it was not found.\n  Remedy: install {0}.",
                    kind.name
                )),
            }
        }
        servers
    }
}

impl Kind {
    fn find(&self) -> Option<PathBuf> {
        let places = [
            find_program(self.name),
            Some(Path::new("/").join(self.program)),
            Some(folder().join(self.program)),
        ];
        places.into_iter().flatten().find(|place| place.is_file())
    }

    fn unpack(&self) -> Option<PathBuf> {
        if !apt::available() {
            return None;
        }
        heading(&format!("{}, to try its recipe", self.name));
        // Reported with everything else that is missing, after the tests that can run.
        if let Err(error) = apt::unpack(self.name, &folder()) {
            eprintln!("   {error:#}");
        }
        self.find()
    }
}

fn folder() -> PathBuf {
    paths::target().join("servers")
}
