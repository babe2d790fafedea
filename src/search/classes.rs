//! Chance nodes whose throws name classes of moves: throw and choice are searched together.
//!
//! The value before the throw depends only on the best value of each class: a throw is worth the best
//! of the classes that it names, or the lost turn where none of them has a move. So each move is
//! searched once, in a window that says how far the value of its class still matters:
//!
//! 1. *Probing*, for narrow windows: each class has a guessed value (from the last iteration, else the
//!    static one). The guesses say on which side of the window the node will lie, and are moved
//!    together towards the window as far as they can be while they would still prove it. Each class is
//!    then tested against its moved guess in a null window, the likely best move first; what comes out
//!    otherwise than expected changes the guesses. This is Star2 with a threshold for each class.
//! 2. *Sound windows* (Star1) for whatever probing has not settled: the class is searched between the
//!    values at which the bounds of all other classes decide the node.

use smallvec::SmallVec;

use super::chance::{ChanceNodes, RollValue, last_move};
use super::expectimax::{Place, Worker};
use super::ordering::{Scored, ScoredList};
use super::tt::{CLASSES, Entry, GUESS_UNIT};
use super::value::{Expectation, INFINITE, ONE, Value};
use super::{ThrowClasses, outcome_value};
use crate::game::{Game, MoveList, Node, Side};

/// Throw and choice are searched together.
pub struct ByClass;

/// The lost turn stands beside the classes.
const LAPSE: usize = CLASSES;
/// One more than there are, so that an index of three bits is always good.
const OPTIONS: usize = 8;

type Values = [Value; OPTIONS];

/// A throw: two of its options (equal, if it has one), the others, its weight.
#[derive(Copy, Clone, Debug)]
pub(super) struct Throw {
    first: u8,
    second: u8,
    others: u8,
    weight: u32,
}

/// The throws of a node, each with those of its options that are there.
#[derive(Clone, Debug)]
pub(super) struct Throws(SmallVec<[Throw; 16]>);

impl Throw {
    fn new(options: u8, weight: u32) -> Self {
        let first = options.trailing_zeros() as u8;
        let rest = options & (options - 1);
        let second = if rest == 0 { first } else { rest.trailing_zeros() as u8 };
        Throw { first, second, others: rest & rest.wrapping_sub(1), weight }
    }

    fn options(self) -> u8 {
        1 << self.first | 1 << self.second | self.others
    }

    /// What the throw is worth if the options have these values.
    #[inline(always)]
    fn best(self, values: &Values) -> Value {
        let pair = values[self.first as usize & 7].max(values[self.second as usize & 7]);
        if self.others == 0 { pair } else { pair.max(best(values, self.others)) }
    }
}

/// The best value among some options.
fn best(values: &Values, mut options: u8) -> Value {
    let mut best = -INFINITE;
    while options != 0 {
        best = best.max(values[options.trailing_zeros() as usize & 7]);
        options &= options - 1;
    }
    best
}

impl Throws {
    /// Leaves out the classes without moves; a throw of such classes only is a lost turn, or is left
    /// out where it is void.
    fn new(all: &[(u8, u32)], movable: u8, void: bool) -> Self {
        let mut throws = Throws(SmallVec::new());
        for (classes, weight) in all {
            let options = match classes & (movable | 1 << LAPSE) {
                0 if void => continue,
                0 => 1 << LAPSE,
                options => options,
            };
            match throws.0.iter_mut().find(|t| t.options() == options) {
                Some(throw) => throw.weight += weight,
                None => throws.0.push(Throw::new(options, *weight)),
            }
        }
        throws
    }

    fn options(&self) -> u8 {
        self.0.iter().fold(0, |all, throw| all | throw.options())
    }

    /// The value before the throw if the options have these values.
    fn expect(&self, values: &Values) -> Value {
        let mut e = Expectation::default();
        for throw in &self.0 {
            e.add(throw.best(values), throw.weight);
        }
        e.value()
    }

    /// The terms of the sum in which option `c` takes part, each with what it competes against,
    /// greatest first; and the sum of the other terms, and of all weights.
    fn competition(&self, values: &Values, c: usize) -> (SmallVec<[(i64, i64); 16]>, i64, i64) {
        let (mut rest, mut total) = (0, 0);
        let mut rivals: SmallVec<[(i64, i64); 16]> = SmallVec::new();
        for throw in &self.0 {
            let (options, weight) = (throw.options(), throw.weight as i64);
            total += weight;
            let rival = best(values, options & !(1 << c)).clamp(-ONE, ONE) as i64;
            if options >> c & 1 != 0 {
                rivals.push((rival, weight));
            } else {
                rest += rival * weight;
            }
        }
        rivals.sort_unstable_by_key(|r| -r.0);
        (rivals, rest, total)
    }

