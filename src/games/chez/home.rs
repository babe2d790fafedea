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

/// A side's pawn row and last row.
#[inline(always)]
pub(super) const fn base(side: Side) -> u64 {
    pawn_row(side) | last_row(side)
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

/// Who stands where no order of moves of these men could ever let him go: what is left when each of them who
/// has a move, or has one once others have gone, is taken off. Pawns at home stay; others also change files
/// while somebody is left to be revived.
pub(super) fn immobile(game: &Chez, movers: u64) -> u64 {
    let mut stuck = game.occupied();
    loop {
        let before = stuck;
        for side in Side::BOTH {
            for kind in &Kind::ALL[1..] {
                for square in (game.men(side, *kind) & stuck & movers).squares() {
                    if B8::attacks(*kind, side, square, stuck) & !stuck != 0 {
                        stuck &= !u64::of(square);
                    }
                }
            }
            let pawns = game.men(side, Kind::Pawn) & !pawn_row(side);
            for pawn in (pawns & stuck & movers).squares() {
                let square = u64::of(pawn);
                let (mut moves, mut towards) = (B8::forward(!side, square), !side);
                if square & last_row(side) != 0 {
                    (moves, towards) = (0, side);
                }
                if game.can_revive(!side) {
                    moves |= B8::pawn(towards, pawn);
                }
                if moves & !stuck != 0 {
                    stuck &= !square;
                }
            }
        }
        if stuck == before {
            return stuck;
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

/// Whether a man gets beyond these squares past those that are blocked, in any number of moves.
pub(super) fn leads_beyond(kind: Kind, from: Square, blocked: u64, squares: u64) -> bool {
    let (mut seen, mut new) = (u64::of(from), u64::of(from));
    while new != 0 {
        let next = new.squares().fold(0, |all, s| all | B8::attacks(kind, Side::White, s, blocked));
        new = next & !blocked & !seen;
        if new & !squares != 0 {
            return true;
        }
        seen |= new;
    }
    false
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

/// How often a side's pawns still have to change their file, as X of a revival of the other colour, until
/// each can keep to one of its own; nothing if that is hardly ever of avail.
///
/// On the file of a pawn at home another is doubled: the partner has to help it on, so that a shift more is
/// counted, and past two such files side by side it does not get.
pub(super) fn shifts_needed(game: &Chez, side: Side, obstacles: u64) -> Option<u8> {
    const NEVER: u8 = u8::MAX;
    if !pawns_cut_off(game, side, obstacles, false) {
        return Some(0);
    }
    let free = free_files(game, side);
    let now = files_wanted(game, side, obstacles, false);
    let later = files_wanted(game, side, obstacles, true);
    // By the files given so far.
    let mut fewest = [NEVER; 256];
    fewest[0] = 0;
    for (now, later) in now.iter().zip(&later) {
        let mut costs = shifts_to_files(*now, free);
        (0..8).filter(|f| later & free & 1 << f == 0).for_each(|f| costs[f] = NEVER);
        let mut next = [NEVER; 256];
        for (given, shifts) in fewest.iter().enumerate().filter(|(_, shifts)| **shifts < NEVER) {
            for (file, cost) in costs.iter().enumerate() {
                if *cost < NEVER && given >> file & 1 == 0 {
                    let least: &mut u8 = &mut next[given | 1 << file];
                    *least = (*least).min(shifts + cost);
                }
            }
        }
        fewest = next;
    }
    fewest.into_iter().min().filter(|shifts| *shifts < NEVER)
}

/// The shifts from the nearest of these files to each other, `u8::MAX` if there is no way past pawns at home.
fn shifts_to_files(from: u8, free: u8) -> [u8; 8] {
    let mut costs = [u8::MAX; 8];
    for start in (0..8usize).filter(|file| from >> file & 1 != 0) {
        for (towards, last) in [(-1, 0), (1, 7)] {
            let (mut file, mut cost, mut was_free) = (start, 0, true);
            loop {
                costs[file] = costs[file].min(cost);
                let is_free = free >> file & 1 != 0;
                if file == last || !is_free && !was_free {
                    break;
                }
                // The second of two shifts past a pawn at home is the partner's.
                let at_home = file != start && !is_free;
                (file, cost, was_free) = (
                    file.wrapping_add_signed(towards),
                    cost + 1 + at_home as u8,
                    is_free || file == start,
                );
            }
        }
    }
    costs
}

/// Condition b: pawns, those in disguise too, cannot be given different files of the pawn row. Only as X of
/// a revival of the other colour does a pawn change its file.
fn pawns_cut_off(game: &Chez, side: Side, obstacles: u64, revivals: bool) -> bool {
    let free = free_files(game, side);
    let mut wanted = files_wanted(game, side, obstacles, revivals);
    wanted.iter_mut().for_each(|files| *files &= free);
    !all_different(&wanted)
}

/// The squares of a side's pawn row, by file.
fn row_files(side: Side, squares: u64) -> u8 {
    (if side == Side::White { squares >> 8 } else { squares >> 48 }) as u8
}

/// The files without a pawn at home.
fn free_files(game: &Chez, side: Side) -> u8 {
    !row_files(side, game.men(side, Kind::Pawn) & pawn_row(side))
}

/// The files that each pawn outside its row can reach, free or not.
fn files_wanted(game: &Chez, side: Side, obstacles: u64, revivals: bool) -> SmallVec<[u8; 8]> {
    let row = pawn_row(side);
    let mut wanted = SmallVec::new();
    for square in (game.men(side, Kind::Pawn) & !row).squares() {
        let file = B8::file_of(square) as u32;
        wanted.push(match B8::rank_for(side, square) {
            0 => (1u16 << file << 1 | 1 << file >> 1) as u8,
            rank if revivals => {
                let rows = rank as u32 - 1;
                let (low, high) = (file.saturating_sub(rows), (file + rows).min(7));
                ((1u16 << (high + 1)) - (1 << low)) as u8
            }
            _ => 1 << file,
        });
    }
    let hidden = game.side(side) & game.disguised();
    for square in hidden.squares() {
        if let Some(kind) = game.kind_on(square) {
            let reached = Basin::of(kind, square, obstacles & !u64::of(square)).all;
            wanted.push(row_files(side, reached & row & !obstacles));
        }
    }
    wanted
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
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::game::{Game, Node, Notation};

    #[test]
    fn sets_are_given_different_members() {
        assert!(all_different(&[]) && all_different(&[1, 2, 4]));
        assert!(all_different(&[0b11, 0b01]) && all_different(&[0b111, 0b011, 0b001]));
        assert!(!all_different(&[0]) && !all_different(&[0b11, 0b11, 0b11]));
        assert!(!all_different(&[0b100, 0b100]));
    }

    /// The positions of random games.
    fn visit_random_positions(seed: u64, mut visit: impl FnMut(&Chez)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..40 {
            let mut game = Chez::start();
            for _ in 0..100 {
                let legal = game.legal_turns_plainly();
                if legal.is_empty() || matches!(game.node(), Node::Over(_)) {
                    break;
                }
                game.play(legal[rng.random_range(0..legal.len())]);
                visit(&game);
            }
        }
    }

    #[test]
    fn as_few_shifts_as_by_trying_all_files() {
        /// Gives the pawns files in every way.
        fn fewest(pawns: &[Vec<(u8, u8)>], given: u8) -> Option<u8> {
            let Some((pawn, others)) = pawns.split_first() else { return Some(0) };
            let free = pawn.iter().filter(|(file, _)| given >> file & 1 == 0);
            free.filter_map(|(file, cost)| Some(cost + fewest(others, given | 1 << file)?)).min()
        }
        let mut seen = [0; 3];
        visit_random_positions(11, |game| {
            for side in Side::BOTH {
                let (row, fixed) = (pawn_row(side), obstacles(game));
                let taken = game.men(side, Kind::Pawn) & row;
                let given = taken.squares().fold(0, |all, s| all | 1 << B8::file_of(s));
                let mut pawns: Vec<Vec<(u8, u8)>> = Vec::new();
                for square in (game.men(side, Kind::Pawn) & !row).squares() {
                    let (file, rank) = (B8::file_of(square), B8::rank_for(side, square));
                    let near = |other: &u8| match rank {
                        0 => file.abs_diff(*other) == 1,
                        _ => file.abs_diff(*other) < rank,
                    };
                    // Doubled on the files between, and not past two of them side by side.
                    let cost = |other: u8| {
                        let between = file.min(other) + 1..file.max(other);
                        let doubled: Vec<u8> = between.filter(|f| given >> f & 1 != 0).collect();
                        let shut = doubled.windows(2).any(|pair| pair[1] == pair[0] + 1);
                        (!shut).then(|| file.abs_diff(other) + doubled.len() as u8)
                    };
                    let cost = |other| if rank == 0 { Some(0) } else { cost(other) };
                    let ways = (0..8).filter(near).filter_map(|f| Some((f, cost(f)?)));
                    pawns.push(ways.collect());
                }
                for square in (game.side(side) & game.disguised()).squares() {
                    let kind = game.kind_on(square).expect("a man");
                    let reach = Basin::of(kind, square, fixed).all & row & !fixed;
                    pawns.push(reach.squares().map(|s| (B8::file_of(s), 0)).collect());
                }
                let found = shifts_needed(game, side, fixed);
                assert_eq!(found, fewest(&pawns, given), "{}", game.text());
                assert!(found.is_none() || !pawns_cut_off(game, side, fixed, true));
                seen[found.map_or(0, |n| n.min(2)) as usize] += 1;
            }
        });
        assert!(seen.iter().all(|n| *n > 20), "{seen:?}");
    }

    #[test]
    fn pawns_at_home_are_hard_to_pass_and_two_of_them_not_at_all() {
        const NEVER: u8 = u8::MAX;
        let d = 1 << 3;
        assert_eq!(shifts_to_files(d, 0xff), [3, 2, 1, 0, 1, 2, 3, 4]);
        // Past the one on c, and not past those on f and g.
        assert_eq!(shifts_to_files(d, !0b0110_0100), [4, 3, 1, 0, 1, 2, 4, NEVER]);
        // The bishop can reach d2 alone, so that the pawn on d5 would have to pass e2 and f2 to come to g2. From e5
        // it passes f2 with two shifts, which count as three.
        let shifts = |text: &str| {
            let game = Chez::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let obstacles = obstacles(&game);
            assert!(!pawns_cut_off(&game, Side::White, obstacles, true));
            shifts_needed(&game, Side::White, obstacles)
        };
        let two = "8/ppp1pp1p/1n4p1/1nbPq3/k4r2/2B~b3r/PPP1PP1P/RNBQKBNR[p] w - - 0 90";
        assert_eq!(shifts(two), None);
        let one = "8/ppp1pp1p/1n4p1/1nbqP3/k4r2/2B~bP2r/PPP2P1P/RNBQKBNR[p] w - - 0 90";
        assert_eq!(shifts(one), Some(3));
    }

    #[test]
    fn men_that_bar_each_other_are_immobile() {
        let immobile = |text: &str| {
            let game = Chez::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            immobile(&game, game.occupied()) & !obstacles(&game)
        };
        // The bishop cannot move, and the rook and the pawn wait for each other.
        let shut = "r1bq1bnr/pppppRpp/2n2pk1/3Q4/2N5/N5B1/P1PPPPPP/2N~K1BR1[] b - - 0 500";
        assert_eq!(immobile(shut), 1 << 53 | 1 << 45);
        // As long as the pawn beside it is not at home it gets out.
        let open = "r1bq1bnr/pppp1Rpp/2n1ppk1/3Q4/2N5/N5B1/P1PPPPPP/2N~K1BR1[] b - - 0 500";
        assert_eq!(immobile(open), 0);
    }

    #[test]
    fn nobody_who_ever_moves_is_immobile() {
        let mut found = 0;
        visit_random_positions(12, |game| {
            let stuck = immobile(game, game.occupied());
            for m in game.legal_turns_plainly() {
                let from = m.squares().0.map_or(0, u64::of);
                // A pawn at home moves as X of a revival only.
                let at_home = Side::BOTH.map(|side| game.men(side, Kind::Pawn) & pawn_row(side));
                assert_eq!(stuck & from & !at_home[0] & !at_home[1], 0, "{}", game.text());
            }
            found += stuck.any() as u32;
        });
        assert!(found > 20, "{found}");
    }
}
