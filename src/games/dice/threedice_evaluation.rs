//! Evaluation of three-dice chess before a throw: the exact chance that the throw lets the king be taken,
//! and the terms for what remains.

use super::capture_chance::{capture_chance, chance_of_kinds, kinds_of};
use super::threedice::ThreeDice;
use super::weights::threedice::{PACKED, WEIGHTS};
use crate::board::{Bits, Kind, Side};
use crate::games::common::WORTH;
use crate::games::common::evaluation::{self as shared, Sum, Tally, Trace, explain, phase, survey};
use crate::search::Evaluator;
use crate::search::value::{ONE, Value, equity};

/// Terms of the dice, placed behind the shared ones.
pub mod term {
    use crate::games::common::evaluation::term::END as SHARED;
    crate::terms! {
        from SHARED;
        /// Worth of the men that the next throw lets a man take, by their chances, in 16 centipawns
        /// (side that throws).
        PREY: 1;
        /// The same for the other side.
        PREY_LATER: 1;
    }
}

const _: () = assert!(WEIGHTS.len() == term::END, "a weight for each term");

/// Throws of three dice, in order.
const THROWS: i64 = 216;

/// Of these throws, how many name one of so many kinds.
const CHANCES: [i32; 7] = [0, 91, 152, 189, 208, 215, 216];

/// Counts the terms.
pub fn tally(game: &ThreeDice, tally: &mut impl Tally) {
    let board = game.board();
    let survey = survey(board, tally);
    for side in Side::BOTH {
        let prey = if side == board.turn() { term::PREY } else { term::PREY_LATER };
        let men = board.side(!side) & !board.kind(Kind::King);
        let mut worth = 0;
        for square in (men & survey.all[side.index()]).squares() {
            let kinds = survey.kinds_on(side, square);
            let victim = board.kind_on(square).map_or(0, |kind| WORTH[kind.index()]);
            worth += victim * CHANCES[kinds];
        }
        tally.add(side, prey, worth / (16 * THROWS as i32));
    }
}

/// The value for the side that throws, if so many throws take the king.
fn with_chance(value: Value, taken: u32) -> Value {
    let taken = taken as i64;
    let value = (ONE as i64 * taken + value as i64 * (THROWS - taken)) / THROWS;
    (value as Value).clamp(1 - ONE, ONE - 1)
}

/// Weighted terms and the chance to take the king.
#[derive(Clone, Default)]
pub struct ThreeDiceEvaluator;

fn standing(game: &ThreeDice) -> Value {
    let board = game.board();
    let mut sum = Sum::new(&PACKED);
    tally(game, &mut sum);
    let value = equity(sum.centipawns(phase(board)));
    if board.turn() == Side::White { value } else { -value }
}

impl Evaluator<ThreeDice> for ThreeDiceEvaluator {
    const DRAWS: f64 = 0.02;

    fn evaluate(&self, game: &ThreeDice) -> Value {
        with_chance(standing(game), capture_chance(game))
    }

    /// With the chance of attacks that are there already.
    fn floor(&self, game: &ThreeDice) -> Option<Value> {
        let board = game.board();
        let attackers = kinds_of(board, board.checkers(!board.turn()));
        Some(with_chance(standing(game), chance_of_kinds(attackers)))
    }

    fn explain(&self, game: &ThreeDice) -> String {
        let mut trace = Trace::default();
        tally(game, &mut trace);
        let names: Vec<_> = shared::term::NAMES.iter().chain(term::NAMES).copied().collect();
        explain(&names, &trace, &WEIGHTS, phase(game.board()))
            + &format!("takes the king        {} of 216 throws\n", capture_chance(game))
    }
}
