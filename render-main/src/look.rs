//! What the renderer is told: the configuration, as plain as the governor wants it, and on its way from one theme to the
//! next.

use shared::config::{Config, Theme};

use crate::governor::Step;
use crate::renderer::colour::between;

/// A theme passes into another in this time, milliseconds.
const FADE_MS: f64 = 1000.0;
/// What is left of the softness of shadows where they are to be cheap.
const HARD: f32 = 0.4;

/// See the module.
#[derive(Debug)]
pub(crate) struct Look {
    /// As the host wants it.
    config: Config,
    step: Step,
    /// Where the way to the present theme began.
    from: Theme,
    began_ms: f64,
    shown: Config,
    /// The renderer has not heard of what is shown.
    news: bool,
}

impl Look {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            config: config.clone(),
            step: Step::Full,
            from: config.theme.clone(),
            began_ms: f64::NEG_INFINITY,
            shown: config.clone(),
            news: true,
        }
    }

    /// The host wants another configuration from this moment on.
    pub(crate) fn set_config(&mut self, config: &Config, now_ms: f64) {
        self.config = config.clone();
        self.set_off(now_ms);
    }

    /// The governor took a step.
    pub(crate) fn set_step(&mut self, step: Step, now_ms: f64) {
        self.step = step;
        self.set_off(now_ms);
    }

    /// Most device pixels per CSS pixel, on a screen that has so many.
    pub(crate) fn density(&self, ratio: f32) -> f32 {
        ratio.min(self.config.quality.max_dpr) * self.step.density()
    }

    /// What to draw with, whether new or not.
    pub(crate) fn shown(&self) -> &Config {
        &self.shown
    }

    /// What to draw with at this moment, if the renderer has not heard of it. `at_once` ends every way.
    pub(crate) fn news(&mut self, now_ms: f64, at_once: bool) -> Option<&Config> {
        if self.began_ms.is_finite() {
            let part = ((now_ms - self.began_ms) / FADE_MS).clamp(0.0, 1.0) as f32;
            let target = self.target();
            if at_once || part >= 1.0 {
                self.shown.theme = target;
                self.began_ms = f64::NEG_INFINITY;
            } else {
                // Slowly off and slowly there.
                let eased = part * part * (3.0 - 2.0 * part);
                self.shown.theme = mixed(&self.from, &target, eased);
            }
            self.news = true;
        }
        std::mem::take(&mut self.news).then_some(&self.shown)
    }

    fn set_off(&mut self, now_ms: f64) {
        let from = std::mem::replace(&mut self.shown, self.config.clone()).theme;
        let target = self.target();
        self.news = true;
        // There is no way from the side of a tank to its top, and none before the first picture.
        let fades = from.view == target.view && from != target && now_ms.is_finite();
        self.shown.theme = if fades { from.clone() } else { target };
        self.began_ms = if fades { now_ms } else { f64::NEG_INFINITY };
        self.from = from;
    }

    fn target(&self) -> Theme {
        let mut theme = self.config.theme.clone();
        if self.step >= Step::NoCaustics {
            theme.caustics.strength = 0.0;
        }
        if self.step >= Step::HardShadows {
            theme.shadow.softness *= HARD;
        }
        if self.step >= Step::Least {
            theme.light.shafts = 0.0;
            theme.water.motes = 0.0;
        }
        theme
    }
}

/// A theme between two others of the same view.
fn mixed(from: &Theme, to: &Theme, part: f32) -> Theme {
    let mut theme = to.clone();
    macro_rules! mix {
        ($with:expr; $($section:ident.$field:ident),+) => {
            $(theme.$section.$field = $with(from.$section.$field, to.$section.$field);)+
        };
    }
    let colour = |a, b| between(a, b, part);
    mix!(colour; water.top, water.deep, light.color, bottom.color);
    let number = |a: f32, b: f32| a + (b - a) * part;
    mix!(number; water.absorption, water.motes, water.opacity);
    mix!(number; light.strength, light.shafts, light.angle, bottom.texture, bottom.height);
    mix!(number; caustics.strength, caustics.scale, caustics.speed, shadow.opacity, shadow.softness);
    theme
}

#[cfg(test)]
mod tests {
    use shared::config::View;

    use super::*;

    fn dusk() -> Config {
        let mut config = Config::default();
        config.theme.water.top.0 = [20.0, 80.0, 40.0];
        config.theme.light.strength = 0.4;
        config.theme.bottom.height = 0.5;
        config
    }

    #[test]
    fn a_change_of_theme_flashes() {
        let mut look = Look::new(&Config::default());
        look.news(0.0, false);
        look.set_config(&dusk(), 0.0);
        let mut before = Config::default().theme;
        for frame in 0..=60 {
            let theme = look
                .news(f64::from(frame) * FADE_MS / 60.0, false)
                .unwrap()
                .theme
                .clone();
            let stride = (theme.light.strength - before.light.strength).abs();
            assert!(stride < 0.03, "{frame}: {stride}");
            assert!(
                theme.light.strength <= before.light.strength,
                "one way only"
            );
            before = theme;
        }
        assert_eq!(before, dusk().theme);
        assert!(look.news(2000.0, false).is_none(), "nothing new afterwards");
    }

    #[test]
    fn a_tank_that_stands_still_shows_the_new_theme_at_once() {
        let mut look = Look::new(&Config::default());
        look.set_config(&dusk(), 0.0);
        assert_eq!(look.news(0.0, true).unwrap().theme, dusk().theme);
    }

    #[test]
    fn another_view_and_other_species_are_there_at_once() {
        let mut look = Look::new(&Config::default());
        let mut pond = dusk();
        pond.theme.view = View::Above;
        pond.species[0].speed_scale = 0.9;
        look.set_config(&pond, 0.0);
        assert_eq!(look.news(1.0, false), Some(&pond));
        let mut early = Look::new(&Config::default());
        early.set_config(&dusk(), f64::NEG_INFINITY);
        assert_eq!(early.news(1.0, false), Some(&dusk()));
    }

    #[test]
    fn a_theme_may_change_again_on_the_way() {
        let mut look = Look::new(&Config::default());
        look.set_config(&dusk(), 0.0);
        let strength = |look: &mut Look, at| look.news(at, false).unwrap().theme.light.strength;
        let half = strength(&mut look, FADE_MS / 2.0);
        look.set_config(&Config::default(), FADE_MS / 2.0);
        assert_eq!(strength(&mut look, FADE_MS / 2.0), half);
        let whole = Config::default().theme.light.strength;
        assert_eq!(strength(&mut look, FADE_MS * 2.0), whole);
    }

    #[test]
    fn frame_rate_halves_on_a_dense_display() {
        let look = Look::new(&Config::default());
        assert_eq!(
            [1.0, 1.5, 3.0].map(|ratio| look.density(ratio)),
            [1.0, 1.5, 2.0]
        );
    }

    #[test]
    fn each_step_gives_up_something() {
        let mut look = Look::new(&Config::default());
        look.set_step(Step::Least, 0.0);
        let plain = look.news(0.0, true).unwrap().theme.clone();
        assert_eq!((plain.caustics.strength, plain.light.shafts), (0.0, 0.0));
        assert!(plain.shadow.softness < Config::default().theme.shadow.softness);
        assert_eq!(look.density(3.0), 1.0);
        look.set_step(Step::Full, 0.0);
        assert_eq!(look.news(0.0, true).unwrap().theme, Config::default().theme);
    }
}
