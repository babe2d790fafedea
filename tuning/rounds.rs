//! Measurements of the search in rounds (`octahedra`), on positions of recorded games:
//!
//! ```text
//! rounds harvests games.jsonl > harvests.txt   the positions in which harvests began
//! rounds harvests games.jsonl 16 24 > some.txt the first of each harvest with 16 to 24 men
//! rounds sowings games.jsonl > sowings.txt     those in which sowings began
//! rounds solve FILE                            solves harvests: how long that takes
//! rounds few FILE WAYS COUNT                   sowings that may be searched exhaustively
//! rounds recall FILE LIMIT WIDTH…              compares the beam with an exhaustive search of them
//! ```
//!
//! A limit is in milliseconds, or in moves looked at with an `n` behind it: on a busy machine the latter
//! tells what a quiet one finds in the time that it needs for them. `games.jsonl` is what `alea arena`
//! records. The other files have a position text a line.

use std::error::Error;
use std::fs::{File, read_to_string};
use std::io::{BufRead, BufReader};
use std::ops::RangeInclusive;

use alea::game::{Game, History, Node, Notation};
use alea::games::octahedra::Octahedra;
use alea::protocol::command::Base;
use alea::protocol::session::open;
use alea::search::limits::{Control, Limits};
use alea::search::params::Params;
use alea::search::root::{Answer, Request, Tools, search};
use alea::search::tt::Table;
use alea::search::value::{ONE, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["harvests", file] => positions(file, "harvest", None),
        ["harvests", file, least, most] => {
            positions(file, "harvest", Some(least.parse()?..=most.parse()?))
        }
        ["sowings", file] => positions(file, "sow-", None),
        ["solve", file] => solve(&read(file)?),
        ["few", file, ways, count] => few(&read(file)?, ways.parse()?, count.parse()?),
        ["recall", file, limit, ref widths @ ..] => {
            let widths: Result<Vec<i32>, _> = widths.iter().map(|w| w.parse()).collect();
            recall(&read(file)?, limit, &widths?)
        }
        _ => Err("rounds harvests GAMES [LEAST MOST] | sowings GAMES | solve FILE | few FILE WAYS COUNT | \
                  recall FILE LIMIT WIDTH…"
            .into()),
    }
}

fn read(file: &str) -> Result<Vec<Octahedra>, Box<dyn Error>> {
    let games = read_to_string(file)?.lines().map(Octahedra::parse).collect::<Result<_, _>>();
    Ok(games.map_err(|e| e.to_string())?)
}

/// Prints the positions in which a stretch with this name begins; or the first in each with so many men.
fn positions(
    file: &str,
    stage: &str,
    men: Option<RangeInclusive<u32>>,
) -> Result<(), Box<dyn Error>> {
    for line in BufReader::new(File::open(file)?).lines() {
        let record: serde_json::Value = serde_json::from_str(&line?)?;
        let mut session = open("octahedra").ok_or("no such variant")?;
        session.position(&Base::Start, &[])?;
        let (mut waiting, mut before) = (false, String::new());
        for event in record["events"].as_array().into_iter().flatten() {
            session.append(event.as_str().unwrap_or_default()).map_err(|e| e.to_string())?;
            let phase = session.phase_line();
            let now = phase.split("stage ").nth(1).unwrap_or("").to_string();
            let thrown = event.as_str().is_some_and(|e| e.starts_with("r:"));
            if thrown {
                waiting = before == "roll-off";
            }
            let text = session.text();
            let board = text.split(' ').next().unwrap_or("");
            let count = board.chars().filter(char::is_ascii_alphabetic).count() as u32;
            let fits = men.as_ref().is_none_or(|men| men.contains(&count));
            if waiting && fits && now.starts_with(stage) {
                println!("{text}");
                waiting = false;
            }
            waiting &= men.is_some();
            before = now;
        }
    }
    Ok(())
}

fn table() -> Table {
    Table::new(64).expect("memory for a table")
}

/// Searches with a table that is empty, but whose memory is at hand, as it is in a game. Tells the time in
/// milliseconds, too.
fn find(
    game: &Octahedra,
    limits: Limits,
    params: &Params,
    table: &mut Table,
) -> (Answer<Octahedra>, f64) {
    table.clear();
    let control = Control::new(limits, game.side(), 0, false);
    let evaluator = Default::default();
    let tools = Tools { table, control: &control, evaluator: &evaluator, params };
    let mut history = History::new();
    history.push(game.occurrence());
    let request = Request {
        game: *game,
        history,
        side: game.side(),
        among: Vec::new(),
        lines: 1,
        threads: 1,
        patient: false,
    };
    let answer = search(&request, tools, &mut |_| ());
    (answer, control.elapsed().as_secs_f64() * 1e3)
}

