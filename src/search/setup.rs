//! The placing of men before the first round: each choice is valued by sampled futures, in which the
//! dice fall at random and both sides go on with the best static values, and each of which ends in the
//! prospect of the first round.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::expectimax::Worker;
use super::prospect::{prospect, seen};
use super::value::{ONE, Value};
use super::{Searchable, Stretch};
use crate::game::{MoveList, Node, Side, throw};

/// The static value counts as much as so many futures.
const PRIOR: f64 = 4.0;

/// A choice with the futures seen after it.
pub(super) struct Choice<G: Searchable> {
    pub(super) m: G::Move,
    after: G,
    sum: f64,
    weight: f64,
}

impl<G: Searchable> Choice<G> {
    /// A choice that nothing but its static value is known of.
    pub(super) fn new(worker: &mut Worker<G>, game: &G, side: Side, m: G::Move) -> Self {
        let mut after = game.clone();
        after.play(m);
        worker.count();
        let value = seen(worker, &after, side);
        Choice { m, after, sum: PRIOR * value as f64, weight: PRIOR }
    }

    /// The mean of all that is known.
    pub(super) fn value(&self) -> Value {
        (self.sum / self.weight) as Value
    }

    /// Adds the future that belongs to this number: equal numbers stand for equal throws.
    pub(super) fn sample(&mut self, worker: &mut Worker<G>, side: Side, number: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number);
        let mut game = self.after.clone();
        while game.stretch() == Stretch::Setup {
            match game.node() {
                Node::Chance(_) => match throw(&game, &mut rng) {
                    Some(r) => game.roll(r),
                    None => break,
                },
                Node::Decision(actor) => game = placed(worker, &game, actor, &mut rng),
                _ => break,
            }
            if worker.aborted {
                return;
            }
        }
        let value = prospect(worker, &game, side);
        if !worker.aborted {
            self.sum += value.clamp(-ONE, ONE) as f64;
            self.weight += 1.0;
        }
    }
}

/// The position after the choice with the best static value; now and then after any choice, so that not
/// all futures are alike.
fn placed<G: Searchable>(
    worker: &mut Worker<G>,
    game: &G,
    actor: Side,
    rng: &mut Xoshiro256PlusPlus,
) -> G {
    let mut moves = MoveList::new();
    game.moves(actor, &mut moves);
    let any = rng.random_range(0..8) == 0;
    let only = rng.random_range(0..moves.len());
    let mut best: Option<(Value, G)> = None;
    for (i, m) in moves.into_iter().enumerate() {
        if any && i != only {
            continue;
        }
        let mut next = game.clone();
        next.play(m);
        worker.count();
        let value = seen(worker, &next, actor);
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, next));
        }
    }
    best.expect("a choice is due").1
}
