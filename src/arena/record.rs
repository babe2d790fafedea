//! The records of a tournament: one directory, in which every finished game is written at once.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::dice::derive_text;
use super::openings::Openings;
use super::pgn;
use super::referee;
use super::schedule::{Schedule, Shard};
use super::settings::Tournament;

/// The settings and the part of the tournament that is played here.
const SETTINGS: &str = "tournament.json";
/// A JSON object a game, in the order in which they ended.
const GAMES: &str = "games.jsonl";
/// The same games as PGN.
const PGN: &str = "games.pgn";
/// The statistics.
const RESULT: &str = "result.json";

/// What belongs to each side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sides<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// What belongs to the players of an event: nothing at a throw, one thing at a move, two at a sealed
/// turn (White's first).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PerEvent<T> {
    /// A sealed turn.
    Sealed([Option<T>; 2]),
    /// A move; or a throw.
    Single(Option<T>),
}

impl<T> PerEvent<T> {
    /// All that is there.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let slice = match self {
            PerEvent::Sealed(both) => both.as_slice(),
            PerEvent::Single(one) => std::slice::from_ref(one),
        };
        slice.iter().flatten()
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the tournament, from 1.
    pub game: u64,
    /// The number of its pair, from 1.
    pub pair: u64,
    /// The variant's name.
    pub variant: String,
    /// The engines' names.
    pub white: String,
    /// The engines' names.
    pub black: String,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Why it ended: a reason of the rules, `turn-limit`, `adjudication`, or a fault of the loser.
    pub termination: String,
    /// More about a fault: the offending word, or what the engine complained about.
    pub detail: Option<String>,
    /// The line of the openings file, from 1.
    pub opening: u64,
    /// Where it began: `startpos` or `fen …`.
    pub start: String,
    /// All events behind `start`; the first `opening_events` are the opening's.
    pub events: Vec<String>,
    /// How many events the opening has.
    pub opening_events: usize,
    /// Whose each event is: `w` or `b`, who throws included; `wb` at a sealed turn; empty in
    /// the opening.
    pub movers: Vec<String>,
    /// Milliseconds that each event took; none for throws and the opening.
    pub times: Vec<PerEvent<f64>>,
    /// The score that the mover told, from its view.
    pub scores: Vec<PerEvent<String>>,
    /// The depth of that.
    pub depths: Vec<PerEvent<u32>>,
    /// The seed of the dice, the same for both games of a pair.
    pub dice_seed: u64,
    /// The engines' seeds.
    pub seeds: Sides<u64>,
    /// The equity that the throws have brought White beyond what was to be expected, by the judge; none
    /// without dice or judge.
    pub luck: Option<f64>,
    /// The median of what the referee needed between an answer and the next question, in milliseconds.
    pub overhead: Option<f64>,
    /// When it began (UTC).
    pub began: String,
}

impl GameRecord {
    /// White's score: 1, ½ or 0.
    pub fn score(&self) -> f64 {
        match self.result.as_str() {
            "1-0" => 1.0,
            "0-1" => 0.0,
            _ => 0.5,
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    tournament: Tournament,
    shard: Shard,
    /// What the openings of each variant were, as a number.
    openings: Vec<u64>,
}

fn sums(tournament: &Tournament) -> Vec<u64> {
    tournament.openings.iter().map(|o| derive_text(0, &o.lines().join("\n"))).collect()
}

/// A file that no other arena writes to.
#[cfg(unix)]
type Own = nix::fcntl::Flock<File>;
#[cfg(not(unix))]
type Own = File;

#[cfg(unix)]
fn own(file: File) -> Option<Own> {
    nix::fcntl::Flock::lock(file, nix::fcntl::FlockArg::LockExclusiveNonblock).ok()
}

#[cfg(not(unix))]
fn own(file: File) -> Option<Own> {
    Some(file)
}

/// The records of a tournament, open for more games.
pub struct Store {
    directory: PathBuf,
    games: Own,
    pgn: File,
}

impl Store {
    /// Begins records in a directory, which is made if it is not there.
    ///
    /// # Errors
    /// If it holds records already, or nothing can be written.
    pub fn create(directory: &Path, tournament: &Tournament, shard: Shard) -> Result<Self, String> {
        let taken = || {
            let directory = directory.display();
            Err(format!("there is a tournament already (go on with --resume): {directory}"))
        };
        if directory.join(SETTINGS).exists() || directory.join(GAMES).exists() {
            return taken();
        }
        fs::create_dir_all(directory).map_err(|e| cannot("make", directory, e))?;
        // From here on no other arena can begin here.
        let store = Self::append(directory)?;
        if directory.join(SETTINGS).exists() {
            return taken();
        }
        for (variant, openings) in tournament.variants.iter().zip(&tournament.openings) {
            if !openings.lines().is_empty() {
                write(&openings_file(directory, variant), &openings.lines().join("\n"))?;
            }
        }
        let header = Header { tournament: tournament.clone(), shard, openings: sums(tournament) };
        let text = serde_json::to_string_pretty(&header).expect("settings can be written");
        // Last, and at once: a directory with settings is complete.
        write(&directory.join(SETTINGS), &text)?;
        Ok(store)
    }

    fn append(directory: &Path) -> Result<Self, String> {
        let open = |name: &str| {
            let path = directory.join(name);
            OpenOptions::new()
                .create(true)
                .append(true)
                .open(&path)
                .map_err(|e| cannot("open", &path, e))
        };
        let games = own(open(GAMES)?)
            .ok_or_else(|| format!("another arena is at work: {}", directory.display()))?;
        Ok(Store { directory: directory.to_path_buf(), games, pgn: open(PGN)? })
    }

    /// Goes on with records: settings, part and the games that are there. What a sudden end has left
    /// half written is cut off.
    ///
    /// # Errors
    /// If there are none, or they cannot be read.
    pub fn resume(directory: &Path) -> Result<(Self, Tournament, Shard, Vec<GameRecord>), String> {
        let (tournament, shard, _) = read(directory)?;
        let mut store = Self::append(directory)?;
        // Read again: now nobody else adds to them.
        let (.., games) = read(directory)?;
        let lines: String = games.iter().map(json_line).collect();
        let pgn: String = games.iter().map(pgn::text).collect();
        let file: &mut File = &mut store.games;
        mend(file, &directory.join(GAMES), &lines)?;
        mend(&mut store.pgn, &directory.join(PGN), &pgn)?;
        Ok((store, tournament, shard, games))
    }

    /// Writes a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), String> {
        let written = self.games.write_all(json_line(game).as_bytes());
        written.map_err(|e| cannot("write", &self.directory.join(GAMES), e))?;
        let written = self.pgn.write_all(pgn::text(game).as_bytes());
        written.map_err(|e| cannot("write", &self.directory.join(PGN), e))
    }

    /// Writes the statistics.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_result(&self, result: &impl Serialize) -> Result<(), String> {
        let text = serde_json::to_string_pretty(result).expect("statistics can be written");
        write(&self.directory.join(RESULT), &(text + "\n"))
    }
}

