//! The package's `package.json`.

use serde_json::{Value, json};

/// What npm and bundlers are told. Everything that is loaded has a sub-path of its own.
pub(super) fn manifest() -> Value {
    json!({
        "name": "mirofish",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "A living aquarium for a web page: boids in a Web Worker on shared WebAssembly memory, drawn with WebGL2.",
        "keywords": ["aquarium", "fish", "boids", "custom-element", "web-component", "webassembly", "webgl"],
        "license": env!("CARGO_PKG_LICENSE"),
        "type": "module",
        "main": "./mirofish.js",
        "module": "./mirofish.js",
        "types": "./mirofish.d.ts",
        "unpkg": "./mirofish.js",
        "jsdelivr": "./mirofish.js",
        "customElements": "./custom-elements.json",
        // Importing the module does nothing by itself.
        "sideEffects": ["./define.js", "./worker.js"],
        "exports": {
            ".": { "types": "./mirofish.d.ts", "default": "./mirofish.js" },
            "./define": { "types": "./define.d.ts", "default": "./define.js" },
            "./define.js": { "types": "./define.d.ts", "default": "./define.js" },
            "./mirofish.js": { "types": "./mirofish.d.ts", "default": "./mirofish.js" },
            "./errors.html": "./errors.html",
            "./session.js": "./session.js",
            "./worker.js": "./worker.js",
            "./canvas2d.js": "./canvas2d.js",
            "./overlays.js": "./overlays.js",
            "./recording.js": "./recording.js",
            "./webgl2.wasm": "./webgl2.wasm",
            "./canvas2d.wasm": "./canvas2d.wasm",
            "./engine.wasm": "./engine.wasm",
            "./engine-threads.wasm": "./engine-threads.wasm",
            "./presets/*.json": "./presets/*.json",
            "./config.schema.json": "./config.schema.json",
            "./custom-elements.json": "./custom-elements.json",
            "./package.json": "./package.json"
        }
    })
}
