//! Boards: sizes, directions and attacks, for 8×8 and 10×10 from one set of movers.
//!
//! All tables are constants of the program, so nothing is computed at start-up. On 8×8 the sliding
//! attacks are magic look-ups ([`super::magics`]); on 10×10 they are cut off a ray table.

use std::fmt::Debug;

use super::{Bits, Kind, Side, Square, magics};

/// A board size with its movers. Squares are numbered rank by rank from a1.
pub trait Geometry: Copy + Eq + Debug + Default + Send + Sync + 'static {
    /// The set type that holds one bit a square.
    type Bits: Bits;
    /// Files, from a.
    const FILES: u8;
    /// Ranks, from 1.
    const RANKS: u8;
    /// All squares.
    const ALL: Self::Bits;

    /// Squares that a knight on `square` attacks.
    fn knight(square: Square) -> Self::Bits;
    /// Squares that a king on `square` attacks.
    fn king(square: Square) -> Self::Bits;
    /// Squares that a pawn of `side` on `square` attacks.
    fn pawn(side: Side, square: Square) -> Self::Bits;
    /// Squares that a bishop on `square` attacks, the first man of `occupied` on each line included.
    fn bishop(square: Square, occupied: Self::Bits) -> Self::Bits;
    /// Squares that a rook on `square` attacks, the first man of `occupied` on each line included.
    fn rook(square: Square, occupied: Self::Bits) -> Self::Bits;
    /// Squares that a bishop on `square` attacks on an empty board.
    fn diagonals(square: Square) -> Self::Bits;
    /// Squares that a rook on `square` attacks on an empty board.
    fn straights(square: Square) -> Self::Bits;
    /// Squares strictly between two squares on one rank, file or diagonal; else none.
    fn between(a: Square, b: Square) -> Self::Bits;
    /// The whole rank, file or diagonal through two squares; none if they share none.
    fn line(a: Square, b: Square) -> Self::Bits;
    /// The squares of a file (0 = a).
    fn file(file: u8) -> Self::Bits;
    /// The squares of a rank (0 = rank 1).
    fn rank(rank: u8) -> Self::Bits;

    /// The square on a file and rank (both from 0).
    #[inline(always)]
    fn square(file: u8, rank: u8) -> Square {
        rank * Self::FILES + file
    }
    /// File of a square, 0 = a.
    #[inline(always)]
    fn file_of(square: Square) -> u8 {
        square % Self::FILES
    }
    /// Rank of a square, 0 = rank 1.
    #[inline(always)]
    fn rank_of(square: Square) -> u8 {
        square / Self::FILES
    }
    /// Rank of a square as `side` counts it from its own base, 0 = base.
    #[inline(always)]
    fn rank_for(side: Side, square: Square) -> u8 {
        match side {
            Side::White => Self::rank_of(square),
            Side::Black => Self::RANKS - 1 - Self::rank_of(square),
        }
    }
    /// The same square seen from the other side: ranks turned over.
    #[inline(always)]
    fn flip(square: Square) -> Square {
        Self::square(Self::file_of(square), Self::RANKS - 1 - Self::rank_of(square))
    }
    /// The set moved one rank forward as `side` sees it.
    #[inline(always)]
    fn forward(side: Side, set: Self::Bits) -> Self::Bits {
        match side {
            Side::White => set.up(Self::FILES as u32) & Self::ALL,
            Side::Black => set.down(Self::FILES as u32),
        }
    }
    /// Squares attacked by pawns of `side` standing on `set`, towards the a-file.
    #[inline(always)]
    fn pawns_west(side: Side, set: Self::Bits) -> Self::Bits {
        let set = set & !Self::file(0);
        match side {
            Side::White => set.up(Self::FILES as u32 - 1) & Self::ALL,
            Side::Black => set.down(Self::FILES as u32 + 1),
        }
    }
    /// Squares attacked by pawns of `side` standing on `set`, towards the last file.
    #[inline(always)]
    fn pawns_east(side: Side, set: Self::Bits) -> Self::Bits {
        let set = set & !Self::file(Self::FILES - 1);
        match side {
            Side::White => set.up(Self::FILES as u32 + 1) & Self::ALL,
            Side::Black => set.down(Self::FILES as u32 - 1),
        }
    }
    /// Squares that a man of this kind attacks.
    #[inline(always)]
    fn attacks(kind: Kind, side: Side, square: Square, occupied: Self::Bits) -> Self::Bits {
        match kind {
            Kind::Pawn => Self::pawn(side, square),
            Kind::Knight => Self::knight(square),
            Kind::Bishop => Self::bishop(square, occupied),
            Kind::Rook => Self::rook(square, occupied),
            Kind::Queen => Self::bishop(square, occupied) | Self::rook(square, occupied),
            Kind::King => Self::king(square),
        }
    }

    /// Name of a square, such as `e4` or `a10`.
    fn name(square: Square) -> String {
        format!("{}{}", (b'a' + Self::file_of(square)) as char, Self::rank_of(square) + 1)
    }

    /// Reads a square's name; `None` unless it is exactly one.
    fn parse_square(text: &str) -> Option<Square> {
        let file = *text.as_bytes().first()?;
        let digits = text.get(1..)?;
        if digits.is_empty() || digits.starts_with('0') || digits.starts_with('+') {
            return None;
        }
        let rank: u8 = digits.parse().ok()?;
        let file = file.checked_sub(b'a').filter(|f| *f < Self::FILES)?;
        (1..=Self::RANKS).contains(&rank).then(|| Self::square(file, rank - 1))
    }
}

