//! The ways home of a side's men.

use super::Chez;
use super::home::{Basin, base, homes, immobile, known_basin, last_row, leads_beyond, pawn_row};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};
use crate::search::solo::TURN;

// All costs are in hundredths of a turn.

/// A man stands in the way that can step aside.
pub(super) const IN_THE_WAY: i32 = 50;
/// Each man between on the last move home.
const BETWEEN: i32 = 25;
/// An officer that cannot come home before others at home have made way, and come back, beyond its moves; and
/// for each of those.
const LOCKED_OUT: i32 = 7 * TURN;
const MAKES_WAY: i32 = 4 * TURN;
/// A man that cannot come home past those that never make way.
const BARRED_FOR_GOOD: i32 = 25 * TURN;
/// An inactive officer whose home can be reached from elsewhere only if men at home make way.
const HOME_CLOSED: i32 = 8 * TURN;
/// A king outside draws hash after hash.
const EXPOSED: i32 = TURN;
/// When so few men are left to be revived, pawns of the other colour are taken not to change files any more.
pub(super) const LAST_REVIVALS: i32 = 2;
/// No way of a pawn in disguise is looked for that takes more moves.
const LONGEST_WAY: i32 = 5;

/// The ways home of a side's men. Pawns at home do not move, the side's officers at home only for a man that
/// cannot come home otherwise; of those who are in its base or near home, and of the others, see [`Ways::way`].
pub(super) struct Ways {
    side: Side,
    pub(super) occupied: u64,
    /// What is taken not to move: obstacles, and the side's officers at home and pawns.
    pub(super) fixed: u64,
    /// What never makes way: obstacles, pawns of either side that keep to their files, and men that no other
    /// can free. (The partner's pawns are not [`fixed`](Self::fixed): they go on their way.)
    pub(super) for_good: u64,
    /// The side's men, and those of the partner whom they leave no move.
    pub(super) held: u64,
    /// The side's officers away from home who come home with one move.
    pub(super) at_once: u64,
    /// The side's officers in its base but not at home.
    astray: u64,
    /// What is fixed once those at once and astray are at home.
    arrived: u64,
}

/// A side's pawns that keep to their files: all of them when hardly anybody is left to be revived, else those
/// in front of their row that find both squares beside their own taken by pawns at home.
fn staying(game: &Chez, side: Side) -> u64 {
    let pawns = game.men(side, Kind::Pawn);
    if game.revivable(!side) <= LAST_REVIVALS {
        return pawns;
    }
    let room = (pawn_row(side) & !pawns).squares();
    let can_shift = room.fold(0, |all, square| all | B8::pawn(side, square));
    pawns & B8::forward(side, pawn_row(side)) & !can_shift
}

/// The squares of the same colour as one.
fn same_colour(square: Square) -> u64 {
    const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
    if LIGHT.has(square) { LIGHT } else { !LIGHT }
}

impl Ways {
    /// The ways of a side. Obstacles: what never moves again.
    pub(super) fn of(game: &Chez, side: Side, obstacles: u64) -> Self {
        let occupied = game.occupied();
        let for_good = obstacles | staying(game, side) | staying(game, !side);
        let mut fixed = obstacles | game.men(side, Kind::Pawn);
        let (mut at_once, mut astray, mut open) = (0, 0, 0);
        for kind in &Kind::ALL[1..] {
            let men = game.true_men(side, *kind);
            let at_home = men & homes(side, *kind);
            fixed |= at_home;
            for man in (men & !at_home).squares() {
                let homes = match kind {
                    Kind::Bishop => homes(side, *kind) & same_colour(man),
                    _ => homes(side, *kind) & !at_home,
                };
                let near = homes & B8::attacks(*kind, side, man, occupied) & !occupied;
                if near.any() {
                    at_once |= u64::of(man);
                    open |= near;
                } else if last_row(side).has(man) {
                    open |= homes;
                }
                astray |= u64::of(man) & base(side);
            }
        }
        let held = immobile(game, game.side(!side));
        Ways { side, occupied, fixed, for_good, held, at_once, astray, arrived: fixed | open }
    }

