//! One game of some variant, behind an interface that does not depend on the variant.

use std::ops::ControlFlow;
use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::command::{Base, Go};
use super::options::Options;
use super::output::Output;
use super::strategy;
use crate::game::{
    GameResult, History, MoveList, Node, Outcome, Reason, Side, TextError, find_move, phase, throw,
};
use crate::games::{Variant, Visitor, with_variant};
use crate::search::limits::{Control, Limits};
use crate::search::params::Params;
use crate::search::root::{Report, Request, Tools, search};
use crate::search::tt::Table;
use crate::search::value::{ONE, Value, centipawns, turns_to_end};
use crate::search::{Evaluator, sealed, strength};
use crate::tools::perft::{events, perft};

/// What a search works with.
pub struct Work {
    /// The transposition table.
    pub table: Arc<Table>,
    /// Limits and stop signal.
    pub control: Arc<Control>,
    /// Where `info` lines go.
    pub output: Output,
    /// The options when the search began.
    pub options: Options,
    /// The search's own luck.
    pub seed: u64,
}

/// A prepared search: runs to its end and gives the `bestmove` line (or, for perft, the last line).
pub type Job = Box<dyn FnOnce(Work) -> String + Send>;

/// A game: a position with its history.
pub trait Session: Send {
    /// Sets the position. On error nothing changes.
    fn position(&mut self, base: &Base, events: &[String]) -> Result<(), TextError>;
    /// Appends one event. On error nothing changes.
    fn append(&mut self, event: &str) -> Result<(), TextError>;
    /// What is due.
    fn phase(&self) -> Node;
    /// The answer to `phase`.
    fn phase_line(&self) -> String;
    /// The answer to `legal`: one line, or two with sealed turns.
    fn legal_lines(&self) -> Vec<String>;
    /// The position text.
    fn text(&self) -> String;
    /// A drawing for people, without the text.
    fn drawing(&self) -> String;
    /// Hash of the position.
    fn key(&self) -> u64;
    /// The evaluation in parts and as a whole.
    fn eval(&self) -> String;
    /// Whether a move, without what the other side chooses at a sealed turn, is one that `side` may make
    /// now.
    fn allows(&self, side: Side, token: &str) -> bool;
    /// A move as PGN readers know it; `None` in games that they do not, and if it is not legal.
    fn san(&self, token: &str) -> Option<String>;
    /// The throws that are due as events `r:…`, with their weights, as perft lists them; none at other
    /// times.
    fn throws(&self) -> Vec<(String, u32)>;
    /// The throws that are due with their weights and what each is worth to White, an equity, by a search
    /// of `depth` turns from before the throw.
    fn judge_throws(&self, depth: u32, table: &Table) -> Vec<(String, u32, f64)>;
    /// Throws the dice that are due; the event `r:…`.
    fn throw(&self, rng: &mut dyn Rng) -> Result<String, TextError>;
    /// The side to act.
    fn side(&self) -> Side;
    /// Prepares a search.
    fn search(&self, go: &Go) -> Result<Job, TextError>;
    /// Prepares a count of event sequences.
    fn perft(&self, depth: u32) -> Job;
}

/// A session of the variant with this name, at its starting position.
pub fn open(variant: &str) -> Option<Box<dyn Session>> {
    struct Open;
    impl Visitor for Open {
        type Output = Box<dyn Session>;
        fn visit<G: Variant>(self) -> Box<dyn Session> {
            Box::new(GameSession::<G>::new(Base::Start, G::start()))
        }
    }
    with_variant(variant, Open)
}

#[derive(Clone)]
struct GameSession<G> {
    game: G,
    history: History,
    base: Base,
    /// What has happened since.
    events: Vec<String>,
}

impl<G: Variant> GameSession<G> {
    fn new(base: Base, game: G) -> Self {
        let mut history = History::new();
        history.push(game.occurrence());
        GameSession { game, history, base, events: Vec::new() }
    }