/// Direction steps (file, rank): the four that raise the index first, straight before diagonal.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Writes the constant tables of one board size into a module.
macro_rules! tables {
    ($module:ident, $word:ty, $files:expr, $ranks:expr) => {
        pub(super) mod $module {
            use super::{DIRECTIONS, KNIGHT};

            pub const N: usize = $files * $ranks;
            type Word = $word;

            const fn step(square: usize, by: (i8, i8)) -> Option<usize> {
                let file = (square % $files) as i8 + by.0;
                let rank = (square / $files) as i8 + by.1;
                if file < 0 || file >= $files || rank < 0 || rank >= $ranks {
                    None
                } else {
                    Some(rank as usize * $files + file as usize)
                }
            }

            const fn leaper(square: usize, steps: &[(i8, i8)]) -> Word {
                let mut set = 0;
                let mut i = 0;
                while i < steps.len() {
                    if let Some(to) = step(square, steps[i]) {
                        set |= 1 << to;
                    }
                    i += 1;
                }
                set
            }

            const fn leapers(steps: &[(i8, i8)]) -> [Word; N] {
                let mut table = [0; N];
                let mut square = 0;
                while square < N {
                    table[square] = leaper(square, steps);
                    square += 1;
                }
                table
            }

            pub static KNIGHTS: [Word; N] = leapers(&KNIGHT);
            pub static KINGS: [Word; N] = leapers(&DIRECTIONS);
            pub static DIAGONALS: [Word; N] = open_lines(4);
            pub static STRAIGHTS: [Word; N] = open_lines(0);

            const fn open_lines(first: usize) -> [Word; N] {
                let rays = rays();
                let mut table = [0; N];
                let mut square = 0;
                while square < N {
                    let mut d = first;
                    while d < first + 4 {
                        table[square] |= rays[d][square];
                        d += 1;
                    }
                    square += 1;
                }
                table
            }

            pub static PAWNS: [[Word; N]; 2] =
                [leapers(&[(-1, 1), (1, 1)]), leapers(&[(-1, -1), (1, -1)])];

            /// `rays()[d][s]`: all squares from `s` (itself not) in direction `d`.
            pub const fn rays() -> [[Word; N]; 8] {
                let mut table = [[0; N]; 8];
                let mut d = 0;
                while d < 8 {
                    let mut square = 0;
                    while square < N {
                        let mut at = square;
                        while let Some(to) = step(at, DIRECTIONS[d]) {
                            table[d][square] |= 1 << to;
                            at = to;
                        }
                        square += 1;
                    }
                    d += 1;
                }
                table
            }

            /// The part of a ray up to and with the first man on it.
            #[inline(always)]
            pub const fn cut(rays: &[[Word; N]; 8], d: usize, square: usize, occ: Word) -> Word {
                let ray = rays[d][square];
                let men = ray & occ;
                if men == 0 {
                    return ray;
                }
                let rising = matches!(d, 0 | 1 | 4 | 5);
                let first = if rising {
                    men.trailing_zeros()
                } else {
                    Word::BITS - 1 - men.leading_zeros()
                };
                ray & !rays[d][first as usize]
            }

            pub const fn rook(rays: &[[Word; N]; 8], square: usize, occ: Word) -> Word {
                cut(rays, 0, square, occ)
                    | cut(rays, 1, square, occ)
                    | cut(rays, 2, square, occ)
                    | cut(rays, 3, square, occ)
            }

            pub const fn bishop(rays: &[[Word; N]; 8], square: usize, occ: Word) -> Word {
                cut(rays, 4, square, occ)
                    | cut(rays, 5, square, occ)
                    | cut(rays, 6, square, occ)
                    | cut(rays, 7, square, occ)
            }

            pub const fn between(rays: &[[Word; N]; 8], a: usize, b: usize) -> Word {
                let mut d = 0;
                while d < 8 {
                    if rays[d][a] >> b & 1 != 0 {
                        return cut(rays, d, a, 1 << b) & !(1 << b);
                    }
                    d += 1;
                }
                0
            }

            pub const fn line(rays: &[[Word; N]; 8], a: usize, b: usize) -> Word {
                let mut d = 0;
                while d < 8 {
                    if rays[d][a] >> b & 1 != 0 {
                        let back = [2, 3, 0, 1, 6, 7, 4, 5][d];
                        return rays[d][a] | rays[back][a] | 1 << a;
                    }
                    d += 1;
                }
                0
            }
        }
    };
}

