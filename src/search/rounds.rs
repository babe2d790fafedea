//! The search from the root in games in rounds: setup, armies' turns and exchanges, each in its way.
//!
//! The first thread decides. Helpers search the same and leave the exchanges that they have solved in the
//! table, which is where most of the time goes; in the setup they are of no use. An army's turn is searched
//! once, at its first move; the [`Plan`] found is kept and followed at its other moves.

use std::{iter, thread};

use super::army::{Army, Way};
use super::exchange::{Exchange, STEP, Solved};
use super::expectimax::{MAX_PLY, Place, Worker};
use super::limits::Control;
use super::plan::Plan;
use super::prospect::seen;
use super::root::{Answer, Line, Report, Request, Tools};
use super::setup::Choice;
use super::value::{INFINITE, ONE, Value};
use super::{Searchable, Stretch, outcome_value};
use crate::game::{MoveList, Node};

/// How many futures are sampled of each choice of a setup at depth 1; four times as many at depth 2…
const FUTURES: u64 = 8;
/// The most units of depth in a setup.
const MOST_SETUP_DEPTH: u32 = 6;

/// Searches the choice due in a game in rounds, as [`root::search`](super::root::search) does.
pub(super) fn search<G: Searchable>(
    request: &Request<G>,
    tools: Tools<G>,
    report: &mut dyn FnMut(Report<G::Move>),
) -> Answer<G> {
    thread::scope(|scope| {
        let greedy = tools.control.limits().greedy;
        for index in 1..if greedy { 1 } else { request.threads } {
            let help = move || Search::new(request, tools, index, &mut |_| ()).run();
            if let Err(error) = thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, help)
            {
                log::warn!("searching with {index} threads only: {error}");
                break;
            }
        }
        let mut search = Search::new(request, tools, 0, report);
        search.run();
        tools.control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        search.finish()
    })
}

/// The best lines so far, and whom to tell.
struct News<'a, 'r, M> {
    control: &'a Control,
    report: &'r mut dyn FnMut(Report<M>),
    /// How many lines are wanted.
    wanted: usize,
    lines: Vec<Line<M>>,
    depth: u32,
    /// Whether the present lines have been told.
    told: bool,
}

impl<M: Clone> News<'_, '_, M> {
    /// Takes these for the best lines, in the order of their values.
    fn settle(&mut self, mut lines: Vec<Line<M>>) {
        lines.sort_by_key(|line| -line.value);
        lines.truncate(self.wanted);
        self.lines = lines;
        self.told = false;
    }

    fn tell(&mut self, seldepth: usize) {
        for (i, line) in self.lines.iter().enumerate() {
            (self.report)(Report {
                depth: self.depth,
                seldepth: seldepth.max(line.pv.len()),
                rank: i + 1,
                line,
                nodes: self.control.nodes(),
                time: self.control.elapsed(),
            });
        }
        self.told = true;
    }
}

struct Search<'a, 'r, G: Searchable> {
    request: &'a Request<G>,
    tools: Tools<'a, G>,
    /// The thread's number; 0 is the one that decides.
    index: usize,
    worker: Worker<'a, G>,
    news: News<'a, 'r, G::Move>,
    /// The choices.
    moves: MoveList<G::Move>,
}

impl<'a, 'r, G: Searchable> Search<'a, 'r, G> {
    fn new(
        request: &'a Request<G>,
        tools: Tools<'a, G>,
        index: usize,
        report: &'r mut dyn FnMut(Report<G::Move>),
    ) -> Self {
        let mut worker = Worker::new(tools, request.history.clone());
        let mut moves = MoveList::new();
        request.game.moves(request.side, &mut moves);
        if !request.among.is_empty() {
            moves.retain(|m| request.among.contains(m));
        }
        // Something to say even if the search is stopped at once.
        let value = worker.evaluate(&request.game);
        let lines = vec![Line { value, pv: moves[..1].to_vec() }];
        let (control, wanted) = (tools.control, request.lines.max(1));
        let news = News { control, report, wanted, lines, depth: 1, told: false };
        Search { request, tools, index, worker, news, moves }
    }

    fn run(&mut self) {
        if self.tools.control.limits().greedy {
            return self.greedy();
        }
        match self.request.game.stretch() {
            Stretch::Army => self.army(),
            Stretch::Exchange => self.exchange(),
            Stretch::Setup | Stretch::Between if self.index == 0 => self.setup(),
            Stretch::Setup | Stretch::Between => {}
        }
        self.worker.report();
    }

    fn finish(mut self) -> Answer<G> {
        self.worker.report();
        if !self.news.told {
            self.news.tell(self.worker.seldepth);
        }
        Answer {
            lines: self.news.lines,
            rolls: Vec::new(),
            strategies: None,
            depth: self.news.depth,
            nodes: self.tools.control.nodes(),
        }
    }

    /// Each single move by the static value after it.
    fn greedy(&mut self) {
        let side = self.request.side;
        let mut lines = Vec::new();
        for m in &self.moves {
            let mut next = self.request.game.clone();
            next.play(*m);
            self.worker.count();
            let value = match next.node() {
                Node::Over(outcome) => outcome_value(outcome, side, 1),
                _ => seen(&mut self.worker, &next, side),
            };
            lines.push(Line { value, pv: vec![*m] });
        }
        self.news.settle(lines);
    }

