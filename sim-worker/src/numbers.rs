//! JavaScript's lists of numbers in pieces: a long one need not be in this module's small memory as a whole.

use js_sys::Float64Array;

/// Numbers in a piece.
const PIECE: usize = 1024;

/// Takes a list piece by piece.
#[derive(Debug)]
pub(crate) struct NumberReader {
    list: Float64Array,
    next: u32,
    piece: Vec<f64>,
    read: usize,
}

impl NumberReader {
    pub(crate) fn new(list: Float64Array) -> Self {
        Self {
            list,
            next: 0,
            piece: Vec::with_capacity(PIECE),
            read: 0,
        }
    }
}

impl Iterator for NumberReader {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        if self.read == self.piece.len() {
            let end = (self.next + PIECE as u32).min(self.list.length());
            self.piece.resize((end - self.next) as usize, 0.0);
            self.list.subarray(self.next, end).copy_to(&mut self.piece);
            self.next = end;
            self.read = 0;
        }
        let number = self.piece.get(self.read).copied();
        self.read += 1;
        number
    }
}

/// Fills a list piece by piece.
#[derive(Debug)]
pub(crate) struct NumberWriter {
    list: Float64Array,
    next: u32,
    piece: Vec<f64>,
}

impl NumberWriter {
    /// For a list of so many numbers.
    pub(crate) fn new(length: u32) -> Self {
        Self {
            list: Float64Array::new_with_length(length),
            next: 0,
            piece: Vec::with_capacity(PIECE),
        }
    }

    pub(crate) fn put(&mut self, number: f64) {
        self.piece.push(number);
        if self.piece.len() == PIECE {
            self.flush();
        }
    }

    /// The whole list.
    pub(crate) fn finish(mut self) -> Float64Array {
        self.flush();
        self.list
    }

    fn flush(&mut self) {
        let end = self.next + self.piece.len() as u32;
        self.list.subarray(self.next, end).copy_from(&self.piece);
        self.next = end;
        self.piece.clear();
    }
}
