//! The double oracle: equilibria of matrix games whose entries are dear to find out.
//!
//! A game restricted to a few choices is solved; then each side looks among all its choices for the
//! best reply to the other's mix, and what it finds is added, until neither finds a better one (McMahan,
//! Gordon and Blum 2003; in game trees with bounds Bošanský, Lisý, Lanctot, Čermák and Winands,
//! "Algorithms for computing strategies in two-player simultaneous move games", Artificial Intelligence
//! 237, 2016). An entry is looked at in a window: outside of it, its choice is no better reply than
//! what is known already.

use crate::matrix::{Matrix, solve};
use crate::search::value::{INFINITE, ONE, Value};

/// Differences of expectations below this many units of value are none.
const EPSILON: f64 = 0.3;

/// What is known of the entries: bounds of White's value, by rows of White's choices.
#[derive(Clone, Default)]
pub struct Cells {
    rows: usize,
    columns: usize,
    low: Vec<Value>,
    high: Vec<Value>,
}

/// An entry as a payoff: decided games count ±1.
#[inline(always)]
fn payoff(value: Value) -> f64 {
    value.clamp(-ONE, ONE) as f64
}

impl Cells {
    /// Forgets everything; for so many choices of White's and Black's.
    pub fn reset(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.low.clear();
        self.low.resize(rows * columns, -INFINITE);
        self.high.clear();
        self.high.resize(rows * columns, INFINITE);
    }

    /// Brings older values of the entries within the bounds that are known now.
    pub fn correct(&self, values: &mut [Value]) {
        for (value, (low, high)) in values.iter_mut().zip(self.low.iter().zip(&self.high)) {
            *value = (*value).clamp(*low, *high);
        }
    }

    #[inline(always)]
    fn at(&self, row: usize, column: usize) -> usize {
        row * self.columns + column
    }

    /// Whether the entry is known as far as it counts in a mix.
    #[inline(always)]
    fn known(&self, at: usize) -> bool {
        self.low[at] >= self.high[at] || self.low[at] >= ONE || self.high[at] <= -ONE
    }

    /// The greatest payoff that the entry can have.
    fn most(&self, at: usize) -> f64 {
        if self.low[at] >= ONE { ONE as f64 } else { payoff(self.high[at]) }
    }

    /// The least payoff that the entry can have.
    fn least(&self, at: usize) -> f64 {
        if self.high[at] <= -ONE { -ONE as f64 } else { payoff(self.low[at]) }
    }

    /// Takes over what a search of an entry in a window has found.
    fn learn(&mut self, at: usize, value: Value, alpha: Value, beta: Value) {
        if value < beta {
            self.high[at] = self.high[at].min(value);
        }
        if value > alpha {
            self.low[at] = self.low[at].max(value);
        }
        // Bounds of one entry can contradict each other by a rounding.
        self.low[at] = self.low[at].min(self.high[at]);
    }
}

/// Mixes of choices with what they guarantee.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// White gets at least this.
    pub low: f64,
    /// White gets at most this.
    pub high: f64,
    /// White's choices that are played, with their probabilities.
    pub rows: Vec<(usize, f64)>,
    /// Black's.
    pub columns: Vec<(usize, f64)>,
}

impl Found {
    /// Whether the bounds meet.
    pub fn exact(&self) -> bool {
        self.high - self.low <= 2.5 * EPSILON
    }
}

/// Searches the entry of a row and a column in a window; `None` if the search was broken off.
pub type Look<'a> = dyn FnMut(usize, usize, Value, Value) -> Option<Value> + 'a;

struct Oracle<'a, 'b> {
    cells: &'a mut Cells,
    look: &'a mut Look<'b>,
    found: Found,
}

