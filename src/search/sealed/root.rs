//! The root of a sealed search: iterative deepening, strategies and what they are worth.

use std::thread;

use super::{At, Choices, Worker};
use crate::game::{Node, Side};
use crate::matrix::{Matrix, solve};
use crate::search::expectimax::MAX_PLY;
use crate::search::root::{Answer, Line, Report, Request, Tools};
use crate::search::value::{INFINITE, ONE, Value, is_decided, turns_to_end};
use crate::search::{Evaluator, Searchable};

/// What is known of both sides' play at a sealed turn.
#[derive(Clone, Debug)]
pub struct Strategies<M> {
    /// White's and Black's choices with their probabilities, the most probable first.
    pub mixes: [Vec<(M, f64)>; 2],
    /// For White's and Black's choices: what each is worth for its side against the other side's mix.
    /// All choices if the request was patient, else none.
    pub replies: [Vec<(M, Value)>; 2],
    /// What the two mixes guarantee, from White's view, as equities −1 to 1 at the depth searched. What
    /// a reply to a mix can gain beyond the value is at most the difference.
    pub bounds: [f64; 2],
}

impl<M> Strategies<M> {
    /// How much a side's opponent who knows the side's mix could gain at most beyond the value, at the
    /// depth searched.
    pub fn exploitability(&self) -> f64 {
        (self.bounds[1] - self.bounds[0]).max(0.0)
    }
}

/// Searches a position of a game with sealed turns; see [`crate::search::root::search`].
pub fn search<G: Searchable>(
    request: &Request<G>,
    tools: Tools<G>,
    report: &mut dyn FnMut(Report<G::Move>),
) -> Answer<G> {
    tools.table.age();
    thread::scope(|scope| {
        for index in 1..request.threads {
            let help = move || Root::new(request, tools).iterate(1 + index as u32 % 2, &mut |_| ());
            if let Err(error) = thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, help)
            {
                log::warn!("searching with {index} threads only: {error}");
                break;
            }
        }
        let mut root = Root::new(request, tools);
        root.iterate(1, report);
        tools.control.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        root.worker.report();
        Answer {
            lines: root.lines,
            rolls: Vec::new(),
            strategies: root.strategies,
            depth: root.depth,
            nodes: tools.control.nodes(),
        }
    })
}

struct Root<'a, G: Searchable> {
    request: &'a Request<G>,
    tools: Tools<'a, G>,
    worker: Worker<'a, G>,
    choices: Choices<G::Move>,
    /// What the iteration before has played: indices of choices.
    start: [Vec<usize>; 2],
    /// The latest value known for each pair of choices, row by row; none yet if empty.
    latest: Vec<Value>,
    lines: Vec<Line<G::Move>>,
    strategies: Option<Strategies<G::Move>>,
    depth: u32,
}

impl<'a, G: Searchable> Root<'a, G> {
    fn new(request: &'a Request<G>, tools: Tools<'a, G>) -> Self {
        let worker = Worker::new(tools, request.history.clone());
        let game = &request.game;
        let value = tools.evaluator.evaluate(game);
        let mut root = Root {
            request,
            tools,
            worker,
            choices: Choices { white: Vec::new(), black: Vec::new() },
            start: [vec![0], vec![0]],
            latest: Vec::new(),
            lines: vec![Line { value, pv: Vec::new() }],
            strategies: None,
            depth: 0,
        };
        match game.node() {
            Node::Sealed => {
                root.choices = root.worker.choices(game);
                root.restrict(request.side);
                let even = |moves: &[G::Move]| -> Vec<(G::Move, f64)> {
                    moves.iter().map(|m| (*m, 1.0 / moves.len() as f64)).collect()
                };
                // Something to say even if the search is stopped at once.
                let mixes = Side::BOTH.map(|side| even(root.choices.of(side)));
                let replies = [Vec::new(), Vec::new()];
                root.strategies = Some(Strategies { mixes, replies, bounds: [-1.0, 1.0] });
                let value = if request.side == Side::White { value } else { -value };
                root.lines = root.lines_of(|_| value);
            }
            Node::Decision(side) => {
                root.choices = root.worker.choices(game);
                root.restrict(side);
                let first = root.choices.of(side).first().copied();
                root.lines = vec![Line { value, pv: first.into_iter().collect() }];
            }
            _ => {}
        }
        root
    }

