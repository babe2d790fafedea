//! Which turns are legal: the conditions L1 to L6, and who has won when there is none.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::home::{cut_off, cut_off_plainly, cuts_off, last_row, obstacles};
use super::{Chez, Move};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};
use crate::game::Sink;

/// What the next player owes.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) struct Duties {
    /// By side, the men that attack its king [4].
    pub(super) hash: [u64; 2],
    /// The files, as squares of rank 1, that hold doubled pawns [6.1, 7].
    pub(super) doubled: u64,
    /// Pawns on their own last rows [3.2].
    pub(super) last_row: u64,
}

impl Duties {
    #[inline(always)]
    pub(super) fn any(&self) -> bool {
        self.hash[0] | self.hash[1] | self.doubled | self.last_row != 0
    }
}

/// Something that one turn has to do: leave one of the squares `from`, or go to one of the squares `to`.
#[derive(Copy, Clone)]
struct Task {
    from: u64,
    to: u64,
}

/// All squares above a set on its files.
#[inline(always)]
fn above(mut set: u64) -> u64 {
    for step in [8, 16, 32] {
        set |= set << step;
    }
    set << 8
}

impl Chez {
    /// What is owed in this position.
    #[inline]
    pub(super) fn duties(&self) -> Duties {
        let [white, black] = Side::BOTH.map(|side| self.men(side, Kind::Pawn));
        // Pawns of different colours pass each other unless the white one is still above.
        let pairs = white & above(white | black) | black & above(black);
        let mut doubled = pairs | pairs >> 32;
        doubled |= doubled >> 16;
        doubled |= doubled >> 8;
        Duties {
            hash: Side::BOTH.map(|side| self.king(side).map_or(0, |k| self.attackers(k, side))),
            doubled: doubled & 0xff,
            last_row: white & last_row(Side::White) | black & last_row(Side::Black),
        }
    }

    /// What each turn that does away with the duties has to do at least. A necessary condition only.
    fn tasks(&self, duties: &Duties) -> SmallVec<[Task; 8]> {
        let mut tasks = SmallVec::new();
        for side in Side::BOTH {
            let Some(king) = self.king(side) else { continue };
            for attacker in duties.hash[side.index()].squares() {
                let from = u64::of(king) | u64::of(attacker);
                tasks.push(Task { from, to: B8::between(king, attacker) });
            }
        }
        let pawns = self.men(Side::White, Kind::Pawn) | self.men(Side::Black, Kind::Pawn);
        for file in duties.doubled.squares() {
            tasks.push(Task { from: pawns & B8::file(file), to: 0 });
        }
        for square in duties.last_row.squares() {
            tasks.push(Task { from: u64::of(square), to: 0 });
        }
        tasks
    }

    /// Whether the kings stand next to each other.
    #[inline(always)]
    pub(super) fn kings_touch(&self) -> bool {
        self.king(Side::White).is_some_and(|k| B8::king(k) & self.men(Side::Black, Kind::King) != 0)
    }

    /// Conditions L1 to L4 for the turn that led from a position with these duties to this one.
    #[inline]
    fn duties_met(&self, before: &Duties, now: &Duties) -> bool {
        let still = |side: Side| before.hash[side.index()] != 0 && now.hash[side.index()] != 0;
        !self.kings_touch()
            && !Side::BOTH.into_iter().any(still)
            && (before.doubled == 0 || now.doubled == 0)
            // No other pawn of that colour can have come to that square.
            && before.last_row & now.last_row == 0
    }