    /// The way of an officer to one of its homes, whoever may stand there.
    ///
    /// The others astray stay where they are or go home, as suits this one; all the rest step aside in time.
    fn way(&self, kind: Kind, from: Square, home: Square) -> i32 {
        let near = B8::attacks(kind, self.side, home, self.occupied);
        if near.has(from) && !self.astray.has(home) {
            return TURN;
        }
        let before = self.moves_before(kind, from, home, self.fixed | self.astray & !u64::of(from));
        let after = self.moves_before(kind, from, home, self.arrived & !u64::of(home));
        let Some(moves) = before.into_iter().chain(after).min() else {
            let past_others = known_basin(home, self.for_good);
            if !past_others.all.has(from) {
                return BARRED_FOR_GOOD;
            }
            let moves = past_others.within.iter().take_while(|squares| !squares.has(from)).count();
            return LOCKED_OUT
                + (1 + moves as i32) * TURN
                + self.in_the_way(kind, from, home) * MAKES_WAY;
        };
        if kind == Kind::King {
            return (1 + moves) * TURN + EXPOSED;
        }
        let hampered = match moves {
            // The fewer men are between, the sooner the way is open.
            0 => {
                let between = B8::between(from, home) & self.occupied;
                IN_THE_WAY + between.count() as i32 * BETWEEN
            }
            1 => {
                let meet = B8::attacks(kind, self.side, from, self.occupied) & near;
                if meet & !self.occupied == 0 { IN_THE_WAY } else { 0 }
            }
            _ => IN_THE_WAY / 2,
        };
        (1 + moves) * TURN + hampered
    }

    /// The moves of a man up to the last one home past those who are fixed. If the place on which it stands is
    /// to be taken by another it leaves that first.
    fn moves_before(&self, kind: Kind, from: Square, home: Square, fixed: u64) -> Option<i32> {
        let basin = known_basin(home, fixed);
        let mut start = u64::of(from);
        if fixed.has(from) {
            start = B8::attacks(kind, self.side, from, fixed) & basin.all & !u64::of(home);
        }
        let later = |squares: &&u64| **squares & start == 0;
        let moves = basin.within.iter().take_while(later).count() + fixed.has(from) as usize;
        (basin.all & start != 0).then_some(moves as i32)
    }

    /// How many men have to make way one behind the other before a man comes to its home, not counting pawns
    /// that stay.
    fn in_the_way(&self, kind: Kind, from: Square, home: Square) -> i32 {
        let mut fixed = self.arrived & !u64::of(home) & !u64::of(from);
        for men in 0..8 {
            let reach = Basin::of(kind, home, fixed).all;
            if reach.has(from) {
                return men;
            }
            let next =
                reach.squares().fold(0, |all, s| all | B8::attacks(kind, self.side, s, fixed));
            fixed &= !next | self.for_good;
        }
        8
    }

    /// What it costs that one of these homes can be reached from nowhere outside the base.
    pub(super) fn closed(&self, kind: Kind, homes: u64) -> i32 {
        let base = base(self.side);
        let cost = |home| {
            let leads_out = |fixed| known_basin(home, fixed).all & !base != 0;
            match (leads_out(self.fixed), leads_out(self.for_good)) {
                (true, _) => 0,
                (_, true) => HOME_CLOSED,
                _ => BARRED_FOR_GOOD,
            }
        };
        if kind == Kind::Knight { 0 } else { homes.squares().map(cost).max().unwrap_or(0) }
    }

    /// All officers of one kind, and how many of them have a long way.
    pub(super) fn all(&self, game: &Chez, kind: Kind) -> (i32, i32) {
        // A home that another man holds is not at hand, unless he can go home at once.
        let others = self.occupied & !game.true_men(self.side, kind) & !self.at_once;
        let held = (homes(self.side, kind) & others).any();
        let far = |way: i32| (kind != Kind::Knight && way > TURN || held) as i32;
        let (men, mut homes) = (game.true_men(self.side, kind), homes(self.side, kind));
        let outside = men & !homes;
        if outside == 0 {
            return (0, 0);
        }
        if kind == Kind::Bishop {
            // Each has the home of its own square colour.
            let home = |s| (homes & same_colour(s)).first();
            let ways = outside.squares().map(|s| self.way(kind, s, home(s)));
            return ways.fold((0, 0), |(sum, count), way| (sum + way, count + far(way)));
        }
        homes &= !men;
        let (man, home) = (outside.first(), homes.first());
        let (other_man, other_home) = (outside & !u64::of(man), homes & !u64::of(home));
        if other_home == 0 {
            let way = self.way(kind, man, home);
            return (way, far(way));
        }
        let other_home = other_home.first();
        if other_man == 0 {
            let way = self.way(kind, man, home).min(self.way(kind, man, other_home));
            return (way, far(way));
        }
        let other_man = other_man.first();
        let straight = [self.way(kind, man, home), self.way(kind, other_man, other_home)];
        let crossed = [self.way(kind, man, other_home), self.way(kind, other_man, home)];
        let sum = |ways: [i32; 2]| (ways[0] + ways[1], far(ways[0]) + far(ways[1]));
        sum(straight).min(sum(crossed))
    }