    /// What is due for the players, who may go on where a draw must be claimed.
    fn open_node(&self) -> Node {
        match phase(&self.game, &self.history) {
            Node::Over(Outcome { reason: Reason::Repetition | Reason::FiftyMoves, .. })
                if G::CLAIMED_DRAWS =>
            {
                Node::Decision(self.game.side())
            }
            node => node,
        }
    }

    fn apply(&mut self, event: &str) -> Result<(), TextError> {
        let game = &self.game;
        let mut next = game.clone();
        let throw = event.strip_prefix("r:");
        match self.open_node() {
            Node::Over(_) => return Err(TextError::new("the game is over", event)),
            Node::Chance(_) => {
                let dice = throw.ok_or_else(|| TextError::new("a throw is due", event))?;
                let r = game
                    .parse_roll(dice)
                    .filter(|r| game.accepts(*r))
                    .ok_or_else(|| TextError::new("not a possible throw", event))?;
                next.roll(r);
            }
            _ if throw.is_some() => return Err(TextError::new("no throw is due", event)),
            Node::Decision(side) => {
                let m = find_move(game, side, event)
                    .ok_or_else(|| TextError::new("illegal move", event))?;
                next.play(m);
            }
            Node::Sealed => {
                let choices = event.split_once('|').and_then(|(w, b)| {
                    Some((find_move(game, Side::White, w)?, find_move(game, Side::Black, b)?))
                });
                let (w, b) = choices.ok_or_else(|| TextError::new("illegal move", event))?;
                next.play_sealed(w, b);
            }
        }
        // A void throw changes nothing, so the position has not occurred again.
        if next != self.game {
            self.history.push(next.occurrence());
            self.game = next;
        }
        self.events.push(event.to_string());
        Ok(())
    }

    fn tokens(&self, side: Side) -> String {
        let mut moves = MoveList::new();
        self.game.moves(side, &mut moves);
        let mut tokens: Vec<String> = moves.iter().map(|m| self.game.move_token(*m)).collect();
        tokens.sort_unstable();
        tokens.iter().map(|t| format!(" {t}")).collect()
    }
}

impl<G: Variant> Session for GameSession<G> {
    fn position(&mut self, base: &Base, events: &[String]) -> Result<(), TextError> {
        // A front end sends the whole game with each turn: what is known of it need not be played again.
        let known = if *base == self.base && events.starts_with(&self.events) {
            self.events.len()
        } else {
            0
        };
        let mut next = match base {
            _ if known > 0 => self.clone(),
            Base::Start => Self::new(Base::Start, G::start()),
            Base::Text(text) => Self::new(base.clone(), G::parse(text)?),
        };
        events[known..].iter().try_for_each(|event| next.apply(event))?;
        *self = next;
        Ok(())
    }

    fn append(&mut self, event: &str) -> Result<(), TextError> {
        self.apply(event)
    }

    fn phase(&self) -> Node {
        phase(&self.game, &self.history)
    }

    fn phase_line(&self) -> String {
        let (game, stage) = (&self.game, self.game.stage());
        match self.phase() {
            Node::Over(Outcome { result, reason }) => {
                format!("phase over result {result} reason {reason}")
            }
            Node::Chance(side) => {
                format!("phase roll side {} dice {} stage {stage}", side.name(), game.dice())
            }
            Node::Decision(side) => {
                let thrown = game.thrown().map_or(String::new(), |t| format!(" roll {t}"));
                format!("phase move side {} stage {stage}{thrown}", side.name())
            }
            Node::Sealed => format!("phase sealed stage {stage}"),
        }
    }

    fn legal_lines(&self) -> Vec<String> {
        let node = self.phase();
        if G::SEALED {
            let line = |side: Side| match node {
                Node::Sealed => format!("legal {}{}", side.name(), self.tokens(side)),
                _ => format!("legal {}", side.name()),
            };
            return Side::BOTH.map(line).to_vec();
        }
        vec![match node {
            Node::Decision(side) => format!("legal{}", self.tokens(side)),
            _ => "legal".to_string(),
        }]
    }

