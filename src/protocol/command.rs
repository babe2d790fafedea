//! Lines to commands.

use crate::game::{Side, TextError};
use crate::search::limits::Limits;

/// Where a position begins.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Base {
    /// The variant's starting position.
    Start,
    /// A position text.
    Text(String),
}

/// A search as asked for.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Go {
    /// For whom a sealed turn is searched.
    pub side: Option<Side>,
    /// The moves to choose from; empty for all.
    pub among: Vec<String>,
    /// Depth, nodes, times.
    pub limits: Limits,
    /// The search runs on the opponent's time.
    pub ponder: bool,
}

/// A command.
#[derive(Clone, Debug, Eq, PartialEq)]
#[allow(missing_docs)]
pub enum Command {
    Uci,
    Debug,
    IsReady,
    NewGame,
    SetOption { name: String, value: Option<String> },
    Position { base: Base, events: Vec<String> },
    Play(String),
    Roll(String),
    Go(Go),
    Perft(u32),
    Stop,
    PonderHit,
    Phase,
    Legal,
    Board,
    Draw,
    Dice,
    Eval,
    Quit,
}

/// A line as it was read.
#[derive(Debug, Default, Eq, PartialEq)]
pub struct Line {
    /// Words before the command, or after it where it takes none, that mean nothing.
    pub skipped: Vec<String>,
    /// The command; `None` for an empty line or one without a known word.
    pub command: Option<Result<Command, TextError>>,
}

/// Reads a line. Unknown words before a command are skipped, as UCI asks.
pub fn read(line: &str) -> Line {
    let mut result = Line::default();
    let mut words = line.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let mut plain = |command| {
            result.skipped.extend(words.by_ref().map(String::from));
            Ok(command)
        };
        let command = match word {
            "uci" => plain(Command::Uci),
            "isready" => plain(Command::IsReady),
            "ucinewgame" => plain(Command::NewGame),
            "stop" => plain(Command::Stop),
            "ponderhit" => plain(Command::PonderHit),
            "phase" => plain(Command::Phase),
            "legal" => plain(Command::Legal),
            "board" => plain(Command::Board),
            "d" => plain(Command::Draw),
            "dice" => plain(Command::Dice),
            "eval" => plain(Command::Eval),
            "quit" => plain(Command::Quit),
            "debug" => match words.next() {
                Some("on" | "off") | None => Ok(Command::Debug),
                Some(other) => Err(TextError::new("debug is on or off", other)),
            },
            "setoption" => set_option(&mut words),
            "position" => position(&mut words),
            "play" => single("play", &mut words).map(Command::Play),
            "roll" => single("roll", &mut words).map(|dice| Command::Roll(format!("r:{dice}"))),
            "go" => go(&mut words),
            unknown => {
                result.skipped.push(unknown.to_string());
                continue;
            }
        };
        result.command = Some(command);
        return result;
    }
    result
}

type Words<'a, 'b> = &'a mut dyn Iterator<Item = &'b str>;

fn single(command: &str, words: Words) -> Result<String, TextError> {
    let word = words.next().ok_or_else(|| TextError::new("nothing behind the command", command))?;
    match words.next() {
        Some(more) => Err(TextError::new("one word too many", more)),
        None => Ok(word.to_string()),
    }
}

fn set_option(words: Words) -> Result<Command, TextError> {
    match words.next() {
        Some("name") => {}
        other => {
            return Err(TextError::new("setoption without name", other.unwrap_or("setoption")));
        }
    }
    let (mut name, mut value): (Vec<&str>, Option<Vec<&str>>) = (Vec::new(), None);
    for word in words {
        match &mut value {
            None if word == "value" => value = Some(Vec::new()),
            None => name.push(word),
            Some(value) => value.push(word),
        }
    }
    if name.is_empty() {
        return Err(TextError::new("setoption without name", "name"));
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.map(|v| v.join(" ")) })
}

fn position(words: Words) -> Result<Command, TextError> {
    let mut events = None;
    let base = match words.next() {
        Some("startpos") => {
            match words.next() {
                None => {}
                Some("moves") => events = Some(words.map(String::from).collect()),
                Some(other) => return Err(TextError::new("expected moves", other)),
            }
            Base::Start
        }
        Some("fen") => {
            let text: Vec<&str> = (&mut *words).take_while(|w| *w != "moves").collect();
            if text.is_empty() {
                return Err(TextError::new("no position text", "fen"));
            }
            events = Some(words.map(String::from).collect());
            Base::Text(text.join(" "))
        }
        other => {
            let word = other.unwrap_or("position");
            return Err(TextError::new("position without startpos or fen", word));
        }
    };
    Ok(Command::Position { base, events: events.unwrap_or_default() })
}

const GO_WORDS: [&str; 14] = [
    "side",
    "searchmoves",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "mate",
    "perft",
];

/// Greater numbers in `go` count as this: centuries in milliseconds, and far from overflowing.
const LONGEST: i64 = 1 << 44;

/// Deeper counts are asked for by nobody who wants to see their end.
const DEEPEST_COUNT: u32 = 1000;

