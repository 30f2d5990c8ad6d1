//! The fish, as a structure of arrays.

/// Declares the arrays once: the owner, the view that can be split for two threads, and what both can do. Every element is
/// four bytes, so that one scratch array serves to re-order them all.
macro_rules! school {
    ($($(#[doc = $doc:literal])* $field:ident: $type:ty),* $(,)?) => {
        /// All fish: element `i` of every array belongs to the fish in slot `i`. Slots are re-ordered now and then; `id` is the
        /// name that stays.
        #[derive(Clone, Debug, Default)]
        pub struct School {
            $($(#[doc = $doc])* pub $field: Vec<$type>,)*
            scratch: Vec<u32>,
        }

        /// One fish, on its way in.
        #[derive(Clone, Copy, Debug, Default)]
        pub(super) struct Fish {
            $(pub(super) $field: $type,)*
        }

        /// A run of fish that one thread may write.
        #[derive(Debug)]
        pub(super) struct SchoolMut<'a> {
            $(pub(super) $field: &'a mut [$type],)*
        }

        impl School {
            /// Fish there are.
            #[must_use]
            pub fn len(&self) -> usize {
                self.id.len()
            }

            /// Whether there are none.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.id.is_empty()
            }

            /// How far the most far-sighted fish sees, world units; 0 if there is none.
            pub(super) fn farthest_sight(&self) -> f32 {
                self.sight.iter().fold(0.0, |most: f32, sight| most.max(*sight))
            }

            pub(super) fn push(&mut self, fish: Fish) {
                $(self.$field.push(fish.$field);)*
            }

            pub(super) fn swap_remove(&mut self, slot: usize) {
                $(self.$field.swap_remove(slot);)*
            }

            pub(super) fn all_mut(&mut self) -> SchoolMut<'_> {
                SchoolMut { $($field: &mut self.$field,)* }
            }

            /// Puts the fish of slot `order[k]` into slot `k`. Allocates only while the school grows.
            pub(super) fn reorder(&mut self, order: &[u32]) {
                $({
                    let array: &mut [u32] = bytemuck::cast_slice_mut(&mut self.$field);
                    self.scratch.clear();
                    self.scratch.extend(order.iter().map(|&slot| array[slot as usize]));
                    array.copy_from_slice(&self.scratch);
                })*
            }
        }

        impl<'a> SchoolMut<'a> {
            pub(super) fn len(&self) -> usize {
                self.id.len()
            }

            /// Two runs: the first `middle` fish, and the others.
            #[cfg_attr(not(feature = "threads"), expect(dead_code, reason = "one thread has nobody to share with"))]
            pub(super) fn split_at(self, middle: usize) -> (Self, Self) {
                $(let $field = self.$field.split_at_mut(middle);)*
                (SchoolMut { $($field: $field.0,)* }, SchoolMut { $($field: $field.1,)* })
            }
        }
    };
}

school! {
    /// Name of the fish: 0, 1, 2, … in order of birth.
    id: u32,
    /// Position, world units.
    x: f32,
    /// Position, world units, downwards.
    y: f32,
    /// Velocity, world units per step.
    vx: f32,
    /// Velocity, world units per step.
    vy: f32,
    /// Position one step ago; on a torus by the short way from here.
    previous_x: f32,
    /// Position one step ago.
    previous_y: f32,
    /// Heading, a unit vector.
    hx: f32,
    /// Heading.
    hy: f32,
    /// Heading one step ago.
    previous_hx: f32,
    /// Heading one step ago.
    previous_hy: f32,
    /// Phase of the tail, radians, 0 to 2π.
    phase: f32,
    /// Advance of the tail in the last step, radians.
    phase_advance: f32,
    /// Smoothed turning rate, −1 to 1.
    bend: f32,
    /// [`State`](super::State) as a number.
    state: u32,
    /// Seconds that FLEE or LINGER still lasts.
    timer: f32,
    /// Seconds until the next chance to linger.
    patience: f32,
    /// 0 hungry to 1 full.
    satiety: f32,
    /// Top speed factor of the state, smoothed.
    vigour: f32,
    /// What it flees from.
    fright_x: f32,
    /// What it flees from.
    fright_y: f32,
    /// Index of the nearest pellet in sight; [`u32::MAX`] if there is none.
    pellet: u32,
    /// Square of the distance to it.
    pellet_d2: f32,
    /// Individual: top speed, world units per step.
    top_speed: f32,
    /// Individual: radius in which it sees, world units.
    sight: f32,
    /// Individual: factor of the separation radius; more than 1 for those longer than most.
    space: f32,
    /// Individual: factor of cohesion.
    cohesion: f32,
    /// Individual: tail beats per second at one body length per second.
    beat: f32,
    /// Index of its species.
    species: u32,
    /// Individual: length of the body, world units.
    length: f32,
    /// Individual: half width, fraction of the length.
    half_width: f32,
    /// Individual: offset of the hue, degrees.
    hue: f32,
    /// Individual: offset of the lightness, percent points.
    lightness: f32,
    /// Individual: depth in the water, 0 near to 1 far.
    depth: f32,
    /// Individual: seed of the pattern, 0 to 1.
    pattern_seed: f32,
}
