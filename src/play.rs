//! A game at the terminal, for people. Serves every variant as it comes: it knows the game only
//! through its [`Session`], as a client would.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use rand::rngs::SysRng;
use rand::{RngExt, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{Node, Outcome, Side, TextError};
use crate::protocol::command::{Base, Go};
use crate::protocol::options::Options;
use crate::protocol::output::Output;
use crate::protocol::session::{Session, Work, open};
use crate::search::limits::{Control, Limits};
use crate::search::strength;
use crate::search::tt::Table;

/// How a game at the terminal begins.
#[derive(Args)]
pub struct Settings {
    /// The variant.
    #[arg(default_value = "dicechess")]
    variant: String,
    /// The side that you play: white, black, both or none.
    #[arg(long, default_value = "white")]
    side: String,
    /// The engine's level, 0 to 20.
    #[arg(long, default_value_t = strength::MOST, value_parser = clap::value_parser!(u8).range(0..=strength::MOST as i64))]
    level: u8,
    /// The engine's time for a move, in milliseconds.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// Real dice: type in what you have thrown, for both sides.
    #[arg(long)]
    dice: bool,
    /// Number that fixes the dice and the engine's luck.
    #[arg(long)]
    seed: Option<u64>,
    /// Keep the record of the game in this file.
    #[arg(long)]
    record: Option<std::path::PathBuf>,
    /// Begin with this position text.
    #[arg(long)]
    position: Option<String>,
}

const HELP: &str = "\
move in coordinates (e2e4, e7e8q; any unambiguous beginning or end will do)
hint         the engine's choice, or the best moves by throw
moves        what is legal
undo         take back to your last choice
level N      the engine's level, 0 to 20
time MS      the engine's time for a move
side WHO     white, black, both or none: whom you play
board        the position (also: Расстановка?)
save FILE    write the record to a file
quit         leave the game";

/// Plays a game on standard input and output until it is over or the player leaves.
pub fn run(settings: Settings) -> Result<(), String> {
    Match::new(settings)?.play(&mut io::stdin().lock(), &mut io::stdout())
}

/// A writer into memory, for what a search says.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Match {
    session: Box<dyn Session>,
    variant: String,
    base: Base,
    events: Vec<String>,
    /// Numbers of events after which the player had a choice.
    choices: Vec<usize>,
    human: [bool; 2],
    options: Options,
    movetime: u64,
    real_dice: bool,
    rng: Xoshiro256PlusPlus,
    table: Arc<Table>,
    record: Option<std::path::PathBuf>,
}

/// What the player's line led to.
enum Turn {
    /// An event to append.
    Event(String),
    /// Something else; the situation may have changed.
    Again,
    /// The player leaves.
    Leave,
}

type Streams<'a> = (&'a mut dyn BufRead, &'a mut dyn Write);

fn seats(who: &str) -> Result<[bool; 2], String> {
    match who {
        "white" => Ok([true, false]),
        "black" => Ok([false, true]),
        "both" => Ok([true, true]),
        "none" => Ok([false, false]),
        _ => Err(format!("side is white, black, both or none: {who}")),
    }
}

impl Match {
    fn new(settings: Settings) -> Result<Self, String> {
        let mut session = open(&settings.variant)
            .ok_or_else(|| crate::cli::unknown_variant(&settings.variant))?;
        let base = settings.position.map_or(Base::Start, Base::Text);
        session.position(&base, &[]).map_err(|e| e.to_string())?;
        let mut options = Options::default();
        options.set("UCI_Variant", Some(&settings.variant)).map_err(|e| e.to_string())?;
        options.skill = settings.level;
        let seed = settings.seed.or_else(|| SysRng.try_next_u64().ok()).unwrap_or_default();
        let table = Table::new(options.hash).ok_or("no memory for the table")?;
        Ok(Match {
            session,
            variant: options.variant.to_string(),
            base,
            events: Vec::new(),
            choices: Vec::new(),
            human: seats(&settings.side)?,
            options,
            movetime: settings.movetime,
            real_dice: settings.dice,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            table: Arc::new(table),
            record: settings.record,
        })
    }

