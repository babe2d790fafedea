//! What a tournament is, and how the command line tells it.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};

use super::adjudication::{DrawRule, ResignRule};
use super::limit::Limit;
use super::openings::Openings;
use super::schedule::Shard;
use super::sprt::Test;
use crate::cli::unknown_variant;
use crate::game::TextError;
use crate::games::NAMES;

/// Who meets whom.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// An engine of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name, unique in the tournament.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The directory that it runs in; that of the arena if not given.
    pub directory: Option<PathBuf>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// What it may use for a move.
    pub limit: Limit,
    /// Whether it is started anew for each game.
    pub restart: bool,
}

/// A tournament: all that its games depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tournament {
    /// The engines.
    pub engines: Vec<Entrant>,
    /// The variants, by name.
    pub variants: Vec<String>,
    /// Who meets whom.
    pub mode: Mode,
    /// Games for each two opponents and variant: an even number.
    pub games: u64,
    /// What dice, openings and the engines' seeds are derived from.
    pub seed: u64,
    /// Milliseconds by which an engine may be late.
    pub margin: u64,
    /// Seconds that an engine is given for an answer without a clock.
    pub patience: u64,
    /// The full-move number after which a game is a draw.
    pub max_turns: u32,
    /// When scores make a game a draw.
    pub draw: Option<DrawRule>,
    /// When scores make a game lost.
    pub resign: Option<ResignRule>,
    /// The test that ends the tournament early.
    pub sprt: Option<Test>,
    /// Turns that the judge of luck looks ahead; 0 for none.
    pub luck: u32,
    /// The openings of each variant; they are kept in files of their own.
    #[serde(skip)]
    pub openings: Vec<Openings>,
}

impl Tournament {
    /// Whether all that the arena takes for granted of a tournament holds: its records come from a file.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.engines.len() < 2 {
            return Err(format!("fewer than two engines: {}", self.engines.len()));
        }
        for engine in &self.engines {
            if engine.command.is_empty() {
                return Err(format!("an engine without a command: {}", engine.name));
            }
            if matches!(engine.limit, Limit::Clock(control) if control.moves == Some(0)) {
                return Err(format!("a clock for no moves: {}", engine.name));
            }
        }
        match self.variants.iter().find(|v| !NAMES.contains(&v.as_str())) {
            Some(variant) => Err(unknown_variant(variant)),
            None => Ok(()),
        }
    }
}

/// Let engines play a tournament of any variant; the arena throws the dice and keeps sealed choices.
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_long_help = EXAMPLES
)]
pub struct Settings {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) run: Run,
}

const EXAMPLES: &str = "\
An ENGINE is a list of KEY=VALUE, separated by commas (a comma in a value is written \\,):
  cmd=PROGRAM ARGUMENTS   how to start it (needed)
  name=NAME               how to call it (else the program's name)
  dir=DIRECTORY           where to start it
  option.NAME=VALUE       an option to set
  tc=, movetime=, depth=, nodes=   a limit of its own
  restart=on              start it anew for each game

Examples:
  Two builds at dice chess, 10 seconds and 0.1 a move, two games at a time:
    alea arena --engine name=new,cmd=./new --engine name=old,cmd=./old \\
      --variant dicechess --games 1000 --tc 10+0.1 --concurrency 2 --out match
  Is the new one better? Stop as soon as that can be told:
    alea arena --engine name=new,cmd=./new --engine name=old,cmd=./old \\
      --variant dicechess --games 20000 --nodes 5000 --sprt elo0=0,elo1=5 --out sprt
  A gauntlet in three variants, the second opponent at half the nodes:
    alea arena --mode gauntlet --engine name=a,cmd=./alea --engine name=b,cmd=./old \\
      --engine name=half,cmd=./alea,nodes=500 --variant cheshire,octahedra,simultaneous \\
      --nodes 1000 --games 100 --out gauntlet
  Go on after a break; a second machine's half; both together:
    alea arena --resume match
    alea arena --shard 2/2 --out part2 … (all else as on the first machine)
    alea arena merge part1 part2 --out both
The record format and how to use a batch scheduler are in docs/arena.md.";

/// What can be done with tournaments that were played.
#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Join the records of parts of one tournament and show the table.
    Merge {
        /// Directories of the parts.
        #[arg(required = true)]
        parts: Vec<PathBuf>,
        /// Directory for the whole; without it only the table is shown.
        #[arg(long)]
        out: Option<PathBuf>,
    },
}

