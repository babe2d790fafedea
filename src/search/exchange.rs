//! Forced exchanges: stretches of a game in which the sides take in turn, must take while they can, and
//! stop when one cannot.
//!
//! Alpha-beta with table, ordering and windows around what is known so far. An exchange is finite, so
//! iterations that grow by a capture of each side end with its exact value: that of the position it leaves,
//! or of the game if a capture ends it. An iteration that is cut short takes static values where it stops.

use super::expectimax::{MAX_PLY, Place, Worker};
use super::params::CENTIPAWN;
use super::tt::{CLASSES, Entry, FINAL};
use super::value::{INFINITE, ONE, Value, WIN, is_decided};
use super::{Searchable, Stretch, outcome_value};
use crate::game::{Counter, MoveList, Node, Side};

/// Table entries of exchanges are kept apart from those of the common search, whose depth means
/// something else.
const APART: u64 = 0x6a09_e667_f3bc_c908;

/// By how many captures each iteration grows: one of each side.
pub(super) const STEP: usize = 2;
/// A capture of the other side weighs so much against a capture's gain in the order.
const REPLY: i32 = 100;

/// A value, and whether it is exact, or an exact bound: no static value stands for an exchange that goes
/// on.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Solved {
    /// The value for the side to take.
    pub value: Value,
    /// Whether it is exact.
    pub complete: bool,
}

/// A search of exchanges by one thread.
pub(super) struct Exchange<'w, 'a, G: Searchable> {
    worker: &'w mut Worker<'a, G>,
    /// How many more captures may be looked at.
    left: u64,
    /// Whether these are few, so that it pays to keep what is known of them near.
    small: bool,
}

impl<'w, 'a, G: Searchable> Exchange<'w, 'a, G> {
    /// A search that looks at no more captures than this.
    pub(super) fn new(worker: &'w mut Worker<'a, G>, captures: u64) -> Self {
        Exchange { worker, left: captures, small: captures < u64::MAX }
    }

    /// The value of an exchange for `side`, which is to take: exact if the number of captures allows it,
    /// else that of the deepest iteration that was completed.
    pub(super) fn solve(&mut self, game: &G, side: Side, at: Place) -> Solved {
        if game.decisive() {
            return Solved { value: WIN - at.turns - 1, complete: true };
        }
        let mut known = Solved { value: self.worker.evaluate(game), complete: false };
        for depth in (1..MAX_PLY as i32).step_by(STEP) {
            let found = self.aspire(game, side, Place { depth, ..at }, known.value);
            if self.ended() {
                break;
            }
            known = found;
            // Static values are never decided: what is, is proved.
            if known.complete || is_decided(known.value) {
                break;
            }
        }
        known
    }

    fn key(&self, game: &G) -> u64 {
        let key = game.key() ^ APART;
        if self.small { self.worker.shared.table.near(key) } else { key }
    }

    /// Whether the search was broken off, so that what it gave last means nothing.
    pub(super) fn ended(&self) -> bool {
        self.left == 0 || self.worker.aborted
    }

