//! The search from the root: iterative deepening, aspiration windows, several lines, threads.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use super::chance::{ChanceNodes, RollValue, last_move};
use super::expectimax::{MAX_PLY, Place, Worker};
use super::limits::Control;
use super::params::{CENTIPAWN, Params};
use super::sealed::root::Strategies;
use super::solo;
use super::tt::Table;
use super::turn::{End, Moves};
use super::value::{INFINITE, ONE, Value, is_decided, turns_to_end};
use super::{Evaluator, Searchable};
use crate::game::{History, MoveList, Node, Side};

/// What to search.
pub struct Request<G: Searchable> {
    /// The position; a decision with moves or a chance node with rolls.
    pub game: G,
    /// Its history, the position included.
    pub history: History,
    /// The side to act.
    pub side: Side,
    /// The moves to choose from; empty for all.
    pub among: Vec<G::Move>,
    /// How many best lines are wanted, at least 1.
    pub lines: usize,
    /// How many threads, at least 1.
    pub threads: usize,
    /// Use the time even if there is no choice.
    pub patient: bool,
}

/// What the threads of a search share beside the request.
pub struct Tools<'a, G: Searchable> {
    /// The transposition table.
    pub table: &'a Table,
    /// Limits and stop signal.
    pub control: &'a Control,
    /// The evaluation.
    pub evaluator: &'a G::Evaluator,
    /// The search's numbers.
    pub params: &'a Params,
}

impl<G: Searchable> Clone for Tools<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Searchable> Copy for Tools<'_, G> {}

/// One line of play with its value, for the side to act at the root.
#[derive(Clone, Debug)]
pub struct Line<M> {
    /// The value.
    pub value: Value,
    /// The moves, to the next throw at most; none at a throw.
    pub pv: Vec<M>,
}

/// News of a search: a line at a depth.
#[derive(Debug)]
pub struct Report<'a, M> {
    /// Turns searched.
    pub depth: u32,
    /// The deepest line, in events.
    pub seldepth: usize,
    /// Rank of the line, from 1.
    pub rank: usize,
    /// The line.
    pub line: &'a Line<M>,
    /// Moves made by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Answer<G: Searchable> {
    /// The best lines, best first; at least one.
    pub lines: Vec<Line<G::Move>>,
    /// At a throw: value and best move of each outcome, for the side that throws.
    pub rolls: Vec<RollValue<G>>,
    /// At a sealed turn: how both sides play.
    pub strategies: Option<Strategies<G::Move>>,
    /// Turns searched completely.
    pub depth: u32,
    /// Moves made by all threads.
    pub nodes: u64,
}

/// Searches until the control says stop or nothing deeper can be searched; reports each line of each
/// completed iteration.
pub fn search<G: Searchable>(
    request: &Request<G>,
    tools: Tools<G>,
    report: &mut dyn FnMut(Report<G::Move>),
) -> Answer<G> {
    if G::SEALED {
        return super::sealed::root::search(request, tools, report);
    }
    tools.table.age();
    if G::ROUNDS
        && tools.params.selective
        && let Node::Decision(_) = request.game.node()
    {
        return super::rounds::search(request, tools, report);
    }
    thread::scope(|scope| {
        for index in 1..request.threads {
            let help = move || {
                let mut root = Root::new(request, tools);
                root.iterate(1 + index as u32 % 2, &mut |_| ());
            };
            if let Err(error) = thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, help)
            {
                log::warn!("searching with {index} threads only: {error}");
                break;
            }
        }
        let mut root = Root::new(request, tools);
        root.prefer();
        root.iterate(1, report);
        tools.control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        root.worker.report();
        Answer {
            lines: root.lines_told(),
            rolls: root.rolls,
            strategies: None,
            depth: root.depth,
            nodes: tools.control.nodes(),
        }
    })
}

