use super::*;

/// A display and a page, told picture by picture.
struct Page {
    governor: Governor,
    now_ms: f64,
    changes: Vec<(f64, Change)>,
    dice: u32,
}

impl Page {
    fn new() -> Self {
        Self {
            governor: Governor::new(true),
            now_ms: 1e12,
            changes: Vec::new(),
            dice: 1,
        }
    }

    /// Uniform in −1 to 1, the same in each run.
    fn noise(&mut self) -> f64 {
        self.dice = self
            .dice
            .wrapping_mul(1_664_525)
            .wrapping_add(1_013_904_223);
        f64::from(self.dice >> 8) / f64::from(1_u32 << 23) - 1.0
    }

    /// Runs for so many seconds; `picture` gives interval and drawing time at a step of the governor.
    fn run(&mut self, seconds: f64, mut picture: impl FnMut(Step, f64) -> (f64, f64)) {
        let end = self.now_ms + seconds * 1000.0;
        while self.now_ms < end {
            let noise = self.noise();
            let (interval, draw) = picture(self.governor.step(), noise);
            self.now_ms += interval;
            if let Some(change) = self.governor.frame(self.now_ms, draw) {
                self.changes.push((self.now_ms, change));
            }
        }
    }

    fn step(&self) -> Step {
        self.governor.step()
    }
}

#[test]
fn a_steady_display_is_left_alone_at_any_rate() {
    for hertz in [24.0, 30.0, 50.0, 60.0, 75.0, 90.0, 120.0, 144.0, 240.0] {
        for jitter in [0.0, 0.02, 0.08] {
            let period = 1000.0 / hertz;
            let mut page = Page::new();
            page.run(60.0, |_, noise| (period * (1.0 + jitter * noise), 1.0));
            assert_eq!(page.changes, [], "{hertz} Hz, jitter {jitter}");
        }
    }
}

#[test]
fn low_power_30_hz() {
    // Sixty pictures a second, then the phone saves power, then it no longer does.
    let mut page = Page::new();
    for (seconds, period) in [(10.0, 16.67), (30.0, 33.33), (10.0, 16.67)] {
        page.run(seconds, |_, noise| (period * (1.0 + 0.03 * noise), 3.0));
    }
    assert_eq!(page.changes, []);
}

#[test]
fn a_hiccup_now_and_then_is_no_overload() {
    let mut page = Page::new();
    let mut count = 0;
    page.run(60.0, |_, _| {
        count += 1;
        (if count % 40 == 0 { 180.0 } else { 16.67 }, 1.0)
    });
    assert_eq!(page.changes, []);
}

#[test]
fn a_hidden_page_was_not_slow() {
    let mut page = Page::new();
    for _ in 0..20 {
        page.run(2.0, |_, _| (16.67, 1.0));
        page.now_ms += 60_000.0;
    }
    assert_eq!(page.changes, []);
}

/// A graphics card that needs so long for a full picture, on a display of 60 Hz: pictures wait for the next refresh.
fn card(full_ms: f64) -> impl FnMut(Step, f64) -> (f64, f64) {
    let mut late = 0.0;
    move |step, noise| {
        let share = match step {
            Step::Full => 1.0,
            Step::FewerPixels => 0.7,
            Step::NoCaustics => 0.6,
            Step::HardShadows => 0.5,
            Step::Least => 0.25,
        };
        late += full_ms * share * (1.0 + 0.05 * noise);
        let refreshes = (late / 16.67_f64).ceil().max(1.0);
        late = (late - refreshes * 16.67).max(-16.67);
        (refreshes * 16.67, 2.0)
    }
}

#[test]
fn an_overload_is_met_step_by_step_until_it_is_none() {
    let mut page = Page::new();
    page.run(20.0, card(60.0));
    let steps: Vec<_> = page.changes.iter().map(|(_, change)| change.to).collect();
    assert_eq!(
        steps[..3],
        [Step::FewerPixels, Step::NoCaustics, Step::HardShadows]
    );
    assert_eq!(page.changes[0].1.reason, Reason::SlowFrames);
    assert!(page.changes[0].1.frame_ms > 20.0);
    // A little more than two windows for each step.
    assert!(page.changes[0].0 - 1e12 < 4000.0);
}

#[test]
fn slow_drawing_is_named_even_at_an_even_pace() {
    let mut page = Page::new();
    page.run(8.0, |_, _| (33.33, 28.0));
    let (_, first) = page.changes[0];
    assert_eq!(
        (first.from, first.to, first.reason),
        (Step::Full, Step::FewerPixels, Reason::SlowDrawing)
    );
}

#[test]
fn nothing_lies_below_the_last_step() {
    let mut page = Page::new();
    page.run(60.0, |_, noise| (80.0 + 40.0 * noise, 60.0));
    assert_eq!(page.step(), Step::Least);
    assert_eq!(page.changes.len(), 4);
}

#[test]
fn when_the_load_goes_the_picture_comes_back() {
    let mut page = Page::new();
    page.run(20.0, card(60.0));
    assert_eq!(page.step(), Step::Least);
    page.run(200.0, card(4.0));
    assert_eq!(page.step(), Step::Full);
    let (_, last) = page.changes.last().unwrap();
    assert_eq!((last.to, last.reason), (Step::Full, Reason::Recovered));
}

#[test]
fn trying_again_becomes_rarer_where_a_step_is_just_too_much() {
    // Full is too much, one step plainer is not: trying again becomes rarer and rarer.
    let mut page = Page::new();
    page.run(1200.0, card(22.0));
    let raised: Vec<_> = page
        .changes
        .iter()
        .filter(|(_, change)| change.reason == Reason::Recovered)
        .map(|(at, _)| (at - 1e12) / 1000.0)
        .collect();
    assert!((3..=9).contains(&raised.len()), "{raised:?}");
    let gaps: Vec<_> = raised.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        gaps.windows(2).all(|pair| pair[1] > pair[0] - 1.0),
        "{gaps:?}"
    );
}

#[test]
fn switched_off_it_does_nothing_and_gives_back_what_it_took() {
    let mut page = Page::new();
    page.run(10.0, card(60.0));
    let taken = page.step();
    assert!(taken > Step::Full);
    let change = page.governor.enable(false).unwrap();
    assert_eq!(
        (change.from, change.to, change.reason),
        (taken, Step::Full, Reason::Config)
    );
    page.changes.clear();
    page.run(30.0, card(60.0));
    assert_eq!(page.changes, []);
    assert_eq!(page.governor.enable(true), None);
    page.run(10.0, card(60.0));
    assert!(page.step() > Step::Full);
}

#[test]
fn steps_are_told_apart_by_name_and_get_cheaper() {
    for pair in Step::ALL.windows(2) {
        assert_ne!(pair[0].name(), pair[1].name());
        assert!(pair[0].density() >= pair[1].density());
        assert_eq!(pair[0].plainer(), Some(pair[1]));
        assert_eq!(pair[1].richer(), Some(pair[0]));
    }
}