    /// The value in windows around the one expected.
    fn aspire(&mut self, game: &G, side: Side, at: Place, expected: Value) -> Solved {
        let mut margin = self.worker.shared.params.exchange_window * CENTIPAWN;
        let (mut alpha, mut beta) = (expected - margin, expected + margin);
        if is_decided(expected) || at.depth <= 2 {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        loop {
            let found = self.node(game, side, at, alpha, beta);
            let (low, high) = (found.value <= alpha, found.value >= beta);
            if self.ended() || !low && !high {
                return found;
            }
            margin = margin.saturating_mul(4);
            if low {
                alpha = if is_decided(found.value) { -INFINITE } else { found.value - margin };
            } else {
                beta = if is_decided(found.value) { INFINITE } else { found.value + margin };
            }
        }
    }

    /// The value of an exchange for `side`, which is to take, within a window; fail-soft.
    fn node(
        &mut self,
        game: &G,
        side: Side,
        mut at: Place,
        mut alpha: Value,
        beta: Value,
    ) -> Solved {
        // What is threatened with the end is not valued before it is answered.
        at.depth += game.threatened() as i32;
        let key = self.key(game);
        let w = &mut *self.worker;
        w.clear_line(at.ply);
        w.seldepth = w.seldepth.max(at.ply);
        if at.depth <= 0 {
            return Solved { value: w.evaluate(game), complete: false };
        }
        let known = w.shared.table.get(key, at.turns);
        let mut code = 0;
        if let Some(entry) = known {
            code = entry.best[0].0;
            let complete = entry.depth == FINAL;
            // At the root the line is wanted too.
            if at.ply > 0 && (complete || entry.depth as i32 >= at.depth) {
                if entry.lower >= beta || entry.lower == entry.upper {
                    return Solved { value: entry.lower, complete };
                }
                if entry.upper <= alpha {
                    return Solved { value: entry.upper, complete };
                }
            }
        }
        let mut moves = MoveList::new();
        game.moves(side, &mut moves);
        let mut choices = self.choices(game, side, &moves, at, code);
        let open = choices.iter().filter(|choice| choice.value.is_none()).count();
        at.depth += (open == 1) as i32;
        if at.ply > 0
            && let Some(found) = self.refuted(&choices, at, beta)
        {
            return found;
        }
        let (floor, mut best, mut best_code) = (alpha, -INFINITE, 0);
        // A bound from below is complete if the capture that gives it is, one from above if all are.
        let (mut all_complete, mut best_complete) = (true, false);
        for i in 0..choices.len() {
            let choice = next_choice(&mut choices, i);
            let found = if let Some(value) = choice.value {
                self.worker.clear_line(at.ply + 1);
                Solved { value, complete: true }
            } else if i == 0 {
                self.child(side, &choice.game, at, alpha, beta)
            } else {
                let found = self.child(side, &choice.game, at, alpha, alpha + 1);
                if found.value > alpha && found.value < beta {
                    self.child(side, &choice.game, at, alpha, beta)
                } else {
                    found
                }
            };
            if self.ended() {
                return Solved { value: best.max(floor), complete: false };
            }
            all_complete &= found.complete;
            if found.value > best {
                best = found.value;
                best_complete = found.complete;
                if best > alpha {
                    alpha = best;
                    best_code = game.code(choice.m);
                    self.worker.extend_line(at.ply, &[choice.m]);
                    if best >= beta {
                        break;
                    }
                }
            }
        }
        let cut = best >= beta;
        let complete = if cut { best_complete } else { all_complete };
        let depth = if complete { FINAL } else { at.depth.clamp(0, FINAL as i32 - 1) as u8 };
        let lower = if best > floor { best } else { -INFINITE };
        let upper = if cut { INFINITE } else { best };
        let mut codes = [(0, 0); CLASSES];
        codes[0].0 = best_code;
        self.worker.shared.table.put(key, at.turns, Entry { lower, upper, depth, best: codes });
        Solved { value: best, complete }
    }

    /// A bound that reaches beta by what is known of the positions after the captures: many orders of
    /// captures lead to the same ones.
    fn refuted(&self, choices: &[Choice<G>], at: Place, beta: Value) -> Option<Solved> {
        choices.iter().filter(|choice| choice.value.is_none()).find_map(|choice| {
            let entry = self.worker.shared.table.get(self.key(&choice.game), at.turns + 1)?;
            let complete = entry.depth == FINAL;
            let deep = complete || entry.depth as i32 >= at.depth - 1;
            let value = -entry.upper;
            (deep && value >= beta).then_some(Solved { value, complete })
        })
    }

    /// The captures with the positions after them and their places in the order; those after which the
    /// game is over at once, or with the next capture, with their values.
    fn choices(
        &mut self,
        game: &G,
        side: Side,
        moves: &[G::Move],
        at: Place,
        code: u16,
    ) -> Vec<Choice<G>> {
        let mut choices = Vec::with_capacity(moves.len());
        let turns = at.turns + 1;
        for &m in moves {
            let mut next = game.clone();
            next.play(m);
            self.worker.count();
            self.left = self.left.saturating_sub(1);
            let mut replies = Counter::default();
            let value = match next.node() {
                Node::Over(outcome) => Some(outcome_value(outcome, side, turns)),
                Node::Decision(_) if next.decisive() => Some(turns + 1 - WIN),
                Node::Decision(other) if next.stretch() == Stretch::Exchange => {
                    next.moves(other, &mut replies);
                    None
                }
                _ => None,
            };
            // Captures that leave few are soon searched, and oblige the other side.
            let place = match value {
                Some(value) => value,
                None if game.code(m) == code => ONE,
                None => game.gain(m).unwrap_or(0) - REPLY * replies.0 as i32,
            };
            choices.push(Choice { m, game: next, value, place });
        }
        choices
    }

    /// The value for `side` after a capture.
    pub(super) fn child(
        &mut self,
        side: Side,
        next: &G,
        at: Place,
        alpha: Value,
        beta: Value,
    ) -> Solved {
        let below = Place { depth: at.depth - 1, ply: at.ply + 1, turns: at.turns + 1, last: None };
        match next.node() {
            Node::Over(outcome) => {
                self.worker.clear_line(below.ply);
                Solved { value: outcome_value(outcome, side, below.turns), complete: true }
            }
            Node::Decision(actor) if next.stretch() == Stretch::Exchange => {
                debug_assert_ne!(actor, side);
                let found = self.node(next, actor, below, -beta, -alpha);
                Solved { value: -found.value, ..found }
            }
            Node::Decision(actor) | Node::Chance(actor) => {
                self.worker.clear_line(below.ply);
                let value = self.worker.evaluate(next);
                Solved { value: if actor == side { value } else { -value }, complete: true }
            }
            Node::Sealed => unreachable!("no exchange has sealed turns"),
        }
    }
}

/// A capture to choose.
struct Choice<G: Searchable> {
    m: G::Move,
    game: G,
    /// Its value, if that is known at once.
    value: Option<Value>,
    /// Greater is earlier.
    place: i32,
}

/// Brings the first in the order of `choices[from..]` to `from`.
fn next_choice<G: Searchable>(choices: &mut [Choice<G>], from: usize) -> &Choice<G> {
    let mut best = from;
    for i in from + 1..choices.len() {
        if choices[i].place > choices[best].place {
            best = i;
        }
    }
    choices.swap(from, best);
    &choices[from]
}
