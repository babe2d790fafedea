//! The terms of BrainKing's dice chess on 8×8, with weights of its own.

use super::BrainKing;
use super::capture_chance::kinds_of;
use super::prey::{expected, gains};
use super::weights::brainking::{PACKED, WEIGHTS};
use crate::board::B8;
use crate::games::common::evaluation::{self as shared, Sum, Tally, Trace, explain, phase, survey};

/// Terms of the die, placed behind the shared ones.
pub mod term {
    use crate::games::common::evaluation::term::END as SHARED;
    crate::terms! {
        from SHARED;
        /// Centipawns that the side that throws may expect to take with the throw.
        PREY: 1;
        /// The same for the other side, were the throw its own.
        PREY_LATER: 1;
        /// By number of kinds of enemy men that attack the king of the side that throws.
        ATTACKED: 7;
    }
}

const _: () = assert!(WEIGHTS.len() == term::END, "a weight for each term");

/// Counts the terms.
pub fn tally(game: &BrainKing<B8>, tally: &mut impl Tally) {
    let board = game.board();
    survey(board, tally);
    let us = board.turn();
    for (side, term) in [(us, term::PREY), (!us, term::PREY_LATER)] {
        tally.add(side, term, expected::<BrainKing<B8>>(gains(board, side, 0)));
    }
    let attackers = kinds_of(board, board.checkers(us));
    tally.add(us, term::ATTACKED + attackers.0.count_ones() as usize, 1);
}

/// Centipawns from White's view, the chance to take the king aside.
pub fn material(game: &BrainKing<B8>) -> i32 {
    let mut sum = Sum::new(&PACKED);
    tally(game, &mut sum);
    sum.centipawns(phase(game.board()))
}

/// What `alea eval` shows.
pub fn parts(game: &BrainKing<B8>) -> String {
    let mut trace = Trace::default();
    tally(game, &mut trace);
    let names: Vec<_> = shared::term::NAMES.iter().chain(term::NAMES).copied().collect();
    explain(&names, &trace, &WEIGHTS, phase(game.board()))
}
