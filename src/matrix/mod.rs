//! Zero-sum matrix games: value and optimal mixed strategies. Knows no game.
//!
//! [`solve`] is exact up to rounding: saddle point, iterated dominance ([`reduce`]), then the simplex
//! method on a small tableau ([`simplex`]). [`regret`] is an anytime method for large matrices. Every
//! [`Solution`] carries a certificate: what its strategies guarantee, reckoned from the matrix itself.

pub mod reduce;
pub mod regret;
pub mod simplex;

use reduce::Extremes;
use simplex::Rule;

/// What the row player gets, by row and column: at least one of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    payoff: Vec<f64>,
}

impl Matrix {
    /// A matrix from its entries, row by row.
    ///
    /// # Panics
    /// If there are not `rows` × `columns` entries, at least one, all finite.
    pub fn new(rows: usize, columns: usize, payoff: Vec<f64>) -> Self {
        assert!(rows > 0 && columns > 0 && payoff.len() == rows * columns, "not a matrix");
        assert!(payoff.iter().all(|x| x.is_finite()), "payoffs are finite");
        Matrix { rows, columns, payoff }
    }

    /// A matrix whose entries are given by row and column.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn from_fn(rows: usize, columns: usize, mut at: impl FnMut(usize, usize) -> f64) -> Self {
        let all = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        Self::new(rows, columns, all.map(|(r, c)| at(r, c)).collect())
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// One row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &[f64] {
        &self.payoff[row * self.columns..][..self.columns]
    }

    /// One entry.
    #[inline(always)]
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.row(row)[column]
    }

    /// What each column yields against a mix of rows.
    pub fn against_rows(&self, mix: &[f64]) -> Vec<f64> {
        let mut yields = vec![0.0; self.columns];
        for (row, p) in mix.iter().enumerate().filter(|(_, p)| **p != 0.0) {
            yields.iter_mut().zip(self.row(row)).for_each(|(sum, x)| *sum += p * x);
        }
        yields
    }

    /// What each row yields against a mix of columns.
    pub fn against_columns(&self, mix: &[f64]) -> Vec<f64> {
        // Few columns are played in most games.
        let played: Vec<(usize, f64)> =
            mix.iter().copied().enumerate().filter(|(_, q)| *q != 0.0).collect();
        let few = played.len() * 4 < self.columns;
        let yielded = |row: &[f64]| match few {
            true => played.iter().map(|(c, q)| row[*c] * q).sum(),
            false => product(row, mix),
        };
        (0..self.rows).map(|r| yielded(self.row(r))).collect()
    }
}

/// So many sums or extremes are kept side by side, so that the processor need not wait for one.
const LANES: usize = 8;

/// Folds a slice in lanes; `join` must not mind to be told of an entry twice.
#[inline(always)]
fn fold(all: &[f64], start: f64, join: impl Fn(f64, f64) -> f64) -> f64 {
    let mut lanes = [start; LANES];
    let (chunks, rest) = all.as_chunks::<LANES>();
    for chunk in chunks {
        lanes = std::array::from_fn(|i| join(lanes[i], chunk[i]));
    }
    match all.last_chunk::<LANES>() {
        Some(last) if !rest.is_empty() => {
            lanes = std::array::from_fn(|i| join(lanes[i], last[i]));
        }
        _ => rest.iter().for_each(|x| lanes[0] = join(lanes[0], *x)),
    }
    let half: [f64; LANES / 2] = std::array::from_fn(|i| join(lanes[i], lanes[i + LANES / 2]));
    join(join(half[0], half[2]), join(half[1], half[3]))
}

