//! The matrix solver against an independent solver of linear programs.

#[path = "support/matrices.rs"]
mod matrices;

use alea::matrix::reduce::Extremes;
use alea::matrix::{Matrix, Solution, regret, simplex, solve};
use matrices::{chesslike, independent, uniform};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Checks a solution by its own certificate, reckoned here afresh.
fn check(matrix: &Matrix, s: &Solution, what: &str) {
    assert_eq!((s.rows.len(), s.columns.len()), (matrix.rows(), matrix.columns()), "{what}");
    for mix in [&s.rows, &s.columns] {
        assert!(mix.iter().all(|p| (0.0..=1.0 + 1e-12).contains(p)), "{what}");
        assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{what}");
    }
    let mut lower = f64::INFINITY;
    for c in 0..matrix.columns() {
        lower = lower.min((0..matrix.rows()).map(|r| s.rows[r] * matrix.at(r, c)).sum());
    }
    let mut upper = f64::NEG_INFINITY;
    for r in 0..matrix.rows() {
        upper = upper.max((0..matrix.columns()).map(|c| s.columns[c] * matrix.at(r, c)).sum());
    }
    assert!(lower >= s.value - 1e-9 && upper <= s.value + 1e-9, "{what}: {lower} {upper} {s:?}");
    assert!((s.gap - (upper - lower)).abs() < 1e-9, "{what}");
}

/// Matrices of all kinds, most of them small.
fn any_matrix(rng: &mut impl Rng) -> (Matrix, &'static str) {
    let size = |rng: &mut _| match RngExt::random_range(rng, 0..20) {
        0 => 1,
        1 => RngExt::random_range(rng, 20..50),
        _ => RngExt::random_range(rng, 1..16),
    };
    let (m, n) = (size(rng), size(rng));
    match rng.random_range(0..9) {
        0 | 1 => (uniform(rng, m, n), "uniform"),
        2 => (chesslike(rng, m, n), "chess-like"),
        // Few different entries: many ties, many optimal plans.
        3 => (Matrix::from_fn(m, n, |_, _| rng.random_range(-1..=1) as f64), "ties"),
        4 => (Matrix::from_fn(m, n, |_, _| rng.random_range(0..2) as f64), "zeros and ones"),
        5 => {
            let x = rng.random_range(-3.0..3.0);
            (Matrix::from_fn(m, n, |_, _| x), "constant")
        }
        // Rows and columns that are copies or mixtures of others.
        6 => {
            let small = uniform(rng, 1 + m / 3, 1 + n / 3);
            let at = |r: usize, c: usize| small.at(r % small.rows(), c % small.columns());
            let half = |r: usize, c: usize| (at(r, c) + at(r + 1, c)) / 2.0;
            (Matrix::from_fn(m, n, |r, c| if r < m / 2 { at(r, c) } else { half(r, c) }), "copies")
        }
        // Entries of very different size.
        7 => {
            let mut wide = || rng.random_range(-1.0..1.0) * 10f64.powi(rng.random_range(-8..1));
            (Matrix::from_fn(m, n, |_, _| wide()), "wide")
        }
        // Skew-symmetric: the value is 0.
        _ => {
            let u = uniform(rng, m, m);
            (Matrix::from_fn(m, m, |r, c| u.at(r, c) - u.at(c, r)), "skew")
        }
    }
}

#[test]
fn ten_thousand_matrices_have_the_values_of_an_independent_solver() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut worst: f64 = 0.0;
    for i in 0..10_000 {
        let (matrix, kind) = any_matrix(&mut rng);
        let what = format!("{i}: {kind} {}×{}", matrix.rows(), matrix.columns());
        let s = solve(&matrix);
        check(&matrix, &s, &what);
        let value = independent(&matrix);
        assert!((s.value - value).abs() <= 1e-9, "{what}: {} {value}", s.value);
        if kind == "skew" {
            assert!(s.value.abs() <= 1e-9, "{what}: {}", s.value);
        }
        worst = worst.max(s.gap);
    }
    assert!(worst < 1e-9, "{worst}");
}

#[test]
fn one_row_one_column_and_200_by_200() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for (m, n) in [(1, 1), (1, 200), (200, 1), (2, 200), (200, 3), (200, 200), (200, 200)] {
        for (matrix, kind) in
            [(uniform(&mut rng, m, n), "uniform"), (chesslike(&mut rng, m, n), "chess-like")]
        {
            let what = format!("{kind} {m}×{n}");
            let s = solve(&matrix);
            check(&matrix, &s, &what);
            let value = independent(&matrix);
            assert!((s.value - value).abs() <= 1e-9, "{what}: {} {value}", s.value);
        }
    }
}

#[test]
fn every_method_gives_the_same_value() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for i in 0..500 {
        let (matrix, kind) = any_matrix(&mut rng);
        let what = format!("{i}: {kind}");
        let exact = solve(&matrix).value;
        for rule in [simplex::Rule::Steepest, simplex::Rule::Bland] {
            let s = simplex::solve(&matrix, &Extremes::of(&matrix), rule);
            check(&matrix, &s, &what);
            assert!((s.value - exact).abs() <= 1e-9, "{what} {rule:?}: {} {exact}", s.value);
            let again = simplex::polish(&matrix, &Extremes::of(&matrix), &s);
            assert!(
                (again.value - exact).abs() <= 1e-9,
                "{what} polished: {} {exact}",
                again.value
            );
        }
    }
}

#[test]
fn regret_matching_keeps_its_bound_at_any_time() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for (m, n) in [(1, 5), (3, 3), (20, 30), (100, 80)] {
        for matrix in [uniform(&mut rng, m, n), chesslike(&mut rng, m, n)] {
            let exact = solve(&matrix).value;
            for rounds in [1, 10, 100, 1_000] {
                let s = regret::solve(&matrix, rounds, 0.0);
                assert!(s.gap <= regret::bound(&matrix, rounds), "{m}×{n} {rounds}: {}", s.gap);
                assert!((s.value - exact).abs() <= s.gap / 2.0 + 1e-9, "{m}×{n} {rounds}");
            }
            // It stops when it is good enough.
            assert!(regret::solve(&matrix, 1_000_000, 0.01).gap <= 0.01);
        }
    }
}

#[test]
fn shifted_and_scaled_games_have_shifted_and_scaled_values() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..200 {
        let (matrix, kind) = any_matrix(&mut rng);
        let value = solve(&matrix).value;
        let other =
            Matrix::from_fn(matrix.rows(), matrix.columns(), |r, c| 3e6 * matrix.at(r, c) - 7e6);
        assert!((solve(&other).value - (3e6 * value - 7e6)).abs() < 1e-3, "{kind}");
        let turned = Matrix::from_fn(matrix.columns(), matrix.rows(), |r, c| -matrix.at(c, r));
        assert!((solve(&turned).value + value).abs() < 1e-9, "{kind}");
    }
}
