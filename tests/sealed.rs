//! The search of sealed turns against its plain twin, known values and values worked out by hand.

#[path = "support/trees.rs"]
mod trees;

use alea::game::{Game, History, MoveList, Node, Notation, Side, phase};
use alea::games::simultaneous::{SealedEvaluator, Simultaneous};
use alea::search::Searchable;
use alea::search::limits::{Control, Limits};
use alea::search::params::Params;
use alea::search::plain::Plain;
use alea::search::root::{Answer, Request, Tools, search};
use alea::search::tt::Table;
use alea::search::value::{ONE, Value, WIN, turns_to_end};
use alea::tools::perft::events;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use trees::{At, Secrets};

/// Values may differ by 10⁻⁶.
const CLOSE: Value = ONE / 1_000_000;

struct Ask {
    side: Side,
    depth: u32,
    serial_depth: i32,
    threads: usize,
    patient: bool,
}

const PLAIN: Ask = Ask { side: Side::White, depth: 1, serial_depth: 2, threads: 1, patient: false };

fn ask<G: Notation + Searchable>(game: &G, evaluator: &G::Evaluator, ask: Ask) -> Answer<G> {
    let table = Table::new(8).unwrap();
    let limits = Limits { depth: Some(ask.depth), ..Limits::default() };
    let control = Control::new(limits, Side::White, 0, false);
    let params = Params { serial_depth: ask.serial_depth, ..Params::default() };
    let tools = Tools { table: &table, control: &control, evaluator, params: &params };
    let mut history = History::new();
    history.push(game.occurrence());
    let request = Request {
        game: game.clone(),
        history,
        side: ask.side,
        among: Vec::new(),
        lines: 100,
        threads: ask.threads,
        patient: ask.patient,
    };
    search(&request, tools, &mut |_| ())
}

fn value(game: &Simultaneous, depth: u32) -> Value {
    let answer = ask(game, &SealedEvaluator::Full, Ask { depth, ..PLAIN });
    answer.lines[0].value.clamp(-ONE, ONE)
}

fn twin(game: &Simultaneous, depth: u32) -> Value {
    Plain::default().value(game, Side::White, depth as i32).clamp(-ONE, ONE)
}

fn close(a: Value, b: Value) -> bool {
    (a - b).abs() <= CLOSE
}

/// Positions of random games that prefer captures, with at most so many men.
fn positions(count: usize, seed: u64, men: u32) -> Vec<Simultaneous> {
    use alea::board::Bits;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = Simultaneous::start();
        let mut history = History::new();
        history.push(game.occurrence());
        let length = rng.random_range(1..120);
        for _ in 0..length {
            let all = events(&game, &history);
            if all.is_empty() {
                break;
            }
            // Of a few pairs the one that leaves fewest men, and no king lost if there is a choice.
            let next = (0..rng.random_range(1..6))
                .map(|_| all[rng.random_range(0..all.len())].apply(&game))
                .min_by_key(|g| {
                    let over = matches!(g.node(), Node::Over(_));
                    (over, g.board().occupied().count())
                });
            game = next.unwrap();
            history.push(game.occurrence());
        }
        let fits = game.board().occupied().count() <= men;
        if fits && !matches!(phase(&game, &history), Node::Over(_)) {
            found.push(game);
        }
    }
    found
}

#[test]
fn hand_computed_secrets() {
    let game = At::<Secrets>::start();
    let answer = ask(&game, &trees::Stated, Ask { depth: 2, patient: true, ..PLAIN });
    let expected = -(ONE as f64) / 44.0;
    assert!((answer.lines[0].value as f64 - expected).abs() <= 1.0);
    let strategies = answer.strategies.unwrap();
    for mix in &strategies.mixes {
        let p = mix.iter().find(|(m, _)| *m == 0).unwrap().1;
        assert!((p - 7.0 / 22.0).abs() < 1e-9, "{mix:?}");
    }
    assert!(strategies.exploitability() < 1e-9);
    // Both choices are worth the same against the other side's mix.
    for (side, replies) in Side::BOTH.into_iter().zip(&strategies.replies) {
        let expected = if side == Side::White { expected } else { -expected };
        assert!(replies.iter().all(|(_, v)| (*v as f64 - expected).abs() <= 1.0), "{replies:?}");
    }
    // Decisions and throws elsewhere in such a game.
    for node in 0..9 {
        let game = At(node, Secrets);
        if matches!(game.node(), Node::Over(_)) {
            continue;
        }
        let twin = Plain::default().value(&game, Side::White, 3);
        assert!(
            close(ask(&game, &trees::Stated, Ask { depth: 3, ..PLAIN }).lines[0].value, twin),
            "{node}"
        );
    }
}

