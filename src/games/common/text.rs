//! Position texts of orthodox positions: six FEN fields, then `key=value` fields.

use super::orthodox::{Orthodox, castling};
use crate::board::{Bits, Geometry, Kind, Side, Square, read_board, write_board};
use crate::game::TextError;

/// A position text cut into its fields.
pub struct Fields<'a> {
    /// The six FEN fields.
    pub fen: [&'a str; 6],
    extra: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Cuts a text into fields.
    ///
    /// # Errors
    /// Fewer than six FEN fields, a further field that is no `key=value`, a repeated key.
    pub fn split(text: &'a str) -> Result<Self, TextError> {
        let mut words = text.split_ascii_whitespace();
        let mut fen = [""; 6];
        let mut last = text.trim();
        for field in &mut fen {
            *field = words
                .next()
                .ok_or_else(|| TextError::new("position text with fewer than six fields", last))?;
            last = field;
        }
        let mut extra: Vec<(&str, &str)> = Vec::new();
        for word in words {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| TextError::new("not a key=value field", word))?;
            if extra.iter().any(|(k, _)| *k == key) {
                return Err(TextError::new("repeated field", word));
            }
            extra.push((key, value));
        }
        Ok(Fields { fen, extra })
    }

    /// Takes the value of a key, if it is there.
    pub fn take(&mut self, key: &str) -> Option<&'a str> {
        let at = self.extra.iter().position(|(k, _)| *k == key)?;
        Some(self.extra.remove(at).1)
    }

    /// Refuses the keys that nobody has taken.
    ///
    /// # Errors
    /// Names the first such field.
    pub fn finish(self) -> Result<(), TextError> {
        match self.extra.first() {
            Some((key, value)) => Err(TextError::new("unknown field", format!("{key}={value}"))),
            None => Ok(()),
        }
    }
}

/// What a game demands of the kings in a position text.
#[derive(Copy, Clone, Eq, PartialEq)]
pub enum Kings {
    /// One a side, and the one that is not to move may not be attacked.
    Safe,
    /// So many a side at most, which may be attacked; the side to move may have lost all of its own.
    Takeable(u32),
    /// One a side at most; either side may lack its king, or both: what that means the game knows itself.
    Missing,
    /// One a side, which may be attacked; one of the sides may have lost its own.
    Mortal,
}

/// What a game demands of the men in a position text.
#[derive(Copy, Clone, Eq, PartialEq)]
pub struct Demands {
    /// Of the kings.
    pub kings: Kings,
    /// Whether a pawn may stand on its own last rank.
    pub pawns_at_the_end: bool,
}

impl Demands {
    /// Of orthodox pawns, and these kings.
    pub const fn kings(kings: Kings) -> Self {
        Demands { kings, pawns_at_the_end: false }
    }
}

/// Reads the FEN fields of an orthodox position, the en passant field aside.
///
/// # Errors
/// Names the field, or the part of it, that is malformed or impossible.
pub fn read_orthodox<G: Geometry>(
    fields: &Fields,
    demands: Demands,
) -> Result<Orthodox<G>, TextError> {
    read_orthodox_with(fields, demands, |_, _| false)
}

/// Reads the FEN fields of an orthodox position like [`read_orthodox`]; characters on the board that are
/// no men are told to `other` with their squares, which says whether it knows them.
///
/// # Errors
/// Names the field, or the part of it, that is malformed or impossible.
pub fn read_orthodox_with<G: Geometry>(
    fields: &Fields,
    demands: Demands,
    mut other: impl FnMut(Square, char) -> bool,
) -> Result<Orthodox<G>, TextError> {
    let [board, side, rights, _, half_moves, full_move] = fields.fen;
    let turn = match side {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return Err(TextError::new("side to move is neither w nor b", side)),
    };
    let half_moves = number(half_moves, 0, 9_999)
        .ok_or_else(|| TextError::new("half-move counter is not 0 to 9999", half_moves))?;
    let full_move = number(full_move, 1, 99_999)
        .ok_or_else(|| TextError::new("full-move number is not 1 to 99999", full_move))?;
    let mut position = Orthodox::empty(turn, half_moves as u16, full_move);
    read_board::<G>(board, |square, letter| match Kind::from_man_letter(letter) {
        Some((side, kind)) => {
            position.toggle(side, kind, square);
            true
        }
        None => other(square, letter),
    })
    .map_err(|word| TextError::new("bad board field", word))?;
    check_men(&position, board, demands)?;
    position.set_castling(read_castling(&position, rights)?);
    Ok(position)
}

/// Reads the en passant field; the square is kept only if a capture on it is possible: a legal one if
/// `SAFE`.
///
/// # Errors
/// Names a square that no enemy pawn can just have passed over.
pub fn read_en_passant<G: Geometry, const SAFE: bool>(
    position: &mut Orthodox<G>,
    fields: &Fields,
) -> Result<(), TextError> {
    let text = fields.fen[3];
    if text != "-" {
        let square = read_passed(position, position.turn(), text)?;
        if position.can_take_en_passant::<SAFE>(square) {
            position.set_en_passant(Some(square));
        }
    }
    Ok(())
}

