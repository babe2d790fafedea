//! Evaluation: how many turns each side still needs to bring everyone home.
//!
//! What decides a game of `chez` is a race. A man walks home in so many moves; an inactive man comes home
//! in one turn where a man of the partner stands on its home square and makes way for it (a *door*), and in
//! several where it has to be revived elsewhere. The same door bars the way of a man who is on the board
//! already: only another revival lifts it, for which somebody must still be inactive. With nobody left, the
//! partner alone can open it.

use super::Chez;
use super::home::{
    Basin, homes, immobile, known_basin, last_row, leads_beyond, obstacles, pawn_row, shifts_needed,
};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};
use crate::game::{Game, GameResult, Node};
use crate::search::Evaluator;
use crate::search::solo::TURN;
use crate::search::value::{Value, equity};

/// Counts the turns that both sides still need.
#[derive(Clone, Default)]
pub struct ChezEvaluator;

// All counts below are in hundredths of a turn.

/// An inactive man that the partner's man on its home square can make way for.
const AT_DOOR: i32 = 110;
/// An inactive officer that has to be revived elsewhere first, and then go home.
const OFFICER_APART: i32 = 230;
/// An inactive pawn for which no man of the partner stands on a file without a pawn.
const PAWN_APART: i32 = 13 * TURN / 2;
/// Any inactive pawn, beyond that: the partner may put it where it is hard to bring home, in disguise or on a
/// file that is taken, and the last to be revived can be barred by where the partner's own pawns stand.
const INACTIVE_PAWN: i32 = 7 * TURN / 2;
/// An inactive man of the partner: as long as one is left, either player may still put it where it does harm.
const STRANGER: i32 = 60;
/// So few turns are counted as they are: no harm that may still be done is added.
const COUNTED: i32 = 4 * TURN;
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
/// An officer behind the pawn row to which the partner's pawns come home, or on it, by the [`gaps`] that they
/// still leave: they shut it in.
const BEHIND: [i32; 9] = [500, 400, 300, 240, 190, 150, 120, 100, 80];
/// An officer that cannot come home before others at home have made way, and come back, beyond its moves; and
/// for each of those.
const LOCKED_OUT: i32 = 2 * TURN;
const MAKES_WAY: i32 = 5 * TURN / 2;
/// A man that cannot come home as long as pawns stand where they do, which step aside for nobody.
const BARRED_BY_PAWNS: i32 = 25 * TURN;
/// An inactive officer whose home can be reached from elsewhere only if men at home make way.
const HOME_CLOSED: i32 = 8 * TURN;
/// An officer outside, beyond its way, by kind: the harder it is to let in later, the more.
const OUTSIDE: [i32; 6] = [0, 0, 30, 60, 30, 0];
/// The more pawns are at home, the harder is it to put the last row in order: what each home on it that is
/// not settled costs, by the [`gaps`] left.
const CLOSING: [i32; 9] = [700, 400, 220, 120, 60, 25, 10, 4, 0];
/// A home that a man of the same side but another kind holds counts so many times more there.
const DISORDER: i32 = 2;
/// A king outside draws hash after hash.
const EXPOSED: i32 = TURN;
/// A man of the partner on a home square can leave one's base with its next move; by one way only, it does so
/// less soon.
const EXIT: i32 = 40;
const ONE_EXIT: i32 = 120;
/// With so many ways out it is taken to be free.
const FREE: i32 = 3;
/// It needs more moves: for each of them.
const EXIT_MOVE: i32 = TURN;
/// It cannot leave until men of the side whose home it is make way.
const HEMMED_IN: i32 = 15 * TURN;
/// It cannot leave even if all of those make way but those at home and the pawns; not even if these at home do.
const SHUT_IN: i32 = 20 * TURN;
const SHUT_IN_BY_PAWNS: i32 = 30 * TURN;
/// A man at home may be moved aside and one of the partner's put in its place so that neither ever comes out.
const TRAP: i32 = 3 * TURN;
/// A pawn in disguise, beyond its way to the pawn row.
const DISGUISED: i32 = 150;
/// For each time that pawns have to change their file as X of a revival before all can come home. It comes
/// first: the partner may spend the revivals on something else.
const AT_ODDS: i32 = 8 * TURN;
/// Beyond that, divided by how many men of the other side are left to be revived for it.
const FEW_LEFT: i32 = 8 * TURN;
/// Too few are left.
const NONE_LEFT: i32 = 40 * TURN;
/// No way of a pawn in disguise is looked for that takes more moves.
const LONGEST_WAY: i32 = 5;
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
    /// Homes on the last row that may yet have to be reached through the pawn row.
    unsettled: i32,
    /// What that costs.
    closing: i32,
    /// Home squares that the partner alone can clear.
    held_up: i32,
}

