//! The search of games in rounds: exchanges and armies' turns against plain enumerations, plans, lines,
//! repeatability.

use alea::game::{Game, History, MoveList, Node, Notation, Side, phase};
use alea::games::octahedra::{Octahedra, OctahedraEvaluator};
use alea::search::limits::{Control, Limits};
use alea::search::params::Params;
use alea::search::root::{Answer, Request, Tools, search};
use alea::search::tt::Table;
use alea::search::value::{Expectation, INFINITE, ONE, Value};
use alea::search::{Evaluator, Searchable, Stretch, outcome_value, prospect as follows, strength};
use alea::tools::perft::events;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SOWING: &str = "1r1q1rk1/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R1Q1RKN b - - 0 1 phase=sow first=w stage=pawns";

/// What a test asks for beside the position.
#[derive(Clone)]
struct Wish {
    limits: Limits,
    params: Params,
    lines: usize,
    among: Vec<<Octahedra as Game>::Move>,
    patient: bool,
    threads: usize,
}

fn wish(limits: Limits) -> Wish {
    Wish {
        limits,
        params: Params::default(),
        lines: 1,
        among: Vec::new(),
        patient: false,
        threads: 1,
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn find(table: &Table, game: &Octahedra, wish: Wish) -> Answer<Octahedra> {
    let control = Control::new(wish.limits, game.side(), 0, false);
    let evaluator = OctahedraEvaluator;
    let tools = Tools { table, control: &control, evaluator: &evaluator, params: &wish.params };
    let request = Request {
        game: *game,
        history: History::new(),
        side: game.side(),
        among: wish.among,
        lines: wish.lines,
        threads: wish.threads,
        patient: wish.patient,
    };
    search(&request, tools, &mut |_| ())
}

fn table() -> Table {
    Table::new(4).unwrap()
}

/// Decisions of random games that fit.
fn positions(count: usize, seed: u64, fits: impl Fn(&Octahedra) -> bool) -> Vec<Octahedra> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut found, history) = (Vec::new(), History::new());
    while found.len() < count {
        let mut game = Octahedra::start();
        for _ in 0..rng.random_range(1..600) {
            let all = events(&game, &history);
            if all.is_empty() {
                break;
            }
            game = all[rng.random_range(0..all.len())].apply(&game);
            // A decision now and then, so that a game gives several.
            let due = matches!(phase(&game, &history), Node::Decision(_));
            if due && rng.random_range(0..4) == 0 && fits(&game) {
                found.push(game);
                break;
            }
        }
    }
    found
}

/// Positions with few men: kings and from 3 others on, at any place that is allowed.
fn sparse(count: usize, seed: u64, most: usize, phases: &[&str]) -> Vec<Octahedra> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut squares = [None; 64];
        let others = rng.random_range(3..=most);
        for i in 0..others + 2 {
            let man = ["K", "k"].get(i).copied().unwrap_or_else(|| {
                ["P", "N", "B", "R", "Q", "p", "n", "b", "r", "q"][rng.random_range(0..10)]
            });
            let inner = if man.eq_ignore_ascii_case("p") { 8..56 } else { 0..64 };
            let free: Vec<usize> = inner.filter(|i| squares[*i].is_none()).collect();
            squares[free[rng.random_range(0..free.len())]] = Some(man);
        }
        let rank = |r: &[Option<&str>]| {
            let mut text: String = r.iter().map(|s| s.unwrap_or("1")).collect();
            for run in (2..=8).rev() {
                text = text.replace(&"1".repeat(run), &run.to_string());
            }
            text
        };
        let board: Vec<String> = squares.chunks(8).map(rank).collect();
        let side = ["w", "b"][rng.random_range(0..2)];
        // The first phase that the rules allow.
        let text = |phase: &&str| format!("{} {side} - - 0 9 phase={phase}", board.join("/"));
        found.extend(phases.iter().find_map(|phase| Octahedra::parse(&text(phase)).ok()));
    }
    found
}

fn seen(game: &Octahedra, side: Side) -> Value {
    let value = OctahedraEvaluator.evaluate(game);
    if game.side() == side { value } else { -value }
}

/// An exchange without windows, table or order, for the side to take; `None` if it takes too long.
fn plain(game: &Octahedra, side: Side, turns: i32, left: &mut u32) -> Option<Value> {
    let mut moves = MoveList::new();
    game.moves(side, &mut moves);
    let mut best = -INFINITE;
    for m in moves {
        *left = left.checked_sub(1)?;
        let mut next = *game;
        next.play(m);
        let value = match next.node() {
            Node::Over(outcome) => outcome_value(outcome, side, turns + 1),
            Node::Decision(other) => -plain(&next, other, turns + 1, left)?,
            _ => seen(&next, side),
        };
        best = best.max(value);
    }
    Some(best)
}

