//! The tank and its fish.

use super::field::Hsl;
use super::section::section;
use super::words::words;

words! {
    /// Where the size of the tank comes from.
    pub enum SizeMode {
        /// From the element that shows it.
        Element,
        /// From `width` and `height`.
        Fixed,
    }
}

words! {
    /// What happens at the edges.
    pub enum BoundaryMode {
        /// A soft push back inside a margin; a hard wall behind it.
        Soft,
        /// A torus: who leaves on one side comes in on the other.
        Wrap,
        /// A wall that reflects.
        Bounce,
    }
}

words! {
    /// Whom a fish aligns and coheres with. Everybody keeps apart from everybody.
    pub enum SchoolsWith {
        /// With every fish.
        All,
        /// With its own species.
        Own,
        /// With nobody.
        None,
    }
}

words! {
    /// Pattern on the body.
    pub enum Pattern {
        /// One colour.
        Plain,
        /// Bands across the body.
        Striped,
        /// Dots.
        Spotted,
        /// Large irregular patches.
        Koi,
        /// A bright line along the flank.
        Neon,
    }
}

section! {
    /// The tank.
    pub struct World {
        /// Where the size of the tank comes from.
        size: SizeMode,
        /// Width in mode `fixed`.
        width: f32 = 1280.0; 1..=100000 "world units",
        /// Height in mode `fixed`.
        height: f32 = 720.0; 1..=100000 "world units",
        /// CSS pixels per world unit: more for a wallpaper.
        scale: f32 = 1.0; 0.1..=20 "CSS pixels",
        /// What happens at the edges.
        boundary: BoundaryMode,
        /// Number of fish; null for one per 5,200 square units, at least 30 and at most 320.
        count: Option<u32>; 0..=131072 "fish",
        /// Seed of everything random; null for a new one each time.
        seed: Option<u64>; 0..=9007199254740991.0 "",
        /// Most fish that this tank can ever hold, fixed at its start; null for the count, at least 1,024.
        capacity: Option<u32>; 1..=131072 "fish",
    }
}

section! {
    /// How fish steer by each other (Reynolds, "Flocks, herds and schools", SIGGRAPH 1987).
    pub struct Boids {
        /// Radius in which a fish sees others.
        perception: f32 = 70.0; 1..=1000 "world units",
        /// Distance below which fish push each other away; about 1.2 body lengths.
        sep_radius: f32 = 26.0; 0..=1000 "world units",
        /// Radius in which fish align; null for as far as they see. Smaller than that, schools mill (Couzin et al., "Collective
        /// memory and spatial sorting in animal groups", J. Theor. Biol. 218, 2002).
        ali_radius: Option<f32>; 0..=1000 "world units",
        /// Blind angle behind the tail, where others are neither aligned with nor followed (same source).
        blind: f32 = 0.0; 0..=3.1 "radians",
        /// Weight of separation.
        w_sep: f32 = 1.6; 0..=20 "",
        /// Weight of alignment.
        w_ali: f32 = 0.9; 0..=20 "",
        /// Weight of cohesion.
        w_coh: f32 = 0.7; 0..=20 "",
        /// Top speed.
        max_speed: f32 = 1.8; 0..=20 "units per step",
        /// How strongly fish keep level: weight against the vertical part of the heading, for tanks seen from the side.
        level: f32 = 0.0; 0..=20 "",
        /// Cruising speed, as a fraction of the top speed: what an undisturbed fish returns to.
        cruise: f32 = 0.8; 0..=1 "",
        /// Slowest swimming speed, as a fraction of the top speed.
        min_speed: f32 = 0.3; 0..=1 "",
        /// Largest change of velocity in one step.
        max_force: f32 = 0.08; 0..=5 "units per step",
    }
}

