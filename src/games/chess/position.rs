//! The rules of orthodox chess on top of [`Orthodox`].

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::board::{B8, Bits, Kind, Kinds};
use crate::game::{Any, Game, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::common::{
    Demands, Fields, Kings, Move, Orthodox, read_en_passant, read_orthodox,
};
use crate::orthodox_notation;

/// An orthodox chess position.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Chess {
    board: Orthodox<B8>,
}

impl Chess {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    /// The position with colours exchanged, for tests of symmetry.
    pub fn mirrored(&self) -> Self {
        Chess { board: self.board.mirrored() }
    }

    /// The position with the other side to move, if the mover is not in check.
    pub fn passed(&self) -> Option<Self> {
        let mut next = self.clone();
        next.board.pass();
        self.board.checkers(self.board.turn()).is_empty().then_some(next)
    }

    fn has_move(&self) -> bool {
        let mut any = Any::default();
        self.moves(self.board.turn(), &mut any);
        any.0
    }
}

/// K v K, K+B v K, K+N v K, K+B v K+B with bishops on one colour: no mate is possible.
pub fn is_dead(board: &Orthodox<B8>) -> bool {
    const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
    if (board.kind(Kind::Pawn) | board.straight()).any() {
        return false;
    }
    let bishops = board.kind(Kind::Bishop);
    match board.occupied().count() {
        2 | 3 => true,
        4 => {
            let one_each = Side::BOTH.iter().all(|s| board.men(*s, Kind::Bishop).count() == 1);
            one_each && ((bishops & LIGHT).is_empty() || (bishops & !LIGHT).is_empty())
        }
        _ => false,
    }
}

impl Game for Chess {
    type Move = Move;
    type Roll = Infallible;
    const CHANCE: bool = false;
    const SEALED: bool = false;

    #[inline]
    fn node(&self) -> Node {
        // Mate and stalemate come before every draw.
        if is_dead(&self.board) && self.has_move() {
            return Node::Over(Outcome::draw(Reason::DeadPosition));
        }
        if self.board.half_moves() >= 100 && self.has_move() {
            return Node::Over(Outcome::draw(Reason::FiftyMoves));
        }
        Node::Decision(self.board.turn())
    }

    fn stuck(&self) -> Outcome {
        self.board.mated_or_stalemated()
    }

    #[inline]
    fn moves(&self, side: Side, out: &mut impl Sink<Move>) {
        debug_assert_eq!(side, self.board.turn());
        self.board.generate::<true>(Kinds::ALL, true, !self.board.side(side), out);
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.board.play::<true>(m);
    }

    fn rolls(&self, _: impl FnMut(Infallible, u32) -> ControlFlow<()>) {}

    fn accepts(&self, r: Infallible) -> bool {
        match r {}
    }

    fn roll(&mut self, r: Infallible) {
        match r {}
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline(always)]
    fn occurrence(&self) -> Option<u64> {
        Some(self.board.key())
    }
}

impl Notation for Chess {
    const CLAIMED_DRAWS: bool = true;

    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let fields = Fields::split(text)?;
        let mut board = read_orthodox::<B8>(&fields, Demands::kings(Kings::Safe))?;
        read_en_passant::<B8, true>(&mut board, &fields)?;
        fields.finish()?;
        Ok(Chess { board })
    }

    fn text(&self) -> String {
        self.board.fen()
    }

    orthodox_notation!(B8);

    fn roll_token(&self, r: Infallible) -> String {
        match r {}
    }

    fn parse_roll(&self, _: &str) -> Option<Infallible> {
        None
    }

    fn dice(&self) -> &'static str {
        ""
    }

    fn thrown(&self) -> Option<String> {
        None
    }
}