    /// Only the wanted choices of a side count.
    fn restrict(&mut self, side: Side) {
        let among = &self.request.among;
        let moves = match side {
            Side::White => &mut self.choices.white,
            Side::Black => &mut self.choices.black,
        };
        moves.retain(|m| among.is_empty() || among.contains(m));
    }

    fn iterate(&mut self, first: u32, report: &mut dyn FnMut(Report<G::Move>)) {
        let forced = self.choices.of(self.request.side).len() == 1 && !self.request.patient;
        for depth in first..MAX_PLY as u32 {
            let done = match self.request.game.node() {
                Node::Sealed => self.sealed(depth),
                node => self.open(node, depth),
            };
            if done.is_none() {
                self.make_the_best_of_it();
                break;
            }
            self.worker.report();
            self.depth = depth;
            self.tell(report);
            if self.proved(depth) || !self.tools.control.go_on(depth, forced) {
                break;
            }
        }
        if self.depth == 0 {
            self.tell(report);
        }
    }

    /// Whether deeper search can't change the answer: an end is forced within the depth.
    fn proved(&self, depth: u32) -> bool {
        let limits = self.tools.control.limits();
        let end = self.lines.first().and_then(|l| turns_to_end(l.value));
        let mate = |most: u32| end.is_some_and(|n| n > 0 && n as u32 <= most);
        limits.mate.is_some_and(mate)
            || !limits.infinite && end.is_some_and(|n| n.unsigned_abs() <= depth)
    }

