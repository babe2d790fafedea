//! One thread's search: decisions, their children, windows, quiescence.
//!
//! All values are from the view of the side to act in the position at hand. Bounds are fail-soft.

use std::ops::ControlFlow;

use super::chance::ChanceNodes;
use super::classes::Throws;
use super::ordering::{Last, Ordering, pick};
use super::params::CENTIPAWN;
use super::root::Tools;
use super::tt::{CLASSES, Entry};
use super::value::{INFINITE, ONE, Value, WIN, is_decided};
use super::{Evaluator, Searchable, outcome_value};
use crate::game::{Game, History, MoveList, Node, Side};

/// Deepest line, in events below the root.
pub const MAX_PLY: usize = 128;

/// Where a node lies: turns left, distance from the root in events and in turns.
#[derive(Copy, Clone)]
pub struct Place {
    /// Turns left to search.
    pub depth: i32,
    /// Events below the root.
    pub ply: usize,
    /// Turns below the root.
    pub turns: i32,
    /// The move before, for counter moves.
    pub last: Last,
}

/// One thread of a search.
pub struct Worker<'a, G: Searchable> {
    pub(super) shared: Tools<'a, G>,
    pub(super) ordering: Ordering,
    pub(super) aborted: bool,
    history: History,
    /// Occurrences before the root.
    played: usize,
    unreported: u64,
    allowance: u64,
    pub(super) seldepth: usize,
    pv: Vec<Vec<G::Move>>,
    evals: Evals,
    /// What a draw by repetition is worth to the side at the root.
    pub(super) standoff: Value,
    /// By the classes that have moves: kept by [`super::classes`].
    pub(super) throws: Vec<Throws>,
}

/// Whether no throw is due in a chance node after all: the game is over.
pub(super) fn is_stuck<G: Game>(game: &G) -> bool {
    let mut stuck = true;
    game.rolls(|_, _| {
        stuck = false;
        ControlFlow::Break(())
    });
    stuck
}

/// A cache of static values, small enough to stay near the processor: each slot packs the upper bits of
/// the key over the value.
pub(super) struct Evals(Vec<u64>);

impl Default for Evals {
    fn default() -> Self {
        Evals(vec![0; Self::SLOTS])
    }
}

impl Evals {
    const SLOTS: usize = 1 << 16;
    /// Bits of a value, sign included.
    const BITS: u32 = 26;

    pub(super) fn get(&mut self, key: u64, compute: impl FnOnce() -> Value) -> Value {
        let slot = &mut self.0[key as usize % Self::SLOTS];
        if (*slot ^ key) >> Self::BITS == 0 {
            // The shifts bring back the sign.
            return ((*slot << (64 - Self::BITS)) as i64 >> (64 - Self::BITS)) as Value;
        }
        let value = compute();
        *slot = key >> Self::BITS << Self::BITS | value as u64 & ((1 << Self::BITS) - 1);
        value
    }
}

impl<'a, G: Searchable> Worker<'a, G> {
    /// A thread that starts at a position with this history (which includes the position).
    pub fn new(shared: Tools<'a, G>, history: History) -> Self {
        let allowance = shared.control.allowance();
        Worker {
            shared,
            ordering: Ordering::new(MAX_PLY + 2),
            aborted: false,
            played: history.len(),
            history,
            unreported: 0,
            allowance,
            seldepth: 0,
            pv: vec![Vec::new(); MAX_PLY + 2],
            evals: Evals::default(),
            standoff: 0,
            throws: Vec::new(),
        }
    }

    /// The principal line below a ply, as the last search there left it.
    pub(super) fn line(&self, ply: usize) -> &[G::Move] {
        &self.pv[ply]
    }

    pub(super) fn selective(&self) -> bool {
        G::SELECTIVE && self.shared.params.selective
    }

    /// Whether only the most promising ways through a turn of several moves are looked at.
    pub(super) fn selective_turns(&self) -> bool {
        G::WHOLE_TURNS && self.shared.params.selective
    }

    /// Counts a move made; now and then asks whether to break off.
    #[inline]
    pub(super) fn count(&mut self) {
        self.unreported += 1;
        if self.unreported >= self.allowance {
            self.report();
        }
    }

