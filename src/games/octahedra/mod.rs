//! Stochastic Chess on Octahedra: men placed by dice, then rounds in which dice decide who sows (moves
//! the whole army) or that both sides harvest (capture in turn, as long as they can).

mod evaluation;
mod position;
mod text;

use crate::games::Variant;

pub use evaluation::OctahedraEvaluator;
pub use position::{Octahedra, Throw, chances};

impl Variant for Octahedra {
    const NAME: &str = "octahedra";
    const BENCH_DEPTH: u32 = 1;

    /// Placement in its stages, roll-offs, sowings from their beginning and their middle, harvests.
    fn bench_positions() -> &'static [&'static str] {
        &[
            "8/8/2pp2p1/1pppp1p1/PPPP1PPP/4N2P/8/8[NBBRRQKnnbbrrqk] w - - 0 1 phase=place roll=8",
            "5r2/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R3R1N[QKrqk] b - - 0 1 phase=place roll=7",
            "1r1q1rk1/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R1Q1RKN w - - 0 1 phase=roll first=w",
            "4r1k1/P5b1/3Bn1R1/6PP/3p3P/1Q1ppq1B/4pN2/7K b - - 2 6 phase=roll first=b",
            "1r1q1rk1/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R1Q1RKN b - - 0 1 phase=sow first=w stage=pawns",
            "2q4k/1r1n1r2/b1ppn1pb/1ppp2p1/PPPPpPPP/4N2P/6BB/1R1Q1RKN b - - 1 2 phase=sow first=w stage=knights",
            "5qk1/P3r1n1/3B2Rb/3p2PP/3pp2P/1Q2p2B/5N2/7K b - - 1 5 phase=sow first=b stage=rooks",
            "3q1rk1/4r1n1/Pnpp2pb/2pp4/1PPPp1PP/4p2P/6BB/1R1Q1RKN w - - 0 3 phase=harvest first=w",
        ]
    }
}
