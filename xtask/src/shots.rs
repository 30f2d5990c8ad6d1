//! `cargo xtask shots`: pictures of every preset in both renderers, and a contact sheet of them.

use anyhow::Result;
use clap::Args;

use crate::process::run;
use crate::wasm::Profile;
use crate::{BadInput, browsers, build, node, paths};

/// What to take pictures of.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Only these presets; all by default
    #[arg(long = "preset", value_name = "NAME")]
    presets: Vec<String>,
    /// Write the contact sheet and the README's pictures into docs/images, too
    #[arg(long, conflicts_with_all = ["presets", "bless"])]
    docs: bool,
    /// Take the small pictures that the tests compare with instead, as they are now, for the ones to come
    #[arg(long, conflicts_with = "presets")]
    bless: bool,
    /// Take what lies in dist/ instead of building it
    #[arg(long)]
    no_build: bool,
}

/// Takes the pictures.
///
/// # Errors
/// When there is no such preset, no Chromium, or a tank that complains.
pub(crate) fn shots(options: &Options) -> Result<()> {
    for preset in &options.presets {
        let file = paths::root().join(format!("www/presets/{preset}.json"));
        if !file.is_file() {
            let text =
                format!("--preset is {preset}; allowed: a file name of www/presets without .json");
            return Err(BadInput(text).into());
        }
    }
    node::set_up()?;
    if !options.no_build {
        build::build(Profile::Release)?;
    }
    let mut command = browsers::script("shots.mjs")?;
    if options.bless {
        command.arg("--bless");
        return run(&mut command);
    }
    let folder = node::folder().join("artifacts/shots");
    command.arg("--out").arg(&folder);
    if options.docs {
        command.arg("--docs").arg(paths::root().join("docs/images"));
    }
    for preset in &options.presets {
        command.args(["--preset", preset]);
    }
    run(&mut command)?;
    println!("pictures and contact sheet: {}", folder.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_that_is_not_there_is_named_before_anything_is_built() {
        let options = Options {
            presets: vec!["community".into(), "../secret".into()],
            docs: false,
            bless: false,
            no_build: true,
        };
        let error = shots(&options).unwrap_err();
        assert!(error.is::<BadInput>());
        assert!(
            error
                .to_string()
                .contains("--preset is ../secret; allowed:")
        );
    }
}
