//! How a man of the partner leaves the home square of another that it stands on.

use super::Chez;
use super::home::{Basin, last_row, pawn_row};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};
use crate::search::solo::TURN;

/// It can leave one's base with its next move; by one way only, it does so less soon.
const EXIT: i32 = 40;
const ONE_EXIT: i32 = 120;
/// It needs more moves: for each of them.
const EXIT_MOVE: i32 = TURN;
/// It cannot leave until men that are not at home make way.
const HEMMED_IN: i32 = 5 * TURN;
/// It cannot leave until men at home make way and come back, and for each that stands behind another.
const SHUT_IN: i32 = 5 * TURN;
const MAKES_WAY: i32 = 5 * TURN / 2;
/// It can never leave, as pawns stand in its way that step aside for nobody.
const SHUT_IN_BY_PAWNS: i32 = 25 * TURN;
/// More than so many men one behind the other are not looked for.
const MOST_IN_THE_WAY: i32 = 6;

/// An exit that asks something of the side whose home it is.
pub(super) const fn is_barred(exit: i32) -> bool {
    exit >= HEMMED_IN
}

/// What it costs a side that the partner's man on one of its home squares has to leave first, in hundredths of
/// a turn. `fixed` is taken not to move, as in the ways home: obstacles, and the side's pawns and officers at
/// home; `pawns` are those of them that cannot step aside.
pub(super) fn exit(game: &Chez, side: Side, door: Square, fixed: u64, pawns: u64) -> i32 {
    let base = pawn_row(side) | last_row(side);
    let (occupied, ours) = (game.occupied(), game.side(side));
    let man = game.kind_on(door).unwrap_or(Kind::Pawn);
    if man == Kind::Pawn {
        return pawn_exit(game, side, door);
    }
    // It does not go where it would put the king of this side in hash, who may not be able to step aside.
    let hashes = game.king(side).map_or(0, |king| B8::attacks(man, !side, king, occupied));
    let way = Way { game, side, door, man };
    let barred = way.barred(ours) | hashes & !u64::of(door);
    let out = B8::attacks(man, !side, door, occupied) & !occupied & !base & !barred;
    if out != 0 {
        return EXIT + ONE_EXIT / out.count() as i32;
    }
    // Its own side's men step aside.
    let within = Basin::of(man, door, barred).within;
    if let Some(moves) = within.iter().position(|squares| squares & !base != 0) {
        return (moves as i32 + 2) * EXIT_MOVE;
    }
    if Basin::of(man, door, pawns & !u64::of(door)).all & !base == 0 {
        return SHUT_IN_BY_PAWNS;
    }
    let mut stay = fixed & !u64::of(door);
    for men in 0..MOST_IN_THE_WAY {
        let reach = Basin::of(man, door, way.barred(stay)).all;
        if reach & !base != 0 {
            return if men == 0 { HEMMED_IN } else { SHUT_IN + men * MAKES_WAY };
        }
        let in_the_way = way.in_the_way(reach, stay) & stay & !pawns;
        stay &= !in_the_way;
    }
    SHUT_IN + MOST_IN_THE_WAY * MAKES_WAY
}

/// The same for a pawn, which has one way, and no pawn in it: those two would be doubled.
fn pawn_exit(game: &Chez, side: Side, door: Square) -> i32 {
    let next = B8::forward(side, u64::of(door));
    if next & game.side(side) != 0 {
        HEMMED_IN
    } else if next & (game.occupied() | pawn_row(side)) != 0 {
        2 * EXIT_MOVE
    } else {
        EXIT + ONE_EXIT
    }
}

/// An officer of the partner on its way out.
struct Way<'a> {
    game: &'a Chez,
    /// Whose home it leaves.
    side: Side,
    door: Square,
    man: Kind,
}

