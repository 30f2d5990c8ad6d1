//! The document as a list of numbers: how it travels to a module that reads no text.
//!
//! Text is read and checked once, where it comes in; behind that door a configuration is its fields' values in the order of the
//! tables. Words are their index, switches 0 or 1; an optional field is 0, or 1 and its value; texts and lists say their length
//! first. The first number of all is the [`shape`](Flat::SHAPE) of the tables, so that builds that do not belong together
//! find out.

use super::Config;
use super::field::{Hsl, LONGEST_TEXT, MOST_ELEMENTS};

/// A value as numbers.
pub(super) trait Flat {
    /// A digest of the names and the kinds of all fields in it.
    const SHAPE: u32;

    fn put(&self, out: &mut Vec<f64>);

    /// Takes as many numbers as it needs. They were checked where they came from.
    fn take(&mut self, from: &mut Numbers<'_>);
}

/// Numbers that are taken one by one. There are always more; whether there really were, the last look tells.
#[derive(Debug)]
pub(super) struct Numbers<'a> {
    rest: &'a [f64],
    missing: bool,
}

impl Numbers<'_> {
    // Called for every field: as a call it is a few bytes, spelt out it would be the larger part of this module.
    #[inline(never)]
    pub(super) fn next(&mut self) -> f64 {
        let Some((first, rest)) = self.rest.split_first() else {
            self.missing = true;
            return 0.0;
        };
        self.rest = rest;
        *first
    }

    fn length(&mut self, most: usize) -> usize {
        let length = self.next() as usize;
        self.missing |= length > most;
        length.min(most)
    }
}

/// FNV-1a over more text.
pub(super) const fn mixed(mut digest: u32, text: &str) -> u32 {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        digest = (digest ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    digest
}

/// One digest of two.
pub(super) const fn joined(one: u32, other: u32) -> u32 {
    (one.rotate_left(5) ^ other).wrapping_mul(0x0100_0193)
}

/// What a digest begins with.
pub(super) const EMPTY: u32 = 0x811c_9dc5;

/// Kinds that are one number.
macro_rules! number {
    ($($type:ty),*) => {
        $(impl Flat for $type {
            const SHAPE: u32 = mixed(EMPTY, stringify!($type));

            fn put(&self, out: &mut Vec<f64>) {
                out.push(*self as f64);
            }

            fn take(&mut self, from: &mut Numbers<'_>) {
                *self = from.next() as $type;
            }
        })*
    };
}
number!(f32, u32, u64);

impl Flat for bool {
    const SHAPE: u32 = mixed(EMPTY, "bool");

    fn put(&self, out: &mut Vec<f64>) {
        out.push(f64::from(u8::from(*self)));
    }

    fn take(&mut self, from: &mut Numbers<'_>) {
        *self = from.next() != 0.0;
    }
}

impl<const N: usize> Flat for [f32; N] {
    const SHAPE: u32 = joined(mixed(EMPTY, "numbers"), N as u32);

    fn put(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|number| number.put(out));
    }

    fn take(&mut self, from: &mut Numbers<'_>) {
        self.iter_mut().for_each(|number| number.take(from));
    }
}

impl Flat for Hsl {
    const SHAPE: u32 = mixed(EMPTY, "color");

    fn put(&self, out: &mut Vec<f64>) {
        self.0.put(out);
    }

    fn take(&mut self, from: &mut Numbers<'_>) {
        self.0.take(from);
    }
}

impl Flat for String {
    const SHAPE: u32 = mixed(EMPTY, "text");

    fn put(&self, out: &mut Vec<f64>) {
        out.push(self.len() as f64);
        // Only ASCII is allowed in a text.
        out.extend(self.bytes().map(f64::from));
    }

    fn take(&mut self, from: &mut Numbers<'_>) {
        let length = from.length(LONGEST_TEXT);
        *self = (0..length).map(|_| char::from(from.next() as u8)).collect();
    }
}

impl<T: Flat + Default> Flat for Option<T> {
    const SHAPE: u32 = joined(mixed(EMPTY, "optional"), T::SHAPE);

