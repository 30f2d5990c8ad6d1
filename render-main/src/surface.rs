//! The canvas, the context that it can give, and its size.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Event, EventTarget, HtmlCanvasElement, OffscreenCanvas, OffscreenCanvasRenderingContext2d,
    WebGl2RenderingContext,
};

use crate::error;

/// Widest and highest backing store, device pixels: what every WebGL2 that is still around can do.
const LARGEST: f32 = 8192.0;

/// Which renderer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Auto,
    WebGl2,
    Canvas2d,
}

impl Wanted {
    /// From the word in the page.
    ///
    /// # Errors
    /// Code `config` for any other word.
    pub(crate) fn parse(word: &str) -> Result<Self, JsValue> {
        match word {
            "auto" => Ok(Self::Auto),
            "webgl2" => Ok(Self::WebGl2),
            "canvas2d" => Ok(Self::Canvas2d),
            other => Err(error::coded(
                "config",
                &format!("renderer is {other:?}; allowed: auto, webgl2, canvas2d"),
            )),
        }
    }
}

/// What there is to draw with.
#[derive(Clone, Debug)]
pub(crate) enum Context {
    WebGl2(WebGl2RenderingContext),
    /// Of either kind of canvas: both have the same methods.
    Canvas2d(OffscreenCanvasRenderingContext2d),
}

#[derive(Debug)]
enum Canvas {
    Offscreen(OffscreenCanvas),
    Element(HtmlCanvasElement),
}

impl Canvas {
    fn context(&self, kind: &str) -> Result<Option<Object>, JsValue> {
        let options = options()?;
        match self {
            Self::Offscreen(canvas) => canvas.get_context_with_context_options(kind, &options),
            Self::Element(canvas) => canvas.get_context_with_context_options(kind, &options),
        }
    }

    fn events(&self) -> &EventTarget {
        match self {
            Self::Offscreen(canvas) => canvas,
            Self::Element(canvas) => canvas,
        }
    }

    fn set_size(&self, [width, height]: [u32; 2]) {
        match self {
            Self::Offscreen(canvas) => {
                canvas.set_width(width);
                canvas.set_height(height);
            }
            Self::Element(canvas) => {
                canvas.set_width(width);
                canvas.set_height(height);
            }
        }
    }
}

/// Whether the browser took the context away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Health {
    #[default]
    Fine,
    /// Nothing can be drawn until it comes back.
    Lost,
    /// It is back, and everything that was made with it is gone.
    Restored,
}

/// Size of the drawn surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Size {
    /// Device pixels, even.
    pub(crate) backing: [u32; 2],
    /// CSS pixels.
    pub(crate) css: [f32; 2],
    /// Device pixels per CSS pixel that are really drawn.
    pub(crate) dpr: f32,
}

impl Size {
    /// For an element of so many CSS pixels and a density: the store even and within what browsers can do.
    pub(crate) fn new(css: [f32; 2], density: f32) -> Self {
        let css = css.map(|side| if side.is_finite() { side.max(1.0) } else { 1.0 });
        let density = if density.is_finite() && density > 0.0 {
            density
        } else {
            1.0
        };
        let dpr = density.min(LARGEST / css[0].max(css[1]));
        let even = |side: f32| ((side * dpr * 0.5).round() as u32).max(1) * 2;
        Self {
            backing: css.map(even),
            css,
            dpr,
        }
    }
}

type Listener = Closure<dyn Fn(Event)>;

/// A canvas with its context. Dropping it gives the context back to the browser.
pub(crate) struct Surface {
    canvas: Canvas,
    context: Context,
    health: Rc<Cell<Health>>,
    listeners: Vec<(&'static str, Listener)>,
}

impl Surface {
    /// Finds the canvas and the context that this browser can give: the transferred control first, and the element's own
    /// canvas where that one cannot have the context. `on_loss` is called whenever the context is lost.
    ///
    /// # Errors
    /// Code `no-renderer` if neither WebGL2 nor Canvas 2D, as far as wanted, can be had.
    pub(crate) fn new(
        element: HtmlCanvasElement,
        wanted: Wanted,
        on_loss: impl Fn() + 'static,
    ) -> Result<Self, JsValue> {
        let kinds: &[&str] = match wanted {
            Wanted::Auto => &["webgl2", "2d"],
            Wanted::WebGl2 => &["webgl2"],
            Wanted::Canvas2d => &["2d"],
        };
        for kind in kinds {
            let canvas = if offscreen_can(kind) {
                element
                    .transfer_control_to_offscreen()
                    .map(Canvas::Offscreen)
            } else if element_can(&element, kind) {
                Ok(Canvas::Element(element.clone()))
            } else {
                continue;
            };
            let canvas = canvas.map_err(|thrown| {
                // Transferred before, or a context taken: the page must bring a fresh canvas.
                let text = format!("this canvas is in use already: {}", error::message(&thrown));
                error::coded("canvas-in-use", &text)
            })?;
            return Self::with_context(canvas, kind, on_loss);
        }
        Err(no_renderer(kinds))
    }

