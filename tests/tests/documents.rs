//! Configurations are read twice: here, for everything native, and in the page's script (`www/lib/internal/document.js`), by the
//! same tables. Both are held to the answers in `tests/golden/documents.json`; the script by `tests/unit/document.test.mjs`.
//! Change them on purpose: `MIROFISH_BLESS=1 cargo test -p mirofish-tests --test documents`.

use serde_json::{Value, json};
use shared::config::parse;

const DOCUMENTS: [&str; 44] = [
    "{}",
    r#"{"world": {"count": 7.0, "seed": 9007199254740991, "capacity": 8, "boundary": "bounce"}}"#,
    r#"{"world": {"count": null}, "boids": {"aliRadius": 31.7, "wSep": 0.1, "wAli": 1e-7, "wCoh": 1.23456789012345}}"#,
    r#"{"species": [{"id": "a-b_c. d", "bodyLen": [2, 500], "color": [360, 0, 100.0]}, {"pattern": "koi", "schoolsWith": "none"}]}"#,
    r#"{"quality": {"governor": false}, "theme": {"view": "above"}}"#,
    "[]",
    "3",
    "null",
    r#"{"world": "#,
    r#"{"species": [{"id": "a"}, {"id": "b", "bodyLen": [30, 20]}]}"#,
    r#"{"species": [{"bodyLen": [30, true]}]}"#,
    r#"{"species": [{"bodyLen": [30]}]}"#,
    r#"{"species": [{"bodyLen": 30}]}"#,
    r#"{"species": [{"bodyLen": [1, 20.5]}]}"#,
    r#"{"species": [{"color": [361, 0, 0]}]}"#,
    r#"{"species": [{"color": [0, 0, -1]}]}"#,
    r#"{"species": [{"color": "red"}]}"#,
    r#"{"species": []}"#,
    r#"{"species": {}}"#,
    r#"{"species": [["a"]]}"#,
    r#"{"species": [{"countRatio": 0}]}"#,
    r#"{"species": [{}, {}]}"#,
    r#"{"species": [{"id": "<script>"}]}"#,
    r#"{"species": [{"id": ""}]}"#,
    r#"{"species": [{"id": "12345678901234567890123456789012345678901"}]}"#,
    r#"{"species": [{"id": "a string so long that no line can hold all of it, which is why it is cut"}]}"#,
    r#"{"species": [{"id": "ä\n"}]}"#,
    r#"{"species": [{"id": null}]}"#,
    r#"{"species": [{"pattern": "Koi"}]}"#,
    r#"{"world": {"boundary": "hard"}}"#,
    r#"{"world": {"boundary": 1.0}}"#,
    r#"{"world": {"count": 1000000000}}"#,
    r#"{"world": {"count": -1}}"#,
    r#"{"world": {"count": 1.5}}"#,
    r#"{"world": {"count": 9, "capacity": 8}}"#,
    r#"{"boids": [70]}"#,
    r#"{"boids": null}"#,
    r#"{"boids": {"perception": -3}}"#,
    r#"{"boids": {"perception": "NaN"}}"#,
    r#"{"boids": {"perception": null}}"#,
    r#"{"boids": {"perception": 10}}"#,
    r#"{"boids": {"perceptoin": 70, "another": 1}}"#,
    r#"{"boids": {"wSep": 0.30000001192092896, "perception": 1000.1}}"#,
    r#"{"quality": {"governor": "yes", "maxDpr": 0.01}}"#,
];

fn answer(json: &str) -> Value {
    match parse(json) {
        Ok(config) => {
            let sizes = [[1280.0, 720.0], [100.0, 100.0], [9999.0, 9999.0]];
            let population = sizes.map(|[width, height]| config.population(width, height));
            json!({
                "numbers": config.to_numbers(),
                "capacity": config.capacity(),
                "population": population,
                "document": json,
            })
        }
        Err(error) => json!({
            "field": error.field,
            // What is no JSON, each reader says in its own words.
            "value": error.value.split(" (").next(),
            "allowed": error.allowed,
            "document": json,
        }),
    }
}

#[test]
fn documents_have_the_answers_that_the_script_is_held_to() {
    let lines = DOCUMENTS.map(|json| answer(json).to_string());
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    let path = format!("{}/golden/documents.json", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("MIROFISH_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (line, golden) in text.lines().zip(golden.lines()) {
        assert_eq!(line, golden);
    }
    assert_eq!(text, golden);
}
