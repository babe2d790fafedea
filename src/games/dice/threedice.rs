//! `threedice`: three dice, three moves; no check, kings are taken (the Burmese form).

use std::fmt;
use std::ops::ControlFlow;

use crate::board::{B8, Bits, Geometry, Kind, Kinds, Square};
use crate::dice::face;
use crate::game::{Any, Game, MoveList, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::common::{Demands, Fields, Kings, Move, Orthodox, read_orthodox, zobrist};
use crate::orthodox_notation;

/// A throw of three dice, `a ≤ b ≤ c`.
pub type Throw = [u8; 3];

/// Dice thrown and not used: faces in rising order behind a 0 for each die that is spent.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Dice([u8; 3]);

impl Dice {
    fn parse(text: &str) -> Option<Dice> {
        let mut faces = [0; 3];
        for (i, word) in text.split(',').enumerate() {
            *faces.get_mut(i)? = face(word)?;
        }
        faces.sort_unstable();
        Some(Dice(faces))
    }

    fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }

    fn len(self) -> usize {
        self.0.iter().filter(|face| **face > 0).count()
    }

    fn kinds(self) -> Kinds {
        Kinds(self.0.iter().fold(0, |all, face| all | 1 << face >> 1))
    }

    fn spend(&mut self, kind: Kind) {
        if let Some(at) = self.0.iter().position(|face| *face as usize == kind.index() + 1) {
            self.0[at] = 0;
            self.0.sort_unstable();
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let left = self.0.iter().filter(|face| **face > 0);
        let faces: Vec<String> = left.map(|face| face.to_string()).collect();
        f.write_str(&faces.join(","))
    }
}

/// A position in which a throw is due, or some of the moves of a turn.
#[derive(Clone, Debug)]
pub struct ThreeDice {
    board: Orthodox<B8>,
    dice: Dice,
    /// Those of the enemy's last turn, and within a turn the mover's own.
    passed: Passed,
    /// The turn before was lost: this is no new occurrence.
    lapsed: bool,
}

impl PartialEq for ThreeDice {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.dice == other.dice && self.passed == other.passed
    }
}

impl Eq for ThreeDice {}

/// Squares that pawns have passed over and on which they may still be taken.
pub type Passed = u64;

/// All moves of men of some kinds, without regard to checks.
pub(super) fn possible(
    board: &Orthodox<B8>,
    passed: Passed,
    kinds: Kinds,
    castling: bool,
    out: &mut impl Sink<Move>,
) {
    let us = board.turn();
    board.generate::<false>(kinds, castling, !board.side(us), out);
    if kinds.has(Kind::Pawn) {
        passing(board, passed, |m| out.push(m));
    }
}

/// The captures en passant.
pub(super) fn passing(board: &Orthodox<B8>, passed: Passed, mut visit: impl FnMut(Move)) {
    let us = board.turn();
    let pawns = board.men(us, Kind::Pawn);
    for to in (passed & passing_rank(!us)).squares() {
        for from in (B8::pawn(!us, to) & pawns).squares() {
            visit(Move { from, to, kind: Kind::Pawn, promotion: None });
        }
    }
}

/// Makes a move within a turn; gives the squares on which pawns may be taken after it.
pub(super) fn step(board: &mut Orthodox<B8>, passed: Passed, m: Move) -> Passed {
    let us = board.turn();
    let sideways = B8::file_of(m.from) != B8::file_of(m.to);
    if m.kind == Kind::Pawn && sideways && !board.occupied().has(m.to) {
        // Orthodox positions know one square only: this one now.
        board.set_en_passant(Some(m.to));
    }
    let made = board.make(m);
    // Rights are gone when a man stands on the square or the pawn does not stand before it.
    let mut left = passed & !board.occupied();
    for square in left.squares() {
        let side = if B8::rank_of(square) == 2 { Side::White } else { Side::Black };
        let pawn = Orthodox::<B8>::passed_pawn(!side, square);
        let moved = side == us && pawn == m.from;
        if moved || !board.men(side, Kind::Pawn).has(pawn) {
            left &= !u64::of(square);
        }
    }
    left | made.passed.map_or(0, u64::of)
}

/// The rank on which squares passed over by pawns of a side lie.
fn passing_rank(side: Side) -> u64 {
    B8::rank(if side == Side::White { 2 } else { 5 })
}

