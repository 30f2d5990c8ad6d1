//! The behaviour, measured over seeds: what the fish of a tank do, as a visitor would put it.

use mirofish_tests::{preset, run, tank};
use shared::event::Event;
use sim_worker::engine::{State, Tank};

fn near(tank: &Tank, x: f32, y: f32, reach: f32) -> Vec<usize> {
    let school = tank.school();
    (0..school.len())
        .filter(|&i| (school.x[i] - x).hypot(school.y[i] - y) < reach)
        .collect()
}

/// Mean distance from each of some fish to the nearest of all others.
fn nearest(tank: &Tank, fish: &[usize]) -> f32 {
    let school = tank.school();
    let one = |&i: &usize| {
        let others = (0..school.len()).filter(|&other| other != i);
        others
            .map(|o| (school.x[o] - school.x[i]).hypot(school.y[o] - school.y[i]))
            .fold(f32::INFINITY, f32::min)
    };
    fish.iter().map(one).sum::<f32>() / fish.len() as f32
}

fn ids(tank: &Tank, slots: &[usize]) -> Vec<u32> {
    slots.iter().map(|&slot| tank.school().id[slot]).collect()
}

fn slots(tank: &Tank, ids: &[u32]) -> Vec<usize> {
    (0..tank.school().len())
        .filter(|&slot| ids.contains(&tank.school().id[slot]))
        .collect()
}

/// The middle of the densest spot: the fish with the most others within 80 units.
fn crowd(tank: &Tank) -> (f32, f32) {
    let school = tank.school();
    let company = |&i: &usize| near(tank, school.x[i], school.y[i], 80.0).len();
    let i = (0..school.len())
        .max_by_key(company)
        .expect("a tank with fish");
    (school.x[i], school.y[i])
}

#[test]
fn lingering_occurs_in_every_minute() {
    for seed in 1..=3 {
        let mut tank = tank(preset("community", "{}"), seed);
        for minute in 1..=4 {
            let mut lingering = 0;
            for _ in 0..3600 {
                tank.step();
                lingering += tank.states()[State::Linger as usize];
            }
            assert!(
                lingering > 60,
                "seed {seed}, minute {minute}: {lingering} fish-steps"
            );
            assert!(
                lingering < 3600 * tank.school().len() as u32 / 4,
                "leads and extras, not all extras"
            );
        }
    }
}

