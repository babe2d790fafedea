//! Evaluation: how many turns each side still needs to bring everyone home.
//!
//! What decides a game of `chez` is a race. A man walks home in so many moves; an inactive man comes home
//! in one turn where a man of the partner stands on its home square and makes way for it (a *door*), and in
//! several where it has to be revived elsewhere. The same door bars the way of a man who is on the board
//! already: only another revival lifts it, for which somebody must still be inactive. With nobody left, the
//! partner alone can open it.

use super::Chez;
use super::home::{Basin, Basins, homes, last_row, obstacles, pawn_row, with_basins};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};
use crate::game::{Game, GameResult, Node};
use crate::search::Evaluator;
use crate::search::value::{Value, equity};

/// Counts the turns that both sides still need.
#[derive(Clone, Default)]
pub struct ChezEvaluator;

/// All counts below are in hundredths of a turn.
const TURN: i32 = 100;
/// An inactive man that the partner's man on its home square can make way for.
const AT_DOOR: i32 = 110;
/// An inactive officer that has to be revived elsewhere first, and then go home.
const OFFICER_APART: i32 = 230;
/// An inactive pawn for which a man of the partner stands two steps at most above the pawn row.
const PAWN_NEAR: i32 = 210;
/// Another inactive pawn.
const PAWN_APART: i32 = 320;
/// A home square held by one's own man of another kind.
const HELD: i32 = 40;
/// A home square held by the partner's man, which somebody else has to be revived on, and then make way.
const LIFTED: i32 = 140;
/// The same with nobody left to be revived: the partner moves its man away in time.
const BARRED: i32 = 60;
/// What comes on top for a side that is far ahead: the partner need not move its man away before it has
/// caught up. It does not matter to a side that is far behind.
const HELD_UP: i32 = 300;
/// Being far ahead.
const FAR_AHEAD: i32 = 8 * TURN;
/// A pawn whose file is taken changes it as X of a revival.
const FILE_TAKEN: i32 = 100;
/// A man stands in the way that can step aside.
const IN_THE_WAY: i32 = 50;
/// Each man between on the last move home.
const BETWEEN: i32 = 25;
/// An officer behind the pawn row to which the partner's pawns come home: they shut it in.
const BEHIND: i32 = 80;
/// An officer that cannot come home before others at home have made way, and come back.
const LOCKED_OUT: i32 = 12 * TURN;
/// A king outside draws hash after hash.
const EXPOSED: i32 = TURN;
/// A man of the partner on a home square has no way out: one's own men have to make way first.
const HEMMED_IN: i32 = 3 * TURN;
/// A pawn in disguise, beyond its way to the pawn row.
const DISGUISED: i32 = 80;
/// A hash for its own sake.
const IDLE_HASH: i32 = 150;
/// Half a turn: being to move.
const TO_MOVE: i32 = TURN / 2;

/// Centipawns of a lead by all the turns there are.
const LEAD: i32 = 2_400;
/// Turns that may still be added to both sides' counts: they keep a lead of few turns from being all.
const UNFORESEEN: i32 = 4 * TURN;

/// What a side still has to do, in hundredths of a turn.
#[derive(Copy, Clone, Default, Debug)]
struct Needs {
    officers: i32,
    pawns: i32,
    inactive: i32,
    barred: i32,
    /// Home squares that the partner alone can clear.
    held_up: i32,
}

impl Needs {
    fn sum(self) -> i32 {
        self.officers + self.pawns + self.inactive + self.barred
    }

    /// With what the partner's blockade costs a side that is this far ahead.
    fn sum_ahead(self, ahead: i32) -> i32 {
        let weight = (ahead + FAR_AHEAD).clamp(0, 2 * FAR_AHEAD);
        self.sum() + self.held_up * HELD_UP * weight / (2 * FAR_AHEAD)
    }
}