    /// Captures, each iteration one of each side deeper, until all are solved.
    fn exchange(&mut self) {
        let (game, side) = (&self.request.game, self.request.side);
        let forced = self.moves.len() == 1 && !self.request.patient;
        let mut scored = self.worker.ordering.score(game, &self.moves, 0, 0, None);
        scored.sort_by_key(|(place, _)| -(*place as i64));
        let mut choices: Vec<(Value, G::Move)> = scored.into_iter().map(|(_, m)| (0, m)).collect();
        let wanted = self.news.wanted.min(choices.len());
        if self.index > 0 {
            // Another order than the first thread's.
            let start = self.index % choices.len();
            choices[1..].rotate_left(start.saturating_sub(1));
        }
        let deepest = self.tools.control.limits().depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 1);
        let depths = iter::successors(Some(1), |depth| Some((depth + STEP as u32).min(deepest)));
        for depth in depths {
            let at = Place { depth: depth as i32, ply: 0, turns: 0, last: None };
            let mut found: Vec<Line<G::Move>> = Vec::new();
            let mut complete = true;
            for (value, m) in &mut choices {
                let mut next = game.clone();
                next.play(*m);
                // Only what beats the last of the wanted lines counts.
                let alpha = if found.len() < wanted { -INFINITE } else { found[wanted - 1].value };
                let mut exchange = Exchange::new(&mut self.worker, u64::MAX);
                let mut solved = Solved { value: INFINITE, complete: false };
                if alpha > -INFINITE {
                    solved = exchange.child(side, &next, at, alpha, alpha + 1);
                }
                if solved.value > alpha && !exchange.ended() {
                    solved = exchange.child(side, &next, at, alpha, INFINITE);
                }
                if exchange.ended() {
                    break;
                }
                (*value, complete) = (solved.value, complete && solved.complete);
                if solved.value > alpha {
                    let mut pv = vec![*m];
                    pv.extend_from_slice(self.worker.line(1));
                    found.push(Line { value: solved.value, pv });
                    found.sort_by_key(|line| -line.value);
                    found.truncate(wanted);
                }
            }
            if self.worker.aborted {
                // The best of the iteration before has been looked at first.
                if let Some(line) = found.into_iter().next() {
                    self.news.lines.retain(|known| known.pv[0] != line.pv[0]);
                    self.news.lines.insert(0, line);
                    self.news.lines.truncate(wanted);
                    self.news.told = false;
                }
                return;
            }
            let best = found[0].pv[0];
            choices.sort_by_key(|(value, m)| (*m != best, -*value));
            self.worker.report();
            self.news.depth = depth;
            self.news.settle(found);
            self.news.tell(self.worker.seldepth);
            let won = wanted == 1 && self.news.lines[0].value > ONE;
            if complete || won || depth >= deepest || !self.tools.control.go_on(depth, forced) {
                return;
            }
        }
    }

    /// The rest of the plan, or a new search of the whole turn.
    fn army(&mut self) {
        let Request { game, side, among, lines, patient, .. } = self.request;
        let control = self.tools.control;
        let plain = among.is_empty() && *lines == 1 && !patient && !control.open_ended();
        if plain {
            let plan = self.tools.table.plan.lock().ok().and_then(|plan| plan.clone());
            let rest = plan.and_then(|plan| plan.follow(game, *side, control.limits()));
            if let Some(line) = rest {
                self.news.settle(vec![line]);
                return;
            }
        }
        let share = (self.index, self.request.threads);
        let news = &mut self.news;
        let mut army = Army::new(&mut self.worker, game, *side, among, share);
        army.search(*lines, &mut |ways, seldepth| {
            let line = |way: &Way<G>| Line { value: way.value, pv: way.moves.clone() };
            news.settle(ways.iter().map(line).collect());
            news.tell(seldepth);
        });
        if plain
            && self.index == 0
            && !control.open_ended()
            && let Ok(mut plan) = self.tools.table.plan.lock()
        {
            *plan = Some(Plan::new(game, &self.news.lines[0], control.limits()));
        }
    }

    /// Each choice by sampled futures, four times as many each iteration.
    fn setup(&mut self) {
        let Request { game, side, patient, .. } = self.request;
        let forced = self.moves.len() == 1 && !patient;
        let choice = |m: &G::Move| Choice::new(&mut self.worker, game, *side, *m);
        let mut choices: Vec<Choice<G>> = self.moves.iter().map(choice).collect();
        let mut numbers = 0..;
        for depth in 1..=MOST_SETUP_DEPTH {
            for number in numbers.by_ref().take((FUTURES << (2 * (depth - 1))) as usize) {
                for choice in &mut choices {
                    choice.sample(&mut self.worker, *side, game.key() ^ number);
                }
                if self.worker.aborted {
                    break;
                }
            }
            let line = |c: &Choice<G>| Line { value: c.value(), pv: vec![c.m] };
            self.worker.report();
            self.news.depth = depth;
            self.news.settle(choices.iter().map(line).collect());
            self.news.tell(self.worker.seldepth);
            if self.worker.aborted || !self.tools.control.go_on(depth, forced) {
                return;
            }
        }
    }
}
