//! A copy of shared numbers in this module's own memory, taken without a throw-away view.
//!
//! `copy_to` of the bindings makes a new view for each copy, which is garbage for each picture. Here JavaScript writes
//! through a view that is kept; `Cell` tells the compiler that the words change behind its back.

use std::cell::Cell;

use js_sys::{Float32Array, WebAssembly};
use wasm_bindgen::JsCast;

/// Words that [`Mirror::fill`] copies in from a typed array, bit for bit.
#[derive(Debug)]
pub(crate) struct Mirror {
    words: Box<[Cell<u32>]>,
    view: Float32Array,
}

impl Mirror {
    /// Room for `length` words.
    pub(crate) fn new(length: usize) -> Self {
        let words: Box<[Cell<u32>]> = (0..length).map(|_| Cell::new(0)).collect();
        let view = view_of(&words);
        Self { words, view }
    }

    /// Copies the whole of `source` to the start. Allocates only if it is longer than anything before.
    pub(crate) fn fill(&mut self, source: &Float32Array) {
        let length = source.length() as usize;
        if length > self.words.len() {
            *self = Self::new(length);
        }
        // The view is cut off when this module's memory grows.
        if (self.view.length() as usize) < self.words.len() {
            self.view = view_of(&self.words);
        }
        self.view.set(source, 0);
    }

    /// `N` words from `at`.
    pub(crate) fn words<const N: usize>(&self, at: usize) -> [u32; N] {
        std::array::from_fn(|i| self.words[at + i].get())
    }

    /// `N` numbers from `at`.
    pub(crate) fn floats<const N: usize>(&self, at: usize) -> [f32; N] {
        self.words(at).map(f32::from_bits)
    }
}

fn view_of(words: &[Cell<u32>]) -> Float32Array {
    let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    let start = words.as_ptr().expose_provenance() as u32;
    Float32Array::new_with_byte_offset_and_length(&memory.buffer(), start, words.len() as u32)
}
