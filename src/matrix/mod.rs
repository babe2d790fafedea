//! Zero-sum matrix games: value and optimal mixed strategies. Knows no game.

/// The solution of a matrix game, from the row player's view.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the row player can expect.
    pub value: f64,
    /// The row player's probabilities.
    pub rows: Vec<f64>,
    /// The column player's probabilities.
    pub columns: Vec<f64>,
}

/// Solves a matrix game exactly, up to rounding: `payoff[r][c]` is what the row player gets.
///
/// The payoffs are shifted to be at least 1; then the column player's plan `y ≥ 0` with the greatest
/// sum that has `A y ≤ 1` is found by the simplex method on a dense tableau, with Bland's rule against
/// cycling (Dantzig 1951; Bland 1977). The row player's plan is its dual.
///
/// # Panics
/// If the matrix is empty or its rows differ in length.
pub fn solve(payoff: &[Vec<f64>]) -> Solution {
    let (m, n) = (payoff.len(), payoff[0].len());
    assert!(n > 0 && payoff.iter().all(|row| row.len() == n), "a matrix has equal rows");
    let least = payoff.iter().flatten().fold(f64::INFINITY, |a, b| a.min(*b));
    let shift = 1.0 - least;
    let width = n + m + 1;
    // Rows: constraints with their slack variables; last: the objective, negated.
    let mut tableau: Vec<Vec<f64>> = (0..m)
        .map(|r| {
            let mut row = vec![0.0; width];
            for c in 0..n {
                row[c] = payoff[r][c] + shift;
            }
            row[n + r] = 1.0;
            row[width - 1] = 1.0;
            row
        })
        .collect();
    let mut objective = vec![0.0; width];
    objective[..n].fill(-1.0);
    tableau.push(objective);
    let mut basis: Vec<usize> = (n..n + m).collect();

    const EPSILON: f64 = 1e-11;
    while let Some(enter) = (0..n + m).find(|c| tableau[m][*c] < -EPSILON) {
        let ratio = |r: usize| tableau[r][width - 1] / tableau[r][enter];
        let leave = (0..m)
            .filter(|r| tableau[*r][enter] > EPSILON)
            .min_by(|a, b| ratio(*a).total_cmp(&ratio(*b)).then(basis[*a].cmp(&basis[*b])));
        // Positive payoffs keep the plan bounded.
        let Some(leave) = leave else { break };
        basis[leave] = enter;
        let pivot = tableau[leave][enter];
        tableau[leave].iter_mut().for_each(|x| *x /= pivot);
        let row = tableau[leave].clone();
        for (r, other) in tableau.iter_mut().enumerate() {
            let factor = other[enter];
            if r != leave && factor != 0.0 {
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    let sum = tableau[m][width - 1];
    let mut columns = vec![0.0; n];
    for (r, variable) in basis.iter().enumerate() {
        if *variable < n {
            columns[*variable] = (tableau[r][width - 1] / sum).max(0.0);
        }
    }
    let rows = (0..m).map(|r| (tableau[m][n + r] / sum).max(0.0)).collect();
    Solution { value: 1.0 / sum - shift, rows, columns }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(payoff: &[Vec<f64>], value: f64) {
        let s = solve(payoff);
        assert!((s.value - value).abs() < 1e-9, "{s:?}");
        // Neither side can gain by leaving its plan.
        for row in payoff {
            let got: f64 = row.iter().zip(&s.columns).map(|(a, b)| a * b).sum();
            assert!(got <= value + 1e-9);
        }
        for c in 0..payoff[0].len() {
            let got: f64 = payoff.iter().zip(&s.rows).map(|(row, p)| row[c] * p).sum();
            assert!(got >= value - 1e-9);
        }
    }

    #[test]
    fn known_games() {
        check(&[vec![1.0, -1.0], vec![-1.0, 1.0]], 0.0);
        check(&[vec![3.0]], 3.0);
        check(&[vec![0.0, 0.0], vec![0.0, 0.0]], 0.0);
        // Rock, paper, scissors.
        check(&[vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]], 0.0);
        // By hand: p·2 − (1−p) = −p + (1−p)·1 gives p = 2/5, value 1/5.
        check(&[vec![2.0, -1.0], vec![-1.0, 1.0]], 0.2);
        // A saddle point.
        check(&[vec![4.0, 1.0, 8.0], vec![2.0, 0.0, -3.0]], 1.0);
    }
}