impl ThreeDice {
    /// The board.
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    /// The squares on which pawns may be taken en passant.
    pub fn passed(&self) -> Passed {
        self.passed
    }

    /// All moves that a die left allows, however few dice the turn would use.
    fn possible(&self, out: &mut impl Sink<Move>) {
        let kinds = self.dice.kinds();
        let castling = kinds.has(Kind::King) && kinds.has(Kind::Rook);
        possible(&self.board, self.passed, kinds, castling, out);
    }

    fn has_possible(&self) -> bool {
        let mut any = Any::default();
        self.possible(&mut any);
        any.0
    }

    fn takes_king(&self, m: Move) -> bool {
        self.board.men(!self.board.turn(), Kind::King).has(m.to)
    }

    /// Makes a move, the turn going on.
    fn advance(&mut self, m: Move) {
        if m.is_castling() {
            self.dice.spend(Kind::Rook);
        }
        self.dice.spend(m.kind);
        self.passed = step(&mut self.board, self.passed, m);
    }

    /// The position after a move, the turn going on.
    fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.advance(m);
        next
    }

    fn moves_possible(&self) -> MoveList<Move> {
        let mut moves = MoveList::new();
        self.possible(&mut moves);
        moves
    }

    /// How many dice a move uses, with the most that can be used after it.
    fn uses(&self, m: Move) -> usize {
        if self.takes_king(m) {
            return 1;
        }
        let spent = if m.is_castling() { 2 } else { 1 };
        if spent == self.dice.len() { spent } else { spent + self.after(m).most() }
    }

    /// The greatest number of the dice left that some sequence of moves can use.
    fn most(&self) -> usize {
        let left = self.dice.len();
        if left <= 1 {
            return (left == 1 && self.has_possible()) as usize;
        }
        let mut best = 0;
        for m in self.moves_possible() {
            best = best.max(self.uses(m));
            if best == left {
                break;
            }
        }
        best
    }

    /// Whether some sequence of moves with the dice left takes the king.
    pub fn can_take_king(&self) -> bool {
        let attackers = self.board.checkers(!self.board.turn());
        let named = |k: &Kind| self.dice.kinds().has(*k);
        if Kind::ALL.iter().filter(|k| named(k)).any(|k| (self.board.kind(*k) & attackers).any()) {
            return true;
        }
        self.dice.len() > 1 && self.moves_possible().iter().any(|m| self.after(*m).can_take_king())
    }

    fn end_turn(&mut self) {
        self.passed &= passing_rank(self.board.turn());
        self.dice = Dice::default();
        self.board.finish_turn::<false>(None);
    }
}

impl Game for ThreeDice {
    type Move = Move;
    type Roll = Throw;
    const CHANCE: bool = true;
    const SEALED: bool = false;

    fn node(&self) -> Node {
        let side = self.board.turn();
        if self.board.king(side).is_none() {
            Node::Over(Outcome::win(!side, Reason::KingCaptured))
        } else if !self.dice.is_empty() {
            Node::Decision(side)
        } else if self.board.half_moves() >= 100 {
            Node::Over(Outcome::draw(Reason::FiftyMoves))
        } else {
            Node::Chance(side)
        }
    }

    /// A throw is always possible, and a turn can be lost: the game never ends here.
    fn stuck(&self) -> Outcome {
        Outcome::draw(Reason::Stalemate)
    }

    fn moves(&self, _: Side, out: &mut impl Sink<Move>) {
        let most = self.most();
        if most == 0 {
            out.push(Move::PASS);
            return;
        }
        if self.dice.len() == 1 {
            return self.possible(out);
        }
        for m in self.moves_possible() {
            if self.uses(m) == most || self.takes_king(m) || self.after(m).can_take_king() {
                out.push(m);
            }
        }
    }

    fn play(&mut self, m: Move) {
        self.lapsed = m.is_pass();
        if m.is_pass() {
            self.board.take_back_half_move();
            return self.end_turn();
        }
        let over = self.takes_king(m);
        self.advance(m);
        if over {
            // The end of the game keeps the turn's en passant squares.
            let passed = self.passed;
            self.end_turn();
            self.passed = passed;
            return;
        }
        if self.dice.is_empty() || !self.has_possible() {
            self.end_turn();
        }
    }