#[derive(Args, Debug)]
pub(super) struct Run {
    /// An engine as key=value,…; see below. At least two, unless a tournament is resumed.
    #[arg(long = "engine", value_name = "ENGINE")]
    engines: Vec<String>,
    /// Key=value,… that hold for every engine that does not say otherwise.
    #[arg(long, value_name = "ENGINE", default_value = "")]
    each: String,
    /// The variants, separated by commas.
    #[arg(long = "variant", value_delimiter = ',', default_value = "chess")]
    variants: Vec<String>,
    /// Who meets whom.
    #[arg(long, value_enum, default_value = "round-robin")]
    mode: Mode,
    /// Games for each two opponents and variant; an even number (with --sprt: at most so many).
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Time control: [MOVES/]SECONDS[+SECONDS].
    #[arg(long, group = "limit")]
    tc: Option<String>,
    /// Milliseconds a move [default: 100, if there is no other limit].
    #[arg(long, group = "limit")]
    movetime: Option<String>,
    /// Turns to search.
    #[arg(long, group = "limit")]
    depth: Option<String>,
    /// Moves made in a search.
    #[arg(long, group = "limit")]
    nodes: Option<String>,
    /// Games at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: u16,
    /// File of openings, a line each: a position text, `startpos moves …` or `fen … moves …`; for
    /// several variants VARIANT=FILE, once for each.
    #[arg(long, value_name = "[VARIANT=]FILE")]
    openings: Vec<String>,
    /// What dice, openings and the engines' seeds are derived from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End the tournament (of two engines in one variant) by a sequential probability ratio test:
    /// elo0=…,elo1=…[,alpha=0.05,beta=0.05].
    #[arg(long)]
    sprt: Option<String>,
    /// Milliseconds by which an engine may be late.
    #[arg(long, default_value_t = 50)]
    margin: u64,
    /// Seconds that an engine without a clock is given for a move, and every engine for other answers.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// The full-move number after which a game is a draw.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=90_000))]
    max_turns: u32,
    /// Draw when both sides' scores are small: turn=40,moves=8,score=10.
    #[arg(long)]
    draw: Option<String>,
    /// Loss when a side's own score is low: moves=3,score=800.
    #[arg(long)]
    resign: Option<String>,
    /// Turns that the judge of luck looks ahead in games with dice; 0 for no judge.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=20))]
    luck: u32,
    /// Play only part K of N of the tournament: K/N.
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: String,
    /// Directory for the records; it must not hold a tournament.
    #[arg(long, default_value = "arena")]
    out: PathBuf,
    /// Go on with the tournament in this directory; all else but the concurrency is as it was.
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "engines", "each", "variants", "mode", "games", "limit", "openings", "seed", "sprt", "margin",
        "patience", "max_turns", "draw", "resign", "luck", "shard", "out",
    ])]
    pub(super) resume: Option<PathBuf>,
    /// Print nothing but the table and errors.
    #[arg(long, short)]
    pub(super) quiet: bool,
}

