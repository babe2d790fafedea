//! Evaluation: how many turns each side still needs to bring everyone home; and what the search asks.

use super::home::{homes, last_row, pawn_row};
use super::{Chez, Move};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};
use crate::game::{Game, GameResult, Node};
use crate::search::chance::ByOutcome;
use crate::search::value::{Value, equity};
use crate::search::{Evaluator, Searchable};

/// Counts the turns that both sides still need.
#[derive(Clone, Default)]
pub struct ChezEvaluator;

/// All counts below are in hundredths of a turn.
const TURN: i32 = 100;
/// An inactive man that the partner's man on its home square can make way for.
const AT_HAND: i32 = 110;
/// An inactive man that has to be revived elsewhere first, and then go home.
const INACTIVE: i32 = 190;
/// A home square held by one's own man of another kind.
const HELD: i32 = 40;
/// A home square held by the partner's man, for which nobody can be revived there: somebody else has to be,
/// or, with nobody left, the partner moves it away or does not.
const BARRED: [i32; 2] = [140, 320];
/// A pawn whose file is taken changes it as X of a revival.
const FILE_TAKEN: i32 = 130;
/// A pawn in disguise, beyond its way to the pawn row.
const DISGUISED: i32 = 80;
/// Centipawns of a turn's lead far from the end.
const LEAD: i32 = 45;
/// What comes on top, divided by one more than the turns that the leader needs.
const LEAD_AT_END: i32 = 500;
/// Half a turn: being to move.
const TO_MOVE: i32 = TURN / 2;

/// What a side still has to do, in hundredths of a turn.
#[derive(Copy, Clone, Default, Debug)]
struct Needs {
    officers: i32,
    pawns: i32,
    inactive: i32,
    barred: i32,
}

impl Needs {
    fn sum(self) -> i32 {
        self.officers + self.pawns + self.inactive + self.barred
    }
}

fn needs(game: &Chez, side: Side) -> Needs {
    let mut needs = Needs::default();
    for kind in &Kind::ALL[1..] {
        needs.officers += officers(game, side, *kind);
    }
    needs.pawns = pawns(game, side);
    let barred = BARRED[!game.can_revive(side) as usize];
    for kind in Kind::ALL {
        let count = game.inactive(side, kind) as i32;
        let doors = (homes(side, kind) & game.side(!side)).count() as i32;
        let at_hand = count.min(doors);
        needs.inactive += at_hand * AT_HAND + (count - at_hand) * INACTIVE;
        needs.barred += (doors - at_hand) * barred;
        let held = homes(side, kind) & game.side(side) & !game.true_men(side, kind);
        needs.barred += held.count() as i32 * HELD;
    }
    needs
}

/// The ways home of the officers of one kind, over squares that are empty now.
fn officers(game: &Chez, side: Side, kind: Kind) -> i32 {
    let (men, homes) = (game.true_men(side, kind), homes(side, kind));
    let outside = men & !homes;
    if outside == 0 {
        return 0;
    }
    let occupied = game.occupied();
    let open = homes & !occupied;
    let near = open.squares().fold(0, |all, h| all | B8::attacks(kind, side, h, occupied));
    let mut sum = 0;
    for square in outside.squares() {
        let reach = B8::attacks(kind, side, square, occupied) & !occupied;
        sum += if kind == Kind::King {
            let home = homes.first();
            let files = B8::file_of(square).abs_diff(B8::file_of(home));
            files.max(B8::rank_of(square).abs_diff(B8::rank_of(home))) as i32 * TURN
        } else if reach & open != 0 {
            TURN
        } else if reach & near != 0 {
            2 * TURN
        } else {
            3 * TURN
        };
    }
    sum
}

/// The steps of a pawn home from each row, counted from its base.
const STEPS: [i32; 8] = [1, 0, 1, 1, 2, 3, 4, 5];

