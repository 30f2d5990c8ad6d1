//! What the benchmark's page calls: [`Lab`] in terms that JavaScript has.

use wasm_bindgen::prelude::*;

use crate::engine::{Crew, Kernel, Lab, Scene};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn now() -> f64;
}

/// A tank to measure.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Bench(Lab);

#[wasm_bindgen]
impl Bench {
    /// Makes the scene of that name. The pool must be up already if there are threads.
    ///
    /// # Errors
    /// A sentence, if there is no such scene.
    #[wasm_bindgen(constructor)]
    pub fn new(scene: &str, fish: u32, threads: u32) -> Result<Bench, JsError> {
        let scene = Scene::named(scene).ok_or_else(|| JsError::new("no such scene"))?;
        let crew = Crew::threaded(threads as usize).map_err(|error| JsError::new(&error))?;
        Ok(Self(Lab::new(scene, fish, crew, now)))
    }

    /// Mean number of others within a fish's sight.
    pub fn neighbours(&mut self) -> f32 {
        self.0.neighbours()
    }

    /// Width and height of the tank, world units.
    #[must_use]
    pub fn size(&self) -> Vec<f32> {
        self.0.size().to_vec()
    }

    /// See [`Lab::fish`].
    pub fn fish(&mut self) -> Vec<f32> {
        self.0.fish()
    }

    /// See [`Lab::measure`].
    pub fn measure(&mut self, walk: bool, threads: bool, budget_ms: f64, most: usize) -> Vec<f64> {
        let kernel = if walk { Kernel::Walk } else { Kernel::Engine };
        self.0.measure(kernel, threads, budget_ms, most)
    }
}