    /// The value of option `c` at which the weighted sum reaches `target` times all weights, the other
    /// options having these values; rounded down, or up. `None` if no value between ±[`ONE`] does.
    fn crossing(&self, values: &Values, c: usize, target: Value, up: bool) -> Option<Value> {
        let (rivals, rest, total) = self.competition(values, c);
        let goal = target as i64 * total;
        // Above all rivals the sum rises by every weight; below a rival, that term is fixed.
        let (mut fixed, mut slope) = (rest, rivals.iter().map(|r| r.1).sum::<i64>());
        for i in 0..=rivals.len() {
            if slope == 0 {
                return None;
            }
            let missing = goal - fixed;
            let x = if up { -(-missing).div_euclid(slope) } else { missing.div_euclid(slope) };
            let floor = rivals.get(i).map_or(-ONE as i64, |r| r.0);
            if x >= floor {
                return (x <= ONE as i64).then_some(x as Value);
            }
            if let Some((rival, weight)) = rivals.get(i) {
                fixed += rival * weight;
                slope -= weight;
            }
        }
        None
    }
}

/// A chance node under search.
struct Frame<'g, G: ThrowClasses> {
    game: &'g G,
    lapse: Option<G>,
    side: Side,
    at: Place,
    throws: Throws,
    /// The moves of each class, best first.
    moves: [ScoredList<G::Move>; CLASSES],
    low: Values,
    high: Values,
    guess: Values,
    best: [Option<G::Move>; CLASSES],
}

impl<'g, G: ThrowClasses> Frame<'g, G> {
    /// Generates and orders the moves; `None` if there are none.
    fn new(
        w: &mut Worker<G>,
        game: &'g G,
        side: Side,
        at: Place,
        entry: Option<Entry>,
    ) -> Option<Self> {
        let mut all = MoveList::new();
        game.class_moves(&mut all);
        let mut moves: [ScoredList<G::Move>; CLASSES] = Default::default();
        let mut movable = 0;
        for m in all {
            let classes = game.classes_of_move(m);
            movable |= classes;
            // Where whole searches hang on the order, the static value of what a move leads to is worth
            // its price; less so where an earlier search has told the best moves.
            let place = if at.depth > 1 + entry.is_some() as i32 {
                statically(w, game, side, at, m)
            } else {
                w.ordering.place(game, m, 0, at.ply, at.last)
            };
            for (c, list) in moves.iter_mut().enumerate() {
                if classes >> c & 1 != 0 {
                    let first = entry.is_some_and(|e| e.best[c].0 == game.code(m));
                    list.push((if first { i32::MAX } else { place }, m));
                }
            }
        }
        if movable == 0 {
            return None;
        }
        for list in &mut moves {
            list.sort_by_key(|(place, _)| -(*place as i64));
        }
        let throws = throws_of(w, game, movable);
        let lapses = throws.options() >> LAPSE & 1 != 0;
        let lapse = if lapses { game.lapse() } else { None };
        Some(Frame {
            throws,
            game,
            lapse,
            side,
            at,
            moves,
            low: [-INFINITE; OPTIONS],
            high: [INFINITE; OPTIONS],
            guess: [0; OPTIONS],
            best: [None; CLASSES],
        })
    }

    fn lower(&self) -> Value {
        self.throws.expect(&self.low)
    }

    fn upper(&self) -> Value {
        self.throws.expect(&self.high)
    }

    /// The options, those guessed best first.
    fn order(&self) -> SmallVec<[usize; OPTIONS]> {
        let options = self.throws.options();
        let mut order: SmallVec<[usize; OPTIONS]> =
            (0..OPTIONS).filter(|c| options >> c & 1 != 0).collect();
        let place = |c: usize| self.moves.get(c).map_or(0, |list| list[0].0);
        order.sort_by_key(|c| (-self.guess[*c], -(place(*c) as i64)));
        order
    }

