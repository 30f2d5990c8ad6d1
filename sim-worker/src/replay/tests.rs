use proptest::prelude::*;
use shared::config::{merge, parse};
use shared::event::Stamped;

use super::entry::Line;
use super::*;
use crate::session::Session;

const CONFIG: &str = r#"{"world": {"count": 60}}"#;

fn recorded(seed: u64) -> Recorded {
    Recorded::new(parse(CONFIG).unwrap(), [640.0, 360.0], seed, Crew::single())
}

fn text(tank: &Recorded) -> String {
    let mut out = Vec::new();
    tank.write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Plays a log into a tank that has a past of its own.
fn replayed(log: Log) -> Recorded {
    let mut tank = recorded(99);
    tank.apply(Event::Feed { x: 1.0, y: 2.0 });
    (0..20).for_each(|_| tank.step());
    tank.begin(&log);
    let mut player = Player::new(log);
    while player.prepare(&mut tank) {
        tank.step();
    }
    tank
}

/// The log by the other way, as numbers.
fn as_numbers(tank: &Recorded) -> Log {
    let mut numbers = Vec::new();
    tank.numbers(&mut |number| numbers.push(number));
    let cut = &numbers[..numbers.len() - 1];
    assert!(Log::from_numbers(&mut cut.iter().copied()).is_none());
    Log::from_numbers(&mut numbers.into_iter()).unwrap()
}

fn session() -> Session {
    let config = parse(CONFIG).unwrap();
    Session::new(config, [640.0, 360.0], 5, Crew::single(), true, || 0.0)
}

fn session_text(session: &Session) -> String {
    text(session.recording().unwrap())
}

fn give(session: &mut Session, event: Event) {
    session.input(&Stamped { event, at_ms: 0.0 }.to_record());
}

/// A session in which everything happens that can.
fn eventful() -> Session {
    let mut session = session();
    give(&mut session, Event::Feed { x: 320.1, y: 50.7 });
    session.step(40, 0.0);
    give(
        &mut session,
        Event::Scare {
            from: [100.3, 100.0],
            to: [200.0, 140.9],
            strength: 0.77,
        },
    );
    session.step(30, 0.0);
    session.resize([700.5, 333.3]);
    let call = Event::Call {
        x: 10.0,
        y: 20.0,
        seconds: 0.0,
    };
    give(&mut session, call);
    session.step(25, 0.0);
    session
        .set_config(
            parse(r#"{"world": {"count": 75}, "boids": {"wSep": 2.3, "aliRadius": 31.7}}"#)
                .unwrap(),
        )
        .unwrap();
    session.step(10, 0.0);
    give(&mut session, Event::CallEnd);
    session.reset(u64::MAX);
    session.step(35, 0.0);
    session
        .set_config(parse(r#"{"species": [{"id": "a"}, {"id": "b", "speedScale": 0.9}]}"#).unwrap())
        .unwrap();
    session.step(20, 0.0);
    give(&mut session, Event::Feed { x: 300.0, y: 30.0 });
    session
}

#[test]
fn a_recorded_session_comes_back_bit_for_bit() {
    let session = eventful();
    let json = session_text(&session);
    let log = Log::parse(&json).unwrap();
    assert_eq!((log.steps, log.entries.len()), (160, 9));
    assert_eq!(log.hash, session.tank().hash());
    let again = replayed(log);
    assert_eq!(again.hash(), session.tank().hash());
    assert_eq!(text(&again), json, "a replay records what it replays");
}

#[test]
fn a_session_replays_and_takes_input_again_when_the_recording_is_over() {
    let original = eventful();
    let json = session_text(&original);
    let mut session = session();
    session.step(17, 0.0);
    session.replay(Log::parse(&json).unwrap()).unwrap();
    session.step(100, 0.0);
    session.resize([123.0, 321.0]);
    give(&mut session, Event::Feed { x: 5.0, y: 5.0 });
    session.step(60, 0.0);
    assert_eq!(session.tank().hash(), original.tank().hash());
    let eaten_or_there = session.tank().larder().pellets.len();
    give(&mut session, Event::Feed { x: 320.0, y: 5.0 });
    assert!(session.tank().larder().pellets.len() > eaten_or_there);
    session.resize([640.0, 360.0]);
    assert_eq!(session.tank().size(), [640.0, 360.0]);
}

#[test]
fn a_reset_ends_a_replay_early() {
    let json = session_text(&eventful());
    let mut session = session();
    session.replay(Log::parse(&json).unwrap()).unwrap();
    session.step(10, 0.0);
    session.reset(4);
    session.step(200, 0.0);
    assert_eq!(
        session.tank().size(),
        [640.0, 360.0],
        "not resized as in the recording"
    );
    assert_eq!(session.tank().steps(), 200);
}

#[test]
fn a_recording_with_more_fish_than_there_is_room_for_is_refused_and_the_tank_goes_on() {
    let mut many = recorded(1);
    many.set_config(parse(r#"{"world": {"count": 1025}}"#).unwrap());
    let json = text(&many);
    let mut session = session();
    session.step(5, 0.0);
    let before = session.tank().hash();
    let error = session
        .replay(Log::parse(&json).unwrap())
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("1025 fish") && error.contains("at most 1024"),
        "{error}"
    );
    assert_eq!(session.tank().hash(), before);
}

#[test]
fn a_full_recording_says_so_and_is_right_as_far_as_it_goes() {
    let mut tank = recorded(2);
    for _ in 0..30 {
        tank.step();
    }
    for _ in 0..MOST_ENTRIES {
        tank.apply(Event::CallEnd);
    }
    tank.step();
    let at_the_limit = tank.hash();
    tank.apply(Event::Feed { x: 300.0, y: 10.0 });
    tank.step();
    let log = Log::parse(&text(&tank)).unwrap();
    assert!(log.truncated);
    assert_eq!((log.steps, log.entries.len()), (31, MOST_ENTRIES));
    assert_eq!(log.hash, at_the_limit);
    assert_eq!(replayed(log).hash(), at_the_limit);
}

#[test]
fn changes_of_configuration_are_bounded_too() {
    let mut tank = recorded(2);
    let species: Vec<String> = (0..16)
        .map(|i| format!(r#"{{"id": "s{i}", "countRatio": 1.5}}"#))
        .collect();
    let species = parse(&format!(r#"{{"species": [{}]}}"#, species.join(","))).unwrap();
    let mut changes = 0;
    while tank.closed.is_none() {
        let config = if changes % 2 == 0 {
            species.clone()
        } else {
            parse(CONFIG).unwrap()
        };
        tank.set_config(config);
        changes += 1;
        assert!(changes < MOST_ENTRIES, "never full");
    }
    let held: usize = tank
        .entries
        .iter()
        .map(|entry| match &entry.deed {
            Deed::Config(difference) => size_of_val(&**difference),
            _ => 0,
        })
        .sum();
    assert!(held <= MOST_ENTRIES * size_of::<Entry>(), "{held} bytes");
    assert!((text(&tank).len() as u64) < MAX_LOG_BYTES);
}

#[test]
fn nothing_is_allocated_for_an_entry() {
    let mut tank = recorded(1);
    let place = tank.entries.as_ptr();
    for _ in 0..MOST_ENTRIES {
        tank.apply(Event::CallEnd);
    }
    assert_eq!(tank.entries.as_ptr(), place);
}

#[test]
fn a_wrong_log_is_refused_with_field_value_and_range() {
    let good = session_text(&eventful());
    let with = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} in {good}");
        Log::parse(&good.replace(from, to))
            .expect_err(to)
            .to_string()
    };
    for (from, to, expected) in [
        (
            r#""mirofish":1"#,
            r#""mirofish":2"#,
            "mirofish is 2; allowed: 1, the version",
        ),
        (r#""mirofish":1,"#, "", "mirofish is null; allowed: 1"),
        (
            r#""seed":"5""#,
            r#""seed":5"#,
            "seed is 5; allowed: a string of decimal digits",
        ),
        (
            r#""size":[640.0,"#,
            r#""size":[0,"#,
            "size[0] is 0; allowed: a number, 1 to 100000",
        ),
        (
            r#""size":[640.0,"#,
            r#""size":["#,
            "size is [360.0]; allowed: width and height",
        ),
        (
            r#""steps":160"#,
            r#""steps":-1"#,
            "steps is -1; allowed: a whole number",
        ),
        (
            r#""steps":160"#,
            r#""steps":100"#,
            "events[8][0] is 160; allowed: at most 100",
        ),
        (
            r#""perception":70.0"#,
            r#""perception":-3"#,
            "config.boids.perception is -3; allowed: 1 to 1000",
        ),
        (
            r#"[0,"feed","#,
            r#"[0,"fed","#,
            r#"events[0][1] is "fed"; allowed: feed|scare|call|"#,
        ),
        (
            r#"[0,"feed","#,
            r#"[41,"feed","#,
            "events[1][0] is 40; allowed: a whole number, at least 41",
        ),
        (
            r#"[0,"feed",320.1,"#,
            r#"[0,"feed",1e300,"#,
            "events[0][2] is 1e+300; allowed: a finite number",
        ),
        (
            r#"[0,"feed",320.1,"#,
            r#"[0,"feed",null,"#,
            "events[0][2] is null; allowed: a finite number",
        ),
        (
            r#"[0,"feed",320.1,"#,
            r#"[0,"feed","#,
            "events[0] is 3 long; allowed: 4 long",
        ),
        (
            r#",0.77]"#,
            r#",1.5]"#,
            "events[1][6] is 1.5; allowed: a number, 0 to 1",
        ),
        (
            r#""wSep":2.3"#,
            r#""wSep":99"#,
            "events[4][2].boids.wSep is 99; allowed: 0 to 20",
        ),
        (
            r#""18446744073709551615""#,
            r#""-1""#,
            r#"events[6][2] is "-1"; allowed: a string"#,
        ),
        (r#""hash":""#, r#""hash":"x"#, "allowed: 16 hex digits"),
        (
            r#""seed""#,
            r#""sed""#,
            r#"sed is "not a known field"; allowed: mirofish|seed|"#,
        ),
        (r#""steps":160"#, r#""steps":1e999"#, "number out of range"),
    ] {
        let error = with(from, to);
        assert!(error.contains(expected), "{to}: {error}");
    }
    let truncated = Log::parse(&good[..good.len() / 2]).unwrap_err().to_string();
    assert!(
        truncated.starts_with("recording is") && truncated.contains("EOF"),
        "{truncated}"
    );
    let long = Log::read(io::empty(), MAX_LOG_BYTES + 1)
        .unwrap_err()
        .to_string();
    assert!(long.contains("8388609 bytes long"), "{long}");
    assert!(Log::parse("[]").is_err());
    let events = format!("[{}]", vec![r#"[0,"callEnd"]"#; MOST_ENTRIES + 1].join(","));
    let many = format!(
        r#"{{"mirofish":1,"seed":"1","size":[9,9],"config":{{}},"steps":0,"hash":"0123456789abcdef","events":{events}}}"#
    );
    assert!(
        Log::parse(&many)
            .unwrap_err()
            .to_string()
            .contains("at most 65536 entries")
    );
}

#[derive(Clone, Debug)]
enum Act {
    Run(u8),
    Do(Deed),
    Configure(String),
}

fn any_act() -> impl Strategy<Value = Act> {
    let place = || -2000.0_f32..3000.0;
    let event = prop_oneof![
        (place(), place()).prop_map(|(x, y)| Event::Feed { x, y }),
        (place(), place(), place(), place(), 0.0_f32..=1.0).prop_map(|(a, b, c, d, strength)| {
            Event::Scare {
                from: [a, b],
                to: [c, d],
                strength,
            }
        }),
        (place(), place(), 0.0_f32..5.0).prop_map(|(x, y, seconds)| Event::Call { x, y, seconds }),
        Just(Event::CallEnd),
    ];
    let config = (0_u32..90, 1.0_f32..200.0, 0.0_f32..20.0).prop_map(|(count, perception, weight)| {
        format!(
            r#"{{"world": {{"count": {count}}}, "boids": {{"perception": {perception}, "sepRadius": 1, "wCoh": {weight}}}}}"#
        )
    });
    prop_oneof![
        3 => (0_u8..30).prop_map(Act::Run),
        4 => event.prop_map(|event| Act::Do(Deed::Event(event))),
        1 => (0.0_f32..2000.0, 0.0_f32..2000.0).prop_map(|(width, height)| Act::Do(Deed::Resize([width, height]))),
        1 => config.prop_map(Act::Configure),
        1 => any::<u64>().prop_map(|seed| Act::Do(Deed::Reset(seed))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_was_done_comes_back(seed in any::<u64>(), acts in prop::collection::vec(any_act(), 0..24)) {
        let mut tank = recorded(seed);
        for act in &acts {
            match act {
                Act::Run(steps) => (0..*steps).for_each(|_| tank.step()),
                Act::Do(deed) => tank.repeat(deed),
                Act::Configure(patch) => tank.set_config(merge(tank.config(), patch).unwrap()),
            }
        }
        let json = text(&tank);
        let log = Log::parse(&json).unwrap();
        prop_assert_eq!(&log, &as_numbers(&tank));
        prop_assert_eq!(log.hash, tank.hash());
        let again = replayed(log);
        prop_assert_eq!(again.hash(), tank.hash());
        prop_assert_eq!(text(&again), json);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn every_number_survives_the_journey(bits in any::<u32>()) {
        let x = f32::from_bits(bits);
        prop_assume!(x.is_finite());
        let entry = Entry { step: 0, deed: Deed::Event(Event::Feed { x, y: -x }) };
        let line = Line { entry: &entry, patch: serde_json::Value::Null };
        let value = serde_json::from_str(&serde_json::to_string(&line).unwrap()).unwrap();
        let Deed::Event(Event::Feed { x: back, y: negated }) = Entry::read(0, &value, 0).unwrap().0.deed else {
            panic!("another event")
        };
        prop_assert_eq!(back.to_bits(), bits);
        prop_assert_eq!(negated.to_bits(), (-x).to_bits());
    }
}
