//! Frames, input and notices between two real threads over one block of memory, as in the browser, long enough for every
//! place to be used many times over. What one of them wrote beside its place, another would miss. The thread sanitizer
//! watches the same run: `cargo xtask test tsan`.

use std::thread;

use shared::ring::Record;
use sim_worker::region::{Ends, FrameReader, FrameWriter};

const SEED: u32 = 0xF15C_5EED;
const CANARY: [u8; 4] = 0xCA9A_7135_u32.to_le_bytes();
const FRAMES: u32 = 20_000;
const RECORDS: u32 = 300_000;

/// Word `index` of item `number`: another one for every number, as the factor is odd.
fn word(number: u32, index: usize) -> u32 {
    (SEED ^ number.wrapping_mul(0x9E37_79B9)).rotate_left(index as u32)
}

fn record(number: u32) -> Record {
    std::array::from_fn(|index| word(number, index))
}

/// Fills a slot from end to end: canary, number of the frame, words that follow from it, canary.
fn write_frame(writer: &mut FrameWriter, frame: u32) {
    let (words, []) = writer.slot().as_chunks_mut::<4>() else {
        panic!("a slot is a whole number of words");
    };
    let last = words.len() - 1;
    (words[0], words[1], words[last]) = (CANARY, frame.to_le_bytes(), CANARY);
    for (index, bytes) in words[..last].iter_mut().enumerate().skip(2) {
        *bytes = word(frame, index).to_le_bytes();
    }
    writer.publish();
}

fn read_frame(reader: &FrameReader) -> u32 {
    let (words, _) = reader.slot().as_chunks::<4>();
    let last = words.len() - 1;
    assert_eq!([words[0], words[last]], [CANARY; 2]);
    let frame = u32::from_le_bytes(words[1]);
    let whole = |index: usize| words[index] == word(frame, index).to_le_bytes();
    assert!((2..last).all(whole), "frame {frame} is torn");
    frame
}

#[test]
fn frames_input_and_notices_cross_at_the_same_time() {
    let Ends {
        mut frames,
        mut reader,
        mut input,
        mut producer,
        mut notices,
        mut heard,
        ..
    } = Ends::new(4, 4);
    thread::scope(|scope| {
        // The worker: as many frames, notices and looks at the input as it gets to.
        scope.spawn(move || {
            let (mut frame, mut posted, mut taken) = (0, 0, 0);
            while frame < FRAMES || posted < RECORDS || taken < RECORDS {
                if frame < FRAMES {
                    frame += 1;
                    write_frame(&mut frames, frame);
                }
                let last = RECORDS.min(posted + 8);
                while posted < last {
                    notices.post(&record(posted));
                    posted += 1;
                }
                while let Some(found) = input.pop() {
                    assert_eq!(found, record(taken));
                    taken += 1;
                }
                thread::yield_now();
            }
        });
        // The page.
        let (mut held, mut pushed, mut read) = (0, 0, 0);
        while held < FRAMES || pushed < RECORDS || read + heard.lost() < u64::from(RECORDS) {
            if reader.acquire() {
                let frame = read_frame(&reader);
                assert!(frame > held, "{frame} after {held}");
                held = frame;
            }
            while pushed < RECORDS && producer.push(&record(pushed)) {
                pushed += 1;
            }
            while let Some(found) = heard.read() {
                assert_eq!(found, record((read + heard.lost()) as u32));
                read += 1;
            }
            if held > 0 {
                assert_eq!(read_frame(&reader), held, "changed under the reader");
            }
            thread::yield_now();
        }
    });
}
