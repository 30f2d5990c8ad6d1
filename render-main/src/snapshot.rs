//! `snapshot()`: copies of the newest frame for the page's script.

use js_sys::{Float32Array, Object, Reflect, Uint8Array};
use shared::STEP;
use shared::layout::{FISH_FLOATS, FishFrame, FishLook, LOOK_FLOATS};
use wasm_bindgen::JsValue;

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
        format!("{:016x}", header.hash)
    } else {
        String::new()
    };

    let out = Object::new();
    let set = |name: &str, value: JsValue| Reflect::set(&out, &name.into(), &value).map(drop);
    set("step", (header.step as f64).into())?;
    set("time", (header.step as f64 * f64::from(STEP)).into())?;
    set("hash", hash.into())?;
    set("width", header.width.into())?;
    set("height", header.height.into())?;
    set("count", count.into())?;
    set("x", column(|fish| fish.position[0]).into())?;
    set("y", column(|fish| fish.position[1]).into())?;
    set(
        "heading",
        column(|fish| fish.heading[1].atan2(fish.heading[0])).into(),
    )?;
    set(
        "state",
        bytes(fish.iter().map(|fish| fish.state as u8).collect()).into(),
    )?;
    set(
        "species",
        bytes(looks.iter().map(|look| look.species as u8).collect()).into(),
    )?;
    Ok(out)
}

fn copied(view: &Float32Array, count: u32, unit: usize) -> Vec<f32> {
    view.subarray(0, count * unit as u32).to_vec()
}
