//! Colours of the configuration, and as renderers take them.

use shared::config::Hsl;

/// Hue, saturation, lightness to red, green, blue, each 0 to 1 (sRGB; CSS Color 4, "Converting HSL Colors to sRGB").
pub(crate) fn rgb(Hsl([hue, saturation, lightness]): Hsl) -> [f32; 3] {
    let (saturation, lightness) = (saturation / 100.0, lightness / 100.0);
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let k = (offset + hue / 30.0) % 12.0;
        lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)
    })
}

/// The way back: red, green, blue, each 0 to 1, to hue, saturation, lightness.
pub(crate) fn hsl(rgb: [f32; 3]) -> Hsl {
    let [red, green, blue] = rgb;
    let most = red.max(green).max(blue);
    let chroma = most - red.min(green).min(blue);
    let lightness = most - chroma * 0.5;
    if chroma <= 0.0 {
        return Hsl([0.0, 0.0, lightness * 100.0]);
    }
    let sextant = if most == red {
        (green - blue) / chroma
    } else if most == green {
        (blue - red) / chroma + 2.0
    } else {
        (red - green) / chroma + 4.0
    };
    let saturation = chroma / (1.0 - (2.0 * lightness - 1.0).abs());
    Hsl([
        (sextant * 60.0).rem_euclid(360.0),
        saturation * 100.0,
        lightness * 100.0,
    ])
}

/// Between two colours, as light mixes rather than as hues follow each other.
pub(crate) fn between(from: Hsl, to: Hsl, part: f32) -> Hsl {
    let (from, to) = (rgb(from), rgb(to));
    hsl(std::array::from_fn(|i| from[i] + (to[i] - from[i]) * part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for hue in [0.0, 37.0, 60.0, 123.0, 200.0, 299.0, 359.0] {
            for (saturation, lightness) in [(100.0, 50.0), (40.0, 10.0), (72.0, 88.0)] {
                let colour = [hue, saturation, lightness];
                let Hsl(back) = hsl(rgb(Hsl(colour)));
                for (a, b) in back.into_iter().zip(colour) {
                    assert!((a - b).abs() < 0.01, "{colour:?}: {back:?}");
                }
            }
        }
        assert_eq!(hsl([0.5; 3]), Hsl([0.0, 0.0, 50.0]));
    }

    #[test]
    fn half_way_from_blue_to_yellow_is_grey_and_not_green() {
        let Hsl([_, saturation, lightness]) =
            between(Hsl([240.0, 100.0, 50.0]), Hsl([60.0, 100.0, 50.0]), 0.5);
        assert!(saturation < 0.01 && (lightness - 50.0).abs() < 0.01);
    }

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
