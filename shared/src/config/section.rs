//! Sections: groups of fields, declared as a table.

use serde_json::{Map, Value};

use super::error::{ConfigError, shown};
use super::field::{Field, FieldRow};
use super::place::{About, Place, camel};

/// What [`section!`] writes for each section; everything else is the same for all.
pub(super) trait Section {
    fn fields(&self) -> Vec<(&'static About, &dyn Field)>;
    fn fields_mut(&mut self) -> Vec<(&'static About, &mut dyn Field)>;
}

/// Takes what the document says; what it leaves out stays as it is.
pub(super) fn read(
    section: &mut dyn Section,
    value: &Value,
    place: &Place<'_>,
) -> Result<(), ConfigError> {
    let Some(object) = value.as_object() else {
        return Err(ConfigError::new(place, shown(value), "an object"));
    };
    let fields = section.fields_mut();
    let names: Vec<String> = fields.iter().map(|(about, _)| camel(about.name)).collect();
    if let Some(stranger) = object.keys().find(|key| !names.contains(key)) {
        let dot = if matches!(place, Place::Root) {
            ""
        } else {
            "."
        };
        let path = format!("{place}{dot}{stranger}");
        let known = format!("one of {}", names.join(", "));
        return Err(ConfigError::new(path, "not a known field", known));
    }
    for ((about, field), name) in fields.into_iter().zip(names) {
        if let Some(value) = object.get(&name) {
            field.read(value, &Place::Field(place, about))?;
        }
    }
    Ok(())
}

pub(super) fn write(section: &dyn Section) -> Value {
    let mut object = Map::new();
    for (about, field) in section.fields() {
        object.insert(camel(about.name), field.write());
    }
    object.into()
}

pub(super) fn check(section: &dyn Section, place: &Place<'_>) -> Result<(), ConfigError> {
    let mut fields = section.fields().into_iter();
    fields.try_for_each(|(about, field)| field.check(&Place::Field(place, about)))
}

pub(super) fn rows(section: &dyn Section, place: &Place<'_>, out: &mut Vec<FieldRow>) {
    for (about, field) in section.fields() {
        field.rows(&Place::Field(place, about), out);
    }
}

/// Declares a section: `name: type = default; low..=high "unit"`, where default, and range with unit, may be left out.
/// A field without a default takes its type's.
macro_rules! section {
    (@default) => { Default::default() };
    (@default $default:expr) => { $default.into() };
    (@allowed) => { None };
    (@allowed $low:literal $high:literal $unit:literal) => {
        Some($crate::config::field::Allowed { low: $low as f64, high: $high as f64, unit: $unit })
    };
    (@about $field:ident $($doc:literal)*, $($allowed:literal)*) => {
        const {
            &$crate::config::place::About {
                name: stringify!($field),
                doc: concat!($($doc),*),
                allowed: section!(@allowed $($allowed)*),
            }
        }
    };
    (
        $(#[doc = $about:literal])*
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])*
                $field:ident: $type:ty $(= $default:expr)? $(; $low:literal..=$high:literal $unit:literal)?
            ),* $(,)?
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $(
                $(#[doc = $doc])*
                $(#[doc = concat!("\n\nFrom ", stringify!($low), " to ", stringify!($high), " ", $unit, ".")])?
                pub $field: $type,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: section!(@default $($default)?)),* }
            }
        }

        impl $crate::config::section::Section for $name {
            fn fields(&self) -> Vec<(&'static $crate::config::place::About, &dyn $crate::config::field::Field)> {
                vec![$((section!(@about $field $($doc)*, $($low $high $unit)?), &self.$field)),*]
            }

            fn fields_mut(
                &mut self,
            ) -> Vec<(&'static $crate::config::place::About, &mut dyn $crate::config::field::Field)> {
                vec![$((section!(@about $field $($doc)*, $($low $high $unit)?), &mut self.$field)),*]
            }
        }

        impl $crate::config::flat::Flat for $name {
            const SHAPE: u32 = {
                let mut shape = $crate::config::flat::EMPTY;
                $(
                    shape = $crate::config::flat::mixed(shape, stringify!($field));
                    shape = $crate::config::flat::joined(shape, <$type as $crate::config::flat::Flat>::SHAPE);
                )*
                shape
            };

            fn put(&self, out: &mut Vec<f64>) {
                $($crate::config::flat::Flat::put(&self.$field, out);)*
            }

            fn take(&mut self, from: &mut $crate::config::flat::Numbers<'_>) {
                $($crate::config::flat::Flat::take(&mut self.$field, from);)*
            }
        }

        impl $crate::config::field::Field for $name {
            fn read(
                &mut self,
                value: &serde_json::Value,
                place: &$crate::config::place::Place<'_>,
            ) -> Result<(), $crate::config::ConfigError> {
                $crate::config::section::read(self, value, place)
            }

            fn write(&self) -> serde_json::Value {
                $crate::config::section::write(self)
            }

            fn check(&self, place: &$crate::config::place::Place<'_>) -> Result<(), $crate::config::ConfigError> {
                $crate::config::section::check(self, place)
            }

            fn kind(&self) -> String {
                "section".to_owned()
            }

            fn rows(
                &self,
                place: &$crate::config::place::Place<'_>,
                out: &mut Vec<$crate::config::FieldRow>,
            ) {
                $crate::config::section::rows(self, place, out);
            }
        }
    };
}
pub(super) use section;
