//! `dicemoves`: the die gives the number of moves (Gollon's second form). Kings are never taken.

use std::ops::ControlFlow;

use crate::board::{B8, Bits, Kinds};
use crate::dice::face;
use crate::game::{Any, Game, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::chess;
use crate::games::common::{
    Demands, Fields, Kings, Move, Orthodox, read_en_passant, read_orthodox, zobrist,
};
use crate::orthodox_notation;

/// A position in which a throw is due, or some of the moves of a turn.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct DiceMoves {
    board: Orthodox<B8>,
    /// Moves left in this turn; 0 when a throw is due.
    left: u8,
}

impl DiceMoves {
    /// The board.
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    fn legal(&self, out: &mut impl Sink<Move>) {
        self.board.generate::<true>(Kinds::ALL, true, !self.board.side(self.board.turn()), out);
    }

    fn has_move(&self) -> bool {
        let mut any = Any::default();
        self.legal(&mut any);
        any.0
    }
}

impl Game for DiceMoves {
    type Move = Move;
    /// The number of moves, 1 to 4.
    type Roll = u8;
    const CHANCE: bool = true;
    const SEALED: bool = false;

    fn node(&self) -> Node {
        let side = self.board.turn();
        if chess::is_dead(&self.board) && (self.left > 0 || self.has_move()) {
            return Node::Over(Outcome::draw(Reason::DeadPosition));
        }
        if self.left > 0 {
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
        if self.left > 0 {
            self.legal(out);
        }
    }

    fn play(&mut self, m: Move) {
        let made = self.board.make(m);
        self.left -= 1;
        let check = self.board.checkers(!self.board.turn()).any();
        // A dead position keeps the turn as it is.
        if self.left == 0 || check || !chess::is_dead(&self.board) && !self.has_move() {
            self.left = 0;
            self.board.finish_turn::<true>(made.passed);
        }
    }

    fn rolls(&self, mut visit: impl FnMut(u8, u32) -> ControlFlow<()>) {
        if self.has_move() {
            for (count, weight) in [(1, 1), (2, 1), (3, 1), (4, 3)] {
                if visit(count, weight).is_break() {
                    return;
                }
            }
        }
    }

    fn accepts(&self, _: u8) -> bool {
        true
    }

    fn roll(&mut self, r: u8) {
        self.left = r;
        self.board.count_half_move();
    }

    fn key(&self) -> u64 {
        self.board.key() ^ if self.left == 0 { 0 } else { zobrist::DICE[self.left as usize] }
    }

    fn occurrence(&self) -> Option<u64> {
        (self.left == 0).then(|| self.board.key())
    }
}

/// Reads the number of moves that a face gives.
fn moves_of_face(text: &str) -> Option<u8> {
    face(text).map(|n| n.min(4))
}

impl Notation for DiceMoves {
    orthodox_notation!(B8);

    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let mut board = read_orthodox::<B8>(&fields, Demands::kings(Kings::Safe))?;
        read_en_passant::<B8, true>(&mut board, &fields)?;
        let mut game = DiceMoves { board, left: 0 };
        if let Some(text) = fields.take("roll") {
            let word = || format!("roll={text}");
            let left = face(text).filter(|n| *n <= 4);
            game.left = left.ok_or_else(|| TextError::new("not a number of moves left", word()))?;
            if !game.has_move() {
                return Err(TextError::new("throw that leaves nothing to play", word()));
            }
        }
        fields.finish()?;
        Ok(game)
    }

    fn text(&self) -> String {
        match self.left {
            0 => self.board.fen(),
            left => format!("{} roll={left}", self.board.fen()),
        }
    }

    fn roll_token(&self, r: u8) -> String {
        r.to_string()
    }

    fn parse_roll(&self, token: &str) -> Option<u8> {
        moves_of_face(token)
    }

    fn dice(&self) -> &'static str {
        if self.left == 0 { "1d6" } else { "" }
    }

    fn thrown(&self) -> Option<String> {
        (self.left > 0).then(|| self.left.to_string())
    }
}