tables!(t8, u64, 8, 8);
tables!(t10, u128, 10, 10);

const fn pairs(line: bool) -> [[u64; 64]; 64] {
    let rays = t8::rays();
    let mut table = [[0; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            table[a][b] = if line { t8::line(&rays, a, b) } else { t8::between(&rays, a, b) };
            b += 1;
        }
        a += 1;
    }
    table
}

static RAYS10: [[u128; 100]; 8] = t10::rays();
static BETWEEN: [[u64; 64]; 64] = pairs(false);
static LINE: [[u64; 64]; 64] = pairs(true);

/// The 8×8 board.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct B8;

impl Geometry for B8 {
    type Bits = u64;
    const FILES: u8 = 8;
    const RANKS: u8 = 8;
    const ALL: u64 = !0;

    #[inline(always)]
    fn knight(square: Square) -> u64 {
        t8::KNIGHTS[square as usize & 63]
    }
    #[inline(always)]
    fn king(square: Square) -> u64 {
        t8::KINGS[square as usize & 63]
    }
    #[inline(always)]
    fn pawn(side: Side, square: Square) -> u64 {
        t8::PAWNS[side.index()][square as usize & 63]
    }
    #[inline(always)]
    fn bishop(square: Square, occupied: u64) -> u64 {
        magics::bishop(square, occupied)
    }
    #[inline(always)]
    fn rook(square: Square, occupied: u64) -> u64 {
        magics::rook(square, occupied)
    }
    #[inline(always)]
    fn diagonals(square: Square) -> u64 {
        t8::DIAGONALS[square as usize & 63]
    }
    #[inline(always)]
    fn straights(square: Square) -> u64 {
        t8::STRAIGHTS[square as usize & 63]
    }
    #[inline(always)]
    fn between(a: Square, b: Square) -> u64 {
        BETWEEN[a as usize & 63][b as usize & 63]
    }
    #[inline(always)]
    fn line(a: Square, b: Square) -> u64 {
        LINE[a as usize & 63][b as usize & 63]
    }
    #[inline(always)]
    fn file(file: u8) -> u64 {
        0x0101_0101_0101_0101 << file
    }
    #[inline(always)]
    fn rank(rank: u8) -> u64 {
        0xff << (8 * rank)
    }
}

/// The 10×10 board.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct B10;

impl Geometry for B10 {
    type Bits = u128;
    const FILES: u8 = 10;
    const RANKS: u8 = 10;
    const ALL: u128 = (1 << 100) - 1;

    #[inline(always)]
    fn knight(square: Square) -> u128 {
        t10::KNIGHTS[square as usize]
    }
    #[inline(always)]
    fn king(square: Square) -> u128 {
        t10::KINGS[square as usize]
    }
    #[inline(always)]
    fn pawn(side: Side, square: Square) -> u128 {
        t10::PAWNS[side.index()][square as usize]
    }
    #[inline(always)]
    fn bishop(square: Square, occupied: u128) -> u128 {
        t10::bishop(&RAYS10, square as usize, occupied)
    }
    #[inline(always)]
    fn rook(square: Square, occupied: u128) -> u128 {
        t10::rook(&RAYS10, square as usize, occupied)
    }
    #[inline(always)]
    fn diagonals(square: Square) -> u128 {
        t10::DIAGONALS[square as usize]
    }
    #[inline(always)]
    fn straights(square: Square) -> u128 {
        t10::STRAIGHTS[square as usize]
    }
    #[inline(always)]
    fn between(a: Square, b: Square) -> u128 {
        t10::between(&RAYS10, a as usize, b as usize)
    }
    #[inline(always)]
    fn line(a: Square, b: Square) -> u128 {
        t10::line(&RAYS10, a as usize, b as usize)
    }
    #[inline(always)]
    fn file(file: u8) -> u128 {
        const A: u128 = {
            let mut set = 0;
            let mut rank = 0;
            while rank < 10 {
                set |= 1 << (10 * rank);
                rank += 1;
            }
            set
        };
        A << file
    }
    #[inline(always)]
    fn rank(rank: u8) -> u128 {
        0x3ff << (10 * rank)
    }
}