/// Solves a game as far as the window asks for: to the end if the value lies within, else until one
/// bound is outside. Begins with the game restricted to `rows` and `columns` (at least one each).
/// `None` if the search was broken off.
pub fn double_oracle(
    cells: &mut Cells,
    mut rows: Vec<usize>,
    mut columns: Vec<usize>,
    (alpha, beta): (Value, Value),
    look: &mut Look,
) -> Option<Found> {
    let found = Found { low: -ONE as f64, high: ONE as f64, ..Found::default() };
    let (alpha, beta) = (payoff(alpha), payoff(beta));
    let mut oracle = Oracle { cells, look, found };
    let mut white_first = true;
    'solve: loop {
        let value = oracle.restricted(&rows, &columns)?;
        for white in [white_first, !white_first] {
            if white {
                let (best, row) = oracle.reply_of_white(value.max(alpha), &rows)?;
                oracle.found.high = oracle.found.high.min(best);
                if let Some(row) = row {
                    rows.push(row);
                    white_first = false;
                    continue 'solve;
                }
                if oracle.found.high <= alpha {
                    return Some(oracle.found);
                }
            } else {
                let (best, column) = oracle.reply_of_black(value.min(beta), &columns)?;
                oracle.found.low = oracle.found.low.max(best);
                if let Some(column) = column {
                    columns.push(column);
                    white_first = true;
                    continue 'solve;
                }
                if oracle.found.low >= beta {
                    return Some(oracle.found);
                }
            }
        }
        return Some(oracle.found);
    }
}

impl Oracle<'_, '_> {
    fn refine(&mut self, row: usize, column: usize, alpha: Value, beta: Value) -> Option<()> {
        let value = (self.look)(row, column, alpha, beta)?;
        let at = self.cells.at(row, column);
        self.cells.learn(at, value, alpha, beta);
        Some(())
    }

    /// Solves the game of these choices; its value.
    fn restricted(&mut self, rows: &[usize], columns: &[usize]) -> Option<f64> {
        for (r, c) in rows.iter().flat_map(|r| columns.iter().map(move |c| (*r, *c))) {
            if !self.cells.known(self.cells.at(r, c)) {
                self.refine(r, c, -INFINITE, INFINITE)?;
            }
        }
        if let ([row], [column]) = (rows, columns) {
            (self.found.rows, self.found.columns) = (vec![(*row, 1.0)], vec![(*column, 1.0)]);
            return Some(self.cells.most(self.cells.at(*row, *column)));
        }
        let matrix = Matrix::from_fn(rows.len(), columns.len(), |r, c| {
            self.cells.most(self.cells.at(rows[r], columns[c]))
        });
        let solution = solve(&matrix);
        let support = |choices: &[usize], mix: &[f64]| {
            let mut played: Vec<(usize, f64)> = choices
                .iter()
                .copied()
                .zip(mix.iter().copied())
                .filter(|(_, p)| *p > 1e-9)
                .collect();
            // The most probable first: they decide soonest.
            played.sort_by(|a, b| b.1.total_cmp(&a.1));
            played
        };
        self.found.rows = support(rows, &solution.rows);
        self.found.columns = support(columns, &solution.columns);
        Some(solution.value)
    }

    /// The best row against the present mix of columns if it yields more than `floor`, and what the best
    /// one yields (or `floor`). The rows of the restricted game yield no more than its value.
    fn reply_of_white(&mut self, floor: f64, own: &[usize]) -> Option<(f64, Option<usize>)> {
        let mix = std::mem::take(&mut self.found.columns);
        let mut best = (floor, None);
        for row in (0..self.cells.rows).filter(|r| !own.contains(r)) {
            let mut most: f64 =
                mix.iter().map(|(c, p)| p * self.cells.most(self.cells.at(row, *c))).sum();
            for (column, p) in &mix {
                if most <= best.0 + EPSILON {
                    break;
                }
                let at = self.cells.at(row, *column);
                if self.cells.known(at) {
                    continue;
                }
                let share = p * self.cells.most(at);
                let need = ((best.0 + EPSILON - (most - share)) / p).floor();
                let alpha = if need < -ONE as f64 { -INFINITE } else { need as Value };
                self.refine(row, *column, alpha.min(ONE), INFINITE)?;
                most += p * self.cells.most(at) - share;
            }
            if most > best.0 + EPSILON {
                best = (most, Some(row));
            }
        }
        self.found.columns = mix;
        Some(best)
    }

