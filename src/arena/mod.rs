//! The arena: a referee and tournament runner for engines that speak the protocol.
//!
//! - [`settings`]: what a tournament is, and its command line; [`schedule`], [`openings`], [`limit`],
//!   [`adjudication`]: parts of that;
//! - [`process`]: an engine's process; [`player`]: the protocol from the client's side;
//! - [`referee`]: one game; [`dice`]: its throws; [`luck`]: what they were worth;
//! - [`runner`]: many games at a time; [`record`]: what is kept of them, [`pgn`] too;
//! - [`stats`], [`sprt`], [`report`]: what can be concluded.
//!
//! The records are described in docs/arena.md.

pub mod adjudication;
pub mod dice;
pub mod limit;
pub mod luck;
pub mod openings;
pub mod pgn;
pub mod player;
pub mod process;
pub mod record;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod settings;
pub mod sprt;
pub mod stats;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use record::{GameRecord, Store};
use schedule::Shard;
use settings::{Command, Settings};

/// Does what the command line asks for.
///
/// # Errors
/// Tells what cannot be done, naming the offending word.
pub fn run(settings: Settings) -> Result<(), String> {
    if let Some(Command::Merge { parts, out }) = &settings.command {
        return merge(parts, out.as_deref());
    }
    let run = &settings.run;
    let (directory, store, tournament, shard, games) = match &run.resume {
        Some(directory) => {
            let (store, tournament, shard, games) = Store::resume(directory)?;
            (directory.as_path(), store, tournament, shard, games)
        }
        None => {
            let (tournament, shard, directory) = run.read()?;
            let store = Store::create(directory, &tournament, shard)?;
            (directory, store, tournament, shard, Vec::new())
        }
    };
    let stop = Arc::new(AtomicBool::new(false));
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))
        .map_err(|e| format!("signals cannot be caught: {e}"))?;
    let concurrency = usize::from(run.concurrency);
    let report = runner::run(&tournament, shard, games, store, concurrency, run.quiet, &stop)?;
    show(&report);
    if !report.complete {
        return Err(format!("stopped; go on with: alea arena --resume {}", directory.display()));
    }
    Ok(())
}

/// Joins the records of parts of a tournament and shows the table.
fn merge(parts: &[PathBuf], out: Option<&Path>) -> Result<(), String> {
    let mut whole: Option<settings::Tournament> = None;
    let mut games: BTreeMap<u64, GameRecord> = BTreeMap::new();
    for part in parts {
        let (tournament, _, played) = record::read(part)?;
        if whole.get_or_insert_with(|| tournament.clone()) != &tournament {
            return Err(format!("not the same tournament: {}", part.display()));
        }
        for game in played {
            match games.get(&game.game) {
                Some(known) if known.events != game.events || known.result != game.result => {
                    return Err(format!("game {} is another one: {}", game.game, part.display()));
                }
                Some(_) => {}
                None => {
                    games.insert(game.game, game);
                }
            }
        }
    }
    let tournament = whole.expect("clap asks for one part at least");
    let games: Vec<GameRecord> = games.into_values().collect();
    let report = report::report(&tournament, &games, report::asked(&tournament));
    if let Some(out) = out {
        let mut store = Store::create(out, &tournament, Shard::WHOLE)?;
        for game in &games {
            store.add(game)?;
        }
        store.write_result(&report)?;
    }
    show(&report);
    Ok(())
}

/// Prints the table. Records are written by now, so it does not matter if nobody listens.
fn show(report: &report::Report) {
    let _ = write!(std::io::stdout(), "{report}");
}
