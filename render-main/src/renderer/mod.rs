//! What it means to draw a frame, apart from the technique.
//!
//! A renderer is made from a drawing context and the configuration (`new(context, &Config) -> Result<Self, JsValue>`;
//! for WebGL2 a `web_sys::WebGl2RenderingContext`). From then on it lives from three calls: `resize`
//! when the surface changed, `configure` when the configuration may have, `draw` for each picture. When a context is
//! lost the stage makes a new renderer; so a renderer keeps nothing that it could not build again from these calls.

pub mod canvas2d;
pub(crate) mod colour;
pub mod webgl2;

use js_sys::{Float32Array, Object};
use shared::config::Config;
use shared::layout::FrameHeader;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{OffscreenCanvasRenderingContext2d, WebGl2RenderingContext};

use crate::error;

/// Whether this build draws by Canvas 2D; if not, by WebGL2. What the other one needs, the linker leaves out.
pub(crate) const CANVAS2D: bool = cfg!(feature = "canvas2d");

/// The renderer of this build, for the context that the surface could get.
///
/// # Errors
/// Code `renderer` if the context cannot be set up; the message is the browser's.
pub(crate) fn for_context(context: &Object, config: &Config) -> Result<Box<dyn Renderer>, JsValue> {
    if CANVAS2D {
        let on = context.unchecked_ref::<OffscreenCanvasRenderingContext2d>();
        return Ok(Box::new(canvas2d::Canvas2d::new(on.clone(), config)));
    }
    let gl = context.unchecked_ref::<WebGl2RenderingContext>();
    let renderer = webgl2::WebGl2::new(gl.clone(), config).map_err(|thrown| {
        let text = ["WebGL2 could not be set up: ", &error::message(&thrown)].concat();
        error::coded("renderer", &text)
    })?;
    Ok(Box::new(renderer))
}

/// A technique of drawing.
pub trait Renderer {
    /// `webgl2` or `canvas2d`: what `stats()` calls it.
    fn name(&self) -> &'static str;

    /// The surface has a new size: `backing` in device pixels (even, at least 2), `css` in CSS pixels. Called once
    /// before the first `draw`, and again only when something changed.
    fn resize(&mut self, backing: [u32; 2], css: [f32; 2]);

    /// Takes what the picture depends on (theme, species, quality, scale). Cheap if nothing of it changed.
    fn configure(&mut self, config: &Config);

    /// Whether it can be configured for each picture while one theme passes into another; if not, it is told the new one
    /// at once, and passes over by itself.
    fn follows_a_fade(&self) -> bool;

    /// Draws the whole picture. Allocates nothing, unless the frame's looks are new.
    ///
    /// # Errors
    /// What the browser complained about; the stage tries again with the next picture.
    fn draw(&mut self, frame: &Frame<'_>, moment: &Moment<'_>) -> Result<(), JsValue>;
}

/// The newest frame, where it lies. The views span a slot's whole capacity and live as long as the slot, so that
/// `bufferSubData(target, 0, view, 0, length)` needs no view of its own.
#[derive(Debug)]
pub struct Frame<'a> {
    /// Counts the frames that were taken: the same number means the same data as in the last `draw`.
    pub serial: u32,
    /// Counts the looks that were different, also those of another tank: the same number means the same looks.
    pub looks_serial: u32,
    /// Copy of the slot's header; says how many fish and pellets there are.
    pub header: &'a FrameHeader,
    /// `FishFrame` × capacity.
    pub fish: &'a Float32Array,
    /// `PelletFrame` × capacity.
    pub pellets: &'a Float32Array,
    /// `FishLook` × capacity.
    pub looks: &'a Float32Array,
}

/// The moment that is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// Milliseconds since the epoch.
    pub now_ms: f64,
    /// How far between the previous and the current positions, 0 to about 1.15; 1 while the tank stands still.
    pub alpha: f32,
    /// Clock of the water in seconds, from 0; stands still while the tank does. Reduce it modulo a period before it
    /// becomes an `f32`.
    pub seconds: f64,
    /// CSS pixels per world unit.
    pub scale: f32,
    /// What fingers left on the water, at most [`MAX_TOUCHES`].
    pub touches: &'a [Touch],
}

/// Most touches that show at one time; the oldest makes room.
pub const MAX_TOUCHES: usize = 16;

/// Kind of a [`Touch`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TouchKind {
    /// Rings that spread from where food was dropped.
    #[default]
    Ripple,
    /// Stirred water along a stroke.
    Swirl,
    /// A soft ring around a call, for as long as it is on.
    Ring,
}

/// A trace of a finger.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Touch {
    /// What it looks like.
    pub kind: TouchKind,
    /// Middle, world units.
    pub position: [f32; 2],
    /// Half the stroke's segment, world units; zero for other kinds.
    pub along: [f32; 2],
    /// Reach in world units at its largest.
    pub radius: f32,
    /// 0 to 1.
    pub strength: f32,
    /// Seconds since it began.
    pub age: f32,
    /// What is left of it: 1 at first (and all the time that a call is on), then down to 0, when it goes.
    pub life: f32,
}