impl Way<'_> {
    /// Where it cannot go as long as these men stay: a king not where they attack either.
    fn barred(&self, stay: u64) -> u64 {
        if self.man != Kind::King {
            return stay;
        }
        let near = self.game.king(self.side).map_or(0, B8::king);
        (!stay)
            .squares()
            .filter(|s| self.attackers(*s) & stay != 0)
            .fold(stay | near, |all, s| all | u64::of(s))
            & !u64::of(self.door)
    }

    /// The men of the side that attack a square.
    fn attackers(&self, square: Square) -> u64 {
        self.game.attackers(square, !self.side)
    }

    /// The men that bar the squares next to those reached.
    fn in_the_way(&self, reach: u64, stay: u64) -> u64 {
        let next =
            reach.squares().fold(0, |all, s| all | B8::attacks(self.man, !self.side, s, stay));
        if self.man != Kind::King {
            return next;
        }
        next.squares().fold(next, |all, s| all | self.attackers(s))
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::fixed;
    use super::super::home::obstacles;
    use super::*;
    use crate::game::Notation;

    /// What it costs White that a man of Black stands on h1; the same with colours exchanged.
    fn exit_from_h1(text: &str) -> i32 {
        let game = Chez::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let cost = |game: &Chez, side: Side, door: Square| {
            let (fixed, pawns) = fixed(game, side, obstacles(game));
            exit(game, side, door, fixed, pawns)
        };
        let white = cost(&game, Side::White, 7);
        assert_eq!(white, cost(&game.mirrored(), Side::Black, 63), "{text}");
        white
    }

    #[test]
    fn an_exit_costs_more_the_more_men_are_in_the_way() {
        let cases = [
            ("4k3/8/8/8/7P/8/PPPPPPP1/RNBQKBNq[Rrrbbnnpppppppp] w - - 0 9", EXIT + ONE_EXIT),
            ("4k3/8/8/8/8/7P/PPPPPPP1/RNBQKBNq[Rrrbbnnpppppppp] w - - 0 9", 3 * EXIT_MOVE),
            // A rook that is not at home, the knight at home, the knight, the king and the queen.
            ("4k3/8/8/8/8/6P1/PPPPPPRP/RNBQKBNq[rrbbnnpppppppp] w - - 0 9", HEMMED_IN),
            ("4k3/8/8/8/8/5P2/PPPPP1PP/RNBQKBNq[Rrrbbnnpppppppp] w - - 0 9", SHUT_IN + MAKES_WAY),
            (
                "4k3/8/8/8/8/2P5/PP1PPPPP/RN1QK1Nq[RBBrrbbnnpppppppp] w - - 0 9",
                SHUT_IN + 3 * MAKES_WAY,
            ),
            // Nobody is left to be revived so that the pawn on h3 could step aside.
            ("rnbqkbn1/ppppppp1/7p/8/8/7P/PPPPPPP1/RNBQKBNr[R] w - - 0 90", SHUT_IN_BY_PAWNS),
        ];
        for (text, cost) in cases {
            assert_eq!(exit_from_h1(text), cost, "{text}");
        }
    }

    #[test]
    fn a_king_does_not_leave_over_attacked_squares() {
        // Pawns attack towards their own base: g1 is never free. The bishop on f1 attacks g2.
        let free = "8/8/8/4p3/6P1/7B/PPPPPP1P/RNBQK2k[RNqrrbbnnppppppp] w - - 0 90";
        let barred = "8/8/8/4p3/6P1/8/PPPPPP1P/RNBQKB1k[RNqrrbbnnppppppp] w - - 0 90";
        assert_eq!(exit_from_h1(free), HEMMED_IN);
        assert_eq!(exit_from_h1(barred), SHUT_IN + MAKES_WAY);
    }

    #[test]
    fn a_pawn_leaves_straight_ahead() {
        let cases = [
            ("8/8/8/PPPPPPP1/RNBQKBNp[RPrrbbnnppppppp]", 2 * EXIT_MOVE),
            ("8/8/8/PPPPPPPR/RNBQKBNp[Prrbbnnppppppp]", HEMMED_IN),
            ("8/8/8/PPPPPPPn/RNBQKBNp[RPrrbbnppppppp]", 2 * EXIT_MOVE),
        ];
        for (rows, cost) in cases {
            assert_eq!(exit_from_h1(&format!("3qk3/8/8/{rows} w - - 0 90")), cost, "{rows}");
        }
    }
}