struct Root<'a, G: Searchable> {
    request: &'a Request<G>,
    tools: Tools<'a, G>,
    worker: Worker<'a, G>,
    side: Side,
    /// Moves, or whole turns, with the positions that they lead to.
    choices: Vec<End<G>>,
    lines: Vec<Line<G::Move>>,
    rolls: Vec<RollValue<G>>,
    depth: u32,
}

const HERE: Place = Place { depth: 0, ply: 0, turns: 0, last: None };

impl<'a, G: Searchable> Root<'a, G> {
    fn new(request: &'a Request<G>, tools: Tools<'a, G>) -> Self {
        let mut worker = Worker::new(tools, request.history.clone());
        let game = &request.game;
        if worker.selective() {
            worker.standoff = game.standoff();
        }
        // Else a move is due, even if the game could be claimed to be a draw.
        let throw = matches!(game.node(), Node::Chance(_));
        let choices = if throw { Vec::new() } else { choices(request, &mut worker) };
        // Something to say even if the search is stopped at once.
        let value = tools.evaluator.evaluate(game);
        let pv = choices.first().map_or(Vec::new(), |end| end.moves.to_vec());
        let lines = vec![Line { value, pv }];
        let side = request.side;
        Root { request, tools, worker, side, choices, lines, rolls: Vec::new(), depth: 0 }
    }

    /// In a race, lets a plan for the side alone speak for the choices. The thread that decides does this;
    /// what the others leave in the table does not depend on it.
    fn prefer(&mut self) {
        let race = G::RACE && self.worker.selective() && !self.tools.control.limits().greedy;
        if !race || self.choices.is_empty() {
            return;
        }
        let Request { game, side, .. } = self.request;
        solo::prefer(&mut self.worker, game, *side, &mut self.choices);
        let value = ranked(self.lines[0].value, self.choices[0].bonus);
        self.lines = vec![Line { value, pv: self.choices[0].moves.to_vec() }];
    }

    fn iterate(&mut self, first: u32, report: &mut dyn FnMut(Report<G::Move>)) {
        let control = self.tools.control;
        let at_throw = self.choices.is_empty();
        let forced = self.choices.len() == 1 && !self.request.patient;
        for depth in first..MAX_PLY as u32 {
            if at_throw {
                self.throw(depth, report);
            } else {
                self.choice(depth, report);
            }
            if self.worker.aborted || self.proved(depth) || !control.go_on(depth, forced) {
                break;
            }
        }
        if self.depth == 0 {
            self.tell(report);
        }
    }

    /// Whether deeper search can't change the answer: an end is forced within the depth.
    fn proved(&self, depth: u32) -> bool {
        let wanted = self.tools.control.limits();
        let mate = |line: &Line<G::Move>| match (turns_to_end(line.value), wanted.mate) {
            (Some(n), Some(most)) => n > 0 && (n + 1) / 2 <= most as i32,
            _ => false,
        };
        if self.lines.first().is_some_and(mate) {
            return true;
        }
        !wanted.infinite
            && self
                .lines
                .iter()
                .all(|l| turns_to_end(l.value).is_some_and(|n| n.unsigned_abs() + 2 < depth))
    }

    /// The lines with the values that the search has found.
    fn lines_told(&self) -> Vec<Line<G::Move>> {
        let mut lines = self.lines.clone();
        for line in &mut lines {
            let choice = self.choices.iter().find(|end| line.pv.starts_with(&end.moves));
            line.value = found(line.value, choice.and_then(|end| end.bonus));
        }
        lines
    }

    fn tell(&self, report: &mut dyn FnMut(Report<G::Move>)) {
        for (i, line) in self.lines_told().iter().enumerate() {
            report(Report {
                depth: self.depth.max(1),
                seldepth: self.worker.seldepth.max(1),
                rank: i + 1,
                line,
                nodes: self.tools.control.nodes(),
                time: self.tools.control.elapsed(),
            });
        }
    }