    fn play(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> Result<(), String> {
        let streams: &mut Streams = &mut (input, output);
        say(streams, &format!("{}: type help for what can be typed.", self.variant))?;
        let mut shown = usize::MAX;
        loop {
            let node = self.session.phase();
            if let Node::Over(Outcome { result, reason }) = node {
                say(
                    streams,
                    &format!(
                        "\n{}\n\nThe game is over: {result}, {reason}.",
                        self.session.drawing()
                    ),
                )?;
                return self.keep();
            }
            let asked = match node {
                Node::Decision(side) => self.human[side.index()],
                Node::Sealed => self.human != [false; 2],
                _ => false,
            };
            if asked && shown != self.events.len() {
                say(streams, &format!("\n{}\n", self.session.drawing()))?;
                shown = self.events.len();
            }
            let turn = match node {
                Node::Chance(side) => self.throw(side, streams)?,
                Node::Decision(side) if asked => self.choose(side, streams)?,
                Node::Decision(side) => {
                    let event = self.engine_move(None)?;
                    say(streams, &format!("{} (engine) plays {event}", title(side)))?;
                    Turn::Event(event)
                }
                _ => self.sealed(streams)?,
            };
            match turn {
                Turn::Event(event) => match self.session.append(&event) {
                    Ok(()) => {
                        self.events.push(event);
                        self.keep()?;
                    }
                    Err(error) => say(streams, &error.to_string())?,
                },
                Turn::Again => {}
                Turn::Leave => return self.keep(),
            }
        }
    }

    /// The throw that is due: thrown here, or typed in.
    fn throw(&mut self, side: Side, streams: &mut Streams) -> Result<Turn, String> {
        if !self.real_dice {
            let event = self.session.throw(&mut self.rng).map_err(|e| e.to_string())?;
            say(streams, &format!("{} throws {}", title(side), &event[2..]))?;
            return Ok(Turn::Event(event));
        }
        let Some(line) = ask(streams, &format!("{}'s throw> ", title(side)))? else {
            return Ok(Turn::Leave);
        };
        match self.command(&line, side, streams)? {
            Some(turn) => Ok(turn),
            None => {
                let dice = line.split(|c: char| c == ',' || c.is_whitespace());
                let dice: Vec<&str> = dice.filter(|d| !d.is_empty()).collect();
                Ok(Turn::Event(format!("r:{}", dice.join(","))))
            }
        }
    }

    fn choose(&mut self, side: Side, streams: &mut Streams) -> Result<Turn, String> {
        let legal = self.legal(side);
        if let [only] = legal.as_slice()
            && only == "0000"
            && self.session.phase() != Node::Sealed
        {
            say(streams, &format!("{} has no move: the turn is lost.", title(side)))?;
            return Ok(Turn::Event(only.clone()));
        }
        if self.choices.last() != Some(&self.events.len()) {
            self.choices.push(self.events.len());
        }
        let Some(line) = ask(streams, &format!("{}> ", title(side)))? else {
            return Ok(Turn::Leave);
        };
        if let Some(turn) = self.command(&line, side, streams)? {
            return Ok(turn);
        }
        match complete(&line, &legal) {
            Ok(token) => Ok(Turn::Event(token)),
            Err(error) => {
                say(streams, &error.to_string())?;
                Ok(Turn::Again)
            }
        }
    }

    /// A sealed turn: each seat chooses without knowing the other's choice.
    fn sealed(&mut self, streams: &mut Streams) -> Result<Turn, String> {
        let mut tokens = Vec::new();
        for side in Side::BOTH {
            if !self.human[side.index()] {
                tokens.push(self.engine_move(Some(side))?);
                continue;
            }
            match self.choose(side, streams)? {
                Turn::Event(token) => tokens.push(token),
                other => return Ok(other),
            }
        }
        let event = tokens.join("|");
        say(streams, &format!("Both have chosen: {event}"))?;
        Ok(Turn::Event(event))
    }

    fn legal(&self, side: Side) -> Vec<String> {
        let lines = self.session.legal_lines();
        let line = if lines.len() > 1 { &lines[side.index()] } else { &lines[0] };
        let skip = lines.len();
        line.split(' ').skip(skip).map(String::from).collect()
    }

    /// Obeys a word that is no move; `None` if the line may be a move or a throw.
    fn command(
        &mut self,
        line: &str,
        side: Side,
        streams: &mut Streams,
    ) -> Result<Option<Turn>, String> {
        let mut words = line.split_whitespace();
        let word = words.next().unwrap_or("");
        let argument = words.next();
        let number = argument.and_then(|a| a.parse::<u64>().ok());
        let answer = match word {
            "" => return Ok(Some(Turn::Again)),
            "quit" | "exit" => return Ok(Some(Turn::Leave)),
            "help" | "?" => HELP.to_string(),
            // The words are those of the rules of `chez`.
            "board" | "Расстановка?" => {
                format!("{}\n\n{}", self.session.drawing(), self.session.text())
            }
            "moves" => self.legal(side).join(" "),
            "hint" => self.hint(side)?,
            "undo" => self.undo(),
            "level" => {
                match number.and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= strength::MOST) {
                    Some(level) => {
                        self.options.skill = level;
                        format!("level {level}")
                    }
                    None => format!("level is 0 to {}: {}", strength::MOST, argument.unwrap_or("")),
                }
            }
            "time" => match number.filter(|n| (1..=3_600_000).contains(n)) {
                Some(time) => {
                    self.movetime = time;
                    format!("{time} ms a move")
                }
                None => format!("time is 1 to 3600000: {}", argument.unwrap_or("")),
            },
            "side" => match seats(argument.unwrap_or("")) {
                Ok(human) => {
                    self.human = human;
                    format!("you play {}", argument.unwrap_or(""))
                }
                Err(error) => error,
            },
            "save" => match argument {
                Some(file) => match std::fs::write(file, self.record_text()) {
                    Ok(()) => format!("written to {file}"),
                    Err(error) => format!("cannot write {file}: {error}"),
                },
                None => "save needs a file name".to_string(),
            },
            _ => return Ok(None),
        };
        say(streams, &answer)?;
        Ok(Some(Turn::Again))
    }

