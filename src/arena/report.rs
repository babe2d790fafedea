//! The results of a tournament: standings and matches, as a table and for machines.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write};

use serde::Serialize;

use super::record::GameRecord;
use super::schedule::Schedule;
use super::settings::Tournament;
use super::sprt::{Decision, Test};
use super::stats::{Estimate, FEWEST, OUTCOMES, Pentanomial, median};

/// Results of games.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    fn add(&mut self, score: f64) {
        *match score {
            1.0 => &mut self.wins,
            0.0 => &mut self.losses,
            _ => &mut self.draws,
        } += 1;
    }

    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// A score per game, from 0 to 1, with half its 95 % interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The mean over pairs.
    pub score: f64,
    /// Half the interval; none if nothing can be told.
    pub error: Option<f64>,
    /// Why nothing can be told.
    pub no_error: Option<&'static str>,
}

impl From<Estimate> for Score {
    fn from(estimate: Estimate) -> Self {
        let no_error = match estimate.error {
            Some(_) => None,
            None if estimate.count < FEWEST => Some("too few pairs"),
            None => Some("all pairs alike, so no variance"),
        };
        Score { score: estimate.mean, error: estimate.error, no_error }
    }
}

/// What an engine has achieved against its opponents, or one of them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub engine: String,
    /// The opponent's; none for all of them.
    pub opponent: Option<String>,
    /// All games.
    pub all: Tally,
    /// Those with White.
    pub white: Tally,
    /// Those with Black.
    pub black: Tally,
    /// How many pairs gave 0, ½, 1, 1½ and 2 points.
    pub pairs: Pentanomial,
    /// Of the pairs; none before the first is complete.
    pub score: Option<Score>,
    /// Difference in Elo to the opponents; none where it is infinite.
    pub elo: Option<f64>,
    /// The ends of its interval; one that is infinite is none.
    pub elo_interval: Option<[Option<f64>; 2]>,
    /// Normalised Elo and half its interval.
    pub normalised_elo: Option<(f64, f64)>,
    /// The likelihood of being better than the opponents.
    pub superiority: Option<f64>,
    /// The score less the luck with the dice; none without dice or judge.
    pub luck_adjusted: Option<Score>,
}

/// Standings and matches in one variant, or in all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Table {
    /// The variant; none for all together.
    pub variant: Option<String>,
    /// Games played.
    pub games: u64,
    /// Of these, games that repeat another of the same players move by move: they tell nothing new, so
    /// that with them all errors are too small.
    pub copies: u64,
    /// The engines, best first.
    pub standings: Vec<Standing>,
    /// Every engine against each of its opponents, if there are more than two engines.
    pub matches: Vec<Standing>,
}

/// A sequential test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where H0 and H1 are accepted.
    pub bounds: [f64; 2],
    /// What is accepted.
    pub decision: Option<Decision>,
    /// Pairs that count, in the order of their numbers.
    pub pairs: Pentanomial,
    /// Their games.
    pub games: u64,
}

/// Times, which no two runs have alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// The median, over games, of what the referee needs between two moves, in milliseconds.
    pub overhead: Option<f64>,
    /// Mean and longest time of a move of each engine, in milliseconds.
    pub moves: BTreeMap<String, (f64, f64)>,
}

/// All results.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Whether all games that were asked for are there, or the test has ended.
    pub complete: bool,
    /// Games that count.
    pub games: u64,
    /// Games that were asked for.
    pub asked: u64,
    /// A table for each variant and, if there are several, one for all.
    pub tables: Vec<Table>,
    /// How many games ended for which reason.
    pub terminations: BTreeMap<String, u64>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtState>,
    /// Times.
    pub timing: Timing,
}

/// The pairs, in order, that are complete: both games, the second with sides swapped.
fn complete_pairs<'a>(games: &[&'a GameRecord]) -> Vec<[&'a GameRecord; 2]> {
    let mut halves: BTreeMap<u64, Vec<&GameRecord>> = BTreeMap::new();
    for game in games {
        halves.entry(game.pair).or_default().push(game);
    }
    let whole = |pair: Vec<&'a GameRecord>| <[&GameRecord; 2]>::try_from(pair).ok();
    halves.into_values().filter_map(whole).collect()
}

