//! Plays the games of a tournament, several at a time.

use std::collections::HashSet;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::luck;
use super::record::{GameRecord, Store};
use super::referee::{self, Seats};
use super::report::{Report, Sequence, report};
use super::schedule::{Schedule, Shard};
use super::settings::Tournament;

/// Plays all games of a part of the tournament that are not among `games` yet. Ends early, without the
/// games that are being played, when `stop` is raised.
///
/// # Errors
/// If the records cannot be written.
pub fn run(
    tournament: &Tournament,
    shard: Shard,
    mut games: Vec<GameRecord>,
    mut store: Store,
    concurrency: usize,
    quiet: bool,
    stop: &AtomicBool,
) -> Result<Report, String> {
    let schedule = Schedule::new(tournament);
    let own = (1..=schedule.games()).filter(|game| shard.has(*game));
    let asked = own.clone().count() as u64;
    let there: HashSet<u64> = games.iter().map(|g| g.game).collect();
    let mut sequence = Sequence::new(tournament);
    games.iter().for_each(|game| sequence.iter_mut().for_each(|s| s.add(game)));
    let decided = |s: &Option<Sequence>| s.as_ref().is_some_and(Sequence::is_decided);
    let missing = Mutex::new(own.filter(|game| !there.contains(game)));
    // Raised for whatever reason there is to end.
    let end = AtomicBool::new(decided(&sequence));
    let mut progress = Progress::new(asked, games.len() as u64, quiet);
    let (finished, results) = mpsc::channel();
    let mut failure = None;
    thread::scope(|scope| {
        for _ in 0..concurrency {
            let (finished, missing, schedule, end) = (finished.clone(), &missing, &schedule, &end);
            scope.spawn(move || {
                let mut seats = Seats::new(tournament, end);
                while !end.load(Ordering::Relaxed) {
                    let next = missing.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(game) = next else { break };
                    let Ok(mut record) = referee::play(schedule.fixture(game), &mut seats) else {
                        break;
                    };
                    if tournament.luck > 0 {
                        record.luck = luck::of_game(&record, tournament.luck);
                    }
                    if finished.send(record).is_err() {
                        break;
                    }
                }
                seats.quit();
            });
        }
        drop(finished);
        loop {
            match results.recv_timeout(Duration::from_millis(50)) {
                Ok(record) => {
                    progress.tell(&record);
                    if let Err(error) = store.add(&record) {
                        failure = Some(error);
                        end.store(true, Ordering::Relaxed);
                    }
                    sequence.iter_mut().for_each(|s| s.add(&record));
                    games.push(record);
                    if decided(&sequence) {
                        end.store(true, Ordering::Relaxed);
                    }
                    progress.state(tournament, &games);
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            if stop.load(Ordering::Relaxed) {
                end.store(true, Ordering::Relaxed);
            }
        }
    });
    progress.done();
    let report = report(tournament, &games, asked);
    store.write_result(&report)?;
    match failure {
        Some(error) => Err(error),
        None => Ok(report),
    }
}

/// Shows how far the tournament is: a bar where somebody looks at it, else a line a game.
struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    shown: Instant,
}

impl Progress {
    fn new(asked: u64, played: u64, quiet: bool) -> Self {
        let bar = (!quiet && stderr().is_terminal()).then(|| {
            let bar = ProgressBar::new(asked).with_position(played);
            let style = "{bar:30} {pos}/{len} games, {elapsed} of about {duration}  {msg}";
            bar.set_style(ProgressStyle::with_template(style).expect("the template is good"));
            bar
        });
        Progress { bar, quiet, shown: Instant::now() }
    }

    fn tell(&self, game: &GameRecord) {
        let line = format!(
            "game {} ({}): {} – {}: {} {}",
            game.game, game.variant, game.white, game.black, game.result, game.termination
        );
        match &self.bar {
            Some(bar) => {
                bar.println(line);
                bar.inc(1);
            }
            None if self.quiet => {}
            // Nobody need listen.
            None => drop(writeln!(stderr(), "{line}")),
        }
    }

    /// Shows how it stands, once a second at most: that looks at all games.
    fn state(&mut self, tournament: &Tournament, games: &[GameRecord]) {
        let Some(bar) = self.bar.as_ref().filter(|_| self.shown.elapsed().as_secs() > 0) else {
            return;
        };
        self.shown = Instant::now();
        // The best known engine of a match, or the leader: one line is enough while it runs.
        let report = report(tournament, games, games.len() as u64);
        let Some(table) = report.tables.last() else { return };
        let mut message = String::new();
        if let Some(first) = table.standings.first()
            && let Some(score) = &first.score
        {
            message = format!("{}: {:.1} %", first.engine, 100.0 * score.score);
            if let Some(error) = score.error {
                message += &format!(" ± {:.1}", 100.0 * error);
            }
        }
        if let Some(sprt) = &report.sprt {
            message += &format!(", LLR {:+.2}", sprt.llr);
        }
        bar.set_message(message);
    }

    fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