/// What an end of a sowing is worth by the four ends of the roll-off.
fn prospect(game: &Octahedra, side: Side) -> Option<Value> {
    let mut e = Expectation::default();
    let mut feasible = true;
    game.outcomes(|next, weight| {
        let value = if next.stretch() == Stretch::Exchange {
            plain(&next, next.side(), 0, &mut 300).map(|v| if next.side() == side { v } else { -v })
        } else {
            Some(seen(&next, side))
        };
        feasible &= value.is_some();
        e.add(value.unwrap_or(0), weight);
    });
    feasible.then_some(e.value())
}

/// The best prospect over every order of every move of a sowing.
fn best_sowing(game: &Octahedra, side: Side, left: &mut u32) -> Option<Value> {
    if game.stretch() != Stretch::Army || !matches!(game.node(), Node::Decision(_)) {
        return prospect(game, side);
    }
    let mut moves = MoveList::new();
    game.moves(side, &mut moves);
    let mut best = -INFINITE;
    for m in moves {
        *left = left.checked_sub(1)?;
        let mut next = *game;
        next.play(m);
        best = best.max(best_sowing(&next, side, left)?);
    }
    Some(best)
}

#[test]
fn harvests_are_worth_what_plain_minimax_says() {
    let mut harvests = sparse(400, 3, 12, &["harvest first=w"]);
    harvests.extend(positions(100, 3, |game| game.stretch() == Stretch::Exchange));
    let mut compared = 0;
    for game in &harvests {
        let Some(value) = plain(game, game.side(), 0, &mut 100_000) else { continue };
        let found = find(&table(), game, wish(Limits::default()));
        assert_eq!(found.lines[0].value, value, "{}", game.text());
        compared += 1;
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn all_lines_of_a_harvest_have_their_own_values() {
    let mut compared = 0;
    for game in sparse(60, 4, 12, &["harvest first=w"]) {
        let mut moves = MoveList::new();
        game.moves(game.side(), &mut moves);
        let all = Wish { lines: moves.len(), ..wish(Limits::default()) };
        let together = find(&table(), &game, all);
        assert_eq!(together.lines.len(), moves.len());
        for line in &together.lines {
            let among = vec![line.pv[0]];
            let alone = find(&table(), &game, Wish { among, ..wish(Limits::default()) });
            // A search for one line is content with any win.
            let values = [&alone.lines[0], line].map(|line| line.value.clamp(-ONE, ONE));
            assert_eq!(values[0], values[1], "{}", game.text());
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn small_sowings_are_searched_exhaustively() {
    let stages = ["pawns", "knights", "bishops", "rooks", "queens", "king"];
    let phases = stages.map(|stage| format!("sow first=b stage={stage}"));
    let sowings = sparse(200, 5, 5, &phases.each_ref().map(String::as_str));
    let (mut compared, mut reached, mut choices) = (0, 0, 0);
    for game in &sowings {
        let Some(value) = best_sowing(game, game.side(), &mut 10_000) else { continue };
        let found = find(&table(), game, wish(Limits::default()));
        assert_eq!(found.lines[0].value, value, "{}", game.text());
        compared += 1;
        choices += (found.nodes > 20) as u32;
        // The beam and its improvements can find no more, and hardly less.
        let params = Params { army_few: 0, ..Params::default() };
        let beam = find(&table(), game, Wish { params, ..wish(nodes(100_000)) });
        assert!(beam.lines[0].value <= value, "{}", game.text());
        reached += (beam.lines[0].value == value) as u32;
    }
    assert!(compared > 40 && choices > 30, "{compared} {choices}");
    assert!(reached * 100 >= compared * 95, "{reached} of {compared}");
}

#[test]
fn helpers_change_no_exact_value() {
    let three = |limits| Wish { threads: 3, ..wish(limits) };
    let mut compared = 0;
    let mut games = sparse(60, 9, 8, &["harvest first=w"]);
    games.extend(sparse(60, 10, 5, &["sow first=b stage=pawns", "sow first=b stage=knights"]));
    for game in &games {
        let side = game.side();
        let value = if game.stretch() == Stretch::Exchange {
            plain(game, side, 0, &mut 100_000)
        } else {
            best_sowing(game, side, &mut 5_000)
        };
        let Some(value) = value else { continue };
        let found = find(&table(), game, three(Limits::default()));
        assert_eq!(found.lines[0].value, value, "{}", game.text());
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn ends_of_a_turn_are_worth_what_follows_even_if_exchanges_are_cut_short() {
    let ends = positions(200, 11, |game| game.stretch() == Stretch::Army).into_iter().map(|game| {
        let mut end = game;
        while end.stretch() == Stretch::Army {
            let mut moves = MoveList::new();
            end.moves(end.side(), &mut moves);
            end.play(moves[0]);
        }
        end
    });
    let (mut compared, evaluator) = (0, OctahedraEvaluator);
    for end in ends {
        for side in Side::BOTH {
            let value = |captures| {
                let params = Params { exchange_captures: captures, ..Params::default() };
                let (table, limits) = (table(), Limits::default());
                let control = Control::new(limits, side, 0, false);
                let tools = Tools {
                    table: &table,
                    control: &control,
                    evaluator: &evaluator,
                    params: &params,
                };
                follows::worth(&end, side, tools)
            };
            assert!(value(10).abs() <= ONE, "{}", end.text());
            if let Some(exact) = prospect(&end, side) {
                // A king taken counts as 1 here, however many captures that takes.
                assert_eq!(value(1_000_000), exact, "{}", end.text());
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_plan_is_followed_without_a_new_search() {
    let (table, limits) = (table(), nodes(30_000));
    let mut game = Octahedra::parse(SOWING).unwrap();
    let mut plan = find(&table, &game, wish(limits)).lines.remove(0);
    assert!(plan.pv.len() > 8);
    while plan.pv.len() > 1 {
        game.play(plan.pv.remove(0));
        let answer = find(&table, &game, wish(limits));
        assert_eq!((answer.nodes, &answer.lines[0].pv), (0, &plan.pv));
        assert_eq!(answer.lines[0].value, plan.value);
    }
}

#[test]
fn a_plan_is_dropped_where_it_does_not_answer_the_question() {
    let (table, limits) = (table(), nodes(5_000));
    let start = Octahedra::parse(SOWING).unwrap();
    let plan = find(&table, &start, wish(limits)).lines.remove(0);
    let mut game = start;
    game.play(plan.pv[0]);
    let mut moves = MoveList::new();
    game.moves(game.side(), &mut moves);
    let followed = |game: &Octahedra, wish: Wish| {
        // Asked of a copy of the plan, which other searches replace.
        *table.plan.lock().unwrap() = Some(alea::search::plan::Plan::new(&start, &plan, &limits));
        find(&table, game, wish).nodes == 0
    };
    let plain = wish(limits);
    assert!(followed(&game, plain.clone()));
    assert!(!followed(&game, Wish { lines: 2, ..plain.clone() }), "several lines");
    assert!(!followed(&game, Wish { among: vec![moves[0]], ..plain.clone() }), "searchmoves");
    assert!(!followed(&game, Wish { patient: true, ..plain.clone() }), "analysis");
    assert!(!followed(&game, wish(nodes(5_001))), "more nodes");
    assert!(!followed(&game, wish(Limits { move_time: Some(20), ..Limits::default() })), "time");
    assert!(followed(&game, wish(nodes(4_000))), "fewer nodes");
    let mut other = start;
    let mut firsts = MoveList::new();
    start.moves(start.side(), &mut firsts);
    // The same move is in the plan of the other order too, but not after this one.
    other.play(*firsts.iter().find(|m| !plan.pv.contains(m)).unwrap_or(&plan.pv[1]));
    assert!(!followed(&other, plain.clone()), "another position");
    // With a new table, as after `ucinewgame` or `Clear Hash`, nothing is known.
    assert!(find(&self::table(), &game, plain).nodes > 0);
}

#[test]
fn lines_are_legal_and_end_at_the_next_throw() {
    for game in positions(120, 6, |_| true) {
        for most in [1, 2, 30, 1_000] {
            let answer = find(&table(), &game, Wish { lines: 3, ..wish(nodes(most)) });
            assert!((1..=3).contains(&answer.lines.len()));
            for line in &answer.lines {
                let mut next = game;
                assert!(!line.pv.is_empty());
                for m in &line.pv {
                    let Node::Decision(side) = next.node() else { panic!("{}", game.text()) };
                    let mut moves = MoveList::new();
                    next.moves(side, &mut moves);
                    assert!(moves.contains(m), "{m:?} in {} of {}", next.text(), game.text());
                    next.play(*m);
                }
            }
        }
    }
}

#[test]
fn searches_with_limits_repeat_exactly() {
    for game in positions(20, 7, |_| true) {
        let twice: Vec<_> = (0..2)
            .map(|_| {
                let answer = find(&table(), &game, wish(nodes(3_000)));
                (answer.nodes, answer.depth, answer.lines[0].pv.clone(), answer.lines[0].value)
            })
            .collect();
        assert_eq!(twice[0], twice[1], "{}", game.text());
    }
}

#[test]
fn level_1_makes_the_single_move_with_the_best_static_value() {
    for game in positions(100, 8, |_| true) {
        let side = game.side();
        let answer = find(&table(), &game, wish(strength::limit(nodes(1_000_000), 1)));
        let mut moves = MoveList::new();
        game.moves(side, &mut moves);
        let value = |m| {
            let mut next = game;
            next.play(m);
            match next.node() {
                Node::Over(outcome) => outcome_value(outcome, side, 1),
                _ => seen(&next, side),
            }
        };
        let best = moves.iter().map(|m| value(*m)).max().unwrap();
        assert_eq!((answer.lines[0].value, value(answer.lines[0].pv[0])), (best, best));
        assert_eq!(answer.nodes, moves.len() as u64);
    }
}
