//! The stage: what the page's script holds in its hand.

mod hands;

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, ArrayBuffer, Object, SharedArrayBuffer, Uint32Array, WebAssembly};
use shared::STEP_MS;
use shared::config::Config;
use shared::event::Stamped;
use shared::layout::FrameHeader;
use shared::ring::RECORD_WORDS;
use shared::words::JsWords;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlCanvasElement;

use crate::gesture::Gestures;
use crate::governor::{Change, Governor};
use crate::input::Input;
use crate::look::Look;
use crate::notices::Notices;
use crate::renderer::{self, Moment, Renderer};
use crate::source::Source;
use crate::stats::{Circumstances, Timings, quality_change, stats};
use crate::surface::{Health, Size, Surface};
use crate::touches::Touches;
use crate::{error, notices, profile, snapshot};

/// Beyond the newest step by so much at most: a little lateness is glossed over, a stall is not invented away.
const MOST_ALPHA: f64 = 1.15;
/// The water's clock never jumps by more, seconds.
const LONGEST_TICK: f64 = 0.1;

/// What an event does on this side: it travels to the tank and leaves a trace on the water.
struct Outbox {
    input: Input<JsWords>,
    touches: Touches,
    config: Config,
}

impl Outbox {
    fn send(&mut self, stamped: Stamped, now_ms: f64) {
        self.touches.leave(stamped.event, &self.config, now_ms);
        self.input.send(stamped);
    }
}

/// The renderer, unless its context is lost: then everything that it made is gone, and so is it.
type Slot = Rc<RefCell<Option<Box<dyn Renderer>>>>;

/// Draws the tank on a canvas and hears the fingers on it.
#[wasm_bindgen]
pub struct Stage {
    surface: Surface,
    renderer: Slot,
    renderer_name: &'static str,
    size: Size,
    ratio: f32,
    source: Source,
    outbox: Outbox,
    notices: Notices,
    gestures: Gestures,
    timings: Timings,
    governor: Governor,
    /// Of the governor, until the page's script takes it.
    change: Option<Change>,
    look: Look,
    seconds: f64,
    last_ms: f64,
}

#[wasm_bindgen]
impl Stage {
    /// Takes a fresh canvas for good, for an element of this size in CSS pixels and a screen of this ratio, by the control that it gives away if that is to be `offscreen`.
    ///
    /// # Errors
    /// Code `version` (the configuration was written by another build), `no-renderer`, `canvas-in-use`, or `renderer` if a context was had but could
    /// not be set up; the canvas is used up then, and another renderer needs a fresh one.
    #[wasm_bindgen(constructor)]
    pub fn new(
        canvas: HtmlCanvasElement,
        config: &[f64],
        offscreen: bool,
        css_width: f32,
        css_height: f32,
        device_pixel_ratio: f32,
    ) -> Result<Stage, JsValue> {
        let config = received(config)?;
        let slot = Slot::default();
        let lost = Rc::clone(&slot);
        let surface = Surface::new(canvas, offscreen, move || drop(lost.take()))?;
        let look = Look::new(&config);
        let size = Size::new([css_width, css_height], look.density(device_pixel_ratio));
        // Before the programs are made: browsers that are given another size then wait until the driver has finished them.
        surface.set_size(size);
        let mut stage = Self {
            surface,
            renderer: slot,
            renderer_name: "",
            size,
            ratio: device_pixel_ratio,
            source: Source::new(config.capacity()),
            gestures: Gestures::new(&config),
            notices: Notices::default(),
            governor: Governor::new(config.quality.governor),
            change: None,
            look,
            outbox: Outbox {
                input: Input::default(),
                touches: Touches::default(),
                config,
            },
            timings: Timings::default(),
            seconds: 0.0,
            last_ms: f64::NEG_INFINITY,
        };
        stage.build()?;
        Ok(stage)
    }

    /// Reads frames from the engine's shared memory, whose map is at byte `header`, and writes input there.
    ///
    /// # Errors
    /// Code `memory` if there is no tank of this version at that place.
    pub fn attach_memory(
        &mut self,
        buffer: &SharedArrayBuffer,
        header: u32,
    ) -> Result<(), JsValue> {
        let lines = self.source.attach_memory(buffer, header)?;
        self.outbox.input.connect(lines.input);
        self.notices.connect(lines.board);
        Ok(())
    }

    /// The worker is lost: the picture stays, and input waits for the next one. Returns a copy of the slot that was published
    /// last, as words, for the next worker to go on from; nothing if there never was one.
    pub fn detach(&mut self) -> Option<Uint32Array> {
        self.source.acquire();
        self.outbox.input.disconnect();
        self.notices.disconnect();
        self.source.any().then(|| self.source.copy())
    }

