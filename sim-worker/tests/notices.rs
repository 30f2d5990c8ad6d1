//! What a host hears over the bulletin is what happened in the tank.

use shared::config::parse;
use shared::event::{Event, Stamped};
use shared::notice::Notice;
use sim_worker::engine::Crew;
use sim_worker::session::Session;

const FISH: u32 = 200;

fn session() -> Session {
    let config = format!(r#"{{"world": {{"count": {FISH}}}}}"#);
    let size = [1280.0, 720.0];
    Session::new(
        parse(&config).unwrap(),
        size,
        7,
        Crew::single(),
        false,
        || 0.0,
    )
}

fn happens(session: &mut Session, event: Event) {
    let record = Stamped { event, at_ms: 0.0 }.to_record();
    assert!(session.ends().producer.push(&record));
}

fn heard(session: &mut Session) -> Vec<Notice> {
    let heard = &mut session.ends().heard;
    let records = std::iter::from_fn(|| heard.read());
    let notices = records.map(|record| Notice::from_record(&record).unwrap());
    notices.collect()
}

#[test]
fn every_pellet_eaten_is_told_with_the_fish_and_its_place() {
    let mut session = session();
    let mut told = 0;
    for step in 0..1200 {
        if step % 300 == 0 {
            happens(&mut session, Event::Feed { x: 640.0, y: 300.0 });
        }
        session.step(1, 0.0);
        for notice in heard(&mut session) {
            let Notice::Eaten { fish, x, y } = notice else {
                panic!("{notice:?} in a tank that was only fed");
            };
            let school = session.tank().school();
            let slot = school.id.iter().position(|&id| id == fish).unwrap();
            assert_eq!((school.x[slot], school.y[slot]), (x, y));
            told += 1;
        }
    }
    assert!(told > 10, "{told} told");
    assert_eq!(told, session.tank().larder().eaten);
    assert_eq!(session.ends().heard.lost(), 0);
}

#[test]
fn a_scare_is_told_once_with_the_fish_that_it_put_to_flight() {
    let mut session = session();
    let everywhere = Event::Scare {
        from: [0.0, 360.0],
        to: [1280.0, 360.0],
        strength: 1.0,
    };
    happens(&mut session, everywhere);
    session.step(1, 0.0);
    let [Notice::Scared { count }] = heard(&mut session)[..] else {
        panic!("one notice of a scare");
    };
    assert!((1..=FISH).contains(&count));
    assert!(count <= session.tank().states()[2], "they flee");
    happens(&mut session, everywhere);
    session.step(1, 0.0);
    let again = heard(&mut session);
    assert!(
        again.is_empty() || matches!(again[..], [Notice::Scared { count: few }] if few < count),
        "who flees already is not told again: {again:?}"
    );
}

#[test]
fn a_new_tank_tells_anew() {
    let mut session = session();
    let scare = Event::Scare {
        from: [0.0, 360.0],
        to: [1280.0, 360.0],
        strength: 1.0,
    };
    let mut counts = Vec::new();
    for _ in 0..2 {
        session.reset(7);
        happens(&mut session, scare);
        session.step(1, 0.0);
        counts.push(heard(&mut session));
    }
    assert_eq!(counts[0].len(), 1);
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn steps_given_up_are_told_by_number() {
    let mut session = session();
    session.play(0.0);
    session.tick(40.0);
    assert_eq!(heard(&mut session), []);
    // A second later: sixty steps are due, five are run.
    session.tick(1040.0);
    assert_eq!(heard(&mut session), [Notice::Overrun { skipped: 55 }]);
}

#[test]
fn a_host_that_does_not_listen_loses_the_oldest_and_knows_how_many() {
    let mut session = session();
    session.play(0.0);
    for second in 1..=300 {
        session.tick(f64::from(second) * 1000.0);
    }
    assert_eq!(heard(&mut session).len(), 256);
    assert_eq!(session.ends().heard.lost(), 300 - 256);
}