    /// Takes back to the last choice of the player before this one.
    fn undo(&mut self) -> String {
        let here = self.events.len();
        while self.choices.last().is_some_and(|n| *n >= here) {
            self.choices.pop();
        }
        let Some(&to) = self.choices.last() else { return "nothing to take back".to_string() };
        match self.session.position(&self.base, &self.events[..to]) {
            Ok(()) => {
                self.events.truncate(to);
                "taken back".to_string()
            }
            Err(error) => error.to_string(),
        }
    }

    fn hint(&mut self, side: Side) -> Result<String, String> {
        let sealed = self.session.phase() == Node::Sealed;
        // Some games tell no score unless asked to analyse.
        let options = Options { skill: strength::MOST, analyse: true, ..self.options.clone() };
        let (last, said) = self.search(sealed.then_some(side), options)?;
        let throws: Vec<&str> =
            said.lines().filter_map(|l| l.strip_prefix("info string roll ")).collect();
        if !throws.is_empty() {
            return Ok(throws.join("\n"));
        }
        let score = said.lines().rev().find_map(|l| l.split_once(" score ")).map(|(_, rest)| rest);
        let score: Vec<&str> = score.unwrap_or("").split(' ').take(2).collect();
        Ok(format!("{} ({})", last, score.join(" ")))
    }

    fn engine_move(&mut self, side: Option<Side>) -> Result<String, String> {
        Ok(self.search(side, self.options.clone())?.0)
    }

    /// Searches the position: the move, and what the search said.
    fn search(&mut self, side: Option<Side>, options: Options) -> Result<(String, String), String> {
        let limits = Limits { move_time: Some(self.movetime), ..Limits::default() };
        let limits = strength::limit(limits, options.level());
        let go = Go { side, limits, ..Go::default() };
        let job = self.session.search(&go).map_err(|e| e.to_string())?;
        let memory = Memory::default();
        let work = Work {
            table: self.table.clone(),
            control: Arc::new(Control::new(limits, self.session.side(), options.overhead, false)),
            output: Output::new(memory.clone()),
            options,
            seed: self.rng.random(),
        };
        let last = job(work);
        let said = memory.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let token = last.split(' ').nth(1).unwrap_or("").to_string();
        Ok((token, String::from_utf8_lossy(&said).into_owned()))
    }

    fn record_text(&self) -> String {
        let seat = |i: usize| if self.human[i] { "a player" } else { "Alea" };
        let result = match self.session.phase() {
            Node::Over(Outcome { result, reason }) => format!("{result} {reason}"),
            _ => "*".to_string(),
        };
        let start = match &self.base {
            Base::Start => "startpos".to_string(),
            Base::Text(text) => format!("fen {text}"),
        };
        format!(
            "variant {}\nwhite {}\nblack {}\nresult {result}\nposition {start} moves {}\n",
            self.variant,
            seat(0),
            seat(1),
            self.events.join(" ")
        )
    }

