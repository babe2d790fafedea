//! Homes, and whether men are cut off from them (condition L6).

use std::cell::RefCell;

use smallvec::SmallVec;

use super::{Chez, Move};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};

/// The kind whose home is on this file of a side's last row.
const KINDS: [Kind; 8] = [
    Kind::Rook,
    Kind::Knight,
    Kind::Bishop,
    Kind::Queen,
    Kind::King,
    Kind::Bishop,
    Kind::Knight,
    Kind::Rook,
];

/// The row on which a side's pawns are at home.
#[inline(always)]
pub(super) const fn pawn_row(side: Side) -> u64 {
    match side {
        Side::White => 0xff << 8,
        Side::Black => 0xff << 48,
    }
}

/// A side's last row, behind its pawn row.
#[inline(always)]
pub(super) const fn last_row(side: Side) -> u64 {
    match side {
        Side::White => 0xff,
        Side::Black => 0xff << 56,
    }
}

/// The home squares of a kind. Bishops of either square colour have one of them, which follows from how
/// they move.
#[inline(always)]
pub const fn homes(side: Side, kind: Kind) -> u64 {
    let files: u64 = match kind {
        Kind::Pawn => return pawn_row(side),
        Kind::Knight => 0b0100_0010,
        Kind::Bishop => 0b0010_0100,
        Kind::Rook => 0b1000_0001,
        Kind::Queen => 0b0000_1000,
        Kind::King => 0b0001_0000,
    };
    match side {
        Side::White => files,
        Side::Black => files << 56,
    }
}

/// What stands in the way for good: the pawns on their own pawn rows and, repeatedly, men at home that
/// these leave no move even if everyone else steps aside.
pub(super) fn obstacles(game: &Chez) -> u64 {
    let mut fixed = 0;
    for side in Side::BOTH {
        fixed |= game.men(side, Kind::Pawn) & pawn_row(side);
    }
    if fixed == 0 {
        return 0;
    }
    loop {
        let before = fixed;
        for side in Side::BOTH {
            for kind in &Kind::ALL[1..] {
                let at_home = game.true_men(side, *kind) & homes(side, *kind) & !fixed;
                for square in at_home.squares() {
                    if B8::attacks(*kind, side, square, fixed) & !fixed == 0 {
                        fixed |= u64::of(square);
                    }
                }
            }
        }
        if fixed == before {
            return fixed;
        }
    }
}

/// How many moves home are told apart.
const LAYERS: usize = 6;

/// The squares from which an officer comes to a square over squares without obstacles: in one move, in up
/// to two and so on, and in any number of moves. Officers move both ways alike.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Basin {
    /// The square itself included in all.
    pub(super) within: [u64; LAYERS],
    pub(super) all: u64,
}

impl Basin {
    pub(super) fn of(kind: Kind, home: Square, obstacles: u64) -> Self {
        let mut basin = Basin::default();
        let (mut all, mut new) = (u64::of(home), u64::of(home));
        if obstacles.has(home) {
            return Basin { within: [all; LAYERS], all };
        }
        let mut moves = 0;
        while new != 0 {
            let mut next = 0;
            for square in new.squares() {
                next |= B8::attacks(kind, Side::White, square, obstacles);
            }
            new = next & !obstacles & !all;
            all |= new;
            if let Some(within) = basin.within.get_mut(moves) {
                *within = all;
            }
            moves += 1;
        }
        // A basin that is full before the last layer stays so.
        basin.within[moves.min(LAYERS)..].fill(all);
        Basin { all, ..basin }
    }
}

/// The basin of a home on a side's last row.
fn basin(home: Square, obstacles: u64) -> Basin {
    Basin::of(KINDS[B8::file_of(home) as usize], home, obstacles)
}

/// Basins by home and obstacles. Most turns leave the obstacles as they are, so that few are in use at a
/// time.
struct Memo(Vec<(u64, Basin)>);

impl Memo {
    /// For each home.
    const SLOTS: usize = 512;

    fn new() -> Self {
        let homes = (0..8).chain(56..64);
        Memo(homes.flat_map(|home| [(0, basin(home, 0)); Self::SLOTS]).collect())
    }

