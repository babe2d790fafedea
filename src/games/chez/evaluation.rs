//! Evaluation: how many turns each side still needs to bring everyone home.
//!
//! What decides a game of `chez` is a race. A man walks home in so many moves; an inactive man comes home
//! in one turn where a man of the partner stands on its home square and makes way for it (a *door*), and in
//! several where it has to be revived elsewhere. The same door bars the way of a man who is on the board
//! already: only another revival lifts it, for which somebody must still be inactive. With nobody left, the
//! partner alone can open it.

use super::Chez;
use super::exits::{exit, traps};
use super::home::{homes, immobile, last_row, obstacles, pawn_row, shifts_needed};
use super::ways::{IN_THE_WAY, LAST_REVIVALS, Ways};
use crate::board::{B8, Bits, Geometry, Kind, Side};
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
/// Beyond that, divided by how many men of the partner are left to be revived, and one: only these let a pawn
/// change files, so that it has to stand on its own at once when none is left.
const ONE_FILE: i32 = 8 * TURN;
/// An inactive man of the partner: as long as one is left, either player may still put it where it does harm;
/// a pawn also in disguise on one's own last row.
const STRANGER: i32 = 60;
const STRANGE_PAWN: i32 = 120;
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
/// A pawn whose next step would shut an officer out for good, or one of the partner's in: the partner's king may
/// step where the pawn attacks it, and so have it make that step. The same if men at home could still make way.
const MAY_SHUT: i32 = 4 * TURN;
const MAY_LOCK: i32 = 2 * TURN;
/// A pawn whose file is taken changes it as X of a revival.
const FILE_TAKEN: i32 = 100;
/// An officer behind the pawn row to which the partner's pawns come home, or on it, by the [`gaps`] that they
/// still leave: they shut it in.
const BEHIND: [i32; 9] = [500, 400, 300, 240, 190, 150, 120, 100, 80];
/// An officer outside, beyond its way, by kind: the harder it is to let in later, the more.
const OUTSIDE: [i32; 6] = [0, 0, 30, 120, 30, 0];
/// The more pawns are at home, the harder is it to put the last row in order: what each home on it that is
/// not settled costs, by the [`gaps`] left.
const CLOSING: [i32; 9] = [700, 400, 220, 120, 60, 25, 10, 4, 0];
/// It costs so many times less once everybody is on the board: then plans see what is to be done first.
const FORESEEN: i32 = 4;
/// A home that a man of the same side but another kind holds counts so many times more there, unless he can go
/// home at once.
const DISORDER: i32 = 2;
/// A man at home may be moved aside and one of the partner's put in its place so that neither ever comes out.
const TRAP: i32 = 3 * TURN;
/// A pawn in disguise, beyond its way to the pawn row.
const DISGUISED: i32 = 150;
/// A pawn of either side in disguise as a bishop, as long as somebody is inactive: half of the files are not for
/// it, and pawns that are put on the others leave it none, so that L6 forbids the last revivals.
const HALF_THE_FILES: i32 = 3 * TURN;
/// For each time that pawns have to change their file as X of a revival before all can come home. It comes
/// first: the partner may spend the revivals on something else.
const AT_ODDS: i32 = 8 * TURN;
/// Beyond that, divided by how many men of the other side are left to be revived for it.
const FEW_LEFT: i32 = 8 * TURN;
/// Too few are left; too few if bishops and pawns, which can be put on some squares and files only, count half.
const NONE_LEFT: i32 = 40 * TURN;
const LIMITED_LEFT: i32 = 10 * TURN;
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

