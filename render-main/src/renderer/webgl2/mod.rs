//! The WebGL2 renderer: a handful of draws for a picture, however many fish there are.
//!
//! Frame data goes from the slot to the GPU as it lies; everything about single fish (interpolation, tail beat, bend,
//! outline, pattern) happens in the shaders. What stands still is painted once, into a texture of the size of the
//! picture; moving light is laid over it.

mod data;
mod gl;
mod programs;
mod scene;
pub(super) mod species;
pub mod tile;

use shared::config::{BoundaryMode, Config, Quality, Species, Theme, View};
use wasm_bindgen::JsValue;
use web_sys::WebGl2RenderingContext as Gl;

use super::{Frame, MAX_TOUCHES, Moment, Renderer};
use crate::profile;
use data::Data;
use gl::{BASIN_UNIT, Instances, Program, TILE_UNIT, Target, Texture};
use programs::Programs;
use scene::{Instant, Scene};

/// Motes at their most.
const MOST_MOTES: f32 = 90.0;
/// World units from one strip of the fan of light to the next, at the surface.
const STRIP: f32 = 12.0;
/// Strips at most.
const MOST_STRIPS: i32 = 240;
/// Rows of the fan, above the bottom and over it.
const ROWS: [i32; 2] = [5, 2];

/// Layers of fish by their depth, unless there are very many.
const LAYERS: i32 = 4;
const MOST_LAYERED: i32 = 2000;

/// What the standing picture was painted for.
#[derive(Clone, Copy, PartialEq)]
struct Painted {
    backing: [u32; 2],
    tank: [f32; 2],
}

/// See [`Renderer`].
pub struct WebGl2 {
    gl: Gl,
    programs: Programs,
    scene: Scene,
    data: Data,
    _tile: Texture,
    basin: Option<Target>,
    painted: Option<Painted>,
    strips: i32,
    horizon: f32,
    backing: [u32; 2],
    css: [f32; 2],
    taken: Option<(Theme, Quality, Vec<Species>)>,
    shadows: bool,
    ripples: bool,
    torus: bool,
    longest: f32,
}

impl std::fmt::Debug for WebGl2 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WebGl2")
            .field("backing", &self.backing)
            .finish_non_exhaustive()
    }
}

impl WebGl2 {
    /// Makes everything that does not depend on the size.
    ///
    /// # Errors
    /// If the context is lost or refuses a program; the message is the driver's.
    pub fn new(gl: Gl, config: &Config) -> Result<Self, JsValue> {
        let texels = tile::texels();
        let tile = Texture::repeating(&gl, TILE_UNIT, tile::SIZE, &texels)?;
        let programs = Programs::new(&gl)?;
        gl.disable(Gl::DEPTH_TEST);
        gl.blend_func(Gl::ONE, Gl::ONE_MINUS_SRC_ALPHA);
        let mut renderer = Self {
            scene: Scene::new(&gl)?,
            data: Data::new(&gl)?,
            programs,
            _tile: tile,
            basin: None,
            painted: None,
            strips: 1,
            horizon: 1.0,
            backing: [2, 2],
            css: [1.0, 1.0],
            taken: None,
            shadows: true,
            ripples: true,
            torus: false,
            longest: 1.0,
            gl,
        };
        renderer.configure(config);
        renderer.warm_up();
        Ok(renderer)
    }

    /// Drivers finish a program when it first draws: let that be now, where nothing can be seen.
    fn warm_up(&self) {
        let gl = &self.gl;
        gl.enable(Gl::SCISSOR_TEST);
        gl.scissor(0, 0, 0, 0);
        gl.enable(Gl::BLEND);
        let programs = &self.programs;
        for (program, instances) in [
            (&programs.fish.program, &self.data.school),
            (&programs.shadow, &self.data.school),
            (&programs.water.program, &self.data.nothing),
            (&programs.floor.program, &self.data.nothing),
            (&programs.pellet.program, &self.data.crumbs),
            (&programs.touch, &self.data.traces),
            (&programs.mote, &self.data.nothing),
        ] {
            self.strip(program, instances, 4, 1);
        }
        gl.disable(Gl::SCISSOR_TEST);
    }

    fn strip(&self, program: &Program, instances: &Instances, vertices: i32, count: i32) {
        program.select();
        instances.select();
        self.gl
            .draw_arrays_instanced(Gl::TRIANGLE_STRIP, 0, vertices, count);
    }

    /// Paints what stands still, if it is not what is painted already.
    fn paint_basin(&mut self, tank: [f32; 2]) -> Result<(), JsValue> {
        let wanted = Painted {
            backing: self.backing,
            tank,
        };
        if self.painted == Some(wanted) {
            return Ok(());
        }
        if self
            .painted
            .is_none_or(|painted| painted.backing != self.backing)
            || self.basin.is_none()
        {
            let texture = Texture::canvas(&self.gl, BASIN_UNIT, self.backing)?;
            self.basin = Some(Target::new(&self.gl, texture)?);
        }
        let backing = self.backing.map(|pixels| pixels as f32);
        if let Some(target) = &self.basin {
            let basin = &self.programs.basin;
            basin.program.select();
            self.gl
                .uniform2f(basin.backing.as_ref(), backing[0], backing[1]);
            self.data.nothing.select();
            self.gl.disable(Gl::BLEND);
            target.paint(|| self.gl.draw_arrays(Gl::TRIANGLES, 0, 3));
        }
        self.strips = ((tank[0] / STRIP) as i32).clamp(1, MOST_STRIPS);
        let [above, below] = ROWS.map(|rows| [self.strips, rows]);
        let programs = &self.programs;
        programs
            .water
            .place(&self.gl, backing, above, [0.0, self.horizon]);
        programs
            .floor
            .place(&self.gl, backing, below, [self.horizon, 1.0]);
        self.painted = Some(wanted);
        Ok(())
    }

