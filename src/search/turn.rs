//! Turns of several moves, searched as one: the ends of a turn are collected, each once, whatever the
//! order of the moves that lead to it, and then stand for the choices of the side.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;

use super::expectimax::{Place, Worker, is_stuck};
use super::tt::CLASSES;
use super::value::{INFINITE, Value};
use super::{Evaluator, Searchable, outcome_value};
use crate::game::{Game, MoveList, Node, Side};

/// The most moves of a turn that is searched as one.
pub const MOST_MOVES: usize = CLASSES;

/// The moves of a turn.
pub type Moves<M> = ArrayVec<M, MOST_MOVES>;

/// A way to end a turn.
#[derive(Clone, Debug)]
pub struct End<G: Game> {
    /// The moves of the turn, or as many of them as are looked at together.
    pub moves: Moves<G::Move>,
    /// The position after them.
    pub game: G,
    /// What it seems to be worth to the side whose turn it was; its static value is not greater.
    pub promise: Value,
    /// In a race, what speaks for it beyond the search ([`solo`](super::solo)): added to values that are not
    /// decided. At most twice [`ONE`](super::value::ONE) either way.
    pub bonus: Option<Value>,
}

/// Keys are hashes already.
#[derive(Default)]
pub(super) struct Keys(u64);

impl Hasher for Keys {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("only whole keys are hashed")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// A set of keys.
pub(super) type KeySet = HashSet<u64, BuildHasherDefault<Keys>>;
/// Something for each of some keys.
pub(super) type KeyMap<T> = HashMap<u64, T, BuildHasherDefault<Keys>>;

impl<G: Searchable> Worker<'_, G> {
    /// The ends of the turn in which `side` is to move, each once, the most promising first; the first
    /// move is one of `among`, if that is not empty. At most `width` positions within the turn are
    /// gone on from after each move, those that promise most.
    pub(super) fn ends(
        &mut self,
        game: &G,
        side: Side,
        at: Place,
        among: &[G::Move],
        width: usize,
    ) -> Vec<End<G>> {
        let mut seen = KeySet::default();
        let mut ends = Vec::new();
        let begin = End { moves: Moves::new(), game: game.clone(), promise: 0, bonus: None };
        let mut open = vec![begin];
        while !open.is_empty() {
            let mut deeper = Vec::new();
            for start in &open {
                let mut moves = MoveList::new();
                start.game.moves(side, &mut moves);
                if start.moves.is_empty() && !among.is_empty() {
                    moves.retain(|m| among.contains(m));
                }
                for m in moves {
                    let mut next = start.game.clone();
                    next.play(m);
                    self.count();
                    if !seen.insert(next.key()) {
                        continue;
                    }
                    let mut moves = start.moves.clone();
                    moves.push(m);
                    let goes_on = !moves.is_full() && !G::turn_ends(side, next.node());
                    let mut end = End { moves, game: next, promise: 0, bonus: None };
                    if goes_on {
                        deeper.push(end);
                    } else {
                        end.promise = self.promise(&end.game, side, at.turns);
                        ends.push(end);
                    }
                }
                if self.aborted && at.ply > 0 {
                    return ends;
                }
            }
            if deeper.len() > width {
                for end in &mut deeper {
                    end.promise = self.promise(&end.game, side, at.turns);
                }
                deeper.select_nth_unstable_by_key(width, |end| -end.promise);
                deeper.truncate(width);
            }
            open = deeper;
        }
        ends.sort_by_key(|end| -end.promise);
        ends
    }

    /// What a position within or after a turn of `side` seems to be worth to it; after it, its static
    /// value is not greater.
    fn promise(&mut self, next: &G, side: Side, turns: i32) -> Value {
        let node = next.node();
        if !matches!(node, Node::Over(_)) && next.occurrence().is_some_and(|key| self.repeated(key))
        {
            return 0;
        }
        let (actor, value) = match node {
            Node::Over(outcome) => return outcome_value(outcome, side, turns + 1),
            Node::Chance(_) if is_stuck(next) => {
                return outcome_value(next.stuck(), side, turns + 1);
            }
            Node::Chance(actor) | Node::Decision(actor) => {
                let evaluator = self.shared.evaluator;
                (actor, evaluator.floor(next).unwrap_or_else(|| self.evaluate(next)))
            }
            Node::Sealed => unreachable!("sealed turns have a search of their own"),
        };
        if actor == side { value } else { -value }
    }

