//! The dice chess family: dice chess, and the other games named with it.

mod brainking;
mod capture_chance;
mod cubic;
mod cubic_evaluation;
mod dicechess;
mod dicemoves;
mod dicepair;
mod evaluation;
mod standing;
mod threedice;
mod threedice_evaluation;
mod vegas;
mod weights;

pub use brainking::BrainKing;
pub use capture_chance::capture_chance;
pub use cubic::Cubic;
pub use dicechess::DiceChess;
pub use dicemoves::DiceMoves;
pub use dicepair::DicePair;
pub use evaluation::{CERTAIN, Danger, DiceEvaluator, Risks, danger, risk, tally, term};
pub use threedice::ThreeDice;
pub use threedice_evaluation::tally as threedice_tally;
pub use vegas::Vegas;

use crate::board::{B8, B10};
use crate::games::Variant;
use crate::games::common::MIDDLE_GAMES;

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
    BrainKing<B10>: "brainking10", 3, &[];
    Vegas: "vegas", 2, &MIDDLE_GAMES;
    DiceMoves: "dicemoves", 1, &MIDDLE_GAMES;
    DicePair: "dicepair", 1, &MIDDLE_GAMES;
    ThreeDice: "threedice", 1, &[];
    Cubic: "cubic", 4, &[];
}
