//! The rules: orthodox movers on the squares that are left.

use std::ops::ControlFlow;

use crate::board::{B8, Bits, Geometry, Kind, Kinds, Square};
use crate::game::{Any, Game, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::common::{
    Demands, Fields, Kings, Move, Orthodox, draw_with, read_en_passant, read_orthodox_with, san,
    zobrist,
};

/// A position of `cheshire`, or of `wildcheshire` if it is `WILD`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Cheshire<const WILD: bool> {
    board: Orthodox<B8>,
    /// The squares that have vanished; no man stands on one.
    gone: u64,
    gone_key: u64,
    /// The square thrown, while White is to move.
    roll: Option<Square>,
}

impl<const WILD: bool> Cheshire<WILD> {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    /// The squares that have vanished.
    #[inline(always)]
    pub fn gone(&self) -> u64 {
        self.gone
    }

    /// Whether a throw is due or, in a finished game, would be.
    fn before_throw(&self) -> bool {
        self.board.turn() == Side::White && self.roll.is_none()
    }

    fn has_move(&self) -> bool {
        let mut any = Any::default();
        self.generate(&mut any);
        any.0
    }

    #[inline(always)]
    fn generate(&self, out: &mut impl Sink<Move>) {
        let targets = !(self.board.side(self.board.turn()) | self.gone);
        if WILD {
            self.board.generate::<false>(Kinds::ALL, false, targets, out);
            self.board.generate_castling::<false>(self.gone, out);
        } else {
            self.board.generate::<true>(Kinds::ALL, false, targets, out);
            self.board.generate_castling::<true>(self.gone, out);
        }
    }

    /// The squares on which a throw changes something.
    pub fn frail(&self) -> u64 {
        if WILD { !self.gone } else { !(self.gone | self.board.occupied()) }
    }

    /// The position after a throw that has changed nothing.
    #[inline]
    pub fn unchanged(&self) -> Self {
        let mut next = self.clone();
        // Any such square will do: positions that differ in it only are alike.
        let still = !self.frail();
        next.roll = Some(if still.any() { still.first() } else { 0 });
        next
    }

    /// The position with the turn given away, if the mover's king is not attacked.
    pub fn passed(&self) -> Option<Self> {
        let mut next = self.clone();
        next.board.pass();
        next.roll = None;
        self.board.checkers(self.board.turn()).is_empty().then_some(next)
    }

    /// A right to take en passant goes with the landing square, the pawn that has passed, and the last
    /// pawn that could take it.
    fn review_en_passant(&mut self) {
        let Some(passed) = self.board.en_passant() else { return };
        let us = self.board.turn();
        let pawn = Orthodox::<B8>::passed_pawn(us, passed);
        let possible = !self.gone.has(passed)
            && self.board.men(!us, Kind::Pawn).has(pawn)
            // Legality cannot have changed where only empty squares vanish.
            && self.board.can_take_en_passant::<false>(passed);
        if !possible {
            self.board.set_en_passant(None);
        }
    }

    fn ended_by_king(&self) -> Option<Outcome> {
        let loser = Side::BOTH.into_iter().find(|side| self.board.king(*side).is_none())?;
        let reason = if self.roll.is_some() { Reason::KingVanished } else { Reason::KingCaptured };
        Some(Outcome::win(!loser, reason))
    }
}

impl<const WILD: bool> Game for Cheshire<WILD> {
    type Move = Move;
    /// The square thrown.
    type Roll = Square;
    const CHANCE: bool = true;
    const SEALED: bool = false;

    #[inline]
    fn node(&self) -> Node {
        let side = self.board.turn();
        if WILD {
            if let Some(outcome) = self.ended_by_king() {
                return Node::Over(outcome);
            }
        } else if !self.before_throw() {
            // A side without a move has lost; that comes before every draw.
            if self.board.occupied().count() == 2 && self.has_move() {
                return Node::Over(Outcome::draw(Reason::DeadPosition));
            }
            if self.board.half_moves() >= 100 && self.has_move() {
                return Node::Over(Outcome::draw(Reason::FiftyMoves));
            }
        }
        if self.before_throw() { Node::Chance(side) } else { Node::Decision(side) }
    }

    fn stuck(&self) -> Outcome {
        let side = self.board.turn();
        let mate = !WILD && self.board.checkers(side).any();
        Outcome::win(!side, if mate { Reason::Checkmate } else { Reason::Stalemate })
    }

