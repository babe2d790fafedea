//! Chance nodes outcome by outcome, with Star1 and Star2 windows (Ballard, "The *-minimax search
//! procedure for trees containing chance nodes", Artificial Intelligence 21, 1983).

use std::collections::HashMap;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::expectimax::{Place, Worker};
use super::ordering::pick;
use super::tt::{CLASSES, Entry};
use super::value::{Expectation, INFINITE, ONE, Value};
use super::{Searchable, outcome_value};
use crate::game::{Game, MoveList, Node, Side};

/// A throw with its value and the best turn after it, empty if nothing is to be chosen.
pub type RollValue<G> =
    (<G as crate::game::Game>::Roll, Value, Vec<<G as crate::game::Game>::Move>);

/// A way to search the throw due in a position.
pub trait ChanceNodes<G: Searchable>: 'static {
    /// The value before the throw, for the side that throws.
    fn search(w: &mut Worker<G>, game: &G, at: Place, alpha: Value, beta: Value) -> Value;

    /// At the root: the value before the throw and that of each outcome, in the order of
    /// [`rolls`](crate::game::Game::rolls). Meaningless if the search was broken off.
    fn outcomes(w: &mut Worker<G>, game: &G, at: Place) -> (Value, Vec<RollValue<G>>);
}

/// Each outcome is a position of its own.
pub struct ByOutcome;

/// Known bounds of the outcomes of a throw.
struct Bounds {
    weights: SmallVec<[u32; 64]>,
    low: SmallVec<[Value; 64]>,
    high: SmallVec<[Value; 64]>,
}

impl Bounds {
    fn expect(&self, values: &[Value]) -> Value {
        let mut e = Expectation::default();
        values.iter().zip(&self.weights).for_each(|(v, w)| e.add(*v, *w));
        e.value()
    }

    fn lower(&self) -> Value {
        self.expect(&self.low)
    }

    fn upper(&self) -> Value {
        self.expect(&self.high)
    }

    /// The window of outcome `i`: outside of it, the node's value is outside (alpha, beta).
    fn window(&self, i: usize, alpha: Value, beta: Value) -> (Value, Value) {
        let total: i64 = self.weights.iter().map(|w| *w as i64).sum();
        let weight = self.weights[i] as i64;
        let others = |values: &[Value]| -> i64 {
            let term = |(v, w): (&Value, &u32)| (*v).clamp(-ONE, ONE) as i64 * *w as i64;
            let sum: i64 = values.iter().zip(&self.weights).map(term).sum();
            sum - values[i].clamp(-ONE, ONE) as i64 * weight
        };
        let mut window = (self.low[i].max(-INFINITE), self.high[i].min(INFINITE));
        if alpha >= ONE {
            // Only a win by every outcome can be better.
            window.0 = window.0.max(alpha);
        } else if alpha > -ONE {
            let x = (alpha as i64 * total - others(&self.high)).div_euclid(weight);
            if x >= -ONE as i64 {
                window.0 = window.0.max(x.min(ONE as i64) as Value);
            }
        }
        if beta <= -ONE {
            window.1 = window.1.min(beta);
        } else if beta < ONE {
            let x = -(-(beta as i64 * total - others(&self.low))).div_euclid(weight);
            if x <= ONE as i64 {
                window.1 = window.1.min(x.max(-ONE as i64) as Value);
            }
        }
        if window.0 >= window.1 {
            // The bounds already decide; a narrow window costs least.
            window.1 = window.0 + 1;
        }
        window
    }

    fn note(&mut self, i: usize, value: Value, (a, b): (Value, Value)) {
        if value > a {
            self.low[i] = self.low[i].max(value);
        }
        if value < b {
            self.high[i] = self.high[i].min(value);
        }
    }
}

impl ByOutcome {
    /// The position after an outcome, searched as part of the same turn.
    fn after<G: Searchable>(
        w: &mut Worker<G>,
        side: Side,
        next: &G,
        at: Place,
        (a, b): (Value, Value),
    ) -> Value {
        // A throw that is itself the end of a turn, or asks for another throw, costs its depth.
        let free = (G::turn_ends(side, next.node()) && !next.throw_ends(side)) as i32;
        let at = Place { depth: at.depth + free, turns: at.turns - free, last: None, ..at };
        w.child(side, next, at, a, b)
    }

