//! The four states of a fish, and what the tank itself is up to.

/// What a fish is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum State {
    /// Swims with the others.
    Cruise = 0,
    /// Goes for a pellet.
    Seek = 1,
    /// Flees from a fright.
    Flee = 2,
    /// Hangs in the water on its own.
    Linger = 3,
}

/// A call that is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CallOn {
    /// Where, world units.
    pub x: f32,
    /// Where, world units.
    pub y: f32,
    /// Seconds left; infinite until it is ended.
    pub left: f32,
}
