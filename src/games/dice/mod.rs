//! The dice chess family: dice chess, and the other games named with it.

mod brainking;
mod brainking_evaluation;
mod capture_chance;
mod cubic;
mod cubic_evaluation;
mod dicechess;
mod dicemoves;
mod dicepair;
mod evaluation;
mod prey;
mod standing;
mod threedice;
mod threedice_evaluation;
mod vegas;
mod weights;

pub use brainking::BrainKing;
pub use brainking_evaluation::tally as brainking_tally;
pub use capture_chance::capture_chance;
pub use cubic::Cubic;
pub use dicechess::DiceChess;
pub use dicemoves::DiceMoves;
pub use dicepair::DicePair;
pub use evaluation::{CERTAIN, Danger, DiceEvaluator, Risks, danger, risk, tally, term};
pub use standing::taken;
pub use threedice::ThreeDice;
pub use threedice_evaluation::tally as threedice_tally;
pub use vegas::Vegas;

use crate::board::{B8, B10};
use crate::games::Variant;
use crate::games::common::MIDDLE_GAMES;

/// Positions of games on 10×10, from self-play.
const THREE_KINGS: [&str; 3] = [
    "1n3kk1r1/1ppqpp1ppp/r6n2/p2p2p1B1/2k7/1P6N1/3P2P1R1/1R8/P1P1PP1P1b/3QKKKB2 w - - 0 16",
    "2B2k1b2/p3pp1k1p/3q6/3p2pp2/3p6/3b6/1P1P2P3/8r1/1PP1PP1nKP/2BQK1KR2 w - - 1 26",
    "6k3/2p7/2k3p3/p3kp1p2/3R1b4/2P7/P2P6/4P5/2K1KP1P2/6RB2 w - - 1 36",
];

/// Positions of Cubic Chess, from self-play.
const STOCKS: [&str; 3] = [
    "r1bqr1k1/npp2ppp/2nb4/3p4/3N4/2B2N2/PPP1BPPP/R2QK2R[] w KQ - 6 11",
    "r3r1k1/1p1bq2p/3bnp2/1n4p1/1P4P1/P4N1N/2PBBP2/R2QK2R[] w KQ - 1 21",
    "r7/2n3k1/5p2/1b4pp/6R1/1B4KN/3R4/7b[NBnr] w - - 0 36",
];

macro_rules! variants {
    ($($game:ty: $name:literal, $depth:literal, $positions:expr;)*) => {$(
        impl Variant for $game {
            const NAME: &str = $name;
            const BENCH_DEPTH: u32 = $depth;

            fn bench_positions() -> &'static [&'static str] {
                $positions
            }
        }
    )*};
}

variants! {
    DiceChess: "dicechess", 4, &MIDDLE_GAMES;
    BrainKing<B8>: "brainking", 3, &MIDDLE_GAMES;
    BrainKing<B10>: "brainking10", 3, &THREE_KINGS;
    Vegas: "vegas", 2, &MIDDLE_GAMES;
    DiceMoves: "dicemoves", 1, &MIDDLE_GAMES;
    DicePair: "dicepair", 1, &MIDDLE_GAMES;
    ThreeDice: "threedice", 1, &MIDDLE_GAMES;
    Cubic: "cubic", 8, &STOCKS;
}