    #[inline]
    fn moves(&self, side: Side, out: &mut impl Sink<Move>) {
        debug_assert_eq!(side, self.board.turn());
        self.generate(out);
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.roll = None;
        if WILD {
            self.board.play::<false>(m);
        } else {
            self.board.play::<true>(m);
        }
        if self.board.en_passant().is_some_and(|passed| self.gone.has(passed)) {
            self.board.set_en_passant(None);
        }
    }

    /// All 64 squares. In `cheshire` there is no throw for a side that has no move already: vanishing
    /// squares free none.
    fn rolls(&self, mut visit: impl FnMut(Square, u32) -> ControlFlow<()>) {
        if !WILD && !self.has_move() {
            return;
        }
        for file in 0..8 {
            for rank in 0..8 {
                if visit(B8::square(file, rank), 1).is_break() {
                    return;
                }
            }
        }
    }

    fn accepts(&self, _: Square) -> bool {
        true
    }

    fn roll(&mut self, square: Square) {
        self.roll = Some(square);
        if !self.frail().has(square) {
            return;
        }
        if WILD {
            self.board.remove(square);
        }
        self.gone |= u64::of(square);
        self.gone_key ^= zobrist::vanished(square);
        self.review_en_passant();
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        // Which square was thrown does not matter any more.
        let thrown = if self.roll.is_some() { zobrist::DICE[1] } else { 0 };
        self.board.key() ^ self.gone_key ^ thrown
    }

    #[inline(always)]
    fn occurrence(&self) -> Option<u64> {
        (!WILD && !self.before_throw()).then(|| self.key())
    }
}

fn roll_token(square: Square) -> String {
    format!("{},{}", B8::file_of(square) + 1, B8::rank_of(square) + 1)
}

fn parse_roll(token: &str) -> Option<Square> {
    match token.as_bytes() {
        [file @ b'1'..=b'8', b',', rank @ b'1'..=b'8'] => {
            Some(B8::square(file - b'1', rank - b'1'))
        }
        _ => None,
    }
}

impl<const WILD: bool> Notation for Cheshire<WILD> {
    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let (mut gone, mut gone_key) = (0, 0);
        let kings = if WILD { Kings::Mortal } else { Kings::Safe };
        let mut board = read_orthodox_with::<B8>(&fields, Demands::kings(kings), |square, c| {
            if c == '*' {
                gone |= u64::of(square);
                gone_key ^= zobrist::vanished(square);
            }
            c == '*'
        })?;
        if WILD {
            read_en_passant::<B8, false>(&mut board, &fields)?;
        } else {
            read_en_passant::<B8, true>(&mut board, &fields)?;
        }
        let mut game = Cheshire { board, gone, gone_key, roll: None };
        if game.board.en_passant().is_some_and(|passed| gone.has(passed)) {
            game.board.set_en_passant(None);
        }
        let side = game.board.turn();
        if let Some(text) = fields.take("roll") {
            let wrong = |what| Err(TextError::new(what, format!("roll={text}")));
            let Some(square) = parse_roll(text) else {
                return wrong("not a throw of two eight-sided dice");
            };
            if side == Side::Black {
                return wrong("Black moves without a throw");
            }
            // Its effect is on the board already.
            if game.frail().has(square) {
                return wrong("throw that does not fit the board");
            }
            game.roll = Some(square);
        } else if game.board.king(!side).is_none() {
            return Err(TextError::new("king missing", fields.fen[0]));
        }
        fields.finish()?;
        Ok(game)
    }

    fn text(&self) -> String {
        let fen = self.board.fen_with(|square| self.gone.has(square).then_some('*'));
        match self.roll {
            Some(square) => format!("{fen} roll={}", roll_token(square)),
            None => fen,
        }
    }

    fn move_token(&self, m: Move) -> String {
        m.token::<B8>()
    }

    fn san(&self, m: Move) -> Option<String> {
        Some(san(self, &self.board, m))
    }

    fn roll_token(&self, square: Square) -> String {
        roll_token(square)
    }

    fn parse_roll(&self, token: &str) -> Option<Square> {
        parse_roll(token)
    }

    fn side(&self) -> Side {
        self.board.turn()
    }

    fn dice(&self) -> &'static str {
        if self.before_throw() { "2d8" } else { "" }
    }

    fn thrown(&self) -> Option<String> {
        self.roll.map(roll_token)
    }

    fn drawing(&self) -> String {
        draw_with(&self.board, |square| if self.gone.has(square) { '*' } else { '.' })
    }
}
