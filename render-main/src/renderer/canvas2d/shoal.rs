//! Everything that swims or sinks, with its shadow.

use shared::config::{BoundaryMode, Config, View};
use shared::layout::{FISH_FLOATS, FishFrame, FishLook, LOOK_FLOATS, PELLET_FLOATS, PelletFrame};
use wasm_bindgen::JsValue;

use super::atlas::Atlas;
use super::basin::horizon;
use super::body::{DRAWN_FOR, NOSE, TIP};
use super::canvas::{Context2d, Sheet, stamp};
use super::light::Glints;
use crate::mirror::Mirror;
use crate::renderer::Frame;

/// Along a fish, in lengths from its middle: here it bends, and the part behind reaches so far under the one before.
const HINGE: f32 = -0.05;
const OVERLAP: f32 = 0.06;
/// A fish that is bent less is drawn in one piece; tangent of the angle between its parts.
const STRAIGHT: f32 = 0.015;

/// Where and how large the picture is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// Device pixels per world unit, across and down: equal, but for the moment between a new size and its first frame.
    pub(super) pixels: [f32; 2],
    /// Width and height of the tank, world units.
    pub(super) tank: [f32; 2],
    /// Between the last two steps.
    pub(super) alpha: f32,
}

impl Scope {
    /// Lets what follows be drawn around `at`, in units of which `right` and `down` are the first two; all in world units.
    pub(super) fn place(
        self,
        on: &Context2d,
        at: [f32; 2],
        right: [f32; 2],
        down: [f32; 2],
    ) -> Result<(), JsValue> {
        let [x, y] = self.pixels;
        let [a, c, e] = [right[0], down[0], at[0]].map(|v| f64::from(v * x));
        let [b, d, f] = [right[1], down[1], at[1]].map(|v| f64::from(v * y));
        on.set_transform(a, b, c, d, e, f)
    }
}

/// The fish and pellets of the newest frame, in this module's memory.
#[derive(Debug)]
pub(super) struct Shoal {
    fish: Mirror,
    pellets: Mirror,
    looks: Mirror,
    /// Numbers of the fish, farthest first.
    order: Vec<u32>,
    serials: Option<[u32; 2]>,
}

impl Shoal {
    pub(super) fn new() -> Self {
        Self {
            fish: Mirror::new(0),
            pellets: Mirror::new(0),
            looks: Mirror::new(0),
            order: Vec::new(),
            serials: None,
        }
    }

    /// Takes the frame over, as far as it is new.
    pub(super) fn take(&mut self, frame: &Frame<'_>) {
        let [serial, looks_serial] = self.serials.map_or([None; 2], |serials| serials.map(Some));
        if serial != Some(frame.serial) {
            self.fish.fill(frame.fish);
            self.pellets.fill(frame.pellets);
        }
        let fish = frame.header.fish as usize;
        if looks_serial != Some(frame.looks_serial) || self.order.len() != fish {
            self.looks.fill(frame.looks);
            self.order.clear();
            self.order.extend(0..fish as u32);
            let looks = &self.looks;
            self.order.sort_unstable_by(|a, b| {
                let depth = |i: &u32| look(looks, *i).depth;
                depth(b).total_cmp(&depth(a)).then(a.cmp(b))
            });
        }
        self.serials = Some([frame.serial, frame.looks_serial]);
    }

    /// The shadows of fish and pellets on the bottom: one soft dot, stretched.
    pub(super) fn shadows(
        &self,
        on: &Context2d,
        config: &Config,
        dot: &Sheet,
        scope: Scope,
        pellets: u32,
    ) -> Result<(), JsValue> {
        for i in &self.order {
            let fish = Fish::new(&self.fish, &self.looks, *i, scope);
            let shadow = fish.shadow(config, scope);
            shadow.draw(on, dot, scope)?;
        }
        for i in 0..pellets {
            let pellet = pellet(&self.pellets, i);
            pellet_shadow(&pellet, config, scope).draw(on, dot, scope)?;
        }
        on.set_global_alpha(1.0);
        Ok(())
    }

    /// The pellets.
    pub(super) fn pellets(
        &self,
        on: &Context2d,
        crumb: &Sheet,
        scope: Scope,
        count: u32,
    ) -> Result<(), JsValue> {
        for i in 0..count {
            let pellet = pellet(&self.pellets, i);
            let [x, y] = between(pellet.previous, pellet.position, scope);
            let radius = pellet.radius * (0.55 + 0.45 * pellet.freshness);
            let radius = radius.max(0.9 / scope.pixels[0]);
            on.set_global_alpha(f64::from((pellet.freshness * 4.0).min(1.0)));
            scope.place(on, [x, y], [radius, 0.0], [0.0, radius])?;
            stamp(on, crumb, [-1.0, -1.0, 2.0, 2.0])?;
        }
        on.set_global_alpha(1.0);
        Ok(())
    }

