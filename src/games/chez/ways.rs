//! The ways home of a side's men.

use super::Chez;
use super::home::{Basin, homes, immobile, known_basin, last_row, pawn_row};
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
/// A man that cannot come home as long as pawns stand where they do, which step aside for nobody.
const BARRED_BY_PAWNS: i32 = 25 * TURN;
/// An inactive officer whose home can be reached from elsewhere only if men at home make way.
const HOME_CLOSED: i32 = 8 * TURN;
/// A king outside draws hash after hash.
const EXPOSED: i32 = TURN;
/// When so few men are left to be revived, pawns of the other colour are taken not to change files any more.
const LAST: i32 = 2;
/// No way of a pawn in disguise is looked for that takes more moves.
const LONGEST_WAY: i32 = 5;

/// The ways home of a side's officers. Pawns at home do not move, the side's officers at home only for a man
/// that cannot come home otherwise; all others step aside in time.
pub(super) struct Ways {
    side: Side,
    pub(super) occupied: u64,
    /// What is taken not to move: obstacles, and the side's officers at home and pawns.
    pub(super) fixed: u64,
    /// Obstacles, pawns that cannot step aside, and men that no other can free.
    pub(super) pawns: u64,
    /// The side's men, and those of the partner whom they leave no move.
    pub(super) held: u64,
    /// The side's officers outside who come home with one move.
    pub(super) at_once: u64,
    /// These, and those on the last row who do not: in the way of others where they are, or once at home.
    astray: u64,
    /// What is fixed once all of them are at home.
    arrived: u64,
}

impl Ways {
    /// Those of a side, whose obstacles these are: what never moves again.
    pub(super) fn of(game: &Chez, side: Side, obstacles: u64) -> Self {
        let occupied = game.occupied();
        let officers = &Kind::ALL[1..];
        // Pawns only come nearer: whom one bars from a file it goes on to bar. They step aside only while
        // somebody is left to be revived.
        let stay = |side: Side| {
            if game.revivable(!side) > LAST { 0 } else { game.men(side, Kind::Pawn) }
        };
        let pawns = obstacles | stay(side) | stay(!side);
        let fixed = officers.iter().fold(obstacles | game.men(side, Kind::Pawn), |all, kind| {
            all | game.true_men(side, *kind) & homes(side, *kind)
        });
        let held = immobile(game, game.side(!side));
        let (mut at_once, mut astray, mut arrived) = (0, 0, fixed);
        for kind in officers {
            let at_home = game.true_men(side, *kind) & homes(side, *kind);
            let outside = game.true_men(side, *kind) & !at_home;
            let open = homes(side, *kind) & !at_home;
            let near = |home| B8::attacks(*kind, side, home, occupied);
            let nearby = (open & !occupied).squares().fold(0, |all, home| all | near(home));
            let inside = outside & (nearby | last_row(side));
            at_once |= outside & nearby;
            astray |= inside;
            arrived |= if inside.any() { open } else { 0 };
        }
        Ways { side, occupied, fixed, pawns, held, at_once, astray, arrived }
    }

    /// The way of an officer to one of its homes, whoever may stand there.
    fn way(&self, kind: Kind, from: Square, home: Square) -> i32 {
        let near = B8::attacks(kind, self.side, home, self.occupied);
        if near.has(from) && !self.astray.has(home) {
            return TURN;
        }
        // The others on the last row or near home stay there or go home, as suits this one.
        let mut basin = known_basin(home, self.fixed | self.astray & !u64::of(from));
        if !basin.all.has(from) && self.astray.any() {
            basin = known_basin(home, self.arrived & !u64::of(home));
        }
        if !basin.all.has(from) {
            let past_pawns = known_basin(home, self.pawns);
            if !past_pawns.all.has(from) {
                return BARRED_BY_PAWNS;
            }
            let moves = past_pawns.within.iter().take_while(|squares| !squares.has(from)).count();
            return LOCKED_OUT
                + (1 + moves as i32) * TURN
                + self.in_the_way(kind, from, home) * MAKES_WAY;
        }
        let shorter = basin.within.iter().take_while(|squares| !squares.has(from)).count();
        if kind == Kind::King {
            return (1 + shorter as i32) * TURN + EXPOSED;
        }
        if basin.within[0].has(from) {
            // The fewer men are between, the sooner the way is open.
            let between = B8::between(from, home) & self.occupied;
            return TURN + IN_THE_WAY + between.count() as i32 * BETWEEN;
        }
        if basin.within[1].has(from) {
            let open = B8::attacks(kind, self.side, from, self.occupied) & near & !self.occupied;
            return 2 * TURN + if open == 0 { IN_THE_WAY } else { 0 };
        }
        (1 + shorter as i32) * TURN + IN_THE_WAY / 2
    }

    /// How many men have to make way one behind the other before a man comes to its home, pawns that stay
    /// aside.
    fn in_the_way(&self, kind: Kind, from: Square, home: Square) -> i32 {
        let mut fixed = self.arrived & !u64::of(home);
        for men in 0..8 {
            let reach = Basin::of(kind, home, fixed).all;
            if reach.has(from) {
                return men;
            }
            let next =
                reach.squares().fold(0, |all, s| all | B8::attacks(kind, self.side, s, fixed));
            fixed &= !next | self.pawns;
        }
        8
    }

    /// What it costs that one of these homes can be reached from nowhere outside the base.
    pub(super) fn closed(&self, kind: Kind, homes: u64) -> i32 {
        let base = pawn_row(self.side) | last_row(self.side);
        let cost = |home| {
            let leads_out = |fixed| known_basin(home, fixed).all & !base != 0;
            match (leads_out(self.fixed), leads_out(self.pawns)) {
                (true, _) => 0,
                (_, true) => HOME_CLOSED,
                _ => BARRED_BY_PAWNS,
            }
        };
        if kind == Kind::Knight { 0 } else { homes.squares().map(cost).max().unwrap_or(0) }
    }

    /// All officers of one kind, and how many of them have a long way.
    pub(super) fn all(&self, game: &Chez, kind: Kind) -> (i32, i32) {
        // A home that another man holds is not at hand.
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
            const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
            let home = |s| (homes & if LIGHT.has(s) { LIGHT } else { !LIGHT }).first();
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
        let locked_out = || flood(self.pawns & !u64::of(from)).map(|way| way + LOCKED_OUT);
        flood(self.occupied)
            .or_else(|| around(self.fixed | self.pawns))
            .or_else(locked_out)
            .unwrap_or(BARRED_BY_PAWNS)
    }
}
