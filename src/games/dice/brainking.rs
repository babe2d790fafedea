//! `brainking` and `brainking10`: one die names the man; there is no check, kings are taken.

use std::ops::ControlFlow;

use crate::board::{B8, Geometry, Kind, Kinds};
use crate::dice::face;
use crate::game::{Any, Game, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::common::{
    Demands, Fields, Kings, Move, Orthodox, read_en_passant, read_orthodox, zobrist,
};
use crate::orthodox_notation;

/// A position of the one-die game, on either board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct BrainKing<G: Geometry> {
    board: Orthodox<G>,
    /// The face thrown and not used.
    roll: Option<u8>,
}

/// Collects the moves of pawns that become men of one kind.
struct Becoming<'a, S>(Kind, &'a mut S);

impl<S: Sink<Move>> Sink<Move> for Becoming<'_, S> {
    fn push(&mut self, m: Move) {
        if m.promotion == Some(self.0) {
            self.1.push(m);
        }
    }
}

impl<G: Geometry> BrainKing<G> {
    /// The board.
    pub fn board(&self) -> &Orthodox<G> {
        &self.board
    }

    /// The moves that a face allows: those of its kind; and with 2 to 5, pawn moves to the last rank
    /// by which the pawn becomes a man of that kind.
    pub fn moves_of(&self, face: u8, out: &mut impl Sink<Move>) {
        let Some(kind) = Kind::from_index(face as usize - 1) else { return };
        let us = self.board.turn();
        let targets = G::ALL & !self.board.side(us);
        self.board.generate::<false>(Kinds::of(kind), kind == Kind::King, targets, out);
        if Kind::PROMOTIONS.contains(&kind) && !out.sated() {
            let last = G::rank(if us == Side::White { G::RANKS - 1 } else { 0 });
            let pawns = Kinds::of(Kind::Pawn);
            self.board.generate::<false>(pawns, false, targets & last, &mut Becoming(kind, out));
        }
    }

    /// Whether a face has a move.
    pub fn usable(&self, face: u8) -> bool {
        let mut any = Any::default();
        self.moves_of(face, &mut any);
        any.0
    }

    fn has_move(&self) -> bool {
        (1..=6).any(|face| self.usable(face))
    }
}

impl<G: Geometry> Game for BrainKing<G> {
    type Move = Move;
    type Roll = u8;
    const CHANCE: bool = true;
    const SEALED: bool = false;

    fn node(&self) -> Node {
        let side = self.board.turn();
        if self.board.king(side).is_none() {
            return Node::Over(Outcome::win(!side, Reason::KingCaptured));
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
        Outcome::draw(Reason::Stalemate)
    }

    fn moves(&self, _: Side, out: &mut impl Sink<Move>) {
        if let Some(face) = self.roll {
            self.moves_of(face, out);
        }
    }

    fn play(&mut self, m: Move) {
        self.roll = None;
        self.board.play::<false>(m);
    }

    fn rolls(&self, mut visit: impl FnMut(u8, u32) -> ControlFlow<()>) {
        for face in 1..=6 {
            if self.usable(face) && visit(face, 1).is_break() {
                return;
            }
        }
    }

    fn accepts(&self, _: u8) -> bool {
        true
    }

    /// A face without a move is void: nothing changes.
    fn roll(&mut self, face: u8) {
        if self.usable(face) {
            self.roll = Some(face);
        }
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.roll.map_or(0, |face| zobrist::DICE[face as usize])
    }

    fn occurrence(&self) -> Option<u64> {
        self.roll.is_none().then(|| self.board.key())
    }
}

impl<G: Geometry> Notation for BrainKing<G> {
    orthodox_notation!(G);

    fn start() -> Self {
        let text = if G::FILES == B8::FILES {
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        } else {
            "rnbqkkkbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBQKKKBNR w - - 0 1"
        };
        Self::parse(text).expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let kings = if G::FILES == B8::FILES { 1 } else { 3 };
        let mut board = read_orthodox::<G>(&fields, Demands::kings(Kings::Takeable(kings)))?;
        read_en_passant::<G, false>(&mut board, &fields)?;
        let mut game = BrainKing { board, roll: None };
        if let Some(text) = fields.take("roll") {
            let word = || format!("roll={text}");
            let face = face(text).ok_or_else(|| TextError::new("not a face of a die", word()))?;
            if !game.usable(face) && game.board.king(game.board.turn()).is_some() {
                return Err(TextError::new("void throw", word()));
            }
            game.roll = Some(face);
        }
        fields.finish()?;
        Ok(game)
    }

    fn text(&self) -> String {
        match self.roll {
            Some(face) => format!("{} roll={face}", self.board.fen()),
            None => self.board.fen(),
        }
    }

    fn roll_token(&self, r: u8) -> String {
        r.to_string()
    }

    fn parse_roll(&self, token: &str) -> Option<u8> {
        face(token)
    }

    fn dice(&self) -> &'static str {
        if self.roll.is_none() { "1d6" } else { "" }
    }

    fn thrown(&self) -> Option<String> {
        self.roll.map(|face| face.to_string())
    }
}