fn needs(game: &Chez, side: Side, ways: &Ways) -> Needs {
    let mut needs = Needs::default();
    for kind in &Kind::ALL[1..] {
        needs.officers += ways.all(game, *kind);
    }
    let (ours, theirs, occupied) = (game.side(side), game.side(!side), game.occupied());
    needs.pawns = pawns(game, side);
    let behind = ours & last_row(!side) & !game.men(side, Kind::Pawn);
    needs.officers += behind.count() as i32 * BEHIND;
    let (mut inactive, mut spare_doors) = (0, 0);
    let base = pawn_row(side) | last_row(side);
    for kind in Kind::ALL {
        let count = game.inactive(side, kind) as i32;
        let doors = (homes(side, kind) & theirs).count() as i32;
        let at_doors = count.min(doors);
        needs.inactive += at_doors * AT_DOOR;
        let apart = count - at_doors;
        if kind == Kind::Pawn {
            let row = pawn_row(side);
            let one = B8::forward(side, row);
            let near = (theirs & (one | B8::forward(side, one))).count() as i32;
            let near = near.min(apart);
            needs.inactive += near * PAWN_NEAR + (apart - near) * PAWN_APART;
        } else {
            needs.inactive += apart * OFFICER_APART;
        }
        if kind != Kind::King {
            inactive += apart;
        }
        spare_doors += doors - at_doors;
        for door in (homes(side, kind) & theirs).squares() {
            let man = game.kind_on(door).unwrap_or(Kind::Pawn);
            let way_out = match man {
                Kind::Pawn => B8::forward(!side, u64::of(door)) & occupied == 0,
                _ => Basin::of(man, door, ways.fixed & !u64::of(door)).all & !base != 0,
            };
            needs.barred += !way_out as i32 * HEMMED_IN;
        }
        let held = homes(side, kind) & ours & !game.true_men(side, kind);
        needs.barred += held.count() as i32 * HELD;
    }
    let lifted = spare_doors.min(inactive);
    needs.held_up = spare_doors - lifted;
    needs.barred += lifted * LIFTED + needs.held_up * BARRED;
    needs
}

/// The ways home of a side's officers. Pawns at home do not move, the side's officers at home only for a man
/// that cannot come home otherwise; all others step aside in time.
struct Ways<'a> {
    side: Side,
    occupied: u64,
    /// What is taken not to move: obstacles, and the side's officers at home and pawns.
    fixed: u64,
    basins: &'a Basins,
}

impl Ways<'_> {
    /// The way of an officer to one of its homes, whoever may stand there.
    fn way(&self, kind: Kind, from: Square, home: Square) -> i32 {
        let near = B8::attacks(kind, self.side, home, self.occupied);
        if near.has(from) {
            return TURN;
        }
        let basin = &self.basins[B8::file_of(home) as usize];
        if !basin.all.has(from) {
            return LOCKED_OUT;
        }
        if kind == Kind::King {
            let files = B8::file_of(from).abs_diff(B8::file_of(home));
            let ranks = B8::rank_of(from).abs_diff(B8::rank_of(home));
            return files.max(ranks) as i32 * TURN + EXPOSED;
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
        let shorter = basin.within.iter().take_while(|squares| !squares.has(from)).count();
        (1 + shorter as i32) * TURN + IN_THE_WAY / 2
    }

    /// All officers of one kind.
    fn all(&self, game: &Chez, kind: Kind) -> i32 {
        let (men, mut homes) = (game.true_men(self.side, kind), homes(self.side, kind));
        let outside = men & !homes;
        if outside == 0 {
            return 0;
        }
        if kind == Kind::Bishop {
            // Each has the home of its own square colour.
            const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
            let home = |s| (homes & if LIGHT.has(s) { LIGHT } else { !LIGHT }).first();
            return outside.squares().map(|s| self.way(kind, s, home(s))).sum();
        }
        homes &= !men;
        let (man, home) = (outside.first(), homes.first());
        let (other_man, other_home) = (outside & !u64::of(man), homes & !u64::of(home));
        if other_home == 0 {
            return self.way(kind, man, home);
        }
        let other_home = other_home.first();
        if other_man == 0 {
            return self.way(kind, man, home).min(self.way(kind, man, other_home));
        }
        let other_man = other_man.first();
        let straight = self.way(kind, man, home) + self.way(kind, other_man, other_home);
        let crossed = self.way(kind, man, other_home) + self.way(kind, other_man, home);
        straight.min(crossed)
    }
}

/// The steps of a pawn home from each row, counted from its base.
const STEPS: [i32; 8] = [1, 0, 1, 1, 2, 3, 4, 5];