    fn basin(&mut self, home: Square, obstacles: u64) -> Basin {
        let hash = (obstacles.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % Self::SLOTS;
        // The last rows are the first and the last eight squares.
        let (known, found) = &mut self.0[home as usize % 48 * Self::SLOTS + hash];
        if *known != obstacles {
            (*known, *found) = (obstacles, basin(home, obstacles));
        }
        *found
    }
}

thread_local! {
    /// What a thread has found: a pure function of home and obstacles, remembered.
    static MEMO: RefCell<Memo> = RefCell::new(Memo::new());
}

/// The basin of a home on a last row, as [`Basin::of`] finds it, remembered.
#[inline]
pub(super) fn known_basin(home: Square, obstacles: u64) -> Basin {
    MEMO.with_borrow_mut(|memo| memo.basin(home, obstacles))
}

/// For each side whether one of its men is cut off from home.
pub fn cut_off(game: &Chez) -> [bool; 2] {
    cut_off_by(game, obstacles(game))
}

fn cut_off_by(game: &Chez, obstacles: u64) -> [bool; 2] {
    Side::BOTH.map(|side| {
        officers_cut_off(game, side, |home| known_basin(home, obstacles))
            || pawns_cut_off(game, side, obstacles, game.can_revive(!side))
    })
}

/// The same with nothing remembered, for the plain twin.
pub(super) fn cut_off_plainly(game: &Chez) -> [bool; 2] {
    let obstacles = obstacles(game);
    Side::BOTH.map(|side| {
        officers_cut_off(game, side, |home| basin(home, obstacles))
            || pawns_cut_off(game, side, obstacles, game.can_revive(!side))
    })
}

/// Whether a turn cuts somebody off, in a position where nobody was.
#[inline]
pub(super) fn cuts_off(before: &Chez, obstacles_before: u64, m: Move, after: &Chez) -> bool {
    let obstacles = obstacles(after);
    // An officer's move stays within its basins as long as these do not change.
    let harmless = match m {
        Move::Step(from, _) => !before.men(before.turn, Kind::Pawn).has(from),
        Move::Castling(..) => true,
        Move::Drop(_) | Move::Revival(..) => false,
    };
    if harmless && obstacles == obstacles_before {
        return false;
    }
    cut_off_by(after, obstacles) != [false; 2]
}

/// Condition a: officers of one kind cannot be given different homes.
fn officers_cut_off(game: &Chez, side: Side, basin: impl Fn(Square) -> Basin) -> bool {
    Kind::ALL[1..].iter().any(|kind| {
        let men = game.true_men(side, *kind);
        if men == 0 {
            return false;
        }
        let mut homes = homes(side, *kind).squares().map(|home| basin(home).all);
        let (one, other) = (homes.next().unwrap_or(0), homes.next());
        // Of two men, both having the same home only is the one way to fail that is left.
        men & !(one | other.unwrap_or(0)) != 0
            || men.many() && other.is_some_and(|other| men & one == 0 || men & other == 0)
    })
}

/// Whether a side's pawns could not all come home if from now on they kept their files.
pub(super) fn pawns_at_odds(game: &Chez, side: Side, obstacles: u64) -> bool {
    pawns_cut_off(game, side, obstacles, false)
}

/// Condition b: pawns, those in disguise too, cannot be given different files of the pawn row. Only as X of
/// a revival of the other colour does a pawn change its file.
fn pawns_cut_off(game: &Chez, side: Side, obstacles: u64, revivals: bool) -> bool {
    let row = pawn_row(side);
    let pawns = game.men(side, Kind::Pawn);
    let files_of = |squares: u64| -> u8 {
        (if side == Side::White { squares >> 8 } else { squares >> 48 }) as u8
    };
    let free = !files_of(pawns & row);
    let mut wanted: SmallVec<[u8; 8]> = SmallVec::new();
    for square in (pawns & !row).squares() {
        let file = B8::file_of(square) as u32;
        let files = match B8::rank_for(side, square) {
            0 => (1u16 << file << 1 | 1 << file >> 1) as u8,
            rank if revivals => {
                let rows = rank as u32 - 1;
                let (low, high) = (file.saturating_sub(rows), (file + rows).min(7));
                ((1u16 << (high + 1)) - (1 << low)) as u8
            }
            _ => 1 << file,
        };
        wanted.push(files & free);
    }
    let hidden = game.side(side) & game.disguised();
    for square in hidden.squares() {
        if let Some(kind) = game.kind_on(square) {
            wanted.push(files_of(Basin::of(kind, square, obstacles).all & row & !obstacles) & free);
        }
    }
    !all_different(&wanted)
}

/// Whether each set can be given one of its members, all different: augmenting paths.
fn all_different(sets: &[u8]) -> bool {
    fn give(sets: &[u8], i: usize, owner: &mut [Option<usize>; 8], tried: &mut u8) -> bool {
        loop {
            let open = sets[i] & !*tried;
            if open == 0 {
                return false;
            }
            let file = open.trailing_zeros() as usize;
            *tried |= 1 << file;
            if owner[file].is_none_or(|other| give(sets, other, owner, tried)) {
                owner[file] = Some(i);
                return true;
            }
        }
    }
    let mut owner = [None; 8];
    (0..sets.len()).all(|i| give(sets, i, &mut owner, &mut 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_given_different_members() {
        assert!(all_different(&[]) && all_different(&[1, 2, 4]));
        assert!(all_different(&[0b11, 0b01]) && all_different(&[0b111, 0b011, 0b001]));
        assert!(!all_different(&[0]) && !all_different(&[0b11, 0b11, 0b11]));
        assert!(!all_different(&[0b100, 0b100]));
    }
}