/// Twice the first engine's score in a pair, as an index of the pentanomial counts.
fn pair_score(pair: &[&GameRecord; 2], engine: &str) -> usize {
    (2.0 * pair.iter().map(|g| score_of(g, engine)).sum::<f64>()) as usize
}

fn score_of(game: &GameRecord, engine: &str) -> f64 {
    if game.white == engine { game.score() } else { 1.0 - game.score() }
}

/// A sequential test while games come in. It looks at the pairs that are complete from the first on without
/// a gap, so that what it decides does not depend on which games end sooner.
pub struct Sequence<'a> {
    test: Test,
    first: &'a str,
    /// Games whose pair is not complete, and pairs before which another is not.
    halves: BTreeMap<u64, f64>,
    waiting: BTreeMap<u64, usize>,
    pairs: Pentanomial,
    decision: Option<Decision>,
}

impl<'a> Sequence<'a> {
    /// Before the first game; `None` if the tournament has no test.
    pub fn new(tournament: &'a Tournament) -> Option<Self> {
        Some(Sequence {
            test: tournament.sprt?,
            first: &tournament.engines[0].name,
            halves: BTreeMap::new(),
            waiting: BTreeMap::new(),
            pairs: [0; OUTCOMES],
            decision: None,
        })
    }

    /// Adds a game.
    pub fn add(&mut self, game: &GameRecord) {
        let score = score_of(game, self.first);
        match self.halves.remove(&game.pair) {
            Some(other) => self.waiting.insert(game.pair, (2.0 * (score + other)) as usize),
            None => {
                self.halves.insert(game.pair, score);
                return;
            }
        };
        let next = |pairs: &Pentanomial| pairs.iter().sum::<u64>() + 1;
        while self.decision.is_none()
            && let Some(outcome) = self.waiting.remove(&next(&self.pairs))
        {
            self.pairs[outcome] += 1;
            self.decision = self.test.decide(&self.pairs);
        }
    }

    /// What it shows now.
    pub fn state(&self) -> SprtState {
        SprtState {
            llr: self.test.llr(&self.pairs),
            bounds: self.test.bounds(),
            decision: self.decision,
            pairs: self.pairs,
            games: 2 * self.pairs.iter().sum::<u64>(),
        }
    }

    /// Whether a hypothesis is accepted.
    pub fn is_decided(&self) -> bool {
        self.decision.is_some()
    }
}

/// The results of these games, `asked` of which there are to be.
pub fn report(tournament: &Tournament, games: &[GameRecord], asked: u64) -> Report {
    let sprt = Sequence::new(tournament).map(|mut sequence| {
        games.iter().for_each(|game| sequence.add(game));
        sequence.state()
    });
    let decided = sprt.as_ref().filter(|s| s.decision.is_some());
    // Games that ended after the decision do not count: the same test gives the same table.
    let last = decided.map_or(u64::MAX, |s| s.games);
    let mut games: Vec<&GameRecord> = games.iter().filter(|g| g.game <= last).collect();
    games.sort_by_key(|g| g.game);
    let mut tables: Vec<Table> = Vec::new();
    for variant in &tournament.variants {
        let of_it: Vec<&GameRecord> =
            games.iter().copied().filter(|g| g.variant == *variant).collect();
        tables.push(table(tournament, Some(variant), &of_it));
    }
    if tables.len() > 1 {
        tables.push(table(tournament, None, &games));
    }
    let mut terminations = BTreeMap::new();
    for game in &games {
        *terminations.entry(game.termination.clone()).or_default() += 1;
    }
    Report {
        complete: decided.is_some() || games.len() as u64 >= asked,
        games: games.len() as u64,
        asked,
        tables,
        terminations,
        sprt,
        timing: timing(tournament, &games),
    }
}

/// How many games a tournament has in all.
pub fn asked(tournament: &Tournament) -> u64 {
    Schedule::new(tournament).games()
}

