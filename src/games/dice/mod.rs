//! The dice chess family.

mod dicechess;

use crate::games::Variant;

impl Variant for DiceChess {
    const NAME: &str = "dicechess";
}

pub use dicechess::DiceChess;
