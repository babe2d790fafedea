//! How the partner's men get away from a side's home squares, and which of the side's own men might come to
//! keep them there.

use super::Chez;
use super::home::{Basin, base, homes, last_row, leads_beyond, pawn_row};
use super::ways::Ways;
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};
use crate::search::solo::TURN;

// All costs are in hundredths of a turn.

/// A man of the partner on a home square can leave one's base with its next move; by one way only, it does so
/// less soon.
const EXIT: i32 = 40;
const ONE_EXIT: i32 = 120;
/// With so many ways out it is taken to be free.
const FREE: i32 = 3;
/// It needs more moves: for each of them.
const EXIT_MOVE: i32 = TURN;
/// It cannot leave until men of the side whose home it is make way, or no longer would be put in hash by it.
const HEMMED_IN: i32 = 15 * TURN;
/// A king that cannot leave because squares on its way are attacked, and for each such attack.
const GUARDED_IN: i32 = 6 * TURN;
const GUARD: i32 = 7 * TURN / 2;
/// It cannot leave even if all of those make way but those at home and the pawns; not even if these at home do.
const SHUT_IN: i32 = 20 * TURN;
const SHUT_IN_FOR_GOOD: i32 = 30 * TURN;
/// More attacks are not counted.
const MOST_GUARDS: usize = 4;

/// What it costs a side that the partner's man on one of its home squares has to leave first, and whether that
/// man can leave by itself.
pub(super) fn exit(game: &Chez, side: Side, door: Square, ways: &Ways) -> (i32, bool) {
    let base = base(side);
    let man = game.kind_on(door).unwrap_or(Kind::Pawn);
    let moves = match man {
        Kind::Pawn => B8::forward(side, u64::of(door)),
        _ => B8::attacks(man, !side, door, ways.occupied),
    } & !ways.occupied;
    // It does not go where it would put the king of this side in hash, who may not be able to step aside,
    // nor into hash itself.
    let hashes = match man {
        Kind::Pawn => 0,
        Kind::King => attacked(game, side)[0],
        _ => game.king(side).map_or(0, |king| B8::attacks(man, !side, king, ways.occupied)),
    };
    let out = (moves & !base & !hashes).count() as i32;
    if out > 0 && (out >= FREE || man == Kind::Pawn) {
        return (EXIT + ONE_EXIT / out, true);
    }
    if man == Kind::Pawn {
        let next = B8::forward(side, u64::of(door));
        return match (next & ways.fixed, next & ways.held) {
            (0, 0) => (2 * EXIT_MOVE, true),
            (0, _) => (HEMMED_IN, false),
            _ if next & ways.for_good == 0 => (SHUT_IN, false),
            _ => (SHUT_IN_FOR_GOOD, false),
        };
    }
    // Pawns at home attack what they do for good.
    let guarded_for_good = match man {
        Kind::King => {
            let pawns = game.men(side, Kind::Pawn) & pawn_row(side);
            pawns.squares().fold(0, |all, pawn| all | B8::pawn(!side, pawn))
        }
        _ => 0,
    };
    // Its own side's men step aside. In front of the base it may still be shut in with it.
    let near = base | B8::forward(side, pawn_row(side));
    let leads_out =
        |barred: u64| leads_beyond(man, door, (barred | guarded_for_good) & !u64::of(door), near);
    let attacked = if man == Kind::King { hashes } else { 0 };
    if leads_out(ways.held | attacked) {
        if out > 0 {
            return (EXIT + ONE_EXIT / out, true);
        }
        let way = Basin::of(man, door, (ways.held | hashes) & !u64::of(door));
        if let Some(moves) = way.within.iter().position(|squares| squares & !base != 0) {
            return ((moves as i32 + 2) * EXIT_MOVE, true);
        }
    }
    let cost = if leads_out(ways.fixed) {
        let barred = ways.held | guarded_for_good;
        let guards = if man == Kind::King { guards(game, side, door, barred, near) } else { None };
        guards.map_or(HEMMED_IN, |n| GUARDED_IN + n * GUARD)
    } else if leads_out(ways.for_good) {
        SHUT_IN
    } else {
        SHUT_IN_FOR_GOOD
    };
    (cost, false)
}

