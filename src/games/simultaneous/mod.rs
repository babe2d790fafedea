//! `simultaneous`: both sides choose in secret, then both moves are made at once.

mod evaluation;
mod position;
mod text;

pub use evaluation::{MEN, SealedEvaluator};
pub use position::{LIGHT, POOLED, Simultaneous};

use crate::games::Variant;

impl Variant for Simultaneous {
    const NAME: &str = "simultaneous";
    const BENCH_DEPTH: u32 = 2;

    fn bench_positions() -> &'static [&'static str] {
        &[
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] - KQkq - 1 3 last=f3/c6",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1[] - - - 0 10",
            "r3k2r/8/8/8/8/8/8/R3K2R[] - KQkq - 0 1",
            "8/2p3k1/3n4/8/4P3/3B4/1P3K2/8[QRRBNNqrrbbn] - - - 2 30 last=d3/-",
            "7k/3pp3/4K3/8/8/8/8/8[] - - - 0 1",
        ]
    }
}
