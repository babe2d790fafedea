//! Evaluation and search of both variants.

use std::hint::black_box;

use alea::game::Notation;
use alea::games::Variant;
use alea::games::chess::Chess;
use alea::games::common::MIDDLE_GAMES;
use alea::games::dice::{DiceChess, ThreeDice, capture_chance};
use alea::search::Evaluator;
use alea::search::params::Params;
use alea::tools::bench::run;
use criterion::{Criterion, criterion_group, criterion_main};

fn variant<G: Variant>(c: &mut Criterion, depth: u32) {
    let games: Vec<G> = MIDDLE_GAMES.iter().map(|text| G::parse(text).unwrap()).collect();
    let evaluator = G::Evaluator::default();
    c.bench_function(&format!("{}: evaluate ten positions", G::NAME), |b| {
        b.iter(|| games.iter().map(|g| evaluator.evaluate(black_box(g))).sum::<i32>())
    });
    c.bench_function(&format!("{}: search the start position to depth {depth}", G::NAME), |b| {
        b.iter(|| run(&G::start(), depth, 16, &Params::default()).1.nodes)
    });
}

fn king_capture(c: &mut Criterion) {
    let games: Vec<ThreeDice> =
        MIDDLE_GAMES.iter().map(|text| ThreeDice::parse(text).unwrap()).collect();
    c.bench_function("threedice: king-capture chance of ten positions", |b| {
        b.iter(|| games.iter().map(|g| capture_chance(black_box(g))).sum::<u32>())
    });
}

fn bench(c: &mut Criterion) {
    king_capture(c);
    variant::<Chess>(c, 7);
    variant::<DiceChess>(c, 3);
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = bench
}
criterion_main!(benches);
