//! The heap of the threaded build: the memory as it is, from the end of the program's data to the end of the memory.
//!
//! The standard allocator asks the memory to grow for its first byte already. The shared memory is whole from the start and
//! must not grow (phones reserve the maximum at once, and growing under threads breaks in some browsers).
#![expect(unsafe_code, reason = "a global allocator is unsafe by nature")]

use core::alloc::Layout;

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
        unsafe { talc.claim(core::ptr::with_exposed_provenance_mut(start), size) }
            .map(|_| ())
            .ok_or(())
    }
}

#[global_allocator]
static HEAP: TalcLock<RawSpinlock, WholeMemory> = TalcLock::new(WholeMemory { claimed: false });
