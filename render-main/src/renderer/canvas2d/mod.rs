//! The same tank by Canvas 2D, for browsers that have no WebGL2: everything that is costly is painted once.

mod atlas;
mod basin;
mod body;
mod canvas;
#[path = "../webgl2/colour.rs"]
mod colour;
mod light;
mod marks;
mod painter;
mod palette;
mod shoal;
#[path = "../webgl2/species.rs"]
mod species;
mod tile;

use shared::config::Config;
use wasm_bindgen::JsValue;

use self::atlas::Atlas;
use self::basin::Basin;
use self::canvas::{Context2d, Operations, Sheet, stamp};
use self::light::Light;
use self::marks::Marks;
use self::shoal::{Scope, Shoal};
use self::tile::Tile;
use super::{Frame, Moment, Renderer};

/// The basin is reckoned on at most so many pixels; a larger picture shows it enlarged.
const MOST_BASIN_PIXELS: f32 = 230_000.0;

/// What was painted for one size and one configuration.
struct Paintings {
    basin: Sheet,
    light: Light,
    atlases: Vec<Atlas>,
    marks: Marks,
}

/// See the module.
pub struct Canvas2d {
    on: Context2d,
    config: Config,
    operations: Operations,
    tile: Tile,
    shoal: Shoal,
    backing: [u32; 2],
    css: [f32; 2],
    /// Nothing until the next picture needs it.
    paintings: Option<Paintings>,
}

impl Canvas2d {
    /// Draws on this context, of an `OffscreenCanvas` or of an element: both have the same methods.
    #[must_use]
    pub fn new(on: web_sys::OffscreenCanvasRenderingContext2d, config: &Config) -> Self {
        Self {
            on,
            config: config.clone(),
            operations: Operations::new(),
            tile: Tile::new(),
            shoal: Shoal::new(),
            backing: [2, 2],
            css: [2.0, 2.0],
            paintings: None,
        }
    }

    fn paint(&self) -> Result<Paintings, JsValue> {
        let theme = &self.config.theme;
        let [width, height] = self.backing.map(|side| side as f32);
        let shrink = (MOST_BASIN_PIXELS / (width * height)).sqrt().min(1.0);
        let size = [width, height].map(|side| ((side * shrink).ceil() as u32).max(1));
        let basin = Basin {
            theme,
            tile: &self.tile,
            caustics: light::strength(&self.config),
            tank: self.css.map(|side| side / self.config.world.scale),
        };
        let pixels = self.pixels();
        let atlases = self.config.species.iter();
        Ok(Paintings {
            basin: Sheet::from_pixels(size, &basin.pixels(size))?,
            light: Light::new(&self.config, self.css)?,
            atlases: atlases
                .map(|species| Atlas::paint(species, theme, pixels))
                .collect::<Result<_, _>>()?,
            marks: Marks::paint(&self.config)?,
        })
    }

    /// Device pixels per world unit.
    fn pixels(&self) -> f32 {
        self.backing[0] as f32 / self.css[0] * self.config.world.scale
    }
}

impl Renderer for Canvas2d {
    fn name(&self) -> &'static str {
        "canvas2d"
    }

    fn resize(&mut self, backing: [u32; 2], css: [f32; 2]) {
        (self.backing, self.css) = (backing, css);
        self.paintings = None;
    }

    fn configure(&mut self, config: &Config) {
        let same = config.theme == self.config.theme
            && config.quality == self.config.quality
            && config.species == self.config.species
            && config.world.scale == self.config.world.scale;
        if !same {
            self.paintings = None;
        }
        self.config = config.clone();
    }

    fn draw(&mut self, frame: &Frame<'_>, moment: &Moment<'_>) -> Result<(), JsValue> {
        let mut paintings = match self.paintings.take() {
            Some(paintings) => paintings,
            None => self.paint()?,
        };
        self.shoal.take(frame);
        let result = self.compose(&mut paintings, frame, moment);
        self.paintings = Some(paintings);
        result
    }
}

impl Canvas2d {
    fn compose(
        &self,
        paintings: &mut Paintings,
        frame: &Frame<'_>,
        moment: &Moment<'_>,
    ) -> Result<(), JsValue> {
        let (on, config, quality) = (&self.on, &self.config, &self.config.quality);
        let scope = Scope {
            pixels: self.pixels(),
            tank: self.css.map(|side| side / config.world.scale),
            alpha: moment.alpha,
        };
        let pellets = frame.header.pellets;
        let [width, height] = self.backing.map(f64::from);
        on.set_transform(width, 0.0, 0.0, height, 0.0, 0.0)?;
        on.clear_rect(0.0, 0.0, 1.0, 1.0);
        stamp(on, &paintings.basin, [0.0, 0.0, 1.0, 1.0])?;
        paintings.light.draw(
            on,
            &self.operations,
            config,
            &self.tile,
            scope.tank,
            moment.seconds,
        )?;
        let marks = &paintings.marks;
        if quality.shadows && config.theme.shadow.opacity > 0.0 {
            self.shoal
                .shadows(on, config, &marks.shadow, scope, pellets)?;
        }
        self.shoal.pellets(on, &marks.crumb, scope, pellets)?;
        self.shoal.fish(on, config, &paintings.atlases, scope)?;
        if quality.motes {
            marks.motes(on, config, scope, moment.seconds)?;
        }
        if quality.ripples {
            marks.touches(on, moment.touches, scope)?;
        }
        Ok(())
    }
}