fn table(tournament: &Tournament, variant: Option<&str>, games: &[&GameRecord]) -> Table {
    let names: Vec<&str> = tournament.engines.iter().map(|e| e.name.as_str()).collect();
    let mut standings: Vec<Standing> =
        names.iter().map(|name| standing(name, None, games)).collect();
    let points = |s: &Standing| s.score.as_ref().map_or(-1.0, |score| score.score);
    standings.sort_by(|a, b| points(b).total_cmp(&points(a)));
    let mut matches = Vec::new();
    if names.len() > 2 {
        for name in &names {
            for opponent in names.iter().filter(|o| *o != name) {
                let standing = standing(name, Some(opponent), games);
                if standing.all.games() > 0 {
                    matches.push(standing);
                }
            }
        }
    }
    let variant = variant.map(String::from);
    let mut seen = HashSet::new();
    let mut copies = 0;
    for game in games {
        let same = (&game.variant, &game.white, &game.black, &game.start, &game.events);
        copies += u64::from(!seen.insert(same));
    }
    Table { variant, games: games.len() as u64, copies, standings, matches }
}

fn standing(engine: &str, opponent: Option<&str>, games: &[&GameRecord]) -> Standing {
    let plays = |g: &GameRecord, name: &str| g.white == name || g.black == name;
    let own: Vec<&GameRecord> = games
        .iter()
        .copied()
        .filter(|g| plays(g, engine) && opponent.is_none_or(|o| plays(g, o)))
        .collect();
    let [mut white, mut black, mut all] = [(); 3].map(|()| Tally::default());
    for game in &own {
        let score = score_of(game, engine);
        all.add(score);
        if game.white == engine { white.add(score) } else { black.add(score) }
    }
    let whole = complete_pairs(&own);
    let mut pairs = [0; OUTCOMES];
    whole.iter().for_each(|pair| pairs[pair_score(pair, engine)] += 1);
    let estimate = Estimate::of_pairs(&pairs);
    let elo = estimate.map(|e| e.elo());
    let finite = |elo: f64| Some(elo).filter(|e| e.is_finite());
    let luck_adjusted = own.iter().any(|g| g.luck.is_some()).then(|| {
        let adjusted = |game: &GameRecord| {
            // An equity has twice the width of a score.
            let luck = game.luck.unwrap_or(0.0) / 2.0;
            score_of(game, engine) - if game.white == engine { luck } else { -luck }
        };
        let means: Vec<(f64, u64)> =
            whole.iter().map(|p| ((adjusted(p[0]) + adjusted(p[1])) / 2.0, 1)).collect();
        Estimate::of(means.into_iter())
    });
    Standing {
        engine: engine.to_string(),
        opponent: opponent.map(String::from),
        all,
        white,
        black,
        pairs,
        score: estimate.map(Score::from),
        elo: elo.and_then(|e| finite(e.0)),
        elo_interval: elo.and_then(|e| e.1).map(|ends| ends.map(finite)),
        normalised_elo: estimate.and_then(|e| e.normalised_elo()),
        superiority: estimate.and_then(|e| e.superiority(0.5)),
        luck_adjusted: luck_adjusted.flatten().map(Score::from),
    }
}

