//! 32-bit words that two threads may touch at the same time.
//!
//! The protocols ([`crate::triple`], [`crate::ring`], [`crate::bulletin`]) are written once over [`AtomicWords`]. The
//! engine's side uses the processor's atomics; the page's side, which lives in another module and sees the same memory as
//! an `Int32Array`, uses JavaScript's `Atomics`. The model checker substitutes its own words.

#[cfg(loom)]
pub use loom::sync::atomic::{AtomicU32, Ordering};
#[cfg(not(loom))]
pub use std::sync::atomic::{AtomicU32, Ordering};

/// A run of atomic 32-bit words, addressed by index.
///
/// An index outside the run panics. A backing may strengthen an ordering, never weaken it.
pub trait AtomicWords {
    /// Reads word `index`.
    fn load(&self, index: usize, order: Ordering) -> u32;
    /// Writes word `index`.
    fn store(&self, index: usize, value: u32, order: Ordering);
    /// Writes word `index` and returns what stood there, in one indivisible act.
    fn swap(&self, index: usize, value: u32, order: Ordering) -> u32;
}

impl AtomicWords for [AtomicU32] {
    fn load(&self, index: usize, order: Ordering) -> u32 {
        self[index].load(order)
    }

    fn store(&self, index: usize, value: u32, order: Ordering) {
        self[index].store(value, order);
    }

    fn swap(&self, index: usize, value: u32, order: Ordering) -> u32 {
        self[index].swap(value, order)
    }
}

impl<W: AtomicWords + ?Sized> AtomicWords for &W {
    fn load(&self, index: usize, order: Ordering) -> u32 {
        (**self).load(index, order)
    }

    fn store(&self, index: usize, value: u32, order: Ordering) {
        (**self).store(index, value, order);
    }

    fn swap(&self, index: usize, value: u32, order: Ordering) -> u32 {
        (**self).swap(index, value, order)
    }
}

// For owners that do not outlive each other, such as the threads of the model checker.
impl<W: AtomicWords + ?Sized> AtomicWords for std::sync::Arc<W> {
    fn load(&self, index: usize, order: Ordering) -> u32 {
        (**self).load(index, order)
    }

    fn store(&self, index: usize, value: u32, order: Ordering) {
        (**self).store(index, value, order);
    }

    fn swap(&self, index: usize, value: u32, order: Ordering) -> u32 {
        (**self).swap(index, value, order)
    }
}

#[cfg(feature = "js")]
pub use js::JsWords;

#[cfg(feature = "js")]
mod js {
    use super::{AtomicWords, Ordering};
    use js_sys::{Atomics, Int32Array};

    /// Words behind an `Int32Array` over a `SharedArrayBuffer`. `Atomics` knows one order, sequential consistency,
    /// which is at least as strong as any that is asked for.
    #[derive(Clone, Debug)]
    pub struct JsWords(Int32Array);

    const IN_RANGE: &str = "word index outside the Int32Array";

    impl JsWords {
        /// Takes the view; the caller says by its bounds which words are meant.
        #[must_use]
        pub fn new(view: Int32Array) -> Self {
            Self(view)
        }
    }

    impl AtomicWords for JsWords {
        fn load(&self, index: usize, _: Ordering) -> u32 {
            Atomics::load(&self.0, index as u32).expect(IN_RANGE) as u32
        }

        fn store(&self, index: usize, value: u32, _: Ordering) {
            Atomics::store(&self.0, index as u32, value as i32).expect(IN_RANGE);
        }

        fn swap(&self, index: usize, value: u32, _: Ordering) -> u32 {
            Atomics::exchange(&self.0, index as u32, value as i32).expect(IN_RANGE) as u32
        }
    }
}
