//! Position texts: FEN with the pools of captured men behind the board and `-` for the side to move,
//! then `last=` and `passes=`.

use std::convert::Infallible;

use super::position::{POOLED, Simultaneous};
use crate::board::{B8, Bits, Geometry, Kind};
use crate::game::{Notation, Side, TextError};
use crate::games::common::{Demands, Fields, Kings, Move, castling, draw, read_orthodox};

const PLACES: &str = "QRBNqrbn";

/// Cuts the pools off the board field and reads them.
fn read_pools(field: &str) -> Result<(&str, [[u8; 4]; 2]), TextError> {
    let wrong = || TextError::new("bad pools behind the board", field);
    let (men, pool) = field.split_once('[').ok_or_else(wrong)?;
    let pool = pool.strip_suffix(']').ok_or_else(wrong)?;
    let mut pools = [[0u8; 4]; 2];
    let mut before = 0;
    for letter in pool.chars() {
        let place = PLACES.find(letter).ok_or_else(wrong)?;
        let count = &mut pools[place / 4][place % 4];
        if place < before || *count == u8::MAX {
            return Err(wrong());
        }
        (before, *count) = (place, *count + 1);
    }
    Ok((men, pools))
}

impl Simultaneous {
    /// The squares of the men of `side` that moved last, as `last=` names them.
    fn read_movers(&self, side: Side, text: &str) -> Option<u64> {
        let board = &self.board;
        let own = |name: &str| B8::parse_square(name).filter(|s| board.side(side).has(*s));
        match text.len() {
            1 => (text == "-").then_some(0),
            2 => own(text).map(u64::of),
            4 if text.is_ascii() => {
                // Castling: the king, then the rook, where it has put them.
                let (king, rook) = (own(&text[..2])?, own(&text[2..])?);
                let base = if side == Side::White { 0 } else { 7 };
                let castled = [(6, 5), (2, 3)]
                    .map(|(k, r)| (B8::square(k, base), B8::square(r, base)))
                    .contains(&(king, rook));
                let men = [board.kind_on(king), board.kind_on(rook)];
                (castled && men == [Some(Kind::King), Some(Kind::Rook)])
                    .then_some(u64::of(king) | u64::of(rook))
            }
            _ => None,
        }
    }

    fn pool_text(&self, side: Side) -> String {
        let pool = POOLED.into_iter().zip(self.pools[side.index()]);
        pool.flat_map(|(kind, n)| std::iter::repeat_n(kind.man_letter(side), n as usize)).collect()
    }

    fn movers_text(&self, side: Side) -> String {
        let last = self.barred(side);
        let king = last & self.board.kind(Kind::King);
        match last.count() {
            0 => "-".to_string(),
            _ => [king, last & !king].iter().flat_map(|s| s.squares()).map(B8::name).collect(),
        }
    }
}

impl Notation for Simultaneous {
    fn start() -> Self {
        Self::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] - KQkq - 0 1")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let [field, side, rights, passed, ..] = fields.fen;
        let (men, pools) = read_pools(field)?;
        if side != "-" {
            return Err(TextError::new("side to move is not -", side));
        }
        let places = || rights.bytes().map(|b| "KQkq".bytes().position(|c| c == b));
        if rights != "-" && !places().is_sorted() {
            return Err(TextError::new("castling rights out of order", rights));
        }
        if passed != "-" {
            return Err(TextError::new("en passant is not in this game", passed));
        }
        (fields.fen[0], fields.fen[1]) = (men, "w");
        let board = read_orthodox::<B8>(&fields, Demands::kings(Kings::Missing))?;
        let mut position = Simultaneous { board, pools, last: [0; 2], passes: 0 };
        if let Some(last) = fields.take("last") {
            let wrong = || TextError::new("not where men moved to", format!("last={last}"));
            let (white, black) = last.split_once('/').ok_or_else(wrong)?;
            for (side, squares) in Side::BOTH.into_iter().zip([white, black]) {
                position.last[side.index()] =
                    position.read_movers(side, squares).ok_or_else(wrong)?;
            }
        }
        let moved = position.last[0] | position.last[1];
        for (right, _, king, rook) in castling::ALL {
            let home = u64::of(king) | u64::of(rook);
            if position.board.castling() & right != 0 && (home & moved).any() {
                return Err(TextError::new("castling right of a man that has moved", rights));
            }
        }
        if let Some(passes) = fields.take("passes") {
            let wrong = |what| TextError::new(what, format!("passes={passes}"));
            position.passes = match passes {
                "1" => 1,
                "2" => 2,
                _ => return Err(wrong("passes are 1 or 2")),
            };
            if moved.any() {
                return Err(wrong("both have passed, but a man has moved"));
            }
        }
        fields.finish()?;
        Ok(position)
    }

    fn text(&self) -> String {
        let fen = self.board.fen();
        let (men, rest) = fen.split_once(" w ").unwrap_or((&fen, ""));
        let mut text = format!("{men}[");
        text.extend(Side::BOTH.map(|side| self.pool_text(side)));
        text += &format!("] - {rest}");
        if self.last != [0; 2] {
            let [white, black] = Side::BOTH.map(|side| self.movers_text(side));
            text += &format!(" last={white}/{black}");
        }
        if self.passes > 0 {
            text += &format!(" passes={}", self.passes);
        }
        text
    }

    fn move_token(&self, m: Move) -> String {
        m.token::<B8>()
    }

    fn roll_token(&self, r: Infallible) -> String {
        match r {}
    }

    fn parse_roll(&self, _: &str) -> Option<Infallible> {
        None
    }

    fn side(&self) -> Side {
        Side::White
    }

    fn dice(&self) -> &'static str {
        ""
    }

    fn thrown(&self) -> Option<String> {
        None
    }

    fn drawing(&self) -> String {
        let mut text = draw(&self.board);
        for side in Side::BOTH {
            let pool = self.pool_text(side);
            if !pool.is_empty() {
                text += &format!("\n{} has lost {pool}", side.name());
            }
            if self.barred(side).any() {
                text += &format!("\n{} just moved {}", side.name(), self.movers_text(side));
            }
        }
        text
    }
}
