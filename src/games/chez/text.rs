//! Position texts: FEN with the inactive men behind the board and `~` behind a pawn in disguise, then
//! `unmoved=`.

use std::convert::Infallible;

use super::home::{cut_off, last_row, pawn_row};
use super::{Chez, Move};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square, read_board, write_board};
use crate::game::{Notation, TextError};
use crate::games::common::{Fields, number};

/// The order of the inactive men within a side.
const ORDER: [Kind; 6] =
    [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

/// The board without the marks of disguise, and by number which of its men, in the order of the text, are
/// marked.
fn unmark(board: &str) -> Result<(String, u64), TextError> {
    let (mut plain, mut marked, mut men) = (String::new(), 0, 0);
    let mut last = '/';
    for c in board.chars() {
        if c == '~' {
            let becomes = Kind::from_man_letter(last);
            if !becomes.is_some_and(|(_, kind)| Kind::PROMOTIONS.contains(&kind)) {
                return Err(TextError::new(
                    "~ stands behind a queen, rook, bishop or knight",
                    board,
                ));
            }
            marked |= 1u64.checked_shl(men - 1).unwrap_or(0);
        } else {
            men += c.is_alphabetic() as u32;
            plain.push(c);
        }
        last = c;
    }
    Ok((plain, marked))
}

impl Chez {
    fn put(&mut self, side: Side, kind: Kind, square: Square, marked: bool) -> bool {
        self.toggle(side, kind, square);
        if marked {
            self.toggle_disguise(square);
        }
        self.take(side, if marked { Kind::Pawn } else { kind })
    }

    fn inactive_text(&self, side: Side) -> String {
        let men =
            |k: Kind| std::iter::repeat_n(k.man_letter(side), self.inactive(side, k) as usize);
        ORDER.into_iter().flat_map(men).collect()
    }

    fn read_kings(&self, field: &str) -> Result<(), TextError> {
        let expected = match Side::BOTH.map(|side| self.king(side).is_some()) {
            [true, true] => return Ok(()),
            [false, false] => Side::White,
            [true, false] => Side::Black,
            [false, true] => return Err(TextError::new("the white king is dropped first", field)),
        };
        if self.turn == expected {
            return Ok(());
        }
        Err(TextError::new("side to move has no king to drop", self.turn.letter()))
    }

    fn read_unmoved(&mut self, text: &str) -> Result<(), TextError> {
        for name in text.split(',') {
            let able = |square: &Square| {
                let man = self.man(*square).map(|(_, kind)| kind);
                matches!(man, Some(Kind::King | Kind::Rook))
                    && !self.disguised().has(*square)
                    && !self.unmoved().has(*square)
            };
            let square = B8::parse_square(name).filter(able).ok_or_else(|| {
                TextError::new(
                    "not the square of an unmoved king or rook",
                    format!("unmoved={text}"),
                )
            })?;
            self.toggle_unmoved(square);
        }
        Ok(())
    }
}

impl Notation for Chez {
    const QUIET: bool = true;

    fn start() -> Self {
        Chez::empty(Side::White, 1)
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let [field, turn, rights, passed, half_moves, full_move] = fields.fen;
        let wrong = || TextError::new("bad inactive men behind the board", field);
        let (men, inactive) = field.split_once('[').ok_or_else(wrong)?;
        let inactive = inactive.strip_suffix(']').ok_or_else(wrong)?;
        let turn = match turn {
            "w" => Side::White,
            "b" => Side::Black,
            _ => return Err(TextError::new("side to move is neither w nor b", turn)),
        };
        for (word, what) in
            [(rights, "castling field is not -"), (passed, "en passant field is not -")]
        {
            if word != "-" {
                return Err(TextError::new(what, word));
            }
        }
        number(half_moves, 0, 0)
            .ok_or_else(|| TextError::new("half-move counter is not 0", half_moves))?;
        let full_move = number(full_move, 1, 99_999)
            .ok_or_else(|| TextError::new("full-move number is not 1 to 99999", full_move))?;

        let (plain, marked) = unmark(men)?;
        let mut game = Chez::empty(turn, full_move);
        let (mut placed, mut fits) = (0, true);
        read_board::<B8>(&plain, |square, letter| {
            let Some((side, kind)) = Kind::from_man_letter(letter) else { return false };
            fits &= game.put(side, kind, square, marked >> placed & 1 != 0);
            placed += 1;
            true
        })
        .map_err(|word| TextError::new("bad board field", word))?;
        if !fits {
            return Err(TextError::new("more men of a kind than a side has", men));
        }
        if Side::BOTH.into_iter().any(|s| game.side(s) & game.disguised() & pawn_row(s) != 0) {
            return Err(TextError::new("pawn in disguise on its own pawn row", men));
        }
        let left: String = Side::BOTH.map(|side| game.inactive_text(side)).concat();
        if inactive != left {
            return Err(TextError::new("inactive men are not those missing on the board", field));
        }
        game.read_kings(field)?;
        if let Some(unmoved) = fields.take("unmoved") {
            game.read_unmoved(unmoved)?;
        }
        fields.finish()?;
        if game.kings_touch() {
            return Err(TextError::new("kings next to each other", men));
        }
        if cut_off(&game) != [false; 2] {
            return Err(TextError::new("a man is cut off from home", men));
        }
        Ok(game)
    }

    fn text(&self) -> String {
        let letter = |s| self.man(s).map(|(side, kind)| kind.man_letter(side));
        // The marks do not count as squares, so they come in behind the letters.
        let plain = write_board::<B8>(letter);
        let mut board = String::new();
        let mut squares = (0..64u8).map(|i| i ^ 56).filter(|s| self.occupied().has(*s));
        for c in plain.chars() {
            board.push(c);
            if c.is_alphabetic() && squares.next().is_some_and(|s| self.disguised().has(s)) {
                board.push('~');
            }
        }
        let inactive = Side::BOTH.map(|side| self.inactive_text(side)).concat();
        let turn = self.turn.letter();
        let mut text = format!("{board}[{inactive}] {turn} - - 0 {}", self.full_move);
        if self.unmoved() != 0 {
            let names: Vec<String> = self.unmoved().squares().map(B8::name).collect();
            text += &format!(" unmoved={}", names.join(","));
        }
        text
    }

    fn move_token(&self, m: Move) -> String {
        match m {
            Move::Drop(to) => format!("K@{}", B8::name(to)),
            Move::Step(from, to) | Move::Castling(from, to) => B8::name(from) + &B8::name(to),
            Move::Revival(from, to, kind, becomes) => {
                let mut token = format!("{}{}@{}", B8::name(from), B8::name(to), kind.letter());
                if let Some(becomes) = becomes {
                    token += &format!("={}", becomes.letter());
                }
                token
            }
        }
    }

    fn roll_token(&self, r: Infallible) -> String {
        match r {}
    }

    fn parse_roll(&self, _: &str) -> Option<Infallible> {
        None
    }

    fn side(&self) -> Side {
        self.turn
    }

    fn dice(&self) -> &'static str {
        ""
    }

    fn stage(&self) -> &'static str {
        if self.king(self.turn).is_none() { "king" } else { "turn" }
    }

    fn thrown(&self) -> Option<String> {
        None
    }

    fn drawing(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut line = format!("{:>2} ", rank + 1);
            for square in (0..8).map(|file| B8::square(file, rank)) {
                line.push(' ');
                line.push(self.man(square).map_or('.', |(side, kind)| kind.man_letter(side)));
                line.push(if self.disguised().has(square) { '~' } else { ' ' });
            }
            text += line.trim_end();
            text.push('\n');
        }
        text += "    a  b  c  d  e  f  g  h";
        for side in Side::BOTH {
            let inactive = self.inactive_text(side);
            if !inactive.is_empty() {
                text += &format!("\n{} inactive: {inactive}", side.name());
            }
        }
        let duties = self.duties();
        for side in Side::BOTH {
            if duties.hash[side.index()] != 0 {
                text += &format!("\nhash: the {} king is attacked", side.name());
            }
        }
        if duties.doubled != 0 {
            let files = duties.doubled.squares().map(|s| format!(" {}", (b'a' + s) as char));
            text += &format!("\ndoubled pawns:{}", files.collect::<String>());
        }
        for side in Side::BOTH {
            for square in (duties.last_row & last_row(side)).squares() {
                text += &format!("\npawn on its last row: {}", B8::name(square));
            }
        }
        text
    }
}
