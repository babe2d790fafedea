//! Fixed searches whose node count changes only when behaviour changes.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::game::{History, Node, Side, phase};
use crate::games::{Variant, Visitor, with_variant};
use crate::search::limits::{Control, Limits};
use crate::search::params::Params;
use crate::search::plain::Plain;
use crate::search::root::{Answer, Request, Tools, search};
use crate::search::tt::Table;
use crate::tools::perft::perft;

/// One search of a bench.
pub struct Run {
    /// Turns searched.
    pub depth: u32,
    /// Moves made.
    pub nodes: u64,
    /// Seconds taken.
    pub seconds: f64,
}

/// Searches a position alone on one thread with a fresh table and these numbers.
pub fn run<G: Variant>(
    game: &G,
    depth: u32,
    mebibytes: usize,
    params: &Params,
) -> (Answer<G>, Run) {
    let table = Table::new(mebibytes).expect("memory for a small table");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let control = Control::new(limits, Side::White, 0, false);
    let evaluator = G::Evaluator::default();
    let tools = Tools { table: &table, control: &control, evaluator: &evaluator, params };
    let mut history = History::new();
    history.push(game.occurrence());
    let request = Request {
        game: game.clone(),
        history,
        side: game.side(),
        among: Vec::new(),
        lines: 1,
        threads: 1,
        patient: false,
    };
    let start = Instant::now();
    let answer = search(&request, tools, &mut |_| ());
    let run = Run { depth, nodes: answer.nodes, seconds: start.elapsed().as_secs_f64() };
    (answer, run)
}

/// Prints a bench of one variant, or of all, to standard output. The last line gives the sum.
///
/// `depth` is in turns; without it each variant has its own.
pub fn bench(variant: Option<&str>, depth: Option<u32>) -> Result<(), String> {
    let (mut nodes, mut seconds) = (0, 0.0);
    for name in crate::games::NAMES {
        if variant.is_none_or(|v| v.eq_ignore_ascii_case(name)) {
            let (n, s) = with_variant(name, Bench { depth }).unwrap_or_default();
            nodes += n;
            seconds += s;
        }
    }
    if nodes == 0 {
        return Err(format!("unknown variant: {}", variant.unwrap_or_default()));
    }
    println!("{nodes} nodes {:.0} nps", nodes as f64 / f64::max(seconds, 1e-9));
    Ok(())
}

struct Bench {
    depth: Option<u32>,
}

impl Visitor for Bench {
    type Output = (u64, f64);

    fn visit<G: Variant>(self) -> (u64, f64) {
        let deepest = self.depth.unwrap_or(G::BENCH_DEPTH);
        let mut games = vec![G::start()];
        games.extend(G::bench_positions().iter().filter_map(|text| G::parse(text).ok()));
        println!("{}: start position and {} others", G::NAME, games.len() - 1);
        println!("{:>5} {:>12} {:>9} {:>7}   slowest", "depth", "nodes", "seconds", "growth");
        let (mut sum, mut time, mut before) = (0, 0.0, 0);
        for depth in 1..=deepest {
            let runs: Vec<Run> =
                games.iter().map(|g| run(g, depth, 64, &Params::default()).1).collect();
            let nodes: u64 = runs.iter().map(|r| r.nodes).sum();
            let seconds: f64 = runs.iter().map(|r| r.seconds).sum();
            let slowest = runs.iter().map(|r| r.seconds).fold(0.0, f64::max);
            let growth = if before == 0 { 0.0 } else { nodes as f64 / before as f64 };
            println!("{depth:>5} {nodes:>12} {seconds:>9.3} {growth:>7.2}   {slowest:.3} s");
            (sum, time, before) = (sum + nodes, time + seconds, nodes);
        }
        if G::SEALED {
            pairs(&games[..1], deepest.clamp(1, 3));
        } else if G::CHANCE {
            twin(&games, deepest.min(3));
        }
        println!();
        (sum, time)
    }
}

/// Beyond so many nodes at depth 1 the plain twin is not run at depth 2.
const TWIN_NODES: u64 = 5_000;

/// Compares with the plain twin, which searches every throw for itself: run at depths 1 and, where that
/// is feasible, 2; deeper, its nodes are reckoned from the growth between these.
fn twin<G: Variant>(games: &[G], depth: u32) {
    let exact = Params { selective: false, ..Params::default() };
    let (mut ours, mut plain, mut compared) = (0, 0.0, 0);
    for game in games {
        let mut history = History::new();
        history.push(game.occurrence());
        let Node::Chance(side) = phase(game, &history) else { continue };
        let count = |turns: u32| {
            let mut twin = Plain::<G>::default();
            let value = twin.value(game, side, turns as i32);
            let found = run(game, turns, 16, &exact).0.lines[0].value;
            if found != value {
                println!("  VALUES DIFFER at depth {turns}: {found} {value} in {}", game.text());
            }
            twin.nodes
        };
        let one = count(1);
        if G::SELECTIVE {
            // Each throw and each move is a branch: depth 2 would take the twin hours.
            compared += 1;
            ours += run(game, 1, 16, &exact).1.nodes;
            plain += one as f64;
        } else if one <= TWIN_NODES {
            let two = count(2);
            compared += 1;
            ours += run(game, depth, 16, &exact).1.nodes;
            plain += two as f64 * (two as f64 / one as f64).powi(depth as i32 - 2);
        }
    }
    let (depths, depth) = if G::SELECTIVE { ("depth 1", 1) } else { ("depths 1 and 2", depth) };
    if compared > 0 && (depth > 1 || G::SELECTIVE) {
        println!(
            "plain twin: same values at {depths} in {compared} positions unless said above; \
             depth {depth}: {ours} nodes against about {plain:.3e}, {:.5} %",
            100.0 * ours as f64 / plain
        );
    }
}

/// Compares with the whole matrices of a game with sealed turns: how many pairs of choices were looked
/// at, those of leaves that are not quiet included, and how many there are.
fn pairs<G: Variant>(games: &[G], deepest: u32) {
    for depth in 1..=deepest {
        let (mut ours, mut all) = (0, 0);
        for game in games {
            ours += run(game, depth, 64, &Params::default()).1.nodes;
            let mut history = History::new();
            history.push(game.occurrence());
            let count = |n| perft(game, n, &mut history.clone(), &AtomicBool::new(false));
            all += (1..=depth).map(count).sum::<u64>();
        }
        println!(
            "depth {depth} from the start position: {ours} pairs looked at of {all} in the whole \
             matrices, {:.3} %",
            100.0 * ours as f64 / all as f64
        );
    }
}
