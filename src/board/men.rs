//! Sides and kinds of men.

use std::ops::Not;

/// White or Black.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Moves up the board.
    White,
    /// Moves down the board.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as in FEN.
    pub fn letter(self) -> char {
        ['w', 'b'][self.index()]
    }

    /// `white` or `black`, as in the protocol.
    pub fn name(self) -> &'static str {
        ["white", "black"][self.index()]
    }
}

impl Not for Side {
    type Output = Side;

    #[inline(always)]
    fn not(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// The six kinds of men, in the order of the faces of a die (pawn 1 … king 6).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Kind {
    /// All kinds, pawn to king.
    pub const ALL: [Kind; 6] =
        [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// What a pawn may become, best first.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// 0 for the pawn … 5 for the king.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The kind with this index, if there is one.
    #[inline(always)]
    pub fn from_index(index: usize) -> Option<Kind> {
        Self::ALL.get(index).copied()
    }

    /// Lower-case FEN letter.
    pub fn letter(self) -> char {
        ['p', 'n', 'b', 'r', 'q', 'k'][self.index()]
    }

    /// FEN letter of a man of this kind: upper case for White.
    pub fn man_letter(self, side: Side) -> char {
        match side {
            Side::White => self.letter().to_ascii_uppercase(),
            Side::Black => self.letter(),
        }
    }

    /// Reads a FEN letter.
    pub fn from_man_letter(letter: char) -> Option<(Side, Kind)> {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let kind = Self::ALL.into_iter().find(|k| k.letter() == letter.to_ascii_lowercase())?;
        Some((side, kind))
    }
}

/// A set of kinds of men; bit `i` stands for `Kind::ALL[i]`.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Default)]
pub struct Kinds(pub u8);

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds(0b11_1111);
    /// No kind.
    pub const NONE: Kinds = Kinds(0);

    /// The set of one kind.
    #[inline(always)]
    pub const fn of(kind: Kind) -> Kinds {
        Kinds(1 << kind as u8)
    }

    /// Whether the kind is in the set.
    #[inline(always)]
    pub const fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 != 0
    }

    /// The union of two sets.
    #[inline(always)]
    pub const fn with(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether the two sets share a kind.
    #[inline(always)]
    pub const fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }
}
