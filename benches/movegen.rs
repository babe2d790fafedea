//! Move generation and making of moves, beside `cozy-chess` on the same positions.
//!
//! Perft counts the moves at the last ply without making them, in both libraries.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use alea::game::{Counter, Game, History, MoveList, Notation, Side};
use alea::games::chess::Chess;
use alea::tools::perft::perft;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const POSITIONS: [(&str, u32, u64); 4] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
];

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut next = board.clone();
                next.play_unchecked(m);
                count += cozy_perft(&next, depth - 1);
            }
            false
        });
    }
    count
}

fn alea_perft(game: &Chess, depth: u32) -> u64 {
    perft(game, depth, &mut History::new(), &AtomicBool::new(false))
}

fn bench(c: &mut Criterion) {
    let cases: Vec<_> = POSITIONS
        .iter()
        .map(|(fen, depth, nodes)| {
            let alea = Chess::parse(fen).unwrap();
            let cozy: cozy_chess::Board = fen.parse().unwrap();
            assert_eq!(alea_perft(&alea, *depth), *nodes);
            assert_eq!(cozy_perft(&cozy, *depth), *nodes);
            (alea, cozy, *depth)
        })
        .collect();

    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(POSITIONS.iter().map(|p| p.2).sum()));
    group.bench_function("alea", |b| {
        b.iter(|| cases.iter().map(|(g, _, d)| alea_perft(black_box(g), *d)).sum::<u64>())
    });
    group.bench_function("cozy-chess", |b| {
        b.iter(|| cases.iter().map(|(_, g, d)| cozy_perft(black_box(g), *d)).sum::<u64>())
    });
    group.finish();

    let mut group = c.benchmark_group("generate into a list");
    group.bench_function("alea", |b| {
        b.iter(|| {
            for (game, ..) in &cases {
                let mut moves = MoveList::new();
                game.moves(Side::White, &mut moves);
                black_box(&moves);
            }
        })
    });
    group.bench_function("cozy-chess", |b| {
        b.iter(|| {
            for (_, board, _) in &cases {
                let mut moves: smallvec::SmallVec<[cozy_chess::Move; 96]> = Default::default();
                board.generate_moves(|set| {
                    moves.extend(set);
                    false
                });
                black_box(&moves);
            }
        })
    });
    group.finish();

    let mut group = c.benchmark_group("make every move");
    group.bench_function("alea", |b| {
        b.iter(|| {
            let mut counter = Counter::default();
            for (game, ..) in &cases {
                let mut moves = MoveList::new();
                game.moves(Side::White, &mut moves);
                for m in moves {
                    let mut next = game.clone();
                    next.play(m);
                    counter.0 += next.key() & 1;
                }
            }
            counter.0
        })
    });
    group.bench_function("cozy-chess", |b| {
        b.iter(|| {
            let mut counter = 0;
            for (_, board, _) in &cases {
                board.generate_moves(|set| {
                    for m in set {
                        let mut next = board.clone();
                        next.play_unchecked(m);
                        counter += next.hash() & 1;
                    }
                    false
                });
            }
            counter
        })
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = bench
}
criterion_main!(benches);