impl Run {
    /// The tournament, the part of it that is to be played and the directory for it.
    pub(super) fn read(&self) -> Result<(Tournament, Shard, &Path), String> {
        let text = |e: TextError| e.to_string();
        let common = Spec::read(&self.each).map_err(text)?;
        let mut general = Spec::default();
        for (key, value) in [
            ("tc", &self.tc),
            ("movetime", &self.movetime),
            ("depth", &self.depth),
            ("nodes", &self.nodes),
        ] {
            if let Some(value) = value {
                general.take(key, value).map_err(text)?;
            }
        }
        let limit = common.limit.or(general.limit).unwrap_or(Limit::MoveTime(100));
        let engines: Vec<Entrant> = self
            .engines
            .iter()
            .map(|words| Spec::read(words).and_then(|spec| spec.entrant(&common, limit, words)))
            .collect::<Result<_, _>>()
            .map_err(text)?;
        if engines.len() < 2 {
            return Err(format!("a tournament needs two --engine or more: {}", engines.len()));
        }
        for (i, engine) in engines.iter().enumerate() {
            if engines[..i].iter().any(|e| e.name == engine.name) {
                return Err(format!("two engines of one name: {}", engine.name));
            }
        }
        let mut variants: Vec<String> = Vec::new();
        for name in &self.variants {
            let known = NAMES.iter().find(|n| n.eq_ignore_ascii_case(name));
            let known = known.ok_or_else(|| unknown_variant(name))?;
            if variants.iter().any(|v| v == known) {
                return Err(format!("a variant twice: {name}"));
            }
            variants.push(known.to_string());
        }
        // So many games are never played, and every number stays far from its end.
        if !self.games.is_multiple_of(2) || !(2..=1_000_000_000).contains(&self.games) {
            return Err(format!("the games must be an even number above 0: {}", self.games));
        }
        let sprt = self.sprt.as_deref().map(str::parse::<Test>).transpose().map_err(text)?;
        if sprt.is_some() && (engines.len() != 2 || variants.len() != 1) {
            return Err("--sprt is for two engines and one variant".to_string());
        }
        let openings = variants
            .iter()
            .map(|variant| self.openings_of(variant, variants.len()))
            .collect::<Result<_, _>>()?;
        let shard = self.read_shard()?;
        if sprt.is_some() && shard != Shard::WHOLE {
            return Err("a sequential test cannot be split: --shard".to_string());
        }
        let tournament = Tournament {
            engines,
            variants,
            mode: self.mode,
            games: self.games,
            seed: self.seed,
            margin: self.margin.min(3_600_000),
            patience: self.patience,
            max_turns: self.max_turns,
            draw: self.draw.as_deref().map(str::parse).transpose().map_err(text)?,
            resign: self.resign.as_deref().map(str::parse).transpose().map_err(text)?,
            sprt,
            luck: self.luck,
            openings,
        };
        Ok((tournament, shard, &self.out))
    }

    fn openings_of(&self, variant: &str, variants: usize) -> Result<Openings, String> {
        let mut found = None;
        for word in &self.openings {
            let (name, file) = match word.split_once('=') {
                Some((name, file)) if NAMES.iter().any(|n| n.eq_ignore_ascii_case(name)) => {
                    if !self.variants.iter().any(|v| v.eq_ignore_ascii_case(name)) {
                        return Err(format!("openings of a variant that is not played: {word}"));
                    }
                    (name, file)
                }
                _ if variants == 1 => (variant, word.as_str()),
                _ => return Err(format!("openings of which variant? VARIANT=FILE: {word}")),
            };
            if name.eq_ignore_ascii_case(variant) && found.replace(file).is_some() {
                return Err(format!("two files of openings for {variant}: {file}"));
            }
        }
        match found {
            Some(file) => Openings::read(variant, Path::new(file)),
            None => Ok(Openings::start()),
        }
    }

    fn read_shard(&self) -> Result<Shard, String> {
        let wrong = || format!("not a part like 1/2: {}", self.shard);
        let (part, of) = self.shard.split_once('/').ok_or_else(wrong)?;
        let part = part.parse().map_err(|_| wrong())?;
        let of = of.parse().map_err(|_| wrong())?;
        if (1..=of).contains(&part) { Ok(Shard { part, of }) } else { Err(wrong()) }
    }
}

