//! The few WebGL objects that are used, each freed when it is dropped.

use js_sys::Object;
use wasm_bindgen::JsValue;
use web_sys::{
    WebGl2RenderingContext as Gl, WebGlBuffer, WebGlFramebuffer, WebGlProgram, WebGlShader,
    WebGlTexture, WebGlUniformLocation, WebGlVertexArrayObject,
};

/// Binding point of the block that every program reads.
pub(super) const SCENE_BINDING: u32 = 0;
/// Texture unit of the tile.
pub(super) const TILE_UNIT: u32 = 0;
/// Texture unit of the painted basin.
pub(super) const BASIN_UNIT: u32 = 1;

fn failed(what: &str) -> JsValue {
    js_sys::Error::new(&format!("WebGL2: {what}")).into()
}

fn made<T>(thing: Option<T>, what: &str) -> Result<T, JsValue> {
    thing.ok_or_else(|| failed(&format!("the context gave no {what}; it may be lost")))
}

/// A linked program.
pub(super) struct Program {
    gl: Gl,
    handle: WebGlProgram,
}

/// A program whose compilation was begun. Browsers compile several at a time as long as nobody asks how it went.
pub(super) struct Compiling {
    program: Program,
    shaders: [WebGlShader; 2],
    name: &'static str,
}

impl Compiling {
    /// Begins; `common` stands before both texts.
    pub(super) fn begin(
        gl: &Gl,
        name: &'static str,
        common: &str,
        [vertex, fragment]: [&str; 2],
    ) -> Result<Self, JsValue> {
        let handle = made(gl.create_program(), "program")?;
        let shader = |kind, text: &str| {
            let shader = made(gl.create_shader(kind), "shader")?;
            gl.shader_source(&shader, &format!("{common}\n{text}"));
            gl.compile_shader(&shader);
            gl.attach_shader(&handle, &shader);
            Ok::<_, JsValue>(shader)
        };
        let shaders = [
            shader(Gl::VERTEX_SHADER, vertex)?,
            shader(Gl::FRAGMENT_SHADER, fragment)?,
        ];
        gl.link_program(&handle);
        let program = Program {
            gl: gl.clone(),
            handle,
        };
        Ok(Self {
            program,
            shaders,
            name,
        })
    }

    /// Waits for the result.
    pub(super) fn finish(self) -> Result<Program, JsValue> {
        let gl = &self.program.gl;
        let handle = &self.program.handle;
        let linked = gl.get_program_parameter(handle, Gl::LINK_STATUS) == JsValue::TRUE;
        if !linked {
            let mut log = gl.get_program_info_log(handle).unwrap_or_default();
            for shader in &self.shaders {
                log += &gl.get_shader_info_log(shader).unwrap_or_default();
            }
            return Err(failed(&format!("program {}: {log}", self.name)));
        }
        for shader in &self.shaders {
            gl.delete_shader(Some(shader));
        }
        gl.uniform_block_binding(
            handle,
            gl.get_uniform_block_index(handle, "Scene"),
            SCENE_BINDING,
        );
        gl.use_program(Some(handle));
        for (sampler, unit) in [("tile", TILE_UNIT), ("basin", BASIN_UNIT)] {
            gl.uniform1i(self.program.uniform(sampler).as_ref(), unit as i32);
        }
        Ok(self.program)
    }
}

impl Program {
    pub(super) fn select(&self) {
        self.gl.use_program(Some(&self.handle));
    }

    pub(super) fn uniform(&self, name: &str) -> Option<WebGlUniformLocation> {
        self.gl.get_uniform_location(&self.handle, name)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.gl.delete_program(Some(&self.handle));
    }
}

/// A buffer that is rewritten in place and made anew only when it must be larger.
pub(super) struct Buffer {
    gl: Gl,
    handle: WebGlBuffer,
    target: u32,
    floats: u32,
}

impl Buffer {
    pub(super) fn new(gl: &Gl, target: u32, floats: u32) -> Result<Self, JsValue> {
        let handle = made(gl.create_buffer(), "buffer")?;
        let mut buffer = Self {
            gl: gl.clone(),
            handle,
            target,
            floats: 0,
        };
        buffer.reserve(floats);
        Ok(buffer)
    }

    /// Makes room for so many `f32`; what was in it is gone if it had less.
    pub(super) fn reserve(&mut self, floats: u32) {
        if floats > self.floats {
            self.bind();
            let bytes = (floats * 4) as i32;
            self.gl
                .buffer_data_with_i32(self.target, bytes, Gl::DYNAMIC_DRAW);
            self.floats = floats;
        }
    }

    /// Sends the first `floats` of a view, which may lie in shared memory, straight to the GPU.
    pub(super) fn send(&self, view: &Object, floats: u32) {
        self.bind();
        self.gl
            .buffer_sub_data_with_i32_and_array_buffer_view_and_src_offset_and_length(
                self.target,
                0,
                view,
                0,
                floats,
            );
    }

    pub(super) fn bind(&self) {
        self.gl.bind_buffer(self.target, Some(&self.handle));
    }

