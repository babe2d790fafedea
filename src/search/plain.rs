//! The plain twin: full expectimax without windows, table, ordering or merging, one throw and one
//! choice at a time (ties that are thrown again aside). Slow and obvious; the other searches must give
//! the same values.

use std::ops::ControlFlow;

use super::expectimax::is_stuck;
use super::value::{Expectation, ONE, Value};
use super::{Evaluator, Searchable, outcome_value};
use crate::game::{History, MoveList, Node, Side};
use crate::matrix;

/// A plain search.
pub struct Plain<G: Searchable> {
    evaluator: G::Evaluator,
    history: History,
    /// Moves made so far.
    pub nodes: u64,
}

impl<G: Searchable> Default for Plain<G> {
    fn default() -> Self {
        Self::with(G::Evaluator::default())
    }
}

impl<G: Searchable> Plain<G> {
    /// A search with this evaluation.
    pub fn with(evaluator: G::Evaluator) -> Self {
        Plain { evaluator, history: History::new(), nodes: 0 }
    }

    /// The value of a position for `side`, `depth` turns deep.
    pub fn value(&mut self, game: &G, side: Side, depth: i32) -> Value {
        self.history.push(game.occurrence());
        let value = self.node(game, side, depth, 0);
        self.history.pop(game.occurrence());
        value
    }

    /// For `side`, from the view of the side that acts.
    fn seen(side: Side, actor: Side, value: Value) -> Value {
        if side == actor { value } else { -value }
    }

    fn node(&mut self, game: &G, side: Side, depth: i32, turns: i32) -> Value {
        match game.node() {
            Node::Over(outcome) => outcome_value(outcome, side, turns),
            Node::Decision(actor) => {
                Self::seen(side, actor, self.decision(game, actor, depth, turns))
            }
            Node::Chance(actor) => Self::seen(side, actor, self.chance(game, actor, depth, turns)),
            Node::Sealed => Self::seen(side, Side::White, self.sealed(game, depth, turns)),
        }
    }

    /// The value for `side` after a move of its own.
    fn child(&mut self, next: &G, side: Side, depth: i32, turns: i32) -> Value {
        self.after(next, side, depth, turns, G::turn_ends(side, next.node()))
    }

    /// The value for `side` after an event of its own, which ends its turn or does not.
    fn after(&mut self, next: &G, side: Side, depth: i32, turns: i32, turn_ends: bool) -> Value {
        let node = next.node();
        if let Node::Over(outcome) = node {
            return outcome_value(outcome, side, turns + 1);
        }
        let occurrence = next.occurrence();
        let count = occurrence.map_or(0, |key| self.history.count(key));
        if count >= if G::CHANCE || G::SEALED { 2 } else { 1 } {
            return match node {
                Node::Decision(actor) if count < 2 && G::STANDSTILL != 0 => {
                    let value = self.evaluator.evaluate(next) / 100 * G::STANDSTILL;
                    Self::seen(side, actor, value)
                }
                _ => 0,
            };
        }
        self.history.push(occurrence);
        let value = self.node(next, side, depth - turn_ends as i32, turns + turn_ends as i32);
        self.history.pop(occurrence);
        value
    }

    fn decision(&mut self, game: &G, side: Side, depth: i32, turns: i32) -> Value {
        let mut moves = MoveList::new();
        if depth > 0 || G::SELECTIVE && game.in_check() {
            game.moves(side, &mut moves);
            if moves.is_empty() {
                return outcome_value(game.stuck(), side, turns);
            }
        }
        let mut best = -super::value::INFINITE;
        if depth <= 0 && moves.is_empty() {
            best = self.evaluator.evaluate(game);
            if !G::SELECTIVE {
                return best;
            }
            game.noisy(&mut moves);
        }
        for m in moves {
            let mut next = game.clone();
            next.play(m);
            self.nodes += 1;
            best = best.max(self.child(&next, side, depth, turns));
        }
        best
    }

    fn chance(&mut self, game: &G, side: Side, depth: i32, turns: i32) -> Value {
        if is_stuck(game) {
            return outcome_value(game.stuck(), side, turns);
        }
        if depth <= 0 {
            return self.evaluator.evaluate(game);
        }
        let mut e = Expectation::default();
        let mut add = |next: G, weight| {
            let ends = next.throw_ends(side);
            e.add(self.after(&next, side, depth, turns, ends), weight);
        };
        if G::THROWS_REPEAT {
            game.outcomes(add);
        } else {
            game.rolls(|r, weight| {
                let mut next = game.clone();
                next.roll(r);
                add(next, weight);
                ControlFlow::Continue(())
            });
        }
        e.value()
    }

    /// White's value after a sealed turn. Unlike elsewhere only a third occurrence counts as a draw: what
    /// comes of a repetition depends on choices that nobody can foresee.
    fn sealed_child(&mut self, next: &G, depth: i32, turns: i32) -> Value {
        if let Node::Over(outcome) = next.node() {
            return outcome_value(outcome, Side::White, turns + 1);
        }
        let occurrence = next.occurrence();
        if occurrence.is_some_and(|key| self.history.count(key) >= 2) {
            return 0;
        }
        self.history.push(occurrence);
        let value = self.node(next, Side::White, depth - 1, turns + 1);
        self.history.pop(occurrence);
        value
    }

    /// White's value of a sealed turn: the matrix of all pairs of choices.
    fn sealed(&mut self, game: &G, depth: i32, turns: i32) -> Value {
        if depth <= 0 {
            return super::sealed::leaf::plain(&self.evaluator, game);
        }
        let (mut white, mut black) = (MoveList::new(), MoveList::new());
        game.moves(Side::White, &mut white);
        game.moves(Side::Black, &mut black);
        let payoff = matrix::Matrix::from_fn(white.len(), black.len(), |w, b| {
            let mut next = game.clone();
            next.play_sealed(white[w], black[b]);
            self.nodes += 1;
            let value = self.sealed_child(&next, depth, turns);
            value.clamp(-ONE, ONE) as f64
        });
        matrix::solve(&payoff).value.round() as Value
    }
}
