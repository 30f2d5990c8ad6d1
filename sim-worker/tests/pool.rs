//! The engine with its pool of threads. The thread sanitizer watches the same run: `cargo xtask test tsan`.
#![cfg(feature = "threads")]

use shared::config::parse;
use shared::event::Event;
use sim_worker::engine::{Crew, Tank};

/// Enough fish for every thread to get several pieces of work.
const FISH: u32 = 9000;

fn hash_after_fifty_steps(crew: Crew) -> u64 {
    let config = parse(&format!(r#"{{"world": {{"count": {FISH}}}}}"#)).unwrap();
    let mut tank = Tank::new(config, [3000.0, 2000.0], 11, crew);
    for step in 0..50 {
        match step {
            5 => tank.apply(Event::Feed { x: 900.0, y: 500.0 }),
            20 => tank.apply(Event::Scare {
                from: [1000.0, 1000.0],
                to: [1500.0, 1100.0],
                strength: 1.0,
            }),
            _ => {}
        }
        tank.step();
    }
    tank.hash()
}

#[test]
fn four_threads_share_nine_thousand_fish_and_change_nothing() {
    let crew = Crew::threaded(4).unwrap();
    assert_eq!(
        hash_after_fifty_steps(crew),
        hash_after_fifty_steps(Crew::single())
    );
}