/// The sum of products.
fn product(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    let ((first, rest), (second, other)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    for (x, y) in first.iter().zip(second) {
        lanes = std::array::from_fn(|i| lanes[i] + x[i] * y[i]);
    }
    let rest: f64 = rest.iter().zip(other).map(|(x, y)| x * y).sum();
    lanes.iter().sum::<f64>() + rest
}

/// The least entry.
fn least(all: &[f64]) -> f64 {
    fold(all, f64::INFINITY, |a, b| if b < a { b } else { a })
}

/// The greatest entry.
fn greatest(all: &[f64]) -> f64 {
    fold(all, f64::NEG_INFINITY, |a, b| if b > a { b } else { a })
}

/// A solution of a matrix game, from the row player's view.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the row player can expect: known to within half the [`gap`](Self::gap).
    pub value: f64,
    /// The row player's probabilities.
    pub rows: Vec<f64>,
    /// The column player's probabilities.
    pub columns: Vec<f64>,
    /// By how much both together could gain if each knew the other's mix: the difference of what the
    /// best row gets against `columns` and what the best column leaves to `rows`. 0 is perfect.
    pub gap: f64,
}

impl Solution {
    /// The mixes with what they are worth in this matrix. Mixes are made to sum up to 1.
    pub fn certified(matrix: &Matrix, mut rows: Vec<f64>, mut columns: Vec<f64>) -> Self {
        for mix in [&mut rows, &mut columns] {
            mix.iter_mut().for_each(|p| *p = if *p > 0.0 { *p } else { 0.0 });
            let sum: f64 = mix.iter().sum();
            let count = mix.len() as f64;
            let even = sum <= 0.0 || !sum.is_finite();
            mix.iter_mut().for_each(|p| *p = if even { 1.0 / count } else { *p / sum });
        }
        let lower = matrix.against_rows(&rows).into_iter().fold(f64::INFINITY, f64::min);
        let upper = matrix.against_columns(&columns).into_iter().fold(f64::NEG_INFINITY, f64::max);
        Solution { value: (lower + upper) / 2.0, rows, columns, gap: (upper - lower).max(0.0) }
    }

    fn pure(matrix: &Matrix, row: usize, column: usize) -> Self {
        let (mut rows, mut columns) = (vec![0.0; matrix.rows], vec![0.0; matrix.columns]);
        (rows[row], columns[column]) = (1.0, 1.0);
        Solution { value: matrix.at(row, column), rows, columns, gap: 0.0 }
    }
}

/// A solution counts as exact if its gap is at most this part of the range of payoffs.
pub const EXACT: f64 = 1e-11;

/// In matrices of so many entries or more, dominated choices are looked for first; in smaller ones that
/// takes longer than it saves.
const LARGE: usize = 2_500;

/// Dominated choices are looked for by comparing with so many of the best ones of a side: to compare
/// all with all would take longer than to solve the game.
const DOMINATORS: usize = 2;

/// Solves a matrix game exactly, up to rounding: the gap is at most [`EXACT`] of the range of payoffs,
/// unless no method gets there; then the best solution found is given, with its true gap.
pub fn solve(matrix: &Matrix) -> Solution {
    let extremes = Extremes::of(matrix);
    if let Some((row, column)) = extremes.saddle() {
        return Solution::pure(matrix, row, column);
    }
    if matrix.payoff.len() >= LARGE
        && let Some((rows, columns)) = reduce::dominance(matrix, DOMINATORS)
    {
        let small =
            Matrix::from_fn(rows.len(), columns.len(), |r, c| matrix.at(rows[r], columns[c]));
        let part = solve(&small);
        let spread = |kept: &[usize], mix: &[f64], n: usize| {
            let mut all = vec![0.0; n];
            kept.iter().zip(mix).for_each(|(i, p)| all[*i] = *p);
            all
        };
        let rows = spread(&rows, &part.rows, matrix.rows);
        return Solution { rows, columns: spread(&columns, &part.columns, matrix.columns), ..part };
    }
    mixed(matrix, &extremes)
}