    /// What the worker told since the last call: a list of `{ type, ... }`, oldest first; nothing if there is nothing to tell.
    ///
    /// # Errors
    /// If the browser cannot make the objects.
    pub fn take_notices(&mut self) -> Result<Option<Array>, JsValue> {
        let scale = self.scale();
        self.notices.take(scale).transpose()
    }

    /// The same for records that were posted, eight words each; `lost` is how many were written over before they could be.
    ///
    /// # Errors
    /// As `take_notices`.
    pub fn read_notices(&mut self, records: &[u32], lost: f64) -> Result<Array, JsValue> {
        self.notices.count_lost(lost as u64);
        notices::posted(records, self.scale())
    }

    /// Takes a posted frame; returns the buffer that it replaces, to be used again.
    ///
    /// # Errors
    /// Code `frame` if the buffer is no slot of this tank.
    pub fn attach_frame(&mut self, buffer: ArrayBuffer) -> Result<Option<ArrayBuffer>, JsValue> {
        self.source.attach_frame(buffer)
    }

    /// Records that wait to be posted, eight words each; nothing if none do, or if they travel by shared memory.
    pub fn take_input(&mut self) -> Option<Uint32Array> {
        let input = &mut self.outbox.input;
        if input.connected() || input.waiting() == 0 {
            return None;
        }
        let words: Vec<u32> = input.take().flatten().collect();
        debug_assert_eq!(words.len() % RECORD_WORDS, 0);
        Some(Uint32Array::from(words.as_slice()))
    }

    /// The element has a new size in CSS pixels, or the screen another ratio. Draws at once, so that nobody sees the
    /// cleared canvas.
    pub fn resize(&mut self, css_width: f32, css_height: f32, device_pixel_ratio: f32) {
        self.ratio = device_pixel_ratio;
        self.fit([css_width, css_height]);
    }

    /// Draws the newest frame as it is at this moment (milliseconds since the epoch). Allocates nothing.
    ///
    /// # Errors
    /// What the browser complained about; the next call tries again.
    pub fn draw(&mut self, now_ms: f64) -> Result<(), JsValue> {
        let started = profile::now();
        let outbox = &mut self.outbox;
        self.gestures
            .poll(now_ms, &mut |stamped| outbox.send(stamped, now_ms));
        outbox.input.flush();
        {
            let _span = profile::span("render:acquire");
            self.source.acquire();
        }
        self.gestures.set_scale(self.scale());
        let outbox = &mut self.outbox;
        let header = *self.source.frame().header;
        outbox.touches.call(header.call, &outbox.config, now_ms);
        let tick = ((now_ms - self.last_ms) / 1000.0).clamp(0.0, LONGEST_TICK);
        if header.paused == 0 && self.source.any() {
            self.seconds += tick;
        }
        self.last_ms = now_ms;
        self.paint(now_ms)?;
        let render_ms = profile::now() - started;
        self.timings.record(now_ms, render_ms);
        if header.paused == 0 {
            let change = self.governor.frame(now_ms, render_ms);
            self.follow(change);
        }
        Ok(())
    }

    /// Takes another configuration, whole.
    ///
    /// # Errors
    /// Code `version`, if it was written by another build; nothing changes then.
    pub fn set_config(&mut self, config: &[f64]) -> Result<(), JsValue> {
        let config = received(config)?;
        self.gestures.configure(&config);
        self.look.set_config(&config, self.last_ms);
        let change = self.governor.enable(config.quality.governor);
        self.outbox.config = config;
        self.follow(change);
        self.fit(self.size.css);
        Ok(())
    }

    /// What the governor did since this was last asked: `{ from, to, reason, frameMs, drawMs }`; mostly nothing.
    ///
    /// # Errors
    /// None in practice: the object is made of plain numbers and words.
    pub fn take_quality_change(&mut self) -> Result<Option<Object>, JsValue> {
        let change = self.change.take();
        change.as_ref().map(quality_change).transpose()
    }

    /// The numbers that this thread knows of `stats()`, in the order of [`Stats::numbers`](crate::stats::Stats::numbers).
    pub fn stats(&mut self) -> Vec<f64> {
        self.source.acquire();
        let own: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
        let own: ArrayBuffer = own.buffer().unchecked_into();
        let around = Circumstances {
            dpr: self.size.dpr,
            dropped_inputs: self.outbox.input.dropped(),
            dropped_notices: self.notices.lost(),
            memory_bytes: self.source.memory_bytes() + f64::from(own.byte_length()),
        };
        let header = self.source.frame().header;
        stats(header, &mut self.timings, around, self.last_ms).numbers()
    }

