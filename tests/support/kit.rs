//! The conformance kit: what must hold in every node of every game.

use std::collections::HashSet;
use std::ops::ControlFlow;

use alea::game::{History, MoveList, Node, Notation, Side, find_move, phase};
use alea::tools::perft::{Event, events};
use rand::{Rng, RngExt};

/// What random games have shown.
#[derive(Default, Debug)]
pub struct Seen {
    pub decisions: usize,
    pub chances: usize,
    pub sealed: usize,
    pub ends: usize,
    pub events: usize,
}

/// So many events are enough; games that have hundreds of them in a position take long to check.
const ENOUGH: usize = 400_000;

/// Plays random games from the start and checks every node. Games longer than `most` events are
/// broken off.
pub fn check<G: Notation>(games: usize, most: usize, rng: &mut impl Rng) -> Seen {
    check_from(&G::start(), games, most, rng)
}

/// The same from another position.
pub fn check_from<G: Notation>(start: &G, games: usize, most: usize, rng: &mut impl Rng) -> Seen {
    let mut seen = Seen::default();
    for _ in 0..games {
        if seen.events > ENOUGH && seen.decisions + seen.sealed > 2_000 {
            break;
        }
        let mut game = start.clone();
        let mut history = History::new();
        history.push(game.occurrence());
        for _ in 0..most {
            check_node(&game, &history, &mut seen);
            let all = events(&game, &history);
            if all.is_empty() {
                break;
            }
            let event = &all[rng.random_range(0..all.len())];
            game = event.apply(&game);
            history.push(game.occurrence());
        }
    }
    seen
}

fn check_node<G: Notation>(game: &G, history: &History, seen: &mut Seen) {
    let text = game.text();
    // Text round-trips; keys computed step by step equal keys computed afresh.
    let read = G::parse(&text).unwrap_or_else(|e| panic!("{text} is refused: {e}"));
    assert_eq!(&read, game, "{text}");
    assert_eq!(read.text(), text);
    assert_eq!(read.key(), game.key(), "key of {text}");
    assert!(game.drawing().lines().count() > 0);

    let node = phase(game, history);
    let all = events(game, history);
    let tokens: HashSet<String> = all.iter().map(|e| e.token(game)).collect();
    assert_eq!(tokens.len(), all.len(), "two events with one token in {text}");
    seen.events += all.len();
    match node {
        Node::Over(_) => {
            seen.ends += 1;
            assert!(all.is_empty(), "events after the end in {text}");
        }
        Node::Decision(side) => {
            seen.decisions += 1;
            assert_eq!(game.side(), side, "{text}");
            assert!(!all.is_empty(), "{text}");
            check_moves(game, side, &text);
        }
        Node::Chance(side) => {
            seen.chances += 1;
            assert_eq!(game.side(), side, "{text}");
            assert!(!game.dice().is_empty(), "{text}");
            check_rolls(game, &text);
        }
        Node::Sealed => {
            seen.sealed += 1;
            Side::BOTH.iter().for_each(|s| check_moves(game, *s, &text));
        }
    }
    // Every legal event leads to a position that can be written and read.
    for event in &all {
        let next = event.apply(game);
        let text = next.text();
        let read = G::parse(&text).unwrap_or_else(|e| panic!("{text} is refused: {e}"));
        assert_eq!(read.key(), next.key(), "key of {text}");
        assert_ne!(&next, game, "{text}: an event changes something");
        if let Event::Roll(_) = event {
            assert!(matches!(next.node(), Node::Decision(_) | Node::Chance(_) | Node::Over(_)));
        }
    }
}

fn check_moves<G: Notation>(game: &G, side: Side, text: &str) {
    let mut moves = MoveList::new();
    game.moves(side, &mut moves);
    for (i, m) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(m), "{m:?} twice in {text}");
        let token = game.move_token(*m);
        assert!(!token.contains(char::is_whitespace) && !token.is_empty());
        // Each look-up generates all moves; where these are hundreds, some must do.
        if moves.len() <= 128 || i % 8 == 0 {
            assert_eq!(find_move(game, side, &token), Some(*m), "{token} in {text}");
        }
    }
    assert_eq!(find_move(game, side, "e9e9"), None);
}

fn check_rolls<G: Notation>(game: &G, text: &str) {
    let mut rolls = Vec::new();
    let mut sum = 0;
    game.rolls(|r, weight| {
        assert!(weight > 0, "{text}");
        sum += weight;
        rolls.push(r);
        ControlFlow::Continue(())
    });
    assert!(sum > 0, "{text}");
    for (i, r) in rolls.iter().enumerate() {
        assert!(!rolls[..i].contains(r), "{r:?} twice in {text}");
        assert!(game.accepts(*r), "{r:?} in {text}");
        let token = game.roll_token(*r);
        assert_eq!(game.parse_roll(&token), Some(*r), "{token} in {text}");
    }
    // Visiting stops when told.
    let mut visited = 0;
    game.rolls(|_, _| {
        visited += 1;
        ControlFlow::Break(())
    });
    assert_eq!(visited, 1);
}
