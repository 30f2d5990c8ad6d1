//! The same seed, configuration and inputs give the same bits: the hashes in `tests/golden/hashes.json`, which the browsers
//! are held to as well. A change of behaviour changes them on purpose:
//! `MIROFISH_BLESS=1 cargo test -p mirofish-tests --test golden`.

use std::collections::BTreeMap;

use mirofish_tests::{PRESETS, preset};
use shared::event::Event;
use sim_worker::engine::{Crew, Tank};

const SEED: u64 = 2026;
const ROUNDS: u32 = 10;
const STEPS_IN_ROUND: u32 = 1000;

/// What a visitor does before each round of steps. `tests/browser/golden.test.mjs` does the same through the page.
fn visit(tank: &mut Tank, round: u32) {
    let x = 100.0 + 100.0 * round as f32;
    match round % 4 {
        0 => tank.apply(Event::Feed { x, y: 200.0 }),
        1 => tank.apply(Event::Scare {
            from: [x, 360.0],
            to: [x, 360.0],
            strength: 1.0,
        }),
        2 => tank.apply(Event::Call {
            x,
            y: 400.0,
            seconds: 5.0,
        }),
        _ => {
            tank.apply(Event::Feed { x, y: 100.0 });
            tank.apply(Event::Scare {
                from: [x, 500.0],
                to: [x, 500.0],
                strength: 0.5,
            });
        }
    }
}

fn hashes() -> BTreeMap<String, String> {
    let one = |name: &str| {
        let mut tank = Tank::new(preset(name, "{}"), [1280.0, 720.0], SEED, Crew::single());
        for round in 0..ROUNDS {
            visit(&mut tank, round);
            for _ in 0..STEPS_IN_ROUND {
                tank.step();
            }
        }
        format!("{:016x}", tank.hash())
    };
    let mut all: BTreeMap<String, String> = PRESETS
        .iter()
        .map(|(name, _)| ((*name).to_owned(), one(name)))
        .collect();
    all.insert("crowd".to_owned(), crowd(Crew::single()));
    all
}

/// Enough fish for several threads to share.
fn crowd(crew: Crew) -> String {
    let mut tank = Tank::new(
        preset("community", r#"{"world": {"count": 6000}}"#),
        [1280.0, 720.0],
        SEED,
        crew,
    );
    for round in 0..4 {
        visit(&mut tank, round);
        for _ in 0..50 {
            tank.step();
        }
    }
    format!("{:016x}", tank.hash())
}

fn path() -> String {
    format!("{}/golden/hashes.json", env!("CARGO_MANIFEST_DIR"))
}

fn golden() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path()).expect("tests/golden/hashes.json");
    serde_json::from_str(&text).expect("a map of names to hashes")
}

#[test]
fn every_preset_gives_its_golden_hash() {
    let hashes = hashes();
    if std::env::var_os("MIROFISH_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&hashes).expect("a map is JSON") + "\n";
        std::fs::write(path(), text).expect("tests/golden can be written");
    }
    assert_eq!(
        hashes,
        golden(),
        "behaviour changed: if that was meant, bless the new hashes"
    );
}

#[test]
fn any_number_of_threads_gives_the_golden_hash() {
    for threads in [1, 2, 4] {
        let crew = Crew::threaded(threads).expect("threads");
        assert_eq!(crowd(crew), golden()["crowd"], "{threads} threads");
    }
}