    /// Copies of the newest frame, as `snapshot()` of the public interface has them; nothing before the first frame.
    ///
    /// # Errors
    /// If the browser cannot make the arrays.
    pub fn snapshot(&mut self) -> Result<Option<Object>, JsValue> {
        self.source.acquire();
        if !self.source.any() {
            return Ok(None);
        }
        snapshot::snapshot(&self.source.frame()).map(Some)
    }

    /// What the overlays draw of the frame that was drawn last, as it is at this moment; nothing before the first frame.
    ///
    /// # Errors
    /// If the browser cannot make the object.
    pub fn inspect(&self, now_ms: f64) -> Result<Option<Object>, JsValue> {
        if !self.source.any() {
            return Ok(None);
        }
        let frame = self.source.frame();
        let (alpha, grid) = (alpha(frame.header, now_ms), self.source.grid());
        let perception = self.outbox.config.boids.perception;
        snapshot::inspection(&frame, alpha, perception, grid).map(Some)
    }

    /// What is drawn on: the control that the canvas gave away, or the canvas itself.
    pub fn surface(&self) -> JsValue {
        self.surface.canvas()
    }

    /// The governor's step.
    pub fn quality(&self) -> String {
        self.governor.step().name().to_owned()
    }

    /// `webgl2` or `canvas2d`.
    pub fn renderer(&self) -> String {
        self.renderer_name.to_owned()
    }
}

impl Stage {
    /// CSS pixels per world unit, across and down: as the picture shows the tank, so that picture and input agree even
    /// while a new size is on its way to the tank.
    fn scale(&self) -> [f32; 2] {
        let header = self.source.frame().header;
        let tank = [header.width, header.height];
        if tank.iter().all(|side| *side > 0.0) {
            [self.size.css[0] / tank[0], self.size.css[1] / tank[1]]
        } else {
            [self.outbox.config.world.scale; 2]
        }
    }

    /// Makes the picture as plain as the governor wants it.
    fn follow(&mut self, change: Option<Change>) {
        let Some(change) = change else { return };
        self.look.set_step(change.to, self.last_ms);
        self.change = Some(change);
        self.fit(self.size.css);
    }

    fn fit(&mut self, css: [f32; 2]) {
        let size = Size::new(css, self.look.density(self.ratio));
        if size == self.size {
            return;
        }
        self.size = size;
        self.surface.set_size(size);
        if let Some(renderer) = self.renderer.borrow_mut().as_mut() {
            renderer.resize(size.backing, size.css);
        }
        self.gestures.set_scale(self.scale());
        if self.last_ms.is_finite() {
            // The next picture reports what this one complains about.
            let _ = self.paint(self.last_ms);
        }
    }

    fn paint(&mut self, now_ms: f64) -> Result<(), JsValue> {
        if self.surface.health() == Health::Restored {
            self.build()?;
            self.surface.healed();
        }
        let scale = self.scale()[0];
        let frame = self.source.frame();
        let moment = Moment {
            now_ms,
            alpha: alpha(frame.header, now_ms),
            seconds: self.seconds,
            scale,
            touches: self.outbox.touches.at(now_ms),
        };
        match self.renderer.borrow_mut().as_mut() {
            Some(renderer) => {
                let still = frame.header.paused == 1;
                let at_once = still || !renderer.follows_a_fade();
                if let Some(config) = self.look.news(now_ms, at_once) {
                    renderer.configure(config);
                }
                let _span = profile::span("render:draw");
                renderer.draw(&frame, &moment)
            }
            None => Ok(()),
        }
    }

    /// Makes everything that lives in the context, from what this thread knows.
    fn build(&mut self) -> Result<(), JsValue> {
        let mut renderer = renderer::for_context(self.surface.context(), self.look.shown())?;
        renderer.resize(self.size.backing, self.size.css);
        self.renderer_name = renderer.name();
        self.renderer.replace(Some(renderer));
        Ok(())
    }
}

/// A configuration as it was sent: it was read and checked before.
fn received(config: &[f64]) -> Result<Config, JsValue> {
    let stranger = || error::coded("version", "this configuration was written by another build");
    Config::from_numbers(config).ok_or_else(stranger)
}

fn alpha(header: &FrameHeader, now_ms: f64) -> f32 {
    if header.paused == 1 {
        return 1.0;
    }
    ((now_ms - header.due_ms) / STEP_MS).clamp(0.0, MOST_ALPHA) as f32
}
