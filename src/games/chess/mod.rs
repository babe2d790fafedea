//! `chess`: FIDE chess without dice, the game that a plain UCI client gets.

mod evaluation;
mod position;
mod weights;

use crate::games::Variant;

impl Variant for Chess {
    const NAME: &str = "chess";
    const BENCH_DEPTH: u32 = 10;

    fn bench_positions() -> &'static [&'static str] {
        &crate::games::common::MIDDLE_GAMES
    }
}

pub use position::{Chess, is_dead};
pub use weights::{PACKED, WEIGHTS};
