use super::*;
use proptest::prelude::*;

const T: f64 = 1_000_000.0;

/// Plays a script and collects what it means.
fn meaning(scale: f32, script: impl FnOnce(&mut Gestures, &mut dyn FnMut(Stamped))) -> Vec<Event> {
    let mut gestures = Gestures::new(&Config::default());
    gestures.set_scale([scale, scale]);
    let mut events = Vec::new();
    script(&mut gestures, &mut |stamped| events.push(stamped.event));
    events
}

#[test]
fn a_tap_feeds_where_it_was_in_world_units() {
    let events = meaning(2.0, |gestures, mut out| {
        gestures.down(1, [100.0, 60.0], T, &mut out);
        gestures.moved(1, [103.0, 62.0], T + 40.0, &mut out);
        gestures.poll(T + 60.0, &mut out);
        gestures.up(1, [104.0, 62.0], T + 90.0, &mut out);
    });
    assert_eq!(events, [Event::Feed { x: 52.0, y: 31.0 }]);
}

#[test]
fn a_slow_drag_is_nothing() {
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [0.0, 0.0], T, &mut out);
        for i in 1..=100_u8 {
            let at = f64::from(i) * 16.0;
            gestures.moved(1, [f32::from(i) * 4.0, 0.0], T + at, &mut out);
            gestures.poll(T + at, &mut out);
        }
        gestures.up(1, [400.0, 0.0], T + 1610.0, &mut out);
    });
    assert_eq!(events, []);
}

#[test]
fn a_fast_stroke_frightens_along_its_path_without_gaps() {
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [0.0, 0.0], T, &mut out);
        for i in 1..=12_u8 {
            // 2000 px/s, in events that come faster than segments are made.
            gestures.moved(
                1,
                [f32::from(i) * 10.0, 5.0],
                T + f64::from(i) * 5.0,
                &mut out,
            );
        }
        gestures.up(1, [140.0, 5.0], T + 70.0, &mut out);
    });
    let mut end = [0.0, 0.0];
    for event in &events {
        let Event::Scare { from, to, strength } = *event else {
            panic!("{event:?}")
        };
        assert_eq!(from, end);
        end = to;
        // Between 700 (0) and 2600 (1).
        assert!((0.55..0.85).contains(&strength), "{strength}");
    }
    assert_eq!(end, [140.0, 5.0]);
    assert!(events.len() > 3, "{events:?}");
}

#[test]
fn a_stroke_that_is_over_at_once_frightens_too() {
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [0.0, 0.0], T, &mut out);
        gestures.moved(1, [200.0, 0.0], T + 1.0, &mut out);
        gestures.up(1, [200.0, 0.0], T + 1.0, &mut out);
    });
    let whole = Event::Scare {
        from: [0.0, 0.0],
        to: [200.0, 0.0],
        strength: 1.0,
    };
    assert_eq!(events, [whole]);
}

#[test]
fn a_long_press_calls_follows_the_finger_and_ends() {
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [50.0, 50.0], T, &mut out);
        gestures.poll(T + 399.0, &mut out);
        gestures.poll(T + 410.0, &mut out);
        gestures.poll(T + 420.0, &mut out);
        gestures.moved(1, [150.0, 50.0], T + 430.0, &mut out);
        gestures.up(1, [150.0, 50.0], T + 900.0, &mut out);
    });
    let call = |x| Event::Call {
        x,
        y: 50.0,
        seconds: 0.0,
    };
    assert_eq!(
        events,
        [call(50.0), call(150.0), call(150.0), Event::CallEnd]
    );
}

#[test]
fn a_long_press_that_no_picture_saw_is_a_call_all_the_same() {
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [5.0, 5.0], T, &mut out);
        gestures.up(1, [5.0, 5.0], T + 800.0, &mut out);
    });
    assert!(
        matches!(events[0], Event::Call { .. }) && events.last() == Some(&Event::CallEnd),
        "{events:?}"
    );
}

#[test]
fn a_cancelled_press_is_nothing_and_a_cancelled_call_ends() {
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [5.0, 5.0], T, &mut out);
        gestures.cancel(1, T + 100.0, &mut out);
        gestures.up(1, [5.0, 5.0], T + 120.0, &mut out);
    });
    assert_eq!(events, []);
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [5.0, 5.0], T, &mut out);
        gestures.poll(T + 500.0, &mut out);
        gestures.cancel(1, T + 600.0, &mut out);
    });
    assert_eq!(events.last(), Some(&Event::CallEnd));
}

#[test]
fn two_fingers_feed_twice_and_only_one_of_them_calls() {
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [10.0, 10.0], T, &mut out);
        gestures.down(2, [90.0, 10.0], T + 5.0, &mut out);
        gestures.up(1, [10.0, 10.0], T + 80.0, &mut out);
        gestures.up(2, [90.0, 10.0], T + 90.0, &mut out);
    });
    assert_eq!(events.len(), 2);
    let events = meaning(1.0, |gestures, mut out| {
        gestures.down(1, [10.0, 10.0], T, &mut out);
        gestures.down(2, [90.0, 10.0], T, &mut out);
        gestures.poll(T + 500.0, &mut out);
        gestures.poll(T + 510.0, &mut out);
        gestures.cancel(2, T + 600.0, &mut out);
    });
    assert_eq!(events.len(), 1, "{events:?}");
}

#[derive(Clone, Debug)]
enum Act {
    Down(i32, [f32; 2]),
    Move(i32, [f32; 2]),
    Up(i32, [f32; 2]),
    Cancel(i32),
    Poll,
}

fn place() -> impl Strategy<Value = [f32; 2]> {
    let number = || prop_oneof![8 => -50.0_f32..900.0, 1 => Just(f32::NAN), 1 => any::<f32>()];
    [number(), number()]
}

fn act() -> impl Strategy<Value = Act> {
    let id = || 0..12_i32;
    prop_oneof![
        (id(), place()).prop_map(|(id, at)| Act::Down(id, at)),
        (id(), place()).prop_map(|(id, at)| Act::Move(id, at)),
        (id(), place()).prop_map(|(id, at)| Act::Up(id, at)),
        id().prop_map(Act::Cancel),
        Just(Act::Poll),
    ]
}

proptest! {
    #[test]
    fn no_call_outlives_the_fingers_and_every_event_is_sane(
        acts in prop::collection::vec((act(), prop_oneof![9 => -5.0_f64..700.0, 1 => Just(f64::NAN)]), 0..80),
    ) {
        let mut gestures = Gestures::new(&Config::default());
        let mut events = Vec::new();
        let mut out = |stamped| events.push(stamped);
        let mut now = T;
        for (act, wait) in acts {
            let at = now + wait;
            now = if at.is_nan() { now } else { at };
            match act {
                Act::Down(id, to) => gestures.down(id, to, at, &mut out),
                Act::Move(id, to) => gestures.moved(id, to, at, &mut out),
                Act::Up(id, to) => gestures.up(id, to, at, &mut out),
                Act::Cancel(id) => gestures.cancel(id, at, &mut out),
                Act::Poll => gestures.poll(at, &mut out),
            }
        }
        for id in 0..12 {
            gestures.up(id, [1.0, 1.0], now, &mut out);
        }
        prop_assert!(!gestures.active());
        let mut on = false;
        for stamped in events {
            // The engine refuses a record that is not finite.
            prop_assert_eq!(Stamped::from_record(&stamped.to_record()), Some(stamped));
            match stamped.event {
                Event::Call { .. } => on = true,
                Event::CallEnd => {
                    prop_assert!(on);
                    on = false;
                }
                _ => {}
            }
        }
        prop_assert!(!on);
    }
}
