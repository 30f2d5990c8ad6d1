//! Memory that is not atomic: loom objects if two threads touch it with nothing to order them.
#![expect(
    unsafe_code,
    reason = "plain memory between threads is what the protocols promise to make safe"
)]

use loom::cell::UnsafeCell;

/// Words that only a protocol keeps apart.
#[derive(Debug)]
pub(crate) struct Plain(Vec<UnsafeCell<u32>>);

// SAFETY: every access tells loom, which ends the run if it was a race.
unsafe impl Sync for Plain {}

impl Plain {
    pub(crate) fn new(words: usize) -> Self {
        Self((0..words).map(|_| UnsafeCell::new(0)).collect())
    }

    pub(crate) fn get(&self, index: usize) -> u32 {
        // SAFETY: loom has just checked that nobody writes it.
        self.0[index].with(|word| unsafe { *word })
    }

    pub(crate) fn set(&self, index: usize, value: u32) {
        // SAFETY: loom has just checked that nobody else touches it.
        self.0[index].with_mut(|word| unsafe { *word = value });
    }
}
