//! An engine at the board: the protocol from the client's side.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::process::{MOST_BYTES, Process, Silence};
use super::settings::Entrant;

/// How long an engine that is told to stop has for its answer.
const GRACE: Duration = Duration::from_secs(1);

/// What an engine did wrong.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// It could not be started or did not introduce itself.
    NoStart,
    /// It does not know the variant.
    UnsupportedVariant,
    /// It did not say that it is ready.
    NoReadyok,
    /// Its process ended.
    Crash,
    /// It closed its output without ending.
    ClosedOutput,
    /// It sent a line that was too long, or too much of everything.
    Flood,
    /// It answered too late.
    Time,
    /// It did not answer at all.
    Stall,
    /// It gave an answer that nobody had asked for.
    ExtraBestmove,
    /// It chose a move that the rules do not allow.
    IllegalMove,
}

impl Fault {
    /// The word of the records.
    pub fn word(self) -> &'static str {
        match self {
            Fault::NoStart => "no-start",
            Fault::UnsupportedVariant => "unsupported-variant",
            Fault::NoReadyok => "no-readyok",
            Fault::Crash => "crash",
            Fault::ClosedOutput => "closed-output",
            Fault::Flood => "flood",
            Fault::Time => "time",
            Fault::Stall => "stall",
            Fault::ExtraBestmove => "extra-bestmove",
            Fault::IllegalMove => "illegal-move",
        }
    }

    /// Whether the engine can go on playing the next game as it is.
    pub fn is_alive(self) -> bool {
        matches!(
            self,
            Fault::Time | Fault::IllegalMove | Fault::ExtraBestmove | Fault::UnsupportedVariant
        )
    }
}

/// Why an engine has not done what it was asked for.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Trouble {
    /// Its own fault.
    Fault(Fault),
    /// The arena is to end.
    Interrupted,
}

/// An answer to `go`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The word behind `bestmove`.
    pub token: String,
    /// From `go` to the answer.
    pub spent: Duration,
    /// When it came.
    pub came: Instant,
    /// The last score of the first line, such as `cp 12` or `mate -3`.
    pub score: Option<String>,
    /// The depth of that.
    pub depth: Option<u32>,
}

/// A running engine that knows the protocol.
pub struct Player<'a> {
    entrant: &'a Entrant,
    process: Process,
    stop: &'a AtomicBool,
    patience: Duration,
    /// The variants it offers; `None` without the option `UCI_Variant`.
    variants: Option<Vec<String>>,
    variant: Option<String>,
    has_seed: bool,
    /// The latest refusal, for the records.
    pub complaint: Option<String>,
}

impl<'a> Player<'a> {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// [`Fault::NoStart`] and others, or that the arena is to end.
    pub fn start(
        entrant: &'a Entrant,
        patience: Duration,
        stop: &'a AtomicBool,
    ) -> Result<Self, Trouble> {
        let process = Process::start(&entrant.command, entrant.directory.as_deref());
        let process = process.map_err(|error| {
            log::error!("{} cannot be started: {error}", entrant.name);
            Trouble::Fault(Fault::NoStart)
        })?;
        let mut player = Player {
            entrant,
            process,
            stop,
            patience,
            variants: None,
            variant: None,
            has_seed: false,
            complaint: None,
        };
        player.introduce().map_err(|trouble| match trouble {
            Trouble::Fault(Fault::Flood | Fault::ExtraBestmove) | Trouble::Interrupted => trouble,
            Trouble::Fault(_) => Trouble::Fault(Fault::NoStart),
        })?;
        Ok(player)
    }

