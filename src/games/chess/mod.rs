//! `chess`: FIDE chess without dice, the game that a plain UCI client gets.

mod position;

use crate::games::Variant;

impl Variant for Chess {
    const NAME: &str = "chess";
}

pub use position::Chess;