    /// A lower bound of a decision from its likely best move alone.
    fn probe<G: Searchable>(
        w: &mut Worker<G>,
        side: Side,
        next: &G,
        at: Place,
        (a, b): (Value, Value),
    ) -> Value {
        let code = w.shared.table.get(next.key(), at.turns).map_or(0, |e| e.best[0].0);
        let mut moves = MoveList::new();
        next.moves(side, &mut moves);
        let mut scored = w.ordering.score(next, &moves, code, at.ply + 1, None);
        if scored.is_empty() {
            return -INFINITE;
        }
        let (_, m) = pick(&mut scored, 0);
        let mut after = next.clone();
        after.play(m);
        w.count();
        let place = Place { ply: at.ply + 1, last: Some(next.slot(m)), ..at };
        w.child(side, &after, place, a, b)
    }
}

impl<G: Searchable> ChanceNodes<G> for ByOutcome {
    fn search(w: &mut Worker<G>, game: &G, at: Place, alpha: Value, beta: Value) -> Value {
        let Node::Chance(side) = game.node() else { unreachable!("a throw is due") };
        if at.depth <= 0 {
            return w.leaf(game, side, at.turns);
        }
        if let Some(entry) = w.shared.table.get(game.key(), at.turns)
            && w.usable(entry.depth, at.depth)
        {
            if entry.lower >= beta || entry.lower == entry.upper {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        let mut outcomes: SmallVec<[G; 24]> = SmallVec::new();
        let mut bounds =
            Bounds { weights: SmallVec::new(), low: SmallVec::new(), high: SmallVec::new() };
        game.outcomes(|next, weight| {
            outcomes.push(next);
            bounds.weights.push(weight);
            bounds.low.push(-INFINITE);
            bounds.high.push(INFINITE);
        });
        if outcomes.is_empty() {
            return outcome_value(game.stuck(), side, at.turns);
        }
        let finish = |w: &Worker<G>, bounds: &Bounds| {
            let (lower, upper) = (bounds.lower(), bounds.upper());
            let depth = at.depth.clamp(0, 255) as u8;
            let entry = Entry { lower, upper, depth, best: [(0, 0); CLASSES] };
            w.shared.table.put(game.key(), at.turns, entry);
            if lower >= beta { lower } else { upper }
        };
        // Star2: bounds from below by one move for each outcome.
        if beta < ONE && at.depth > 1 && !G::WHOLE_TURNS {
            for (i, next) in outcomes.iter().enumerate() {
                if next.node() != Node::Decision(side) {
                    continue;
                }
                let (a, b) = bounds.window(i, alpha, beta);
                let value = ByOutcome::probe(w, side, next, at, (a, b));
                if w.aborted {
                    return 0;
                }
                if value > a {
                    bounds.low[i] = bounds.low[i].max(value);
                }
                if bounds.lower() >= beta {
                    return finish(w, &bounds);
                }
            }
        }
        // Star1: each outcome in the window that the others leave it.
        for (i, next) in outcomes.iter().enumerate() {
            let window = bounds.window(i, alpha, beta);
            let value = ByOutcome::after(w, side, next, at, window);
            if w.aborted {
                return 0;
            }
            bounds.note(i, value, window);
            if bounds.lower() >= beta || bounds.upper() <= alpha {
                break;
            }
        }
        finish(w, &bounds)
    }

    fn outcomes(w: &mut Worker<G>, game: &G, at: Place) -> (Value, Vec<RollValue<G>>) {
        let Node::Chance(side) = game.node() else { unreachable!("a throw is due") };
        let mut all = Vec::new();
        let mut known = HashMap::new();
        let mut e = Expectation::default();
        game.rolls(|r, weight| {
            let mut next = game.clone();
            next.roll(r);
            // Throws that lead to one position are searched once.
            let (value, best) = known.entry(next.key()).or_insert_with(|| {
                let value = ByOutcome::after(w, side, &next, at, (-INFINITE, INFINITE));
                (value, w.line(at.ply + 1).to_vec())
            });
            e.add(*value, weight);
            all.push((r, *value, best.clone()));
            if w.aborted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if G::THROWS_REPEAT && !w.aborted {
            return (ByOutcome::search(w, game, at, -INFINITE, INFINITE), all);
        }
        (e.value(), all)
    }
}

/// The last move that a decision generates: the only one, where a throw leaves no choice; a pass, where
/// one is allowed.
pub(super) fn last_move<G: Game>(game: &G) -> Option<G::Move> {
    let Node::Decision(side) = game.node() else { return None };
    let mut moves = MoveList::new();
    game.moves(side, &mut moves);
    moves.last().copied()
}
