//! Numbers of 32 bits through JSON and back.

/// The number with the shortest decimal form that comes back as the same 32 bits, even from a reader that errs in the last of
/// its 64: 0.9 and not 0.8999999761581421. `number` must be finite.
#[must_use]
pub fn short(number: f32) -> f64 {
    let same = |near: f64| (near as f32).to_bits() == number.to_bits();
    match number.to_string().parse::<f64>() {
        Ok(short) if [short.next_down(), short, short.next_up()].map(same) == [true; 3] => short,
        _ => f64::from(number),
    }
}
