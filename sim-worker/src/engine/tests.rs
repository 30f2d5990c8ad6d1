#![expect(
    clippy::disallowed_methods,
    reason = "tests measure; they are not part of the state"
)]

use shared::event::Event;

use super::*;
use shared::config::BoundaryMode;
use shared::config::parse;

fn tank(config: &str, seed: u64) -> Tank {
    Tank::new(
        parse(config).unwrap(),
        [1280.0, 720.0],
        seed,
        Crew::single(),
    )
}

/// What everybody senses at the start of the coming step, slot by slot.
fn sensed(tank: &mut Tank) -> Vec<walk::Sense> {
    tank.prepare();
    let (rules, company) = (tank.rules(), tank.company());
    tank.flat
        .lay_out(&tank.grid, &tank.school, rules.frightened);
    let mut all = Vec::new();
    for slot in (0..tank.school.len()).step_by(LANES) {
        let eyes = eyes::eyes(&tank.config, &company, &tank.school.all_mut(), slot);
        let places = lanes::load(&tank.flat.place, slot);
        let senses = sense::sense(&tank.grid, &tank.flat, &rules, &places, &eyes);
        all.extend((0..eyes.fish).map(|lane| senses.fish(lane)));
    }
    all
}

fn nobody_is_lost(tank: &Tank) {
    let [width, height] = tank.size();
    for (x, y) in tank.school().x.iter().zip(&tank.school().y) {
        assert!(
            (0.0..=width).contains(x) && (0.0..=height).contains(y),
            "a fish at {x}, {y}"
        );
    }
}

#[test]
fn three_hundred_fish_swim_ten_thousand_steps_and_none_is_lost() {
    let mut tank = tank(r#"{"world": {"count": 300}}"#, 1);
    let mut seen = [0_u64; 4];
    for step in 0..10_000 {
        if step % 900 == 0 {
            tank.apply(Event::Feed { x: 640.0, y: 100.0 });
        }
        if step % 1300 == 700 {
            tank.apply(Event::Scare {
                from: [300.0, 300.0],
                to: [500.0, 350.0],
                strength: 1.0,
            });
        }
        tank.step();
        nobody_is_lost(&tank);
        for (sum, count) in seen.iter_mut().zip(tank.states()) {
            *sum += u64::from(count);
        }
    }
    assert!(
        seen.iter().all(|&count| count > 0),
        "every state occurs: {seen:?}"
    );
}

#[test]
fn the_fast_way_senses_what_the_plain_walk_does() {
    for boundary in ["soft", "wrap"] {
        for choosy in ["all", "own", "none"] {
            let config = format!(
                r#"{{"world": {{"count": 500, "boundary": "{boundary}"}},
                     "species": [{{"id": "a", "schoolsWith": "{choosy}"}}, {{"id": "b"}}]}}"#
            );
            let mut tank = tank(&config, 5);
            for step in 0..240 {
                if step == 200 {
                    tank.apply(Event::Scare {
                        from: [600.0, 300.0],
                        to: [600.0, 300.0],
                        strength: 1.0,
                    });
                }
                tank.step();
            }
            let all = sensed(&mut tank);
            let (rules, company) = (tank.rules(), tank.company());
            for (slot, fast) in all.into_iter().enumerate() {
                let plain = walk::sense(&mut tank, &rules, &company, slot);
                let aware = rules.aware.max(tank.school.sight[slot]);
                let aware = aware * aware;
                let near = |a: f32, b: f32| (a - b).abs() <= 1e-3 * (1.0 + a.abs());
                let same = near(plain.crowd[0], fast.crowd[0])
                    && near(plain.crowd[1], fast.crowd[1])
                    && near(plain.velocity[0], fast.velocity[0])
                    && near(plain.velocity[1], fast.velocity[1])
                    && near(plain.offset[0], fast.offset[0])
                    && near(plain.offset[1], fast.offset[1])
                    && plain.mates == fast.mates
                    && plain.aligned == fast.aligned
                    && plain.touching == fast.touching
                    && plain.fright == fast.fright
                    && near(plain.nearest_d2.min(aware), fast.nearest_d2.min(aware));
                assert!(
                    same,
                    "{boundary} {choosy} slot {slot}\nplain {plain:?}\nfast  {fast:?}"
                );
            }
        }
    }
}

