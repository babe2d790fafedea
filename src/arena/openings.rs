//! Openings: where the games of a tournament begin.

use std::path::Path;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::dice::derive;
use crate::game::Node;
use crate::protocol::command::{Base, Command, read};
use crate::protocol::session;

/// Where a game begins: a position and events after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The position.
    pub base: Base,
    /// The events.
    pub events: Vec<String>,
}

/// The openings of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Openings {
    list: Vec<Opening>,
    /// The lines as they were read, for the records; none if every game begins with the starting position.
    lines: Vec<String>,
}

impl Openings {
    /// The starting position alone.
    pub fn start() -> Self {
        let start = Opening { base: Base::Start, events: Vec::new() };
        Openings { list: vec![start], lines: Vec::new() }
    }

    /// Reads a file, a line an opening: a position text (in chess also its first four fields, as EPD has
    /// them, with operations behind it), or what `position` takes. Empty lines and those that begin with
    /// `#` are skipped.
    ///
    /// # Errors
    /// Names the file, the line and the offending word.
    pub fn read(variant: &str, file: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(file)
            .map_err(|e| format!("cannot read {}: {e}", file.display()))?;
        Self::parse(variant, &text).map_err(|(line, e)| format!("{}:{line}: {e}", file.display()))
    }

    /// The same for the text of a file; errors tell the line, from 1.
    fn parse(variant: &str, text: &str) -> Result<Self, (usize, String)> {
        let (mut list, mut lines) = (Vec::new(), Vec::new());
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            list.push(opening(variant, line).map_err(|e| (i + 1, e))?);
            lines.push(line.to_string());
        }
        if list.is_empty() {
            return Err((1, "there is no opening".to_string()));
        }
        Ok(Openings { list, lines })
    }

    /// The lines as they were read; none for the starting position alone.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The opening of a round, and its number in the file, from 1: each once, in an order that depends on
    /// the seed, before the first comes again.
    pub fn pick(&self, seed: u64, round: u64) -> (&Opening, u64) {
        let count = self.list.len() as u64;
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        let shuffle = derive(&[seed, round / count]);
        order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(shuffle));
        let at = order[(round % count) as usize];
        (&self.list[at], at as u64 + 1)
    }
}

fn opening(variant: &str, line: &str) -> Result<Opening, String> {
    let mut session = session::open(variant).expect("variants are checked before");
    let first = line.split_whitespace().next().unwrap_or("");
    let texts = if matches!(first, "startpos" | "fen") {
        vec![line.to_string()]
    } else {
        let bare = line.split(';').next().unwrap_or("");
        let fields: Vec<&str> = bare.split_whitespace().collect();
        let mut texts = vec![format!("fen {line}")];
        if variant == "chess" && fields.len() >= 4 {
            texts.push(format!("fen {} 0 1", fields[..4].join(" ")));
        }
        texts
    };
    let mut refused = None;
    for text in texts {
        let Some(Ok(Command::Position { base, events })) =
            read(&format!("position {text}")).command
        else {
            refused.get_or_insert(format!("not an opening: {line}"));
            continue;
        };
        match session.position(&base, &events) {
            Ok(()) if matches!(session.phase(), Node::Over(_)) => {
                return Err(format!("the game is over here: {line}"));
            }
            Ok(()) => return Ok(Opening { base, events }),
            Err(error) => {
                refused.get_or_insert(error.to_string());
            }
        }
    }
    Err(refused.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_positions_or_events() {
        let text = "# two\n\nstartpos moves e2e4\n\
                    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n\
                    fen 4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves a1a8\n8/8/8/8/8/8/R6k/4K3 w - - 0 1";
        let openings = Openings::parse("chess", text);
        assert_eq!(
            openings.unwrap_err(),
            (6, "side not to move is in check: 8/8/8/8/8/8/R6k/4K3".to_string())
        );
        let openings = Openings::parse("chess", &text[..text.rfind('\n').unwrap()]).unwrap();
        assert_eq!(openings.list.len(), 3);
        assert_eq!(openings.list[0].events, ["e2e4"]);
        assert_eq!(openings.lines().len(), 3);
        let bad = Openings::parse("dicechess", "startpos moves r:1,9");
        assert_eq!(bad.unwrap_err(), (1, "not a possible throw: r:1,9".to_string()));
        assert!(Openings::parse("chess", "\n").is_err());
    }

    #[test]
    fn every_opening_comes_once_before_any_comes_again() {
        let text = "startpos moves e2e4\nstartpos moves d2d4\nstartpos moves c2c4";
        let openings = Openings::parse("chess", text).unwrap();
        for cycle in 0..5 {
            let mut numbers: Vec<u64> = (0..3).map(|i| openings.pick(7, cycle * 3 + i).1).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, [1, 2, 3]);
        }
        let order = |seed| (0..30).map(|r| openings.pick(seed, r).1).collect::<Vec<_>>();
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }
}
