//! Enumerations of words.

use serde_json::Value;

use super::error::{ConfigError, shown};
use super::place::Place;

/// The word of a variant: its name, as documents have it.
pub(super) fn word(variant: &str) -> String {
    variant[..1].to_ascii_lowercase() + &variant[1..]
}

pub(super) fn joined(variants: &[&str]) -> String {
    variants
        .iter()
        .map(|name| word(name))
        .collect::<Vec<_>>()
        .join("|")
}

/// Which of the variants a document means.
pub(super) fn index(
    variants: &[&str],
    value: &Value,
    place: &Place<'_>,
) -> Result<usize, ConfigError> {
    let said = value.as_str();
    let index = variants
        .iter()
        .position(|name| Some(word(name).as_str()) == said);
    index.ok_or_else(|| ConfigError::new(place, shown(value), joined(variants)))
}

/// Declares an enumeration of words; the first is the default.
macro_rules! words {
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident { $(#[doc = $first_doc:literal])* $first:ident, $($(#[doc = $doc:literal])* $word:ident),* $(,)? }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $first_doc])*
            #[default]
            $first,
            $($(#[doc = $doc])* $word),*
        }

        impl $name {
            const NAMES: &[&str] = &[stringify!($first), $(stringify!($word)),*];
            const ALL: &[Self] = &[Self::$first, $(Self::$word),*];
        }

        impl $crate::config::flat::Flat for $name {
            const SHAPE: u32 = {
                let mut shape = $crate::config::flat::mixed($crate::config::flat::EMPTY, stringify!($first));
                $(shape = $crate::config::flat::mixed(shape, stringify!($word));)*
                shape
            };

            fn put(&self, out: &mut Vec<f64>) {
                out.push(f64::from(*self as u8));
            }

            fn take(&mut self, from: &mut $crate::config::flat::Numbers<'_>) {
                *self = Self::ALL.get(from.next() as usize).copied().unwrap_or_default();
            }
        }

        impl $crate::config::field::Field for $name {
            fn read(
                &mut self,
                value: &serde_json::Value,
                place: &$crate::config::place::Place<'_>,
            ) -> Result<(), $crate::config::ConfigError> {
                *self = Self::ALL[$crate::config::words::index(Self::NAMES, value, place)?];
                Ok(())
            }

            fn write(&self) -> serde_json::Value {
                $crate::config::words::word(Self::NAMES[*self as usize]).into()
            }

            fn check(&self, _: &$crate::config::place::Place<'_>) -> Result<(), $crate::config::ConfigError> {
                Ok(())
            }

            fn kind(&self) -> String {
                $crate::config::words::joined(Self::NAMES)
            }
        }
    };
}
pub(super) use words;