    fn tell(&self, report: &mut dyn FnMut(Report<G::Move>)) {
        for (i, line) in self.lines.iter().enumerate() {
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

    /// The choices of the side asked for, those that are played first; as many as are wanted.
    fn lines_of(&self, value: impl Fn(G::Move) -> Value) -> Vec<Line<G::Move>> {
        let side = self.request.side;
        let mix = self.strategies.iter().flat_map(|s| s.mixes[side.index()].iter());
        mix.take(self.request.lines).map(|(m, _)| Line { value: value(*m), pv: vec![*m] }).collect()
    }

    /// A decision or a throw at the root of a game that has sealed turns elsewhere.
    fn open(&mut self, node: Node, depth: u32) -> Option<()> {
        let (game, at) = (&self.request.game, At { depth: depth as i32, turns: 0 });
        let Node::Decision(side) = node else {
            let value = self.worker.value(game, node, at, -INFINITE, INFINITE);
            let value = if self.request.side == Side::White { value } else { -value };
            self.lines = vec![Line { value, pv: Vec::new() }];
            return (!self.worker.aborted).then_some(());
        };
        let mut lines = Vec::new();
        for m in self.choices.of(side).to_vec() {
            let mut next = game.clone();
            next.play(m);
            self.worker.count(1);
            let ends = G::turn_ends(side, next.node()) as i32;
            let place = At { depth: at.depth - ends, turns: ends };
            let value = self.worker.child(&next, place, -INFINITE, INFINITE);
            if self.worker.aborted {
                return None;
            }
            let value = if side == Side::White { value } else { -value };
            lines.push(Line { value, pv: vec![m] });
        }
        lines.sort_by_key(|l| -l.value);
        lines.truncate(self.request.lines.max(1));
        self.lines = lines;
        Some(())
    }

    fn sealed(&mut self, depth: u32) -> Option<()> {
        let game = &self.request.game;
        let at = At { depth: depth as i32, turns: 0 };
        if depth == 2 {
            self.survey()?;
        }
        let window = (-INFINITE, INFINITE);
        let start = self.start.clone();
        let found = self.worker.equilibrium(game, &self.choices, start, at, window);
        if let Some(cells) = self.worker.cells.first() {
            cells.correct(&mut self.latest);
        }
        let found = found?;
        let worth = self.worker.worth(game, &self.choices, &found, at, -INFINITE)?;
        self.worker.learn(game, &self.choices, &found);
        let replies = match self.request.patient {
            true => {
                let white = self.replies(Side::White, &found.columns, at)?;
                [white, self.replies(Side::Black, &found.rows, at)?]
            }
            false => [Vec::new(), Vec::new()],
        };
        let bounds = [found.low / ONE as f64, found.high / ONE as f64];
        self.start = [&found.rows, &found.columns].map(|mix| mix.iter().map(|(i, _)| *i).collect());
        self.settle([&found.rows, &found.columns], replies, bounds, worth);
        Some(())
    }

    /// Takes mixes (of indices of choices) for the answer.
    fn settle(
        &mut self,
        mixes: [&Vec<(usize, f64)>; 2],
        replies: [Vec<(G::Move, Value)>; 2],
        bounds: [f64; 2],
        worth: Value,
    ) {
        let mixes = Side::BOTH.map(|side| {
            let moves = self.choices.of(side);
            mixes[side.index()].iter().map(|(i, p)| (moves[*i], *p)).collect::<Vec<_>>()
        });
        let side = self.request.side;
        let value = if side == Side::White { worth } else { -worth };
        let known = replies[side.index()].clone();
        self.strategies = Some(Strategies { mixes, replies, bounds });
        self.lines = self.lines_of(|m| {
            let own = known.iter().find(|(other, _)| *other == m).map(|(_, v)| *v);
            own.filter(|_| !is_decided(value)).unwrap_or(value)
        });
    }

    /// Values all pairs one turn deep, so that a search that is broken off later has something to say
    /// about each.
    fn survey(&mut self) -> Option<()> {
        let at = At { depth: 1, turns: 0 };
        let mut all = Vec::new();
        for white in &self.choices.white {
            for black in &self.choices.black {
                let game = &self.request.game;
                all.push(self.worker.pair(game, *white, *black, at, -INFINITE, INFINITE)?);
            }
        }
        self.latest = all;
        Some(())
    }

    /// After an iteration that was broken off: the equilibrium of the latest values of all pairs.
    fn make_the_best_of_it(&mut self) {
        let columns = self.choices.black.len();
        if self.latest.is_empty() || self.lines.first().is_some_and(|l| is_decided(l.value)) {
            return;
        }
        let matrix = Matrix::from_fn(self.choices.white.len(), columns, |r, c| {
            self.latest[r * columns + c].clamp(-ONE, ONE) as f64
        });
        let solution = solve(&matrix);
        let mixes = [&solution.rows, &solution.columns].map(|mix| {
            let mut mix: Vec<(usize, f64)> =
                mix.iter().copied().enumerate().filter(|(_, p)| *p > 1e-9).collect();
            mix.sort_by(|a, b| b.1.total_cmp(&a.1));
            mix
        });
        let value = solution.value / ONE as f64;
        let half = solution.gap / ONE as f64 / 2.0;
        let replies = [Vec::new(), Vec::new()];
        let worth = (solution.value.round() as Value).clamp(-ONE, ONE);
        self.settle([&mixes[0], &mixes[1]], replies, [value - half, value + half], worth);
    }

    /// What each choice of `side` is worth for it against the other side's mix.
    fn replies(
        &mut self,
        side: Side,
        against: &[(usize, f64)],
        at: At,
    ) -> Option<Vec<(G::Move, Value)>> {
        let mut all = Vec::new();
        for (i, m) in self.choices.of(side).to_vec().into_iter().enumerate() {
            let mut sum = 0.0;
            for (k, p) in against {
                let (w, b) = if side == Side::White { (i, *k) } else { (*k, i) };
                let (w, b) = (self.choices.white[w], self.choices.black[b]);
                let value = self.worker.pair(&self.request.game, w, b, at, -INFINITE, INFINITE)?;
                sum += p * value.clamp(-ONE, ONE) as f64;
            }
            let value = sum.round() as Value;
            all.push((m, if side == Side::White { value } else { -value }));
        }
        all.sort_by_key(|(_, value)| -value);
        Some(all)
    }
}

/// The best reply of the side asked for to an opponent who chooses evenly among everything, one turn
/// deep; `None` if the search is broken off, or if no sealed turn is due.
pub fn greedy<G: Searchable>(request: &Request<G>, tools: Tools<G>) -> Option<G::Move> {
    let mut root = Root::new(request, tools);
    let against = root.choices.of(!request.side).len();
    let even: Vec<(usize, f64)> = (0..against).map(|i| (i, 1.0 / against as f64)).collect();
    let replies = root.replies(request.side, &even, At { depth: 1, turns: 0 })?;
    replies.first().map(|(m, _)| *m)
}