    /// Whether the side to move has a turn after which nothing is owed and nobody is cut off (L5).
    fn answered(&self, duties: &Duties) -> bool {
        let tasks = self.tasks(duties);
        let fixed = obstacles(self);
        self.turns(|m| {
            if !does(&tasks, m) {
                return ControlFlow::Continue(());
            }
            let next = self.after(m);
            let good =
                !next.kings_touch() && !next.duties().any() && !cuts_off(self, fixed, m, &next);
            if good { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Visits the turns that may do what is owed: among them are all the legal ones.
    #[inline]
    fn hopeful(&self, before: &Duties, mut visit: impl FnMut(Move) -> ControlFlow<()>) {
        let tasks = self.tasks(before);
        let _ = self.turns(|m| if does(&tasks, m) { visit(m) } else { ControlFlow::Continue(()) });
    }

    /// Whether a turn is legal that does what is owed `before`, with the obstacles there, as far as
    /// [`does`] tells, and leads to `next`.
    #[inline]
    fn permits(&self, before: &Duties, fixed: u64, m: Move, next: &Chez) -> bool {
        let now = next.duties();
        next.duties_met(before, &now)
            && !cuts_off(self, fixed, m, next)
            && (!now.any() || next.answered(&now))
    }

    pub(super) fn legal_turns(&self, out: &mut impl Sink<Move>) {
        let (before, fixed) = (self.duties(), obstacles(self));
        self.hopeful(&before, |m| {
            if self.permits(&before, fixed, m, &self.after(m)) {
                out.push(m);
            }
            if out.sated() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// Turns among which all the legal ones are, for a search that tests each with
    /// [`is_legal`](Chez::is_legal) when its time comes.
    ///
    /// All at once and not in stages: this takes about one part in 25 of a search's time. The order of the search
    /// has men that come home and revivals at home first ([`gain`](crate::search::Searchable::gain)).
    pub(super) fn candidate_turns(&self, out: &mut impl Sink<Move>) {
        self.hopeful(&self.duties(), |m| {
            out.push(m);
            ControlFlow::Continue(())
        });
    }

    /// Visits the turns that leave nothing owed, with the positions in which the partner has passed.
    pub(super) fn turns_alone(&self, visit: &mut impl FnMut(Move, Chez)) {
        let fixed = obstacles(self);
        self.hopeful(&self.duties(), |m| {
            let mut next = self.after(m);
            let over = next.is_home(next.turn);
            let owed = next.kings_touch() || next.duties().any();
            if !over && !owed && !cuts_off(self, fixed, m, &next) {
                next.pass();
                visit(m, next);
            }
            ControlFlow::Continue(())
        });
    }

    /// Whether a candidate that leads to `next` is legal.
    pub(super) fn is_legal(&self, m: Move, next: &Chez) -> bool {
        self.permits(&self.duties(), obstacles(self), m, next)
    }

    /// The legal turns by the letter of the conditions: the twin of the fast way, for tests.
    pub fn legal_turns_plainly(&self) -> Vec<Move> {
        let all = |game: &Chez| {
            let mut all = Vec::new();
            let _ = game.turns(|m| {
                all.push(m);
                ControlFlow::Continue(())
            });
            all
        };
        let fair = |game: &Chez, next: &Chez| {
            next.duties_met(&game.duties(), &next.duties()) && cut_off_plainly(next) == [false; 2]
        };
        let answers = |next: &Chez| {
            all(next).into_iter().any(|m| {
                let last = next.after(m);
                fair(next, &last) && !last.duties().any()
            })
        };
        let legal = |m: &Move| {
            let next = self.after(*m);
            fair(self, &next) && (!next.duties().any() || answers(&next))
        };
        all(self).into_iter().filter(legal).collect()
    }

    /// Who has won if the side to move has no legal turn: it, unless it can't but do wrong to its
    /// partner.
    pub(super) fn winner_of_blockade(&self) -> Side {
        let (us, them) = (self.turn, !self.turn);
        let before = self.duties();
        let mut any = false;
        let innocent = self.turns(|m| {
            any = true;
            let next = self.after(m);
            let now = next.duties();
            let new_hash = before.hash[them.index()] == 0 && now.hash[them.index()] != 0;
            let wrong = cut_off(&next)[them.index()] || new_hash && !next.answered(&now);
            if wrong { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if any && innocent.is_continue() { them } else { us }
    }
}

/// Whether a turn may do all the tasks.
#[inline(always)]
fn does(tasks: &[Task], m: Move) -> bool {
    if tasks.is_empty() || matches!(m, Move::Castling(..)) {
        return true;
    }
    let (from, to): (Option<Square>, Square) = m.squares();
    tasks.iter().all(|task| task.to.has(to) || from.is_some_and(|from| task.from.has(from)))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::game::{Game, Node, Notation};

    #[test]
    fn turns_alone_are_the_legal_ones_that_leave_nothing_owed() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let (mut alone, mut owing) = (0, 0);
        for _ in 0..30 {
            let mut game = Chez::start();
            for _ in 0..rng.random_range(2..90) {
                let legal = game.legal_turns_plainly();
                if legal.is_empty() || matches!(game.node(), Node::Over(_)) {
                    break;
                }
                game.play(legal[rng.random_range(0..legal.len())]);
            }
            let mut found = Vec::new();
            game.turns_alone(&mut |m, next| {
                assert_eq!(next.turn, game.turn);
                found.push(m);
            });
            let mut legal = game.legal_turns_plainly();
            let all = legal.len();
            legal.retain(|m| {
                let next = game.after(*m);
                !next.duties().any() && !next.is_home(next.turn)
            });
            assert_eq!(found, legal, "{}", game.text());
            (alone, owing) = (alone + legal.len(), owing + all - legal.len());
        }
        assert!(alone > 500 && owing > 100, "{alone} {owing}");
    }
}
