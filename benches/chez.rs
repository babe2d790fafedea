//! Legal turns and evaluation of `chez` in positions of its middle game.
//!
//! Legality looks a turn ahead, so that a list of legal turns is dear; what the rules ask for is that it
//! stays below 200 µs in the median position. `one by one` gives the time for each position.

use std::hint::black_box;

use alea::game::{Game, History, MoveList, Node, Notation, phase};
use alea::games::chez::{Chez, ChezEvaluator};
use alea::search::{Evaluator, Searchable};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn legal(game: &Chez) -> MoveList<<Chez as Game>::Move> {
    let mut moves = MoveList::new();
    game.moves(Notation::side(game), &mut moves);
    moves
}

/// A position each of so many random games, 10 to 60 full moves old.
fn middle_games(count: usize) -> Vec<Chez> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found = Vec::new();
    while found.len() < count {
        let (mut game, mut history) = (Chez::start(), History::new());
        for _ in 0..rng.random_range(20..120) {
            history.push(game.occurrence());
            if matches!(phase(&game, &history), Node::Over(_)) {
                break;
            }
            let moves = legal(&game);
            game.play(moves[rng.random_range(0..moves.len())]);
        }
        if !matches!(phase(&game, &History::new()), Node::Over(_)) {
            found.push(game);
        }
    }
    found
}

fn bench(c: &mut Criterion) {
    let games = middle_games(15);
    let mut group = c.benchmark_group("chez, legal turns, one by one");
    for (i, game) in games.iter().enumerate() {
        group.bench_with_input(BenchmarkId::from_parameter(i + 1), game, |b, game| {
            b.iter(|| legal(black_box(game)))
        });
    }
    group.finish();

    let games = middle_games(100);
    let mut group = c.benchmark_group("chez, a hundred positions");
    group.bench_function("legal turns", |b| {
        b.iter(|| games.iter().map(|game| legal(black_box(game)).len()).sum::<usize>())
    });
    group.bench_function("candidates of the search", |b| {
        b.iter(|| {
            for game in &games {
                let mut moves = MoveList::new();
                game.candidates(Notation::side(game), &mut moves);
                black_box(&moves);
            }
        })
    });
    group.bench_function("evaluation", |b| {
        b.iter(|| games.iter().map(|game| ChezEvaluator.evaluate(black_box(game))).sum::<i32>())
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(200))
        .measurement_time(std::time::Duration::from_millis(500));
    targets = bench
}
criterion_main!(benches);
