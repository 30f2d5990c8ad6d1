//! Rolling statistics of a duration, for whichever thread did the work.

/// Mean, percentiles and maximum of the samples in a window, in the unit of the samples (milliseconds everywhere here).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Arithmetic mean.
    pub mean: f32,
    /// Median.
    pub p50: f32,
    /// 95th percentile, nearest rank.
    pub p95: f32,
    /// 99th percentile, nearest rank.
    pub p99: f32,
    /// Largest.
    pub max: f32,
}

impl Summary {
    /// In the order of the frame header.
    #[must_use]
    pub fn to_array(self) -> [f32; 5] {
        [self.mean, self.p50, self.p95, self.p99, self.max]
    }

    /// From the order of the frame header.
    #[must_use]
    pub fn from_array([mean, p50, p95, p99, max]: [f32; 5]) -> Self {
        Self {
            mean,
            p50,
            p95,
            p99,
            max,
        }
    }
}

/// Smallest first, by Shell's method with the gaps of Gonnet and Baeza-Yates: for the few numbers that there are it is quick, and a
/// tenth of the code of the standard library's sort, which is made for many.
pub fn sort(numbers: &mut [f32]) {
    let mut gap = numbers.len();
    while gap > 1 {
        gap = (gap * 5 / 11).max(1);
        for end in gap..numbers.len() {
            let mut at = end;
            while at >= gap && numbers[at - gap] > numbers[at] {
                numbers.swap(at - gap, at);
                at -= gap;
            }
        }
    }
}

/// The last samples that are not older than a given span. Holds at most `capacity`; recording allocates nothing.
#[derive(Clone, Debug)]
pub struct Window {
    span_ms: f64,
    samples: Vec<(f64, f32)>,
    next: usize,
    sorted: Vec<f32>,
}

impl Window {
    /// A window over the last `span_ms` milliseconds that keeps at most `capacity` (at least 1) samples.
    #[must_use]
    pub fn new(span_ms: f64, capacity: usize) -> Self {
        let capacity = capacity.max(1);
        Self {
            span_ms,
            samples: Vec::with_capacity(capacity),
            next: 0,
            sorted: Vec::with_capacity(capacity),
        }
    }

    /// Takes a sample made at `now_ms`; the oldest makes room if the window is full.
    pub fn record(&mut self, now_ms: f64, sample: f32) {
        if self.samples.len() < self.samples.capacity() {
            self.samples.push((now_ms, sample));
        } else {
            self.samples[self.next] = (now_ms, sample);
            self.next = (self.next + 1) % self.samples.len();
        }
    }

    /// Summary of the samples that are younger than the span at `now_ms`; zeros if there are none. Allocates nothing.
    pub fn summary(&mut self, now_ms: f64) -> Summary {
        self.sorted.clear();
        let young = self
            .samples
            .iter()
            .filter(|(at, _)| now_ms - at <= self.span_ms);
        self.sorted.extend(young.map(|(_, sample)| *sample));
        let Some(last) = self.sorted.len().checked_sub(1) else {
            return Summary::default();
        };
        sort(&mut self.sorted);
        let percentile =
            |p: usize| self.sorted[(self.sorted.len() * p).div_ceil(100).saturating_sub(1)];
        Summary {
            mean: self.sorted.iter().sum::<f32>() / self.sorted.len() as f32,
            p50: percentile(50),
            p95: percentile(95),
            p99: percentile(99),
            max: self.sorted[last],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sorted() {
        let mut dice = 1_u32;
        for length in [0, 1, 2, 9, 100, 1536] {
            let mut numbers: Vec<f32> = (0..length)
                .map(|_| {
                    dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (dice >> 20) as f32
                })
                .collect();
            let mut expected = numbers.clone();
            expected.sort_by(f32::total_cmp);
            sort(&mut numbers);
            assert_eq!(numbers, expected);
        }
    }

    #[test]
    fn percentiles_are_nearest_rank() {
        let mut window = Window::new(1000.0, 100);
        for i in 1..=100_u8 {
            window.record(f64::from(i), f32::from(i));
        }
        let summary = window.summary(100.0);
        assert_eq!(
            summary,
            Summary {
                mean: 50.5,
                p50: 50.0,
                p95: 95.0,
                p99: 99.0,
                max: 100.0
            }
        );
    }

    #[test]
    fn old_samples_leave_and_an_empty_window_is_zero() {
        let mut window = Window::new(10.0, 2);
        assert_eq!(window.summary(0.0), Summary::default());
        window.record(0.0, 9.0);
        window.record(5.0, 1.0);
        window.record(6.0, 3.0);
        assert_eq!(window.summary(6.0).max, 3.0);
        assert_eq!(window.summary(15.5).mean, 3.0);
        assert_eq!(window.summary(60.0), Summary::default());
    }
}