section! {
    /// What fish do, and when.
    pub struct Behaviour {
        /// The edges of the tank.
        boundary: Boundary,
        /// Wandering.
        wander: Wander,
        /// Going for food.
        seek: Seek,
        /// Fleeing.
        flee: Flee,
        /// Lingering.
        linger: Linger,
        /// Pellets and appetite.
        food: Food,
        /// Being frightened.
        scare: Scare,
        /// Being called.
        call: Call,
        /// How quickly a fish comes to the speed of a more urgent state: fraction of the difference, each step.
        burst: f32 = 0.25; 0.001..=1 "",
        /// How quickly a fish comes down to the speed of a calmer state: fraction of the difference, each step.
        calm: f32 = 0.05; 0.001..=1 "",
        /// How far individuals differ.
        individual: Individual,
        /// Fastest turn of the heading.
        turn_rate: f32 = 4.5; 0.1..=50 "radians per second",
    }
}

section! {
    /// How far individuals differ: each fish draws its own values once, at birth.
    pub struct Individual {
        /// Factor of the top speed: from, to.
        speed: [f32; 2] = [0.8, 1.2]; 0.1..=5 "",
        /// Factor of the perception: from, to.
        perception: [f32; 2] = [0.6, 1.3]; 0.1..=5 "",
        /// Factor of the cohesion: from, to.
        cohesion: [f32; 2] = [0.75, 1.25]; 0..=10 "",
        /// Factor of the tail's frequency: from, to.
        tail: [f32; 2] = [0.9, 1.4]; 0.1..=10 "",
        /// Offset of the hue: from, to.
        hue: [f32; 2] = [-8.0, 8.0]; -180..=180 "degrees",
        /// Offset of the lightness: from, to.
        lightness: [f32; 2] = [-5.0, 5.0]; -50..=50 "percent points",
    }
}

section! {
    /// The edges of the tank.
    pub struct Boundary {
        /// Width of the soft margin; at most a third of the tank is used.
        margin: f32 = 90.0; 0..=1000 "world units",
        /// Inward push at the glass; grows in proportion to the depth into the margin.
        push: f32 = 0.06; 0..=5 "units per step",
        /// Top speed at the glass, as a fraction.
        speed: f32 = 0.75; 0.1..=1 "",
        /// Wandering at the glass, as a fraction.
        wander: f32 = 0.3; 0..=1 "",
        /// Speed kept when a wall reflects.
        restitution: f32 = 0.5; 0..=1 "",
    }
}

section! {
    /// Wandering: a smooth noise of each fish's own.
    pub struct Wander {
        /// Weight against the Boids rules.
        weight: f32 = 1.4; 0..=20 "",
        /// How often the noise takes a new direction.
        rate: f32 = 0.25; 0.01..=10 "per second",
    }
}

section! {
    /// SEEK: straight for the nearest pellet.
    pub struct Seek {
        /// Weight of the way to the pellet.
        weight: f32 = 2.2; 0..=20 "",
        /// Top speed, as a factor.
        speed: f32 = 1.15; 0.1..=5 "",
        /// Largest force, as a factor.
        force: f32 = 1.8; 0.1..=50 "",
        /// Distance at which a pellet is seen, as a factor of the fish's perception.
        reach: f32 = 1.0; 0..=20 "",
    }
}

section! {
    /// FLEE: away from what frightened it.
    pub struct Flee {
        /// How long it lasts.
        seconds: f32 = 1.2; 0..=30 "seconds",
        /// Separation, as a factor.
        separation: f32 = 4.0; 0..=50 "",
        /// Radius of separation, as a factor.
        space: f32 = 2.0; 0..=20 "",
        /// Top speed, as a factor.
        speed: f32 = 1.4; 0.1..=10 "",
        /// Largest force, as a factor.
        force: f32 = 2.5; 0.1..=50 "",
        /// Weight of the way out.
        weight: f32 = 3.0; 0..=50 "",
    }
}

