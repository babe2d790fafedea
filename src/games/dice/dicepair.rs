//! `dicepair`: one die names the man, the other how many moves it makes (Gollon's third form). Kings
//! can be taken.

use std::ops::ControlFlow;

use super::dicechess::king_captures;
use crate::board::{B8, Bits, Geometry, Kind, Kinds, Square};
use crate::dice::face;
use crate::game::{Any, Game, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::common::{
    Demands, Fields, Kings, Move, Orthodox, read_en_passant, read_orthodox, zobrist,
};
use crate::orthodox_notation;

/// A position in which a throw is due, or some of the moves of a turn.
#[derive(Clone, Debug)]
pub struct DicePair {
    board: Orthodox<B8>,
    /// The face that names the man, and the moves left.
    roll: Option<(u8, u8)>,
    /// The man that moves in this turn, once it is chosen.
    man: Option<Square>,
    /// The turn before was lost: this is no new occurrence.
    lapsed: bool,
}

impl PartialEq for DicePair {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.roll == other.roll && self.man == other.man
    }
}

impl Eq for DicePair {}

/// Keeps the moves of one man.
struct Of<'a, S>(Option<Square>, &'a mut S);

impl<S: Sink<Move>> Sink<Move> for Of<'_, S> {
    fn push(&mut self, m: Move) {
        if self.0.is_none_or(|square| m.from == square) {
            self.1.push(m);
        }
    }
}

impl DicePair {
    /// The board.
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    /// The moves of a kind, or of the chosen man, lost turns aside.
    pub(super) fn moves_of(&self, kinds: Kinds, out: &mut impl Sink<Move>) {
        let us = self.board.turn();
        let prey = self.board.men(!us, Kind::King);
        let mut out = Of(self.man, out);
        king_captures(&self.board, kinds, &mut out);
        let castles = kinds.has(Kind::King) || kinds.has(Kind::Rook);
        let targets = !(self.board.side(us) | prey);
        self.board.generate::<true>(kinds, castles && self.man.is_none(), targets, &mut out);
    }

    fn kinds(&self) -> Kinds {
        self.roll.map_or(Kinds::ALL, |(man, _)| Kinds(1 << (man - 1)))
    }

    fn has_move(&self) -> bool {
        let mut any = Any::default();
        self.moves_of(self.kinds(), &mut any);
        any.0
    }

    fn end_turn(&mut self, passed: Option<Square>) {
        (self.roll, self.man) = (None, None);
        self.board.finish_turn::<true>(passed);
    }
}

impl Game for DicePair {
    type Move = Move;
    /// The face that names the man, and the number of moves.
    type Roll = (u8, u8);
    const CHANCE: bool = true;
    const SEALED: bool = false;

    fn node(&self) -> Node {
        let side = self.board.turn();
        if self.board.king(side).is_none() {
            return Node::Over(Outcome::win(!side, Reason::KingCaptured));
        }
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

    fn moves(&self, _: Side, out: &mut impl Sink<Move>) {
        if self.has_move() {
            self.moves_of(self.kinds(), out);
        } else {
            out.push(Move::PASS);
        }
    }

    fn play(&mut self, m: Move) {
        let Some((man, left)) = self.roll else { return };
        self.lapsed = m.is_pass();
        if m.is_pass() {
            self.board.take_back_half_move();
            self.board.set_en_passant(None);
            return self.end_turn(None);
        }
        let them = !self.board.turn();
        let made = self.board.make(m);
        let over = self.board.king(them).is_none() || self.board.checkers(them).any();
        (self.roll, self.man) = (Some((man, left - 1)), Some(m.to));
        let dead = self.board.occupied().count() == 2;
        let ends = over || m.promotion.is_some() || m.is_castling() || left == 1;
        if ends || !dead && !self.has_move() {
            self.end_turn(made.passed);
        }
    }

    fn rolls(&self, mut visit: impl FnMut((u8, u8), u32) -> ControlFlow<()>) {
        if !self.has_move() {
            return;
        }
        for man in 1..=6 {
            for count in 1..=6 {
                if visit((man, count), 1).is_break() {
                    return;
                }
            }
        }
    }

    fn accepts(&self, _: (u8, u8)) -> bool {
        true
    }

    fn roll(&mut self, r: (u8, u8)) {
        self.roll = Some(r);
        self.board.count_half_move();
    }

    fn key(&self) -> u64 {
        let roll = self.roll.map_or(0, |(man, left)| zobrist::DICE[(man * 7 + left) as usize]);
        let man = self.man.map_or(0, |square| zobrist::en_passant(square).rotate_left(17));
        self.board.key() ^ roll ^ man
    }

    fn occurrence(&self) -> Option<u64> {
        (self.roll.is_none() && !self.lapsed).then(|| self.board.key())
    }
}

/// Reads `a,b`, two faces in their order.
fn parse_pair(text: &str) -> Option<(u8, u8)> {
    let (man, count) = text.split_once(',')?;
    Some((face(man)?, face(count)?))
}

impl Notation for DicePair {
    orthodox_notation!(B8);

    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let mut board = read_orthodox::<B8>(&fields, Demands::kings(Kings::Takeable(1)))?;
        read_en_passant::<B8, true>(&mut board, &fields)?;
        let mut game = DicePair { board, roll: None, man: None, lapsed: false };
        if let Some(dice) = fields.take("roll") {
            let pair = parse_pair(dice);
            let wrong = || TextError::new("not a throw of two dice", format!("roll={dice}"));
            game.roll = Some(pair.ok_or_else(wrong)?);
        }
        if let Some(text) = fields.take("man") {
            let wrong = || TextError::new("not a man of the kind thrown", format!("man={text}"));
            let square = B8::parse_square(text).ok_or_else(wrong)?;
            let named = game.roll.and_then(|(man, _)| Kind::from_index(man as usize - 1));
            let us = game.board.turn();
            if named.is_none_or(|kind| !game.board.men(us, kind).has(square)) {
                return Err(wrong());
            }
            if game.roll.is_some_and(|(_, left)| left == 6) {
                // The chosen man has made a move already.
                return Err(TextError::new("too many moves left", format!("man={text}")));
            }
            game.board.set_en_passant(None);
            game.man = Some(square);
            if game.board.king(us).is_some() && !game.has_move() {
                let word = format!("man={text}");
                return Err(TextError::new("throw that leaves nothing to play", word));
            }
        }
        fields.finish()?;
        Ok(game)
    }

    fn text(&self) -> String {
        let roll = self.thrown().map_or(String::new(), |roll| format!(" roll={roll}"));
        let man = self.man.map_or(String::new(), |s| format!(" man={}", B8::name(s)));
        format!("{}{roll}{man}", self.board.fen())
    }

    fn roll_token(&self, r: (u8, u8)) -> String {
        format!("{},{}", r.0, r.1)
    }

    fn parse_roll(&self, token: &str) -> Option<(u8, u8)> {
        parse_pair(token)
    }

    fn dice(&self) -> &'static str {
        if self.roll.is_none() { "2d6" } else { "" }
    }

    fn thrown(&self) -> Option<String> {
        self.roll.map(|r| self.roll_token(r))
    }
}
