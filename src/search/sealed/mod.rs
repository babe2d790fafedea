//! Search of games with sealed turns. All values are White's.
//!
//! A sealed turn is a matrix game whose entries are the values of the positions after it. It is solved
//! by the double oracle in a window ([`oracle`]); before that, where it pays, by the two serialised
//! games in which one side shows its choice first (`serial`): bounds by alpha-beta alone. Leaves are
//! valued by [`leaf`]; [`root`] deepens and gives the strategies. Decisions and throws, which such
//! games may have as well, are searched without windows on throws.

pub mod leaf;
pub mod oracle;
pub mod root;
mod serial;

use std::ops::ControlFlow;

use super::expectimax::{Evals, MAX_PLY, is_stuck};
use super::root::Tools;
use super::tt::{CLASSES, Entry};
use super::value::{Expectation, INFINITE, ONE, Value, is_decided};
use super::{Evaluator, Searchable, outcome_value};
use crate::game::{History, MoveList, Node, Side};
use oracle::{Cells, Found, double_oracle};

/// How many choices a side's support keeps in the table.
const KEPT: usize = CLASSES / 2;

/// Probabilities in the table.
const SCALE: f64 = 10_000.0;

/// What one thread knows about choices, by side, man and target: how much they were worth playing
/// elsewhere.
struct Habits(Box<[[[i32; 128]; 16]; 2]>);

impl Habits {
    const MOST: i32 = 1 << 14;

    fn of<G: Searchable>(&self, game: &G, side: Side, m: G::Move) -> i32 {
        let (man, target) = game.slot(m);
        self.0[side.index()][man][target]
    }

    /// Moves the entry towards how probable the choice was.
    fn learn<G: Searchable>(&mut self, game: &G, side: Side, m: G::Move, probability: f64) {
        let (man, target) = game.slot(m);
        let entry = &mut self.0[side.index()][man][target];
        *entry += ((probability * Self::MOST as f64) as i32 - *entry) / 8;
    }
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Searchable> {
    shared: Tools<'a, G>,
    history: History,
    habits: Habits,
    evals: Evals,
    /// Buffers for entries, by turns below the root.
    cells: Vec<Cells>,
    unreported: u64,
    allowance: u64,
    aborted: bool,
    seldepth: usize,
}

/// A position's place in the search: turns left and turns below the root.
#[derive(Copy, Clone)]
struct At {
    depth: i32,
    turns: i32,
}

/// The choices at a sealed turn.
struct Choices<M> {
    white: Vec<M>,
    black: Vec<M>,
}

impl<'a, G: Searchable> Worker<'a, G> {
    fn new(shared: Tools<'a, G>, history: History) -> Self {
        Worker {
            shared,
            history,
            habits: Habits(Box::new([[[0; 128]; 16]; 2])),
            evals: Evals::default(),
            cells: Vec::new(),
            unreported: 0,
            allowance: shared.control.allowance(),
            aborted: false,
            seldepth: 0,
        }
    }

    #[inline]
    fn count(&mut self, nodes: u64) {
        self.unreported += nodes;
        if self.unreported >= self.allowance {
            self.report();
        }
    }

    /// Tells the control about all nodes so far, and learns whether to break off.
    fn report(&mut self) {
        self.aborted |= self.shared.control.report(self.unreported);
        self.unreported = 0;
        self.allowance = self.shared.control.allowance();
    }

    /// The value of a position that an event has led to; `at` is the position's own place.
    fn child(&mut self, next: &G, at: At, alpha: Value, beta: Value) -> Value {
        let node = next.node();
        if let Node::Over(outcome) = node {
            return outcome_value(outcome, Side::White, at.turns);
        }
        let occurrence = next.occurrence();
        if occurrence.is_some_and(|key| self.history.count(key) >= 2) {
            return 0;
        }
        self.history.push(occurrence);
        let value = self.value(next, node, at, alpha, beta);
        self.history.pop(occurrence);
        value
    }

    /// The value of a position in a window, meaningless once the search is broken off.
    fn value(&mut self, game: &G, node: Node, at: At, alpha: Value, beta: Value) -> Value {
        self.seldepth = self.seldepth.max(at.turns as usize);
        match node {
            Node::Over(outcome) => outcome_value(outcome, Side::White, at.turns),
            Node::Decision(side) => self.decision(game, side, at),
            Node::Chance(side) => self.chance(game, side, at),
            Node::Sealed if at.depth <= 0 => self.leaf(game),
            Node::Sealed => self.sealed(game, at, alpha, beta),
        }
    }

