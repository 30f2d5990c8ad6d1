//! The WebGL2 renderer: a handful of draws for a picture, however many fish there are.
//!
//! Frame data goes from the slot to the GPU as it lies; everything about single fish (interpolation, tail beat, bend,
//! outline, pattern) happens in the shaders. What stands still is painted once, into a texture of the size of the
//! picture; moving light is laid over it.

mod colour;
mod gl;
mod scene;
mod species;
pub mod tile;

use js_sys::Float32Array;
use shared::config::{Config, Quality, Species, Theme};
use shared::layout::{FISH_FLOATS, LOOK_FLOATS, PELLET_FLOATS};
use wasm_bindgen::JsValue;
use web_sys::{WebGl2RenderingContext as Gl, WebGlUniformLocation};

use super::{Frame, MAX_TOUCHES, Moment, Renderer, Touch, TouchKind};
use gl::{BASIN_UNIT, Buffer, Compiling, Instances, Program, TILE_UNIT, Target, Texture};
use scene::{Instant, Scene};

/// `f32`s of a touch on the GPU: middle and half segment; kind, radius, power, age.
const TOUCH_FLOATS: usize = 8;
/// Motes at their most.
const MOST_MOTES: f32 = 90.0;
/// World units between two corners of the grid on which shafts are reckoned, across and down.
const GRID: [f32; 2] = [9.0, 24.0];
/// Columns and rows of that grid at most.
const MOST_GRID: [f32; 2] = [240.0, 60.0];

/// Begins every shader.
const COMMON: &str = concat!(
    "#version 300 es\nprecision highp float;\nprecision highp int;\n",
    include_str!("shaders/scene.glsl")
);

/// The programs, all made at the start so that nothing compiles later.
struct Programs {
    basin: Program,
    water: Program,
    shadow: Program,
    pellet: Program,
    mote: Program,
    fish: Program,
    touch: Program,
}

impl Programs {
    fn new(gl: &Gl) -> Result<Self, JsValue> {
        macro_rules! begin {
            ($name:literal) => {
                begin!($name, $name)
            };
            ($vertex:literal, $fragment:literal) => {
                Compiling::begin(
                    gl,
                    $fragment,
                    COMMON,
                    [
                        include_str!(concat!("shaders/", $vertex, ".vert")),
                        include_str!(concat!("shaders/", $fragment, ".frag")),
                    ],
                )?
            };
        }
        let (basin, water, shadow) = (begin!("cover", "basin"), begin!("water"), begin!("shadow"));
        let (pellet, mote) = (begin!("pellet"), begin!("mote"));
        let (fish, touch) = (begin!("fish"), begin!("touch"));
        Ok(Self {
            basin: basin.finish()?,
            water: water.finish()?,
            shadow: shadow.finish()?,
            pellet: pellet.finish()?,
            mote: mote.finish()?,
            fish: fish.finish()?,
            touch: touch.finish()?,
        })
    }
}

/// Places of the uniforms that are not in the block.
struct Places {
    basin_backing: Option<WebGlUniformLocation>,
    water_backing: Option<WebGlUniformLocation>,
    water_grid: Option<WebGlUniformLocation>,
    pellet_as_shadow: Option<WebGlUniformLocation>,
}

/// Instance data on the GPU, and whose it is.
struct Data {
    fish: Buffer,
    looks: Buffer,
    pellets: Buffer,
    touches: Buffer,
    touch_values: Float32Array,
    school: Instances,
    crumbs: Instances,
    traces: Instances,
    nothing: Instances,
    serial: Option<u32>,
    looks_serial: Option<(u32, u32)>,
}

impl Data {
    fn new(gl: &Gl) -> Result<Self, JsValue> {
        let buffer = |floats| Buffer::new(gl, Gl::ARRAY_BUFFER, floats as u32);
        let fish = buffer(FISH_FLOATS)?;
        let looks = buffer(LOOK_FLOATS)?;
        let pellets = buffer(PELLET_FLOATS)?;
        let touches = buffer(TOUCH_FLOATS * MAX_TOUCHES)?;
        let vectors = |floats: usize| (floats / 4) as u32;
        let school = [
            (&fish, vectors(FISH_FLOATS)),
            (&looks, vectors(LOOK_FLOATS)),
        ];
        Ok(Self {
            school: Instances::new(gl, &school)?,
            crumbs: Instances::new(gl, &[(&pellets, vectors(PELLET_FLOATS))])?,
            traces: Instances::new(gl, &[(&touches, vectors(TOUCH_FLOATS))])?,
            nothing: Instances::new(gl, &[])?,
            touch_values: Float32Array::new_with_length((TOUCH_FLOATS * MAX_TOUCHES) as u32),
            fish,
            looks,
            pellets,
            touches,
            serial: None,
            looks_serial: None,
        })
    }

    /// Sends what is new in this frame.
    fn take(&mut self, frame: &Frame<'_>) {
        if self.serial == Some(frame.serial) {
            return;
        }
        self.serial = Some(frame.serial);
        let send = |buffer: &mut Buffer, view: &Float32Array, count: u32, floats: usize| {
            if count > 0 {
                buffer.reserve(view.length());
                buffer.send(view, count * floats as u32);
            }
        };
        let (fish, pellets) = (frame.header.fish, frame.header.pellets);
        send(&mut self.fish, frame.fish, fish, FISH_FLOATS);
        send(&mut self.pellets, frame.pellets, pellets, PELLET_FLOATS);
        let looks = Some((frame.looks_serial, fish));
        if self.looks_serial != looks {
            self.looks_serial = looks;
            send(&mut self.looks, frame.looks, fish, LOOK_FLOATS);
        }
    }

