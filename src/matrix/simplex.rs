//! The simplex method for matrix games on a condensed tableau.
//!
//! Payoffs are brought into [1, 2]; then the column player's plan `y ≥ 0` with the greatest sum that
//! has `A y ≤ 1` is looked for, and the row player's plan is its dual (Dantzig 1951). The tableau holds
//! the columns of variables outside the basis only, so it never is greater than the matrix by more
//! than a row and a column.

use super::reduce::Extremes;
use super::{Matrix, Solution, least};

/// How the entering column is chosen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Rule {
    /// The greatest coefficient; Bland's rule while pivots make no progress.
    Steepest,
    /// Always the first possible one (Bland 1977): slow, never cycles.
    Bland,
}

/// Smaller coefficients count as zero.
const EPSILON: f64 = 1e-12;

/// Smaller entries are no pivots.
const PIVOT: f64 = 1e-9;

/// Lines of the tableau are this many entries or a multiple, so that whole vectors are added.
const LANE: usize = 8;

/// Takes `factor` times a line from another; both are whole lanes long.
#[inline(always)]
fn subtract(from: &mut [f64], factor: f64, line: &[f64]) {
    for (x, y) in from.as_chunks_mut::<LANE>().0.iter_mut().zip(line.as_chunks::<LANE>().0) {
        for i in 0..LANE {
            x[i] -= factor * y[i];
        }
    }
}

struct Tableau {
    m: usize,
    n: usize,
    stride: usize,
    /// `m` constraints, then the objective, each with the right side in column `n`.
    cells: Vec<f64>,
    /// What each constraint stands for: variable `j < n` is column `j`, `n + i` the slack of row `i`.
    basis: Vec<usize>,
    /// What each column stands for.
    outside: Vec<usize>,
    /// The entering column, and how far each constraint lets it grow.
    pivots: Vec<f64>,
    ratios: Vec<f64>,
}

impl Tableau {
    fn new(matrix: &Matrix, extremes: &Extremes) -> Self {
        let (m, n) = (matrix.rows(), matrix.columns());
        let (low, high) = extremes.range();
        let scale = if high > low { 1.0 / (high - low) } else { 1.0 };
        let stride = (n + 1).next_multiple_of(LANE);
        let mut cells = Vec::with_capacity(stride * (m + 1));
        for i in 0..m {
            cells.extend(matrix.row(i).iter().map(|x| (x - low) * scale + 1.0));
            cells.push(1.0);
            cells.resize(stride * (i + 1), 0.0);
        }
        cells.resize(stride * m + n, -1.0);
        cells.resize(stride * (m + 1), 0.0);
        let (basis, outside) = ((n..n + m).collect(), (0..n).collect());
        let (pivots, ratios) = (vec![0.0; m], vec![0.0; m]);
        Tableau { m, n, stride, cells, basis, outside, pivots, ratios }
    }

    #[inline(always)]
    fn line(&self, i: usize) -> &[f64] {
        &self.cells[i * self.stride..][..self.stride]
    }

    /// Exchanges the basic variable of constraint `r` with the variable of column `c`.
    fn pivot(&mut self, r: usize, c: usize) {
        let stride = self.stride;
        let (above, rest) = self.cells.split_at_mut(r * stride);
        let (line, below) = rest.split_at_mut(stride);
        let inverse = 1.0 / line[c];
        line[c] = 1.0;
        line.iter_mut().for_each(|x| *x *= inverse);
        for other in above.chunks_exact_mut(stride).chain(below.chunks_exact_mut(stride)) {
            let factor = other[c];
            if factor != 0.0 {
                other[c] = 0.0;
                subtract(other, factor, line);
            }
        }
        std::mem::swap(&mut self.basis[r], &mut self.outside[c]);
    }

    fn entering(&self, bland: bool) -> Option<usize> {
        let objective = &self.line(self.m)[..self.n];
        if bland {
            let possible = (0..self.n).filter(|c| objective[*c] < -EPSILON);
            return possible.min_by_key(|c| self.outside[*c]);
        }
        let best = least(objective);
        (best < -EPSILON).then(|| objective.iter().position(|x| *x == best)).flatten()
    }