impl Needs {
    fn sum(self) -> i32 {
        self.officers + self.pawns + self.inactive + self.barred + self.closing
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
        let (turns, far) = ways.all(game, *kind);
        let outside = game.true_men(side, *kind) & !(homes(side, *kind) | last_row(side));
        needs.officers += turns + outside.count() as i32 * OUTSIDE[kind.index()];
        needs.unsettled += far;
    }
    let (ours, theirs) = (game.side(side), game.side(!side));
    needs.pawns = pawns(game, side, ways);
    let behind = ours & (last_row(!side) | pawn_row(!side)) & !game.men(side, Kind::Pawn);
    needs.officers += behind.count() as i32 * BEHIND[gaps(game, !side)];
    let (mut inactive, mut spare_doors) = (0, 0);
    for kind in Kind::ALL {
        let count = game.inactive(side, kind) as i32;
        let doors = (homes(side, kind) & theirs).count() as i32;
        let at_doors = count.min(doors);
        needs.inactive += at_doors * AT_DOOR;
        let apart = count - at_doors;
        if kind == Kind::Pawn {
            needs.inactive += count * INACTIVE_PAWN + inactive_pawns(game, side, apart as usize);
        } else {
            needs.inactive += apart * OFFICER_APART;
            needs.unsettled += apart;
            if apart > 0 {
                needs.inactive += ways.closed(kind, homes(side, kind) & !theirs);
            }
        }
        if kind != Kind::King {
            inactive += apart;
        }
        spare_doors += doors - at_doors;
        // A man that makes way for an inactive one needs no more than one move.
        let doors = homes(side, kind) & theirs;
        for (i, door) in doors.squares().enumerate() {
            let exit = exit(game, side, door, ways);
            if i as i32 >= at_doors || exit >= HEMMED_IN {
                needs.barred += exit;
                needs.unsettled += (kind != Kind::Pawn) as i32;
            }
        }
        let held = homes(side, kind) & ours & !game.true_men(side, kind);
        needs.barred += held.count() as i32 * HELD;
        if kind != Kind::Pawn {
            needs.unsettled += held.count() as i32 * DISORDER;
        }
    }
    // The last men to be revived have to put the pawns on the right files, of either side.
    for owner in Side::BOTH {
        needs.pawns += at_odds(game, owner, ways);
    }
    let lifted = spare_doors.min(inactive);
    needs.held_up = spare_doors - lifted;
    needs.barred += lifted * LIFTED + needs.held_up * BARRED;
    needs.closing = needs.unsettled * CLOSING[gaps(game, side)];
    // What may still go wrong, the less the nearer the end.
    let open_end = (needs.sum() - COUNTED).max(0) / 4;
    let strangers = game.revivable(!side);
    if strangers > 0 {
        needs.inactive += (strangers * STRANGER).min(open_end);
        needs.barred += (traps(game, side, ways) * TRAP).min(open_end);
    }
    needs
}

/// What it costs that a side's pawns cannot all come home on the files on which they stand.
fn at_odds(game: &Chez, owner: Side, ways: &Ways) -> i32 {
    let left = game.revivable(!owner);
    if left == 0 {
        return 0;
    }
    match shifts_needed(game, owner, ways.pawns).map(|shifts| shifts as i32) {
        Some(0) => 0,
        Some(shifts) if shifts <= left => shifts * (AT_ODDS + FEW_LEFT / (left + 1 - shifts)),
        _ => NONE_LEFT,
    }
}

/// On how many files a side's pawn is neither at home nor just in front of it, where it lets no rook pass.
fn gaps(game: &Chez, side: Side) -> usize {
    let pawns = game.men(side, Kind::Pawn);
    (pawn_row(side) & !pawns & !B8::forward(!side, pawns)).count() as usize
}

