//! `cargo xtask bundle`: one HTML file that runs by double click, without a server and without a network.
//!
//! Chromium refuses a page of `file://` module workers from blobs, but no classic ones: the worker is one script, kept as text.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use clap::Args;
use serde_json::json;

use crate::package::{Entry, Format, flatten, library};
use crate::process::heading;
use crate::wasm::Profile;
use crate::{build, node, paths};

/// Where to write.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The file to write [default: mirofish.html in the target folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Use dist/ as it is (for tests)
    #[arg(long)]
    no_build: bool,
}

const WORKER: Entry = Entry {
    from: "lib/worker/worker.js",
    to: "worker.js",
    format: Format::Script,
    apart: &[],
};
const PAGE: Entry = Entry {
    from: "lib/pages/embed.js",
    to: "page.js",
    format: Format::Module,
    apart: &[],
};

/// Builds, then writes the page.
///
/// # Errors
/// When a step fails, or when the page would still load something.
pub(crate) fn bundle(options: &Options) -> Result<()> {
    if !options.no_build {
        build::build(Profile::Release)?;
    }
    node::set_up()?;
    heading("one file");
    let dist = paths::dist();
    let library = dist.join(library(&dist)?);
    let work = tempfile::tempdir()?;
    let files = work.path().join("files.js");
    // The worker asks for no files.
    flatten(&dist, &files, &[WORKER], work.path())?;
    let worker = fs::read_to_string(work.path().join(WORKER.to))?;
    fs::write(&files, own_files(&library, &worker)?)?;
    flatten(&dist, &files, &[PAGE], work.path())?;
    let script = fs::read_to_string(work.path().join(PAGE.to))?;
    let page = assemble(
        &fs::read_to_string(paths::root().join("www/embed.html"))?,
        &library,
        &script,
    )?;
    let out = options
        .out
        .clone()
        .unwrap_or_else(|| paths::target().join("mirofish.html"));
    fs::write(&out, page).with_context(|| format!("cannot write {}", out.display()))?;
    println!("{}", out.display());
    Ok(())
}

/// What takes the place of `lib/internal/files.js`: the files themselves. Shared memory is not to be had without a server, so
/// that engine stays out.
fn own_files(library: &Path, worker: &str) -> Result<String> {
    let wasm = |file: &str| -> Result<String> {
        let bytes = fs::read(library.join(file)).with_context(|| format!("cannot read {file}"))?;
        Ok(format!(
            "data:application/wasm;base64,{}",
            STANDARD.encode(bytes)
        ))
    };
    let presets = paths::root().join("xtask/src/package/presets.js");
    Ok(format!(
        "export {{ presetJson }} from {};\n\
         export const WORKER_TYPE = \"classic\";\n\
         export const NAMES = {{ worker: \"\", webgl2: \"\", canvas2d: \"\", engine: \"\", engineThreads: \"\" }};\n\
         export const HELP = null;\n\
         const engine = new URL({});\n\
         export const FILES = {{\n\
           worker: new URL(URL.createObjectURL(new Blob([{}], {{ type: \"text/javascript\" }}))),\n\
           webgl2: new URL({}),\n\
           canvas2d: new URL({}),\n\
           engine,\n\
           engineThreads: engine,\n\
         }};\n",
        json!(presets),
        json!(wasm("engine/engine_bg.wasm")?),
        json!(worker),
        json!(wasm("webgl2/webgl2_bg.wasm")?),
        json!(wasm("canvas2d/canvas2d_bg.wasm")?),
    ))
}

/// The page with everything that it refers to inside.
fn assemble(page: &str, library: &Path, script: &str) -> Result<String> {
    let style = fs::read_to_string(library.join("pages/page.css"))?;
    let icon = fs::read(paths::root().join("www/favicon.svg"))?;
    let icon = format!("data:image/svg+xml;base64,{}", STANDARD.encode(icon));
    let mut page = page.to_owned();
    for (reference, content) in [
        ("./favicon.svg", icon),
        (
            r#"<link rel="stylesheet" href="./lib/pages/page.css">"#,
            format!("<style>{style}</style>"),
        ),
        (
            r#"<script type="module" src="./lib/pages/embed.js"></script>"#,
            format!("<script type=\"module\">{}</script>", within_markup(script)),
        ),
    ] {
        if !page.contains(reference) {
            bail!(
                "www/embed.html has no {reference} any more.\n  Remedy: fit assemble in xtask/src/bundle.rs to it"
            );
        }
        page = page.replacen(reference, &content, 1);
    }
    if let Some(rest) = ["href=\"./", "src=\"./"]
        .iter()
        .find(|start| page.contains(**start))
    {
        bail!("www/embed.html has a reference that stays outside of the file: {rest}…");
    }
    Ok(page)
}

/// A script's text so that no string in it ends the element that holds it.
fn within_markup(script: &str) -> String {
    script
        .replace("</script", "<\\/script")
        .replace("<!--", "<\\!--")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_in_the_script_does_not_end_it() {
        assert_eq!(within_markup("a='</script><!--'"), "a='<\\/script><\\!--'");
    }

    #[test]
    fn a_page_that_refers_to_something_else_is_refused() {
        let library = tempfile::tempdir().unwrap();
        fs::create_dir(library.path().join("pages")).unwrap();
        fs::write(library.path().join("pages/page.css"), "main {}").unwrap();
        let page = r#"<link rel="icon" href="./favicon.svg"><link rel="stylesheet" href="./lib/pages/page.css"><script type="module" src="./lib/pages/embed.js"></script>"#;
        let whole = assemble(page, library.path(), "1;").unwrap();
        assert!(whole.contains("<style>main {}</style><script type=\"module\">1;</script>"));
        let more = format!(r#"{page}<img src="./other.png">"#);
        assert!(assemble(&more, library.path(), "").is_err());
        assert!(assemble("", library.path(), "").is_err());
    }
}