    fn throw(&mut self, depth: u32, report: &mut dyn FnMut(Report<G::Move>)) {
        let at = Place { depth: depth as i32, ..HERE };
        let (value, rolls) = G::Chance::outcomes(&mut self.worker, &self.request.game, at);
        if self.worker.aborted {
            if self.rolls.is_empty() {
                // Nothing is known of the outcomes: all are given the static value.
                let value = self.lines[0].value;
                self.request.game.rolls(|r, _| {
                    let mut next = self.request.game.clone();
                    next.roll(r);
                    self.rolls.push((r, value, last_move(&next).into_iter().collect()));
                    ControlFlow::Continue(())
                });
            }
            return;
        }
        self.worker.report();
        (self.depth, self.rolls) = (depth, rolls);
        self.lines = vec![Line { value, pv: Vec::new() }];
        self.tell(report);
    }

    fn choice(&mut self, depth: u32, report: &mut dyn FnMut(Report<G::Move>)) {
        let wanted = self.request.lines.clamp(1, self.looked_at(depth));
        let mut found: Vec<Line<G::Move>> = Vec::new();
        for rank in 0..wanted {
            let expected = match depth {
                1 => None,
                _ => self.lines.get(rank).map(|l| l.value),
            };
            match self.aspire(depth, rank, expected) {
                Some(line) => {
                    // The line's choice goes to its rank, so that the next rank leaves it out.
                    self.bring_forward(rank, &line);
                    found.push(line);
                }
                None => break,
            }
            if self.worker.aborted {
                break;
            }
        }
        if self.worker.aborted {
            // What a broken-off iteration has found for the first line is at least as deep.
            if let Some(line) = found.into_iter().next() {
                let choice = self.choices.iter().find(|end| line.pv.starts_with(&end.moves));
                let same = |l: &Line<G::Move>| choice.is_some_and(|c| l.pv.starts_with(&c.moves));
                let known = self.lines.iter().position(same);
                if let Some(known) = known {
                    self.lines.remove(known);
                }
                self.lines.insert(0, line);
                self.lines.truncate(wanted);
            }
            self.depth = self.depth.max(1);
        } else {
            self.worker.report();
            if G::WHOLE_TURNS {
                // Choices are many, and these values tell well where to look first.
                let looked_at = self.looked_at(depth);
                self.choices[..looked_at].sort_by_key(|end| -end.promise);
            }
            // Equal in rank, unequal in value: a later line may turn out better.
            found.sort_by_key(|l| -l.value);
            (self.depth, self.lines) = (depth, found);
        }
        self.tell(report);
    }

    /// The best line among `choices[rank..]`; `None` if the search was broken off before it found one.
    fn aspire(
        &mut self,
        depth: u32,
        rank: usize,
        expected: Option<Value>,
    ) -> Option<Line<G::Move>> {
        let mut margin = self.tools.params.aspiration * CENTIPAWN;
        let (mut alpha, mut beta) = match expected.filter(|v| !is_decided(*v) && depth > 2) {
            Some(v) => (v - margin, v + margin),
            None => (-INFINITE, INFINITE),
        };
        // A move that was better than the window, before its value was known.
        let mut proved = None;
        loop {
            let line = self.window(depth, rank, alpha, beta);
            if self.worker.aborted {
                return line.or(proved);
            }
            margin = margin.saturating_mul(4);
            let value = line.as_ref().map_or(-INFINITE, |l| l.value);
            if value <= alpha && alpha > -INFINITE {
                alpha = if margin > 400 * CENTIPAWN {
                    -INFINITE
                } else {
                    value.max(alpha - margin) - margin
                };
            } else if value >= beta && beta < INFINITE {
                beta = if margin > 400 * CENTIPAWN { INFINITE } else { beta + margin };
                if let Some(line) = &line {
                    self.bring_forward(rank, line);
                }
                proved = line;
            } else {
                return line;
            }
        }
    }