    /// The value of a decision that begins or goes on with a turn of several moves.
    pub(super) fn turn(
        &mut self,
        game: &G,
        side: Side,
        at: Place,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        let known = self.shared.table.get(game.key(), at.turns);
        if let Some(entry) = known
            && beta - alpha <= 1
            && self.usable(entry.depth, at.depth)
        {
            if entry.lower >= beta {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        let beam = self.selective_turns();
        let width = if beam { self.shared.params.turn_width as usize } else { usize::MAX };
        let mut ends = self.ends(game, side, at, &[], width);
        if self.aborted {
            return 0;
        }
        if ends.is_empty() {
            return outcome_value(game.stuck(), side, at.turns);
        }
        if let Some(entry) = known {
            let codes = entry.best.map(|(code, _)| code);
            let line = |end: &End<G>| self.codes(game, &end.moves) == codes;
            if let Some(i) = ends.iter().position(line) {
                ends[..=i].rotate_right(1);
            }
        }
        let last = at.depth <= 1;
        if beam && !last {
            ends.truncate(self.shared.params.turn_choices as usize);
        }
        let (floor, mut best, mut best_end) = (alpha, -INFINITE, None);
        for (i, end) in ends.iter().enumerate() {
            if last && i > 0 && best.max(alpha) >= end.promise {
                // Behind the table's choice they stand in order: none that follows is better.
                best = best.max(end.promise);
                break;
            }
            let below = Place { last: None, ..at };
            let value = if i == 0 {
                self.child(side, &end.game, below, alpha, beta)
            } else {
                self.narrow_then_wide(side, &end.game, below, alpha, beta, 0)
            };
            if self.aborted {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_end = Some(i);
                    self.extend_line(at.ply, &end.moves);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        let lower = if best > floor { best } else { -INFINITE };
        let upper = if best < beta { best } else { INFINITE };
        let codes = best_end.map_or([0; CLASSES], |i| self.codes(game, &ends[i].moves));
        self.note(game.key(), at, lower, upper, codes);
        best
    }

    fn codes(&self, game: &G, moves: &[G::Move]) -> [u16; CLASSES] {
        std::array::from_fn(|i| moves.get(i).map_or(0, |m| game.code(*m)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{History, Notation};
    use crate::games::Variant;
    use crate::games::dice::{DiceMoves, DicePair, ThreeDice};
    use crate::search::limits::{Control, Limits};
    use crate::search::params::Params;
    use crate::search::root::Tools;
    use crate::search::tt::Table;

    const ROOT: Place = Place { depth: 1, ply: 0, turns: 0, last: None };

    /// The keys of the ends of a turn, by every order of its moves; and how many orders there are.
    fn walk<G: Searchable>(game: &G, side: Side, keys: &mut KeySet) -> usize {
        let mut moves = MoveList::new();
        game.moves(side, &mut moves);
        let mut orders = 0;
        for m in moves {
            let mut next = game.clone();
            next.play(m);
            if G::turn_ends(side, next.node()) {
                keys.insert(next.key());
                orders += 1;
            } else {
                orders += walk(&next, side, keys);
            }
        }
        orders
    }

    /// Orders and ends of a turn, which must be the same for the search and for the walk.
    fn compare<G: Variant>(text: &str) -> (usize, usize) {
        let game = G::parse(text).expect("a position");
        let (table, params) = (Table::new(1).expect("memory"), Params::default());
        let control = Control::new(Limits::default(), Side::White, 0, false);
        let evaluator = G::Evaluator::default();
        let tools =
            Tools { table: &table, control: &control, evaluator: &evaluator, params: &params };
        let mut worker = Worker::new(tools, History::new());
        let ends = worker.ends(&game, game.side(), ROOT, &[], usize::MAX);
        let found: KeySet = ends.iter().map(|end| end.game.key()).collect();
        assert_eq!(found.len(), ends.len(), "{text}: an end twice");
        for end in &ends {
            let mut next = game.clone();
            end.moves.iter().for_each(|m| next.play(*m));
            assert!(next == end.game, "{text}");
        }
        let mut keys = KeySet::default();
        let orders = walk(&game, game.side(), &mut keys);
        assert_eq!(found, keys, "{text}");
        (orders, ends.len())
    }

    #[test]
    fn each_end_of_a_turn_is_found_once() {
        let middle = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5";
        let three = ["1,2,3", "2,3,5", "1,4,6", "4,4,4", "1,1,1"];
        let (mut orders, mut ends) = (0, 0);
        for dice in three {
            let (some, distinct) = compare::<ThreeDice>(&format!("{middle} roll={dice}"));
            (orders, ends) = (orders + some, ends + distinct);
        }
        assert!(ends * 3 < orders, "{ends} of {orders}");
        compare::<DiceMoves>(&format!("{middle} roll=3"));
        compare::<DicePair>(&format!("{middle} roll=2,4"));
        compare::<DicePair>(&format!("{middle} roll=5,3"));
        // The only move is the lost turn.
        let lost = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 roll=1,1,1";
        assert_eq!(compare::<ThreeDice>(lost), (1, 1));
    }

    #[test]
    fn a_narrow_search_keeps_the_most_promising() {
        let text = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1 roll=2,6,6";
        let game = ThreeDice::parse(text).expect("a position");
        let (table, params) = (Table::new(1).expect("memory"), Params::default());
        let control = Control::new(Limits::default(), Side::White, 0, false);
        let evaluator = <ThreeDice as Searchable>::Evaluator::default();
        let tools =
            Tools { table: &table, control: &control, evaluator: &evaluator, params: &params };
        let mut worker = Worker::new(tools, History::new());
        let all = worker.ends(&game, Side::White, ROOT, &[], usize::MAX);
        let some = worker.ends(&game, Side::White, ROOT, &[], 1);
        assert!(some.len() < all.len());
        let takes = game.move_token(some[0].moves[0]) == "c3d5";
        assert!(takes || some[0].moves.iter().any(|m| game.move_token(*m) == "c3d5"));
    }
}