    /// The constraint that stops the growth of column `c` first; of equals the one with the greatest
    /// pivot, or by Bland's rule the first variable.
    fn leaving(&mut self, c: usize, bland: bool) -> Option<usize> {
        // Without branches: which constraints can stop it is as good as random.
        let lines = self.cells.chunks_exact(self.stride);
        for (line, (pivot, right)) in lines.zip(self.pivots.iter_mut().zip(&mut self.ratios)) {
            (*pivot, *right) = (line[c], line[self.n]);
        }
        for (pivot, right) in self.pivots.iter().zip(&mut self.ratios) {
            let least = if *right > 0.0 { *right } else { 0.0 };
            *right = if *pivot > PIVOT { least / pivot } else { f64::INFINITY };
        }
        let first = least(&self.ratios);
        if first == f64::INFINITY {
            return None;
        }
        let most = first + EPSILON * first;
        let equal = (0..self.m).filter(|r| self.ratios[*r] <= most);
        if bland {
            equal.min_by_key(|r| self.basis[*r])
        } else {
            equal.max_by(|a, b| self.pivots[*a].total_cmp(&self.pivots[*b]))
        }
    }

    /// Pivots until no column can improve the plan.
    fn optimise(&mut self, rule: Rule) {
        // Far beyond what is ever needed; a run-away is caught by its certificate.
        let most = 50 * (self.m + self.n) + 1000;
        let (mut idle, mut bland) = (0, rule == Rule::Bland);
        for _ in 0..most {
            let before = self.line(self.m)[self.n];
            let Some(c) = self.entering(bland) else { break };
            // All entries are positive at first, so the plan is bounded.
            let Some(r) = self.leaving(c, bland) else { break };
            self.pivot(r, c);
            let progress = self.line(self.m)[self.n] > before;
            idle = if progress { 0 } else { idle + 1 };
            bland = rule == Rule::Bland || idle > 2 * LANE;
        }
    }

    /// The first column: the one whose greatest payoff is least, as a good player would take it.
    fn start(&mut self, extremes: &Extremes) {
        let most = &extremes.column_most;
        let first = least(most);
        if let Some(c) = most.iter().position(|x| *x == first)
            && let Some(r) = self.leaving(c, false)
        {
            self.pivot(r, c);
        }
    }

    fn solution(&self, matrix: &Matrix) -> Solution {
        let (mut rows, mut columns) = (vec![0.0; self.m], vec![0.0; self.n]);
        for (r, variable) in self.basis.iter().enumerate() {
            if *variable < self.n {
                columns[*variable] = self.line(r)[self.n];
            }
        }
        let objective = self.line(self.m);
        for (c, variable) in self.outside.iter().enumerate() {
            if *variable >= self.n {
                rows[*variable - self.n] = objective[c];
            }
        }
        Solution::certified(matrix, rows, columns)
    }
}

/// Solves a game.
pub fn solve(matrix: &Matrix, extremes: &Extremes, rule: Rule) -> Solution {
    let mut tableau = Tableau::new(matrix, extremes);
    if rule == Rule::Steepest {
        tableau.start(extremes);
    }
    tableau.optimise(rule);
    tableau.solution(matrix)
}

/// Improves a solution whose many pivots have added up errors: a fresh tableau is brought to the same
/// basis on the shortest way, always by the greatest pivot, and goes on from there.
pub fn polish(matrix: &Matrix, extremes: &Extremes, rough: &Solution) -> Solution {
    let mut tableau = Tableau::new(matrix, extremes);
    let used = |mix: &[f64]| -> Vec<usize> {
        mix.iter().enumerate().filter(|(_, p)| **p > EPSILON).map(|(i, _)| i).collect()
    };
    let (mut rows, mut columns) = (used(&rough.rows), used(&rough.columns));
    while !rows.is_empty() && !columns.is_empty() {
        let mut best = (PIVOT, None);
        for (i, r) in rows.iter().enumerate() {
            for (j, c) in columns.iter().enumerate() {
                let size = tableau.line(*r)[*c].abs();
                if size > best.0 {
                    best = (size, Some((i, j)));
                }
            }
        }
        let Some((i, j)) = best.1 else { break };
        tableau.pivot(rows.swap_remove(i), columns.swap_remove(j));
    }
    let feasible = (0..tableau.m).all(|r| tableau.line(r)[tableau.n] >= -PIVOT);
    if !feasible {
        tableau = Tableau::new(matrix, extremes);
    }
    tableau.optimise(Rule::Steepest);
    tableau.solution(matrix)
}