    /// The fish, farthest first, each one picture of its species' sheet.
    pub(super) fn fish(
        &self,
        on: &Context2d,
        config: &Config,
        atlases: &[Atlas],
        glints: &Glints<'_>,
        scope: Scope,
    ) -> Result<(), JsValue> {
        for i in &self.order {
            let fish = Fish::new(&self.fish, &self.looks, *i, scope);
            let Some(atlas) = atlases.get(fish.look.species as usize) else {
                continue;
            };
            fish.draw(on, config, atlas, scope, OVERLAP)?;
            // What lies over itself would be lit twice.
            glints.lay(on, fish.at, || fish.draw(on, config, atlas, scope, 0.0))?;
            if config.world.boundary == BoundaryMode::Wrap {
                for copy in fish.across_seams(scope) {
                    copy.draw(on, config, atlas, scope, OVERLAP)?;
                }
            }
        }
        Ok(())
    }
}

fn look(looks: &Mirror, index: u32) -> FishLook {
    bytemuck::cast(looks.floats::<LOOK_FLOATS>(index as usize * LOOK_FLOATS))
}

fn pellet(pellets: &Mirror, index: u32) -> PelletFrame {
    bytemuck::cast(pellets.floats::<PELLET_FLOATS>(index as usize * PELLET_FLOATS))
}

/// A place between two steps; on a torus by the short way.
fn between(previous: [f32; 2], position: [f32; 2], scope: Scope) -> [f32; 2] {
    std::array::from_fn(|i| {
        let mut way = position[i] - previous[i];
        if way.abs() > scope.tank[i] * 0.5 {
            way -= scope.tank[i].copysign(way);
        }
        position[i] - way * (1.0 - scope.alpha)
    })
}

/// A fish at the moment that is drawn.
struct Fish {
    at: [f32; 2],
    ahead: [f32; 2],
    phase: f32,
    bend: f32,
    look: FishLook,
}

impl Fish {
    fn new(fish: &Mirror, looks: &Mirror, index: u32, scope: Scope) -> Self {
        let frame: FishFrame =
            bytemuck::cast(fish.floats::<FISH_FLOATS>(index as usize * FISH_FLOATS));
        let [a, b] = [frame.previous_heading, frame.heading];
        let mixed: [f32; 2] = std::array::from_fn(|i| a[i] + (b[i] - a[i]) * scope.alpha);
        let length = mixed[0].hypot(mixed[1]);
        Self {
            at: between(frame.previous, frame.position, scope),
            // Opposite headings cancel out; then the newer one is as good as any.
            ahead: if length > 1e-3 {
                mixed.map(|v| v / length)
            } else {
                b
            },
            phase: frame.previous_phase + frame.phase_advance * scope.alpha,
            bend: frame.bend,
            look: look(looks, index),
        }
    }

