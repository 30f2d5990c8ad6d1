//! No input, configuration or size gives NaN, an escape or a panic.

use proptest::prelude::*;
use serde_json::{Value, json};
use shared::config::{Config, FieldRow, fields, parse};
use shared::event::Event;
use sim_worker::engine::{Crew, Tank};
use sim_worker::session::Session;

/// Fields that decide how much work a tank is, not how its fish behave.
const SIZE_FIELDS: [&str; 5] = [
    "world.count",
    "world.capacity",
    "world.seed",
    "world.size",
    "world.scale",
];

fn value_for(row: &FieldRow) -> BoxedStrategy<Value> {
    match (row.kind.as_str(), row.range) {
        ("integer", Some([low, high])) => (low as u64..=high.min(1e6) as u64)
            .prop_map(|n| json!(n))
            .boxed(),
        ("number", Some([low, high])) => prop_oneof![
            Just(json!(low)),
            Just(json!(high)),
            (0.0..=1.0_f64).prop_map(move |t| json!((low + (high - low) * t * t * t) as f32)),
        ]
        .boxed(),
        ("range", Some([low, high])) => (0.0..=1.0_f64, 0.0..=1.0_f64)
            .prop_map(move |(a, b)| {
                let at = |t: f64| (low + (high - low) * t * t * t) as f32;
                json!([at(a.min(b)), at(a.max(b))])
            })
            .boxed(),
        ("switch", _) => any::<bool>().prop_map(|on| json!(on)).boxed(),
        (words, None) if words.contains('|') => {
            let words: Vec<String> = words.split('|').map(str::to_owned).collect();
            proptest::sample::select(words)
                .prop_map(|word| json!(word))
                .boxed()
        }
        _ => Just(row.default.clone()).boxed(),
    }
}

fn set(root: &mut Value, path: &str, value: Value) {
    let mut at = root;
    for step in path.split('.') {
        at = match step.strip_suffix("[]") {
            Some(list) => {
                let list = at
                    .as_object_mut()
                    .expect("an object")
                    .entry(list)
                    .or_insert(json!([{}]));
                &mut list[0]
            }
            None => at
                .as_object_mut()
                .expect("an object")
                .entry(step)
                .or_insert(json!({})),
        };
    }
    *at = value;
}

fn any_config() -> impl Strategy<Value = String> {
    let rows: Vec<FieldRow> = fields()
        .into_iter()
        .filter(|row| !SIZE_FIELDS.contains(&row.path.as_str()) && !row.path.starts_with("theme"))
        .collect();
    let some = proptest::sample::subsequence(rows.clone(), 0..=rows.len().min(14));
    let filled = some.prop_flat_map(|rows| {
        let paths: Vec<String> = rows.iter().map(|row| row.path.clone()).collect();
        let values: Vec<_> = rows.iter().map(value_for).collect();
        (Just(paths), values)
    });
    (filled, 0..120_u32).prop_map(|((paths, values), count)| {
        let mut root = json!({"world": {"count": count}});
        for (path, value) in paths.iter().zip(values) {
            set(&mut root, path, value);
        }
        root.to_string()
    })
}

fn any_size() -> impl Strategy<Value = [f32; 2]> {
    let side = prop_oneof![
        Just(0.0_f32),
        Just(1.0),
        Just(f32::NAN),
        Just(f32::INFINITY),
        Just(-5.0),
        1.0_f32..80.0,
        80.0_f32..3000.0,
        Just(1e9_f32),
    ];
    [side.clone(), side]
}

fn any_event() -> impl Strategy<Value = Event> {
    let at = prop_oneof![
        -1e4_f32..1e4,
        0.0_f32..1500.0,
        Just(1e30_f32),
        Just(-1e30_f32)
    ];
    prop_oneof![
        (at.clone(), at.clone()).prop_map(|(x, y)| Event::Feed { x, y }),
        (
            at.clone(),
            at.clone(),
            at.clone(),
            at.clone(),
            0.0_f32..=1.0
        )
            .prop_map(|(a, b, c, d, strength)| Event::Scare {
                from: [a, b],
                to: [c, d],
                strength
            }),
        (at.clone(), at, 0.0_f32..9.0).prop_map(|(x, y, seconds)| Event::Call { x, y, seconds }),
        Just(Event::CallEnd),
    ]
}

