//! Turns in which a side moves its whole army: many compulsory moves, whose order matters now and then
//! only, and far more ways through than can be looked at.
//!
//! 1. Small turns are searched exhaustively, positions merged by key, and their ends sifted
//!    (`Army::compare`).
//! 2. Else a *beam*: the most promising positions after each move are gone on from, not too many of them
//!    by the same last move. The men move in a fixed order there, from the first or from the last on.
//! 3. The ends are valued by what may follow (`Army::prospect`): many at a glance, the best closely.
//!    Static values are reckoned afresh for each position, as attacks change with every move: nearly all the
//!    time goes into the exchanges that may follow, not into the positions of the turn.
//! 4. The best of these are improved by other single moves and other orders, as long as that helps; then
//!    from a random change of the best, again and again.

use std::collections::HashMap;
use std::iter;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::expectimax::Worker;
use super::prospect::{Prospect, prospect_above, seen};
use super::turn::{KeyMap, KeySet};
use super::value::{INFINITE, ONE, Value};
use super::{Searchable, Stretch};
use crate::game::{Game, MoveList, Node, Side};

/// A way through the whole turn.
#[derive(Clone, Debug)]
pub(super) struct Way<G: Game> {
    pub(super) moves: Vec<G::Move>,
    /// The position after them.
    pub(super) end: G,
    /// What it is worth to the side whose turn it is: the static value, or that of what may follow.
    pub(super) value: Value,
}

/// In which order the men move.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Order {
    /// Each time the first man that has a move, as the game lists them.
    First,
    /// The last.
    Last,
    /// Any.
    Any,
}

/// Of so many positions that are gone on from, one may have the same last move.
const ALIKE: usize = 4;
/// For an exhaustive search at most so many times more positions are looked at than there seem to be ways.
const POSITIONS: usize = 3;
/// How many positions the first beam goes on from; each further one goes on from four times as many.
const FIRST_WIDTH: usize = 8;
/// With a limit of depth the last beam is this.
const WIDEST_AT_DEPTH: usize = 32;
/// With a limit of depth no more ways than this are searched exhaustively.
const FEW_AT_DEPTH: usize = 200;
/// How many ends are kept.
const KEPT: usize = 64;
/// How many of the best ends are improved after each beam.
const IMPROVED: usize = 3;
/// So many times more ways are glanced at than are valued by what may follow.
const GLANCED: usize = 4;
/// Of all the ends of a small turn so many are sifted first.
const SIFTED: usize = 600;
/// How many of the best ends are valued with [`DEEPER`] times as many captures, and of these with as many
/// times more, and so on.
const DEEPENED: [usize; 3] = [8, 4, 2];
const DEEPER: u64 = 4;
/// So many times the best of the ends sifted are valued again before the others are looked at.
const EARLY: usize = 2;
/// How many changes of a way are valued by what may follow, the most promising.
const CHANGES: usize = 12;

/// Whom to tell the best ways, and how many moves were looked at in a line.
pub(super) type Tell<'t, G> = &'t mut dyn FnMut(&[Way<G>], usize);

/// The search of one army's turn.
pub(super) struct Army<'w, 'a, G: Searchable> {
    pub(super) worker: &'w mut Worker<'a, G>,
    game: &'w G,
    side: Side,
    /// The first moves to choose from; empty for all.
    among: &'w [G::Move],
    /// Of so many threads this one: all find the same, and each begins elsewhere, so that the exchanges in
    /// the table save the first one time.
    share: (usize, usize),
    /// Prospects by key, with how many captures they have been looked for.
    known: KeyMap<(Prospect, u64)>,
}

impl<'w, 'a, G: Searchable> Army<'w, 'a, G> {
    pub(super) fn new(
        worker: &'w mut Worker<'a, G>,
        game: &'w G,
        side: Side,
        among: &'w [G::Move],
        share: (usize, usize),
    ) -> Self {
        Army { worker, game, side, among, share, known: HashMap::default() }
    }