    /// Writes the record, if one is kept.
    fn keep(&self) -> Result<(), String> {
        match &self.record {
            Some(file) => std::fs::write(file, self.record_text())
                .map_err(|e| format!("cannot write {}: {e}", file.display())),
            None => Ok(()),
        }
    }
}

fn title(side: Side) -> &'static str {
    ["White", "Black"][side.index()]
}

/// The one legal move that a player's word can mean: the move itself, else the only one that begins,
/// ends or goes on with it.
fn complete(word: &str, legal: &[String]) -> Result<String, TextError> {
    let word = word.trim();
    if let Some(exact) = legal.iter().find(|t| *t == word) {
        return Ok(exact.clone());
    }
    for fits in [str::starts_with, str::ends_with, |t: &str, w: &str| t.contains(w)] {
        let found: Vec<&String> = legal.iter().filter(|t| fits(t, word)).collect();
        match found.as_slice() {
            [] => {}
            [only] => return Ok((*only).clone()),
            several => {
                let all: Vec<&str> = several.iter().map(|t| t.as_str()).collect();
                return Err(TextError::new("several moves fit", all.join(" ")));
            }
        }
    }
    Err(TextError::new("not a legal move", word))
}

fn say(streams: &mut Streams, text: &str) -> Result<(), String> {
    writeln!(streams.1, "{text}").map_err(|e| e.to_string())
}

fn ask(streams: &mut Streams, prompt: &str) -> Result<Option<String>, String> {
    write!(streams.1, "{prompt}").and_then(|()| streams.1.flush()).map_err(|e| e.to_string())?;
    let mut line = String::new();
    match streams.0.read_line(&mut line) {
        Ok(0) => Ok(None),
        Ok(_) => Ok(Some(line.trim().to_string())),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Shell {
        #[command(flatten)]
        settings: Settings,
    }

    fn session(arguments: &[&str], typed: &str) -> (Match, String) {
        let all = std::iter::once("play").chain(arguments.iter().copied());
        let mut game = Match::new(Shell::parse_from(all).settings).unwrap();
        let mut output = Vec::new();
        game.play(&mut typed.as_bytes(), &mut output).unwrap();
        (game, String::from_utf8(output).unwrap())
    }

    #[test]
    fn moves_are_completed_when_only_one_fits() {
        let legal: Vec<String> = ["e2e4", "e2e3", "g1f3", "d2d4"].map(String::from).to_vec();
        assert_eq!(complete("g1", &legal).as_deref(), Ok("g1f3"));
        assert_eq!(complete("d4", &legal).as_deref(), Ok("d2d4"));
        assert_eq!(complete("e2e3", &legal).as_deref(), Ok("e2e3"));
        assert!(complete("e2", &legal).unwrap_err().word.contains("e2e4"));
        assert_eq!(complete("h5", &legal).unwrap_err().word, "h5");
    }

    #[test]
    fn typed_dice_moves_and_taking_back() {
        let typed = "3 4\n6,6\ne4\n1,1\ne5\n2 5\nundo\nboard\nquit\n";
        let (game, said) = session(&["--dice", "--side", "both"], typed);
        assert_eq!(game.events, ["r:3,4", "0000", "r:6,6"]);
        assert!(said.contains("the turn is lost") && said.contains("taken back"), "{said}");
        assert!(game.record_text().contains("position startpos moves r:3,4 0000 r:6,6"));
    }

    #[test]
    fn the_engine_answers_and_hints() {
        let arguments = ["chess", "--movetime", "20", "--seed", "1"];
        let (game, said) =
            session(&arguments, "hint\ne2e4\nlevel 3\nlevel 99\nmoves\nnonsense\nquit\n");
        assert_eq!(game.events.len(), 2, "{said}");
        for part in [
            "(cp ",
            "Black (engine) plays",
            "level 3",
            "level is 0 to 20: 99",
            "not a legal move: nonsense",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn games_between_levels_come_to_an_end() {
        let arguments = ["dicechess", "--side", "none", "--level", "0", "--seed", "5"];
        let (game, said) = session(&arguments, "");
        assert!(said.contains("The game is over"), "{said}");
        assert!(matches!(game.session.phase(), Node::Over(_)));
    }
}