    fn leaf(&mut self, game: &G) -> Value {
        let mut pairs = 0;
        let value = self.evals.get(game.key(), || {
            let (value, looked) = leaf::value(self.shared.evaluator, game);
            pairs = looked;
            value
        });
        self.count(pairs);
        value
    }

    fn seen_by(side: Side, value: Value) -> Value {
        if side == Side::White { value } else { -value }
    }

    fn decision(&mut self, game: &G, side: Side, at: At) -> Value {
        if at.depth <= 0 || at.turns >= MAX_PLY as i32 {
            return Self::seen_by(side, self.shared.evaluator.evaluate(game));
        }
        let mut moves = MoveList::new();
        game.moves(side, &mut moves);
        let mut best = None;
        for m in moves {
            let mut next = game.clone();
            next.play(m);
            self.count(1);
            if self.aborted {
                return 0;
            }
            let ends = G::turn_ends(side, next.node()) as i32;
            let place = At { depth: at.depth - ends, turns: at.turns + ends };
            let value = Self::seen_by(side, self.child(&next, place, -INFINITE, INFINITE));
            best = best.max(Some(value));
        }
        match best {
            Some(best) => Self::seen_by(side, best),
            None => outcome_value(game.stuck(), Side::White, at.turns),
        }
    }

    fn chance(&mut self, game: &G, side: Side, at: At) -> Value {
        if is_stuck(game) {
            return outcome_value(game.stuck(), Side::White, at.turns);
        }
        if at.depth <= 0 {
            return Self::seen_by(side, self.shared.evaluator.evaluate(game));
        }
        let mut e = Expectation::default();
        game.rolls(|r, weight| {
            let mut next = game.clone();
            next.roll(r);
            let ends = G::turn_ends(side, next.node()) as i32;
            let place = At { depth: at.depth - ends, turns: at.turns + ends };
            e.add(self.child(&next, place, -INFINITE, INFINITE), weight);
            if self.aborted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        e.value()
    }

    /// The value of a sealed turn in a window.
    fn sealed(&mut self, game: &G, at: At, alpha: Value, beta: Value) -> Value {
        if self.aborted {
            return 0;
        }
        let key = game.key();
        let mut known = self.shared.table.get(key, at.turns);
        if let Some(entry) = known.filter(|e| e.depth as i32 == at.depth) {
            if entry.lower >= entry.upper || entry.lower >= beta {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        let serial = at.depth >= self.shared.params.serial_depth;
        if serial && let Some(value) = self.serial_bounds(game, at, alpha, beta) {
            return value;
        }
        if at.depth > 1 && known.is_none() {
            // A shallower search tells where to begin.
            self.sealed(game, At { depth: at.depth - 1, ..at }, -INFINITE, INFINITE);
            known = self.shared.table.get(key, at.turns);
        }
        let choices = self.choices(game);
        let start = self.start(game, &choices, known);
        let Some(found) = self.equilibrium(game, &choices, start, at, (alpha, beta)) else {
            return 0;
        };
        let Some(value) = self.worth(game, &choices, &found, at, alpha) else { return 0 };
        self.learn(game, &choices, &found);
        let (lower, upper) = if found.exact() {
            (value, value)
        } else if value <= alpha {
            (-INFINITE, value)
        } else {
            (value, INFINITE)
        };
        let best = remembered(game, &choices, &found);
        let depth = at.depth.min(u8::MAX as i32) as u8;
        self.shared.table.put(key, at.turns, Entry { lower, upper, depth, best });
        value
    }

    fn choices(&self, game: &G) -> Choices<G::Move> {
        let list = |side| {
            let mut moves: MoveList<G::Move> = MoveList::new();
            game.moves(side, &mut moves);
            moves.into_vec()
        };
        Choices { white: list(Side::White), black: list(Side::Black) }
    }

    /// Where the double oracle begins: with the supports that the table knows, else with what was worth
    /// playing elsewhere.
    fn start(&self, game: &G, choices: &Choices<G::Move>, known: Option<Entry>) -> [Vec<usize>; 2] {
        Side::BOTH.map(|side| {
            let moves = choices.of(side);
            let mut first = Vec::new();
            if let Some(entry) = known {
                for (code, _) in &entry.best[side.index() * KEPT..][..KEPT] {
                    let at = moves.iter().position(|m| game.code(*m) == *code);
                    first.extend(at.filter(|i| !first.contains(i)));
                }
            }
            if first.is_empty() {
                let habit = |i: &usize| self.habits.of(game, side, moves[*i]);
                // Of equals the first.
                first.extend((0..moves.len()).rev().max_by_key(habit));
            }
            first
        })
    }

    /// Solves the sealed turn as far as the window asks for; `None` if broken off.
    fn equilibrium(
        &mut self,
        game: &G,
        choices: &Choices<G::Move>,
        [rows, columns]: [Vec<usize>; 2],
        at: At,
        window: (Value, Value),
    ) -> Option<Found> {
        let ply = at.turns as usize;
        if self.cells.len() <= ply {
            self.cells.resize_with(ply + 1, Cells::default);
        }
        let mut cells = std::mem::take(&mut self.cells[ply]);
        cells.reset(choices.white.len(), choices.black.len());
        let mut look = |w: usize, b: usize, alpha, beta| {
            self.pair(game, choices.white[w], choices.black[b], at, alpha, beta)
        };
        let found = double_oracle(&mut cells, rows, columns, window, &mut look);
        self.cells[ply] = cells;
        found
    }

    /// The value of the position after a pair of choices; `None` if broken off.
    fn pair(
        &mut self,
        game: &G,
        white: G::Move,
        black: G::Move,
        at: At,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        self.count(1);
        if self.aborted {
            return None;
        }
        let mut next = game.clone();
        next.play_sealed(white, black);
        let place = At { depth: at.depth - 1, turns: at.turns + 1 };
        let value = self.child(&next, place, alpha, beta);
        (!self.aborted).then_some(value)
    }

    /// The value of what was found in a window from `alpha`. A turn is decided if one choice wins whatever
    /// the other side does: then it is the distance of the latest such end that counts.
    fn worth(
        &mut self,
        game: &G,
        choices: &Choices<G::Move>,
        found: &Found,
        at: At,
        alpha: Value,
    ) -> Option<Value> {
        let one = ONE as f64 - 0.5;
        if found.exact() && found.low >= one {
            let row = choices.white[found.rows[0].0];
            let mut worst = INFINITE;
            for b in &choices.black {
                worst = worst.min(self.pair(game, row, *b, at, -INFINITE, INFINITE)?);
            }
            return Some(if is_decided(worst) { worst } else { ONE });
        }
        if found.exact() && found.high <= -one {
            let column = choices.black[found.columns[0].0];
            let mut worst = -INFINITE;
            for w in &choices.white {
                worst = worst.max(self.pair(game, *w, column, at, -INFINITE, INFINITE)?);
            }
            return Some(if is_decided(worst) { worst } else { -ONE });
        }
        Some(if found.exact() {
            ((found.low + found.high) / 2.0).round() as Value
        } else if found.high <= alpha as f64 {
            // Nothing is known but that the value is no greater.
            found.high.round() as Value
        } else {
            found.low.round() as Value
        })
    }

    /// Notes what was worth playing, and that what it was begun with was not.
    fn learn(&mut self, game: &G, choices: &Choices<G::Move>, found: &Found) {
        for (side, mix) in [(Side::White, &found.rows), (Side::Black, &found.columns)] {
            for (i, p) in mix {
                self.habits.learn(game, side, choices.of(side)[*i], *p);
            }
        }
    }
}

/// The supports as the table keeps them: codes with probabilities, most probable first.
fn remembered<G: Searchable>(
    game: &G,
    choices: &Choices<G::Move>,
    found: &Found,
) -> [(u16, i16); CLASSES] {
    let mut best = [(0, 0); CLASSES];
    for (side, mix) in [(Side::White, &found.rows), (Side::Black, &found.columns)] {
        let moves = choices.of(side);
        // A place that is left over is filled, so that nothing older is taken for a part of the mix.
        for (k, kept) in best[side.index() * KEPT..][..KEPT].iter_mut().enumerate() {
            let (i, p) = mix[k.min(mix.len() - 1)];
            *kept = (game.code(moves[i]), (p * SCALE) as i16);
        }
    }
    best
}

impl<M> Choices<M> {
    fn of(&self, side: Side) -> &[M] {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}