    /// The same for Black, who wants less than `ceiling`.
    fn reply_of_black(&mut self, ceiling: f64, own: &[usize]) -> Option<(f64, Option<usize>)> {
        let mix = std::mem::take(&mut self.found.rows);
        let mut best = (ceiling, None);
        for column in (0..self.cells.columns).filter(|c| !own.contains(c)) {
            let mut least: f64 =
                mix.iter().map(|(r, p)| p * self.cells.least(self.cells.at(*r, column))).sum();
            for (row, p) in &mix {
                if least >= best.0 - EPSILON {
                    break;
                }
                let at = self.cells.at(*row, column);
                if self.cells.known(at) {
                    continue;
                }
                let share = p * self.cells.least(at);
                let need = ((best.0 - EPSILON - (least - share)) / p).ceil();
                let beta = if need > ONE as f64 { INFINITE } else { need as Value };
                self.refine(*row, column, -INFINITE, beta.max(-ONE))?;
                least += p * self.cells.least(at) - share;
            }
            if least < best.0 - EPSILON {
                best = (least, Some(column));
            }
        }
        self.found.rows = mix;
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn values_are_those_of_the_whole_matrix_in_any_window() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut looked, mut all) = (0, 0);
        for _ in 0..500 {
            let (m, n) = (rng.random_range(1..25), rng.random_range(1..25));
            let spread = rng.random_range(0..4);
            let rows: Vec<i32> = (0..m).map(|_| rng.random_range(-1_000_000..1_000_000)).collect();
            let entries: Vec<Value> = (0..m * n)
                .map(|i| match rng.random_range(0..10) {
                    0 if spread == 3 => rng.random_range(ONE..INFINITE),
                    1 if spread == 3 => -rng.random_range(ONE..INFINITE),
                    _ => rows[i / n] + rng.random_range(-1..=1) * 500_000 * spread,
                })
                .collect();
            let whole = Matrix::from_fn(m, n, |r, c| payoff(entries[r * n + c]));
            let value = solve(&whole).value;
            let mut windows = vec![(-INFINITE, INFINITE)];
            for _ in 0..4 {
                let a = value as Value + rng.random_range(-400_000..400_000);
                windows.push((a, a + rng.random_range(1..400_000)));
            }
            for (alpha, beta) in windows {
                let mut cells = Cells::default();
                cells.reset(m, n);
                // Answers only what the window asks for, like a search.
                let mut look = |r: usize, c: usize, a: Value, b: Value| {
                    looked += 1;
                    let v = entries[r * n + c];
                    Some(if v <= a {
                        (v + a) / 2
                    } else if v >= b {
                        (v + b) / 2
                    } else {
                        v
                    })
                };
                let start = (vec![rng.random_range(0..m)], vec![rng.random_range(0..n)]);
                let found =
                    double_oracle(&mut cells, start.0, start.1, (alpha, beta), &mut look).unwrap();
                all += m * n;
                assert!(found.low <= value + 1.0 && found.high >= value - 1.0, "{found:?} {value}");
                let (alpha, beta) = (payoff(alpha), payoff(beta));
                assert!(
                    found.exact() || found.high <= alpha + 1.0 || found.low >= beta - 1.0,
                    "{found:?} {value} {alpha} {beta}"
                );
            }
        }
        assert!(looked * 4 < all * 3, "{looked} of {all}");
    }

    #[test]
    fn a_broken_search_gives_nothing() {
        let mut cells = Cells::default();
        cells.reset(3, 3);
        let window = (-INFINITE, INFINITE);
        assert!(
            double_oracle(&mut cells, vec![0], vec![0], window, &mut |_, _, _, _| None).is_none()
        );
    }
}