    /// Whether an officer outside could come home past those who bar it, or one of the partner's in the base leave
    /// it, and no longer once a pawn of the side has taken its next step. Never if the partner's king cannot compel
    /// that step, as no free square is attacked by the pawn.
    pub(super) fn would_shut(&self, game: &Chez, pawn: Square, barred: u64) -> bool {
        let (side, step) = (self.side, B8::forward(!self.side, u64::of(pawn)));
        let attacked = B8::pawn(!side, pawn);
        if step & self.occupied != 0 || attacked & !self.occupied == 0 {
            return false;
        }
        let later = barred & !u64::of(pawn) | step;
        let near = base(side) | B8::forward(side, pawn_row(side));
        Kind::ALL[1..].iter().any(|kind| {
            let (men, homes) = (game.true_men(side, *kind), homes(side, *kind));
            let comes_home = |man: Square, barred: u64| {
                (homes & !men).squares().any(|home| known_basin(home, barred).all.has(man))
            };
            let gets_out =
                |man: Square, barred: u64| leads_beyond(*kind, man, barred & !u64::of(man), near);
            let (mut outside, mut inside) =
                ((men & !homes).squares(), (game.men(!side, *kind) & base(side)).squares());
            outside.any(|man| comes_home(man, barred) && !comes_home(man, later))
                || inside.any(|man| gets_out(man, barred) && !gets_out(man, later))
        })
    }

    /// The way of a pawn in disguise to one of these squares of its pawn row, on whose other squares it would
    /// become a pawn again.
    pub(super) fn in_disguise(&self, kind: Kind, from: Square, row: u64) -> i32 {
        let flood = |blocked: u64| {
            let (mut seen, mut new) = (u64::of(from), u64::of(from));
            for moves in 1..=LONGEST_WAY {
                let next =
                    new.squares().fold(0, |all, s| all | B8::attacks(kind, self.side, s, blocked));
                if next & row & !blocked != 0 {
                    return Some(moves * TURN);
                }
                new = next & !blocked & !pawn_row(self.side) & !seen;
                seen |= new;
            }
            None
        };
        let around = |blocked: u64| flood(blocked & !u64::of(from)).map(|way| way + IN_THE_WAY);
        let locked_out = || flood(self.for_good & !u64::of(from)).map(|way| way + LOCKED_OUT);
        flood(self.occupied)
            .or_else(|| around(self.fixed | self.for_good))
            .or_else(locked_out)
            .unwrap_or(BARRED_FOR_GOOD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    /// The squares of a side's pawns whose next step would shut somebody in or out.
    fn shutting(side: Side, text: &str) -> Vec<Square> {
        let game = Chez::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let obstacles = super::super::home::obstacles(&game);
        let ways = Ways::of(&game, side, obstacles | immobile(&game, game.occupied()));
        let pawns = game.men(side, Kind::Pawn) & !pawn_row(side);
        pawns.squares().filter(|pawn| ways.would_shut(&game, *pawn, ways.for_good)).collect()
    }

    #[test]
    fn a_pawn_on_its_file_shuts_a_rook_out() {
        // The bishop between the pawns on e2 and g2 bars the way along the last row.
        let out = "3r1b1r/2pp3p/p1q4B/8/1P1PppkP/1bRq~1N2/P1P1PPP1/RNb~QKBnn[] w - - 0 102";
        assert_eq!(shutting(Side::White, out), [31]);
        let home = "3r1b1r/2pp3p/p1q4B/8/1P1PppkP/1b1q~1N2/P1P1PPP1/RNb~QKBnR[n] w - - 0 102";
        assert!(shutting(Side::White, home).is_empty());
    }

    #[test]
    fn a_pawn_on_its_file_shuts_a_man_of_the_partner_in() {
        let inside = "8/pnpp1pp1/qp2bb1r/5r2/6kP/3q~1n2/PPPPPPPr~/RNBQKBNR[] b - - 0 264";
        assert_eq!(shutting(Side::White, inside), [31]);
        let outside = "8/pnpp1pp1/qp2bb1r/5r2/6kP/3q~1n1r~/PPPPPPP1/RNBQKBNR[] b - - 0 264";
        assert!(shutting(Side::White, outside).is_empty());
    }
}
