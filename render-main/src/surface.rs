//! The canvas, the context that it can give, and its size.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, EventTarget, HtmlCanvasElement, OffscreenCanvas, WebGl2RenderingContext};

use crate::error;
use crate::renderer::CANVAS2D;

/// Widest and highest backing store, device pixels: what every WebGL2 that is still around can do.
const LARGEST: f32 = 8192.0;

/// The kind of context that this build draws with.
const KIND: &str = if CANVAS2D { "2d" } else { "webgl2" };
/// What browsers call its loss and its return.
const LOST: &str = if CANVAS2D {
    "contextlost"
} else {
    "webglcontextlost"
};
const RESTORED: &str = if CANVAS2D {
    "contextrestored"
} else {
    "webglcontextrestored"
};

#[derive(Debug)]
enum Canvas {
    Offscreen(OffscreenCanvas),
    Element(HtmlCanvasElement),
}

impl Canvas {
    fn context(&self) -> Result<Option<Object>, JsValue> {
        let options = options()?;
        match self {
            Self::Offscreen(canvas) => canvas.get_context_with_context_options(KIND, &options),
            Self::Element(canvas) => canvas.get_context_with_context_options(KIND, &options),
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
    /// For Canvas 2D of either kind of canvas: both have the same methods.
    context: Object,
    health: Rc<Cell<Health>>,
    listeners: Vec<(&'static str, Listener)>,
}

impl Surface {
    /// Takes the canvas for good: by the control that it gives away, if that is to be `offscreen`, else as it is. Which of the two can
    /// have the context, only trying tells. `on_loss` is called whenever the context is lost.
    ///
    /// # Errors
    /// Code `no-renderer` if the context cannot be had so, `canvas-in-use` if the canvas was taken before.
    pub(crate) fn new(
        element: HtmlCanvasElement,
        offscreen: bool,
        on_loss: impl Fn() + 'static,
    ) -> Result<Self, JsValue> {
        let canvas = if offscreen {
            let control = element.transfer_control_to_offscreen();
            Canvas::Offscreen(control.map_err(|thrown| {
                // Transferred before, or a context taken: the page must bring a fresh canvas.
                let text = ["this canvas is in use already: ", &error::message(&thrown)].concat();
                error::coded("canvas-in-use", &text)
            })?)
        } else {
            Canvas::Element(element)
        };
        let context = canvas.context()?.ok_or_else(no_renderer)?;
        let mut surface = Self {
            canvas,
            context,
            health: Rc::default(),
            listeners: Vec::new(),
        };
        let health = Rc::clone(&surface.health);
        surface.watch(LOST, move |event| {
            // Without this the browser would never give a WebGL context back.
            event.prevent_default();
            health.set(Health::Lost);
            on_loss();
        })?;
        let health = Rc::clone(&surface.health);
        surface.watch(RESTORED, move |_| health.set(Health::Restored))?;
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
    pub(crate) fn context(&self) -> &Object {
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
        if !CANVAS2D {
            give_back(self.context.unchecked_ref());
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

fn no_renderer() -> JsValue {
    let name = if CANVAS2D { "Canvas 2D" } else { "WebGL2" };
    error::coded("no-renderer", &["this browser gives no ", name].concat())
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
