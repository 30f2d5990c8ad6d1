//! Everything that swims or sinks, with its shadow.

use shared::config::{BoundaryMode, Config, View};
use shared::layout::{FishLook, LOOK_FLOATS, PELLET_FLOATS, PelletFrame};
use wasm_bindgen::JsValue;

use super::atlas::Atlas;
use super::canvas::{Context2d, Sheet, stamp};
use super::fish::{Fish, OVERLAP, Shadow, between};
use super::light::Glints;
use super::room::Room;
use crate::mirror::Mirror;
use crate::renderer::Frame;

/// Where and how large the picture is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// Device pixels per world unit, across and down: equal, but for the moment between a new size and its first frame.
    pub(super) pixels: [f32; 2],
    /// The tank.
    pub(super) room: Room,
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
            let radius = pellet.radius * (0.55 + 0.45 * pellet.freshness);
            let radius = radius.max(0.9 / scope.pixels[0]);
            let at = between(pellet.previous, pellet.position, scope);
            let [x, y] = scope.room.kept_inside(at, 2.0 * radius, 0.0);
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
            fish.draw(on, atlas, scope, OVERLAP)?;
            // What lies over itself would be lit twice.
            glints.lay(on, fish.at, || fish.draw(on, atlas, scope, 0.0))?;
            if config.world.boundary == BoundaryMode::Wrap {
                for copy in fish.across_seams(scope) {
                    copy.draw(on, atlas, scope, OVERLAP)?;
                }
            }
        }
        Ok(())
    }
}

pub(super) fn look(looks: &Mirror, index: u32) -> FishLook {
    bytemuck::cast(looks.floats::<LOOK_FLOATS>(index as usize * LOOK_FLOATS))
}

fn pellet(pellets: &Mirror, index: u32) -> PelletFrame {
    bytemuck::cast(pellets.floats::<PELLET_FLOATS>(index as usize * PELLET_FLOATS))
}

fn pellet_shadow(pellet: &PelletFrame, config: &Config, scope: Scope) -> Shadow {
    let theme = &config.theme;
    let at = between(pellet.previous, pellet.position, scope);
    let radius = pellet.radius * (0.55 + 0.45 * pellet.freshness);
    let [x, y] = scope.room.kept_inside(at, 2.0 * radius, 0.0);
    let slant = theme.light.angle.tan();
    let floating = 1.0 - pellet.resting;
    let (at, gap, flat) = match theme.view {
        View::Above => {
            let gap = 10.0 * floating;
            let away = gap + radius;
            ([x - slant * 0.8 * away, y + 0.9 * away], gap, 1.0)
        }
        View::Side => {
            let row = scope.room.floor_row(pellet.depth);
            let gap = (row - y).max(0.0) * floating;
            let row = if pellet.resting > 0.5 {
                y + radius * 0.7
            } else {
                row
            };
            ([x - slant * gap.min(120.0) * 0.25, row], gap, 0.5)
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
