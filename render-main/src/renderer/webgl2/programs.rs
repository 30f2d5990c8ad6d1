//! The programs: all made at the start, so that nothing compiles later.

use wasm_bindgen::JsValue;
use web_sys::{WebGl2RenderingContext as Gl, WebGlUniformLocation};

use super::gl::{Compiling, Program};

/// Begins every shader.
const COMMON: &str = concat!(
    "#version 300 es\nprecision highp float;\nprecision highp int;\n",
    include_str!("shaders/scene.glsl")
);

/// Painter of what stands still.
pub(super) struct Basin {
    pub(super) program: Program,
    pub(super) backing: Option<WebGlUniformLocation>,
}

/// A part of the water under moving light.
pub(super) struct Water {
    pub(super) program: Program,
    backing: Option<WebGlUniformLocation>,
    grid: Option<WebGlUniformLocation>,
    span: Option<WebGlUniformLocation>,
}

impl Water {
    fn new(program: Program) -> Self {
        Self {
            backing: program.uniform("backing"),
            grid: program.uniform("grid"),
            span: program.uniform("span"),
            program,
        }
    }

    /// The picture's size in device pixels, columns and rows of the fan, and the part of the height that it covers.
    pub(super) fn place(&self, gl: &Gl, backing: [f32; 2], grid: [i32; 2], span: [f32; 2]) {
        self.program.select();
        gl.uniform2f(self.backing.as_ref(), backing[0], backing[1]);
        gl.uniform2f(self.grid.as_ref(), grid[0] as f32, grid[1] as f32);
        gl.uniform2f(self.span.as_ref(), span[0], span[1]);
    }
}

/// Pellets, and their shadows.
pub(super) struct Pellet {
    pub(super) program: Program,
    pub(super) as_shadow: Option<WebGlUniformLocation>,
}

/// Fish, some at a time.
pub(super) struct Fish {
    pub(super) program: Program,
    /// Depths from and to, and the axis of the copy across a seam.
    pub(super) share: Option<WebGlUniformLocation>,
}

/// All of them.
pub(super) struct Programs {
    pub(super) basin: Basin,
    pub(super) water: Water,
    pub(super) floor: Water,
    pub(super) shadow: Program,
    pub(super) pellet: Pellet,
    pub(super) mote: Program,
    pub(super) fish: Fish,
    pub(super) touch: Program,
}

impl Programs {
    /// Compiles and links; the driver may do it all at once.
    pub(super) fn new(gl: &Gl) -> Result<Self, JsValue> {
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
        let basin = begin!("cover", "basin");
        let (water, floor) = (begin!("water"), begin!("water", "floor"));
        let (shadow, pellet) = (begin!("shadow"), begin!("pellet"));
        let (mote, fish, touch) = (begin!("mote"), begin!("fish"), begin!("touch"));
        let (basin, pellet, fish) = (basin.finish()?, pellet.finish()?, fish.finish()?);
        Ok(Self {
            basin: Basin {
                backing: basin.uniform("backing"),
                program: basin,
            },
            water: Water::new(water.finish()?),
            floor: Water::new(floor.finish()?),
            shadow: shadow.finish()?,
            pellet: Pellet {
                as_shadow: pellet.uniform("as_shadow"),
                program: pellet,
            },
            mote: mote.finish()?,
            fish: Fish {
                share: fish.uniform("share"),
                program: fish,
            },
            touch: touch.finish()?,
        })
    }
}