    /// Searches the turn; tells the `wanted` best ways now and then, the best first. Nothing is told if
    /// there is no time for a single way.
    pub(super) fn search(&mut self, wanted: usize, tell: Tell<G>) {
        let mut first = self.follow(&[]);
        if self.worker.aborted {
            return;
        }
        let limits = *self.worker.shared.control.limits();
        let size = size(self.game);
        let value = self.prospect(&first.end);
        if !self.worker.aborted {
            first.value = value;
        }
        let mut best = vec![first];
        self.tell(&best, wanted, tell);
        let params = self.worker.shared.params;
        let (mut few, widest) = (params.army_few as usize, params.army_width as usize);
        if limits.depth.is_some() {
            few = few.min(FEW_AT_DEPTH);
        }
        if size <= few as f64
            && let Some(ways) = self.beam(Order::Any, usize::MAX, POSITIONS * few)
        {
            self.compare(ways, wanted, tell);
            return;
        }
        let mut improved = KeySet::default();
        let widths = iter::successors(Some(FIRST_WIDTH.min(widest)), |width| Some(width * 4));
        for width in widths.take_while(|width| *width <= widest) {
            for order in [Order::Last, Order::First] {
                if let Some(ways) = self.beam(order, width, usize::MAX) {
                    self.add(&mut best, ways, width / 4 + 4, wanted.max(2 * DEEPENED[0]));
                }
            }
            for i in 0..IMPROVED.min(best.len()) {
                if improved.insert(best[i].end.key()) {
                    let way = self.improve(best[i].clone(), CHANGES);
                    improved.insert(way.end.key());
                    self.insert(&mut best, way);
                }
            }
            self.deepen(&mut best, wanted, 1);
            self.tell(&best, wanted, tell);
            let enough = limits.depth.is_some() && width >= WIDEST_AT_DEPTH;
            if self.worker.aborted || enough {
                return;
            }
        }
        let deeper = params.exchange_captures as u64 * DEEPER;
        let mut rng = self.luck();
        let mut fruitless = 0;
        while fruitless < params.army_shakes && !self.worker.aborted {
            let shaken = self.shake(&best[0], &mut rng);
            let mut way = self.improve(shaken, CHANGES);
            let before = best[0].value;
            fruitless += 1;
            if way.value > before {
                way.value = self.deeper(&way.end, deeper).value;
            }
            if self.worker.aborted {
                break;
            }
            self.insert(&mut best, way);
            if best[0].value > before {
                self.tell(&best, wanted, tell);
                fruitless = 0;
            }
        }
        self.deepen(&mut best, wanted, DEEPENED.len());
        self.tell(&best, wanted, tell);
    }

    fn tell(&mut self, best: &[Way<G>], wanted: usize, tell: Tell<G>) {
        self.worker.report();
        tell(&best[..wanted.min(best.len())], self.worker.seldepth);
    }

    /// Values the `most` promising of these ways by what may follow, and adds them to the best, if they
    /// may be among the `wanted` best.
    fn add(&mut self, best: &mut Vec<Way<G>>, ways: Vec<Way<G>>, most: usize, wanted: usize) {
        for way in self.promising(ways, most) {
            let floor = best.get(wanted - 1).map_or(-INFINITE, |way| way.value);
            if let Some(value) = self.above(&way.end, floor) {
                self.insert(best, Way { value, ..way });
            }
            if self.worker.aborted {
                break;
            }
        }
    }

    /// The `most` promising of these ways, the best first: of some more with the best static values, by a
    /// glance at what may follow.
    fn promising(&mut self, mut ways: Vec<Way<G>>, most: usize) -> Vec<Way<G>> {
        ways.sort_by_key(|way| -way.value);
        ways.truncate(most.saturating_mul(GLANCED));
        let captures = self.worker.shared.params.exchange_glance as u64;
        self.revalue(&mut ways, usize::MAX, captures);
        ways.truncate(most);
        ways
    }