    fn text(&self) -> String {
        self.game.text()
    }

    fn drawing(&self) -> String {
        self.game.drawing()
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn eval(&self) -> String {
        let evaluator = G::Evaluator::default();
        match self.phase() {
            Node::Over(Outcome { result, reason }) => {
                format!("the game is over: {result}, {reason}")
            }
            _ => {
                let value = evaluator.evaluate(&self.game);
                format!(
                    "{}value for {}: {:+.4} ({} cp)",
                    evaluator.explain(&self.game),
                    self.game.side().name(),
                    value as f64 / ONE as f64,
                    centipawns(value)
                )
            }
        }
    }

    fn allows(&self, side: Side, token: &str) -> bool {
        let due = match self.open_node() {
            Node::Decision(mover) => mover == side,
            Node::Sealed => true,
            _ => false,
        };
        due && find_move(&self.game, side, token).is_some()
    }

    fn san(&self, token: &str) -> Option<String> {
        match self.open_node() {
            Node::Decision(side) => self.game.san(find_move(&self.game, side, token)?),
            _ => None,
        }
    }

    fn throws(&self) -> Vec<(String, u32)> {
        let mut throws = Vec::new();
        if matches!(self.phase(), Node::Chance(_)) {
            self.game.rolls(|r, weight| {
                throws.push((format!("r:{}", self.game.roll_token(r)), weight));
                ControlFlow::Continue(())
            });
        }
        throws
    }

    fn judge_throws(&self, depth: u32, table: &Table) -> Vec<(String, u32, f64)> {
        let Node::Chance(side) = self.phase() else { return Vec::new() };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let (evaluator, params) = (G::Evaluator::default(), Params::default());
        let control = Control::new(limits, side, 0, false);
        let tools = Tools { table, control: &control, evaluator: &evaluator, params: &params };
        let request = Request {
            game: self.game.clone(),
            history: self.history.clone(),
            side,
            among: Vec::new(),
            lines: 1,
            threads: 1,
            patient: true,
        };
        let sign = if side == Side::White { 1.0 } else { -1.0 };
        let valued = search(&request, tools, &mut |_| ()).rolls;
        self.throws()
            .into_iter()
            .zip(valued)
            .map(|((token, weight), (_, value, _))| {
                (token, weight, sign * (value as f64 / ONE as f64).clamp(-1.0, 1.0))
            })
            .collect()
    }

    fn throw(&self, rng: &mut dyn Rng) -> Result<String, TextError> {
        let due = matches!(self.phase(), Node::Chance(_));
        let thrown = due.then(|| throw(&self.game, rng)).flatten();
        let thrown = thrown.ok_or_else(|| TextError::new("no throw is due", "dice"))?;
        Ok(format!("r:{}", self.game.roll_token(thrown)))
    }

    fn side(&self) -> Side {
        self.game.side()
    }

    fn search(&self, go: &Go) -> Result<Job, TextError> {
        let node = self.open_node();
        let mut among = Vec::new();
        for token in &go.among {
            let found = match node {
                Node::Decision(side) => find_move(&self.game, side, token),
                Node::Sealed => go.side.and_then(|side| find_move(&self.game, side, token)),
                _ => None,
            };
            among.push(found.ok_or_else(|| TextError::new("illegal move", token))?);
        }
        match (node, go.side) {
            (Node::Sealed, None) => return Err(TextError::new("side is missing", "go")),
            (Node::Sealed, Some(_)) | (_, None) => {}
            // Whoever always names a side need not stop doing so when the game is over.
            (Node::Over(_), Some(_)) if G::SEALED => {}
            _ => return Err(TextError::new("side is for sealed turns", "side")),
        }
        let side = go.side.unwrap_or(self.game.side());
        let session = self.clone();
        Ok(match node {
            Node::Over(outcome) => Box::new(move |work| session.answer_over(outcome, side, work)),
            _ => Box::new(move |work| session.answer(side, among, work)),
        })
    }

    fn perft(&self, depth: u32) -> Job {
        let mut session = self.clone();
        Box::new(move |work| session.count(depth, &work))
    }
}

/// Whether a search says what it thinks.
fn talks<G: Variant>(options: &Options) -> bool {
    !G::QUIET || options.analyse
}

impl<G: Variant> GameSession<G> {
    fn answer_over(&self, outcome: Outcome, seen_by: Side, work: Work) -> String {
        let (score, wdl) = match outcome.result {
            GameResult::Draw => ("cp 0", [0, 1000, 0]),
            GameResult::Win(side) if side == seen_by => ("mate 0", [1000, 0, 0]),
            GameResult::Win(_) => ("mate 0", [0, 0, 1000]),
        };
        let wdl = if work.options.show_wdl { wdl_text(wdl) } else { String::new() };
        if talks::<G>(&work.options) {
            work.output.line(&format!(
                "info depth 0 seldepth 0 multipv 1 score {score}{wdl} nodes 0 nps 0 hashfull 0 time 0"
            ));
        }
        "bestmove (none)".to_string()
    }

