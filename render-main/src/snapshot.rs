//! What the page's script may see of the newest frame: copies for `snapshot()`, and views for the overlays.

use js_sys::{Float32Array, Int32Array, Object, Uint8Array};
use shared::STEP;
use shared::layout::{FISH_FLOATS, FishFrame, FishLook, LOOK_FLOATS};
use wasm_bindgen::JsValue;

use crate::math;
use crate::object::object;
use crate::renderer::Frame;

/// `{ step, time, hash, width, height, count, x, y, heading, state, species }`, as the public interface has it.
pub(crate) fn snapshot(frame: &Frame<'_>) -> Result<Object, JsValue> {
    let header = frame.header;
    let count = header.fish;
    let fish = copied(frame.fish, count, FISH_FLOATS);
    let looks = copied(frame.looks, count, LOOK_FLOATS);
    let fish: &[FishFrame] = bytemuck::cast_slice(&fish);
    let looks: &[FishLook] = bytemuck::cast_slice(&looks);
    let column = |of: fn(&FishFrame) -> f32| {
        Float32Array::from(fish.iter().map(of).collect::<Vec<_>>().as_slice())
    };
    let bytes = |values: Vec<u8>| Uint8Array::from(values.as_slice());
    let hash = if header.hash_valid == 1 {
        let digit = |place| char::from_digit((header.hash >> (4 * place)) as u32 & 15, 16);
        (0..16).rev().filter_map(digit).collect()
    } else {
        String::new()
    };

    let heading = |fish: &FishFrame| math::atan2(fish.heading[1], fish.heading[0]);
    object(&[
        ("step", (header.step as f64).into()),
        ("time", (header.step as f64 * f64::from(STEP)).into()),
        ("hash", hash.into()),
        ("width", header.width.into()),
        ("height", header.height.into()),
        ("count", count.into()),
        ("x", column(|fish| fish.position[0]).into()),
        ("y", column(|fish| fish.position[1]).into()),
        ("heading", column(heading).into()),
        (
            "state",
            bytes(fish.iter().map(|fish| fish.state as u8).collect()).into(),
        ),
        (
            "species",
            bytes(looks.iter().map(|look| look.species as u8).collect()).into(),
        ),
    ])
}

/// `{ step, width, height, count, alpha, perception, fish, cell, columns, rows, head, next }` for the overlays. `fish` is the slot itself,
/// `FishFrame` × capacity, and holds until the next frame is taken; `head` and `next` are null where there is no live grid.
pub(crate) fn inspection(
    frame: &Frame<'_>,
    alpha: f32,
    perception: f32,
    grid: Option<[Int32Array; 2]>,
) -> Result<Object, JsValue> {
    let header = frame.header;
    let [head, next] = grid.map_or([JsValue::NULL; 2], |arrays| arrays.map(JsValue::from));
    let cell = Float32Array::from(header.cell.as_slice());
    object(&[
        ("step", (header.step as f64).into()),
        ("width", header.width.into()),
        ("height", header.height.into()),
        ("count", header.fish.into()),
        ("alpha", alpha.into()),
        ("perception", perception.into()),
        ("fish", frame.fish.into()),
        ("cell", cell.into()),
        ("columns", header.grid_columns.into()),
        ("rows", header.grid_rows.into()),
        ("head", head),
        ("next", next),
    ])
}

fn copied(view: &Float32Array, count: u32, unit: usize) -> Vec<f32> {
    view.subarray(0, count * unit as u32).to_vec()
}