    /// Values the first `most` of these ways with so many captures in each exchange and sorts those
    /// valued, which stay before the others. Tells whether all of them are exact.
    fn revalue(&mut self, ways: &mut [Way<G>], most: usize, captures: u64) -> bool {
        let (index, threads) = self.share;
        let most = most.min(ways.len());
        ways[..most].rotate_left(most * index / threads);
        let mut exact = true;
        let mut valued = 0;
        for way in ways.iter_mut().take(most) {
            let found = self.deeper(&way.end, captures);
            if self.worker.aborted {
                break;
            }
            (way.value, exact) = (found.value, exact && found.complete);
            valued += 1;
        }
        ways[..valued].sort_by_key(|way| -way.value);
        exact
    }

    /// Finds the best of all ways. The most promising are glanced at, and the fewer are left the longer
    /// they are looked at; then none of the others is left out that may be better.
    fn compare(&mut self, mut ways: Vec<Way<G>>, wanted: usize, tell: Tell<G>) {
        let most = ways.len().min(wanted.max(DEEPENED[0]));
        let mut captures = self.worker.shared.params.exchange_glance as u64;
        let mut left = ways.len().min(most.max(SIFTED));
        while !self.revalue(&mut ways, left, captures) && left > most && !self.worker.aborted {
            captures *= DEEPER;
            left = (left / DEEPER as usize).max(most);
        }
        let mut rest = ways.split_off(most);
        let mut best = ways;
        self.tell(&best, wanted, tell);
        captures = captures.max(self.deepen(&mut best, wanted, EARLY));
        self.tell(&best, wanted, tell);
        let most = best.len();
        let (index, threads) = self.share;
        let start = rest.len() * index / threads;
        rest.rotate_left(start);
        for way in rest {
            let floor = best[most.min(wanted) - 1].value;
            if self.above(&way.end, floor).is_some_and(|value| value > floor) {
                let value = self.deeper(&way.end, captures).value;
                self.insert(&mut best, Way { value, ..way });
            }
            if self.worker.aborted {
                break;
            }
        }
        self.deepen(&mut best, wanted, DEEPENED.len());
        self.tell(&best, wanted, tell);
    }

    /// Adds a way, valued by what may follow, to the best, unless one with the same end is there.
    fn insert(&mut self, best: &mut Vec<Way<G>>, way: Way<G>) {
        let key = way.end.key();
        if !self.worker.aborted && best.iter().all(|other| other.end.key() != key) {
            let at = best.partition_point(|other| other.value >= way.value);
            best.insert(at, way);
            best.truncate(KEPT);
        }
    }

    fn goes_on(game: &G) -> bool {
        matches!(game.node(), Node::Decision(_)) && game.stretch() == Stretch::Army
    }

    fn moves(&self, game: &G, first: bool) -> MoveList<G::Move> {
        let mut moves = MoveList::new();
        game.moves(self.side, &mut moves);
        if first && !self.among.is_empty() {
            moves.retain(|m| self.among.contains(m));
        }
        moves
    }

    /// The static value for the side whose turn it is.
    fn promise(&mut self, game: &G) -> Value {
        seen(self.worker, game, self.side)
    }

    fn play(&mut self, game: &G, m: G::Move) -> G {
        let mut next = game.clone();
        next.play(m);
        self.worker.count();
        next
    }

    /// The way that makes, each time, the first of these moves that is still unmade and legal, else the
    /// move with the best static value.
    pub(super) fn follow(&mut self, wishes: &[G::Move]) -> Way<G> {
        let mut left: Vec<G::Move> = wishes.to_vec();
        let mut way = Way { moves: Vec::new(), end: self.game.clone(), value: 0 };
        while Self::goes_on(&way.end) {
            let moves = self.moves(&way.end, way.moves.is_empty());
            let (m, next) = match left.iter().position(|m| moves.contains(m)) {
                Some(i) => {
                    let m = left.remove(i);
                    (m, self.play(&way.end, m))
                }
                None => self.greedy(&way.end, &moves),
            };
            way.moves.push(m);
            way.end = next;
        }
        way.value = self.promise(&way.end);
        way
    }

