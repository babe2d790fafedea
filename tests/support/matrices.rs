//! Random matrix games of several kinds, and an independent solver for them.

use alea::matrix::Matrix;
use alea::matrix::reduce::Extremes;
use microlp::{ComparisonOp, OptimizationDirection, Problem};
use rand::{Rng, RngExt};

/// Entries even in [−1, 1].
pub fn uniform(rng: &mut impl Rng, rows: usize, columns: usize) -> Matrix {
    Matrix::from_fn(rows, columns, |_, _| rng.random_range(-1.0..1.0))
}

/// As at a turn of a chess game: each choice has a worth of its own, and one pair in ten meets, which
/// changes much.
pub fn chesslike(rng: &mut impl Rng, rows: usize, columns: usize) -> Matrix {
    let own: Vec<f64> = (0..rows).map(|_| rng.random_range(-1.0..1.0)).collect();
    let other: Vec<f64> = (0..columns).map(|_| rng.random_range(-1.0..1.0)).collect();
    Matrix::from_fn(rows, columns, |r, c| {
        let meets = rng.random_range(0..10) == 0;
        own[r] + other[c] + if meets { rng.random_range(-1.0..1.0) } else { 0.0 }
    })
}

/// The value by a general solver of linear programs: the greatest `v` that some mix of rows guarantees.
pub fn independent(matrix: &Matrix) -> f64 {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let (low, high) = Extremes::of(matrix).range();
    let value = problem.add_var(1.0, (low, high));
    let mix: Vec<_> = (0..matrix.rows()).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let even: Vec<_> = mix.iter().map(|p| (*p, 1.0)).collect();
    problem.add_constraint(&even[..], ComparisonOp::Eq, 1.0);
    for c in 0..matrix.columns() {
        let mut terms: Vec<_> = mix.iter().zip(0..).map(|(p, r)| (*p, matrix.at(r, c))).collect();
        terms.push((value, -1.0));
        problem.add_constraint(&terms[..], ComparisonOp::Ge, 0.0);
    }
    problem.solve().expect("a matrix game has a value").objective()
}
