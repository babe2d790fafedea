//! Evaluation of orthodox chess, and what its search needs to know.

use super::Chess;
use super::weights::{PACKED, WEIGHTS};
use crate::board::{B8, Bits, Geometry, Kind, Kinds};
use crate::game::{MoveList, Side};
use crate::games::common::evaluation::{Sum, Trace, explain, phase, survey, term};
use crate::games::common::{Move, Orthodox, WORTH};
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

/// What a capture or promotion promises ([`Searchable::gain`]): the exchange on its target tells whether
/// it loses.
pub fn gain(board: &Orthodox<B8>, m: Move) -> Option<i32> {
    let victim = board.kind_on(m.to);
    let passed = m.kind == Kind::Pawn && Some(m.to) == board.en_passant();
    if victim.is_none() && !passed && m.promotion.is_none() {
        return None;
    }
    let taken = if passed { WORTH[0] } else { victim.map_or(0, |k| WORTH[k.index()]) };
    let grown = m.promotion.map_or(0, |k| WORTH[k.index()] - WORTH[0]);
    let gain = 16 * (taken + grown) - WORTH[m.kind.index()].min(1000);
    let losing = m.promotion.is_some_and(|k| k != Kind::Queen) || !board.exchange_wins(m, 0);
    Some(if losing { gain - 100_000 } else { gain.max(0) })
}

/// Whether giving the turn away is a sensible lower bound: with pawns only, having to move may be what
/// loses.
pub fn may_pass(board: &Orthodox<B8>) -> bool {
    let men = board.side(board.turn());
    (men & !board.kind(Kind::Pawn) & !board.kind(Kind::King)).any()
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
        gain(self.board(), m)
    }

    fn in_check(&self) -> bool {
        self.board().checkers(self.board().turn()).any()
    }

    fn null(&self) -> Option<Self> {
        if may_pass(self.board()) { self.passed() } else { None }
    }

    fn noisy(&self, out: &mut MoveList<Move>) {
        let board = self.board();
        let side = board.turn();
        board.generate::<true>(Kinds::ALL, false, board.side(!side), out);
        let last = B8::rank(if side == Side::White { 7 } else { 0 });
        let mut pawns = MoveList::new();
        let mut targets = last & !board.occupied();
        if let Some(passed) = board.en_passant() {
            targets |= u64::of(passed);
        }
        board.generate::<true>(Kinds::of(Kind::Pawn), false, targets, &mut pawns);
        out.extend(pawns.into_iter().filter(|m| {
            m.promotion.is_some()
                || Some(m.to) == board.en_passant() && B8::file_of(m.from) != B8::file_of(m.to)
        }));
        out.retain(|m| m.promotion.is_none_or(|k| k == Kind::Queen));
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