    fn put(&self, out: &mut Vec<f64>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn take(&mut self, from: &mut Numbers<'_>) {
        *self = None;
        if from.next() != 0.0 {
            self.insert(T::default()).take(from);
        }
    }
}

impl<T: Flat + Default> Flat for Vec<T> {
    const SHAPE: u32 = joined(mixed(EMPTY, "list"), T::SHAPE);

    fn put(&self, out: &mut Vec<f64>) {
        out.push(self.len() as f64);
        self.iter().for_each(|element| element.put(out));
    }

    fn take(&mut self, from: &mut Numbers<'_>) {
        self.clear();
        for _ in 0..from.length(MOST_ELEMENTS) {
            let mut element = T::default();
            element.take(from);
            self.push(element);
        }
    }
}

impl Config {
    /// What the lists of [`Config::to_numbers`] begin with in this build.
    pub const SHAPE: u32 = <Self as Flat>::SHAPE;

    /// The configuration as a list of numbers.
    #[must_use]
    pub fn to_numbers(&self) -> Vec<f64> {
        let mut out = vec![f64::from(Self::SHAPE)];
        self.put(&mut out);
        out
    }

    /// What [`Config::to_numbers`] gives, of a configuration that was checked; nothing if the list is of other tables.
    #[must_use]
    pub fn from_numbers(numbers: &[f64]) -> Option<Self> {
        let mut from = Numbers {
            rest: numbers,
            missing: false,
        };
        if from.next() != f64::from(Self::SHAPE) {
            return None;
        }
        let mut config = Self::default();
        config.take(&mut from);
        (!from.missing && from.rest.is_empty()).then_some(config)
    }
}

/// What must be known beside one list to have another: 0 and pairs of index and number, or 1 and the whole list, if it is of
/// another length.
#[must_use]
pub fn difference(from: &[f64], to: &[f64]) -> Vec<f64> {
    if from.len() != to.len() {
        let mut whole = vec![1.0];
        whole.extend(to);
        return whole;
    }
    let mut pairs = vec![0.0];
    for (index, (from, to)) in from.iter().zip(to).enumerate() {
        if from.to_bits() != to.to_bits() {
            pairs.extend([index as f64, *to]);
        }
    }
    pairs
}

/// The list that [`difference`] was told beside this one. An index that there is not changes nothing.
#[must_use]
pub fn changed(from: &[f64], difference: &[f64]) -> Vec<f64> {
    match difference.split_first() {
        Some((&0.0, pairs)) => {
            let mut to = from.to_vec();
            for [index, number] in pairs.as_chunks::<2>().0 {
                if let Some(place) = to.get_mut(*index as usize) {
                    *place = *number;
                }
            }
            to
        }
        Some((_, whole)) => whole.to_vec(),
        None => from.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn odd() -> Config {
        parse(
            r#"{"world": {"seed": 9007199254740991, "count": 0, "boundary": "wrap"}, "boids": {"aliRadius": 31.7},
                "species": [{"id": "a.b-c_d 9", "pattern": "neon"}, {"id": "b", "bodyLen": [3, 4.5], "color": [1, 2, 3]}],
                "quality": {"governor": false}}"#,
        )
        .unwrap()
    }

    #[test]
    fn a_configuration_survives_the_journey() {
        for config in [Config::default(), odd()] {
            assert_eq!(Config::from_numbers(&config.to_numbers()).unwrap(), config);
        }
    }

    #[test]
    fn lists_of_other_tables_or_lengths_are_found_out() {
        let good = odd().to_numbers();
        let mut longer = good.clone();
        longer.push(0.0);
        let mut other = good.clone();
        other[0] += 1.0;
        for wrong in [&[][..], &good[..good.len() - 1], &longer, &other] {
            assert!(Config::from_numbers(wrong).is_none());
        }
    }

    #[test]
    fn a_difference_leads_from_one_to_the_other() {
        let plain = Config::default().to_numbers();
        let near = parse(r#"{"boids": {"wSep": 2, "wAli": 3}}"#)
            .unwrap()
            .to_numbers();
        assert_eq!(difference(&plain, &near).len(), 5);
        for to in [&near, &odd().to_numbers(), &plain] {
            assert_eq!(changed(&plain, &difference(&plain, to)), *to);
        }
    }
}
