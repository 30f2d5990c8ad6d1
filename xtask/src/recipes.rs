//! `docs/serving.md`: how others make their servers send what ours sends, from the one table of headers.

use crate::serve::{ISOLATION, SHARING};

/// A host and what to write there.
struct Recipe {
    title: &'static str,
    /// What surprises people.
    note: &'static str,
    language: &'static str,
    write: fn(&[Header]) -> String,
}

type Header = (String, &'static str);

const RECIPES: [Recipe; 9] = [
    Recipe {
        title: "nginx",
        note: "In the `server` or `location` block. An `add_header` in a nested block drops all inherited ones: repeat them there. \
               `always` sends them with errors too, which workers need.",
        language: "nginx",
        write: |headers| {
            lines(headers, |name, value| {
                format!("add_header {name} \"{value}\" always;")
            })
        },
    },
    Recipe {
        title: "Caddy",
        note: "In the site block.",
        language: "caddyfile",
        write: |headers| {
            format!(
                "header {{\n{}\n}}\nfile_server",
                lines(headers, |name, value| format!("\t{name} \"{value}\""))
            )
        },
    },
    Recipe {
        title: "Apache",
        note: "In `.htaccess` or the virtual host; the module `headers` has to be on.",
        language: "apache",
        write: |headers| {
            format!(
                "{}\nAddType application/wasm .wasm",
                lines(headers, |name, value| format!(
                    "Header always set {name} \"{value}\""
                ))
            )
        },
    },
    Recipe {
        title: "Netlify and Cloudflare Pages",
        note: "A file `_headers` in the published folder.",
        language: "text",
        write: |headers| {
            format!(
                "/*\n{}",
                lines(headers, |name, value| format!("  {name}: {value}"))
            )
        },
    },
    Recipe {
        title: "Vercel",
        note: "`vercel.json`.",
        language: "json",
        write: |headers| {
            let list = lines(headers, |name, value| {
                format!("        {{ \"key\": \"{name}\", \"value\": \"{value}\" }},")
            });
            format!(
                "{{\n  \"headers\": [\n    {{\n      \"source\": \"/(.*)\",\n      \"headers\": [\n{}\n      ]\n    }}\n  ]\n}}",
                list.trim_end_matches(',')
            )
        },
    },
    Recipe {
        title: "Firebase",
        note: "`firebase.json`.",
        language: "json",
        write: |headers| {
            let list = lines(headers, |name, value| {
                format!("          {{ \"key\": \"{name}\", \"value\": \"{value}\" }},")
            });
            format!(
                "{{\n  \"hosting\": {{\n    \"public\": \"dist\",\n    \"headers\": [\n      {{\n        \"source\": \"**\",\n        \"headers\": [\n{}\n        ]\n      }}\n    ]\n  }}\n}}",
                list.trim_end_matches(',')
            )
        },
    },
    Recipe {
        title: "Express",
        note: "",
        language: "js",
        write: |headers| {
            format!(
                "import express from \"express\";\n\nconst headers = {{\n{}\n}};\nconst app = express();\napp.use((request, response, next) => {{\n  response.set(headers);\n  next();\n}});\napp.use(express.static(\"dist\"));\napp.listen(8080);",
                object(headers)
            )
        },
    },
    Recipe {
        title: "Vite",
        note: "`vite.config.js`, for the development server and for the preview; what `vite build` makes is served by some other host.",
        language: "js",
        write: |headers| {
            format!(
                "const headers = {{\n{}\n}};\n\nexport default {{ server: {{ headers }}, preview: {{ headers }} }};",
                object(headers)
            )
        },
    },
    Recipe {
        title: "GitHub Pages",
        note: "It sends no headers of yours. The tank runs in tier `transfer`, which needs none. The demo page of this project keeps a \
               service worker, and has its headers from there at the second visit.",
        language: "",
        write: |_| String::new(),
    },
];

/// The generated part of the page.
pub(crate) fn recipes() -> String {
    let headers: Vec<Header> = ISOLATION
        .iter()
        .chain(&SHARING)
        .map(|(name, value)| (train_case(name), *value))
        .collect();
    let blocks = RECIPES.iter().map(|recipe| {
        let text = (recipe.write)(&headers);
        let block = if text.is_empty() {
            text
        } else {
            format!("```{}\n{text}\n```\n", recipe.language)
        };
        let parts = [recipe.note, &block].map(str::trim_end);
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("## {}\n\n{}\n", recipe.title, parts.join("\n\n"))
    });
    blocks.collect::<Vec<_>>().join("\n")
}

fn lines(headers: &[Header], line: impl Fn(&str, &str) -> String) -> String {
    headers
        .iter()
        .map(|(name, value)| line(name, value))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The inside of an object in JavaScript.
fn object(headers: &[Header]) -> String {
    lines(headers, |name, value| format!("  \"{name}\": \"{value}\","))
}

/// `cross-origin-opener-policy` as people write it.
fn train_case(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let (initial, rest) = word.split_at(1);
        initial.to_uppercase() + rest
    });
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_recipe_has_every_header() {
        let text = recipes();
        for (name, value) in ISOLATION.iter().chain(&SHARING) {
            let written = text.matches(&train_case(name)).count();
            assert_eq!(written, RECIPES.len() - 1, "{name}");
            assert!(text.matches(value).count() >= RECIPES.len() - 1, "{value}");
        }
    }

    #[test]
    fn the_recipes_in_json_are_json() {
        let text = recipes();
        let blocks: Vec<_> = text.split("```json\n").skip(1).collect();
        assert_eq!(blocks.len(), 2);
        for block in blocks {
            let json = block.split("```").next().unwrap();
            serde_json::from_str::<serde_json::Value>(json).unwrap();
        }
    }
}