/// A game without a saddle point: simplex; should rounding have spoilt it, the same afresh from its
/// end, then with the rule that never cycles, and at last regret matching.
fn mixed(matrix: &Matrix, extremes: &Extremes) -> Solution {
    let (low, high) = extremes.range();
    let enough = EXACT * (high - low);
    let mut best = simplex::solve(matrix, extremes, Rule::Steepest);
    type Method = fn(&Matrix, &Extremes, &Solution) -> Solution;
    let careful: [Method; 3] = [
        simplex::polish,
        |matrix, extremes, _| simplex::solve(matrix, extremes, Rule::Bland),
        |matrix, _, _| regret::solve(matrix, 10_000, 0.0),
    ];
    for method in careful {
        if best.gap <= enough {
            break;
        }
        let next = method(matrix, extremes, &best);
        if next.gap < best.gap {
            best = next;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(payoff: &[&[f64]], value: f64) {
        let matrix = Matrix::from_fn(payoff.len(), payoff[0].len(), |r, c| payoff[r][c]);
        let approximate = regret::solve(&matrix, 20_000, 1e-7);
        assert!(approximate.gap <= regret::bound(&matrix, 20_000), "{approximate:?}");
        assert!((approximate.value - value).abs() <= approximate.gap, "{approximate:?}");
        for s in [
            solve(&matrix),
            simplex::solve(&matrix, &Extremes::of(&matrix), Rule::Steepest),
            simplex::solve(&matrix, &Extremes::of(&matrix), Rule::Bland),
        ] {
            assert!((s.value - value).abs() < 1e-12 && s.gap < 1e-12, "{s:?}");
            // Neither side can gain by leaving its plan.
            assert!(matrix.against_rows(&s.rows).iter().all(|x| *x >= value - 1e-12));
            assert!(matrix.against_columns(&s.columns).iter().all(|x| *x <= value + 1e-12));
        }
    }

    #[test]
    fn known_games() {
        check(&[&[1.0, -1.0], &[-1.0, 1.0]], 0.0);
        check(&[&[3.0]], 3.0);
        check(&[&[0.0, 0.0], &[0.0, 0.0]], 0.0);
        // Rock, paper, scissors.
        check(&[&[0.0, -1.0, 1.0], &[1.0, 0.0, -1.0], &[-1.0, 1.0, 0.0]], 0.0);
        // By hand: p·2 − (1−p) = −p + (1−p)·1 gives p = 2/5, value 1/5.
        check(&[&[2.0, -1.0], &[-1.0, 1.0]], 0.2);
        // A saddle point.
        check(&[&[4.0, 1.0, 8.0], &[2.0, 0.0, -3.0]], 1.0);
        // The last row and then the last column are dominated; what is left is 2×2.
        check(&[&[2.0, -1.0, 3.0], &[-1.0, 1.0, 2.0], &[-1.0, -1.0, 1.0]], 0.2);
    }

    #[test]
    fn short_cuts_find_what_there_is() {
        let saddle = Matrix::new(2, 3, vec![4.0, 1.0, 8.0, 2.0, 0.0, -3.0]);
        assert_eq!(Extremes::of(&saddle).saddle(), Some((0, 1)));
        let pennies = Matrix::new(2, 2, vec![1.0, -1.0, -1.0, 1.0]);
        assert_eq!(Extremes::of(&pennies).saddle(), None);
        assert_eq!(reduce::dominance(&pennies, 9), None);
        let more = Matrix::new(3, 3, vec![2.0, -1.0, 3.0, -1.0, 1.0, 2.0, -1.0, -1.0, 1.0]);
        assert_eq!(reduce::dominance(&more, 9), Some((vec![0, 1], vec![0, 1])));
    }

    #[test]
    fn errors_are_seen_by_the_certificate() {
        let pennies = Matrix::new(2, 2, vec![1.0, -1.0, -1.0, 1.0]);
        let wrong = Solution::certified(&pennies, vec![3.0, 1.0], vec![0.0, 0.0]);
        assert_eq!((wrong.rows[0], wrong.columns[0], wrong.gap), (0.75, 0.5, 0.5));
        assert!(simplex::polish(&pennies, &Extremes::of(&pennies), &wrong).gap < 1e-12);
    }
}