fn go(words: Words) -> Result<Command, TextError> {
    let mut words = words.peekable();
    let mut go = Go::default();
    let mut perft = None;
    let mut seen: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        if seen.contains(&word) {
            return Err(TextError::new("word given twice", word));
        }
        seen.push(word);
        let mut number = || {
            let text = words.next().ok_or_else(|| TextError::new("number missing behind", word))?;
            let number = text.parse::<i64>().ok().filter(|_| !text.starts_with('+'));
            number.ok_or_else(|| TextError::new("not a number", text))
        };
        let least = |n: i64, least: i64| match n {
            n if n < 0 => Err(TextError::new("number below 0", n.to_string())),
            n => Ok(n.clamp(least, LONGEST) as u64),
        };
        let clock = |n: i64| n.clamp(0, LONGEST) as u64;
        let small = |n: u64| n.min(u32::MAX as u64) as u32;
        let limits = &mut go.limits;
        match word {
            "side" => {
                go.side = Some(match words.next() {
                    Some("white") => Side::White,
                    Some("black") => Side::Black,
                    other => {
                        let word = other.unwrap_or(word);
                        return Err(TextError::new("side is white or black", word));
                    }
                })
            }
            "searchmoves" => {
                while let Some(m) = words.next_if(|w| !GO_WORDS.contains(w)) {
                    go.among.push(m.to_string());
                }
                if go.among.is_empty() {
                    return Err(TextError::new("no moves behind", word));
                }
            }
            "depth" => limits.depth = Some(small(least(number()?, 1)?)),
            "nodes" => limits.nodes = Some(least(number()?, 1)?),
            "movetime" => limits.move_time = Some(least(number()?, 1)?),
            "mate" => limits.mate = Some(small(least(number()?, 1)?)),
            "wtime" => limits.clock.time[0] = Some(clock(number()?)),
            "btime" => limits.clock.time[1] = Some(clock(number()?)),
            "winc" => limits.clock.increment[0] = clock(number()?),
            "binc" => limits.clock.increment[1] = clock(number()?),
            "movestogo" => limits.clock.moves_to_go = Some(least(number()?, 1)?),
            "infinite" => limits.infinite = true,
            "ponder" => go.ponder = true,
            "perft" => perft = Some(small(least(number()?, 0)?).min(DEEPEST_COUNT)),
            _ => return Err(TextError::new("unknown word in go", word)),
        }
    }
    Ok(perft.map_or(Command::Go(go), Command::Perft))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<Command, String> {
        let read = read(line);
        read.command.expect("a command").map_err(|e| e.to_string())
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        let line = read("  joho \t debug on ");
        assert_eq!(line.skipped, ["joho"]);
        assert_eq!(line.command, Some(Ok(Command::Debug)));
        assert_eq!(read("nothing known").command, None);
        assert_eq!(read("").command, None);
        assert_eq!(read("isready now").skipped, ["now"]);
    }

    #[test]
    fn options_and_positions() {
        let option = command("setoption name  Move   Overhead value 20").unwrap();
        let name = "Move Overhead".to_string();
        assert_eq!(option, Command::SetOption { name, value: Some("20".into()) });
        let events = vec!["e2e4".to_string(), "r:1,2".to_string()];
        let start = command("position startpos moves e2e4 r:1,2").unwrap();
        assert_eq!(start, Command::Position { base: Base::Start, events });
        let text = command("position fen a b  c").unwrap();
        assert_eq!(text, Command::Position { base: Base::Text("a b c".into()), events: vec![] });
    }

    #[test]
    fn limits_have_their_floors() {
        let Ok(Command::Go(go)) = command("go wtime -5 btime 7 depth 0 nodes 0 movetime 0") else {
            panic!("refused")
        };
        assert_eq!(go.limits.clock.time, [Some(0), Some(7)]);
        assert_eq!(go.limits.depth, Some(1));
        assert_eq!((go.limits.nodes, go.limits.move_time), (Some(1), Some(1)));
        let Ok(Command::Go(go)) = command("go searchmoves e2e4 d2d4 infinite") else {
            panic!("refused")
        };
        assert_eq!(go.among, ["e2e4", "d2d4"]);
        assert!(go.limits.infinite);
        assert_eq!(command("go perft 3"), Ok(Command::Perft(3)));
    }

    #[test]
    fn errors_name_the_offending_word() {
        for (line, word) in [
            ("go depth x", "x"),
            ("go depth", "depth"),
            ("go depth -1", "-1"),
            ("go depth 99999999999999999999", "99999999999999999999"),
            ("go sideways", "sideways"),
            ("go side red", "red"),
            ("go searchmoves depth 3", "searchmoves"),
            ("go depth 1 depth 2", "depth"),
            ("position", "position"),
            ("position endpos", "endpos"),
            ("position fen", "fen"),
            ("position startpos e2e4", "e2e4"),
            ("setoption Hash", "Hash"),
            ("setoption name", "name"),
            ("play", "play"),
            ("play e2e4 e7e5", "e7e5"),
            ("debug maybe", "maybe"),
        ] {
            let error = command(line).unwrap_err();
            assert!(error.ends_with(&format!(": {word}")), "{line}: {error}");
        }
    }
}
