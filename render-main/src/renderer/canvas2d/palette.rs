//! Colours as light: three channels, 0 to 1.

use shared::config::Theme;

pub(super) use crate::renderer::colour::rgb;

/// Red, green, blue, 0 to 1.
pub(super) type Rgb = [f32; 3];

/// As CSS writes it.
pub(super) fn css(colour: Rgb, alpha: f32) -> String {
    let [r, g, b] = colour.map(|v| (v.clamp(0.0, 1.0) * 255.0).round());
    format!("rgb({r} {g} {b} / {:.3})", alpha.clamp(0.0, 1.0))
}

pub(super) fn mix(a: Rgb, b: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * part)
}

pub(super) fn scaled(a: Rgb, by: f32) -> Rgb {
    a.map(|v| v * by)
}

pub(super) fn added(a: Rgb, light: Rgb, share: f32) -> Rgb {
    std::array::from_fn(|i| a[i] + light[i] * share)
}

pub(super) fn times(a: Rgb, b: Rgb) -> Rgb {
    std::array::from_fn(|i| a[i] * b[i])
}

/// Turned about the grey axis by so many degrees, and lighter by so many percent points.
pub(super) fn shifted([r, g, b]: Rgb, degrees: f32, lighter: f32) -> Rgb {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let grey = (r + g + b) / 3.0 * (1.0 - cos);
    let third = 1.0 / 3.0_f32.sqrt();
    let cross = [b - g, r - b, g - r].map(|v| v * third);
    let turned = [
        r * cos + cross[0] * sin,
        g * cos + cross[1] * sin,
        b * cos + cross[2] * sin,
    ];
    turned.map(|v| (v + grey + lighter / 100.0).clamp(0.0, 1.0))
}

/// Hermite step, as shading languages have it; falls if `from` is above `to`.
pub(super) fn smoothstep(from: f32, to: f32, value: f32) -> f32 {
    let t = ((value - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// The water's own colour at a height, 0 the surface to 1 the lower edge. Mixed as light, not as codes: the middle
/// stays clear instead of grey.
pub(super) fn water_at(theme: &Theme, height: f32) -> Rgb {
    let v = height.clamp(0.0, 1.0);
    let [top, deep] = [theme.water.top, theme.water.deep].map(|hsl| rgb(hsl).map(|c| c * c));
    mix(top, deep, v * (1.75 - 0.75 * v)).map(f32::sqrt)
}

/// What of each channel is left after so much water: Beer–Lambert, red goes first.
pub(super) fn transmitted(theme: &Theme, distance: f32) -> Rgb {
    [1.25, 0.34, 0.16].map(|rate: f32| (-theme.water.absorption * distance * rate).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_written_as_css_reads_it() {
        assert_eq!(css([1.0, 0.5, 2.0], 0.5), "rgb(255 128 255 / 0.500)");
    }

    #[test]
    fn a_third_of_the_wheel_turns_red_to_green() {
        let [r, g, b] = shifted([0.8, 0.2, 0.2], 120.0, 0.0);
        assert!((r - 0.2).abs() < 1e-3 && (g - 0.8).abs() < 1e-3 && (b - 0.2).abs() < 1e-3);
    }

    #[test]
    fn water_takes_red_first() {
        let [r, g, b] = transmitted(&Theme::default(), 1.0);
        assert!(r < g && g < b && b < 1.0);
    }
}