#[test]
fn agrees_with_its_twin_at_depth_1() {
    for game in positions(150, 1, 32) {
        let (found, twin) = (value(&game, 1), twin(&game, 1));
        assert!(close(found, twin), "{}: {found} {twin}", game.text());
    }
}

#[test]
fn agrees_with_its_twin_at_depth_2_with_and_without_serialised_games() {
    for game in positions(30, 2, 9) {
        let twin = twin(&game, 2);
        for serial_depth in [1, 2, 100] {
            let answer =
                ask(&game, &SealedEvaluator::Full, Ask { depth: 2, serial_depth, ..PLAIN });
            let found = answer.lines[0].value.clamp(-ONE, ONE);
            assert!(close(found, twin), "{} {serial_depth}: {found} {twin}", game.text());
        }
    }
}

#[test]
fn agrees_with_its_twin_at_depth_3_with_few_men() {
    for text in [
        "8/8/3k4/8/3K4/8/8/8[] - - - 0 1",
        "7k/3p4/4K3/8/8/8/8/8[] - - - 0 1",
        "8/8/8/8/8/8/r3k3/4K3[] - - - 0 1",
        "k7/P7/8/8/8/8/8/5K2[R] - - - 0 1",
    ] {
        let game = Simultaneous::parse(text).unwrap();
        let (found, twin) = (value(&game, 3), twin(&game, 3));
        assert!(close(found, twin), "{text}: {found} {twin}");
    }
}

#[test]
fn known_values() {
    // Position text | depth | White's value of the whole matrix search with men only at its leaves.
    let known = include_str!("values/simultaneous.txt");
    let mut count = 0;
    for line in known.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let game = Simultaneous::parse(fields[0]).unwrap();
        let depth: u32 = fields[1].parse().unwrap();
        let expected: f64 = fields[2].parse().unwrap();
        let answer = ask(&game, &SealedEvaluator::Material, Ask { depth, ..PLAIN });
        let found = answer.lines[0].value.clamp(-ONE, ONE) as f64 / ONE as f64;
        assert!((found - expected).abs() < 1e-6, "{line}: {found}");
        let bounds = answer.strategies.unwrap().bounds;
        assert!(bounds.iter().all(|b| (b - expected).abs() < 1e-6), "{line}: {bounds:?}");
        // Seen from the other side, and by the twin.
        let black = Ask { side: Side::Black, depth, ..PLAIN };
        let other = ask(&game, &SealedEvaluator::Material, black).lines[0].value as f64;
        assert!((other.clamp(-ONE as f64, ONE as f64) / ONE as f64 + found).abs() < 1e-6, "{line}");
        let twin = Plain::with(SealedEvaluator::Material).value(&game, Side::White, depth as i32);
        assert!((twin as f64 / ONE as f64 - expected).abs() < 1e-6, "{line}: {twin}");
        count += 1;
    }
    assert!(count >= 10);
}

#[test]
fn the_start_position_is_worth_exactly_nothing() {
    for depth in 1..=3 {
        assert_eq!(value(&Simultaneous::start(), depth), 0, "depth {depth}");
    }
}

#[test]
fn mirrored_positions_have_opposite_values() {
    for game in positions(20, 3, 32) {
        let (here, there) = (value(&game, 2), value(&game.mirrored(), 2));
        assert!(close(here, -there), "{}: {here} {there}", game.text());
    }
}