#[cfg(feature = "threads")]
#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let run = |crew: Crew| {
        let config = parse(r#"{"world": {"count": 9000, "capacity": 9000}}"#).unwrap();
        let mut tank = Tank::new(config, [2400.0, 1600.0], 3, crew);
        for _ in 0..60 {
            tank.step();
        }
        tank.hash()
    };
    let one = run(Crew::single());
    for threads in [2, 4] {
        assert_eq!(
            run(Crew::threaded(threads).unwrap()),
            one,
            "{threads} threads"
        );
    }
}

#[test]
fn coincident_fish_part() {
    let mut tank = tank(r#"{"world": {"count": 12}}"#, 2);
    tank.school.x.fill(400.0);
    tank.school.y.fill(300.0);
    tank.school.vx.fill(0.0);
    tank.school.vy.fill(0.0);
    for _ in 0..120 {
        tank.step();
    }
    for a in 0..12 {
        for b in 0..a {
            let d = [
                tank.school.x[a] - tank.school.x[b],
                tank.school.y[a] - tank.school.y[b],
            ];
            assert!(d[0].hypot(d[1]) > 2.0, "fish {a} and {b} stick together");
        }
    }
}

/// How many others a fish sees, by looking at all of them.
fn seen_by_all_pairs(tank: &Tank, slot: usize) -> f32 {
    let school = &tank.school;
    let torus = tank.config.world.boundary == BoundaryMode::Wrap;
    let short = |d: f32, length: f32| {
        if torus {
            let d = d.abs();
            d.min((length - d).abs())
        } else {
            d
        }
    };
    let others = (0..school.len()).filter(|&other| other != slot);
    let sees = |other: &usize| {
        let dx = short(school.x[*other] - school.x[slot], tank.size[0]);
        let dy = short(school.y[*other] - school.y[slot], tank.size[1]);
        dx * dx + dy * dy < school.sight[slot] * school.sight[slot]
    };
    others.filter(sees).count() as f32
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: 96, ..Default::default() })]

    #[test]
    fn neighbours_are_those_that_all_pairs_find_also_across_the_seam(
        wrap in proptest::bool::ANY,
        width in 30.0_f32..900.0,
        height in 30.0_f32..900.0,
        perception in 5.0_f32..160.0,
        count in 0_u32..160,
        seed in 0_u64..1000,
    ) {
        let boundary = if wrap { "wrap" } else { "soft" };
        let config = format!(
            r#"{{"world": {{"count": {count}, "boundary": "{boundary}"}}, "boids": {{"perception": {perception}, "sepRadius": 4}}}}"#
        );
        let mut tank = Tank::new(parse(&config).unwrap(), [width, height], seed, Crew::single());
        for _ in 0..20 {
            tank.step();
        }
        for (slot, sense) in sensed(&mut tank).into_iter().enumerate() {
            let found = sense.mates;
            let (dx, dy) = (tank.size[0], tank.size[1]);
            proptest::prop_assert_eq!(found, seen_by_all_pairs(&tank, slot), "slot {} of {} in {}x{}", slot, count, dx, dy);
        }
    }
}

#[test]
fn a_crowd_in_one_spot_costs_each_fish_a_bounded_look() {
    let config = r#"{"world": {"count": 6000}}"#;
    let mut tank = Tank::new(parse(config).unwrap(), [1280.0, 720.0], 1, Crew::single());
    for slot in 0..tank.school.len() {
        tank.school.x[slot] = 600.0 + (slot % 70) as f32 * 0.1;
        tank.school.y[slot] = 300.0 + (slot / 70) as f32 * 0.1;
    }
    let most = sensed(&mut tank)
        .iter()
        .fold(0.0_f32, |most, sense| most.max(sense.mates));
    assert!(most < 6.0 * 512.0, "a fish looked at {most} others");
    tank.step();
    nobody_is_lost(&tank);
}
