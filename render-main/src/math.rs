//! Transcendental functions by the browser, which has them: as code of this module they were a tenth of it. Only the picture depends on
//! them, not the tank, so that they need not be the same to the last bit everywhere.

macro_rules! functions {
    ($($name:ident = $std:ident($($argument:ident),+);)+) => {
        $(
            pub(crate) fn $name($($argument: f32),+) -> f32 {
                #[cfg(target_arch = "wasm32")]
                return js_sys::Math::$name($(f64::from($argument)),+) as f32;
                #[cfg(not(target_arch = "wasm32"))]
                return f32::$std($($argument),+);
            }
        )+
    };
}

functions! {
    sin = sin(x);
    cos = cos(x);
    tan = tan(x);
    pow = powf(base, exponent);
    atan2 = atan2(y, x);
    hypot = hypot(x, y);
}
