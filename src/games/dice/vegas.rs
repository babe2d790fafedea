//! `vegas`: Vegas Fun Chess. Two special dice, checks answered without a throw, a free turn after
//! giving check.

use std::fmt;
use std::ops::ControlFlow;

use crate::board::{B8, Bits, Kind, Kinds};
use crate::game::{Any, Game, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::chess;
use crate::games::common::{
    Demands, Fields, Kings, Move, Orthodox, read_en_passant, read_orthodox, zobrist,
};
use crate::orthodox_notation;

/// A throw of the two dice: places in [`FIRST`] and [`SECOND`].
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Throw {
    first: u8,
    second: u8,
}

/// The faces of the first die (the pawn twice), with weights; of the second die, `*` last.
const FIRST: [(char, u32); 5] = [('P', 2), ('N', 1), ('B', 1), ('R', 1), ('K', 1)];
const SECOND: [char; 6] = ['P', 'N', 'B', 'R', 'Q', '*'];

impl Throw {
    /// Reads `N,*`.
    pub fn parse(text: &str) -> Option<Throw> {
        let (first, second) = text.split_once(',')?;
        let first = FIRST.iter().position(|(face, _)| first == face.to_string())?;
        let second = SECOND.iter().position(|face| second == face.to_string())?;
        Some(Throw { first: first as u8, second: second as u8 })
    }

    /// Whether any move may be made, or none.
    pub fn is_wild(self) -> bool {
        self.second == 5
    }

    /// The kinds that may move.
    pub fn kinds(self) -> Kinds {
        let first = match self.first {
            4 => Kind::King,
            n => Kind::ALL[n as usize],
        };
        match self.second {
            5 => Kinds::ALL,
            n => Kinds::of(first).with(Kinds::of(Kind::ALL[n as usize])),
        }
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{},{}", FIRST[self.first as usize].0, SECOND[self.second as usize])
    }
}

/// A position of Vegas Fun Chess.
#[derive(Clone, Debug)]
pub struct Vegas {
    board: Orthodox<B8>,
    roll: Option<Throw>,
    /// The side to move gave check with its last move, is not in check and moves without a throw.
    free: bool,
    /// The turn before was lost or passed: this is no new occurrence.
    lapsed: bool,
}

impl PartialEq for Vegas {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.roll == other.roll && self.free == other.free
    }
}

impl Eq for Vegas {}

impl Vegas {
    /// The board.
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    fn checked(&self) -> bool {
        self.board.checkers(self.board.turn()).any()
    }

    /// The legal moves of some kinds, passing aside.
    pub fn moves_of(&self, kinds: Kinds, out: &mut impl Sink<Move>) {
        let castling = kinds.has(Kind::King) || kinds.has(Kind::Rook);
        let targets = !self.board.side(self.board.turn());
        self.board.generate::<true>(kinds, castling, targets, out);
    }

    fn has_move(&self, kinds: Kinds) -> bool {
        let mut any = Any::default();
        self.moves_of(kinds, &mut any);
        any.0
    }
}

impl Game for Vegas {
    type Move = Move;
    type Roll = Throw;
    const CHANCE: bool = true;
    const SEALED: bool = false;

    fn node(&self) -> Node {
        let side = self.board.turn();
        // Mate and stalemate come before every draw.
        if chess::is_dead(&self.board) && (self.roll.is_some() || self.has_move(Kinds::ALL)) {
            return Node::Over(Outcome::draw(Reason::DeadPosition));
        }
        if self.roll.is_some() {
            return Node::Decision(side);
        }
        if self.board.half_moves() >= 100 && self.has_move(Kinds::ALL) {
            return Node::Over(Outcome::draw(Reason::FiftyMoves));
        }
        if self.free || self.checked() { Node::Decision(side) } else { Node::Chance(side) }
    }

    fn stuck(&self) -> Outcome {
        self.board.mated_or_stalemated()
    }

    fn moves(&self, _: Side, out: &mut impl Sink<Move>) {
        let (kinds, may_pass) = match self.roll {
            Some(throw) => (throw.kinds(), throw.is_wild() || !self.has_move(throw.kinds())),
            None => (Kinds::ALL, self.free && self.has_move(Kinds::ALL)),
        };
        self.moves_of(kinds, out);
        if may_pass {
            out.push(Move::PASS);
        }
    }

    fn play(&mut self, m: Move) {
        // Who was in check has been given it by the other side, whose next turn is free.
        let checked = self.checked();
        self.roll = None;
        self.lapsed = m.is_pass();
        if m.is_pass() {
            self.board.pass();
        } else {
            self.board.play::<true>(m);
        }
        self.free = checked && !self.checked();
    }

    fn rolls(&self, mut visit: impl FnMut(Throw, u32) -> ControlFlow<()>) {
        if !self.has_move(Kinds::ALL) {
            return;
        }
        for (first, (_, weight)) in FIRST.iter().enumerate() {
            for second in 0..SECOND.len() {
                let throw = Throw { first: first as u8, second: second as u8 };
                if visit(throw, *weight).is_break() {
                    return;
                }
            }
        }
    }

    fn accepts(&self, _: Throw) -> bool {
        true
    }

    fn roll(&mut self, r: Throw) {
        self.roll = Some(r);
    }

    fn key(&self) -> u64 {
        let roll = self.roll.map_or(0, |t| 1 + t.first as usize * 6 + t.second as usize);
        let roll = if roll == 0 { 0 } else { zobrist::DICE[roll] };
        self.board.key() ^ roll ^ if self.free { zobrist::DICE[63] } else { 0 }
    }

    fn occurrence(&self) -> Option<u64> {
        (self.roll.is_none() && !self.lapsed).then(|| self.key())
    }
}

impl Notation for Vegas {
    orthodox_notation!(B8);

    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let mut board = read_orthodox::<B8>(&fields, Demands::kings(Kings::Safe))?;
        read_en_passant::<B8, true>(&mut board, &fields)?;
        let mut game = Vegas { board, roll: None, free: false, lapsed: false };
        let checked = game.checked();
        match fields.take("free") {
            None => {}
            Some("1") if !checked => game.free = true,
            Some(value) => {
                return Err(TextError::new("impossible free turn", format!("free={value}")));
            }
        }
        if let Some(dice) = fields.take("roll") {
            let word = || format!("roll={dice}");
            let throw = Throw::parse(dice);
            let throw =
                throw.ok_or_else(|| TextError::new("not a throw of the two dice", word()))?;
            if checked || game.free {
                return Err(TextError::new("no throw in check or in a free turn", word()));
            }
            game.roll = Some(throw);
        }
        fields.finish()?;
        Ok(game)
    }

    fn text(&self) -> String {
        let free = if self.free { " free=1" } else { "" };
        let roll = self.roll.map_or(String::new(), |roll| format!(" roll={roll}"));
        format!("{}{free}{roll}", self.board.fen())
    }

    fn roll_token(&self, r: Throw) -> String {
        r.to_string()
    }

    fn parse_roll(&self, token: &str) -> Option<Throw> {
        Throw::parse(token)
    }

    fn dice(&self) -> &'static str {
        if matches!(self.node(), Node::Chance(_)) { "PNBRKP,PNBRQ*" } else { "" }
    }

    fn thrown(&self) -> Option<String> {
        self.roll.map(|r| r.to_string())
    }
}