fn timing(tournament: &Tournament, games: &[&GameRecord]) -> Timing {
    let mut overheads: Vec<f64> = games.iter().filter_map(|g| g.overhead).collect();
    let mut moves: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for engine in &tournament.engines {
        let (mut sum, mut count, mut longest) = (0.0, 0_u64, 0.0_f64);
        for game in games {
            for (i, event) in game.times.iter().enumerate() {
                let movers = game.movers.get(i).map_or("", String::as_str);
                for (time, mover) in event.iter().zip(movers.chars()) {
                    let name = if mover == 'w' { &game.white } else { &game.black };
                    if *name == engine.name {
                        sum += time;
                        count += 1;
                        longest = longest.max(*time);
                    }
                }
            }
        }
        if count > 0 {
            moves.insert(engine.name.clone(), (sum / count as f64, longest));
        }
    }
    Timing { overhead: median(&mut overheads), moves }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for table in &self.tables {
            let variant = table.variant.as_deref().unwrap_or("all variants");
            writeln!(f, "{variant}: {} games", table.games)?;
            if table.copies > 0 {
                writeln!(
                    f,
                    "  {} of them repeat another move by move, so that all errors are too small: \
                     use --openings",
                    table.copies
                )?;
            }
            write_rows(f, &table.standings)?;
            if !table.matches.is_empty() {
                writeln!(f, "  opponents:")?;
                write_rows(f, &table.matches)?;
            }
            writeln!(f)?;
        }
        let ends: Vec<String> =
            self.terminations.iter().map(|(word, n)| format!("{word} {n}")).collect();
        writeln!(f, "ends: {}", ends.join(", "))?;
        if let Some(sprt) = &self.sprt {
            let decision = match sprt.decision {
                Some(Decision::H0) => "H0 accepted",
                Some(Decision::H1) => "H1 accepted",
                None => "undecided",
            };
            writeln!(
                f,
                "SPRT: LLR {:+.2} in [{:.2}, {:.2}], {decision} after {} games",
                sprt.llr, sprt.bounds[0], sprt.bounds[1], sprt.games
            )?;
        }
        if let Some(overhead) = self.timing.overhead {
            writeln!(f, "referee: {overhead:.3} ms a move in the median")?;
        }
        if !self.complete {
            writeln!(f, "{} of {} games", self.games, self.asked)?;
        }
        Ok(())
    }
}

const HEAD: [&str; 10] = [
    "engine",
    "W/D/L",
    "as White",
    "as Black",
    "pairs 0…2",
    "score %",
    "Elo",
    "nElo",
    "LOS %",
    "less luck %",
];

fn write_rows(f: &mut fmt::Formatter, rows: &[Standing]) -> fmt::Result {
    let mut cells: Vec<Vec<String>> = vec![HEAD.map(String::from).to_vec()];
    let mut remarks = String::new();
    for row in rows {
        let tally = |t: &Tally| format!("{}/{}/{}", t.wins, t.draws, t.losses);
        let percent = |s: &Option<Score>| match s {
            None => "–".to_string(),
            Some(Score { score, error: Some(error), .. }) => {
                format!("{:.1} ± {:.1}", 100.0 * score, 100.0 * error)
            }
            Some(Score { score, .. }) => format!("{:.1}", 100.0 * score),
        };
        let name = match &row.opponent {
            Some(opponent) => format!("{} – {opponent}", row.engine),
            None => row.engine.clone(),
        };
        if let Some(why) = row.score.as_ref().and_then(|s| s.no_error) {
            let _ = writeln!(remarks, "  {name}: {why}: no error can be told");
        }
        let counts: Vec<String> = row.pairs.iter().map(u64::to_string).collect();
        let whole = row.score.as_ref().map(|s| s.score);
        let infinite = if whole.is_some_and(|s| s > 0.5) { "+∞" } else { "−∞" };
        let shown =
            |elo: Option<f64>, else_: &str| elo.map_or(else_.into(), |e| format!("{e:+.1}"));
        let elo = match (whole, row.elo_interval) {
            (None, _) => "–".to_string(),
            (_, None) => shown(row.elo, infinite),
            (_, Some([low, high])) => {
                format!(
                    "{} [{}, {}]",
                    shown(row.elo, infinite),
                    shown(low, "−∞"),
                    shown(high, "+∞")
                )
            }
        };
        cells.push(vec![
            name,
            tally(&row.all),
            tally(&row.white),
            tally(&row.black),
            counts.join(" "),
            percent(&row.score),
            elo,
            row.normalised_elo.map_or("–".to_string(), |(n, e)| format!("{n:+.1} ± {e:.1}")),
            row.superiority.map_or("–".to_string(), |p| format!("{:.1}", 100.0 * p)),
            percent(&row.luck_adjusted),
        ]);
    }
    let columns = HEAD.len() - usize::from(rows.iter().all(|r| r.luck_adjusted.is_none()));
    let width =
        |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in &cells {
        let mut line = String::from(" ");
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, " {cell:<width$} ");
        }
        writeln!(f, "{}", line.trim_end())?;
    }
    f.write_str(&remarks)
}