    /// The move with the best static value, and the position after it.
    fn greedy(&mut self, game: &G, moves: &[G::Move]) -> (G::Move, G) {
        let mut best: Option<(Value, G::Move, G)> = None;
        for m in moves {
            let next = self.play(game, *m);
            let value = self.promise(&next);
            if best.as_ref().is_none_or(|(most, ..)| value > *most) {
                best = Some((value, *m, next));
            }
            if self.worker.aborted {
                break;
            }
        }
        let (_, m, next) = best.expect("a move is due");
        (m, next)
    }

    /// Ways through the turn with different ends, the most promising first. Of the positions after each
    /// move `width` are gone on from. `None` if more than `most` positions have been found, or the search
    /// was broken off.
    pub(super) fn beam(&mut self, order: Order, width: usize, most: usize) -> Option<Vec<Way<G>>> {
        struct Open<G> {
            game: G,
            step: usize,
            promise: Value,
        }
        // Each move with the step before it; step 0 is none.
        let mut steps: Vec<(usize, Option<G::Move>)> = vec![(0, None)];
        let mut seen = KeySet::default();
        let mut open = vec![Open { game: self.game.clone(), step: 0, promise: 0 }];
        let mut ends = Vec::new();
        while !open.is_empty() {
            let mut deeper = Vec::new();
            for start in &open {
                let mut moves = self.moves(&start.game, start.step == 0);
                let man = match order {
                    Order::First => moves.first(),
                    Order::Last => moves.last(),
                    Order::Any => None,
                };
                if let Some(man) = man.map(|m| start.game.man(*m)) {
                    moves.retain(|m| start.game.man(*m) == man);
                }
                for m in moves {
                    let game = self.play(&start.game, m);
                    if self.worker.aborted {
                        return None;
                    }
                    if !seen.insert(game.key()) {
                        continue;
                    }
                    let promise = self.promise(&game);
                    steps.push((start.step, Some(m)));
                    let found = Open { game, step: steps.len() - 1, promise };
                    let list = if Self::goes_on(&found.game) { &mut deeper } else { &mut ends };
                    list.push(found);
                }
                if steps.len() > most {
                    return None;
                }
            }
            if deeper.len() > width {
                deeper.sort_by_key(|o: &Open<G>| -o.promise);
                let mut counts: HashMap<u16, usize> = HashMap::new();
                let mut kept = 0;
                deeper.retain(|o| {
                    let code = steps[o.step].1.map_or(0, |m| o.game.code(m));
                    let count = counts.entry(code).or_default();
                    *count += 1;
                    kept += (*count * ALIKE <= width + ALIKE) as usize;
                    *count * ALIKE <= width + ALIKE && kept <= width
                });
            }
            open = deeper;
        }
        ends.sort_by_key(|o| -o.promise);
        let way = |o: Open<G>| {
            let mut moves = Vec::new();
            let mut step = o.step;
            while let (before, Some(m)) = steps[step] {
                moves.push(m);
                step = before;
            }
            moves.reverse();
            Way { moves, end: o.game, value: o.promise }
        };
        Some(ends.into_iter().map(way).collect())
    }

    /// What an end is worth by what may follow: the exchange that either side may begin, as far as it can
    /// be solved, and the static value of each other outcome, all with their exact chances.
    pub(super) fn prospect(&mut self, end: &G) -> Value {
        self.above(end, -INFINITE).unwrap_or(-ONE)
    }

    /// The prospect of an end if it may be above a floor.
    fn above(&mut self, end: &G, floor: Value) -> Option<Value> {
        let captures = self.worker.shared.params.exchange_captures as u64;
        self.look(end, captures, floor).map(|found| found.value)
    }

    /// The prospect of an end with so many captures in each exchange, or with more.
    fn deeper(&mut self, end: &G, captures: u64) -> Prospect {
        let nothing = Prospect { value: -ONE, complete: false };
        self.look(end, captures, -INFINITE).unwrap_or(nothing)
    }

    fn look(&mut self, end: &G, captures: u64, floor: Value) -> Option<Prospect> {
        let key = end.key();
        if let Some((found, with)) = self.known.get(&key)
            && (found.complete || *with >= captures)
        {
            return Some(*found);
        }
        let found = prospect_above(self.worker, end, self.side, captures, floor)?;
        if !self.worker.aborted {
            self.known.insert(key, (found, captures));
        }
        Some(found)
    }

