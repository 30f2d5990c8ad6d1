//! The programs: all made at the start, so that nothing compiles later.

use wasm_bindgen::JsValue;
use web_sys::{WebGl2RenderingContext as Gl, WebGlUniformLocation};

use super::gl::{Compiling, Program};

/// A shader without what is for those who read it: comments, and what lines begin with. It travels in every build.
macro_rules! bare {
    ($text:expr) => {{
        const TEXT: &[u8] = $text.as_bytes();
        const BARE: [u8; strip(TEXT, &mut [])] = {
            let mut bare = [0; strip(TEXT, &mut [])];
            strip(TEXT, &mut bare);
            bare
        };
        match std::str::from_utf8(&BARE) {
            Ok(text) => text,
            Err(_) => unreachable!(),
        }
    }};
}

/// Writes what is left of a text, as far as there is room; says how long that is.
const fn strip(text: &[u8], bare: &mut [u8]) -> usize {
    let (mut from, mut length, mut begun) = (0, 0, false);
    while from < text.len() {
        if text[from] == b'/' && from + 1 < text.len() && text[from + 1] == b'/' {
            while from < text.len() && text[from] != b'\n' {
                from += 1;
            }
            continue;
        }
        // Neither indented nor empty.
        if begun || (text[from] != b' ' && text[from] != b'\n') {
            if length < bare.len() {
                bare[length] = text[from];
            }
            length += 1;
            begun = text[from] != b'\n';
        }
        from += 1;
    }
    length
}

/// Begins every shader.
const COMMON: &str = bare!(concat!(
    "#version 300 es\nprecision highp float;\nprecision highp int;\n",
    include_str!("shaders/scene.glsl")
));

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
                        bare!(include_str!(concat!("shaders/", $vertex, ".vert"))),
                        bare!(include_str!(concat!("shaders/", $fragment, ".frag"))),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shader_loses_its_comments_and_nothing_else() {
        let text = "// What it is\n#version 300 es\n\n    a = b / c; // −1\n  d\n";
        let length = strip(text.as_bytes(), &mut []);
        let mut bare = vec![0; length];
        strip(text.as_bytes(), &mut bare);
        assert_eq!(bare, b"#version 300 es\na = b / c; \nd\n");
    }
}
