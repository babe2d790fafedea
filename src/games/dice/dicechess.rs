//! `dicechess`: two dice name the kinds of men that may move; kings can be taken.

use std::ops::ControlFlow;

use crate::board::{B8, Bits, Kind, Kinds};
use crate::dice::Pair;
use crate::game::{Any, Game, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::common::{
    Demands, Fields, Kings, Move, Orthodox, read_en_passant, read_orthodox, zobrist,
};
use crate::orthodox_notation;

/// A position of dice chess: a throw is due, or has been made and a move is due.
#[derive(Clone, Debug)]
pub struct DiceChess {
    board: Orthodox<B8>,
    roll: Option<Pair>,
    /// The turn before was lost: then this is no new occurrence of the position (ruling).
    lapsed: bool,
}

/// Positions are equal when their texts are.
impl PartialEq for DiceChess {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.roll == other.roll
    }
}

impl Eq for DiceChess {}

/// The kinds of men that a throw allows to move: a double allows all.
pub(super) fn allowed(roll: Pair) -> Kinds {
    if roll.is_double() { Kinds::ALL } else { Kinds(1 << (roll.low - 1) | 1 << (roll.high - 1)) }
}

/// The moves of some kinds by which the side to move takes the enemy king: its own need not be safe, as
/// they end the game.
pub(super) fn king_captures(board: &Orthodox<B8>, kinds: Kinds, out: &mut impl Sink<Move>) {
    let us = board.turn();
    let Some(prey) = board.king(!us) else { return };
    for from in board.attackers(us, prey, board.occupied()).squares() {
        let Some(kind) = board.kind_on(from).filter(|k| kinds.has(*k)) else { continue };
        let m = Move { from, to: prey, kind, promotion: None };
        if kind == Kind::Pawn && matches!(prey / 8, 0 | 7) {
            out.extend(Kind::PROMOTIONS.map(|k| Move { promotion: Some(k), ..m }).into_iter());
        } else {
            out.push(m);
        }
    }
}

impl DiceChess {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    /// The throw that has been made and not used.
    #[inline(always)]
    pub fn thrown_dice(&self) -> Option<Pair> {
        self.roll
    }

    /// The position with colours exchanged, for tests of symmetry.
    pub fn mirrored(&self) -> Self {
        DiceChess { board: self.board.mirrored(), ..self.clone() }
    }

    /// All moves that some throw allows, lost turns aside: ordinary legal moves, and king captures,
    /// which need not leave the own king safe.
    #[inline]
    pub fn moves_of(&self, kinds: Kinds, out: &mut impl Sink<Move>) {
        let us = self.board.turn();
        let prey = self.board.men(!us, Kind::King);
        king_captures(&self.board, kinds, out);
        if !out.sated() {
            let castling = kinds.has(Kind::Rook) || kinds.has(Kind::King);
            self.board.generate::<true>(kinds, castling, !(self.board.side(us) | prey), out);
        }
    }

    fn has_move(&self) -> bool {
        let mut any = Any::default();
        self.moves_of(Kinds::ALL, &mut any);
        any.0
    }
}

impl Game for DiceChess {
    type Move = Move;
    type Roll = Pair;
    const CHANCE: bool = true;
    const SEALED: bool = false;

    #[inline]
    fn node(&self) -> Node {
        let side = self.board.turn();
        if self.board.king(side).is_none() {
            return Node::Over(Outcome::win(!side, Reason::KingCaptured));
        }
        // Bare kings always have a move, so that no mate or stalemate has to be looked for first.
        if self.board.occupied().count() == 2 {
            return Node::Over(Outcome::draw(Reason::DeadPosition));
        }
        if self.roll.is_some() {
            return Node::Decision(side);
        }
        if self.board.half_moves() >= 100 && self.has_move() {
            return Node::Over(Outcome::draw(Reason::FiftyMoves));
        }
        Node::Chance(side)
    }

    fn stuck(&self) -> Outcome {
        self.board.mated_or_stalemated()
    }

    fn moves(&self, side: Side, out: &mut impl Sink<Move>) {
        debug_assert_eq!(side, self.board.turn());
        let kinds = self.roll.map_or(Kinds::ALL, allowed);
        let mut any = Any::default();
        self.moves_of(kinds, &mut any);
        if any.0 {
            self.moves_of(kinds, out);
        } else {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
        self.roll = None;
        self.lapsed = m.is_pass();
        if m.is_pass() {
            self.board.pass();
        } else {
            self.board.play::<true>(m);
        }
    }

    fn rolls(&self, visit: impl FnMut(Pair, u32) -> ControlFlow<()>) {
        if self.has_move() {
            Pair::visit(visit);
        }
    }

    fn accepts(&self, _: Pair) -> bool {
        true
    }

    fn roll(&mut self, r: Pair) {
        self.roll = Some(r);
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        match self.roll {
            None => self.board.key(),
            Some(Pair { low, high }) => {
                self.board.key() ^ zobrist::DICE[low as usize * 7 + high as usize]
            }
        }
    }

    #[inline(always)]
    fn occurrence(&self) -> Option<u64> {
        (self.roll.is_none() && !self.lapsed).then(|| self.board.key())
    }
}

impl Notation for DiceChess {
    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let mut board = read_orthodox::<B8>(&fields, Demands::kings(Kings::Takeable(1)))?;
        read_en_passant::<B8, true>(&mut board, &fields)?;
        let roll = match fields.take("roll") {
            None => None,
            Some(dice) => Some(Pair::parse(dice).ok_or_else(|| {
                TextError::new("not a throw of two dice", format!("roll={dice}"))
            })?),
        };
        fields.finish()?;
        Ok(DiceChess { board, roll, lapsed: false })
    }

    fn text(&self) -> String {
        match self.roll {
            Some(roll) => format!("{} roll={roll}", self.board.fen()),
            None => self.board.fen(),
        }
    }

    orthodox_notation!(B8);

    fn roll_token(&self, r: Pair) -> String {
        r.to_string()
    }

    fn parse_roll(&self, token: &str) -> Option<Pair> {
        Pair::parse(token)
    }

    fn dice(&self) -> &'static str {
        if self.roll.is_none() { "2d6" } else { "" }
    }

    fn thrown(&self) -> Option<String> {
        self.roll.map(|r| r.to_string())
    }
}