    fn rolls(&self, mut visit: impl FnMut(Throw, u32) -> ControlFlow<()>) {
        for a in 1..=6 {
            for b in a..=6 {
                for c in b..=6 {
                    let weight = match (a == b, b == c) {
                        (true, true) => 1,
                        (false, false) => 6,
                        _ => 3,
                    };
                    if visit([a, b, c], weight).is_break() {
                        return;
                    }
                }
            }
        }
    }

    fn accepts(&self, _: Throw) -> bool {
        true
    }

    fn roll(&mut self, r: Throw) {
        self.dice = Dice(r);
        self.board.count_half_move();
    }

    fn key(&self) -> u64 {
        let dice = self.dice.0.iter().fold(0usize, |code, face| code * 7 + *face as usize);
        let passed = self.passed.squares().map(zobrist::en_passant).fold(0, |a, b| a ^ b);
        let dice = (dice as u64).wrapping_mul(zobrist::DICE[1]);
        self.board.key() ^ passed ^ dice
    }

    fn occurrence(&self) -> Option<u64> {
        (self.dice.is_empty() && !self.lapsed).then(|| self.key())
    }
}

impl ThreeDice {
    /// Reads the list of squares that may be taken en passant.
    fn read_passed(&mut self, text: &str) -> Result<(), TextError> {
        if text == "-" {
            return Ok(());
        }
        let wrong = || TextError::new("impossible en passant square", text);
        let bytes = text.as_bytes();
        if !text.is_ascii() || !bytes.len().is_multiple_of(2) {
            return Err(wrong());
        }
        let us = self.board.turn();
        let over = self.board.king(us).is_none();
        for i in (0..bytes.len()).step_by(2) {
            let square: Square = B8::parse_square(&text[i..i + 2]).ok_or_else(wrong)?;
            let side = match B8::rank_of(square) {
                2 => Side::White,
                5 => Side::Black,
                _ => return Err(wrong()),
            };
            let pawn = Orthodox::<B8>::passed_pawn(!side, square);
            // Other men may have come to where it began, pawns of its side not.
            let origin = Orthodox::<B8>::passed_pawn(side, square);
            let middle = over || matches!(self.dice.len(), 1 | 2);
            let possible = self.board.men(side, Kind::Pawn).has(pawn)
                && !self.board.occupied().has(square)
                && !self.board.men(side, Kind::Pawn).has(origin)
                && (side != us || middle)
                && !self.passed.has(square);
            if !possible {
                return Err(wrong());
            }
            self.passed |= u64::of(square);
        }
        Ok(())
    }
}

impl Notation for ThreeDice {
    orthodox_notation!(B8);

    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let board = read_orthodox::<B8>(&fields, Demands::kings(Kings::Takeable(1)))?;
        let mut game = ThreeDice { board, dice: Dice::default(), passed: 0, lapsed: false };
        let thrown = fields.take("roll");
        let word = || format!("roll={}", thrown.unwrap_or_default());
        if let Some(dice) = thrown {
            let dice = Dice::parse(dice);
            game.dice = dice.ok_or_else(|| TextError::new("not a throw of three dice", word()))?;
        }
        game.read_passed(fields.fen[3])?;
        let left = game.dice.len();
        if (1..3).contains(&left) && game.board.king(game.side()).is_some() && !game.has_possible()
        {
            return Err(TextError::new("throw that leaves nothing to play", word()));
        }
        fields.finish()?;
        Ok(game)
    }

    fn text(&self) -> String {
        let fen = self.board.fen();
        let mut words: Vec<&str> = fen.split(' ').collect();
        let mut passed: Vec<String> = self.passed.squares().map(B8::name).collect();
        passed.sort();
        let passed = if passed.is_empty() { "-".to_string() } else { passed.concat() };
        words[3] = &passed;
        let roll = self.thrown().map_or(String::new(), |dice| format!(" roll={dice}"));
        words.join(" ") + &roll
    }

    fn roll_token(&self, [a, b, c]: Throw) -> String {
        format!("{a},{b},{c}")
    }

    fn parse_roll(&self, token: &str) -> Option<Throw> {
        Dice::parse(token).filter(|dice| dice.len() == 3).map(|dice| dice.0)
    }

    fn dice(&self) -> &'static str {
        if self.dice.is_empty() { "3d6" } else { "" }
    }

    fn thrown(&self) -> Option<String> {
        (!self.dice.is_empty()).then(|| self.dice.to_string())
    }
}
