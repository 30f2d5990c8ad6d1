//! A tank that goes on from the last frame of another, whose worker was lost.

use bytemuck::{bytes_of, cast_slice, cast_slice_mut};
use shared::config::parse;
use shared::event::{Event, Stamped};
use shared::layout::{FISH_FLOATS, FrameHeader};
use sim_worker::engine::Crew;
use sim_worker::replay::Log;
use sim_worker::session::Session;

const CONFIG: &str = r#"{"world": {"count": 80}}"#;

fn session(seed: u64) -> Session {
    let config = parse(CONFIG).unwrap();
    Session::new(config, [640.0, 360.0], seed, Crew::single(), true, || 0.0)
}

/// The newest frame, as the page would copy it.
fn frame(session: &mut Session) -> Vec<u32> {
    let reader = &mut session.ends().reader;
    assert!(reader.acquire());
    cast_slice(reader.slot()).to_vec()
}

fn lost() -> (Session, Vec<u32>) {
    let mut lost = session(3);
    let feed = Event::Feed { x: 320.0, y: 10.0 };
    lost.input(
        &Stamped {
            event: feed,
            at_ms: 0.0,
        }
        .to_record(),
    );
    lost.step(90, 0.0);
    let frame = frame(&mut lost);
    (lost, frame)
}

#[test]
fn the_tank_goes_on_where_the_lost_one_was() {
    let (lost, frame) = lost();
    let mut next = session(3);
    next.resize([500.0, 500.0]);
    next.restore(&frame).unwrap();
    let (lost, tank) = (lost.tank(), next.tank());
    assert_eq!((tank.steps(), tank.size()), (90, lost.size()));
    assert_eq!(tank.larder().pellets.len(), lost.larder().pellets.len());
    let place = |tank: &sim_worker::engine::Tank| {
        let school = tank.school();
        let mut places: Vec<_> = (0..school.len())
            .map(|slot| {
                let at = [
                    school.x[slot],
                    school.y[slot],
                    school.hx[slot],
                    school.hy[slot],
                ];
                (school.id[slot], school.species[slot], at.map(f32::to_bits))
            })
            .collect();
        places.sort_unstable();
        places
    };
    assert_eq!(place(tank), place(lost));
    let before = place(tank);
    next.step(1, 0.0);
    let most = next.tank().config().boids.max_speed * 3.0;
    for (before, after) in before.iter().zip(place(next.tank())) {
        let way = |axis: usize| f32::from_bits(after.2[axis]) - f32::from_bits(before.2[axis]);
        assert!(
            way(0).abs().max(way(1).abs()) < most,
            "fish {} leapt",
            before.0
        );
    }
}

#[test]
fn a_spoilt_frame_loses_no_fish() {
    let (_, mut frame) = lost();
    let first_fish = size_of::<FrameHeader>() / 4;
    let floats: &mut [f32] = cast_slice_mut(&mut frame[first_fish..]);
    for (fish, wrong) in [(0, f32::NAN), (1, f32::INFINITY), (2, -1e9)] {
        floats[fish * FISH_FLOATS..][..FISH_FLOATS].fill(wrong);
    }
    let mut next = session(3);
    next.restore(&frame).unwrap();
    next.step(60, 0.0);
    let school = next.tank().school();
    assert_eq!(school.len(), 80);
    for slot in 0..80 {
        assert!((0.0..=640.0).contains(&school.x[slot]) && (0.0..=360.0).contains(&school.y[slot]));
    }
}

#[test]
fn what_is_no_frame_of_this_tank_is_refused() {
    let (_, frame) = lost();
    let mut boastful = frame.clone();
    let mut header: FrameHeader = bytemuck::pod_read_unaligned(cast_slice(&frame[..64]));
    header.fish = u32::MAX;
    cast_slice_mut(&mut boastful[..64]).copy_from_slice(bytes_of(&header));
    let mut next = session(3);
    let before = next.tank().hash();
    for wrong in [&[][..], &frame[1..], &frame[..100], &boastful] {
        let error = next.restore(wrong).unwrap_err();
        assert_eq!(error.field, "frame");
    }
    assert_eq!(next.tank().hash(), before);
}

#[test]
fn no_recording_leads_to_a_restored_tank_until_it_is_dealt_anew() {
    let (_, frame) = lost();
    let mut next = session(3);
    assert!(next.recording().is_some());
    next.restore(&frame).unwrap();
    assert!(next.recording().is_none());
    next.reset(8);
    next.step(5, 0.0);
    let mut numbers = Vec::new();
    let recording = next.recording().unwrap();
    recording.numbers(&mut |number| numbers.push(number));
    let log = Log::from_numbers(&mut numbers.into_iter()).unwrap();
    let mut again = session(1);
    again.replay(log).unwrap();
    again.step(5, 0.0);
    assert_eq!(again.tank().hash(), next.tank().hash());
}
