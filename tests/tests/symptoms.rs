//! Symptoms that must never come back, as far as they show without a browser. Each test is named after what a person would see.

use mirofish_tests::{PRESETS, preset, run, tank};
use shared::config::{Config, parse};
use shared::event::Event;
use sim_worker::engine::{Crew, State};
use sim_worker::session::Session;

#[test]
fn school_collapses_into_a_ball_and_stops() {
    for (name, _) in PRESETS {
        let mut tank = tank(preset(name, "{}"), 4);
        run(&mut tank, 60.0);
        let seen = tank.observe();
        let body = tank.school().length.iter().sum::<f32>() / tank.school().len() as f32;
        assert!(
            seen.nearest > 0.6 * body,
            "{name}: nearest {} at a body length of {body}",
            seen.nearest
        );
        assert!(seen.speed > 20.0, "{name}: mean speed {}", seen.speed);
    }
}

#[test]
fn shivering_at_the_walls() {
    // A fish at the glass that turns back and forth many times in a second shivers.
    let mut tank = tank(preset("community", r#"{"world": {"count": 300}}"#), 2);
    run(&mut tank, 10.0);
    let (mut flips, mut steps) = (0_u32, 0_u32);
    let mut before: Vec<(u32, f32, f32)> = Vec::new();
    for _ in 0..1200 {
        tank.step();
        let school = tank.school();
        let mut now: Vec<_> = (0..school.len())
            .map(|i| (school.id[i], school.vx[i], school.vy[i]))
            .collect();
        now.sort_unstable_by_key(|fish| fish.0);
        let mut place: Vec<_> = (0..school.len())
            .map(|i| (school.id[i], school.x[i], school.y[i]))
            .collect();
        place.sort_unstable_by_key(|fish| fish.0);
        for (i, old) in before.iter().enumerate() {
            let (x, y) = (place[i].1, place[i].2);
            if !(25.0..=1255.0).contains(&x) {
                steps += 1;
                flips += u32::from(old.1 * now[i].1 < 0.0);
            }
            if !(25.0..=695.0).contains(&y) {
                steps += 1;
                flips += u32::from(old.2 * now[i].2 < 0.0);
            }
        }
        before = now;
    }
    let flips_per_second = flips as f32 / (steps.max(1) as f32 / 60.0);
    assert!(
        steps > 600,
        "fish do come near the glass: {steps} fish-steps"
    );
    assert!(
        flips_per_second < 2.0,
        "{flips_per_second} turns a second near the glass"
    );
}

#[test]
fn other_display_other_behaviour() {
    // The same tank time gives the same tank, at whatever rate the worker is woken, also at an uneven one.
    let config = r#"{"world": {"count": 120}}"#;
    let mut states = Vec::new();
    for wake_ms in [
        1000.0 / 30.0,
        1000.0 / 60.0,
        1000.0 / 90.0,
        1000.0 / 144.0,
        7.3,
    ] {
        let mut session = Session::new(
            parse(config).unwrap(),
            [1280.0, 720.0],
            3,
            Crew::single(),
            false,
            || 0.0,
        );
        let mut now = 0.0;
        let mut uneven = 0_u32;
        while session.tank().steps() < 600 {
            uneven = uneven.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            now += wake_ms * (0.7 + 0.6 * f64::from(uneven >> 8) / f64::from(1 << 24));
            session.tick(now);
        }
        while session.tank().steps() < 610 {
            session.step(1, now);
        }
        states.push((session.tank().steps(), session.tank().hash()));
    }
    assert!(
        states.windows(2).all(|pair| pair[0] == pair[1]),
        "{states:x?}"
    );
}

#[test]
fn all_tails_beat_in_step() {
    let mut tank = tank(preset("community", r#"{"world": {"count": 200}}"#), 8);
    for _ in 0..20 {
        run(&mut tank, 1.0);
        let (mut sum_cos, mut sum_sin) = (0.0, 0.0);
        for phase in &tank.school().phase {
            sum_cos += phase.cos() / 200.0;
            sum_sin += phase.sin() / 200.0;
        }
        assert!(
            sum_cos.hypot(sum_sin) < 0.25,
            "tails agree by {}",
            sum_cos.hypot(sum_sin)
        );
    }
}

#[test]
fn all_fish_in_a_corner_after_a_tab_switch() {
    let mut session = Session::new(
        Config::default(),
        [800.0, 600.0],
        3,
        Crew::single(),
        false,
        || 0.0,
    );
    session.tick(100.0);
    let before = session.tank().steps();
    session.tick(3_600_000.0);
    assert_eq!(
        session.tank().steps() - before,
        5,
        "an hour away is five steps, not a leap"
    );
    let school = session.tank().school();
    let cornered = (0..school.len())
        .filter(|&i| school.x[i] < 50.0 && school.y[i] < 50.0)
        .count();
    assert!(cornered < school.len() / 4, "{cornered} fish in the corner");
}

#[test]
fn page_hangs_on_a_slow_device() {
    // Each wake-up comes a second late: the work of one wake-up stays bounded, and what is dropped is counted.
    let mut session = Session::new(
        Config::default(),
        [800.0, 600.0],
        3,
        Crew::single(),
        false,
        || 0.0,
    );
    for wake in 1..=20 {
        let before = session.tank().steps();
        session.tick(f64::from(wake) * 1000.0);
        assert!(session.tank().steps() - before <= 5);
    }
}

#[test]
fn stair_stepping_in_slow_motion() {
    // Frames carry where a fish was and where it is, one step apart: there is something to interpolate.
    let mut tank = tank(preset("migration", "{}"), 1);
    run(&mut tank, 20.0);
    let school = tank.school();
    for i in 0..school.len() {
        let moved = (school.x[i] - school.previous_x[i]).hypot(school.y[i] - school.previous_y[i]);
        let speed = school.vx[i].hypot(school.vy[i]);
        assert!(
            (moved - speed).abs() < 0.01,
            "moved {moved} at a speed of {speed}"
        );
        assert!(moved > 0.05, "nobody stands still in a migration");
    }
}

#[test]
fn feeding_fish_queue_up() {
    // Who goes for food goes straight there, wherever the others are heading.
    let mut tank = tank(
        preset(
            "timid-school",
            r#"{"world": {"count": 200}, "behaviour": {"food": {"sink": 0, "drift": 0}}}"#,
        ),
        5,
    );
    run(&mut tank, 30.0);
    let (mut towards, mut all) = (0, 0);
    for _ in 0..10 {
        let school = tank.school();
        let (x, y) = (school.x[17], school.y[17]);
        tank.apply(Event::Feed { x, y: y - 50.0 });
        run(&mut tank, 0.4);
        let school = tank.school();
        for i in (0..school.len()).filter(|&i| school.state[i] == State::Seek as u32) {
            let Some(pellet) = tank.larder().pellets.get(school.pellet[i] as usize) else {
                continue;
            };
            let (dx, dy) = (pellet.x - school.x[i], pellet.y - school.y[i]);
            let far = dx.hypot(dy);
            if far > 20.0 {
                all += 1;
                towards += u32::from(dx * school.vx[i] + dy * school.vy[i] > 0.0);
            }
        }
        run(&mut tank, 20.0);
    }
    assert!(all >= 10, "somebody seeks: {all}");
    assert!(
        f64::from(towards) > 0.8 * f64::from(all),
        "{towards} of {all} swim towards their pellet"
    );
}

#[test]
fn school_gathers_and_scatters_at_random() {
    // Cells follow the largest perception of any individual, at every live change.
    for perception in [20.0, 70.0, 300.0, 35.0] {
        let mut tank = tank(preset("community", "{}"), 1);
        tank.set_config(preset(
            "community",
            &format!(r#"{{"boids": {{"perception": {perception}, "sepRadius": 18}}}}"#),
        ));
        let largest = tank
            .school()
            .sight
            .iter()
            .fold(0.0_f32, |most, sight| most.max(*sight));
        let [width, height] = tank.grid().cell();
        assert!(
            width >= largest * 1.05 && height >= largest * 1.05,
            "cell {width} × {height} for {largest}"
        );
    }
}

#[test]
fn fish_spins_the_long_way_round() {
    let mut tank = tank(preset("community", r#"{"world": {"count": 200}}"#), 6);
    let largest_turn = 4.5 / 60.0 + 1e-4;
    let mut turned_left = [0_u32; 2];
    for step in 0..1800 {
        if step % 400 == 100 {
            tank.apply(Event::Scare {
                from: [200.0, 360.0],
                to: [1000.0, 360.0],
                strength: 1.0,
            });
        }
        tank.step();
        let school = tank.school();
        for i in 0..school.len() {
            let (from, to) = (
                (school.previous_hx[i], school.previous_hy[i]),
                (school.hx[i], school.hy[i]),
            );
            let turn = (from.0 * to.1 - from.1 * to.0).atan2(from.0 * to.0 + from.1 * to.1);
            assert!(turn.abs() <= largest_turn, "a turn of {turn} in one step");
            // What is left to turn must have become less, never more.
            let left = |(hx, hy): (f32, f32)| {
                (hx * school.vy[i] - hy * school.vx[i])
                    .atan2(hx * school.vx[i] + hy * school.vy[i])
                    .abs()
            };
            assert!(
                left(to) <= left(from) + 1e-3,
                "turned away from where it swims"
            );
            turned_left[usize::from(turn < 0.0)] += 1;
        }
    }
    assert!(
        turned_left.iter().all(|&count| count > 1000),
        "both hands are used: {turned_left:?}"
    );
}

#[test]
fn large_fish_lie_on_top_of_each_other() {
    let mut tank = tank(preset("community", "{}"), 2026);
    run(&mut tank, 20.0);
    let (mut overlaps, mut moments) = (0, 0);
    for _ in 0..60 {
        run(&mut tank, 1.0);
        let school = tank.school();
        let large: Vec<usize> = (0..school.len())
            .filter(|&i| school.length[i] > 38.0)
            .collect();
        for (n, &i) in large.iter().enumerate() {
            moments += 1;
            let near = |&&other: &&usize| {
                (school.x[i] - school.x[other]).hypot(school.y[i] - school.y[other])
                    < 0.5 * school.length[i]
            };
            overlaps += u32::from(large[n + 1..].iter().any(|other| near(&other)));
        }
    }
    assert!(moments > 300, "there are large fish: {moments}");
    assert!(
        overlaps * 25 < moments,
        "{overlaps} of {moments} lie on another"
    );
}
