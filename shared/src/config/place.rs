//! Where in the document a field stands.

use std::fmt;

use super::field::Allowed;

/// What is known of a field besides its value.
#[derive(Debug)]
pub(super) struct About {
    /// As in Rust; documents have it in camelCase.
    pub(super) name: &'static str,
    /// What it means.
    pub(super) doc: &'static str,
    pub(super) allowed: Option<Allowed>,
}

/// A field's place: its path, and what is allowed there. Written out only where somebody asks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'a> {
    Root,
    Field(&'a Place<'a>, &'static About),
    Element(&'a Place<'a>, usize),
    /// Stands for each element of a list.
    AnyElement(&'a Place<'a>),
}

impl Place<'_> {
    /// The declaration of the field, or of the list whose element it is.
    pub(super) fn about(&self) -> Option<&'static About> {
        match self {
            Self::Root => None,
            Self::Field(_, about) => Some(about),
            Self::Element(list, _) | Self::AnyElement(list) => list.about(),
        }
    }

    pub(super) fn allowed(&self) -> Option<Allowed> {
        self.about().and_then(|about| about.allowed)
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Field(Place::Root, about) => f.write_str(&camel(about.name)),
            Self::Field(section, about) => write!(f, "{section}.{}", camel(about.name)),
            Self::Element(list, index) => write!(f, "{list}[{index}]"),
            Self::AnyElement(list) => write!(f, "{list}[]"),
        }
    }
}

/// `snake_case` to `camelCase`.
pub(super) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        out.push_str(&word[..1].to_ascii_uppercase());
        out.push_str(&word[1..]);
    }
    out
}
