//! Evaluation of the Cheshire Cat games, and what their search needs to know.

use std::ops::ControlFlow;

use super::Cheshire;
use super::weights::{PACKED, WEIGHTS, term};
use crate::board::{B8, Bits, Geometry, Kind, Side};
use crate::game::{Game, MoveList};
use crate::games::common::evaluation::{
    Sum, Survey, Tally, Trace, ahead, explain, phase, survey_on,
};
use crate::games::common::{Move, Orthodox};
use crate::search::likely::{Likely, SURE};
use crate::search::value::{Value, equity};
use crate::search::{Evaluator, QuietThrows, Searchable};

/// The terms of chess on the squares that are left, and those of the holes.
#[derive(Clone, Default)]
pub struct CheshireEvaluator;

/// Of a position of the wild form, where a king may vanish before an advantage tells, this share of its
/// value in hundredths is left.
const WILD_SHARE: Value = 80;

impl<const WILD: bool> Evaluator<Cheshire<WILD>> for CheshireEvaluator {
    const DRAWS: f64 = if WILD { 0.0 } else { 0.3 };

    fn evaluate(&self, game: &Cheshire<WILD>) -> Value {
        let board = game.board();
        let mut sum = Sum::new(&PACKED);
        tally(game, &mut sum);
        let mut value = equity(sum.centipawns(phase(board))).clamp(-SURE, SURE);
        if WILD {
            value = value / 100 * WILD_SHARE;
        }
        if board.turn() == Side::White { value } else { -value }
    }

    fn explain(&self, game: &Cheshire<WILD>) -> String {
        let mut trace = Trace::default();
        tally(game, &mut trace);
        explain(&term::names(), &trace, &WEIGHTS, phase(game.board()))
    }
}

/// Counts the terms of a position. Both kings must be there.
#[inline(always)]
pub fn tally<const WILD: bool>(game: &Cheshire<WILD>, tally: &mut impl Tally) {
    let (board, squares) = (game.board(), !game.gone());
    let survey = survey_on(board, squares, tally);
    for side in Side::BOTH {
        reach(board, side, squares, &survey, tally);
        if game.gone() != 0 {
            holes(board, side, game.gone(), tally);
        }
    }
}

/// How many squares a side can go to, if they are few: who has no move loses.
#[inline(always)]
fn reach(board: &Orthodox<B8>, side: Side, squares: u64, survey: &Survey, tally: &mut impl Tally) {
    let by = &survey.by[side.index()];
    let pawns = B8::forward(side, board.men(side, Kind::Pawn)) & !board.occupied();
    let officers = (by[1] | by[2] | by[3] | by[4]) & !board.side(side);
    let king = by[5] & !board.side(side) & !survey.all[(!side).index()];
    let count = ((pawns | officers) & squares).count() + (king & squares).count();
    tally.add(side, term::REACH + (count as usize).min(11), 1);
}

/// Pawns and kings next to holes.
#[inline(always)]
fn holes(board: &Orthodox<B8>, side: Side, gone: u64, tally: &mut impl Tally) {
    let pawns = board.men(side, Kind::Pawn);
    // The first step of two may be made over a hole.
    let base = pawns & B8::rank(if side == Side::White { 1 } else { 6 });
    let beyond = ahead(!side, gone & !B8::forward(side, base));
    for square in (pawns & beyond).squares() {
        tally.add(side, term::BARRED + B8::rank_for(side, square) as usize, 1);
    }
    tally.add(side, term::STUCK, (pawns & B8::forward(!side, gone)).count() as i32);
    if let Some(king) = board.king(side) {
        tally.add(side, term::HOLES_AT_KING, (B8::king(king) & gone).count() as i32);
    }
}

impl<const WILD: bool> Searchable for Cheshire<WILD> {
    type Evaluator = CheshireEvaluator;
    type Chance = Likely;
    const SELECTIVE: bool = true;

    /// All throws that change nothing are one outcome, as the square thrown means nothing after them;
    /// every other throw leads to a position of its own.
    fn outcomes(&self, mut visit: impl FnMut(Self, u32)) {
        let mut any = false;
        self.rolls(|_, _| {
            any = true;
            ControlFlow::Break(())
        });
        if !any {
            return;
        }
        let frail = self.frail();
        let still = 64 - frail.count();
        if still > 0 {
            visit(self.unchanged(), still);
        }
        for square in frail.squares() {
            let mut next = self.clone();
            next.roll(square);
            visit(next, 1);
        }
    }

    fn code(&self, m: Move) -> u16 {
        m.code()
    }

    #[inline]
    fn slot(&self, m: Move) -> (usize, usize) {
        self.board().slot(m)
    }

    fn gain(&self, m: Move) -> Option<i32> {
        self.board().gain(m)
    }

    fn in_check(&self) -> bool {
        self.board().checkers(self.board().turn()).any()
    }

    fn null(&self) -> Option<Self> {
        if self.board().may_pass() { self.passed() } else { None }
    }

    fn noisy(&self, out: &mut MoveList<Move>) {
        if WILD {
            self.board().generate_noisy::<false>(!self.gone(), out);
        } else {
            self.board().generate_noisy::<true>(!self.gone(), out);
        }
    }
}

impl<const WILD: bool> QuietThrows for Cheshire<WILD> {
    /// In the wild form one throw takes the own king, one the enemy's.
    const SUDDEN: (u32, u32, u32) = if WILD { (1, 1, 64) } else { (0, 0, 64) };

    fn unchanged(&self) -> Self {
        Cheshire::unchanged(self)
    }
}

#[cfg(test)]
mod tests {
    use super::super::CheshireCat;
    use super::*;
    use crate::game::Notation;
    use crate::search::value::{ONE, centipawns};

    fn shown(text: &str) -> i32 {
        let game = CheshireCat::parse(text).unwrap();
        centipawns(CheshireEvaluator.evaluate(&game))
    }

    #[test]
    fn holes_cost_what_they_take_away() {
        // A passed pawn whose square of promotion is gone, or the next one.
        let free = shown("4k3/8/1P6/8/8/8/6p1/4K3 b - - 0 1");
        assert!(shown("1*2k3/8/1P6/8/8/8/6p1/4K3 b - - 0 1") > free + 40);
        assert!(shown("4k3/1*6/1P6/8/8/8/6p1/4K3 b - - 0 1") > free + 60);
        // A king without squares.
        let free = shown("4k3/8/8/8/8/8/4P3/K7 b - - 0 1");
        assert!(shown("4k3/8/8/8/8/8/**2P3/K7 b - - 0 1") > free);
        // A knight without squares.
        let free = shown("4k3/8/8/8/8/8/4P3/N3K3 b - - 0 1");
        assert!(shown("4k3/8/8/8/8/1*6/2*1P3/N3K3 b - - 0 1") > free);
    }

    #[test]
    fn static_values_stay_below_ends_in_sight() {
        let game = CheshireCat::parse("QQQQQQQQ/QQQQQQQQ/8/8/8/8/k7/7K b - - 0 1").unwrap();
        let value = CheshireEvaluator.evaluate(&game);
        assert!((-SURE..-ONE / 2).contains(&value), "{value}");
    }
}
