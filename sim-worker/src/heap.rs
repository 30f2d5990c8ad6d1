//! The heap of the threaded build: the memory as it is, from the end of the program's data to the end of the memory.
//!
//! The standard allocator asks the memory to grow for its first byte already. The shared memory is whole from the start and
//! must not grow (phones reserve the maximum at once, and growing under threads breaks in some browsers).
//!
//! The standard library keeps a few things of each thread (its handle, its list of destructors) in that allocator all the
//! same, whatever the program's own is. So it gets a little memory of its own, once, before there are other threads: the
//! maximum of the memory that the page makes is larger than the initial size by [`STD_BYTES`], rounded up to pages.
#![expect(unsafe_code, reason = "a global allocator is unsafe by nature")]

use core::alloc::{GlobalAlloc, Layout};
use std::alloc::System;

use spinning_top::RawSpinlock;
use talc::TalcLock;
use talc::base::Talc;
use talc::base::binning::Binning;
use talc::source::Source;

unsafe extern "C" {
    static __heap_base: u8;
}

const PAGE: usize = 65_536;
/// wasm-bindgen adds one page behind the memory that the linker declared: a thread counter and the stack of a starting thread.
const LEFT_TO_BINDGEN: usize = PAGE;
/// What the standard library may need for its own account: a few hundred bytes for each thread.
const STD_BYTES: usize = 200_000;

#[derive(Debug)]
struct WholeMemory {
    claimed: bool,
}

// SAFETY: `acquire` touches nothing but the allocator that it is given.
unsafe impl Source for WholeMemory {
    fn acquire<B: Binning>(talc: &mut Talc<Self, B>, _: Layout) -> Result<(), ()> {
        if talc.source.claimed {
            return Err(());
        }
        talc.source.claimed = true;
        let start = ((&raw const __heap_base).addr()).next_multiple_of(PAGE) + LEFT_TO_BINDGEN;
        let end = core::arch::wasm32::memory_size::<0>() * PAGE;
        let size = end.checked_sub(start).ok_or(())?;
        // SAFETY: nobody else uses the memory behind the data; the memory does not shrink.
        let claimed = unsafe { talc.claim(core::ptr::with_exposed_provenance_mut(start), size) };
        provide_for_std();
        claimed.map(|_| ()).ok_or(())
    }
}

/// Makes the standard allocator take its memory now, behind what is ours, and keep it for later.
fn provide_for_std() {
    let layout = Layout::new::<[u8; STD_BYTES]>();
    // SAFETY: the size is not zero; the block is given back at once, to the allocator that it came from.
    unsafe {
        let block = System.alloc(layout);
        if !block.is_null() {
            System.dealloc(block, layout);
        }
    }
}

/// Settles who owns which part of the memory. Every thread calls this as it comes up, the first one with effect.
#[wasm_bindgen::prelude::wasm_bindgen(start)]
fn settle() {
    drop(core::hint::black_box(Box::new(0_u8)));
}

#[global_allocator]
static HEAP: TalcLock<RawSpinlock, WholeMemory> = TalcLock::new(WholeMemory { claimed: false });
