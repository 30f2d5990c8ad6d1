//! Colours as the shaders take them.

use shared::config::Hsl;

/// Hue, saturation, lightness to red, green, blue, each 0 to 1 (sRGB; CSS Color 4, "Converting HSL Colors to sRGB").
pub(in crate::renderer) fn rgb(Hsl([hue, saturation, lightness]): Hsl) -> [f32; 3] {
    let (saturation, lightness) = (saturation / 100.0, lightness / 100.0);
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let k = (offset + hue / 30.0) % 12.0;
        lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_of_the_wheel() {
        for (hsl, expected) in [
            ([0.0, 100.0, 50.0], [1.0, 0.0, 0.0]),
            ([120.0, 100.0, 50.0], [0.0, 1.0, 0.0]),
            ([240.0, 100.0, 50.0], [0.0, 0.0, 1.0]),
            ([360.0, 100.0, 50.0], [1.0, 0.0, 0.0]),
            ([77.0, 0.0, 25.0], [0.25, 0.25, 0.25]),
            ([60.0, 100.0, 25.0], [0.5, 0.5, 0.0]),
        ] {
            let found = rgb(Hsl(hsl));
            for (a, b) in found.into_iter().zip(expected) {
                assert!((a - b).abs() < 1e-5, "{hsl:?}: {found:?}");
            }
        }
    }
}