    fn answer(&self, side: Side, mut among: Vec<G::Move>, work: Work) -> String {
        let Work { table, control, output, options, seed } = work;
        let level = options.level();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        if let Node::Decision(side) = self.open_node() {
            let mut moves = MoveList::new();
            self.game.moves(side, &mut moves);
            let choice = if among.is_empty() { &moves[..] } else { &among[..] };
            if let Some(m) = strength::random_choice(choice, level, &mut rng) {
                among = vec![m];
            }
        }
        let request = Request {
            game: self.game.clone(),
            history: self.history.clone(),
            side,
            among,
            // At sealed turns a level draws from the strategy, not from the lines.
            lines: if G::SEALED {
                options.lines
            } else {
                options.lines.max(strength::lines(level))
            },
            threads: options.threads,
            patient: options.analyse,
        };
        let (evaluator, params) = (G::Evaluator::default(), Params::default());
        let tools =
            Tools { table: &table, control: &control, evaluator: &evaluator, params: &params };
        let answer = search(&request, tools, &mut |report| {
            if report.rank <= options.lines && talks::<G>(&options) {
                output.line(&self.info(&report, &table, &options));
            }
        });
        if !answer.rolls.is_empty() {
            for (r, value, best) in &answer.rolls {
                let mut after = self.game.clone();
                after.roll(*r);
                let best = best.first().map_or("(none)".to_string(), |m| after.move_token(*m));
                output.line(&format!(
                    "info string roll {} score cp {} best {best}",
                    self.game.roll_token(*r),
                    centipawns(*value)
                ));
            }
            return "bestmove (none)".to_string();
        }
        if let Some(strategies) = &answer.strategies {
            let lines =
                strategy::lines(&self.game, side, strategies, answer.depth, options.analyse);
            output.line(&lines.join("\n"));
            let mix = &strategies.mixes[side.index()];
            // The search may have used up its time; this takes a moment.
            let unlimited = Control::new(Limits::default(), side, 0, false);
            let greedy = (level == 1)
                .then(|| sealed::root::greedy(&request, Tools { control: &unlimited, ..tools }))
                .flatten();
            let drawn = || strategy::draw(&self.game, side, &request.among, mix, level, &mut rng);
            let best = greedy.or_else(drawn).map(|m| self.game.move_token(m));
            return format!("bestmove {}", best.unwrap_or("(none)".to_string()));
        }
        let chosen = &answer.lines[strength::choose(&answer.lines, level, &mut rng)];
        let mut pv = self.pv_tokens(&chosen.pv).into_iter();
        let best = pv.next().unwrap_or("(none)".to_string());
        match pv.next() {
            Some(reply) if !G::CHANCE && !G::SEALED && talks::<G>(&options) => {
                format!("bestmove {best} ponder {reply}")
            }
            _ => format!("bestmove {best}"),
        }
    }

