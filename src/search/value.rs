//! Values: equities as scaled integers, and the one logistic function between them and centipawns.
//!
//! An equity is the expected result, −1 to 1, here from the view of the side to act. Expectations are
//! taken on equities only; centipawns are for evaluation terms and for display.

/// An equity, scaled so that 1 is [`ONE`]; beyond ±`ONE` lie decided games (see [`WIN`]).
pub type Value = i32;

/// Equity 1: a certain win, at no particular distance.
pub const ONE: Value = 10_000_000;

/// A game won now. A win certain in at most `n` turns, whatever the dice show, is `WIN − n`, a loss
/// its negative; all of these lie beyond ±[`ONE`].
pub const WIN: Value = ONE + 10_000;

/// Beyond every value.
pub const INFINITE: Value = WIN + 1;

/// The logistic function's scale: `equity = tanh(centipawns / 1200)`.
pub const CENTIPAWN_SCALE: f64 = 1200.0;

/// Whether the value is a game decided whatever the dice show.
#[inline(always)]
pub fn is_decided(value: Value) -> bool {
    value.abs() > ONE
}

/// The distance in turns of a decided value: positive for a win, negative for a loss.
pub fn turns_to_end(value: Value) -> Option<i32> {
    is_decided(value).then(|| if value > 0 { WIN - value } else { -(WIN + value) })
}

/// Centipawns between two entries of the table.
const STEP: i32 = 8;
const ENTRIES: usize = 1026;

/// `tanh` from its exponential, by series and squaring: the same on every machine.
const fn tanh(x: f64) -> f64 {
    let y = -2.0 * x / 4096.0;
    let mut power = 1.0 + y * (1.0 + y / 2.0 * (1.0 + y / 3.0 * (1.0 + y / 4.0)));
    let mut i = 0;
    while i < 12 {
        power *= power;
        i += 1;
    }
    (1.0 - power) / (1.0 + power)
}

static EQUITIES: [Value; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut i = 0;
    while i < ENTRIES {
        table[i] = (tanh((i as i32 * STEP) as f64 / CENTIPAWN_SCALE) * ONE as f64 + 0.5) as Value;
        i += 1;
    }
    table
};

/// The equity of an evaluation in centipawns: `tanh(cp / 1200)`, to five decimals; never a decided
/// value.
#[inline]
pub fn equity(centipawns: i32) -> Value {
    let size = centipawns.unsigned_abs().min((ENTRIES as u32 - 2) * STEP as u32);
    let (i, rest) = ((size / STEP as u32) as usize, (size % STEP as u32) as i32);
    let value = EQUITIES[i] + (EQUITIES[i + 1] - EQUITIES[i]) * rest / STEP;
    if centipawns < 0 { -value } else { value }
}

/// The centipawns of an equity, for display: the inverse of [`equity`], within ±8,200.
pub fn centipawns(value: Value) -> i32 {
    let x = (value as f64 / ONE as f64).clamp(-1.0, 1.0);
    if x.abs() == 1.0 {
        return 8_200 * x as i32;
    }
    ((x.atanh() * CENTIPAWN_SCALE).round() as i32).clamp(-8_200, 8_200)
}

/// The value of a throw: the weighted mean of its outcomes, decided games counting ±1; where every
/// outcome is a decided win the latest of these wins, where every one is a decided loss the latest of
/// these losses.
#[derive(Copy, Clone, Debug)]
pub struct Expectation {
    sum: i64,
    weight: i64,
    least: Value,
    greatest: Value,
}

impl Default for Expectation {
    fn default() -> Self {
        Expectation { sum: 0, weight: 0, least: INFINITE, greatest: -INFINITE }
    }
}

impl Expectation {
    /// Adds an outcome.
    #[inline(always)]
    pub fn add(&mut self, value: Value, weight: u32) {
        self.sum += value.clamp(-ONE, ONE) as i64 * weight as i64;
        self.weight += weight as i64;
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    /// The value, rounded to the nearest integer, halves away from 0; 0 without outcomes.
    #[inline(always)]
    pub fn value(&self) -> Value {
        if self.weight == 0 {
            0
        } else if self.least > ONE {
            self.least
        } else if self.greatest < -ONE {
            self.greatest
        } else {
            let half = self.weight * self.sum.signum();
            ((2 * self.sum + half) / (2 * self.weight)) as Value
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_function_is_tanh_and_inverts() {
        for cp in (-8000..=8000).step_by(7) {
            let exact = (cp as f64 / CENTIPAWN_SCALE).tanh() * ONE as f64;
            assert!((equity(cp) as f64 - exact).abs() < 100.0, "{cp}");
            assert_eq!(equity(-cp), -equity(cp));
            if cp.abs() < 3000 {
                assert!((centipawns(equity(cp)) - cp).abs() <= 1, "{cp}");
            }
        }
        assert!(!is_decided(equity(i32::MAX)) && !is_decided(equity(-100_000)));
    }

    #[test]
    fn expectations_round_symmetrically_and_know_decided_games() {
        let mean = |outcomes: &[(Value, u32)]| {
            let mut e = Expectation::default();
            outcomes.iter().for_each(|(v, w)| e.add(*v, *w));
            e.value()
        };
        assert_eq!(mean(&[(1, 1), (0, 1)]), 1);
        assert_eq!(mean(&[(-1, 1), (0, 1)]), -1);
        assert_eq!(mean(&[(3, 2), (-6, 1)]), 0);
        assert_eq!(mean(&[(WIN - 1, 1), (0, 1)]), ONE / 2);
        assert_eq!(mean(&[(WIN - 1, 1), (WIN - 3, 35)]), WIN - 3);
        assert_eq!(mean(&[(-WIN + 2, 1), (-WIN + 4, 35)]), -WIN + 4);
        assert_eq!(mean(&[(WIN - 1, 1), (-WIN + 2, 1)]), 0);
        assert_eq!(turns_to_end(WIN - 3), Some(3));
        assert_eq!(turns_to_end(-WIN + 2), Some(-2));
        assert_eq!(turns_to_end(ONE), None);
    }
}
