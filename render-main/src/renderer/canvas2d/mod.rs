//! The same tank by Canvas 2D, for browsers that have no WebGL2: everything that is costly is painted once.

mod atlas;
mod basin;
mod canvas;
mod figure;
mod fish;
mod hide;
mod light;
mod marks;
mod palette;
mod room;
mod shoal;
mod tile;

use shared::config::Config;
use wasm_bindgen::JsValue;

use self::atlas::Atlas;
use self::basin::Basin;
use self::canvas::{Context2d, Operations, Sheet, stamp};
use self::light::{Glints, Light};
use self::marks::Marks;
use self::room::Room;
use self::shoal::{Scope, Shoal};
use self::tile::Tile;
use super::{Frame, Moment, Renderer};
use crate::profile;

/// The basin is reckoned on at most so many pixels; a larger picture shows it enlarged.
const MOST_BASIN_PIXELS: f32 = 230_000.0;
/// One theme's basin passes into another's in this time, milliseconds.
const FADE_MS: f64 = 1000.0;

/// What was painted for one size and one configuration.
struct Paintings {
    basin: Sheet,
    light: Light,
}

/// The basin of the theme before, while the present one comes up from under it.
struct Leaving {
    basin: Sheet,
    began_ms: Option<f64>,
}

impl Leaving {
    /// What is left of it: 1 at first, 0 when it is gone. The picture that was kept waiting by new paintings does not count.
    fn opacity(&mut self, now_ms: f64, painted: bool) -> f64 {
        if painted {
            return 1.0;
        }
        let began_ms = *self.began_ms.get_or_insert(now_ms);
        let part = ((now_ms - began_ms) / FADE_MS).clamp(0.0, 1.0);
        1.0 - part * part * (3.0 - 2.0 * part)
    }
}

/// What was painted for one configuration, `pixels` to the world unit.
struct Figures {
    pixels: f32,
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
    figures: Option<Figures>,
    leaving: Option<Leaving>,
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
            figures: None,
            leaving: None,
        }
    }

    /// The tank that the surface has room for.
    fn room(&self) -> Room {
        let size = self.css.map(|side| side / self.config.world.scale);
        Room::new(&self.config, size)
    }

    /// Device pixels per world unit.
    fn pixels(&self) -> f32 {
        self.backing[0] as f32 / self.css[0] * self.config.world.scale
    }

    fn paint(&self) -> Result<Paintings, JsValue> {
        let [width, height] = self.backing.map(|side| side as f32);
        let shrink = (MOST_BASIN_PIXELS / (width * height)).sqrt().min(1.0);
        let size = [width, height].map(|side| ((side * shrink).ceil() as u32).max(1));
        let basin = Basin {
            theme: &self.config.theme,
            tile: &self.tile,
            caustics: light::strength(&self.config),
            room: self.room(),
        };
        Ok(Paintings {
            basin: Sheet::from_pixels(size, &basin.pixels(size))?,
            light: Light::new(&self.config, self.css)?,
        })
    }

    fn sketch(&self) -> Result<Figures, JsValue> {
        let (theme, pixels) = (&self.config.theme, self.pixels());
        let species = self.config.species.iter();
        Ok(Figures {
            pixels,
            atlases: species
                .map(|species| Atlas::paint(species, theme, &self.tile, pixels))
                .collect::<Result<_, _>>()?,
            marks: Marks::paint(&self.config)?,
        })
    }

    fn scope(&self, frame: &Frame<'_>, alpha: f32) -> Scope {
        let [width, height] = [frame.header.width, frame.header.height];
        let room = if width > 0.0 && height > 0.0 {
            Room::new(&self.config, [width, height])
        } else {
            self.room()
        };
        Scope {
            pixels: std::array::from_fn(|i| self.backing[i] as f32 / room.size[i]),
            room,
            alpha,
        }
    }

    fn compose(
        &self,
        paintings: &mut Paintings,
        figures: &Figures,
        leaving: Option<(&Sheet, f64)>,
        frame: &Frame<'_>,
        moment: &Moment<'_>,
    ) -> Result<(), JsValue> {
        let (on, config, quality) = (&self.on, &self.config, &self.config.quality);
        let (scope, marks) = (self.scope(frame, moment.alpha), &figures.marks);
        let pellets = frame.header.pellets;
        let [width, height] = self.backing.map(f64::from);
        on.set_transform(width, 0.0, 0.0, height, 0.0, 0.0)?;
        on.clear_rect(0.0, 0.0, 1.0, 1.0);
        stamp(on, &paintings.basin, [0.0, 0.0, 1.0, 1.0])?;
        if let Some((basin, opacity)) = leaving {
            on.set_global_alpha(opacity);
            stamp(on, basin, [0.0, 0.0, 1.0, 1.0])?;
            on.set_global_alpha(1.0);
        }
        let (operations, room) = (&self.operations, self.room());
        paintings
            .light
            .draw(on, operations, config, &self.tile, &room, moment.seconds)?;
        if quality.shadows && config.theme.shadow.opacity > 0.0 {
            self.shoal
                .shadows(on, config, &marks.shadow, scope, pellets)?;
        }
        if quality.motes {
            marks.motes(on, config, scope, moment.seconds)?;
        }
        let glints = Glints::new(operations, config, &self.tile, moment.seconds);
        self.shoal
            .fish(on, config, &figures.atlases, &glints, scope)?;
        self.shoal.pellets(on, &marks.crumb, scope, pellets)?;
        if quality.ripples {
            marks.touches(on, moment.touches, scope)?;
        }
        Ok(())
    }
}

impl Renderer for Canvas2d {
    fn name(&self) -> &'static str {
        "canvas2d"
    }

    fn resize(&mut self, backing: [u32; 2], css: [f32; 2]) {
        (self.backing, self.css) = (backing, css);
        (self.paintings, self.leaving) = (None, None);
        let pixels = self.pixels();
        self.figures.take_if(|figures| figures.pixels != pixels);
    }

    fn configure(&mut self, config: &Config) {
        let same = config.theme == self.config.theme
            && config.quality == self.config.quality
            && config.species == self.config.species
            && config.world.scale == self.config.world.scale
            && config.world.boundary == self.config.world.boundary;
        if !same {
            let before = self.paintings.take();
            // There is no way from the side of a tank to its top.
            let before = before.filter(|_| config.theme.view == self.config.theme.view);
            self.leaving = before.map(|Paintings { basin, .. }| Leaving {
                basin,
                began_ms: None,
            });
            self.figures = None;
        }
        self.config = config.clone();
    }

    fn follows_a_fade(&self) -> bool {
        false
    }

    fn draw(&mut self, frame: &Frame<'_>, moment: &Moment<'_>) -> Result<(), JsValue> {
        let painted = self.paintings.is_none();
        let mut paintings = match self.paintings.take() {
            Some(paintings) => paintings,
            None => self.paint()?,
        };
        let figures = match self.figures.take() {
            Some(figures) => figures,
            None => self.sketch()?,
        };
        {
            let _span = profile::span("render:upload");
            self.shoal.take(frame);
        }
        let mut leaving = self.leaving.take();
        let still = frame.header.paused == 1;
        leaving.take_if(|leaving| still || leaving.opacity(moment.now_ms, painted) <= 0.0);
        let faint = leaving.as_mut().map(|leaving| {
            let opacity = leaving.opacity(moment.now_ms, painted);
            (&leaving.basin, opacity)
        });
        let result = self.compose(&mut paintings, &figures, faint, frame, moment);
        self.leaving = leaving;
        (self.paintings, self.figures) = (Some(paintings), Some(figures));
        result
    }
}
