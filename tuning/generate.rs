//! Material for fitting the evaluation of `dicechess`, `threedice` or `brainking`, in two steps:
//!
//! ```text
//! generate VARIANT play GAMES DEPTH SEED > games.txt     plays games against itself
//! generate VARIANT trace games.txt PREFIX                counts the terms of their positions
//! ```
//!
//! `play` writes a line for each position before a throw: game, turn, result of the game (1 White has
//! won, 0 draw, −1 Black has won, 2 broken off), value before the throw, value after it, whether a
//! random move followed, position text. Values are equities as White sees them, from a search at the
//! throw; since it gives the value of each outcome, `fit.py` can take the luck of the dice out of the
//! results. Only the text depends on the game, so positions can be traced again after a term is added.
//!
//! `trace` writes `PREFIX.meta` (12 little-endian `f32` a position: game, turn, result, both values,
//! random, 1 or −1 for the side that throws, phase, what decided throws contribute for White, the share
//! of the rest, static equity for White, number of terms), `PREFIX.terms` (pairs of `i16`: term, count
//! for White minus Black) and `PREFIX.risks` (an `f32` for each of the risks of the kings).

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write, stdout};

use alea::board::B8;
use alea::game::{GameResult, History, MoveList, Node, Side, phase, throw};
use alea::games::Variant;
use alea::games::common::Orthodox;
use alea::games::common::evaluation::{Trace, phase as men_left};
use alea::games::dice::{
    BrainKing, CERTAIN, Danger, DiceChess, ThreeDice, brainking_tally, capture_chance, danger,
    taken, tally, threedice_tally,
};
use alea::search::Evaluator;
use alea::search::limits::{Control, Limits};
use alea::search::params::Params;
use alea::search::root::{Request, Tools, search};
use alea::search::tt::Table;
use alea::search::value::{ONE, Value};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Games are broken off after so many turns.
const LONGEST: usize = 300;
/// One move in so many is random.
const RANDOM: u32 = 12;

/// What is counted of a game's positions.
trait Traced: Variant {
    fn men(&self) -> &Orthodox<B8>;
    /// Counts the terms; what throws that decide the game contribute for the side that throws, the
    /// share of the others, and the risks.
    fn trace(&self, counts: &mut Trace) -> (f64, f64, Vec<f64>);
}

impl Traced for DiceChess {
    fn men(&self) -> &Orthodox<B8> {
        self.board()
    }

    fn trace(&self, counts: &mut Trace) -> (f64, f64, Vec<f64>) {
        let risks = tally(self, counts);
        let Danger { fixed, share } = danger(self);
        (fixed, share, risks.iter().map(|risk| *risk as f64 / CERTAIN as f64).collect())
    }
}

impl Traced for ThreeDice {
    fn men(&self) -> &Orthodox<B8> {
        self.board()
    }

    fn trace(&self, counts: &mut Trace) -> (f64, f64, Vec<f64>) {
        threedice_tally(self, counts);
        let taken = capture_chance(self) as f64 / 216.0;
        (taken, 1.0 - taken, Vec::new())
    }
}

impl Traced for BrainKing<B8> {
    fn men(&self) -> &Orthodox<B8> {
        self.board()
    }

    fn trace(&self, counts: &mut Trace) -> (f64, f64, Vec<f64>) {
        brainking_tally(self, counts);
        let Danger { fixed, share } = taken(self);
        (fixed, share, Vec::new())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (variant, rest) = args.split_first().ok_or("which variant?")?;
    match variant.as_str() {
        "dicechess" => run::<DiceChess>(rest),
        "threedice" => run::<ThreeDice>(rest),
        "brainking" => run::<BrainKing<B8>>(rest),
        _ => Err("dicechess, threedice or brainking".into()),
    }
}

fn run<G: Traced>(args: &[String]) -> Result<(), Box<dyn Error>> {
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", games, depth, seed] => play::<G>(games.parse()?, depth.parse()?, seed.parse()?),
        ["trace", games, prefix] => trace::<G>(games, prefix),
        _ => Err("play GAMES DEPTH SEED, or trace FILE PREFIX".into()),
    }
}

fn white(value: Value, side: Side) -> f64 {
    let value = value.clamp(-ONE, ONE) as f64 / ONE as f64;
    if side == Side::White { value } else { -value }
}

