//! The referee of one game: holds position and dice, asks the engines, knows when the game is over.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::adjudication::{Adjudicator, Verdict};
use super::dice::{Dice, derive, derive_text};
use super::limit::Clocks;
use super::player::{Answer, Fault, Player, Trouble};
use super::record::{GameRecord, PerEvent, Sides};
use super::schedule::Fixture;
use super::settings::{Entrant, Tournament};
use super::stats::median;
use crate::game::{GameResult, Node, Outcome, Side};
use crate::protocol::command::Base;
use crate::protocol::session::{self, Session};

/// The most events of a game: far beyond what the turn limit lets happen, but an end.
const MOST_EVENTS: usize = 100_000;

/// The engines of one worker, running or not.
pub struct Seats<'a> {
    tournament: &'a Tournament,
    stop: &'a AtomicBool,
    players: Vec<Option<Player<'a>>>,
}

impl<'a> Seats<'a> {
    /// Nobody has been started yet.
    pub fn new(tournament: &'a Tournament, stop: &'a AtomicBool) -> Self {
        let players = tournament.engines.iter().map(|_| None).collect();
        Seats { tournament, stop, players }
    }

    /// Ends all engines.
    pub fn quit(self) {
        self.players.into_iter().flatten().for_each(Player::quit);
    }

    fn entrant(&self, index: usize) -> &'a Entrant {
        &self.tournament.engines[index]
    }

    /// Makes an engine ready for a game, starting it if it does not run.
    fn prepare(&mut self, index: usize, variant: &str, seed: u64) -> Result<(), Trouble> {
        let entrant = self.entrant(index);
        if entrant.restart
            && let Some(player) = self.players[index].take()
        {
            player.quit();
        }
        let patience = Duration::from_secs(self.tournament.patience);
        let seat = &mut self.players[index];
        let player = match seat {
            Some(player) => player,
            None => seat.insert(Player::start(entrant, patience, self.stop)?),
        };
        player.new_game(variant, seed)
    }

    /// Ends an engine that cannot go on; it is started again for its next game.
    fn dismiss(&mut self, index: usize, fault: Fault) {
        if !fault.is_alive() {
            self.players[index] = None;
        }
    }

    fn player(&mut self, index: usize) -> Result<&mut Player<'a>, Trouble> {
        self.players[index].as_mut().ok_or(Trouble::Fault(Fault::Crash))
    }
}

/// How a game ended.
struct End {
    result: GameResult,
    termination: &'static str,
    reason: Option<String>,
    detail: Option<String>,
}

impl End {
    fn by_rules(outcome: Outcome) -> Self {
        let reason = Some(outcome.reason.to_string());
        End { result: outcome.result, termination: "", reason, detail: None }
    }

    fn called(result: GameResult, termination: &'static str) -> Self {
        End { result, termination, reason: None, detail: None }
    }

    fn forfeit(loser: Side, fault: Fault, detail: Option<String>) -> Self {
        let result = GameResult::Win(!loser);
        End { result, termination: fault.word(), reason: None, detail }
    }

    fn word(&self) -> String {
        self.reason.clone().unwrap_or_else(|| self.termination.to_string())
    }
}

/// The arena is to end: the game does not count.
pub struct Interrupted;

