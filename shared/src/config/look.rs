//! The picture.

use super::field::Hsl;
use super::section::section;
use super::words::words;

words! {
    /// Where one looks from.
    pub enum View {
        /// Through the glass: the bottom is a strip at the lower edge.
        Side,
        /// From above: the bottom is everywhere.
        Above,
    }
}

section! {
    /// Water, light, bottom, caustics, shadows.
    pub struct Theme {
        /// Where one looks from.
        view: View,
        /// The water.
        water: Water,
        /// The light.
        light: Light,
        /// The bottom.
        bottom: Bottom,
        /// The pattern of light on bottom and fish.
        caustics: Caustics,
        /// The shadows of fish and pellets.
        shadow: Shadow,
    }
}

section! {
    /// The water.
    pub struct Water {
        /// At the top.
        top: Hsl = Hsl([187.0, 72.0, 60.0]),
        /// At the lower edge.
        deep: Hsl = Hsl([213.0, 78.0, 23.0]),
        /// How fast distance swallows colour, red first.
        absorption: f32 = 0.5; 0..=2 "",
        /// Motes that drift in the light.
        motes: f32 = 0.4; 0..=1 "",
        /// Opacity of the water, 0 to show the page behind.
        opacity: f32 = 1.0; 0..=1 "",
    }
}

section! {
    /// The light from above.
    pub struct Light {
        /// Its colour.
        color: Hsl = Hsl([48.0, 90.0, 86.0]),
        /// Its strength.
        strength: f32 = 1.0; 0..=2 "",
        /// Shafts of light.
        shafts: f32 = 0.35; 0..=1 "",
        /// From where, against the vertical; positive from the right.
        angle: f32 = -0.35; -1.2..=1.2 "radians",
    }
}

section! {
    /// The bottom.
    pub struct Bottom {
        /// Its colour.
        color: Hsl = Hsl([39.0, 44.0, 71.0]),
        /// Contrast of its grain.
        texture: f32 = 0.5; 0..=1 "",
        /// Height of the strip in view `side`, as a fraction of the tank's height.
        height: f32 = 0.2; 0..=0.6 "",
    }
}

section! {
    /// The pattern of light on bottom and fish.
    pub struct Caustics {
        /// Strength; 0 turns it off.
        strength: f32 = 0.4; 0..=1 "",
        /// Size of one mesh.
        scale: f32 = 80.0; 20..=2000 "world units",
        /// How fast it moves, as a factor.
        speed: f32 = 1.0; 0..=5 "",
    }
}

section! {
    /// The shadows of fish and pellets.
    pub struct Shadow {
        /// Darkness; 0 turns them off.
        opacity: f32 = 0.34; 0..=1 "",
        /// Softness far above the bottom, as a factor.
        softness: f32 = 1.0; 0.1..=4 "",
    }
}

section! {
    /// What drawing may cost.
    pub struct Quality {
        /// Highest ratio of device pixels to CSS pixels that is drawn.
        max_dpr: f32 = 2.0; 0.5..=4 "",
        /// Whether the picture may be simplified by itself to keep the frame rate.
        governor: bool = true,
        /// Draw caustics.
        caustics: bool = true,
        /// Draw shadows.
        shadows: bool = true,
        /// Draw ripples, swirls and rings.
        ripples: bool = true,
        /// Draw motes.
        motes: bool = true,
    }
}