#[test]
fn strategies_are_what_they_are_said_to_be() {
    for game in positions(20, 4, 20) {
        let answer = ask(&game, &SealedEvaluator::Full, Ask { depth: 1, patient: true, ..PLAIN });
        let strategies = answer.strategies.unwrap();
        let moves = Side::BOTH.map(|side| {
            let mut moves = MoveList::new();
            game.moves(side, &mut moves);
            moves
        });
        for side in Side::BOTH {
            let mix = &strategies.mixes[side.index()];
            let sum: f64 = mix.iter().map(|(_, p)| p).sum();
            assert!((sum - 1.0).abs() < 1e-9 && mix.iter().all(|(_, p)| *p > 0.0));
            assert!(mix.windows(2).all(|w| w[0].1 >= w[1].1));
            assert_eq!(strategies.replies[side.index()].len(), moves[side.index()].len());
        }
        // What each choice yields against the other side's mix, reckoned here pair by pair.
        let [low, high] = strategies.bounds;
        assert!(high - low < 1e-6 && high >= low - 1e-9, "{low} {high}");
        let mut twin = Plain::default();
        for (m, stated) in &strategies.replies[0] {
            let mut sum = 0.0;
            for (b, p) in &strategies.mixes[1] {
                let mut next = game.clone();
                next.play_sealed(*m, *b);
                sum += p * twin.value(&next, Side::White, 0).clamp(-ONE, ONE) as f64;
            }
            assert!((sum - *stated as f64).abs() <= CLOSE as f64, "{}", game.text());
            assert!(sum <= (high * ONE as f64) + CLOSE as f64, "{}", game.text());
        }
        // Only what is best is played.
        for (m, p) in &strategies.mixes[0] {
            let worth = strategies.replies[0].iter().find(|(other, _)| other == m).unwrap().1;
            let short = strategies.replies[0][0].1 - worth;
            assert!(*p < 1e-6 || short <= CLOSE, "{}: {short}", game.text());
        }
    }
}

#[test]
fn a_caught_king_is_a_decided_game() {
    // Black's king has just moved and is attacked by a rook that has not.
    let game = Simultaneous::parse("3k4/8/8/8/8/8/3R4/K7[] - - - 1 2 last=-/d8").unwrap();
    for depth in [1, 2] {
        let answer = ask(&game, &SealedEvaluator::Full, Ask { depth, ..PLAIN });
        assert_eq!(answer.lines[0].value, WIN - 1);
        assert_eq!(turns_to_end(answer.lines[0].value), Some(1));
        assert_eq!(game.move_token(answer.lines[0].pv[0]), "d2d8");
        let black = ask(&game, &SealedEvaluator::Full, Ask { side: Side::Black, depth, ..PLAIN });
        assert_eq!(black.lines[0].value, 1 - WIN);
    }
    // One that can still go is not lost.
    let game = Simultaneous::parse("3k4/8/8/8/8/8/3R4/K7[] - - - 1 2").unwrap();
    assert!(value(&game, 2) < ONE - 1);
}

#[test]
fn few_pairs_are_looked_at() {
    let game = Simultaneous::start();
    let nodes = ask(&game, &SealedEvaluator::Full, Ask { depth: 2, ..PLAIN }).nodes;
    // The whole matrices have 1,225 + 1,323,179 pairs.
    assert!(nodes * 20 < 1_324_404, "{nodes}");
}

#[test]
fn several_threads_find_the_same_value_and_one_the_same_nodes() {
    for game in positions(3, 5, 24) {
        let one = ask(&game, &SealedEvaluator::Full, Ask { depth: 2, ..PLAIN });
        let again = ask(&game, &SealedEvaluator::Full, Ask { depth: 2, ..PLAIN });
        assert_eq!(one.nodes, again.nodes);
        let two = ask(&game, &SealedEvaluator::Full, Ask { depth: 2, threads: 2, ..PLAIN });
        assert!(close(one.lines[0].value, two.lines[0].value), "{}", game.text());
    }
}

#[test]
fn a_third_occurrence_is_a_draw_in_the_search() {
    let mut game = Simultaneous::parse("4k3/8/8/8/8/8/8/QQ4K1[] - - - 0 9 last=b1/-").unwrap();
    let mut history = History::new();
    history.push(game.occurrence());
    let find = |game: &Simultaneous, token: &str| alea::game::find_move(game, Side::White, token);
    for token in ["a1a2", "b1a1", "a2b1", "a1a2", "b1a1"] {
        let (w, b) = (find(&game, token).unwrap(), alea::games::common::Move::PASS);
        game.play_sealed(w, b);
        history.push(game.occurrence());
    }
    // If White is to go back to b1 and Black passes, the position has occurred three times.
    let table = Table::new(1).unwrap();
    let control =
        Control::new(Limits { depth: Some(1), ..Limits::default() }, Side::White, 0, false);
    let (evaluator, params) = (SealedEvaluator::Material, Params::default());
    let tools = Tools { table: &table, control: &control, evaluator: &evaluator, params: &params };
    let request = Request {
        among: vec![find(&game, "a2b1").unwrap()],
        game,
        history,
        side: Side::White,
        lines: 1,
        threads: 1,
        patient: false,
    };
    let value = search(&request, tools, &mut |_| ()).lines[0].value;
    assert!((0..=1).contains(&value), "{value}");
}