    /// The value of one move, or of the lost turn.
    fn value_of(
        &self,
        w: &mut Worker<G>,
        m: Option<G::Move>,
        a: Value,
        b: Value,
        later: bool,
    ) -> Value {
        let (next, last) = match (m, &self.lapse) {
            (Some(m), _) => {
                let mut next = self.game.clone();
                next.play(m);
                (next, Some(self.game.slot(m)))
            }
            (None, Some(lapse)) => (lapse.clone(), None),
            (None, None) => unreachable!("void throws are no options"),
        };
        w.count();
        let at = Place { last, ..self.at };
        if later && b - a > 1 {
            w.narrow_then_wide(self.side, &next, at, a, b, 0)
        } else {
            w.child(self.side, &next, at, a, b)
        }
    }

    /// Searches an option in a window and notes what comes of it.
    fn search(&mut self, w: &mut Worker<G>, c: usize, a: Value, b: Value) {
        let mut best = -INFINITE;
        if c == LAPSE {
            best = self.value_of(w, None, a, b, false);
        }
        for i in 0..self.moves.get(c).map_or(0, |list| list.len()) {
            let m = self.moves[c][i].1;
            let value = self.value_of(w, Some(m), a.max(best), b, i > 0);
            if w.aborted {
                return;
            }
            if value > best {
                best = value;
                if value > a {
                    self.best[c] = Some(m);
                }
                if value >= b {
                    let before: &[Scored<G::Move>] = &self.moves[c][..i];
                    let (depth, ply) = (self.at.depth, self.at.ply);
                    w.ordering.reward(self.game, m, before, depth, ply, self.at.last);
                    // Tested again, this move is looked at first.
                    self.moves[c][..=i].rotate_right(1);
                    break;
                }
            }
        }
        if best > a {
            self.low[c] = self.low[c].max(best);
        }
        if best < b {
            self.high[c] = self.high[c].min(best);
        }
        self.guess[c] = self.guess[c].clamp(self.low[c], self.high[c].max(self.low[c]));
    }

    /// Fills the guesses from the table, else from static values.
    fn guess(&mut self, w: &mut Worker<G>, entry: Option<Entry>) {
        let known = entry.map(|e| e.best).unwrap_or_default();
        let mut fallback = None;
        for c in self.order() {
            self.guess[c] = match (known.get(c), self.moves.get(c)) {
                (Some((code, value)), _) if *code != 0 => *value as Value * GUESS_UNIT,
                (_, Some(list)) if entry.is_none() => list[0].0.clamp(-ONE, ONE),
                _ => *fallback.get_or_insert_with(|| w.evaluate(self.game)),
            };
        }
    }

    /// Tests guesses in null windows until a bound is proved or nothing more can be learned.
    fn probe(&mut self, w: &mut Worker<G>, alpha: Value, beta: Value) {
        const TESTS: usize = 24;
        for _ in 0..TESTS {
            let up = self.throws.expect(&self.guess) >= beta;
            let (slack, order) = (self.slack(up, alpha, beta), self.order());
            let open = |c: &usize| {
                let guess = self.guess[*c];
                let mark = if up { guess - slack } else { guess + slack };
                if up {
                    self.low[*c] < mark && mark > -ONE
                } else {
                    self.high[*c] > mark && mark < ONE
                }
            };
            let Some(c) = order.into_iter().find(open) else { return };
            if up {
                let mark = self.guess[c] - slack;
                self.search(w, c, mark - 1, mark);
            } else {
                let mark = self.guess[c] + slack;
                self.search(w, c, mark, mark + 1);
            }
            if w.aborted || self.lower() >= beta || self.upper() <= alpha {
                return;
            }
        }
    }

    /// By how much all guesses may be moved towards the window and still prove their side of it.
    fn slack(&self, up: bool, alpha: Value, beta: Value) -> Value {
        let mut slack = 0;
        for _ in 0..3 {
            let mut moved = self.guess;
            for (c, value) in moved.iter_mut().enumerate() {
                *value = if up {
                    self.low[c].max(*value - slack)
                } else {
                    self.high[c].min(*value + slack)
                };
            }
            let value = self.throws.expect(&moved);
            slack += if up { value - beta } else { alpha - value }.clamp(0, ONE);
        }
        slack.min(2 * ONE)
    }

    /// Searches each option in the window in which it still matters; settles the node.
    fn settle(&mut self, w: &mut Worker<G>, alpha: Value, beta: Value) {
        for c in self.order() {
            let (lower, upper) = (self.lower(), self.upper());
            if lower >= beta || upper <= alpha || lower == upper {
                return;
            }
            if self.low[c] >= self.high[c] {
                continue;
            }
            let (a, b) = self.window(c, alpha, beta);
            self.search(w, c, a, b);
            if w.aborted {
                return;
            }
        }
    }