    /// How many choices are looked at: all, but of whole turns fewer the deeper the search.
    fn looked_at(&self, depth: u32) -> usize {
        let all = self.choices.len();
        if !self.worker.selective_turns() || depth == 1 {
            return all;
        }
        let most = self.tools.params.root_choices as usize >> (2 * (depth - 2)).min(8);
        all.min(most.max(self.request.lines).max(8))
    }

    /// Moves the choice with which a line begins to a rank, if it stands behind it.
    fn bring_forward(&mut self, rank: usize, line: &Line<G::Move>) {
        let at = self.choices.iter().position(|end| line.pv.starts_with(&end.moves));
        if let Some(at) = at.filter(|at| *at >= rank) {
            self.choices[rank..=at].rotate_right(1);
        }
    }

    /// Searches `choices[rank..]` in a window. If broken off, gives what was sure before.
    fn window(
        &mut self,
        depth: u32,
        rank: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Option<Line<G::Move>> {
        let game = &self.request.game;
        let mut best: Option<Line<G::Move>> = None;
        let looked_at = self.looked_at(depth);
        for (i, end) in self.choices[..looked_at].iter_mut().enumerate().skip(rank) {
            let End { moves, game: next, bonus, .. } = &*end;
            let m = moves[0];
            self.worker.count();
            let at = Place { depth: depth as i32, last: Some(game.slot(m)), ..HERE };
            let bonus = *bonus;
            let (low, high) = (found(alpha, bonus), found(beta, bonus));
            let value = if i == rank {
                self.worker.child(self.side, next, at, low, high)
            } else {
                let late = self.worker.selective() && i > rank + 3 && game.gain(m).is_none();
                let cut = (late && depth >= 3) as i32;
                self.worker.narrow_then_wide(self.side, next, at, low, high, cut)
            };
            let value = ranked(value, bonus);
            if self.worker.aborted {
                return best.filter(|l| l.value > -INFINITE);
            }
            end.promise = value;
            // Below the window values are bounds only, and tell nothing about which move is better.
            if best.is_none() || value > alpha {
                let mut pv = end.moves.to_vec();
                pv.extend_from_slice(self.worker.line(1));
                best = Some(Line { value, pv });
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// Values that are not decided are so much smaller at the root if bonuses are added, which leaves room for
/// those.
const ROOM: Value = 3;

/// The value by which a choice is compared at the root: what the search finds, with the bonus.
fn ranked(value: Value, bonus: Option<Value>) -> Value {
    match bonus {
        Some(bonus) if !is_decided(value) => (value + bonus).div_euclid(ROOM),
        _ => value,
    }
}

/// What the search has found, from the value by which a choice is compared.
fn found(ranked: Value, bonus: Option<Value>) -> Value {
    match bonus {
        Some(bonus) if !is_decided(ranked) => (ROOM * ranked - bonus).clamp(1 - ONE, ONE - 1),
        _ => ranked,
    }
}

/// What can be chosen at the root, the most promising first.
fn choices<G: Searchable>(request: &Request<G>, worker: &mut Worker<G>) -> Vec<End<G>> {
    let Request { game, side, among, .. } = request;
    if G::WHOLE_TURNS {
        let width = worker.shared.params.root_width as usize;
        let width = if worker.selective_turns() { width } else { usize::MAX };
        return worker.ends(game, *side, HERE, among, width);
    }
    let mut moves = MoveList::new();
    game.moves(*side, &mut moves);
    if !among.is_empty() {
        moves.retain(|m| among.contains(m));
    }
    let mut scored = worker.ordering.score(game, &moves, 0, 0, None);
    scored.sort_by_key(|(place, _)| -(*place as i64));
    let end = |(_, m)| {
        let mut next = game.clone();
        next.play(m);
        End { moves: Moves::from_iter([m]), game: next, promise: 0, bonus: None }
    };
    scored.into_iter().map(end).collect()
}