    /// Tells the control about all nodes so far.
    pub fn report(&mut self) {
        self.aborted |= self.shared.control.report(self.unreported);
        self.unreported = 0;
        self.allowance = self.shared.control.allowance();
    }

    /// The static value, remembered for a while.
    #[inline]
    pub(super) fn evaluate(&mut self, game: &G) -> Value {
        self.evals.get(game.key(), || self.shared.evaluator.evaluate(game))
    }

    /// The static value before a throw, or the end of the game if none is due after all.
    #[inline]
    pub(super) fn leaf(&mut self, game: &G, side: Side, turns: i32) -> Value {
        const STUCK: Value = INFINITE;
        let value = self.evals.get(game.key(), || {
            if is_stuck(game) { STUCK } else { self.shared.evaluator.evaluate(game) }
        });
        if value == STUCK { outcome_value(game.stuck(), side, turns) } else { value }
    }

    /// The value for `side` of the position `next` that its event has led to from `at`.
    #[inline]
    pub(super) fn child(
        &mut self,
        side: Side,
        next: &G,
        at: Place,
        alpha: Value,
        beta: Value,
    ) -> Value {
        let node = next.node();
        let actor = match node {
            Node::Over(outcome) => {
                self.pv[at.ply + 1].clear();
                return outcome_value(outcome, side, at.turns + 1);
            }
            Node::Decision(actor) | Node::Chance(actor) => actor,
            Node::Sealed => unreachable!("sealed turns have a search of their own"),
        };
        let turn_ends = G::turn_ends(side, node);
        let occurrence = next.occurrence();
        if let Some(key) = occurrence
            && self.repeated(key)
        {
            self.pv[at.ply + 1].clear();
            if self.history.count(key) >= 2 {
                // The side at the root acts after an even number of turns.
                return if at.turns % 2 == 0 { self.standoff } else { -self.standoff };
            }
            if G::STANDSTILL == 0 {
                return 0;
            }
            let value = self.evaluate(next) / 100 * G::STANDSTILL;
            return if actor == side { value } else { -value };
        }
        let place = Place {
            depth: at.depth - turn_ends as i32,
            ply: at.ply + 1,
            turns: at.turns + turn_ends as i32,
            last: at.last,
        };
        self.history.push(occurrence);
        let value = if actor == side {
            self.node(next, node, place, alpha, beta)
        } else {
            -self.node(next, node, place, -beta, -alpha)
        };
        self.history.pop(occurrence);
        value
    }

    /// Whether the position has been there before, in the game or the line.
    pub(super) fn has_been(&self, game: &G) -> bool {
        game.occurrence().is_some_and(|key| self.history.count(key) > 0)
    }

    /// Whether a position must be taken for a draw by repetition. Without dice, one repetition in the
    /// line already shows that nobody makes progress; it hardly does less where throws are taken to
    /// change nothing.
    pub(super) fn repeated(&self, key: u64) -> bool {
        let count = self.history.count(key);
        count >= 2
            || (!G::CHANCE || self.selective())
                && count == 1
                && self.history.count_since(self.played.saturating_sub(1), key) > 0
    }

    /// The value of a position for the side to act in it.
    #[inline]
    pub(super) fn node(
        &mut self,
        game: &G,
        node: Node,
        at: Place,
        alpha: Value,
        beta: Value,
    ) -> Value {
        if self.aborted {
            return 0;
        }
        // Nothing here can be better than winning with the next event, nor worse than having lost.
        let (best, worst) = (WIN - at.turns - 1, at.turns - WIN);
        if alpha >= best {
            return best;
        }
        if beta <= worst {
            return worst;
        }
        self.seldepth = self.seldepth.max(at.ply);
        match node {
            Node::Decision(side) => self.decision(game, side, at, alpha, beta),
            _ => {
                self.pv[at.ply].clear();
                let deepest = Place { depth: 0, ..at };
                let at = if at.ply >= MAX_PLY { deepest } else { at };
                G::Chance::search(self, game, at, alpha, beta)
            }
        }
    }