/// Plays a game of the tournament.
pub fn play(fixture: Fixture, seats: &mut Seats) -> Result<GameRecord, Interrupted> {
    let tournament = seats.tournament;
    let variant = &tournament.variants[fixture.variant];
    let (opening, line) =
        tournament.openings[fixture.variant].pick(derive(&[tournament.seed]), fixture.round);
    let dice_seed = dice_seed(tournament, fixture.pair);
    let seeds = Side::BOTH.map(|side| {
        let name = &tournament.engines[fixture.engines[side.index()]].name;
        // Engines read it as a number; above 2^63 some would not.
        derive(&[derive_text(tournament.seed, name), fixture.game]) >> 1
    });
    let mut session = session::open(variant).expect("variants are checked before");
    session.position(&opening.base, &opening.events).expect("openings are checked before");
    let start = match &opening.base {
        Base::Start => "startpos".to_string(),
        Base::Text(text) => format!("fen {text}"),
    };
    let skipped = opening.events.len();
    let mut game = Game {
        fixture,
        seats,
        session,
        position: format!("position {start} moves"),
        events: Vec::new(),
        movers: Vec::new(),
        times: Vec::new(),
        scores: Vec::new(),
        depths: Vec::new(),
        clocks: Clocks::new(fixture.engines.map(|e| tournament.engines[e].limit)),
        dice: Dice::new(dice_seed),
        adjudicator: Adjudicator::new(tournament.draw, tournament.resign),
        overheads: Vec::new(),
        answered: None,
    };
    for event in &opening.events {
        game.note(event, "", &[]);
    }
    let began = jiff::Timestamp::now().to_string();
    let end = game.run(variant, seeds)?;
    let name = |side: Side| tournament.engines[fixture.engines[side.index()]].name.clone();
    Ok(GameRecord {
        game: fixture.game,
        pair: fixture.pair,
        variant: variant.clone(),
        white: name(Side::White),
        black: name(Side::Black),
        result: end.result.to_string(),
        termination: end.word(),
        detail: end.detail,
        opening: line,
        start,
        opening_events: skipped,
        overhead: median(&mut game.overheads),
        events: game.events,
        movers: game.movers,
        times: game.times,
        scores: game.scores,
        depths: game.depths,
        dice_seed,
        seeds: Sides { white: seeds[0], black: seeds[1] },
        luck: None,
        began,
    })
}

/// The seed of the dice of a pair.
pub(super) fn dice_seed(tournament: &Tournament, pair: u64) -> u64 {
    derive(&[derive_text(tournament.seed, "dice"), pair])
}

/// The full-move number of a position text.
pub(super) fn turn(text: &str) -> u32 {
    text.split_whitespace().nth(5).and_then(|n| n.parse().ok()).unwrap_or(1)
}

struct Game<'s, 'a> {
    fixture: Fixture,
    seats: &'s mut Seats<'a>,
    session: Box<dyn Session>,
    /// The `position` command that leads here.
    position: String,
    events: Vec<String>,
    movers: Vec<String>,
    times: Vec<PerEvent<f64>>,
    scores: Vec<PerEvent<String>>,
    depths: Vec<PerEvent<u32>>,
    clocks: Clocks,
    dice: Dice,
    adjudicator: Adjudicator,
    overheads: Vec<f64>,
    /// When the latest answer came.
    answered: Option<Instant>,
}

/// A turn of one side: the answer, or how the game ends instead.
type Turn = Result<Result<Answer, End>, Interrupted>;

impl Game<'_, '_> {
    fn run(&mut self, variant: &str, seeds: [u64; 2]) -> Result<End, Interrupted> {
        for side in Side::BOTH {
            let index = self.fixture.engines[side.index()];
            if let Err(trouble) = self.seats.prepare(index, variant, seeds[side.index()]) {
                return self.blame(side, trouble);
            }
        }
        loop {
            let node = self.session.phase();
            if let Node::Over(outcome) = node {
                return Ok(End::by_rules(outcome));
            }
            let turn = turn(&self.session.text());
            if turn > self.seats.tournament.max_turns || self.events.len() >= MOST_EVENTS {
                return Ok(End::called(GameResult::Draw, "turn-limit"));
            }
            match node {
                Node::Chance(side) => {
                    let throws = self.session.throws();
                    let event = self.dice.throw(side, &throws).to_string();
                    self.session.append(&event).expect("a listed throw is possible");
                    self.note(&event, letter(side), &[]);
                }
                Node::Decision(side) => {
                    let answer = match self.ask(side, "")? {
                        Ok(answer) => answer,
                        Err(end) => return Ok(end),
                    };
                    self.session.append(&answer.token).expect("it was checked");
                    self.note(&answer.token, letter(side), &[&answer]);
                    if let Some(end) = self.judge(side, &answer, turn) {
                        return Ok(end);
                    }
                }
                Node::Sealed => {
                    // One after the other, so that none takes the other's processor time. Nothing of the
                    // first choice is told before the second is in.
                    let white = match self.ask(Side::White, "side white ")? {
                        Ok(answer) => answer,
                        Err(end) => return Ok(end),
                    };
                    let black = match self.ask(Side::Black, "side black ")? {
                        Ok(answer) => answer,
                        Err(end) => return Ok(end),
                    };
                    let event = format!("{}|{}", white.token, black.token);
                    self.session.append(&event).expect("both were checked");
                    self.note(&event, "wb", &[&white, &black]);
                    for (side, answer) in [(Side::White, &white), (Side::Black, &black)] {
                        if let Some(end) = self.judge(side, answer, turn) {
                            return Ok(end);
                        }
                    }
                }
                Node::Over(_) => unreachable!("games that are over were ended above"),
            }
        }
    }

