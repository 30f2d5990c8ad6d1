//! `docs/protocol.md` describes this very layout: every field stands there with its offset and size, and a hash over all of
//! it ties the page to the code.

use std::fmt::Write as _;

use shared::bulletin;
use shared::event::{Event, Stamped};
use shared::layout::*;
use shared::notice::{NOTICE_RECORDS, Notice};
use shared::ring::{RECORD_WORDS, RING_HEADER_WORDS, ring_words};
use shared::triple::{CONTROL_AT_START, Reader, SLOTS, Writer};
use shared::words::{AtomicU32, Ordering};
use twox_hash::XxHash64;

const PAGE: &str = include_str!("../../docs/protocol.md");

/// The fields of a struct as rows of the page's tables. Does not compile if one is left out.
macro_rules! rows {
    ($type:ident { $($field:ident),* $(,)? }) => {{
        let value = $type::default();
        let $type { $($field),* } = value;
        let mut rows = vec![format!("### `{}`, {} bytes", stringify!($type), size_of::<$type>())];
        $(rows.push(format!(
            "| {} | {} | `{}` |",
            std::mem::offset_of!($type, $field),
            size_of_val(&$field),
            stringify!($field),
        ));)*
        rows
    }};
}

fn structs() -> Vec<Vec<String>> {
    vec![
        rows!(Header {
            magic,
            version,
            fish_capacity,
            pellet_capacity,
            frames_control,
            input_ring,
            input_records,
            slots,
            slot_stride,
            bytes,
            bulletin,
            bulletin_records,
            reserved,
        }),
        rows!(FrameHeader {
            step,
            hash,
            due_ms,
            hash_valid,
            paused,
            fish,
            pellets,
            looks_generation,
            epoch,
            width,
            height,
            states,
            call,
            threads,
            skipped_steps,
            eaten,
            grid_head,
            grid_next,
            grid_columns,
            grid_rows,
            cell,
            step_ms,
            input_latency_ms,
            reserved,
        }),
        rows!(FishFrame {
            previous,
            position,
            previous_heading,
            heading,
            previous_phase,
            phase_advance,
            bend,
            state,
        }),
        rows!(PelletFrame {
            previous,
            position,
            radius,
            freshness,
            resting,
            depth,
        }),
        rows!(FishLook {
            length,
            half_width,
            depth,
            hue,
            lightness,
            species,
            pattern_seed,
            reserved,
        }),
    ]
}

/// One record of each kind, with numbers that show where each of them goes.
fn samples() -> String {
    let events = [
        Event::Feed { x: 1.0, y: 2.0 },
        Event::Scare {
            from: [1.0, 2.0],
            to: [3.0, 4.0],
            strength: 0.5,
        },
        Event::Call {
            x: 1.0,
            y: 2.0,
            seconds: 3.0,
        },
        Event::CallEnd,
    ];
    let notices = [
        Notice::Eaten {
            fish: 1,
            x: 2.0,
            y: 3.0,
        },
        Notice::Scared { count: 1 },
        Notice::Overrun { skipped: 1 },
    ];
    let events = events.map(|event| Stamped { event, at_ms: 5.0 }.to_record());
    let notices = notices.map(|notice| notice.to_record());
    format!("{events:?}\n{notices:?}\n")
}

/// What the triple buffer, and a board, do to their words.
fn acts() -> String {
    let words: Vec<_> = (0..ring_words(2)).map(|_| AtomicU32::new(0)).collect();
    words[0].store(CONTROL_AT_START, Ordering::Relaxed);
    let mut acts = Vec::new();
    let mut writer = Writer::new(&words[..1]);
    let mut reader = Reader::new(&words[..1]);
    for act in [0, 1, 0, 0, 1] {
        let slot = if act == 0 {
            writer.publish()
        } else {
            reader.acquire();
            reader.slot()
        };
        acts.push([slot, words[0].load(Ordering::Relaxed)]);
    }
    words[0].store(0, Ordering::Relaxed);
    bulletin::Writer::new(&words[..], 2).post(&[7; RECORD_WORDS]);
    let board: Vec<_> = words.iter().map(|w| w.load(Ordering::Relaxed)).collect();
    format!("{acts:?}\n{board:?}\n")
}

/// Everything that two sides must agree on, as text.
fn all() -> String {
    let mut text = String::new();
    for rows in structs() {
        writeln!(text, "{}", rows.join("\n")).unwrap();
    }
    let numbers = [
        ("MAGIC", MAGIC),
        ("VERSION", VERSION),
        ("ALIGN", ALIGN),
        ("SLOTS", SLOTS),
        ("INPUT_RECORDS", INPUT_RECORDS),
        ("NOTICE_RECORDS", NOTICE_RECORDS),
        ("RECORD_WORDS", RECORD_WORDS as u32),
        ("RING_HEADER_WORDS", RING_HEADER_WORDS as u32),
    ];
    let map = Header::new(ALIGN, 1000, 100);
    let slot = map.slot_layout();
    writeln!(text, "{numbers:?}\n{map:?}\n{slot:?}").unwrap();
    text + &samples() + &acts()
}

#[test]
fn the_page_has_every_field_at_its_offset() {
    let mut rest = PAGE;
    for row in structs().concat() {
        let place = rest.find(&row);
        let place =
            place.unwrap_or_else(|| panic!("docs/protocol.md lacks, or has elsewhere:\n{row}"));
        rest = &rest[place + row.len()..];
    }
}

#[test]
fn the_page_has_the_hash_of_this_layout() {
    let hash = format!("`{:016x}`", XxHash64::oneshot(0, all().as_bytes()));
    assert!(
        PAGE.contains(&hash),
        "the layout's hash is now {hash}: look through docs/protocol.md, write the hash there, and raise `VERSION` if a page \
         from before would misread this memory. The layout:\n{}",
        all()
    );
}