    fn info(&self, report: &Report<G::Move>, table: &Table, options: &Options) -> String {
        let Report { depth, seldepth, rank, line, nodes, time } = report;
        let millis = time.as_millis();
        let nps = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
        let mut text = format!(
            "info depth {depth} seldepth {seldepth} multipv {rank} score {}",
            score(line.value)
        );
        if options.show_wdl {
            text += &wdl_text(wdl(line.value, G::Evaluator::DRAWS));
        }
        text += &format!(" nodes {nodes} nps {nps} hashfull {} time {millis}", table.fullness());
        let pv = self.pv_tokens(&line.pv);
        if !pv.is_empty() {
            text += &format!(" pv {}", pv.join(" "));
        }
        text
    }

    fn pv_tokens(&self, pv: &[G::Move]) -> Vec<String> {
        if let (Node::Sealed, [m, ..]) = (self.game.node(), pv) {
            return vec![self.game.move_token(*m)];
        }
        let mut game = self.game.clone();
        pv.iter()
            .map(|m| {
                let token = game.move_token(*m);
                game.play(*m);
                token
            })
            .collect()
    }

    fn count(&mut self, depth: u32, work: &Work) -> String {
        let mut sum = 0;
        if depth == 0 {
            return "Nodes searched: 1".to_string();
        }
        let game = &self.game;
        let mut counts = Vec::new();
        for event in events(game, &self.history) {
            let next = event.apply(game);
            self.history.push(next.occurrence());
            let count = perft(&next, depth - 1, &mut self.history, &work.control.stop);
            self.history.pop(next.occurrence());
            if work.control.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return "info string perft stopped".to_string();
            }
            sum += count;
            counts.push((event.token(game), count));
        }
        if matches!(game.node(), Node::Decision(_) | Node::Sealed) {
            counts.sort_unstable();
        }
        for (token, count) in counts {
            work.output.line(&format!("{token}: {count}"));
        }
        format!("Nodes searched: {sum}")
    }
}

/// A value as `score` shows it.
pub fn score(value: Value) -> String {
    match turns_to_end(value) {
        Some(n) if n > 0 => format!("mate {}", (n + 1) / 2),
        Some(n) => format!("mate {}", (n - 1) / 2),
        None => format!("cp {}", centipawns(value)),
    }
}

fn wdl_text([win, draw, loss]: [i32; 3]) -> String {
    format!(" wdl {win} {draw} {loss}")
}

/// Win, draw and loss in thousandths that have the value as their mean, with the greatest share of
/// draws `draws` at equality.
fn wdl(value: Value, draws: f64) -> [i32; 3] {
    let e = (value as f64 / ONE as f64).clamp(-1.0, 1.0);
    let draw = draws * (1.0 - e * e);
    let win = ((1.0 + e - draw) / 2.0 * 1000.0).round() as i32;
    let draw = (draw * 1000.0).round() as i32;
    [win, draw, 1000 - win - draw]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::WIN;

    #[test]
    fn mates_count_own_moves() {
        for (value, text) in [
            (WIN - 1, "mate 1"),
            (WIN - 2, "mate 1"),
            (WIN - 3, "mate 2"),
            (2 - WIN, "mate -1"),
            (4 - WIN, "mate -2"),
            (0, "cp 0"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn wdl_sums_to_1000_and_keeps_the_mean() {
        for step in -20..=20 {
            let value = ONE / 20 * step;
            for draws in [0.0, 0.05, 0.5] {
                let [w, d, l] = wdl(value, draws);
                assert_eq!(w + d + l, 1000);
                assert!(w >= 0 && d >= 0 && l >= 0, "{step} {draws}");
                assert!((w - l - step * 50).abs() <= 2);
            }
        }
    }
}