/// Reads the records of a directory: settings, part and games, without those that a sudden end has
/// left half written.
///
/// # Errors
/// Names the file, and the line, that cannot be read.
pub fn read(directory: &Path) -> Result<(Tournament, Shard, Vec<GameRecord>), String> {
    let path = directory.join(SETTINGS);
    let text = fs::read_to_string(&path).map_err(|e| cannot("read", &path, e))?;
    let Header { mut tournament, shard, openings } = serde_json::from_str(&text)
        .map_err(|e| format!("not the settings of a tournament: {}: {e}", path.display()))?;
    tournament.check().map_err(|what| format!("{}: {what}", path.display()))?;
    if shard.of == 0 || !(1..=shard.of).contains(&shard.part) {
        return Err(format!("{}: not a part: {}/{}", path.display(), shard.part, shard.of));
    }
    for variant in &tournament.variants {
        let file = openings_file(directory, variant);
        let openings =
            if file.exists() { Openings::read(variant, &file)? } else { Openings::start() };
        tournament.openings.push(openings);
    }
    if sums(&tournament) != openings {
        return Err(format!("the openings are not those of the start: {}", directory.display()));
    }
    let path = directory.join(GAMES);
    let text = if path.exists() {
        fs::read(&path).map_err(|e| cannot("read", &path, e))?
    } else {
        Vec::new()
    };
    let schedule = Schedule::new(&tournament);
    let mut games: Vec<GameRecord> = Vec::new();
    let mut numbers = HashSet::new();
    for (i, line) in text.split_inclusive(|b| *b == b'\n').enumerate() {
        if line.trim_ascii().is_empty() {
            continue;
        }
        if !line.ends_with(b"\n") {
            log::warn!("a half written game is left out");
            continue;
        }
        let wrong = |what: &str| format!("not a game: {}:{}: {what}", path.display(), i + 1);
        let game = serde_json::from_slice(line).map_err(|e| wrong(&e.to_string()))?;
        check(&game, &tournament, &schedule).map_err(|what| wrong(&what))?;
        if numbers.insert(game.game) {
            games.push(game);
        }
    }
    Ok((tournament, shard, games))
}

/// Whether a record is of a game of this tournament.
fn check(game: &GameRecord, tournament: &Tournament, schedule: &Schedule) -> Result<(), String> {
    if !(1..=schedule.games()).contains(&game.game) {
        return Err(format!("there is no game {}", game.game));
    }
    let fixture = schedule.fixture(game.game);
    let [white, black] = fixture.engines.map(|i| &tournament.engines[i].name);
    let same = |a: &str, b: &str| if a == b { Ok(()) } else { Err(format!("{a} is not {b}")) };
    same(&game.variant, &tournament.variants[fixture.variant])?;
    same(&game.white, white)?;
    same(&game.black, black)?;
    same(&game.dice_seed.to_string(), &referee::dice_seed(tournament, fixture.pair).to_string())?;
    match game.result.as_str() {
        "1-0" | "0-1" | "1/2-1/2" => Ok(()),
        other => Err(format!("not a result: {other}")),
    }
}

fn openings_file(directory: &Path, variant: &str) -> PathBuf {
    directory.join(format!("openings-{variant}.txt"))
}

fn json_line(game: &GameRecord) -> String {
    serde_json::to_string(game).expect("a game can be written") + "\n"
}

/// Makes a file that is open for appending hold this text. What it has of it stays where it is, so that a
/// kill at this moment loses nothing.
fn mend(file: &mut File, path: &Path, text: &str) -> Result<(), String> {
    let there = fs::read(path).map_err(|e| cannot("read", path, e))?;
    let kept = there.iter().zip(text.as_bytes()).take_while(|(a, b)| a == b).count();
    file.set_len(kept as u64)
        .and_then(|()| file.write_all(&text.as_bytes()[kept..]))
        .map_err(|e| cannot("write", path, e))
}

/// Writes a file so that it is there as a whole or not at all.
fn write(path: &Path, text: &str) -> Result<(), String> {
    let new = path.with_extension("new");
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, path))
        .map_err(|e| cannot("write", path, e))
}

fn cannot(what: &str, path: &Path, error: std::io::Error) -> String {
    format!("cannot {what} {}: {error}", path.display())
}
