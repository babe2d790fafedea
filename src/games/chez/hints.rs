//! What the search asks about turns: codes, places in the order, and what they promise.

use super::evaluation::needs_of;
use super::home::{homes, last_row, pawn_row};
use super::{Chez, ChezEvaluator, Move};
use crate::board::{Bits, Kind, Side, Square};
use crate::game::MoveList;
use crate::search::Searchable;
use crate::search::chance::ByOutcome;
use crate::search::value::{ONE, Value};

/// From this full move on a draw by repetition is one to the search; before half of it hardly anything is
/// worse.
const LAST_HOPE: i32 = 4000;

/// What each turn costs for which a pawn stays inactive, in hundredths of a turn.
const PAWN_AT_RISK: i32 = 60;

/// What a man of this kind is at its best place: at home.
fn at_home(game: &Chez, side: Side, kind: Kind, square: Square) -> bool {
    homes(side, kind).has(square) && !game.disguised().has(square)
}

impl Searchable for Chez {
    type Evaluator = ChezEvaluator;
    type Chance = ByOutcome;
    const SELECTIVE: bool = true;
    const RACE: bool = true;
    /// Hash after hash brings a position back; the side ahead is still ahead.
    const STANDSTILL: i32 = 75;

    fn candidates(&self, _: Side, out: &mut MoveList<Move>) {
        self.candidate_turns(out);
    }

    fn permits(&self, m: Move, next: &Self) -> bool {
        self.is_legal(m, next)
    }

    fn alone(&self, visit: &mut impl FnMut(Move, Self)) {
        self.turns_alone(visit);
    }

    fn needs(&self, side: Side) -> i32 {
        needs_of(self, side)
    }

    /// As long as pawns are inactive the partner may revive them where they do harm, or leave no file for them.
    fn risk(&self, side: Side) -> i32 {
        self.inactive(side, Kind::Pawn) as i32 * PAWN_AT_RISK
    }

    /// As nobody can be beaten by force, nearly every game can be drawn. For thousands of turns the search
    /// would rather play on, whatever it thinks of its chances; then less and less, so that games end.
    fn standoff(&self) -> Value {
        let left = (LAST_HOPE - self.full_move as i32).clamp(0, LAST_HOPE / 2);
        -(ONE / 4 * 3 / (LAST_HOPE / 2)) * left
    }

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
