//! Evaluation and search hints of Cubic Chess: those of chess, but pawns have nothing to run for, and men
//! in stock are worth something to a side that has pawns to turn.

use super::cubic::Cubic;
use crate::board::{Bits, Kind, Side};
use crate::game::MoveList;
use crate::games::chess::{PACKED, WEIGHTS};
use crate::games::common::evaluation::{Sum, Tally, Trace, explain, phase, survey, term};
use crate::games::common::{Move, WORTH};
use crate::search::chance::ByOutcome;
use crate::search::value::{Value, equity};
use crate::search::{Evaluator, Searchable};

/// Leaves out what pawns are worth for being near promotion.
struct Lasting<'a, T>(&'a mut T);

impl<T: Tally> Tally for Lasting<'_, T> {
    #[inline(always)]
    fn add(&mut self, side: Side, at: usize, count: i32) {
        let pawn_squares = term::SQUARES..term::SQUARES + 64;
        let running = term::PASSED..term::CONNECTED;
        let kings = term::PASSED_OWN_KING..=term::PASSED_ENEMY_KING;
        if !pawn_squares.contains(&at) && !running.contains(&at) && !kings.contains(&at) {
            self.0.add(side, at, count);
        }
    }
}

/// Centipawns of the men in stock, White's minus Black's: each pawn can become one of them, the best
/// first, for a turn and itself.
fn stocks(game: &Cubic) -> i32 {
    let worth = |side: Side| {
        let mut pawns = game.board().men(side, Kind::Pawn).count() as i32;
        let mut sum = 0;
        for (kind, count) in
            [(3, 2), (2, 1), (1, 0)].map(|(k, i)| (k, game.stocks()[side.index()][i]))
        {
            let turned = pawns.min(count as i32);
            pawns -= turned;
            sum += turned * (WORTH[kind] - WORTH[0]) * 3 / 5;
        }
        sum
    };
    worth(Side::White) - worth(Side::Black)
}

/// The sum of weighted terms.
#[derive(Clone, Default)]
pub struct CubicEvaluator;

impl Evaluator<Cubic> for CubicEvaluator {
    const DRAWS: f64 = 0.5;

    fn evaluate(&self, game: &Cubic) -> Value {
        let board = game.board();
        let mut sum = Sum::new(&PACKED);
        survey(board, &mut Lasting(&mut sum));
        let value = equity(sum.centipawns(phase(board)) + stocks(game));
        if board.turn() == Side::White { value } else { -value }
    }

    fn explain(&self, game: &Cubic) -> String {
        let mut trace = Trace::default();
        survey(game.board(), &mut Lasting(&mut trace));
        let text = explain(term::NAMES, &trace, &WEIGHTS, phase(game.board()));
        text + &format!("{:<20} {:>15.1}\n", "stocks", stocks(game) as f64)
    }
}

impl Searchable for Cubic {
    type Evaluator = CubicEvaluator;
    type Chance = ByOutcome;
    const SELECTIVE: bool = true;

    fn code(&self, m: Move) -> u16 {
        m.code()
    }

    #[inline]
    fn slot(&self, m: Move) -> (usize, usize) {
        self.board().slot(m)
    }

    fn gain(&self, m: Move) -> Option<i32> {
        match m.promotion {
            // A turned pawn; it is not moved.
            Some(kind) => Some(4 * (WORTH[kind.index()] - WORTH[0])),
            None => self.board().gain(m),
        }
    }

    fn in_check(&self) -> bool {
        self.board().checkers(self.board().turn()).any()
    }

    fn null(&self) -> Option<Self> {
        self.board().may_pass().then(|| self.passed())
    }

    fn noisy(&self, out: &mut MoveList<Move>) {
        self.captures(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::search::value::centipawns;

    #[test]
    fn men_in_stock_count_for_a_side_with_pawns() {
        let value = |text: &str| {
            centipawns(CubicEvaluator.evaluate(&Cubic::parse(text).expect("a position")))
        };
        let none = value("4k3/4p3/8/8/8/8/4P3/4K3[] w - - 0 1");
        assert!(value("4k3/4p3/8/8/8/8/4P3/4K3[R] w - - 0 1") > none + 100);
        assert!(value("4k3/4p3/8/8/8/8/4P3/4K3[r] w - - 0 1") < none - 100);
        // A second rook needs a second pawn.
        let rook = value("4k3/4p3/8/8/8/8/4P3/4K3[R] w - - 0 1");
        assert_eq!(value("4k3/4p3/8/8/8/8/4P3/4K3[RR] w - - 0 1"), rook);
    }

    #[test]
    fn noisy_moves_are_the_captures() {
        let game = Cubic::parse("1n2k3/P7/8/8/8/8/8/R3K2R[N] w KQ - 0 1").expect("a position");
        let mut moves = MoveList::new();
        game.noisy(&mut moves);
        let tokens: Vec<_> = moves.iter().map(|m| game.move_token(*m)).collect();
        assert_eq!(tokens, ["a7b8"]);
        let mut all = MoveList::new();
        game.moves(Side::White, &mut all);
        assert!(moves.iter().all(|m| all.contains(m)));
    }
}
