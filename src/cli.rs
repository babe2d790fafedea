//! The command line.

use std::sync::atomic::AtomicBool;

use clap::{Parser, Subcommand};

use crate::game::History;
use crate::games::{NAMES, Variant, Visitor, with_variant};
use crate::protocol;
use crate::protocol::command::Base;
use crate::tools::{bench, perft};

/// An engine for chess games in which luck and secrecy matter.
///
/// Without a command it speaks the protocol (UCI with dice, see engine-protocol.md) on standard input
/// and output.
#[derive(Parser)]
#[command(name = "alea", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game at the terminal.
    Play(crate::play::Settings),
    /// Let engines play a tournament.
    Arena(Box<crate::arena::settings::Settings>),
    /// Search fixed positions; the last line is `N nodes N nps`.
    Bench {
        /// The variant; all if not given.
        variant: Option<String>,
        /// Turns to search.
        depth: Option<u32>,
    },
    /// Count the event sequences of a length.
    Perft {
        /// The variant.
        variant: String,
        /// Number of events.
        depth: u32,
        /// Position text; the starting position if not given.
        text: Vec<String>,
    },
    /// Show the static evaluation of a position in parts.
    Eval {
        /// The variant.
        variant: String,
        /// Position text; the starting position if not given.
        text: Vec<String>,
    },
}

/// Runs the program with these arguments (the program's name first); gives its exit code.
pub fn run(arguments: impl Iterator<Item = std::ffi::OsString>) -> i32 {
    env_logger::init();
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; clap knows where each belongs.
            let _ = error.print();
            return error.exit_code();
        }
    };
    let result = match arguments.command {
        None => protocol::engine::serve().map_err(|e| e.to_string()),
        Some(Command::Play(settings)) => crate::play::run(settings),
        Some(Command::Arena(settings)) => crate::arena::run(*settings),
        Some(Command::Bench { variant, depth }) => bench::bench(variant.as_deref(), depth),
        Some(Command::Perft { variant, depth, text }) => {
            visit(&variant, Perft { depth, text: text.join(" ") })
        }
        Some(Command::Eval { variant, text }) => eval(&variant, &text.join(" ")),
    };
    match result {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("error: {error}");
            1
        }
    }
}

fn visit(variant: &str, visitor: impl Visitor<Output = Result<(), String>>) -> Result<(), String> {
    with_variant(variant, visitor).unwrap_or_else(|| Err(unknown_variant(variant)))
}

/// The message about a variant that does not exist.
pub(crate) fn unknown_variant(variant: &str) -> String {
    format!("unknown variant: {variant} (known: {})", NAMES.join(", "))
}

struct Perft {
    depth: u32,
    text: String,
}

impl Visitor for Perft {
    type Output = Result<(), String>;

    fn visit<G: Variant>(self) -> Self::Output {
        let game = match self.text.as_str() {
            "" | "startpos" => G::start(),
            text => G::parse(text).map_err(|e| e.to_string())?,
        };
        let mut history = History::new();
        history.push(game.occurrence());
        println!("{}", perft::perft(&game, self.depth, &mut history, &AtomicBool::new(false)));
        Ok(())
    }
}

fn eval(variant: &str, text: &str) -> Result<(), String> {
    let mut session = protocol::session::open(variant).ok_or_else(|| unknown_variant(variant))?;
    if !matches!(text, "" | "startpos") {
        session.position(&Base::Text(text.to_string()), &[]).map_err(|e| e.to_string())?;
    }
    println!("{}\n\n{}", session.drawing(), session.eval());
    Ok(())
}