fn check_men<G: Geometry>(
    position: &Orthodox<G>,
    board: &str,
    demands: Demands,
) -> Result<(), TextError> {
    let most = match demands.kings {
        Kings::Safe | Kings::Mortal | Kings::Missing => 1,
        Kings::Takeable(most) => most,
    };
    for side in Side::BOTH {
        let (base, end) = match side {
            Side::White => (0, G::RANKS - 1),
            Side::Black => (G::RANKS - 1, 0),
        };
        let end = if demands.pawns_at_the_end { G::Bits::EMPTY } else { G::rank(end) };
        if (position.men(side, Kind::Pawn) & (G::rank(base) | end)).any() {
            return Err(TextError::new("pawn on an end rank", board));
        }
        let count = position.men(side, Kind::King).count();
        let lost = match demands.kings {
            Kings::Safe => false,
            Kings::Takeable(_) => side == position.turn(),
            Kings::Missing => true,
            Kings::Mortal => position.king(!side).is_some(),
        };
        if count == 0 && !lost {
            return Err(TextError::new("king missing", board));
        }
        if count > most {
            return Err(TextError::new("too many kings", board));
        }
    }
    if demands.kings == Kings::Safe && position.checkers(!position.turn()).any() {
        return Err(TextError::new("side not to move is in check", board));
    }
    Ok(())
}

fn read_castling<G: Geometry>(position: &Orthodox<G>, text: &str) -> Result<u8, TextError> {
    let mut rights = 0;
    if text == "-" {
        return Ok(rights);
    }
    for letter in text.chars() {
        let found = castling::ALL.iter().find(|(_, l, _, _)| *l == letter);
        let Some(&(right, _, king, rook)) = found else {
            return Err(TextError::new("bad castling field", text));
        };
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        if rights & right != 0 {
            return Err(TextError::new("repeated castling right", text));
        }
        let home = G::FILES == 8
            && position.men(side, Kind::King).has(king)
            && position.men(side, Kind::Rook).has(rook);
        if !home {
            return Err(TextError::new("castling right without king and rook at home", text));
        }
        rights |= right;
    }
    Ok(rights)
}

/// Reads an en passant square of `us`: one that an enemy pawn can just have passed over.
///
/// # Errors
/// Names a text that is no such square.
pub fn read_passed<G: Geometry>(
    position: &Orthodox<G>,
    us: Side,
    text: &str,
) -> Result<Square, TextError> {
    let wrong = || TextError::new("impossible en passant square", text);
    let square = G::parse_square(text).ok_or_else(wrong)?;
    if G::rank_for(!us, square) != 2 {
        return Err(wrong());
    }
    let pawn = Orthodox::<G>::passed_pawn(us, square);
    let origin = Orthodox::<G>::passed_pawn(!us, square);
    let occupied = position.occupied();
    let stepped =
        position.men(!us, Kind::Pawn).has(pawn) && !occupied.has(square) && !occupied.has(origin);
    stepped.then_some(square).ok_or_else(wrong)
}

/// Reads a decimal number without sign within bounds.
pub fn number(text: &str, least: u32, most: u32) -> Option<u32> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|n| (least..=most).contains(n))
}

impl<G: Geometry> Orthodox<G> {
    /// The six FEN fields.
    pub fn fen(&self) -> String {
        self.fen_with(|_| None)
    }

    /// The six FEN fields, where `other` says what stands on squares without men, if anything.
    pub fn fen_with(&self, other: impl Fn(Square) -> Option<char>) -> String {
        let board = write_board::<G>(|s| match self.man(s) {
            Some((side, kind)) => Some(kind.man_letter(side)),
            None => other(s),
        });
        let mut rights: String = castling::ALL
            .iter()
            .filter(|(right, ..)| self.castling() & right != 0)
            .map(|(_, letter, ..)| *letter)
            .collect();
        if rights.is_empty() {
            rights.push('-');
        }
        let passed = self.en_passant().map_or("-".to_string(), G::name);
        format!(
            "{board} {} {rights} {passed} {} {}",
            self.turn().letter(),
            self.half_moves(),
            self.full_move()
        )
    }
}

/// The parts of [`Notation`](crate::game::Notation) that games with an orthodox board in the field
/// `board` have in common.
#[macro_export]
macro_rules! orthodox_notation {
    ($geometry:ty) => {
        fn move_token(&self, m: $crate::games::common::Move) -> String {
            m.token::<$geometry>()
        }

        fn san(&self, m: $crate::games::common::Move) -> Option<String> {
            Some($crate::games::common::san(self, &self.board, m))
        }

        fn side(&self) -> $crate::board::Side {
            self.board.turn()
        }

        fn drawing(&self) -> String {
            $crate::games::common::draw(&self.board)
        }
    };
}

/// A drawing of a position for people, a dot for each empty square.
pub fn draw<G: Geometry>(position: &Orthodox<G>) -> String {
    draw_with(position, |_| '.')
}

/// A drawing of a position for people, where `other` draws the squares without men.
pub fn draw_with<G: Geometry>(position: &Orthodox<G>, other: impl Fn(Square) -> char) -> String {
    let mut text = String::new();
    for rank in (0..G::RANKS).rev() {
        text += &format!("{:>2} ", rank + 1);
        for file in 0..G::FILES {
            let square = G::square(file, rank);
            text.push(' ');
            text.push(match position.man(square) {
                Some((side, kind)) => kind.man_letter(side),
                None => other(square),
            });
        }
        text.push('\n');
    }
    text += "   ";
    for file in 0..G::FILES {
        text.push(' ');
        text.push((b'a' + file) as char);
    }
    text
}