section! {
    /// LINGER: hanging in the water, away from the others.
    pub struct Linger {
        /// How long it lasts.
        seconds: [f32; 2] = [2.0, 6.0]; 0..=600 "seconds",
        /// Time between two chances to linger.
        every: [f32; 2] = [5.0, 20.0]; 0.1..=3600 "seconds",
        /// Nobody may be nearer than this.
        alone: f32 = 28.0; 0..=1000 "world units",
        /// Top speed, as a factor.
        speed: f32 = 0.3; 0..=5 "",
        /// Wandering, as a factor.
        wander: f32 = 2.5; 0..=50 "",
    }
}

section! {
    /// Pellets and appetite.
    pub struct Food {
        /// Pellets in one feed: from, to.
        pellets: [f32; 2] = [5.0, 8.0]; 1..=50 "pellets",
        /// Pellets in the tank at most; the oldest dissolve first.
        most: u32 = 240_u32; 1..=1024 "pellets",
        /// Pellets scatter within this radius.
        scatter: f32 = 16.0; 0..=500 "world units",
        /// Radius of a pellet.
        radius: f32 = 2.4; 0.5..=50 "world units",
        /// Sinking speed.
        sink: f32 = 0.35; 0..=20 "units per step",
        /// Sideways drift.
        drift: f32 = 0.18; 0..=20 "units per step",
        /// A pellet dissolves after this long.
        dissolve: f32 = 40.0; 0.1..=3600 "seconds",
        /// Satiety that one pellet gives, of 1.
        satiety: f32 = 0.34; 0..=1 "",
        /// Above this satiety a fish is dull to food.
        full: f32 = 0.6; 0..=1 "",
        /// How far a full fish smells, as a factor.
        dull: f32 = 0.15; 0..=1 "",
        /// Time for a full satiety to wear off.
        digest: f32 = 45.0; 0.1..=3600 "seconds",
    }
}

section! {
    /// Being frightened.
    pub struct Scare {
        /// Reach of a scare of strength 0 to 1: from, to.
        reach: [f32; 2] = [70.0, 190.0]; 0..=5000 "world units",
        /// Pointer speed of strength 0 and of strength 1.
        pointer: [f32; 2] = [700.0, 2600.0]; 1..=100000 "CSS pixels per second",
        /// A frightened fish frightens others within this fraction of its perception.
        contagion: f32 = 0.35; 0..=1 "",
    }
}

section! {
    /// Being called.
    pub struct Call {
        /// Fish within this distance come.
        reach: f32 = 200.0; 0..=5000 "world units",
        /// Weight of the way there.
        weight: f32 = 0.8; 0..=20 "",
        /// They come no nearer than this.
        near: f32 = 48.0; 0..=1000 "world units",
    }
}

section! {
    /// A kind of fish.
    pub struct Species {
        /// Name, unique.
        id: String = "minnow",
        /// Share of the population, against the other species' shares.
        count_ratio: f32 = 1.0; 0..=1000000 "",
        /// Length of the body: from, to.
        body_len: [f32; 2] = [18.0, 26.0]; 2..=500 "world units",
        /// Half the width of the body, as a fraction of its length: from, to.
        body_w: [f32; 2] = [0.28, 0.36]; 0.05..=1 "",
        /// Body.
        color: Hsl = Hsl([28.0, 85.0, 58.0]),
        /// Fins and tail.
        fin_color: Hsl = Hsl([18.0, 85.0, 48.0]),
        /// Speed, as a factor: less for a large kind.
        speed_scale: f32 = 1.0; 0.1..=5 "",
        /// Cohesion, as a factor.
        cohesion_bias: f32 = 1.0; 0..=10 "",
        /// Tail beats in a second at cruising speed.
        tail_freq_base: f32 = 1.3; 0.1..=10 "per second",
        /// Pattern on the body.
        pattern: Pattern,
        /// Whom it aligns and coheres with.
        schools_with: SchoolsWith,
    }
}