/// An engine as the command line gives it: every key may be missing.
#[derive(Default)]
struct Spec {
    name: Option<String>,
    command: Option<Vec<String>>,
    directory: Option<PathBuf>,
    options: Vec<(String, String)>,
    limit: Option<Limit>,
    restart: Option<bool>,
}

impl Spec {
    fn read(words: &str) -> Result<Self, TextError> {
        let mut spec = Spec::default();
        for word in split(words).iter().filter(|w| !w.is_empty()) {
            let (key, value) = word
                .split_once('=')
                .ok_or_else(|| TextError::new("not KEY=VALUE", word.as_str()))?;
            spec.take(key, value)?;
        }
        Ok(spec)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        let word = || format!("{key}={value}");
        let wrong = |what| TextError::new(what, word());
        fn set<T>(place: &mut Option<T>, value: T, word: String) -> Result<(), TextError> {
            match place.replace(value) {
                None => Ok(()),
                Some(_) => Err(TextError::new("given twice", word)),
            }
        }
        let number = || value.parse::<u64>().ok().filter(|n| (1..=1 << 53).contains(n));
        match key {
            "name" if value.trim().is_empty() => Err(wrong("an empty name")),
            "name" => set(&mut self.name, value.to_string(), word()),
            "cmd" => {
                let command = shlex::split(value).filter(|words| !words.is_empty());
                set(&mut self.command, command.ok_or_else(|| wrong("not a command"))?, word())
            }
            "dir" => set(&mut self.directory, PathBuf::from(value), word()),
            "tc" => set(&mut self.limit, Limit::Clock(value.parse()?), word()),
            "movetime" => {
                let millis = number().filter(|n| *n <= 86_400_000);
                let millis = millis.ok_or_else(|| wrong("not a number of milliseconds"))?;
                set(&mut self.limit, Limit::MoveTime(millis), word())
            }
            "depth" => {
                let depth = number().and_then(|n| u32::try_from(n).ok());
                let depth = depth.ok_or_else(|| wrong("not a number of turns"))?;
                set(&mut self.limit, Limit::Depth(depth), word())
            }
            "nodes" => {
                let nodes = number().ok_or_else(|| wrong("not a number of nodes"))?;
                set(&mut self.limit, Limit::Nodes(nodes), word())
            }
            "restart" => match value {
                "on" | "off" => set(&mut self.restart, value == "on", word()),
                _ => Err(wrong("restart is on or off")),
            },
            _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
                Some("Seed" | "UCI_Variant") => Err(wrong("the arena sets this option itself")),
                Some(name) => {
                    self.options.push((name.to_string(), value.to_string()));
                    Ok(())
                }
                None => Err(wrong("unknown key of an engine")),
            },
        }
    }

    /// The engine, with what is common to all where it does not say otherwise.
    fn entrant(self, common: &Spec, limit: Limit, words: &str) -> Result<Entrant, TextError> {
        let command = self.command.or_else(|| common.command.clone());
        let command = command.ok_or_else(|| TextError::new("cmd= is missing", words))?;
        let program = Path::new(&command[0]).file_name().map(|n| n.to_string_lossy().into_owned());
        let is_own = |name: &str| self.options.iter().any(|o| o.0.eq_ignore_ascii_case(name));
        let mut options: Vec<_> =
            common.options.iter().filter(|o| !is_own(&o.0)).cloned().collect();
        options.extend(self.options);
        Ok(Entrant {
            name: self.name.or(program).unwrap_or_else(|| command[0].clone()),
            command,
            directory: self.directory.or_else(|| common.directory.clone()),
            options,
            limit: self.limit.unwrap_or(limit),
            restart: self.restart.or(common.restart).unwrap_or(false),
        })
    }
}

/// Splits at commas that no backslash stands before.
fn split(words: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = words.chars().peekable();
    while let Some(letter) = letters.next() {
        let last = parts.last_mut().expect("there is always one");
        match letter {
            '\\' if letters.peek() == Some(&',') => last.extend(letters.next()),
            ',' => parts.push(String::new()),
            _ => last.push(letter),
        }
    }
    parts
}