    /// The same fish at the other side of a torus, for each edge that it is near.
    fn across_seams(&self, scope: Scope) -> impl Iterator<Item = Self> + '_ {
        (0..2).filter_map(move |axis| {
            let (at, side) = (self.at[axis], scope.tank[axis]);
            let over = if at < self.look.length {
                side
            } else if at > side - self.look.length {
                -side
            } else {
                return None;
            };
            let mut copy = Self { ..*self };
            copy.at[axis] += over;
            Some(copy)
        })
    }

    fn draw(
        &self,
        on: &Context2d,
        config: &Config,
        atlas: &Atlas,
        scope: Scope,
        overlap: f32,
    ) -> Result<(), JsValue> {
        let depth = self.look.depth;
        let (roll, size) = match config.theme.view {
            // Climbing or diving a fish rolls its back towards us: nothing flips when it turns round.
            View::Side => (
                self.ahead[0] * (1.5 - 0.5 * self.ahead[0] * self.ahead[0]),
                self.look.length * (1.20 - 0.38 * depth),
            ),
            View::Above => (0.0, self.look.length * (1.12 - 0.24 * depth)),
        };
        // Swimming left it is its own mirror image, back upwards still; half a beat later its tail is on the same side.
        let mirrored = roll < 0.0;
        let (flip, phase) = if mirrored {
            (-1.0, self.phase + std::f32::consts::PI)
        } else {
            (1.0, self.phase)
        };
        let corner = atlas.corner(phase, roll.abs(), &self.look);
        let stout = self.look.half_width / DRAWN_FOR * flip;
        let [c, s] = self.ahead.map(|v| v * size);
        let down = [-s * stout, c * stout];
        // What of the bend lies in the picture depends on the roll, as with the beat.
        let top = (1.0 - roll * roll).max(0.0).sqrt();
        let bent = self.bend * (0.11 + 0.09 * top) / stout;
        if bent.abs() * stout.abs() < STRAIGHT {
            scope.place(on, self.at, [c, s], down)?;
            return atlas.stamp(on, corner, [TIP, NOSE]);
        }
        // The part behind the hinge is sheared aside, and drawn first.
        let at = std::array::from_fn(|i| self.at[i] + down[i] * HINGE * bent);
        let right = [c - down[0] * bent, s - down[1] * bent];
        scope.place(on, at, right, down)?;
        atlas.stamp(on, corner, [TIP, HINGE + overlap])?;
        scope.place(on, self.at, [c, s], down)?;
        atlas.stamp(on, corner, [HINGE, NOSE])
    }

    fn shadow(&self, config: &Config, scope: Scope) -> Shadow {
        let (theme, depth) = (&config.theme, self.look.depth);
        let soft = theme.shadow.softness;
        let slant = theme.light.angle.tan();
        let opacity = theme.shadow.opacity;
        match theme.view {
            View::Above => {
                let high = 0.4 + 2.2 * (1.0 - depth);
                let size = self.look.length * (1.06 - 0.22 * depth);
                let grown = 0.10 * size * soft * high;
                let away = high * size / 40.0;
                Shadow {
                    at: [self.at[0] - slant * 20.0 * away, self.at[1] + 12.0 * away],
                    along: self.ahead,
                    half: [
                        size * 0.50 + grown,
                        size * self.look.half_width * 0.42 + grown,
                    ],
                    dark: opacity / (1.0 + 0.066 * high * high),
                }
            }
            View::Side => {
                let row = floor_row(config, scope.tank[1], depth);
                let gap = (row - self.at[1]).max(0.0);
                let high = gap / 90.0;
                let size = self.look.length * (1.10 - 0.34 * depth);
                let grown = (2.0 + 0.10 * gap) * soft;
                let along = 0.34 + 0.18 * self.ahead[0].abs();
                Shadow {
                    at: [self.at[0] - slant * gap * 0.55, row],
                    along: [1.0, 0.0],
                    half: [
                        size * along + grown,
                        (size * 0.13 + grown * 0.45) * (0.65 + 0.35 * (1.0 - depth)),
                    ],
                    dark: opacity * theme.water.opacity * (1.0 - 0.55 * depth)
                        / (1.0 + 0.275 * high * high),
                }
            }
        }
    }
}

/// Where the bottom below something lies: its row, by how far from the glass it is.
fn floor_row(config: &Config, height: f32, depth: f32) -> f32 {
    let begins = height * horizon(&config.theme);
    let near = 1.0 - depth;
    begins + (height - begins) * (0.16 + 0.78 * near * (0.45 + 0.55 * near))
}

struct Shadow {
    at: [f32; 2],
    along: [f32; 2],
    half: [f32; 2],
    dark: f32,
}

impl Shadow {
    fn draw(&self, on: &Context2d, dot: &Sheet, scope: Scope) -> Result<(), JsValue> {
        let ([width, height], [c, s]) = (self.half, self.along);
        on.set_global_alpha(f64::from(self.dark.clamp(0.0, 1.0)));
        scope.place(
            on,
            self.at,
            [c * width, s * width],
            [-s * height, c * height],
        )?;
        stamp(on, dot, [-1.0, -1.0, 2.0, 2.0])
    }
}

fn pellet_shadow(pellet: &PelletFrame, config: &Config, scope: Scope) -> Shadow {
    let theme = &config.theme;
    let [x, y] = between(pellet.previous, pellet.position, scope);
    let radius = pellet.radius * (0.55 + 0.45 * pellet.freshness);
    let slant = theme.light.angle.tan();
    let floating = 1.0 - pellet.resting;
    let (at, gap, flat) = match theme.view {
        View::Above => {
            let gap = 10.0 * floating;
            let away = gap + radius;
            ([x - slant * 0.8 * away, y + 0.9 * away], gap, 1.0)
        }
        View::Side => {
            let row = floor_row(config, scope.tank[1], pellet.depth);
            let gap = (row - y).max(0.0) * floating;
            let row = if pellet.resting > 0.5 {
                y + radius * 0.7
            } else {
                row
            };
            ([x - slant * gap * 0.55, row], gap, 0.5)
        }
    };
    let half = radius * 1.6 + 0.06 * gap * theme.shadow.softness;
    Shadow {
        at,
        along: [1.0, 0.0],
        half: [half, half * flat],
        dark: theme.shadow.opacity * pellet.freshness / (1.0 + 0.02 * gap),
    }
}