    /// Makes it the block that programs read at this binding point.
    pub(super) fn bind_as_block(&self, binding: u32) {
        self.gl
            .bind_buffer_base(self.target, binding, Some(&self.handle));
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.gl.delete_buffer(Some(&self.handle));
    }
}

/// Where the vectors of an instance come from.
pub(super) struct Instances {
    gl: Gl,
    handle: WebGlVertexArrayObject,
}

impl Instances {
    /// Each source gives so many vectors of four; locations count on from one source to the next.
    pub(super) fn new(gl: &Gl, sources: &[(&Buffer, u32)]) -> Result<Self, JsValue> {
        let handle = made(gl.create_vertex_array(), "vertex array")?;
        gl.bind_vertex_array(Some(&handle));
        let mut location = 0;
        for (buffer, vectors) in sources {
            buffer.bind();
            for i in 0..*vectors {
                gl.enable_vertex_attrib_array(location);
                gl.vertex_attrib_pointer_with_i32(
                    location,
                    4,
                    Gl::FLOAT,
                    false,
                    (vectors * 16) as i32,
                    (i * 16) as i32,
                );
                gl.vertex_attrib_divisor(location, 1);
                location += 1;
            }
        }
        Ok(Self {
            gl: gl.clone(),
            handle,
        })
    }

    pub(super) fn select(&self) {
        self.gl.bind_vertex_array(Some(&self.handle));
    }
}

impl Drop for Instances {
    fn drop(&mut self) {
        self.gl.delete_vertex_array(Some(&self.handle));
    }
}

/// A texture at a unit of its own, where it stays bound.
pub(super) struct Texture {
    gl: Gl,
    handle: WebGlTexture,
}

impl Texture {
    fn new(gl: &Gl, unit: u32) -> Result<Self, JsValue> {
        let handle = made(gl.create_texture(), "texture")?;
        let texture = Self {
            gl: gl.clone(),
            handle,
        };
        texture.bind(unit);
        Ok(texture)
    }

    /// A square that repeats, with all its smaller levels.
    pub(super) fn repeating(
        gl: &Gl,
        unit: u32,
        size: usize,
        texels: &[u8],
    ) -> Result<Self, JsValue> {
        let texture = Self::new(gl, unit)?;
        let size = size as i32;
        gl.tex_image_2d_with_i32_and_i32_and_i32_and_format_and_type_and_opt_u8_array(
            Gl::TEXTURE_2D,
            0,
            Gl::RGBA8 as i32,
            size,
            size,
            0,
            Gl::RGBA,
            Gl::UNSIGNED_BYTE,
            Some(texels),
        )?;
        gl.generate_mipmap(Gl::TEXTURE_2D);
        let filter = Gl::LINEAR_MIPMAP_LINEAR as i32;
        gl.tex_parameteri(Gl::TEXTURE_2D, Gl::TEXTURE_MIN_FILTER, filter);
        Ok(texture)
    }

    /// Something to paint on, read texel by texel.
    pub(super) fn canvas(gl: &Gl, unit: u32, [width, height]: [u32; 2]) -> Result<Self, JsValue> {
        let texture = Self::new(gl, unit)?;
        gl.tex_storage_2d(Gl::TEXTURE_2D, 1, Gl::RGBA8, width as i32, height as i32);
        for name in [Gl::TEXTURE_MIN_FILTER, Gl::TEXTURE_MAG_FILTER] {
            gl.tex_parameteri(Gl::TEXTURE_2D, name, Gl::NEAREST as i32);
        }
        Ok(texture)
    }

    fn bind(&self, unit: u32) {
        self.gl.active_texture(Gl::TEXTURE0 + unit);
        self.gl.bind_texture(Gl::TEXTURE_2D, Some(&self.handle));
    }
}

impl Drop for Texture {
    fn drop(&mut self) {
        self.gl.delete_texture(Some(&self.handle));
    }
}

/// A texture that is drawn into.
pub(super) struct Target {
    gl: Gl,
    handle: WebGlFramebuffer,
    _texture: Texture,
}

impl Target {
    pub(super) fn new(gl: &Gl, texture: Texture) -> Result<Self, JsValue> {
        let handle = made(gl.create_framebuffer(), "framebuffer")?;
        gl.bind_framebuffer(Gl::FRAMEBUFFER, Some(&handle));
        gl.framebuffer_texture_2d(
            Gl::FRAMEBUFFER,
            Gl::COLOR_ATTACHMENT0,
            Gl::TEXTURE_2D,
            Some(&texture.handle),
            0,
        );
        gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
        Ok(Self {
            gl: gl.clone(),
            handle,
            _texture: texture,
        })
    }

    /// Draws into it instead of on the canvas.
    pub(super) fn paint(&self, paint: impl FnOnce()) {
        self.gl
            .bind_framebuffer(Gl::FRAMEBUFFER, Some(&self.handle));
        paint();
        self.gl.bind_framebuffer(Gl::FRAMEBUFFER, None);
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        self.gl.delete_framebuffer(Some(&self.handle));
    }
}