    /// The value of a decision.
    fn decision(
        &mut self,
        game: &G,
        side: Side,
        mut at: Place,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        self.pv[at.ply].clear();
        if at.ply >= MAX_PLY {
            return self.evaluate(game);
        }
        if G::WHOLE_TURNS {
            return self.turn(game, side, at, alpha, beta);
        }
        let selective = self.selective();
        let checked = G::SELECTIVE && game.in_check();
        if selective && checked {
            at.depth += 1;
        }
        if at.depth <= 0 {
            return self.quiescence(game, side, at, alpha, beta);
        }
        let wide = beta - alpha > 1;
        let known = self.shared.table.get(game.key(), at.turns);
        let mut table_move = 0;
        if let Some(entry) = known {
            table_move = entry.best[0].0;
            if !wide && self.usable(entry.depth, at.depth) {
                if entry.lower >= beta {
                    return entry.lower;
                }
                if entry.upper <= alpha {
                    return entry.upper;
                }
            }
        }
        let mut statically = 0;
        if selective && !checked {
            statically = self.evaluate(game);
            // What the table knows is better than the static value, where it points that way.
            if let Some(entry) = known {
                statically = statically.clamp(entry.lower, entry.upper.max(entry.lower));
            }
            if !wide && let Some(value) = self.cut(game, side, at, statically, beta) {
                return value;
            }
            if table_move == 0 && at.depth >= 4 {
                at.depth -= 1;
            }
        }

        let mut moves = MoveList::new();
        game.candidates(side, &mut moves);
        let mut scored = self.ordering.score(game, &moves, table_move, at.ply, at.last);
        let (floor, mut best, mut best_code) = (alpha, -INFINITE, 0);
        let (mut refused, mut quiets) = (0, 0);
        for i in 0..scored.len() {
            let (place, m) = pick(&mut scored, i);
            let quiet = Ordering::is_quiet(place);
            if selective && best > -ONE && !checked {
                let skip = if quiet {
                    quiets += 1;
                    self.hopeless(at.depth, quiets, statically, alpha, wide)
                } else {
                    Ordering::is_bad(place) && !wide && at.depth <= 2
                };
                if skip {
                    // What was left out may be worth as much as the window's lower end.
                    best = best.max(alpha);
                    continue;
                }
            }
            let mut next = game.clone();
            next.play(m);
            if !game.permits(m, &next) {
                refused += 1;
                continue;
            }
            self.count();
            let below = Place { last: Some(game.slot(m)), ..at };
            let index = i - refused;
            let value = if index == 0 {
                self.child(side, &next, below, alpha, beta)
            } else {
                let late = index >= 2 + wide as usize && at.depth >= 3;
                let cut = if selective && quiet && !checked && late {
                    self.reduction(at.depth, index, wide, place)
                } else {
                    0
                };
                self.narrow_then_wide(side, &next, below, alpha, beta, cut)
            };
            if self.aborted {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_code = game.code(m);
                    self.extend_line(at.ply, &[m]);
                    if value >= beta {
                        self.ordering.reward(game, m, &scored[..i], at.depth, at.ply, at.last);
                        break;
                    }
                }
            }
        }
        if refused == scored.len() {
            return outcome_value(game.stuck(), side, at.turns);
        }
        let lower = if best > floor { best } else { -INFINITE };
        let upper = if best < beta { best } else { INFINITE };
        let mut codes = [0; CLASSES];
        codes[0] = best_code;
        self.note(game.key(), at, lower, upper, codes);
        best
    }

    /// Whether a table result of this depth can stand for a search of that depth.
    pub(super) fn usable(&self, known: u8, wanted: i32) -> bool {
        if self.selective() { known as i32 >= wanted } else { known as i32 == wanted }
    }

    pub(super) fn note(
        &self,
        key: u64,
        at: Place,
        lower: Value,
        upper: Value,
        codes: [u16; CLASSES],
    ) {
        let best = codes.map(|code| (code, 0));
        let entry = Entry { lower, upper, depth: at.depth.clamp(0, 255) as u8, best };
        self.shared.table.put(key, at.turns, entry);
    }

    /// Nothing is expected to follow at this ply.
    pub(super) fn clear_line(&mut self, ply: usize) {
        self.pv[ply].clear();
    }

    /// Makes the moves and the line below them the line of this ply.
    pub(super) fn extend_line(&mut self, ply: usize, moves: &[G::Move]) {
        let (upper, lower) = self.pv.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].extend_from_slice(moves);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// A later child: first whether it beats `alpha` at all (perhaps at reduced depth), then its value.
    pub(super) fn narrow_then_wide(
        &mut self,
        side: Side,
        next: &G,
        at: Place,
        alpha: Value,
        beta: Value,
        reduction: i32,
    ) -> Value {
        let mut value = INFINITE;
        if reduction > 0 {
            let reduced = Place { depth: at.depth - reduction, ..at };
            value = self.child(side, next, reduced, alpha, alpha + 1);
        }
        if value > alpha {
            value = self.child(side, next, at, alpha, alpha + 1);
        }
        if value > alpha && value < beta {
            value = self.child(side, next, at, alpha, beta);
        }
        value
    }

    /// Reverse futility and null move: a bound that makes searching the moves needless.
    fn cut(
        &mut self,
        game: &G,
        side: Side,
        at: Place,
        statically: Value,
        beta: Value,
    ) -> Option<Value> {
        let p = self.shared.params;
        if statically < beta || is_decided(beta) {
            return None;
        }
        let margin = p.reverse_margin * at.depth * CENTIPAWN;
        if at.depth <= p.reverse_depth && statically - margin >= beta {
            return Some(statically);
        }
        if at.depth < p.null_depth || at.last.is_none() {
            return None;
        }
        let next = game.null()?;
        let surplus = ((statically - beta) / (200 * CENTIPAWN)).min(3);
        let reduction = p.null_reduction + at.depth / p.null_divisor + surplus;
        // Without a last move, so that no two null moves follow each other.
        let below = Place { depth: at.depth - reduction, last: None, ..at };
        let value = self.child(side, &next, below, beta - 1, beta);
        (value >= beta).then(|| value.min(ONE))
    }

    /// Whether a late or futile quiet move may be left out.
    fn hopeless(
        &self,
        depth: i32,
        quiets: i32,
        statically: Value,
        alpha: Value,
        wide: bool,
    ) -> bool {
        let p = self.shared.params;
        if wide || depth > 8 {
            return false;
        }
        let margin = (p.futility_margin + p.futility_slope * depth) * CENTIPAWN;
        quiets > p.late_base + depth * depth || depth <= 6 && statically + margin <= alpha
    }

    /// Whether a capture cannot bring the value back to the window, with something to spare.
    fn futile(&self, place: i32, best: Value, alpha: Value) -> bool {
        let margin = self.shared.params.capture_margin + Ordering::promise(place) / 16;
        !is_decided(alpha) && best + margin * CENTIPAWN <= alpha
    }

    fn reduction(&self, depth: i32, index: usize, wide: bool, place: i32) -> i32 {
        let p = self.shared.params;
        let logs = (depth as f32).ln() * (index as f32).ln();
        let hundredths = p.reduction_base as f32 + 10_000.0 * logs / p.reduction_divisor as f32;
        let history = if place.abs() < 16_001 { place / 6_000 } else { 1 };
        let reduction = (hundredths / 100.0) as i32 - wide as i32 - history;
        reduction.clamp(0, depth - 2)
    }

    /// The value when only captures and promotions are looked at, or all answers to a check.
    fn quiescence(
        &mut self,
        game: &G,
        side: Side,
        at: Place,
        mut alpha: Value,
        beta: Value,
    ) -> Value {
        self.pv[at.ply].clear();
        let checked = game.in_check();
        let mut moves = MoveList::new();
        let mut best = -INFINITE;
        if checked || !G::SELECTIVE {
            game.moves(side, &mut moves);
            if moves.is_empty() {
                return outcome_value(game.stuck(), side, at.turns);
            }
        }
        if !checked {
            best = self.evaluate(game);
            if best >= beta || !G::SELECTIVE {
                return best;
            }
            alpha = alpha.max(best);
            game.noisy(&mut moves);
        }
        if at.ply >= MAX_PLY {
            return self.evaluate(game);
        }
        let mut scored = self.ordering.score(game, &moves, 0, at.ply, None);
        let skip_bad = self.selective() && !checked;
        for i in 0..scored.len() {
            let (place, m) = pick(&mut scored, i);
            if skip_bad && (Ordering::is_bad(place) || self.futile(place, best, alpha)) {
                break;
            }
            let mut next = game.clone();
            next.play(m);
            self.count();
            let value = self.child(side, &next, Place { last: None, ..at }, alpha, beta);
            if self.aborted {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(at.ply, &[m]);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}
