//! JavaScript strings in pieces: a long one need not be in this module's small memory as a whole.

use std::io::{self, Read, Write};

use js_sys::{Array, JsString};

/// Length of a piece, UTF-16 units of a string and bytes of our own.
const PIECE: u32 = 16 * 1024;

/// Reads a string as UTF-8. A character outside the basic plane may be lost where two pieces meet; documents of ours have none.
#[derive(Debug)]
pub(crate) struct TextReader {
    text: JsString,
    next: u32,
    piece: Vec<u8>,
    read: usize,
}

impl TextReader {
    pub(crate) fn new(text: JsString) -> Self {
        Self {
            text,
            next: 0,
            piece: Vec::new(),
            read: 0,
        }
    }
}

impl Read for TextReader {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.read == self.piece.len() {
            let end = self.next.saturating_add(PIECE);
            self.piece = String::from(self.text.slice(self.next, end)).into_bytes();
            self.next = end.min(self.text.length());
            self.read = 0;
        }
        let taken = (&self.piece[self.read..]).read(out)?;
        self.read += taken;
        Ok(taken)
    }
}

/// Collects ASCII as a string.
#[derive(Debug, Default)]
pub(crate) struct TextWriter {
    pieces: Array,
    piece: Vec<u8>,
}

impl TextWriter {
    /// The whole string.
    pub(crate) fn finish(mut self) -> JsString {
        self.put();
        self.pieces.join("")
    }

    fn put(&mut self) {
        let piece = String::from_utf8_lossy(&self.piece);
        self.pieces.push(&JsString::from(piece.as_ref()));
        self.piece.clear();
    }
}

impl Write for TextWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE as usize {
            self.put();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