    /// The window of an option: outside of it, the bounds of the others decide the node.
    fn window(&self, c: usize, alpha: Value, beta: Value) -> (Value, Value) {
        let (mut a, mut b) = (-INFINITE, INFINITE);
        if alpha >= ONE {
            // Only a win by every throw can be better.
            a = alpha;
        } else if alpha > -ONE {
            a = self.throws.crossing(&self.high, c, alpha, false).unwrap_or(a);
        }
        if beta <= -ONE {
            b = beta;
        } else if beta < ONE {
            b = self.throws.crossing(&self.low, c, beta, true).unwrap_or(b);
        }
        a = a.max(self.low[c]);
        b = b.min(self.high[c]);
        // Equal ends: the bounds already decide, and a null window costs least.
        (a, b.max(a + 1))
    }

    /// At depth 1 every child is a leaf with an exact value: no window helps, only order.
    fn leaves(&mut self, w: &mut Worker<G>, beta: Value) {
        let order = self.order();
        for first in [true, false] {
            for &c in &order {
                let count = self.moves.get(c).map_or(1, |list| list.len());
                for i in if first { 0..1 } else { 1..count } {
                    let m = self.moves.get(c).map(|list| list[i].1);
                    let value = self.value_of(w, m, -INFINITE, INFINITE, false);
                    if w.aborted {
                        return;
                    }
                    if value > self.low[c] {
                        self.low[c] = value;
                        if c != LAPSE {
                            self.best[c] = m;
                        }
                        if value > -ONE && beta < INFINITE && self.lower() >= beta {
                            for m in self.best.into_iter().flatten() {
                                w.ordering.reward(self.game, m, &[], 1, self.at.ply, self.at.last);
                            }
                            return;
                        }
                    }
                }
                if !first || count == 1 {
                    self.high[c] = self.low[c];
                }
            }
        }
    }

    fn note(&self, w: &Worker<G>) {
        let code = |c: usize| {
            let m = self.best[c].or(self.moves[c].first().map(|(_, m)| *m));
            let guess = self.guess[c].clamp(self.low[c], self.high[c].max(self.low[c]));
            let guess = guess.clamp(-ONE, ONE) / GUESS_UNIT;
            m.map_or((0, 0), |m| (self.game.code(m), guess as i16))
        };
        let entry = Entry {
            lower: self.lower(),
            upper: self.upper(),
            depth: self.at.depth.clamp(0, 255) as u8,
            best: std::array::from_fn(code),
        };
        w.shared.table.put(self.game.key(), self.at.turns, entry);
    }
}

