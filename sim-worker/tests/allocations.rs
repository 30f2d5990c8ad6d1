//! A hitch every few seconds is what garbage looks like: no step allocates, whatever happens in the tank.
#![expect(unsafe_code, reason = "a global allocator is unsafe by nature")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shared::config::{Config, merge};
use shared::event::Event;
use sim_worker::engine::{Crew, Tank};

const COMMUNITY: &str = include_str!("../../www/presets/community.json");
const SIZE: [f32; 2] = [2600.0, 1500.0];
/// Until every array is as long as it gets: as much food as a tank holds, everybody's first meal.
const SETTLING: u64 = 600;
const STEPS: u64 = 1200;

struct Counting;

thread_local! {
    /// Set in the thread that runs the test, which hands the work over.
    static IN_CHARGE: Cell<bool> = const { Cell::new(false) };
}
static BY_THE_ONE_IN_CHARGE: AtomicU64 = AtomicU64::new(0);
static BY_OTHERS: AtomicU64 = AtomicU64::new(0);

fn count() {
    // A thread that ends has no cell any more.
    let counter = match IN_CHARGE.try_with(Cell::get) {
        Ok(true) => &BY_THE_ONE_IN_CHARGE,
        _ => &BY_OTHERS,
    };
    counter.fetch_add(1, Relaxed);
}

// SAFETY: everything is passed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A tank that is fed, frightened and called all the time.
fn live(tank: &mut Tank, steps: u64) {
    for _ in 0..steps {
        let at = (tank.steps() % 97) as f32 / 97.0;
        let (x, y) = (SIZE[0] * at, SIZE[1] * (1.0 - at));
        if tank.steps().is_multiple_of(7) {
            tank.apply(Event::Feed { x, y });
        }
        if tank.steps().is_multiple_of(50) {
            tank.apply(Event::Scare {
                from: [x, y],
                to: [x + 200.0, y],
                strength: 1.0,
            });
        }
        if tank.steps().is_multiple_of(300) {
            let seconds = 1.0;
            tank.apply(Event::Call { x, y, seconds });
        }
        tank.step();
    }
}

/// Allocations of a lively tank in [`STEPS`] steps: by the thread that steps it, and by its helpers.
fn allocations(crew: Crew, fish: u32) -> [u64; 2] {
    let count = format!(r#"{{"world": {{"count": {fish}}}}}"#);
    let config = [COMMUNITY, &count]
        .iter()
        .try_fold(Config::default(), |config, patch| merge(&config, patch));
    let mut tank = Tank::new(config.unwrap(), SIZE, 3, crew);
    live(&mut tank, SETTLING);
    let before = [&BY_THE_ONE_IN_CHARGE, &BY_OTHERS].map(|counter| counter.load(Relaxed));
    live(&mut tank, STEPS);
    assert!(tank.larder().eaten > 0 && tank.scared() > 0);
    let after = [&BY_THE_ONE_IN_CHARGE, &BY_OTHERS].map(|counter| counter.load(Relaxed));
    [after[0] - before[0], after[1] - before[1]]
}

/// One test, as two would count each other's allocations.
#[test]
fn no_step_allocates_with_food_scares_and_threads() {
    IN_CHARGE.set(true);
    for fish in [300, 4000] {
        assert_eq!(allocations(Crew::single(), fish), [0, 0], "{fish} fish");
    }
    #[cfg(feature = "threads")]
    {
        let [own, helpers] = allocations(Crew::threaded(3).unwrap(), 5000);
        assert_eq!(helpers, 0, "inside of the parallel region");
        // rayon's queue takes a new block of memory for every 63 pieces of work that come from outside, and gives one back.
        assert!(own <= STEPS / 63 + 1, "{own} blocks in {STEPS} entries");
    }
}