/// What a side has to do. Obstacles: what never moves again.
fn needs(game: &Chez, side: Side, obstacles: u64) -> Needs {
    let ways = &Ways::of(game, side, obstacles);
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
            let each = INACTIVE_PAWN + ONE_FILE / (1 + game.revivable(!side));
            needs.inactive += count * each + inactive_pawns(game, side, apart as usize);
        } else {
            needs.inactive += apart * OFFICER_APART;
            needs.unsettled += apart;
            if apart > 0 {
                let open = homes(side, kind) & !theirs & !game.true_men(side, kind);
                needs.inactive += ways.closed(kind, open);
            }
        }
        if kind != Kind::King {
            inactive += apart;
        }
        spare_doors += doors - at_doors;
        // A man that makes way for an inactive one needs no more than one move.
        let doors = homes(side, kind) & theirs;
        for (i, door) in doors.squares().enumerate() {
            let (turns, can_leave) = exit(game, side, door, ways);
            if i as i32 >= at_doors || !can_leave {
                needs.barred += turns;
                needs.unsettled += (kind != Kind::Pawn) as i32;
            }
        }
        let held = homes(side, kind) & ours & !game.true_men(side, kind);
        needs.barred += held.count() as i32 * HELD;
        if kind != Kind::Pawn {
            needs.unsettled += (held & !ways.at_once).count() as i32 * DISORDER;
        }
    }
    // The last men to be revived have to put the pawns on the right files, of either side.
    for owner in Side::BOTH {
        needs.pawns += at_odds(game, owner, obstacles);
    }
    let all_revived = Side::BOTH.iter().all(|side| !game.can_revive(*side));
    if !all_revived {
        let bishops = Side::BOTH.map(|side| game.men(side, Kind::Bishop) & game.disguised());
        needs.pawns += (bishops[0] | bishops[1]).count() as i32 * HALF_THE_FILES;
    }
    let lifted = spare_doors.min(inactive);
    needs.held_up = spare_doors - lifted;
    needs.barred += lifted * LIFTED + needs.held_up * BARRED;
    needs.closing = needs.unsettled * CLOSING[gaps(game, side)];
    if all_revived {
        needs.closing /= FORESEEN;
    }
    // What may still go wrong, the less the nearer the end.
    let open_end = (needs.sum() - COUNTED).max(0) / 4;
    let strangers = game.revivable(!side);
    if strangers > 0 {
        let pawns = game.inactive(!side, Kind::Pawn) as i32;
        let harm = strangers * STRANGER + pawns * (STRANGE_PAWN - STRANGER);
        needs.inactive += harm.min(open_end);
        needs.barred += (traps(game, side, ways) * TRAP).min(open_end);
    }
    needs
}

/// What it costs that a side's pawns cannot all come home on the files on which they stand.
fn at_odds(game: &Chez, owner: Side, obstacles: u64) -> i32 {
    let left = game.revivable(!owner);
    if left == 0 {
        return 0;
    }
    match shifts_needed(game, owner, obstacles).map(|shifts| shifts as i32) {
        Some(0) => 0,
        Some(shifts) if shifts <= left => {
            let limited = [Kind::Bishop, Kind::Pawn].map(|kind| game.inactive(!owner, kind) as i32);
            let for_limited = 2 * (left - shifts) < limited.iter().sum();
            shifts * (AT_ODDS + FEW_LEFT / (left + 1 - shifts)) + for_limited as i32 * LIMITED_LEFT
        }
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
    if game.revivable(!side) <= LAST_REVIVALS {
        let in_front = B8::forward(side, row);
        let near = men & (in_front | B8::forward(side, in_front));
        for pawn in near.squares() {
            if ways.would_shut(game, pawn, ways.for_good) {
                sum += MAY_SHUT;
            } else if ways.would_shut(game, pawn, ways.fixed) {
                sum += MAY_LOCK;
            }
        }
    }
    // Its file is that of no other pawn, unless that can still change files.
    let stay = if game.can_revive(!side) { 0 } else { files(men) };
    let open = row & !men & !stay;
    for kind in Kind::PROMOTIONS {
        for square in (game.men(side, kind) & game.disguised()).squares() {
            sum += DISGUISED + ways.in_disguise(kind, square, open);
        }
    }
    sum
}

/// All squares on the files of these.
fn files(set: u64) -> u64 {
    set.squares().fold(0, |all, square| all | B8::file(B8::file_of(square)))
}

/// What these sides still have to do.
fn of_sides<const N: usize>(game: &Chez, sides: [Side; N]) -> [Needs; N] {
    let obstacles = obstacles(game) | immobile(game, game.occupied());
    sides.map(|side| needs(game, side, obstacles))
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
