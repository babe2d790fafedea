//! Races: how many turns a side would still need if the other passed all the time, for each of its choices.
//!
//! Where each side runs for a goal of its own and can do little against the other, what counts is a plan of
//! dozens of turns, far more than a search of both sides' turns sees. A beam over the side's own turns finds
//! one: after each turn the positions with the least estimated need are gone on from, not too many of them
//! by the same choice. It is anytime: each beam is wider than the one before.

use std::cmp::Reverse;

use super::Searchable;
use super::expectimax::Worker;
use super::params::CENTIPAWN;
use super::turn::{End, KeySet};
use super::value::Value;
use crate::game::{Node, Side};

/// A turn, in the hundredths in which needs are counted.
pub const TURN: i32 = 100;
/// How many positions the first beam goes on from; each further one goes on from twice as many.
const FIRST_WIDTH: usize = 4;
/// One choice may have this part of the positions gone on from, and one more.
const ALIKE: usize = 4;
/// A beam ends after so many turns without a better plan, and one more for each so many positions of its
/// width: a wide one finds its way through longer detours.
const FRUITLESS: i32 = 8;
const DETOURS: usize = 16;
/// The longest plan, in turns.
const LONGEST: i32 = 60;
/// The part of a search's time and nodes that goes into plans, in percent.
const SHARE: u64 = 50;
/// The widest beams, and those with a limit of depth: without a limit of time or nodes the search of both
/// sides' turns has to wait for them.
const WIDEST: usize = 128;
const WIDEST_AT_DEPTH: usize = 16;
/// More turns than these, in hundredths, do not make a choice worse.
const MOST_LATE: i32 = 8 * TURN;
/// What is against a choice that asks an answer of the other side, in hundredths of a turn.
const IDLE: i32 = 3 * TURN / 2;
/// What is done at once counts so much less than what can be done at all.
const PATIENCE: i32 = 3;
/// What a hundredth of a turn is worth.
const EAGER: Value = 2 * CENTIPAWN;

struct Open<G> {
    game: G,
    /// The choice that it began with.
    root: usize,
    needs: i32,
    /// What the positions on the way were in danger of.
    risked: i32,
}

/// Gives each choice a bonus for the turns that `side` needs after it, by the best plan found, and puts the
/// best first.
pub(super) fn prefer<G: Searchable>(
    worker: &mut Worker<G>,
    game: &G,
    side: Side,
    choices: &mut [End<G>],
) {
    let mut totals = outlook(worker, game, side, choices);
    // Of equally good plans that is best which does first what matters most.
    for (total, end) in totals.iter_mut().zip(&*choices) {
        *total += end.game.needs(side) / PATIENCE;
    }
    // What asks an answer of the other side may bring on anything.
    let mut idle = vec![IDLE; choices.len()];
    starts(game, choices).iter().for_each(|(root, _)| idle[*root] = 0);
    let best = totals.iter().min().copied().unwrap_or(0);
    // As long as a draw is shunned, what has been there before is no progress.
    let shunned = game.standoff() < 0;
    for (i, end) in choices.iter_mut().enumerate() {
        let old = shunned && worker.has_been(&end.game);
        let late = if old { MOST_LATE } else { totals[i] - best };
        end.bonus = Some(-(late.min(MOST_LATE) + idle[i]) * EAGER);
    }
    choices.sort_by_key(|end| Reverse(end.bonus));
}

/// The turns that `side`, whose turn it is, needs by the best plan found that begins with each choice, that
/// included, in hundredths.
pub fn outlook<G: Searchable>(
    worker: &mut Worker<G>,
    game: &G,
    side: Side,
    choices: &[End<G>],
) -> Vec<i32> {
    let at_once = |end: &End<G>| TURN + end.game.needs(side) + end.game.risk(side);
    let mut totals: Vec<i32> = choices.iter().map(at_once).collect();
    let starts = starts(game, choices);
    let control = worker.shared.control;
    let widest = if control.limits().depth.is_some() { WIDEST_AT_DEPTH } else { WIDEST };
    let mut width = FIRST_WIDTH;
    while width <= widest && !control.has_used(SHARE) {
        beam(worker, side, &starts, width, &mut totals);
        width *= 2;
    }
    totals
}

/// The choices that ask no answer of the other side, by index, with the positions if it passes.
fn starts<G: Searchable>(game: &G, choices: &[End<G>]) -> Vec<(usize, G)> {
    let mut starts = Vec::new();
    game.alone(&mut |m, next| {
        if let Some(choice) = choices.iter().position(|end| end.moves[0] == m) {
            starts.push((choice, next));
        }
    });
    starts
}

fn beam<G: Searchable>(
    worker: &mut Worker<G>,
    side: Side,
    starts: &[(usize, G)],
    width: usize,
    totals: &mut [i32],
) {
    let mut seen = KeySet::default();
    let open = |(root, game): &(usize, G)| Open {
        needs: game.needs(side),
        game: game.clone(),
        root: *root,
        risked: game.risk(side),
    };
    let mut open: Vec<Open<G>> = starts.iter().map(open).collect();
    let (mut best, mut best_at) = (i32::MAX, 1);
    for step in 1..LONGEST {
        for found in &open {
            let total = step * TURN + found.needs + found.risked;
            totals[found.root] = totals[found.root].min(total);
            if total < best {
                (best, best_at) = (total, step);
            }
        }
        if step > best_at + FRUITLESS + (width / DETOURS) as i32 {
            return;
        }
        narrow(&mut open, width, totals.len());
        let mut deeper = Vec::new();
        for start in &open {
            if matches!(start.game.node(), Node::Over(_)) {
                continue;
            }
            start.game.alone(&mut |_, next| {
                worker.count();
                if !worker.aborted && seen.insert(next.key()) {
                    let (needs, risk) = (next.needs(side), next.risk(side));
                    let risked = start.risked + risk;
                    deeper.push(Open { needs, risked, game: next, root: start.root });
                }
            });
            if worker.aborted || worker.shared.control.has_used(SHARE) {
                return;
            }
        }
        open = deeper;
    }
}

/// Keeps the positions with the least needs and risks.
fn narrow<G>(open: &mut Vec<Open<G>>, width: usize, choices: usize) {
    open.sort_by_key(|found| found.needs + found.risked);
    let mut counts = vec![0; choices];
    let mut kept = 0;
    open.retain(|found| {
        let count = &mut counts[found.root];
        *count += 1;
        let keep = kept < width && *count <= width / ALIKE + 1;
        kept += keep as usize;
        keep
    });
}
