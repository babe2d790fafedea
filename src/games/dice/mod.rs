//! The dice chess family.

mod dicechess;
mod evaluation;
mod weights;

use crate::games::Variant;

impl Variant for DiceChess {
    const NAME: &str = "dicechess";
    const BENCH_DEPTH: u32 = 4;

    fn bench_positions() -> &'static [&'static str] {
        &crate::games::common::MIDDLE_GAMES
    }
}

pub use dicechess::DiceChess;
pub use evaluation::{CERTAIN, Danger, DiceEvaluator, Risks, danger, risk, tally, term};