/// The squares that at least one and that at least two of a side's men attack.
fn attacked(game: &Chez, side: Side) -> [u64; 2] {
    let mut at_least = [0; 2];
    for square in game.side(side).squares() {
        let attacks = match game.kind_on(square) {
            // Pawns attack towards their own base.
            Some(Kind::Pawn) | None => B8::pawn(!side, square),
            Some(kind) => B8::attacks(kind, side, square, game.occupied()),
        };
        at_least[1] |= at_least[0] & attacks;
        at_least[0] |= attacks;
    }
    at_least
}

/// How many attacks of a side's men the partner's king has to be spared on its way from a square to beyond
/// those nearby, past what bars it, if that is all that keeps it. (A third attack on the same square is not
/// counted.)
fn guards(game: &Chez, side: Side, from: Square, barred: u64, nearby: u64) -> Option<i32> {
    let [once, twice] = attacked(game, side);
    // By the attacks so far.
    let mut reached = [0; MOST_GUARDS + 3];
    reached[0] = u64::of(from);
    let mut seen = 0;
    for guards in 0..=MOST_GUARDS {
        let mut new = reached[guards] & !seen;
        while new != 0 {
            seen |= new;
            let next = new.squares().fold(0, |all, s| all | B8::king(s)) & !barred & !seen;
            reached[guards + 1] |= next & once & !twice;
            reached[guards + 2] |= next & twice;
            new = next & !once;
        }
        if seen & !nearby != 0 {
            return Some(guards as i32);
        }
    }
    None
}

/// How many of a side's men at home have a move along the last row that would shut them in, together with
/// whoever is put where they stood. (L6 does not forbid it, as either could leave if the other made way.)
pub(super) fn traps(game: &Chez, side: Side, ways: &Ways) -> i32 {
    let row = last_row(side);
    let mut traps = 0;
    for kind in [Kind::King, Kind::Queen, Kind::Rook] {
        for from in (game.true_men(side, kind) & homes(side, kind)).squares() {
            let moves = B8::attacks(kind, side, from, ways.occupied) & !ways.occupied;
            if moves & !row == 0 {
                let shut_in = |to: Square| {
                    let [left, reached] = [from, to].map(u64::of);
                    !leads_beyond(Kind::Queen, from, ways.for_good & !left | reached, row)
                        && !leads_beyond(kind, to, ways.for_good | left, row)
                };
                traps += moves.squares().any(shut_in) as i32;
            }
        }
    }
    traps
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::game::{Game, Node, Notation};

    /// The same as [`guards`], square by square.
    fn guards_plainly(
        game: &Chez,
        side: Side,
        from: Square,
        barred: u64,
        near: u64,
    ) -> Option<i32> {
        let mut least = [i32::MAX; 64];
        least[from as usize] = 0;
        for _ in 0..64 {
            for square in (0..64u8).filter(|s| !barred.has(*s)) {
                let attackers = game.attackers(square, !side).count().min(2) as i32
                    + game.king(side).is_some_and(|king| B8::king(king).has(square)) as i32;
                let steps = B8::king(square).squares().map(|s| least[s as usize]).min();
                if let Some(steps) = steps.filter(|steps| *steps < i32::MAX) {
                    let all = steps + attackers.min(2);
                    least[square as usize] = least[square as usize].min(all);
                }
            }
        }
        let beyond = (!near).squares().filter_map(|s| Some(least[s as usize]).filter(|n| *n < 99));
        beyond.min().filter(|guards| *guards as usize <= MOST_GUARDS)
    }

    #[test]
    fn guards_are_the_fewest_by_any_way() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
        let mut seen = [0; MOST_GUARDS + 2];
        for _ in 0..60 {
            let mut game = Chez::start();
            for _ in 0..120 {
                let legal = game.legal_turns_plainly();
                if legal.is_empty() || matches!(game.node(), Node::Over(_)) {
                    break;
                }
                game.play(legal[rng.random_range(0..legal.len())]);
                for side in Side::BOTH {
                    let Some(king) = game.king(!side) else { continue };
                    let held = Ways::of(&game, side, 0).held;
                    let near = base(side) | B8::forward(side, pawn_row(side));
                    if !near.has(king) {
                        continue;
                    }
                    let found = guards(&game, side, king, held, near);
                    let plainly = guards_plainly(&game, side, king, held, near);
                    assert_eq!(found, plainly, "{side:?} {}", game.text());
                    seen[found.map_or(MOST_GUARDS + 1, |n| n as usize)] += 1;
                }
            }
        }
        assert!(seen.iter().filter(|n| **n > 20).count() > 3, "{seen:?}");
    }
}
