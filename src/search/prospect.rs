//! What the end of an army's turn is worth by what may follow.

use smallvec::SmallVec;

use super::exchange::Exchange;
use super::expectimax::{Place, Worker};
use super::root::Tools;
use super::value::{Expectation, INFINITE, ONE, Value, is_decided};
use super::{Searchable, Stretch};
use crate::game::{History, Node, Side};

/// The static value for `side`.
pub(super) fn seen<G: Searchable>(worker: &mut Worker<G>, game: &G, side: Side) -> Value {
    let value = worker.evaluate(game);
    match game.node() {
        Node::Decision(actor) | Node::Chance(actor) if actor != side => -value,
        _ => value,
    }
}

/// What the end of an army's turn is worth to `side` by what may follow, for measurements.
pub fn worth<G: Searchable>(end: &G, side: Side, tools: Tools<G>) -> Value {
    prospect(&mut Worker::new(tools, History::new()), end, side)
}

/// What a position between two rounds is worth to `side`: the exchange that either side may begin, as far as
/// it can be solved, and the static value of each other outcome, all with their exact chances.
pub(super) fn prospect<G: Searchable>(worker: &mut Worker<G>, game: &G, side: Side) -> Value {
    let captures = worker.shared.params.exchange_captures as u64;
    prospect_above(worker, game, side, captures, -INFINITE).map_or(-ONE, |found| found.value)
}

/// What may follow a turn.
#[derive(Copy, Clone, Debug)]
pub(super) struct Prospect {
    pub(super) value: Value,
    /// Whether all exchanges that may follow have been solved.
    pub(super) complete: bool,
}

/// The same with so many captures looked at in each exchange, and only if it may be above a floor: as soon
/// as the exchanges still to be solved cannot lift it there any more, it is not.
pub(super) fn prospect_above<G: Searchable>(
    worker: &mut Worker<G>,
    game: &G,
    side: Side,
    captures: u64,
    floor: Value,
) -> Option<Prospect> {
    if game.stretch() != Stretch::Between {
        return Some(Prospect { value: seen(worker, game, side), complete: true });
    }
    let mut expectation = Expectation::default();
    let mut exchanges: SmallVec<[(G, Side, u32); 2]> = SmallVec::new();
    game.outcomes(|next, weight| match next.node() {
        Node::Decision(actor) if next.stretch() == Stretch::Exchange => {
            exchanges.push((next, actor, weight));
        }
        _ => expectation.add(seen(worker, &next, side), weight),
    });
    let mut complete = true;
    for i in 0..exchanges.len() {
        let mut most = expectation;
        exchanges[i..].iter().for_each(|(.., weight)| most.add(ONE, *weight));
        if most.value() <= floor {
            return None;
        }
        let (next, actor, weight) = &exchanges[i];
        let at = Place { depth: 0, ply: 1, turns: 0, last: None };
        let found = Exchange::new(worker, captures).solve(next, *actor, at);
        complete &= found.complete || is_decided(found.value);
        expectation.add(if *actor == side { found.value } else { -found.value }, *weight);
    }
    Some(Prospect { value: expectation.value(), complete })
}