fn quantiles(name: &str, mut all: Vec<f64>) {
    all.sort_by(f64::total_cmp);
    let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
    let (median, most) = (at(0.5), at(1.0));
    println!("{name}: median {median:.3}, 90 % {:.3}, greatest {most:.3}", at(0.9));
}

/// Solves exchanges, each with an empty table and for at most ten seconds.
fn solve(games: &[Octahedra]) -> Result<(), Box<dyn Error>> {
    let (mut times, mut nodes, mut men) = (Vec::new(), Vec::new(), Vec::new());
    let mut table = table();
    for game in games {
        let limits = Limits { move_time: Some(10_000), ..Limits::default() };
        let (answer, time) = find(game, limits, &Params::default(), &mut table);
        times.push(time);
        nodes.push(answer.nodes as f64);
        men.push(game.board().occupied().count_ones() as f64);
    }
    let solved = times.iter().filter(|t| **t < 100.0).count();
    println!("{} harvests, {solved} of them solved in 100 ms", games.len());
    quantiles("men", men);
    quantiles("milliseconds", times);
    quantiles("captures looked at", nodes);
    Ok(())
}

fn small(ways: i32) -> Params {
    Params { army_few: ways, ..Params::default() }
}

/// Prints sowings that an exhaustive search can deal with.
fn few(games: &[Octahedra], ways: i32, count: usize) -> Result<(), Box<dyn Error>> {
    let mut found = 0;
    for game in games {
        if !matches!(game.node(), Node::Decision(_)) || found == count {
            continue;
        }
        let size = alea::search::army::size(game);
        if (50.0..=ways as f64).contains(&size) {
            println!("{}", game.text());
            found += 1;
        }
    }
    Ok(())
}

fn limits(text: &str) -> Result<Limits, Box<dyn Error>> {
    Ok(match text.strip_suffix('n') {
        Some(nodes) => Limits { nodes: Some(nodes.parse()?), ..Limits::default() },
        None => Limits { move_time: Some(text.parse()?), ..Limits::default() },
    })
}

/// How often the best turn is found, and how much is lost, at each width of the beam.
///
/// The best turn is the choice of an exhaustive search without limits, by the same values; then of one that
/// looks at all ends as closely as at the best ones in play ([`CLOSE`]). Its end and that of the search's
/// choice are both valued with [`THOROUGH`] captures in each exchange: no search is judged by its own values.
fn recall(games: &[Octahedra], limit: &str, widths: &[i32]) -> Result<(), Box<dyn Error>> {
    let limited = limits(limit)?;
    let mut table = table();
    for close in [false, true] {
        let mut exhaustive = small(i32::MAX);
        if close {
            (exhaustive.exchange_glance, exhaustive.exchange_captures) = (CLOSE, CLOSE);
        }
        let mut times = 0.0;
        let mut best: Vec<Value> = Vec::new();
        for game in games {
            let (answer, time) = find(game, Limits::default(), &exhaustive, &mut table);
            best.push(worth(game, &answer.lines[0].pv));
            times += time;
        }
        let time = times / games.len() as f64;
        println!("exhaustive{}: {time:.0} ms a sowing", if close { ", close" } else { "" });
        let mut row = |name: &str, limits: Limits, params: &Params| {
            let (mut found, mut lost, mut most, mut times) = (0, 0.0, 0.0, 0.0);
            for (game, best) in games.iter().zip(&best) {
                let (answer, time) = find(game, limits, params, &mut table);
                times += time;
                let loss = (best - worth(game, &answer.lines[0].pv)) as f64 / ONE as f64;
                found += (loss <= 0.0) as usize;
                lost += loss.max(0.0);
                most = f64::max(most, loss);
            }
            let count = games.len();
            println!(
                "{name}: best {found} of {count}, lost {:.5} on average, at most {most:.4}; {:.0} ms a sowing",
                lost / count as f64,
                times / count as f64
            );
        };
        row(&format!("as in play, {limit}"), limited, &Params::default());
        row(&format!("beam, {limit}"), limited, &small(0));
        for width in widths {
            let params = Params { army_width: *width, army_shakes: 0, ..small(0) };
            row(&format!("beam up to {width}, no more"), Limits::default(), &params);
        }
    }
    Ok(())
}

/// How many captures a close look takes in each exchange that may follow a turn.
const CLOSE: i32 = 4_000;
/// The same for a comparison.
const THOROUGH: i32 = 50_000;

/// What the position after these moves is worth to the side that made them.
fn worth(game: &Octahedra, moves: &[<Octahedra as Game>::Move]) -> Value {
    let mut end = *game;
    moves.iter().for_each(|m| end.play(*m));
    let params = Params { exchange_captures: THOROUGH, ..Params::default() };
    let table = Table::new(8).expect("memory for a table");
    let control = Control::new(Limits::default(), game.side(), 0, false);
    let evaluator = Default::default();
    let tools = Tools { table: &table, control: &control, evaluator: &evaluator, params: &params };
    alea::search::prospect::worth(&end, game.side(), tools)
}