    fn take_touches(&self, touches: &[Touch]) {
        let mut at = 0;
        for touch in touches.iter().take(MAX_TOUCHES) {
            let kind = match touch.kind {
                TouchKind::Ripple => 0.0,
                TouchKind::Swirl => 1.0,
                TouchKind::Ring => 2.0,
            };
            let [x, y] = touch.position;
            let [dx, dy] = touch.along;
            let power = touch.strength * touch.life;
            for value in [x, y, dx, dy, kind, touch.radius, power, touch.age] {
                self.touch_values.set_index(at, value);
                at += 1;
            }
        }
        if at > 0 {
            self.touches.send(&self.touch_values, at);
        }
    }
}

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
    places: Places,
    scene: Scene,
    data: Data,
    _tile: Texture,
    basin: Option<Target>,
    painted: Option<Painted>,
    backing: [u32; 2],
    css: [f32; 2],
    taken: Option<(Theme, Quality, Vec<Species>)>,
    shadows: bool,
    ripples: bool,
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
        let places = Places {
            basin_backing: programs.basin.uniform("backing"),
            water_backing: programs.water.uniform("backing"),
            water_grid: programs.water.uniform("grid"),
            pellet_as_shadow: programs.pellet.uniform("as_shadow"),
        };
        gl.disable(Gl::DEPTH_TEST);
        gl.blend_func(Gl::ONE, Gl::ONE_MINUS_SRC_ALPHA);
        let mut renderer = Self {
            scene: Scene::new(&gl)?,
            data: Data::new(&gl)?,
            programs,
            places,
            _tile: tile,
            basin: None,
            painted: None,
            backing: [2, 2],
            css: [1.0, 1.0],
            taken: None,
            shadows: true,
            ripples: true,
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
            (&programs.fish, &self.data.school),
            (&programs.shadow, &self.data.school),
            (&programs.pellet, &self.data.crumbs),
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
        let [width, height] = self.backing.map(|pixels| pixels as f32);
        if let Some(basin) = &self.basin {
            self.programs.basin.select();
            self.gl
                .uniform2f(self.places.basin_backing.as_ref(), width, height);
            self.data.nothing.select();
            self.gl.disable(Gl::BLEND);
            basin.paint(|| self.gl.draw_arrays(Gl::TRIANGLES, 0, 3));
        }
        self.programs.water.select();
        self.gl
            .uniform2f(self.places.water_backing.as_ref(), width, height);
        let [columns, rows] = grid(tank);
        self.gl
            .uniform2f(self.places.water_grid.as_ref(), columns, rows);
        self.painted = Some(wanted);
        Ok(())
    }

    fn draw_water(&self, tank: [f32; 2]) {
        let [columns, rows] = grid(tank);
        let vertices = 2 * (columns as i32 + 1);
        self.gl.disable(Gl::BLEND);
        self.strip(
            &self.programs.water,
            &self.data.nothing,
            vertices,
            rows as i32,
        );
        self.gl.enable(Gl::BLEND);
    }

    fn draw_shadows(&self, fish: i32, pellets: i32) {
        self.strip(&self.programs.shadow, &self.data.school, 4, fish);
        self.draw_pellets(pellets, 1.0);
    }

    fn draw_pellets(&self, pellets: i32, as_shadow: f32) {
        if pellets > 0 {
            self.programs.pellet.select();
            self.gl
                .uniform1f(self.places.pellet_as_shadow.as_ref(), as_shadow);
            self.strip(&self.programs.pellet, &self.data.crumbs, 4, pellets);
        }
    }
}

fn grid(tank: [f32; 2]) -> [f32; 2] {
    [0, 1].map(|i| (tank[i] / GRID[i]).ceil().clamp(2.0, MOST_GRID[i]))
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
        let same = self
            .taken
            .as_ref()
            .is_some_and(|(theme, quality, species)| {
                *theme == config.theme && *quality == config.quality && *species == config.species
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
        let lengths = config.species.iter().map(|species| species.body_len[1]);
        self.longest = lengths.fold(1.0, f32::max);
        // Repaint, but keep the texture: its size is the same.
        if let Some(painted) = &mut self.painted {
            painted.tank = [0.0, 0.0];
        }
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
        self.data.take(frame);
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
        self.draw_water(tank);
        if self.shadows {
            self.draw_shadows(fish, pellets);
        }
        let motes = (self.scene.motes() * MOST_MOTES).round() as i32;
        if motes > 0 {
            self.strip(&self.programs.mote, &self.data.nothing, 4, motes);
        }
        if fish > 0 {
            let vertices = 2 * (segments + 1);
            self.strip(&self.programs.fish, &self.data.school, vertices, fish);
        }
        self.draw_pellets(pellets, 0.0);
        if self.ripples && !moment.touches.is_empty() {
            self.data.take_touches(moment.touches);
            let count = moment.touches.len().min(MAX_TOUCHES) as i32;
            self.strip(&self.programs.touch, &self.data.traces, 4, count);
        }
        Ok(())
    }
}