fn whole(tank: &Tank, what: &str) -> Result<(), TestCaseError> {
    let seen = tank.observe();
    prop_assert_eq!((seen.nan, seen.outside), (0, 0), "{}", what);
    for pellet in &tank.larder().pellets {
        prop_assert!(
            (0.0..=tank.size()[0]).contains(&pellet.x)
                && (0.0..=tank.size()[1]).contains(&pellet.y)
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn nothing_breaks_a_tank(
        first in any_config(),
        second in any_config(),
        sizes in [any_size(), any_size()],
        events in proptest::collection::vec(any_event(), 0..12),
        seed in any::<u64>(),
    ) {
        // What fields must agree on (radii, say) is refused by name; that is another test's matter.
        let (Ok(first), Ok(second)) = (parse(&first), parse(&second)) else { return Ok(()) };
        let mut tank = Tank::new(first, sizes[0], seed, Crew::single());
        for event in &events {
            tank.apply(*event);
            for _ in 0..6 {
                tank.step();
            }
        }
        whole(&tank, "before the change")?;
        tank.resize(sizes[1]);
        whole(&tank, "after a new size")?;
        tank.set_config(second);
        for event in &events {
            tank.apply(*event);
            tank.step();
        }
        for _ in 0..30 {
            tank.step();
        }
        whole(&tank, "after a new configuration")?;
    }
}

#[test]
fn resize_keeps_every_fish_and_its_place() {
    let mut tank = mirofish_tests::tank(mirofish_tests::preset("community", "{}"), 9);
    mirofish_tests::run(&mut tank, 5.0);
    let place = |tank: &Tank| {
        let school = tank.school();
        let mut all: Vec<_> = (0..school.len())
            .map(|i| {
                (
                    school.id[i],
                    school.x[i] / tank.size()[0],
                    school.y[i] / tank.size()[1],
                )
            })
            .collect();
        all.sort_unstable_by_key(|fish| fish.0);
        all
    };
    let before = place(&tank);
    for size in [
        [390.0, 844.0],
        [844.0, 390.0],
        [2560.0, 1080.0],
        [1280.0, 720.0],
    ] {
        tank.resize(size);
        for (old, new) in before.iter().zip(place(&tank)) {
            assert_eq!(old.0, new.0);
            assert!(
                (old.1 - new.1).abs() < 1e-3 && (old.2 - new.2).abs() < 1e-3,
                "{old:?} became {new:?}"
            );
        }
        assert_eq!(place(&tank).len(), before.len());
    }
}

#[test]
fn a_species_that_is_removed_live_leaves_its_fish_to_the_others() {
    let mut tank = mirofish_tests::tank(
        mirofish_tests::preset("community", r#"{"world": {"count": 100}}"#),
        9,
    );
    mirofish_tests::run(&mut tank, 2.0);
    tank.set_config(mirofish_tests::preset(
        "vortex",
        r#"{"world": {"count": 100}}"#,
    ));
    assert_eq!(tank.school().len(), 100);
    assert!(tank.school().species.iter().all(|&species| species == 0));
    mirofish_tests::run(&mut tank, 2.0);
}

#[test]
fn zero_and_one_fish() {
    for count in [0, 1] {
        let config = mirofish_tests::preset(
            "community",
            &format!(r#"{{"world": {{"count": {count}}}}}"#),
        );
        let mut tank = mirofish_tests::tank(config, 1);
        tank.apply(Event::Feed { x: 5.0, y: 5.0 });
        tank.apply(Event::Scare {
            from: [0.0, 0.0],
            to: [9.0, 9.0],
            strength: 1.0,
        });
        mirofish_tests::run(&mut tank, 3.0);
        assert_eq!(tank.school().len(), count);
        let _ = tank.observe();
    }
}

#[test]
fn a_tank_never_holds_more_fish_than_its_memory() {
    let config = r#"{"world": {"count": 20, "capacity": 40}}"#;
    let config = parse(config).unwrap();
    let mut session = Session::new(config, [1280.0, 720.0], 1, Crew::single(), true, || 0.0);
    for (patch, field) in [
        (r#"{"world": {"count": 41}}"#, "world.count"),
        (
            r#"{"world": {"count": 20, "capacity": 5000}}"#,
            "world.capacity",
        ),
    ] {
        assert_eq!(
            session.set_config(parse(patch).unwrap()).unwrap_err().field,
            field
        );
        assert_eq!(session.tank().school().len(), 20);
    }
    // By area this tank would have 177.
    session.set_config(Config::default()).unwrap();
    session.reset(2);
    session.step(1, 0.0);
    assert_eq!(session.tank().school().len(), 40);
}