fn pawns(game: &Chez, side: Side) -> i32 {
    let (men, row) = (game.men(side, Kind::Pawn), pawn_row(side));
    let occupied = game.occupied();
    let mut sum = 0;
    for square in (men & !row).squares() {
        sum += STEPS[B8::rank_for(side, square) as usize] * TURN;
        let home = row & B8::file(B8::file_of(square));
        if men & home != 0 {
            sum += FILE_TAKEN;
        }
    }
    for kind in Kind::PROMOTIONS {
        for square in (game.men(side, kind) & game.disguised()).squares() {
            let reach = B8::attacks(kind, side, square, occupied) & !occupied;
            let open = row & !occupied;
            sum += DISGUISED + if reach & open != 0 { TURN } else { 2 * TURN };
        }
    }
    sum
}

impl Evaluator<Chez> for ChezEvaluator {
    const DRAWS: f64 = 0.3;

    fn evaluate(&self, game: &Chez) -> Value {
        if let Node::Over(outcome) = game.node() {
            let won = outcome.result == GameResult::Win(game.turn);
            return equity(if won { i32::MAX } else { -i32::MAX });
        }
        let [ours, theirs] = [game.turn, !game.turn].map(|side| needs(game, side).sum());
        let ahead = theirs - ours + TO_MOVE;
        let left = ours.min(theirs).max(0);
        equity(ahead * LEAD / TURN + ahead * LEAD_AT_END / (TURN + left))
    }

    fn explain(&self, game: &Chez) -> String {
        let mut text = "turns needed      white   black\n".to_string();
        let [white, black] = Side::BOTH.map(|side| needs(game, side));
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

/// What a man of this kind is at its best place: at home.
fn at_home(game: &Chez, side: Side, kind: Kind, square: Square) -> bool {
    homes(side, kind).has(square) && !game.disguised().has(square)
}

impl Searchable for Chez {
    type Evaluator = ChezEvaluator;
    type Chance = ByOutcome;
    const SELECTIVE: bool = true;

    fn code(&self, m: Move) -> u16 {
        let (from, to) = m.squares();
        let what = match m {
            Move::Step(..) => 0,
            Move::Revival(_, _, kind, None) => 1 + kind.index(),
            Move::Revival(_, _, _, Some(new)) => 6 + new.index(),
            Move::Castling(..) => 12,
            Move::Drop(_) => 13,
        };
        (what as u16) << 12 | (from.unwrap_or(0) as u16) << 6 | to as u16
    }

    fn slot(&self, m: Move) -> (usize, usize) {
        let (from, to) = m.squares();
        let (side, kind) = from.and_then(|s| self.man(s)).unwrap_or((self.turn, Kind::King));
        let revival = matches!(m, Move::Revival(..));
        (side.index() * 8 + kind.index(), to as usize + if revival { 64 } else { 0 })
    }

    /// Men that come home or leave it, and men revived, by whom they belong to.
    fn gain(&self, m: Move) -> Option<i32> {
        let (Some(from), to) = m.squares() else { return None };
        let (side, kind) = self.man(from)?;
        let sign = |owner: Side| if owner == self.turn { 1 } else { -1 };
        let lands_as =
            if self.disguised().has(from) && pawn_row(side).has(to) { Kind::Pawn } else { kind };
        let disguised = self.disguised().has(from) && lands_as == kind;
        let arrives = homes(side, lands_as).has(to) && !disguised;
        let leaves = at_home(self, side, kind, from);
        let mut gain = (arrives as i32 - leaves as i32) * 20 * sign(side);
        if kind == Kind::Pawn && last_row(side).has(to) {
            gain -= 10 * sign(side);
        }
        if let Move::Revival(_, _, new, becomes) = m {
            let home = becomes.is_none() && homes(!side, new).has(from);
            gain += (if home { 25 } else { 8 }) * sign(!side);
        }
        (gain != 0).then_some(gain)
    }
}