    fn draw_water(&self) {
        let vertices = 2 * (self.strips + 1);
        let Programs { water, floor, .. } = &self.programs;
        self.gl.disable(Gl::BLEND);
        if self.horizon > 0.0 {
            self.strip(&water.program, &self.data.nothing, vertices, ROWS[0]);
        }
        if self.horizon < 1.0 {
            self.strip(&floor.program, &self.data.nothing, vertices, ROWS[1]);
        }
        self.gl.enable(Gl::BLEND);
    }

    fn draw_shadows(&self, fish: i32, pellets: i32) {
        self.strip(&self.programs.shadow, &self.data.school, 4, fish);
        self.draw_pellets(pellets, 1.0);
    }

    /// The far ones first, in a few layers: each draw goes through all fish and leaves out those of other depths, which
    /// costs less than sorting.
    fn draw_fish(&self, segments: i32, count: i32) {
        if count == 0 {
            return;
        }
        let fish = &self.programs.fish;
        let vertices = 2 * (segments + 1);
        let layers = if count <= MOST_LAYERED { LAYERS } else { 1 };
        let axes = if self.torus { 2 } else { 0 };
        fish.program.select();
        for layer in (0..layers).rev() {
            let from = layer as f32 / layers as f32;
            // Depths go from 0 to 1, both included.
            let to = if layer + 1 == layers {
                f32::INFINITY
            } else {
                (layer + 1) as f32 / layers as f32
            };
            for axis in 0..=axes {
                self.gl
                    .uniform3f(fish.share.as_ref(), from, to, axis as f32);
                self.strip(&fish.program, &self.data.school, vertices, count);
            }
        }
    }

    fn draw_pellets(&self, pellets: i32, as_shadow: f32) {
        if pellets > 0 {
            let pellet = &self.programs.pellet;
            pellet.program.select();
            self.gl.uniform1f(pellet.as_shadow.as_ref(), as_shadow);
            self.strip(&pellet.program, &self.data.crumbs, 4, pellets);
        }
    }
}

/// Segments along a fish: enough that its bend looks smooth at this size, fewer if there are very many.
fn segments(pixels_long: f32, fish: u32) -> i32 {
    let smooth = if pixels_long > 50.0 { 16 } else { 12 };
    match fish {
        0..=3000 => smooth,
        3001..=12_000 => 8,
        _ => 5,
    }
}

impl Renderer for WebGl2 {
    fn name(&self) -> &'static str {
        "webgl2"
    }

    fn resize(&mut self, backing: [u32; 2], css: [f32; 2]) {
        self.backing = backing;
        self.css = css;
    }

    fn configure(&mut self, config: &Config) {
        let torus = config.world.boundary == BoundaryMode::Wrap;
        let same = std::mem::replace(&mut self.torus, torus) == torus
            && self
                .taken
                .as_ref()
                .is_some_and(|(theme, quality, species)| {
                    *theme == config.theme
                        && *quality == config.quality
                        && *species == config.species
                });
        if same {
            return;
        }
        self.taken = Some((
            config.theme.clone(),
            config.quality.clone(),
            config.species.clone(),
        ));
        self.scene.configure(config);
        self.shadows = config.quality.shadows && config.theme.shadow.opacity > 0.0;
        self.ripples = config.quality.ripples;
        self.horizon = match config.theme.view {
            View::Side => 1.0 - config.theme.bottom.height,
            View::Above => 0.0,
        };
        let lengths = config.species.iter().map(|species| species.body_len[1]);
        self.longest = lengths.fold(1.0, f32::max);
        // Repaint, but keep the texture: its size is the same.
        if let Some(painted) = &mut self.painted {
            painted.tank = [0.0, 0.0];
        }
    }

    fn follows_a_fade(&self) -> bool {
        true
    }

    fn draw(&mut self, frame: &Frame<'_>, moment: &Moment<'_>) -> Result<(), JsValue> {
        let header = frame.header;
        let tank = if header.width > 0.0 && header.height > 0.0 {
            [header.width, header.height]
        } else {
            self.css.map(|pixels| (pixels / moment.scale).max(1.0))
        };
        let pixels = self.backing[0] as f32 / tank[0];
        let segments = segments(self.longest * pixels, header.fish);
        {
            let _span = profile::span("render:upload");
            self.data.take(frame);
        }
        self.scene.advance(&Instant {
            tank,
            pixels,
            alpha: moment.alpha,
            seconds: moment.seconds,
            segments,
        });
        let [width, height] = self.backing.map(|pixels| pixels as i32);
        self.gl.viewport(0, 0, width, height);
        self.paint_basin(tank)?;

        let (fish, pellets) = (header.fish as i32, header.pellets as i32);
        self.draw_water();
        if self.shadows {
            self.draw_shadows(fish, pellets);
        }
        let motes = (self.scene.motes() * MOST_MOTES).round() as i32;
        if motes > 0 {
            self.strip(&self.programs.mote, &self.data.nothing, 4, motes);
        }
        self.draw_fish(segments, fish);
        self.draw_pellets(pellets, 0.0);
        if self.ripples && !moment.touches.is_empty() {
            self.data.take_touches(moment.touches);
            let count = moment.touches.len().min(MAX_TOUCHES) as i32;
            self.strip(&self.programs.touch, &self.data.traces, 4, count);
        }
        Ok(())
    }
}