/// The turns for so many inactive pawns that are to be revived outside their row, each where a man of the
/// partner makes way for it on a file of its own.
fn inactive_pawns(game: &Chez, side: Side, count: usize) -> i32 {
    if count == 0 {
        return 0;
    }
    let taken = files(game.men(side, Kind::Pawn)) | pawn_row(side) | last_row(side);
    let (mut places, mut used) = (game.side(!side) & !taken, 0);
    let mut sum = 0;
    for rank in 2..8 {
        let row = places & B8::rank(if side == Side::White { rank } else { 7 - rank });
        for square in row.squares().take(count - used) {
            sum += AT_DOOR + STEPS[rank as usize] * TURN;
            places &= !B8::file(B8::file_of(square));
            used += 1;
        }
    }
    sum + (count - used) as i32 * PAWN_APART
}

/// What it costs a side that the partner's man on one of its home squares has to leave first.
fn exit(game: &Chez, side: Side, door: Square, ways: &Ways) -> i32 {
    let base = pawn_row(side) | last_row(side);
    let man = game.kind_on(door).unwrap_or(Kind::Pawn);
    let moves = match man {
        Kind::Pawn => B8::forward(side, u64::of(door)),
        _ => B8::attacks(man, !side, door, ways.occupied),
    } & !ways.occupied;
    // It does not go where it would put the king of this side in hash, who may not be able to step aside.
    let hashes = game.king(side).map_or(0, |king| match man {
        Kind::Pawn => 0,
        _ => B8::attacks(man, !side, king, ways.occupied),
    });
    let out = (moves & !base & !hashes).count() as i32;
    if out > 0 && (out >= FREE || man == Kind::Pawn) {
        return EXIT + ONE_EXIT / out;
    }
    if man == Kind::Pawn {
        let next = B8::forward(side, u64::of(door));
        return match (next & ways.fixed, next & ways.held) {
            (0, 0) => 2 * EXIT_MOVE,
            (0, _) => HEMMED_IN,
            _ if next & ways.pawns == 0 => SHUT_IN,
            _ => SHUT_IN_BY_PAWNS,
        };
    }
    // Its own side's men step aside. In front of the base it may still be shut in with it.
    let near = base | B8::forward(side, pawn_row(side));
    let leads_out = |fixed| leads_beyond(man, door, fixed & !u64::of(door), near);
    if leads_out(ways.held) {
        if out > 0 {
            return EXIT + ONE_EXIT / out;
        }
        let way = Basin::of(man, door, (ways.held | hashes) & !u64::of(door));
        if let Some(moves) = way.within.iter().position(|squares| squares & !base != 0) {
            return (moves as i32 + 2) * EXIT_MOVE;
        }
    }
    if leads_out(ways.fixed) {
        HEMMED_IN
    } else if leads_out(ways.pawns) {
        SHUT_IN
    } else {
        SHUT_IN_BY_PAWNS
    }
}

/// How many of a side's men at home have a move along the last row that would shut them in, together with
/// whoever is put where they stood. (L6 does not forbid it, as either could leave if the other made way.)
fn traps(game: &Chez, side: Side, ways: &Ways) -> i32 {
    let row = last_row(side);
    let mut traps = 0;
    for kind in [Kind::King, Kind::Queen, Kind::Rook] {
        for from in (game.true_men(side, kind) & homes(side, kind)).squares() {
            let moves = B8::attacks(kind, side, from, ways.occupied) & !ways.occupied;
            if moves & !row == 0 {
                let shut_in = |to: Square| {
                    let [left, reached] = [from, to].map(u64::of);
                    !leads_beyond(Kind::Queen, from, ways.pawns & !left | reached, row)
                        && !leads_beyond(kind, to, ways.pawns | left, row)
                };
                traps += moves.squares().any(shut_in) as i32;
            }
        }
    }
    traps
}

/// The ways home of a side's officers. Pawns at home do not move, the side's officers at home only for a man
/// that cannot come home otherwise; all others step aside in time.
struct Ways {
    side: Side,
    occupied: u64,
    /// What is taken not to move: obstacles, and the side's officers at home and pawns.
    fixed: u64,
    /// Obstacles, pawns that cannot step aside, and men that no other can free.
    pawns: u64,
    /// The side's men, and those of the partner whom they leave no move.
    held: u64,
}