#[test]
fn a_scare_scatters_a_school_and_it_is_back_within_ten_seconds() {
    for seed in 1..=4 {
        let mut tank = tank(preset("timid-school", r#"{"world": {"count": 200}}"#), seed);
        run(&mut tank, 40.0);
        let (x, y) = crowd(&tank);
        let scared = ids(&tank, &near(&tank, x, y, 90.0));
        let before = nearest(&tank, &slots(&tank, &scared));
        tank.apply(Event::Scare {
            from: [x, y],
            to: [x, y],
            strength: 1.0,
        });
        let mut widest: f32 = 0.0;
        for _ in 0..12 {
            run(&mut tank, 0.2);
            widest = widest.max(nearest(&tank, &slots(&tank, &scared)));
        }
        assert!(
            widest > 2.0 * before,
            "seed {seed}: {before} apart, {widest} at the widest"
        );
        run(&mut tank, 7.6);
        let after = nearest(&tank, &slots(&tank, &scared));
        assert!(
            after < 1.75 * before,
            "seed {seed}: {before} apart before, {after} ten seconds later"
        );
    }
}

#[test]
fn a_scare_is_short_and_fast() {
    let mut tank = tank(preset("community", "{}"), 3);
    run(&mut tank, 20.0);
    let (x, y) = crowd(&tank);
    tank.apply(Event::Scare {
        from: [x, y],
        to: [x, y],
        strength: 0.5,
    });
    tank.step();
    let fleeing = tank.states()[State::Flee as usize];
    assert!(fleeing > 5, "{fleeing} flee");
    run(&mut tank, 0.5);
    let school = tank.school();
    let pace = |state: State| {
        let of_state = (0..school.len()).filter(|&i| school.state[i] == state as u32);
        let (sum, count) = of_state.fold((0.0, 0), |(sum, count), i| {
            (
                sum + school.vx[i].hypot(school.vy[i]) / school.top_speed[i],
                count + 1,
            )
        });
        sum / count as f32
    };
    assert!(
        pace(State::Flee) > 1.15 * pace(State::Cruise),
        "{} against {}",
        pace(State::Flee),
        pace(State::Cruise)
    );
    run(&mut tank, 2.0);
    assert_eq!(
        tank.states()[State::Flee as usize],
        0,
        "over after two and a half seconds"
    );
}

#[test]
fn a_feed_draws_most_of_those_that_see_it_and_is_eaten_to_the_last() {
    for seed in 1..=4 {
        let mut tank = tank(preset("community", r#"{"world": {"count": 250}}"#), seed);
        run(&mut tank, 30.0);
        let (x, y) = crowd(&tank);
        tank.apply(Event::Feed { x, y: y - 45.0 });
        let dropped = tank.larder().pellets.len();
        assert!((5..=8).contains(&dropped), "{dropped} pellets");
        tank.step();
        let school = tank.school();
        let sees = |i: usize| {
            let food = &tank.larder().pellets;
            food.iter()
                .any(|p| (p.x - school.x[i]).hypot(p.y - school.y[i]) < school.sight[i] * 0.95)
        };
        let (seeing, seeking) =
            (0..school.len())
                .filter(|&i| sees(i))
                .fold((0, 0), |(seeing, seeking), i| {
                    (
                        seeing + 1,
                        seeking + u32::from(school.state[i] == State::Seek as u32),
                    )
                });
        assert!(seeing >= 3, "seed {seed}: {seeing} see the food");
        assert!(
            f64::from(seeking) > 0.8 * f64::from(seeing),
            "seed {seed}: {seeking} of {seeing} seek"
        );
        run(&mut tank, 38.0);
        assert_eq!(
            tank.larder().eaten as usize,
            dropped,
            "seed {seed}: eaten to the last"
        );
        assert!(tank.larder().pellets.is_empty());
    }
}

#[test]
fn feeding_without_end_is_no_permanent_charge() {
    let mut tank = tank(preset("community", r#"{"world": {"count": 150}}"#), 2);
    run(&mut tank, 10.0);
    for half_second in 0..120 {
        let x = 200.0 + 90.0 * (half_second % 10) as f32;
        tank.apply(Event::Feed { x, y: 300.0 });
        run(&mut tank, 0.5);
    }
    let [_, seeking, ..] = tank.states();
    assert!(
        seeking < 75,
        "{seeking} of 150 charge after a minute of feeding"
    );
    assert!(
        tank.larder().eaten > 50,
        "they did eat: {}",
        tank.larder().eaten
    );
    // Hungry again once it has worn off.
    run(&mut tank, 60.0);
    let (x, y) = crowd(&tank);
    tank.apply(Event::Feed { x, y: y - 30.0 });
    tank.step();
    assert!(
        tank.states()[State::Seek as usize] > 0,
        "hungry again after a while"
    );
}

#[test]
fn a_call_gathers_without_clumping() {
    for seed in 1..=3 {
        let mut tank = tank(preset("community", r#"{"world": {"count": 150}}"#), seed);
        run(&mut tank, 15.0);
        let (x, y) = (640.0, 360.0);
        let before = near(&tank, x, y, 120.0).len();
        tank.apply(Event::Call { x, y, seconds: 0.0 });
        let mut gathered = 0;
        let mut spacing = Vec::new();
        for second in 0..30 {
            run(&mut tank, 1.0);
            let there = near(&tank, x, y, 120.0);
            gathered = gathered.max(there.len());
            if second >= 10 {
                spacing.push(nearest(&tank, &there));
            }
        }
        assert!(
            gathered > before + 5,
            "seed {seed}: {before} before, {gathered} at the best of times"
        );
        let lengths = &tank.school().length;
        let body = lengths.iter().sum::<f32>() / lengths.len() as f32;
        let apart = spacing.iter().sum::<f32>() / spacing.len() as f32;
        assert!(apart > body, "seed {seed}: {apart} apart, bodies of {body}");
        tank.apply(Event::CallEnd);
        assert_eq!(tank.call(), None);
    }
}

#[test]
fn the_three_kinds_of_school() {
    // Swarm, mill and polarised school, as Tunstrøm et al. (2013) found them among golden shiners.
    for (name, kind) in [("dispersed", 0), ("vortex", 1), ("migration", 2)] {
        let mut tank = tank(preset(name, "{}"), 1);
        run(&mut tank, 120.0);
        let (mut of_kind, mut moments) = (0, 0);
        for _ in 0..240 {
            run(&mut tank, 1.0);
            let seen = tank.observe();
            moments += 1;
            of_kind += u32::from(match kind {
                0 => seen.polarisation < 0.35 && seen.rotation < 0.35,
                1 => seen.rotation > 0.65,
                _ => seen.polarisation > 0.65,
            });
        }
        assert!(
            of_kind * 10 > moments * 8,
            "{name}: {of_kind} of {moments} moments"
        );
    }
}

#[test]
fn a_community_changes_its_mind() {
    let mut tank = tank(preset("community", "{}"), 1);
    run(&mut tank, 60.0);
    let mut seen = Vec::new();
    for _ in 0..600 {
        run(&mut tank, 1.0);
        seen.push(tank.observe().polarisation);
    }
    let low = seen.iter().filter(|&&p| p < 0.35).count();
    let high = seen.iter().filter(|&&p| p > 0.55).count();
    assert!(
        low > 30 && high > 30,
        "of 600 seconds {low} in disorder, {high} in order"
    );
}