fn pawns(game: &Chez, side: Side) -> i32 {
    let (men, row) = (game.men(side, Kind::Pawn), pawn_row(side));
    let occupied = game.occupied();
    let mut sum = 0;
    for square in (men & !row).squares() {
        sum += STEPS[B8::rank_for(side, square) as usize] * TURN;
        if men & row & B8::file(B8::file_of(square)) != 0 {
            sum += FILE_TAKEN;
        } else if B8::forward(!side, u64::of(square)) & occupied & !row != 0 {
            sum += IN_THE_WAY;
        }
    }
    let open = row & !men;
    for kind in Kind::PROMOTIONS {
        for square in (game.men(side, kind) & game.disguised()).squares() {
            sum += DISGUISED + way_in_disguise(side, kind, square, open, occupied);
        }
    }
    sum
}

/// The way of a pawn in disguise to one of these squares of its pawn row.
fn way_in_disguise(side: Side, kind: Kind, from: Square, row: u64, occupied: u64) -> i32 {
    let reach = B8::attacks(kind, side, from, occupied);
    if reach & row & !occupied != 0 {
        return TURN;
    }
    let ahead = B8::attacks(kind, side, from, 0) & row;
    let between = |to| (B8::between(from, to) & occupied).count() as i32 * BETWEEN;
    let direct = ahead.squares().map(|to| TURN + IN_THE_WAY + between(to)).min();
    direct.unwrap_or(2 * TURN)
}

/// What these sides still have to do.
fn of_sides<const N: usize>(game: &Chez, sides: [Side; N]) -> [Needs; N] {
    let (occupied, fixed) = (game.occupied(), obstacles(game));
    sides.map(|side| {
        let officers = &Kind::ALL[1..];
        // Pawns only come nearer: whom one bars from a file it goes on to bar.
        let fixed = officers.iter().fold(fixed | game.men(side, Kind::Pawn), |all, kind| {
            all | game.true_men(side, *kind) & homes(side, *kind)
        });
        with_basins(side, fixed, |basins| {
            needs(game, side, &Ways { side, occupied, fixed, basins })
        })
    })
}

/// How many hundredths of a turn less a side needs after a turn of its own, the other side's needs aside.
/// A turn that puts the partner's king in hash takes away from that: the partner, who has to answer it,
/// makes way for nobody meanwhile.
pub(super) fn progress(before: &Chez, after: &Chez, side: Side) -> i32 {
    let [before, needed] = [before, after].map(|game| {
        let [needs] = of_sides(game, [side]);
        needs.sum() + needs.held_up * HELD_UP / 2
    });
    let hash = after.king(!side).is_some_and(|king| after.attackers(king, !side) != 0);
    (before - needed).clamp(-3 * TURN, 3 * TURN) - if hash { IDLE_HASH } else { 0 }
}

impl Evaluator<Chez> for ChezEvaluator {
    const DRAWS: f64 = 0.3;

    fn evaluate(&self, game: &Chez) -> Value {
        if let Node::Over(outcome) = game.node() {
            let won = outcome.result == GameResult::Win(game.turn);
            return equity(if won { i32::MAX } else { -i32::MAX });
        }
        let [ours, theirs] = of_sides(game, [game.turn, !game.turn]);
        let ahead = theirs.sum() - ours.sum();
        let (ours, theirs) = (ours.sum_ahead(ahead), theirs.sum_ahead(-ahead));
        let ahead = theirs - ours + TO_MOVE;
        // The fewer turns are left, the more counts each: who is far ahead gains by going on, too.
        equity(ahead * LEAD / (ours + theirs + UNFORESEEN))
    }

    fn explain(&self, game: &Chez) -> String {
        let mut text = "turns needed      white   black\n".to_string();
        let [white, black] = of_sides(game, Side::BOTH);
        let turns = |n: i32| n as f64 / TURN as f64;
        for (name, w, b) in [
            ("officers", white.officers, black.officers),
            ("pawns", white.pawns, black.pawns),
            ("inactive men", white.inactive, black.inactive),
            ("home squares", white.barred, black.barred),
            ("together", white.sum(), black.sum()),
        ] {
            text += &format!("{name:<16} {:>6.2}  {:>6.2}\n", turns(w), turns(b));
        }
        text
    }
}
