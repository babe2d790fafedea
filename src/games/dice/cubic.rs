//! `cubic`: Cubic Chess. The men are cubes: captured officers go into stocks, and a pawn may be turned
//! into a man of the stock wherever it stands. No dice are thrown.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::board::{B8, Bits, Kind, Kinds};
use crate::game::{Any, Game, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use crate::games::common::{
    Demands, Fields, Kings, Move, Orthodox, draw, read_orthodox, read_passed, zobrist,
};

/// A position of Cubic Chess.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Cubic {
    board: Orthodox<B8>,
    /// By side: knights, bishops and rooks in stock.
    stocks: [[u8; 3]; 2],
}

/// The kinds that go into stocks, in the order of texts.
const STOCKED: [Kind; 3] = [Kind::Knight, Kind::Bishop, Kind::Rook];

/// Pawns do not change on the last rank: one step for the four promotions.
struct Unchanged<'a, S>(&'a mut S);

impl<S: Sink<Move>> Sink<Move> for Unchanged<'_, S> {
    #[inline(always)]
    fn push(&mut self, m: Move) {
        match m.promotion {
            None => self.0.push(m),
            Some(Kind::Queen) => self.0.push(Move { promotion: None, ..m }),
            Some(_) => {}
        }
    }

    #[inline(always)]
    fn sated(&self) -> bool {
        self.0.sated()
    }
}

impl Cubic {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    /// Men in stock: `[side][knight, bishop, rook]`.
    pub fn stocks(&self) -> [[u8; 3]; 2] {
        self.stocks
    }

    /// The moves that capture.
    pub(super) fn captures(&self, out: &mut impl Sink<Move>) {
        let prey = self.board.side(!self.board.turn());
        self.board.generate::<true>(Kinds::ALL, false, prey, &mut Unchanged(out));
    }

    /// The position with the turn given away.
    pub(super) fn passed(&self) -> Self {
        let mut next = self.clone();
        next.board.pass();
        next
    }

    fn has_move(&self) -> bool {
        let mut any = Any::default();
        self.moves(self.board.turn(), &mut any);
        any.0
    }

    fn is_dead(&self) -> bool {
        self.board.occupied().count() == 2 && self.stocks == [[0; 3]; 2]
    }
}

impl Game for Cubic {
    type Move = Move;
    type Roll = Infallible;
    const CHANCE: bool = false;
    const SEALED: bool = false;

    fn node(&self) -> Node {
        // Bare kings always have a move.
        if self.is_dead() {
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

    fn moves(&self, side: Side, out: &mut impl Sink<Move>) {
        let targets = !self.board.side(side);
        self.board.generate::<true>(Kinds::ALL, true, targets, &mut Unchanged(out));
        let stock = self.stocks[side.index()];
        // Turning a pawn changes no line, so it answers no check and opens none.
        if stock != [0; 3] && self.board.checkers(side).is_empty() {
            for square in self.board.men(side, Kind::Pawn).squares() {
                for (kind, _) in STOCKED.into_iter().zip(stock).filter(|(_, count)| *count > 0) {
                    let promotion = Some(kind);
                    out.push(Move { from: square, to: square, kind: Kind::Pawn, promotion });
                }
            }
        }
    }

    fn play(&mut self, m: Move) {
        let us = self.board.turn();
        let stock = &mut self.stocks[us.index()];
        if m.from == m.to
            && let Some(kind) = m.promotion
        {
            stock[kind.index() - 1] -= 1;
            self.board.turn_man(m.from, Kind::Pawn, kind);
            return;
        }
        if let Some(victim) = self.board.kind_on(m.to)
            && STOCKED.contains(&victim)
        {
            stock[victim.index() - 1] += 1;
        }
        self.board.play::<true>(m);
        self.board.set_en_passant(None);
    }

    fn rolls(&self, _: impl FnMut(Infallible, u32) -> ControlFlow<()>) {}

    fn accepts(&self, r: Infallible) -> bool {
        match r {}
    }

    fn roll(&mut self, r: Infallible) {
        match r {}
    }

    fn key(&self) -> u64 {
        let mut key = self.board.key();
        for (side, stock) in self.stocks.iter().enumerate() {
            for (kind, count) in stock.iter().enumerate() {
                key ^= (*count as u64).wrapping_mul(zobrist::DICE[side * 3 + kind]);
            }
        }
        key
    }

    fn occurrence(&self) -> Option<u64> {
        Some(self.key())
    }
}

impl Notation for Cubic {
    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let field = fields.fen[0];
        let wrong = || TextError::new("bad stock behind the board", field);
        let (men, stock) = field.split_once('[').ok_or_else(wrong)?;
        let stock = stock.strip_suffix(']').ok_or_else(wrong)?;
        let mut stocks = [[0u8; 3]; 2];
        let mut last = 0;
        for letter in stock.chars() {
            // `NBRnbr` order.
            let place = "NBRnbr".find(letter).ok_or_else(wrong)?;
            let count = &mut stocks[place / 3][place % 3];
            if place < last || *count == u8::MAX {
                return Err(wrong());
            }
            (last, *count) = (place, *count + 1);
        }
        fields.fen[0] = men;
        let demands = Demands { kings: Kings::Safe, pawns_at_the_end: true };
        let board = read_orthodox::<B8>(&fields, demands)?;
        if fields.fen[3] != "-" {
            // No capture on it exists.
            read_passed(&board, board.turn(), fields.fen[3])?;
        }
        fields.finish()?;
        Ok(Cubic { board, stocks })
    }

    fn text(&self) -> String {
        let mut stock = String::new();
        for side in Side::BOTH {
            for (kind, count) in STOCKED.into_iter().zip(self.stocks[side.index()]) {
                stock.extend(std::iter::repeat_n(kind.man_letter(side), count as usize));
            }
        }
        let fen = self.board.fen();
        let (men, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
        format!("{men}[{stock}] {rest}")
    }

    fn move_token(&self, m: Move) -> String {
        use crate::board::Geometry;
        match m.promotion {
            Some(kind) if m.from == m.to => format!("{}={}", B8::name(m.from), kind.letter()),
            _ => m.token::<B8>(),
        }
    }

    fn side(&self) -> Side {
        self.board.turn()
    }

    fn drawing(&self) -> String {
        draw(&self.board)
    }

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
