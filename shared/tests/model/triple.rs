use std::sync::Arc;

use loom::thread;
use shared::triple::{CONTROL_AT_START, Reader, SLOTS, Writer};
use shared::words::AtomicU32;

use crate::plain::Plain;

const WORDS: usize = 3;
const FRAMES: u32 = 4;

type Control = Arc<[AtomicU32]>;

fn buffer() -> (Writer<Control>, Reader<Control>, Arc<Plain>) {
    let control: Control = Arc::new([AtomicU32::new(CONTROL_AT_START)]);
    let slots = Arc::new(Plain::new(SLOTS as usize * WORDS));
    (Writer::new(control.clone()), Reader::new(control), slots)
}

fn publish(writer: &mut Writer<Control>, slots: &Plain, frame: u32) {
    let first = writer.slot() as usize * WORDS;
    (0..WORDS).for_each(|word| slots.set(first + word, frame * 10 + word as u32));
    writer.publish();
}

fn frame_in(reader: &Reader<Control>, slots: &Plain) -> u32 {
    let first = reader.slot() as usize * WORDS;
    let frame = slots.get(first) / 10;
    for word in 0..WORDS {
        assert_eq!(slots.get(first + word), frame * 10 + word as u32, "torn");
    }
    frame
}

#[test]
fn frames_come_whole_never_go_back_and_the_last_arrives() {
    loom::model(|| {
        let (mut writer, mut reader, slots) = buffer();
        let written = Arc::clone(&slots);
        let writing = thread::spawn(move || {
            (1..=FRAMES).for_each(|frame| publish(&mut writer, &written, frame));
        });
        let mut held = 0;
        for _ in 0..3 {
            if reader.acquire() {
                let frame = frame_in(&reader, &slots);
                assert!(frame > held, "{frame} after {held}");
                held = frame;
            } else if held > 0 {
                assert_eq!(frame_in(&reader, &slots), held);
            }
        }
        writing.join().unwrap();
        if reader.acquire() {
            held = frame_in(&reader, &slots);
        }
        assert_eq!(held, FRAMES);
        assert!(!reader.acquire(), "the same frame twice");
    });
}

#[test]
fn the_writer_goes_on_beside_a_reader_that_keeps_its_frame() {
    loom::model(|| {
        let (mut writer, mut reader, slots) = buffer();
        publish(&mut writer, &slots, 1);
        assert!(reader.acquire());
        let written = Arc::clone(&slots);
        let writing = thread::spawn(move || {
            (2..=FRAMES).for_each(|frame| publish(&mut writer, &written, frame));
        });
        for _ in 0..3 {
            assert_eq!(frame_in(&reader, &slots), 1);
            thread::yield_now();
        }
        writing.join().unwrap();
        assert!(reader.acquire());
        assert_eq!(frame_in(&reader, &slots), FRAMES);
    });
}
