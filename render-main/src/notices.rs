//! What the worker tells the host page: from the board in shared memory, or from records that were posted.

use serde::Serialize;
use shared::bulletin::Reader;
use shared::notice::Notice;
use shared::ring::{RECORD_WORDS, Record};
use shared::words::JsWords;
use wasm_bindgen::JsValue;

/// A notice as the host hears it; places are CSS pixels of the element.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
enum Told {
    Eaten { fish: u32, x: f32, y: f32 },
    Scared { count: u32 },
    Overrun { skipped: u32 },
}

impl Told {
    fn new(record: &Record, scale: [f32; 2]) -> Option<Self> {
        Some(match Notice::from_record(record)? {
            Notice::Eaten { fish, x, y } => Self::Eaten {
                fish,
                x: x * scale[0],
                y: y * scale[1],
            },
            Notice::Scared { count } => Self::Scared { count },
            Notice::Overrun { skipped } => Self::Overrun { skipped },
        })
    }
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
    pub(crate) fn take(&mut self, scale: [f32; 2]) -> Option<Result<JsValue, JsValue>> {
        let board = self.board.as_mut()?;
        let first = board.read()?;
        let mut told = Vec::new();
        let mut next = Some(first);
        while let Some(record) = next {
            told.extend(Told::new(&record, scale));
            next = board.read();
        }
        Some(as_value(&told))
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
pub(crate) fn posted(words: &[u32], scale: [f32; 2]) -> Result<JsValue, JsValue> {
    let (records, _) = words.as_chunks::<RECORD_WORDS>();
    let told: Vec<_> = records
        .iter()
        .filter_map(|record| Told::new(record, scale))
        .collect();
    as_value(&told)
}

fn as_value(told: &[Told]) -> Result<JsValue, JsValue> {
    serde_wasm_bindgen::to_value(told).map_err(JsValue::from)
}
