//! The matrix solver beside a general solver of linear programs, in the same run.

#[path = "../tests/support/matrices.rs"]
mod matrices;

use std::hint::black_box;

use alea::matrix::{Matrix, regret, solve};
use criterion::{Criterion, criterion_group, criterion_main};
use matrices::{chesslike, independent, uniform};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const COUNT: usize = 10;

fn bench(c: &mut Criterion) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for size in [10, 30, 40] {
        for kind in ["uniform", "chess-like"] {
            let make = |rng: &mut Xoshiro256PlusPlus| match kind {
                "uniform" => uniform(rng, size, size),
                _ => chesslike(rng, size, size),
            };
            let all: Vec<Matrix> = (0..COUNT).map(|_| make(&mut rng)).collect();
            let mut group = c.benchmark_group(format!("{COUNT} {kind} matrices {size}×{size}"));
            let sum = |value: &dyn Fn(&Matrix) -> f64| -> f64 {
                all.iter().map(|m| value(black_box(m))).sum()
            };
            group.bench_function("alea", |b| b.iter(|| sum(&|m| solve(m).value)));
            group.bench_function("microlp", |b| b.iter(|| sum(&independent)));
            if size == 30 {
                let rounds = |m: &Matrix| regret::solve(m, 1_000, 0.0).value;
                group.bench_function("regret matching, 1000 rounds", |b| b.iter(|| sum(&rounds)));
            }
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = bench
}
criterion_main!(benches);