    fn introduce(&mut self) -> Result<(), Trouble> {
        self.say("uci");
        let deadline = Instant::now() + self.patience;
        let mut bytes = 0;
        loop {
            let (line, _) = self.line(deadline, &mut bytes, Fault::NoStart)?;
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["uciok", ..] => break,
                ["bestmove", ..] => return Err(Trouble::Fault(Fault::ExtraBestmove)),
                ["option", "name", name, rest @ ..] => {
                    self.has_seed |= name.eq_ignore_ascii_case("Seed");
                    if name.eq_ignore_ascii_case("UCI_Variant") {
                        let vars = rest.windows(2).filter(|w| w[0] == "var");
                        self.variants = Some(vars.map(|w| w[1].to_string()).collect());
                    }
                }
                _ => {}
            }
        }
        for (name, value) in &self.entrant.options {
            self.say(&format!("setoption name {name} value {value}"));
        }
        Ok(())
    }

    /// Prepares the engine for a game. `Seed` and `UCI_Variant` are the arena's to set.
    ///
    /// # Errors
    /// If it does not know the variant, or is not ready in time.
    pub fn new_game(&mut self, variant: &str, seed: u64) -> Result<(), Trouble> {
        if self.variant.as_deref() != Some(variant) {
            let known = match &self.variants {
                Some(variants) => variants.iter().any(|v| v.eq_ignore_ascii_case(variant)),
                None => variant == "chess",
            };
            if !known {
                return Err(Trouble::Fault(Fault::UnsupportedVariant));
            }
            if self.variants.is_some() {
                self.say(&format!("setoption name UCI_Variant value {variant}"));
            }
            self.variant = Some(variant.to_string());
        }
        if self.has_seed {
            self.say(&format!("setoption name Seed value {seed}"));
        }
        self.say("ucinewgame");
        self.complaint = None;
        self.ready()
    }

    /// Shows a position and asks for a move. `allowance` and `margin` say when the answer is late; without
    /// an allowance only patience ends.
    ///
    /// # Errors
    /// If no answer comes in time, or something else than one answer.
    pub fn ask(
        &mut self,
        position: &str,
        go: &str,
        allowance: Option<Duration>,
        margin: Duration,
    ) -> Result<Answer, Trouble> {
        self.say(position);
        // The engine's time begins when it has read the position.
        self.ready()?;
        let start = Instant::now();
        self.say(&format!("go {go}"));
        let limit = allowance.map_or(self.patience, |a| a + margin);
        let mut answer =
            Answer { token: String::new(), spent: limit, came: start, score: None, depth: None };
        let mut bytes = 0;
        let mut deadline = start + limit;
        let mut told = false;
        loop {
            match self.line(deadline, &mut bytes, Fault::Stall) {
                Ok((line, came)) => {
                    let mut words = line.split_whitespace();
                    match words.next() {
                        Some("bestmove") => {
                            answer.token = words.next().unwrap_or("").to_string();
                            (answer.came, answer.spent) = (came, came - start);
                            break;
                        }
                        Some("info") => note_score(&mut answer, words),
                        _ => {}
                    }
                }
                Err(Trouble::Fault(Fault::Stall)) if !told => {
                    told = true;
                    self.say("stop");
                    deadline = Instant::now() + GRACE;
                }
                Err(trouble) => return Err(trouble),
            }
        }
        if answer.spent > limit {
            return Err(Trouble::Fault(Fault::Time));
        }
        Ok(answer)
    }

    /// Waits until everything sent before has been read.
    fn ready(&mut self) -> Result<(), Trouble> {
        self.say("isready");
        let deadline = Instant::now() + self.patience;
        let mut bytes = 0;
        loop {
            let (line, _) = self.line(deadline, &mut bytes, Fault::NoReadyok)?;
            match line.split_whitespace().next() {
                Some("readyok") => return Ok(()),
                Some("bestmove") => return Err(Trouble::Fault(Fault::ExtraBestmove)),
                _ => {}
            }
        }
    }

    fn say(&self, line: &str) {
        log::debug!("{} < {line}", self.entrant.name);
        self.process.say(line);
    }

    fn line(
        &mut self,
        deadline: Instant,
        bytes: &mut usize,
        late: Fault,
    ) -> Result<(String, Instant), Trouble> {
        let fault = match self.process.line(deadline, self.stop) {
            Ok((line, came)) => {
                log::debug!("{} > {line}", self.entrant.name);
                *bytes += line.len() + 1;
                if let Some(complaint) = line.strip_prefix("info string error:") {
                    log::error!("{} complains:{complaint}", self.entrant.name);
                    self.complaint = Some(complaint.trim().to_string());
                }
                if *bytes <= MOST_BYTES {
                    return Ok((line, came));
                }
                Fault::Flood
            }
            Err(Silence::Late) => late,
            Err(Silence::Flood) => Fault::Flood,
            Err(Silence::Interrupted) => return Err(Trouble::Interrupted),
            Err(Silence::Closed) if self.process.has_ended() => Fault::Crash,
            Err(Silence::Closed) => Fault::ClosedOutput,
        };
        Err(Trouble::Fault(fault))
    }

    /// Asks the engine to end.
    pub fn quit(self) {
        self.process.quit();
    }
}

/// Keeps score and depth of an `info` line, unless it is about another line than the first.
fn note_score<'a>(answer: &mut Answer, words: impl Iterator<Item = &'a str>) {
    let words: Vec<&str> = words.collect();
    let behind = |word: &str| words.iter().position(|w| *w == word).map(|i| &words[i + 1..]);
    let number = |word: &str| behind(word).and_then(|rest| rest.first()?.parse::<u32>().ok());
    if words.first() == Some(&"string") || number("multipv").is_some_and(|n| n != 1) {
        return;
    }
    if let Some([kind @ ("cp" | "mate"), value, ..]) = behind("score")
        && value.parse::<i32>().is_ok()
    {
        answer.score = Some(format!("{kind} {value}"));
        answer.depth = number("depth");
    }
}