    fn with_context(
        canvas: Canvas,
        kind: &str,
        on_loss: impl Fn() + 'static,
    ) -> Result<Self, JsValue> {
        // The browser promised it on another canvas, but contexts can run out in between.
        let context = canvas.context(kind)?.ok_or_else(|| no_renderer(&[kind]))?;
        let context = if kind == "webgl2" {
            Context::WebGl2(context.unchecked_into())
        } else {
            Context::Canvas2d(context.unchecked_into())
        };
        let mut surface = Self {
            canvas,
            context,
            health: Rc::default(),
            listeners: Vec::new(),
        };
        let (lost, restored) = match surface.context {
            Context::WebGl2(_) => ("webglcontextlost", "webglcontextrestored"),
            Context::Canvas2d(_) => ("contextlost", "contextrestored"),
        };
        let health = Rc::clone(&surface.health);
        surface.watch(lost, move |event| {
            // Without this the browser would never give a WebGL context back.
            event.prevent_default();
            health.set(Health::Lost);
            on_loss();
        })?;
        let health = Rc::clone(&surface.health);
        surface.watch(restored, move |_| health.set(Health::Restored))?;
        Ok(surface)
    }

    fn watch(&mut self, event: &'static str, act: impl Fn(Event) + 'static) -> Result<(), JsValue> {
        let listener = Listener::new(act);
        self.canvas
            .events()
            .add_event_listener_with_callback(event, listener.as_ref().unchecked_ref())?;
        self.listeners.push((event, listener));
        Ok(())
    }

    /// The canvas that has the context.
    pub(crate) fn canvas(&self) -> JsValue {
        match &self.canvas {
            Canvas::Offscreen(canvas) => canvas.into(),
            Canvas::Element(canvas) => canvas.into(),
        }
    }

    /// What to draw with.
    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    /// Whether it can be drawn on.
    pub(crate) fn health(&self) -> Health {
        self.health.get()
    }

    /// Everything was made anew.
    pub(crate) fn healed(&self) {
        self.health.set(Health::Fine);
    }

    /// Gives the backing store its size, which clears it.
    pub(crate) fn set_size(&self, size: Size) {
        self.canvas.set_size(size.backing);
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        for (event, listener) in self.listeners.drain(..) {
            let callback = listener.as_ref().unchecked_ref();
            // Fails only if it was never added.
            let _ = self
                .canvas
                .events()
                .remove_event_listener_with_callback(event, callback);
        }
        if let Context::WebGl2(gl) = &self.context {
            give_back(gl);
        }
    }
}

/// A browser allows few WebGL contexts, and collects those that are done with late.
fn give_back(gl: &WebGl2RenderingContext) {
    if let Ok(Some(extension)) = gl.get_extension("WEBGL_lose_context") {
        extension
            .unchecked_into::<web_sys::WebglLoseContext>()
            .lose_context();
    }
}

fn options() -> Result<Object, JsValue> {
    let options = Object::new();
    for name in ["antialias", "depth", "stencil"] {
        Reflect::set(&options, &name.into(), &false.into())?;
    }
    Reflect::set(&options, &"powerPreference".into(), &"low-power".into())?;
    Ok(options)
}

fn gives(canvas: &Canvas, kind: &str) -> bool {
    let Ok(Some(context)) = canvas.context(kind) else {
        return false;
    };
    if let Some(gl) = context.dyn_ref::<WebGl2RenderingContext>() {
        give_back(gl);
    }
    true
}

/// Tried on a throw-away canvas, since a canvas whose control was transferred can never be used itself again.
fn offscreen_can(kind: &str) -> bool {
    OffscreenCanvas::new(2, 2).is_ok_and(|canvas| gives(&Canvas::Offscreen(canvas), kind))
}

fn element_can(element: &HtmlCanvasElement, kind: &str) -> bool {
    let copy = element.clone_node();
    copy.is_ok_and(|copy| gives(&Canvas::Element(copy.unchecked_into()), kind))
}

fn no_renderer(kinds: &[&str]) -> JsValue {
    let names: Vec<_> = kinds
        .iter()
        .map(|kind| if *kind == "2d" { "Canvas 2D" } else { "WebGL2" })
        .collect();
    let text = format!(
        "this browser gives no drawing context: tried {}",
        names.join(" and ")
    );
    error::coded("no-renderer", &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_is_even_and_never_empty_or_too_large() {
        for css in [
            [0.0, 0.0],
            [1.0, 3.3],
            [333.3, 777.7],
            [40_000.0, 10.0],
            [f32::NAN, 5.0],
        ] {
            for ratio in [0.0, 0.33, 1.0, 1.25, 2.625, f32::INFINITY] {
                let size = Size::new(css, ratio);
                for side in size.backing {
                    assert!(side % 2 == 0 && (2..=8192).contains(&side), "{size:?}");
                }
            }
        }
    }
}