    /// Asks a side for its choice, and checks it.
    fn ask(&mut self, side: Side, before: &str) -> Turn {
        let index = self.fixture.engines[side.index()];
        let position = self.position.strip_suffix(" moves").unwrap_or(&self.position);
        let go = format!("{before}{}", self.clocks.go(side));
        let allowance = self.clocks.allowance(side);
        let margin = Duration::from_millis(self.seats.tournament.margin);
        let answered = self.answered.take();
        let asked = Instant::now();
        let answer = self
            .seats
            .player(index)
            .and_then(|player| player.ask(position, &go, allowance, margin));
        let answer = match answer {
            Ok(answer) => answer,
            Err(trouble) => return self.blame(side, trouble).map(Err),
        };
        // From the latest answer to this question, the engine's reading of the position included.
        let thinking = answer.came.duration_since(asked).saturating_sub(answer.spent);
        if let Some(answered) = answered {
            self.overheads.push(millis(asked.duration_since(answered) + thinking));
        }
        self.clocks.charge(side, answer.spent);
        if !self.session.allows(side, &answer.token) {
            let detail = self.complaint(side).unwrap_or(answer.token);
            return Ok(Err(End::forfeit(side, Fault::IllegalMove, Some(detail))));
        }
        self.answered = Some(answer.came);
        Ok(Ok(answer))
    }

    fn complaint(&mut self, side: Side) -> Option<String> {
        let player = self.seats.player(self.fixture.engines[side.index()]).ok()?;
        player.complaint.take()
    }

    /// Ends the game for a fault of `side`.
    fn blame(&mut self, side: Side, trouble: Trouble) -> Result<End, Interrupted> {
        let Trouble::Fault(fault) = trouble else { return Err(Interrupted) };
        let detail = self.complaint(side);
        self.seats.dismiss(self.fixture.engines[side.index()], fault);
        Ok(End::forfeit(side, fault, detail))
    }

    /// Ends the game if the scores tell how it will end; the rules go first.
    fn judge(&mut self, side: Side, answer: &Answer, turn: u32) -> Option<End> {
        let verdict = self.adjudicator.note(side, answer.score.as_deref(), turn)?;
        if let Node::Over(outcome) = self.session.phase() {
            return Some(End::by_rules(outcome));
        }
        let result = match verdict {
            Verdict::Draw => GameResult::Draw,
            Verdict::Loss(loser) => GameResult::Win(!loser),
        };
        Some(End::called(result, "adjudication"))
    }

    /// Notes an event, whose it was and the answers that made it: one, or two of a sealed turn.
    fn note(&mut self, event: &str, movers: &str, answers: &[&Answer]) {
        self.position.push(' ');
        self.position += event;
        self.events.push(event.to_string());
        self.movers.push(movers.to_string());
        self.times.push(per_event(answers, |a| Some(millis(a.spent))));
        self.scores.push(per_event(answers, |a| a.score.clone()));
        self.depths.push(per_event(answers, |a| a.depth));
    }
}

fn per_event<T>(answers: &[&Answer], part: impl Fn(&Answer) -> Option<T>) -> PerEvent<T> {
    match answers {
        [white, black] => PerEvent::Sealed([part(white), part(black)]),
        [one] => PerEvent::Single(part(one)),
        _ => PerEvent::Single(None),
    }
}

fn letter(side: Side) -> &'static str {
    ["w", "b"][side.index()]
}

/// Milliseconds to three decimals.
fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
