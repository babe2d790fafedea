//! Throws that mostly change nothing, taken to do so: as deep a search as in a game without dice, at the
//! price of seeing only what is there already.
//!
//! Without pruning ([`Params::selective`](super::params::Params::selective) off) every throw is searched
//! for itself, by [`ByOutcome`].

use super::chance::{ByOutcome, ChanceNodes, RollValue};
use super::expectimax::{MAX_PLY, Place, Worker};
use super::tt::{CLASSES, Entry};
use super::value::{INFINITE, ONE, Value, is_decided};
use super::{QuietThrows, Searchable};
use crate::game::Node;

/// The greatest static value of a game whose throws are searched like this: between it and [`ONE`] lie
/// ends that are in sight but may be spoilt by a throw.
pub const SURE: Value = ONE / 100 * 99;

/// How much each throw on the way takes from the value of such an end.
const DOUBT: Value = ONE / 4096;

/// Throws are taken to change nothing.
///
/// - Throws that end the game at once ([`QuietThrows::SUDDEN`]) count with their exact chance.
/// - An end that is forced if nothing changes counts as decided only if it is proved for every throw;
///   the proof is tried near the root. Else it is worth a little less than a win.
/// - Fewer than `exact_turns` turns below the root all outcomes are searched.
pub struct Likely;

/// What an unproved value is worth before a throw. Rising.
fn doubted(value: Value) -> Value {
    if value > SURE {
        (value.min(ONE) - DOUBT).max(SURE)
    } else if value < -SURE {
        (value.max(-ONE) + DOUBT).min(-SURE)
    } else {
        value
    }
}

/// The greatest value that [`doubted`] surely puts at or below `alpha`; decided values stay in the
/// window where they matter.
fn undoubted(alpha: Value) -> Value {
    if alpha >= SURE {
        (alpha + DOUBT).min(ONE)
    } else if alpha >= -SURE {
        alpha
    } else if alpha - DOUBT >= -ONE {
        alpha - DOUBT
    } else {
        -INFINITE
    }
}

impl<G: QuietThrows> ChanceNodes<G> for Likely {
    fn search(w: &mut Worker<G>, game: &G, at: Place, alpha: Value, beta: Value) -> Value {
        if !w.selective() || at.depth > 0 && at.turns < w.shared.params.exact_turns {
            return ByOutcome::search(w, game, at, alpha, beta);
        }
        let Node::Chance(side) = game.node() else { unreachable!("a throw is due") };
        if at.ply >= MAX_PLY {
            return w.leaf(game, side, at.turns);
        }
        let next = game.unchanged();
        let (won, lost, all) = G::SUDDEN;
        if won + lost > 0 {
            // The rest, in the window that the sudden ends leave it.
            let sudden = (won as i64 - lost as i64) * ONE as i64;
            let rest = (all - won - lost) as i64;
            let before = |v: Value| (v.clamp(-ONE, ONE) as i64 * all as i64 - sudden) / rest;
            let low = (before(alpha) - 1).clamp(-INFINITE as i64, ONE as i64) as Value;
            let high = (before(beta) + 1).clamp(-ONE as i64, INFINITE as i64) as Value;
            let value = w.child(side, &next, at, low, high);
            return ((value.clamp(-ONE, ONE) as i64 * rest + sudden) / all as i64) as Value;
        }
        let value = w.child(side, &next, at, undoubted(alpha), -undoubted(-beta));
        if !is_decided(value) || w.aborted {
            return doubted(value);
        }
        if at.turns >= w.shared.params.proof_turns {
            return doubted(value);
        }
        let known = w.shared.table.get(game.key(), at.turns);
        if let Some(entry) = known.filter(|e| e.lower == e.upper && w.usable(e.depth, at.depth)) {
            return entry.lower;
        }
        let value = prove(w, game, at, value).unwrap_or(doubted(value));
        if !w.aborted {
            let depth = at.depth.clamp(0, 255) as u8;
            let entry = Entry { lower: value, upper: value, depth, best: [(0, 0); CLASSES] };
            w.shared.table.put(game.key(), at.turns, entry);
        }
        value
    }

    fn outcomes(w: &mut Worker<G>, game: &G, at: Place) -> (Value, Vec<RollValue<G>>) {
        ByOutcome::outcomes(w, game, at)
    }
}

/// The value of a chance node all of whose outcomes are decided like one of them, `value`: that of the
/// latest end. `None` if some outcome is not.
fn prove<G: Searchable>(w: &mut Worker<G>, game: &G, at: Place, value: Value) -> Option<Value> {
    let Node::Chance(side) = game.node() else { unreachable!("a throw is due") };
    let mut outcomes = Vec::new();
    game.outcomes(|next, _| outcomes.push(next));
    let mut latest = value;
    for next in outcomes {
        let window = if value > 0 { (ONE, latest) } else { (latest, -ONE) };
        let one = w.child(side, &next, at, window.0, window.1);
        if w.aborted || !is_decided(one) || (one > 0) != (value > 0) {
            return None;
        }
        latest = if value > 0 { latest.min(one) } else { latest.max(one) };
    }
    Some(latest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_lowers_only_what_is_beyond_the_static_values() {
        for value in [0, 5, SURE, -SURE, -77] {
            assert_eq!(doubted(value), value);
        }
        assert_eq!(doubted(ONE + 5), ONE - DOUBT);
        assert_eq!(doubted(-ONE - 5), DOUBT - ONE);
        assert_eq!(doubted(ONE - DOUBT), ONE - 2 * DOUBT);
        // The windows fit: what lies outside before lies outside after.
        let values: Vec<Value> = (-1010..=1010).map(|i| i * (ONE / 1000)).collect();
        for alpha in &values {
            let low = undoubted(*alpha);
            for value in values.iter().filter(|v| **v <= low && !is_decided(**v)) {
                assert!(doubted(*value) <= *alpha, "{alpha} {value}");
            }
            let high = -undoubted(-*alpha);
            for value in values.iter().filter(|v| **v >= high && !is_decided(**v)) {
                assert!(doubted(*value) >= *alpha, "{alpha} {value}");
            }
        }
    }
}
