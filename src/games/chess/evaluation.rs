//! Evaluation of orthodox chess, and what its search needs to know.

use super::Chess;
use super::weights::{PACKED, WEIGHTS};
use crate::board::{B8, Bits, Geometry};
use crate::game::{MoveList, Side};
use crate::games::common::Move;
use crate::games::common::evaluation::{Sum, Trace, explain, phase, survey, term};
use crate::search::chance::ByOutcome;
use crate::search::value::{Value, equity};
use crate::search::{Evaluator, Searchable};

const _: () = assert!(WEIGHTS.len() == term::END, "a weight for each term");

/// Tapered sum of weighted terms.
#[derive(Clone, Default)]
pub struct ChessEvaluator;

impl Evaluator<Chess> for ChessEvaluator {
    const DRAWS: f64 = 0.5;

    fn evaluate(&self, game: &Chess) -> Value {
        let board = game.board();
        let mut sum = Sum::new(&PACKED);
        survey(board, &mut sum);
        let value = equity(sum.centipawns(phase(board)));
        if board.turn() == Side::White { value } else { -value }
    }

    fn explain(&self, game: &Chess) -> String {
        let board = game.board();
        let mut trace = Trace::default();
        survey(board, &mut trace);
        explain(term::NAMES, &trace, &WEIGHTS, phase(board))
    }
}

impl Searchable for Chess {
    type Evaluator = ChessEvaluator;
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
        self.board().gain(m)
    }

    fn in_check(&self) -> bool {
        self.board().checkers(self.board().turn()).any()
    }

    fn null(&self) -> Option<Self> {
        if self.board().may_pass() { self.passed() } else { None }
    }

    fn noisy(&self, out: &mut MoveList<Move>) {
        self.board().generate_noisy::<true>(B8::ALL, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::search::value::centipawns;

    #[test]
    fn more_men_are_better_for_their_side() {
        for (fen, sign) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1),
            ("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", -1),
            ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", 1),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", -1),
        ] {
            let game = Chess::parse(fen).unwrap();
            let cp = centipawns(ChessEvaluator.evaluate(&game));
            assert!(cp * sign > 20, "{fen}: {cp}");
        }
    }

    #[test]
    fn noisy_moves_are_captures_and_queens() {
        let game = Chess::parse("1n2k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 1").unwrap();
        let mut moves = MoveList::new();
        game.noisy(&mut moves);
        let mut tokens: Vec<_> = moves.iter().map(|m| game.move_token(*m)).collect();
        tokens.sort();
        assert_eq!(tokens, ["a7a8q", "a7b8q", "e5d6"]);
        let mut all = MoveList::new();
        game.moves(Side::White, &mut all);
        assert!(moves.iter().all(|m| all.contains(m)));
    }
}
