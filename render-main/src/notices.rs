//! What the worker tells the host page: from the board in shared memory, or from records that were posted.

use js_sys::{Array, Object};
use shared::bulletin::Reader;
use shared::notice::Notice;
use shared::ring::{RECORD_WORDS, Record};
use shared::words::JsWords;
use wasm_bindgen::JsValue;

use crate::object::object;

/// A notice as the host hears it; places are CSS pixels of the element. Nothing for a record that makes no sense.
fn told(record: &Record, scale: [f32; 2]) -> Option<Result<Object, JsValue>> {
    let kind = |name: &str| ("type", JsValue::from(name));
    Some(match Notice::from_record(record)? {
        Notice::Eaten { fish, x, y } => object(&[
            kind("eaten"),
            ("fish", fish.into()),
            ("x", (x * scale[0]).into()),
            ("y", (y * scale[1]).into()),
        ]),
        Notice::Scared { count } => object(&[kind("scared"), ("count", count.into())]),
        Notice::Overrun { skipped } => object(&[kind("overrun"), ("skipped", skipped.into())]),
    })
}

/// Hears what the worker posts on the board in shared memory.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    board: Option<Reader<JsWords>>,
    /// Lost by the boards before this one, and by those who take the notices for us.
    lost_before: u64,
}

impl Notices {
    /// Reads this board from now on.
    pub(crate) fn connect(&mut self, board: Reader<JsWords>) {
        self.lost_before = self.lost();
        self.board = Some(board);
    }

    /// Forgets the board of a worker that is no more.
    pub(crate) fn disconnect(&mut self) {
        self.lost_before = self.lost();
        self.board = None;
    }

    /// What was posted since the last call, oldest first; nothing if nothing was. Allocates only for what was posted.
    pub(crate) fn take(&mut self, scale: [f32; 2]) -> Option<Result<Array, JsValue>> {
        let board = self.board.as_mut()?;
        let first = board.read()?;
        let records = std::iter::once(first).chain(std::iter::from_fn(|| board.read()));
        Some(list(records, scale))
    }

    /// Notices that were written over before they were read.
    pub(crate) fn lost(&self) -> u64 {
        self.lost_before + self.board.as_ref().map_or(0, Reader::lost)
    }

    /// Counts what another reader missed.
    pub(crate) fn count_lost(&mut self, lost: u64) {
        self.lost_before += lost;
    }
}

/// Records that were posted by message, as the host hears them.
pub(crate) fn posted(words: &[u32], scale: [f32; 2]) -> Result<Array, JsValue> {
    list(words.as_chunks::<RECORD_WORDS>().0.iter().copied(), scale)
}

fn list(records: impl Iterator<Item = Record>, scale: [f32; 2]) -> Result<Array, JsValue> {
    let out = Array::new();
    for notice in records.filter_map(|record| told(&record, scale)) {
        let notice = notice?;
        out.push(&notice);
    }
    Ok(out)
}