/// A legal move after the throw, at random.
fn any_move<G: Variant>(game: &G, side: Side, rng: &mut impl Rng) -> G::Move {
    let mut moves = MoveList::new();
    game.moves(side, &mut moves);
    moves[rng.random_range(0..moves.len())]
}

fn play<G: Variant>(games: u32, depth: u32, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (table, evaluator, params) =
        (Table::new(16).ok_or("no memory")?, G::Evaluator::default(), Params::default());
    let mut out = BufWriter::new(stdout().lock());
    for number in 0..games {
        let mut game = G::start();
        let mut history = History::new();
        history.push(game.occurrence());
        let opening = rng.random_range(4..=10);
        let mut lines: Vec<(usize, f64, f64, bool, String)> = Vec::new();
        let mut result = 2;
        for turn in 0..LONGEST {
            let side = match phase(&game, &history) {
                Node::Chance(side) => side,
                Node::Over(outcome) => {
                    result = match outcome.result {
                        GameResult::Win(Side::White) => 1,
                        GameResult::Win(Side::Black) => -1,
                        GameResult::Draw => 0,
                    };
                    break;
                }
                node => unreachable!("{node:?}"),
            };
            let thrown = throw(&game, &mut rng).ok_or("a throw is due")?;
            let mut next = game.clone();
            next.roll(thrown);
            let moves = if turn < opening {
                Vec::new()
            } else {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
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
                let answer = search(&request, tools, &mut |_| ());
                let (_, value, line) =
                    answer.rolls.iter().find(|r| r.0 == thrown).ok_or("a throw is missing")?;
                let before = white(answer.lines[0].value, side);
                let random = line.is_empty() || rng.random_range(0..RANDOM) == 0;
                lines.push((turn, before, white(*value, side), random, game.text()));
                if random { Vec::new() } else { line.clone() }
            };
            // The whole turn.
            let mut moves = moves.into_iter();
            while let Node::Decision(actor) = next.node()
                && actor == side
            {
                next.play(moves.next().unwrap_or_else(|| any_move(&next, side, &mut rng)));
            }
            game = next;
            history.push(game.occurrence());
        }
        for (turn, before, after, random, text) in lines {
            writeln!(
                out,
                "{number} {turn} {result} {before:.5} {after:.5} {} {text}",
                random as u8
            )?;
        }
    }
    out.flush()?;
    Ok(())
}

fn trace<G: Traced>(games: &str, prefix: &str) -> Result<(), Box<dyn Error>> {
    let mut meta = BufWriter::new(File::create(format!("{prefix}.meta"))?);
    let mut terms = BufWriter::new(File::create(format!("{prefix}.terms"))?);
    let mut risk_file = BufWriter::new(File::create(format!("{prefix}.risks"))?);
    let evaluator = G::Evaluator::default();
    for line in BufReader::new(File::open(games)?).lines() {
        let line = line?;
        let mut words = line.splitn(7, ' ');
        let mut numbers = [0.0f32; 12];
        for number in &mut numbers[..6] {
            *number = words.next().ok_or("a number is missing")?.parse()?;
        }
        let game =
            G::parse(words.next().ok_or("a position is missing")?).map_err(|e| e.to_string())?;
        let side = game.men().turn();
        let mut counts = Trace::default();
        let (fixed, share, risks) = game.trace(&mut counts);
        let sign = if side == Side::White { 1.0 } else { -1.0 };
        let mut number = 0;
        for (term, count) in counts.0.iter().enumerate().filter(|(_, count)| **count != 0) {
            terms.write_all(&i16::try_from(term)?.to_le_bytes())?;
            terms.write_all(&i16::try_from(*count)?.to_le_bytes())?;
            number += 1;
        }
        for risk in risks {
            risk_file.write_all(&(risk as f32).to_le_bytes())?;
        }
        let statically = white(evaluator.evaluate(&game), side);
        let rest =
            [sign, men_left(game.men()) as f64, sign * fixed, share, statically, number as f64];
        for (number, value) in numbers[6..].iter_mut().zip(rest) {
            *number = value as f32;
        }
        for number in numbers {
            meta.write_all(&number.to_le_bytes())?;
        }
    }
    meta.flush()?;
    terms.flush()?;
    risk_file.flush()?;
    Ok(())
}
