//! Regret matching: an anytime method for large matrices.

use super::reduce::Extremes;
use super::{Matrix, Solution};

/// What the theory promises: after `rounds` rounds the gap of the average strategies is at most
/// `2 Δ (√m + √n) / √rounds` for a matrix with `m` rows, `n` columns and a range `Δ` of payoffs
/// (Hart and Mas-Colell 2000; for regret matching⁺ with linear averages Tammelin, Burch, Johanson and
/// Bowling 2015). The certified gap of a solution is usually far below it.
pub fn bound(matrix: &Matrix, rounds: usize) -> f64 {
    let (low, high) = Extremes::of(matrix).range();
    let roots = (matrix.rows() as f64).sqrt() + (matrix.columns() as f64).sqrt();
    2.0 * (high - low) * roots / (rounds.max(1) as f64).sqrt()
}

/// One player: regrets cut off at 0, and the sum of the mixes played, later ones weighing more.
struct Player {
    regrets: Vec<f64>,
    mix: Vec<f64>,
    sum: Vec<f64>,
}

impl Player {
    fn new(choices: usize) -> Self {
        let even = vec![1.0 / choices as f64; choices];
        Player { regrets: vec![0.0; choices], mix: even, sum: vec![0.0; choices] }
    }

    /// Learns what each choice would have yielded.
    fn learn(&mut self, yields: &[f64], weight: f64) {
        let got: f64 = yields.iter().zip(&self.mix).map(|(x, p)| x * p).sum();
        let mut total = 0.0;
        for (regret, x) in self.regrets.iter_mut().zip(yields) {
            *regret = (*regret + x - got).max(0.0);
            total += *regret;
        }
        if total > 0.0 {
            self.mix.iter_mut().zip(&self.regrets).for_each(|(p, r)| *p = r / total);
        }
        self.sum.iter_mut().zip(&self.mix).for_each(|(sum, p)| *sum += weight * p);
    }
}

/// Plays at most so many rounds of regret matching⁺, or until the gap is at most `target`; the gap is
/// looked at after every power of two of rounds.
pub fn solve(matrix: &Matrix, rounds: usize, target: f64) -> Solution {
    let mut row_player = Player::new(matrix.rows());
    let mut column_player = Player::new(matrix.columns());
    let mut best: Option<Solution> = None;
    for round in 1..=rounds.max(1) {
        let yields = matrix.against_columns(&column_player.mix);
        row_player.learn(&yields, round as f64);
        let mut yields = matrix.against_rows(&row_player.mix);
        yields.iter_mut().for_each(|x| *x = -*x);
        column_player.learn(&yields, round as f64);
        if round.is_power_of_two() || round == rounds.max(1) {
            let (rows, columns) = (row_player.sum.clone(), column_player.sum.clone());
            let found = Solution::certified(matrix, rows, columns);
            let enough = found.gap <= target;
            if best.as_ref().is_none_or(|b| found.gap < b.gap) {
                best = Some(found);
            }
            if enough {
                break;
            }
        }
    }
    best.expect("the last round gives a solution")
}