    /// Values the best ways again with more and more captures in each exchange, fewer ways each time. Those
    /// left, at least as many as are wanted, have been valued alike. Tells with how many captures.
    fn deepen(&mut self, best: &mut Vec<Way<G>>, wanted: usize, levels: usize) -> u64 {
        let mut captures = self.worker.shared.params.exchange_captures as u64;
        for most in &DEEPENED[..levels] {
            captures *= DEEPER;
            let most = best.len().min(wanted.max(*most));
            let exact = self.revalue(best, most, captures);
            if self.worker.aborted {
                break;
            }
            best.truncate(most);
            if exact {
                break;
            }
        }
        captures
    }

    /// Improves a way, valued by its prospect, by other single moves and by other orders, as long as
    /// that helps. Of the changes the `most` promising are valued each time.
    pub(super) fn improve(&mut self, mut way: Way<G>, most: usize) -> Way<G> {
        let mut tried = KeySet::default();
        loop {
            tried.insert(way.end.key());
            let mut changed = self.changes(&way);
            changed.retain(|other| tried.insert(other.end.key()));
            let mut better: Option<Way<G>> = None;
            for other in self.promising(changed, most) {
                let floor = better.as_ref().map_or(way.value, |b| b.value);
                let value = self.above(&other.end, floor);
                if self.worker.aborted {
                    break;
                }
                if let Some(value) = value.filter(|value| *value > floor) {
                    better = Some(Way { value, ..other });
                }
            }
            match better {
                Some(better) => way = better,
                None => return way,
            }
            if self.worker.aborted {
                return way;
            }
        }
    }

    /// All ways that differ in the move of one man, or in when it is made, with their static values.
    fn changes(&mut self, way: &Way<G>) -> Vec<Way<G>> {
        let mut found = Vec::new();
        let mut game = self.game.clone();
        for (i, made) in way.moves.iter().enumerate() {
            let man = game.man(*made);
            for m in self.moves(&game, i == 0) {
                if m == *made || self.worker.aborted {
                    continue;
                }
                let mut wishes = way.moves.clone();
                if game.man(m) == man {
                    wishes[i] = m;
                } else {
                    // Another man first, as planned or to elsewhere.
                    let later = (i + 1..wishes.len()).find(|j| game.man(wishes[*j]) == game.man(m));
                    let Some(later) = later.filter(|j| wishes[*j] == m || *j == i + 1) else {
                        continue;
                    };
                    wishes.remove(later);
                    wishes.insert(i, m);
                }
                found.push(self.follow(&wishes));
            }
            game.play(*made);
        }
        found
    }

    /// A way with a few moves changed at random.
    pub(super) fn shake(&mut self, way: &Way<G>, rng: &mut Xoshiro256PlusPlus) -> Way<G> {
        let mut way = way.clone();
        for _ in 0..rng.random_range(2..=3) {
            let i = rng.random_range(0..way.moves.len());
            let mut game = self.game.clone();
            way.moves[..i].iter().for_each(|m| game.play(*m));
            let moves = self.moves(&game, i == 0);
            let mut wishes = way.moves[..i].to_vec();
            wishes.push(moves[rng.random_range(0..moves.len())]);
            wishes.extend(&way.moves[i..]);
            way = self.follow(&wishes);
        }
        way.value = self.prospect(&way.end);
        way
    }

    /// A generator that depends on the position alone.
    pub(super) fn luck(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.game.key())
    }
}

/// How many ways there seem to be through the turn of an army, reckoned along one of them.
pub fn size<G: Searchable>(game: &G) -> f64 {
    let mut game = game.clone();
    let mut size = 1.0;
    while let Node::Decision(side) = game.node()
        && game.stretch() == Stretch::Army
    {
        let mut moves = MoveList::new();
        game.moves(side, &mut moves);
        let man = game.man(moves[0]);
        size *= moves.iter().filter(|m| game.man(**m) == man).count() as f64;
        game.play(moves[0]);
    }
    size
}
