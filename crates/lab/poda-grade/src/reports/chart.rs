//! Pictures of the class as SVG: lengths only; looks are in the style sheet.

/// How many students have how many points.
pub(super) struct Histogram {
    pub(super) bars: Vec<HistogramBar>,
    /// The place of the mean, in hundredths of the width.
    pub(super) mean: f64,
}

/// One bar of a histogram, in the units of a picture of 100 by 100.
pub(super) struct HistogramBar {
    pub(super) x: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) count: usize,
    /// Where the bar begins and ends, in points.
    pub(super) from: f64,
    pub(super) to: f64,
}

/// So many bars at most.
const BARS: usize = 10;

impl Histogram {
    /// Of totals between 0 and `most`.
    pub(super) fn new(totals: &[f64], most: f64) -> Self {
        let most = if most > 0.0 { most } else { 1.0 };
        let mut counts = [0; BARS];
        for total in totals {
            let place = (total / most * BARS as f64) as usize;
            // The best belong to the last bar.
            counts[place.min(BARS - 1)] += 1;
        }
        let highest = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
        let width = 100.0 / BARS as f64;
        let bar = |(place, count): (usize, usize)| HistogramBar {
            x: place as f64 * width,
            width,
            height: count as f64 / highest * 100.0,
            count,
            from: place as f64 * most / BARS as f64,
            to: (place + 1) as f64 * most / BARS as f64,
        };
        let mean = totals.iter().sum::<f64>() / totals.len().max(1) as f64;
        Self { bars: counts.into_iter().enumerate().map(bar).collect(), mean: mean / most * 100.0 }
    }
}

/// A value with its error bar, in hundredths of the width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ErrorBar {
    pub(super) value: f64,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl ErrorBar {
    /// Of a value on a scale from `least` to `most`.
    pub(super) fn new(value: f64, range: [f64; 2], [least, most]: [f64; 2]) -> Self {
        let width = if most > least { most - least } else { 1.0 };
        let place = |value: f64| ((value - least) / width * 100.0).clamp(0.0, 100.0);
        Self { value: place(value), from: place(range[0]), to: place(range[1]) }
    }

    /// How long the bar is.
    pub(super) fn length(&self) -> f64 {
        self.to - self.from
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_in_one_bar() {
        let histogram = Histogram::new(&[0.0, 0.99, 1.0, 5.5, 10.0], 10.0);
        let counts: Vec<usize> = histogram.bars.iter().map(|bar| bar.count).collect();
        assert_eq!(counts, [2, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
        assert!((histogram.bars[0].height - 100.0).abs() < 1e-9);
        assert!((histogram.mean - 34.98).abs() < 1e-9);
        assert_eq!(Histogram::new(&[], 0.0).bars.len(), BARS);
    }

    #[test]
    fn error_bars_stay_on_their_scale() {
        let bar = ErrorBar::new(5.0, [-1.0, 20.0], [0.0, 10.0]);
        assert_eq!(bar, ErrorBar { value: 50.0, from: 0.0, to: 100.0 });
        assert!(ErrorBar::new(1.0, [1.0, 1.0], [0.0, 0.0]).length().abs() < 1e-9);
    }
}
