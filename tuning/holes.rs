//! Material for fitting the evaluation of `cheshire`, in two steps:
//!
//! ```text
//! holes play GAMES NODES SEED > games.txt    plays games against itself, so many nodes a move
//! holes trace games.txt PREFIX               counts the terms of their positions
//! ```
//!
//! `play` writes a line for each quiet position at a move: game, result of the game (1 White has won,
//! 0 draw, −1 Black has won), value of a search in equity as White sees it, position text.
//!
//! `trace` writes `PREFIX.meta` (5 little-endian `f32` a position: game, result, value, phase, number of
//! terms) and `PREFIX.terms` (pairs of `i16`: term, count for White minus Black).

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write, stdout};

use alea::board::{B8, Geometry};
use alea::game::{Game, GameResult, History, MoveList, Node, Notation, Side, phase};
use alea::games::cheshire::{CheshireCat, tally};
use alea::games::common::evaluation::{Trace, phase as men_left};
use alea::search::Searchable;
use alea::search::limits::{Control, Limits};
use alea::search::params::Params;
use alea::search::root::{Request, Tools, search};
use alea::search::tt::Table;
use alea::search::value::{ONE, Value, is_decided};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// One move in so many is random.
const RANDOM: u32 = 25;
/// Games in which one side is so much better in equity are given up.
const GIVEN_UP: Value = ONE / 100 * 97;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", games, nodes, seed] => play(games.parse()?, nodes.parse()?, seed.parse()?),
        ["trace", games, prefix] => trace(games, prefix),
        _ => Err("holes play GAMES NODES SEED | holes trace FILE PREFIX".into()),
    }
}

fn result(winner: Option<Side>) -> i32 {
    match winner {
        Some(Side::White) => 1,
        Some(Side::Black) => -1,
        None => 0,
    }
}

fn play(games: u32, nodes: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let table = Table::new(4).ok_or("no memory")?;
    let (evaluator, params) = (Default::default(), Params::default());
    let mut out = BufWriter::new(stdout().lock());
    for number in 0..games {
        let mut game = CheshireCat::start();
        let mut history = History::new();
        history.push(game.occurrence());
        let mut opening = rng.random_range(4..=12);
        // Some games begin on a board that has lost squares already.
        for _ in 0..rng.random_range(0..2) * rng.random_range(0..24) {
            game.roll(rng.random_range(16..48));
        }
        let mut lines: Vec<(Value, String)> = Vec::new();
        let end = loop {
            let side = match phase(&game, &history) {
                Node::Chance(_) => {
                    game.roll(B8::square(rng.random_range(0..8), rng.random_range(0..8)));
                    history.push(game.occurrence());
                    continue;
                }
                Node::Over(outcome) => match outcome.result {
                    GameResult::Win(side) => break result(Some(side)),
                    GameResult::Draw => break 0,
                },
                Node::Decision(side) => side,
                Node::Sealed => unreachable!("no sealed turns here"),
            };
            let mut moves = MoveList::new();
            game.moves(side, &mut moves);
            let mut m = moves[rng.random_range(0..moves.len())];
            if opening > 0 {
                opening -= 1;
            } else {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let control = Control::new(limits, side, 0, false);
                let tools = Tools {
                    table: &table,
                    control: &control,
                    evaluator: &evaluator,
                    params: &params,
                };
                let request = Request {
                    game: game.clone(),
                    history: history.clone(),
                    side,
                    among: Vec::new(),
                    lines: 1,
                    threads: 1,
                    patient: true,
                };
                let line = search(&request, tools, &mut |_| ()).lines.swap_remove(0);
                let best = line.pv[0];
                let value = if side == Side::White { line.value } else { -line.value };
                if value.abs() > GIVEN_UP {
                    break result(Some(if value > 0 { Side::White } else { Side::Black }));
                }
                if game.gain(best).is_none() && !game.in_check() && !is_decided(value) {
                    lines.push((value, game.text()));
                }
                if rng.random_range(0..RANDOM) != 0 {
                    m = best;
                }
            }
            game.play(m);
            history.push(game.occurrence());
        };
        for (value, text) in lines {
            writeln!(out, "{number} {end} {:.5} {text}", value as f64 / ONE as f64)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn trace(games: &str, prefix: &str) -> Result<(), Box<dyn Error>> {
    let mut meta = BufWriter::new(File::create(format!("{prefix}.meta"))?);
    let mut terms = BufWriter::new(File::create(format!("{prefix}.terms"))?);
    for line in BufReader::new(File::open(games)?).lines() {
        let line = line?;
        let mut words = line.splitn(4, ' ');
        let mut numbers = [0.0f32; 5];
        for number in &mut numbers[..3] {
            *number = words.next().ok_or("a number is missing")?.parse()?;
        }
        let text = words.next().ok_or("a position is missing")?;
        let game = CheshireCat::parse(text).map_err(|e| e.to_string())?;
        let mut counts = Trace::default();
        tally(&game, &mut counts);
        numbers[3] = men_left(game.board()) as f32;
        for (term, count) in counts.0.iter().enumerate().filter(|(_, count)| **count != 0) {
            terms.write_all(&i16::try_from(term)?.to_le_bytes())?;
            terms.write_all(&i16::try_from(*count)?.to_le_bytes())?;
            numbers[4] += 1.0;
        }
        for number in numbers {
            meta.write_all(&number.to_le_bytes())?;
        }
    }
    meta.flush()?;
    terms.flush()?;
    Ok(())
}
