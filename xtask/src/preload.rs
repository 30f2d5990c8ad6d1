//! What a page is going to load, said in its head: a module's imports are known only when it is there, and theirs only then, so
//! that a browser that is not told asks for them in seven rounds, one after the other.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// The modules that the element begins with by itself, whatever page it is on; each brings its imports. Only modules: browsers complain
/// of a WebAssembly file or a preset that was named and then, as another renderer or preset was asked for, not used. And not the
/// worker's, which has a cache of its own, and asks for all of them again.
const BEGUN: [&str; 1] = ["lib/webgl2/webgl2.js"];

/// Puts the list into each page at the top of `folder` that shows a tank by a script of its own.
///
/// # Errors
/// When a file cannot be read or written, or a module that is imported is not there.
pub(crate) fn fill(folder: &Path, pages: &[&str]) -> Result<()> {
    for page in pages {
        let path = folder.join(page);
        let Ok(html) = fs::read_to_string(&path) else {
            continue;
        };
        let Some(entry) = entry(&html) else { continue };
        let mut modules = BTreeSet::new();
        for module in [entry].into_iter().chain(BEGUN.map(str::to_owned)) {
            collect(folder, module, &mut modules)?;
        }
        let mut links = String::new();
        for module in modules {
            links += &format!("    <link rel=\"modulepreload\" href=\"./{module}\">\n");
        }
        let html = html.replacen("  </head>", &format!("{links}  </head>"), 1);
        fs::write(&path, html)?;
    }
    Ok(())
}

/// The module that a page begins with.
fn entry(html: &str) -> Option<String> {
    let (_, rest) = html.split_once("<script type=\"module\" src=\"./")?;
    rest.split_once('"').map(|(path, _)| path.to_owned())
}

/// A module and all that it imports.
fn collect(folder: &Path, module: String, known: &mut BTreeSet<String>) -> Result<()> {
    if known.contains(&module) {
        return Ok(());
    }
    let path = folder.join(&module);
    let script =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let base = module
        .rsplit_once('/')
        .map_or("", |(base, _)| base)
        .to_owned();
    known.insert(module);
    for import in imports(&script) {
        collect(folder, resolved(&base, import), known)?;
    }
    Ok(())
}

/// What is imported from files of our own. What is imported in the middle of a line is loaded when it is needed, if at all.
fn imports(script: &str) -> impl Iterator<Item = &str> {
    script.lines().filter_map(|line| {
        let begins = ["import ", "export ", "} from "]
            .iter()
            .any(|start| line.starts_with(start));
        let (_, rest) = line.split_once("from \"").filter(|_| begins)?;
        let (path, _) = rest.split_once('"')?;
        path.starts_with('.').then_some(path)
    })
}

fn resolved(base: &str, import: &str) -> String {
    let mut parts: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in import.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_what_its_script_imports_and_nothing_that_it_may_never_need() {
        let folder = tempfile::tempdir().unwrap();
        let write = |file: &str, text: &str| {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "index.html",
            "<head>\n<script type=\"module\" src=\"./lib/pages/demo.js\"></script>\n  </head>",
        );
        write(
            "lib/pages/demo.js",
            "import { a } from \"../a.js\";\nimport {\n  b,\n} from \"./b.js\";\nconst later = import(\"./c.js\");",
        );
        write("lib/a.js", "export { b } from \"./pages/b.js\";");
        write("lib/pages/b.js", "import \"x\";");
        for module in BEGUN {
            write(module, "");
        }
        fill(folder.path(), &["index.html", "none.html"]).unwrap();
        let html = fs::read_to_string(folder.path().join("index.html")).unwrap();
        let named: Vec<&str> = html
            .split("modulepreload\" href=\"./")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert_eq!(
            named,
            [
                "lib/a.js",
                "lib/pages/b.js",
                "lib/pages/demo.js",
                "lib/webgl2/webgl2.js"
            ]
        );
        write("lib/pages/b.js", "import { z } from \"./none.js\";");
        assert!(fill(folder.path(), &["index.html"]).is_err());
    }
}