impl Ways {
    /// The way of an officer to one of its homes, whoever may stand there.
    fn way(&self, kind: Kind, from: Square, home: Square) -> i32 {
        let near = B8::attacks(kind, self.side, home, self.occupied);
        if near.has(from) {
            return TURN;
        }
        let basin = known_basin(home, self.fixed);
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
        let mut fixed = self.fixed & !u64::of(home);
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
    fn closed(&self, kind: Kind, homes: u64) -> i32 {
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
    fn all(&self, game: &Chez, kind: Kind) -> (i32, i32) {
        // A home that another man holds is not at hand.
        let held = (homes(self.side, kind) & !game.true_men(self.side, kind) & self.occupied).any();
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
}

/// The steps of a pawn home from each row, counted from its base.
const STEPS: [i32; 8] = [1, 0, 1, 1, 2, 3, 4, 5];

fn pawns(game: &Chez, side: Side, ways: &Ways) -> i32 {
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
    // Its file is that of no other pawn, unless that can still change files.
    let stay = if game.can_revive(!side) { 0 } else { files(men) };
    let open = row & !men & !stay;
    for kind in Kind::PROMOTIONS {
        for square in (game.men(side, kind) & game.disguised()).squares() {
            sum += DISGUISED + way_in_disguise(side, kind, square, open, ways);
        }
    }
    sum
}

/// All squares on the files of these.
fn files(set: u64) -> u64 {
    set.squares().fold(0, |all, square| all | B8::file(B8::file_of(square)))
}

/// The way of a pawn in disguise to one of these squares of its pawn row, on whose other squares it would
/// become a pawn again.
fn way_in_disguise(side: Side, kind: Kind, from: Square, row: u64, ways: &Ways) -> i32 {
    let flood = |blocked: u64| {
        let (mut seen, mut new) = (u64::of(from), u64::of(from));
        for moves in 1..=LONGEST_WAY {
            let next = new.squares().fold(0, |all, s| all | B8::attacks(kind, side, s, blocked));
            if next & row & !blocked != 0 {
                return Some(moves * TURN);
            }
            new = next & !blocked & !pawn_row(side) & !seen;
            seen |= new;
        }
        None
    };
    let around = |blocked: u64| flood(blocked & !u64::of(from)).map(|way| way + IN_THE_WAY);
    let locked_out = || flood(ways.pawns & !u64::of(from)).map(|way| way + LOCKED_OUT);
    flood(ways.occupied)
        .or_else(|| around(ways.fixed | ways.pawns))
        .or_else(locked_out)
        .unwrap_or(BARRED_BY_PAWNS)
}

/// What these sides still have to do.
fn of_sides<const N: usize>(game: &Chez, sides: [Side; N]) -> [Needs; N] {
    let (occupied, obstacles) =
        (game.occupied(), obstacles(game) | immobile(game, game.occupied()));
    sides.map(|side| {
        let officers = &Kind::ALL[1..];
        // Pawns only come nearer: whom one bars from a file it goes on to bar. They step aside only while
        // somebody is left to be revived.
        let stay = |side: Side| if game.can_revive(!side) { 0 } else { game.men(side, Kind::Pawn) };
        let pawns = obstacles | stay(side) | stay(!side);
        let fixed = officers.iter().fold(obstacles | game.men(side, Kind::Pawn), |all, kind| {
            all | game.true_men(side, *kind) & homes(side, *kind)
        });
        let held = immobile(game, game.side(!side));
        needs(game, side, &Ways { side, occupied, fixed, pawns, held })
    })
}

/// The turns that a side needs if the partner passes, in hundredths; 0 at home.
pub(super) fn needs_of(game: &Chez, side: Side) -> i32 {
    let [needs] = of_sides(game, [side]);
    needs.sum()
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
        // A turn that has to go into a duty brings nobody home.
        let to_move = if game.duties().any() { -TO_MOVE } else { TO_MOVE };
        let ahead = theirs - ours + to_move;
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
            ("pawns too soon", white.closing, black.closing),
            ("together", white.sum(), black.sum()),
        ] {
            text += &format!("{name:<16} {:>6.2}  {:>6.2}\n", turns(w), turns(b));
        }
        text
    }
}