impl<G: ThrowClasses> ChanceNodes<G> for ByClass {
    fn search(w: &mut Worker<G>, game: &G, at: Place, alpha: Value, beta: Value) -> Value {
        let side = thrower(game);
        if at.depth <= 0 {
            return w.leaf(game, side, at.turns);
        }
        let entry = w.shared.table.get(game.key(), at.turns);
        if let Some(entry) = entry
            && w.usable(entry.depth, at.depth)
        {
            if entry.lower >= beta || entry.lower == entry.upper {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        let Some(mut frame) = Frame::new(w, game, side, at, entry) else {
            return outcome_value(game.stuck(), side, at.turns);
        };
        if at.depth == 1 {
            frame.leaves(w, beta);
        } else {
            frame.guess(w, entry);
            let width = w.shared.params.probe_width as i64 * ONE as i64 / 1_000_000;
            let narrow = ((beta - alpha) as i64) <= width.max(1);
            if narrow && alpha > -ONE && beta < ONE {
                frame.probe(w, alpha, beta);
            }
            if !w.aborted {
                frame.settle(w, alpha, beta);
            }
        }
        if w.aborted {
            return 0;
        }
        frame.note(w);
        let (lower, upper) = (frame.lower(), frame.upper());
        if lower >= beta { lower } else { upper }
    }

    fn outcomes(w: &mut Worker<G>, game: &G, at: Place) -> (Value, Vec<RollValue<G>>) {
        let entry = w.shared.table.get(game.key(), at.turns);
        let Some(mut frame) = Frame::new(w, game, thrower(game), at, entry) else {
            return (0, Vec::new());
        };
        frame.guess(w, entry);
        frame.settle(w, -INFINITE, INFINITE);
        if !w.aborted {
            frame.note(w);
        }
        let mut all = Vec::new();
        game.rolls(|r, _| {
            let classes = G::classes_of_roll(r);
            let open = |c: &usize| *c == LAPSE || !frame.moves[*c].is_empty();
            let options = (0..=LAPSE).filter(|c| classes >> c & 1 != 0 && open(c));
            let best = options.max_by_key(|c| frame.low[*c]).unwrap_or(LAPSE);
            let value = frame.low[best];
            let mut next = game.clone();
            next.roll(r);
            // A lost turn is the only move; one passed by choice stands behind all others.
            let m = if best == LAPSE { last_move(&next) } else { frame.best[best] };
            all.push((r, value, m.into_iter().collect()));
            std::ops::ControlFlow::Continue(())
        });
        (frame.lower(), all)
    }
}

/// The throws of a node in which these classes have moves; made once a thread.
fn throws_of<G: ThrowClasses>(w: &mut Worker<G>, game: &G, movable: u8) -> Throws {
    if w.throws.is_empty() {
        let void = game.lapse().is_none();
        let all = |movable| Throws::new(G::throws(), movable, void);
        w.throws = (0..1 << CLASSES).map(all).collect();
    }
    w.throws[movable as usize].clone()
}

/// The static value of what a move leads to, for the side that makes it.
fn statically<G: ThrowClasses>(
    w: &mut Worker<G>,
    game: &G,
    side: Side,
    at: Place,
    m: G::Move,
) -> Value {
    let mut next = game.clone();
    next.play(m);
    w.count();
    let (actor, value) = match next.node() {
        Node::Over(outcome) => return outcome_value(outcome, side, at.turns + 1),
        Node::Chance(actor) => (actor, w.leaf(&next, actor, at.turns + 1)),
        Node::Decision(actor) => (actor, w.evaluate(&next)),
        Node::Sealed => return 0,
    };
    if actor == side { value } else { -value }
}

fn thrower<G: Game>(game: &G) -> Side {
    match game.node() {
        Node::Chance(side) => side,
        node => unreachable!("a throw is due, not {node:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Two dice that name six classes, a double naming all.
    fn dice() -> Vec<(u8, u32)> {
        let mut all = vec![(63, 6)];
        for a in 0..6 {
            all.extend((a + 1..6).map(|b| (1 << a | 1 << b, 2)));
        }
        all
    }

    #[test]
    fn two_dice_weigh_sorted_values_by_16_8_6_4_2() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..1000 {
            let mut values: Values = std::array::from_fn(|_| rng.random_range(-ONE..=ONE));
            let movable = rng.random_range(1..64u8);
            let value = Throws::new(&dice(), movable, false).expect(&values);
            let lapse = values[LAPSE] as i64;
            let mut sorted: Vec<i64> =
                (0..6).filter(|c| movable >> c & 1 != 0).map(|c| values[c] as i64).collect();
            sorted.sort_by_key(|v| -v);
            let free = 6 - sorted.len() as i64;
            let sum = sorted.iter().zip([16, 8, 6, 4, 2, 0]).map(|(v, w)| v * w).sum::<i64>()
                + free * (free - 1) * lapse;
            assert!((value as i64 * 36 - sum).abs() <= 18);
            values[LAPSE] = 0;
        }
    }

    #[test]
    fn crossings_are_where_the_expectation_crosses() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut found = 0;
        for _ in 0..5000 {
            let mut values: Values = std::array::from_fn(|_| rng.random_range(-ONE..=ONE));
            let movable = rng.random_range(1..64u8);
            let throws = Throws::new(&dice(), movable, false);
            let c = (0..OPTIONS).find(|c| throws.options() >> c & 1 != 0).unwrap();
            let target = rng.random_range(-ONE + 1..ONE);
            let mut at = |x: Value| {
                values[c] = x;
                throws.expect(&values)
            };
            let (bottom, top) = (at(-ONE), at(ONE));
            if let Some(x) = throws.crossing(&values, c, target, false) {
                found += 1;
                values[c] = x;
                assert!(throws.expect(&values) <= target);
            } else {
                assert!(bottom >= target || top <= target);
            }
            if let Some(x) = throws.crossing(&values, c, target, true) {
                values[c] = x;
                assert!(throws.expect(&values) >= target);
            }
        }
        assert!(found > 500);
    }
}
