//! Throw-away canvases and the few methods of a 2D context that must not cost a string per picture.

use js_sys::{JsString, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{ImageData, OffscreenCanvas, OffscreenCanvasRenderingContext2d};

use crate::error;

pub(super) type Context2d = OffscreenCanvasRenderingContext2d;

#[wasm_bindgen]
extern "C" {
    /// A 2D context, for setters that take a string that JavaScript keeps.
    #[wasm_bindgen(extends = Object)]
    type Composer;
    #[wasm_bindgen(method, setter, js_name = globalCompositeOperation)]
    fn set_operation(this: &Composer, operation: &JsString);
}

/// The ways of laying paint over paint, as strings that were made once.
#[derive(Debug)]
pub(super) struct Operations {
    pub(super) over: JsString,
    pub(super) dodge: JsString,
    pub(super) add: JsString,
}

impl Operations {
    pub(super) fn new() -> Self {
        Self {
            over: "source-over".into(),
            dodge: "color-dodge".into(),
            add: "lighter".into(),
        }
    }
}

/// Lays what follows over what is there in this way.
pub(super) fn compose(context: &Context2d, operation: &JsString) {
    context.unchecked_ref::<Composer>().set_operation(operation);
}

/// A canvas that is never shown, with its context.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) canvas: OffscreenCanvas,
    pub(super) context: Context2d,
}

impl Sheet {
    /// Of so many pixels, at least one each way.
    pub(super) fn new(width: f64, height: f64) -> Result<Self, JsValue> {
        let [width, height] = [width, height].map(|side| side.ceil().max(1.0) as u32);
        let canvas = OffscreenCanvas::new(width, height)?;
        // Kept by the processor: many small shapes and pixels that are reckoned would only wait for the graphics card.
        let options = Object::new();
        Reflect::set(&options, &"willReadFrequently".into(), &true.into())?;
        let context = canvas
            .get_context_with_context_options("2d", &options)?
            .ok_or_else(|| error::coded("renderer", "no 2D context for a cache"))?
            .unchecked_into();
        Ok(Self { canvas, context })
    }

    /// From pixels: four bytes each, not premultiplied.
    pub(super) fn from_pixels([width, height]: [u32; 2], pixels: &[u8]) -> Result<Self, JsValue> {
        let sheet = Self::new(f64::from(width), f64::from(height))?;
        sheet.put([width, height], pixels, [0.0, 0.0])?;
        Ok(sheet)
    }

    /// Writes pixels into a rectangle of this size whose left upper corner is given.
    pub(super) fn put(
        &self,
        [width, height]: [u32; 2],
        pixels: &[u8],
        [x, y]: [f64; 2],
    ) -> Result<(), JsValue> {
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(pixels), width, height)?;
        self.context.put_image_data(&image, x, y)
    }
}

/// Draws a sheet into a rectangle of the current transform.
pub(super) fn stamp(
    on: &Context2d,
    sheet: &Sheet,
    [x, y, width, height]: [f64; 4],
) -> Result<(), JsValue> {
    on.draw_image_with_offscreen_canvas_and_dw_and_dh(&sheet.canvas, x, y, width, height)
}
