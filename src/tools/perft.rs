//! Counts of event sequences: moves, each outcome of a throw once, each pair of sealed choices once.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::game::{Counter, Game, History, MoveList, Node, Notation, phase};

/// One event of any kind.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Event<G: Game> {
    /// A move of the side to move.
    Move(G::Move),
    /// A throw.
    Roll(G::Roll),
    /// White's and Black's sealed choices.
    Sealed(G::Move, G::Move),
}

impl<G: Game> Event<G> {
    /// The position after the event.
    pub fn apply(&self, game: &G) -> G {
        let mut next = game.clone();
        match *self {
            Event::Move(m) => next.play(m),
            Event::Roll(r) => next.roll(r),
            Event::Sealed(w, b) => next.play_sealed(w, b),
        }
        next
    }
}

impl<G: Notation> Event<G> {
    /// The event as the protocol writes it, in the position in which it happens.
    pub fn token(&self, game: &G) -> String {
        match *self {
            Event::Move(m) => game.move_token(m),
            Event::Roll(r) => format!("r:{}", game.roll_token(r)),
            Event::Sealed(w, b) => format!("{}|{}", game.move_token(w), game.move_token(b)),
        }
    }
}

/// The events that are possible by all the rules, in the order of their generation.
pub fn events<G: Game>(game: &G, history: &History) -> Vec<Event<G>> {
    match phase(game, history) {
        Node::Over(_) => Vec::new(),
        node => node_events(game, node),
    }
}

fn node_events<G: Game>(game: &G, node: Node) -> Vec<Event<G>> {
    let mut all = Vec::new();
    match node {
        Node::Over(_) => {}
        Node::Decision(side) => {
            let mut moves = MoveList::new();
            game.moves(side, &mut moves);
            all.extend(moves.into_iter().map(Event::Move));
        }
        Node::Chance(_) => game.rolls(|r, _| {
            all.push(Event::Roll(r));
            ControlFlow::Continue(())
        }),
        Node::Sealed => {
            let (mut white, mut black) = (MoveList::new(), MoveList::new());
            game.moves(crate::game::Side::White, &mut white);
            game.moves(crate::game::Side::Black, &mut black);
            for w in white {
                all.extend(black.iter().map(|b| Event::Sealed(w, *b)));
            }
        }
    }
    all
}

/// Number of event sequences of length `depth` from a position; `history` ends with that position.
/// A raised `stop` ends the count early, with a meaningless result.
pub fn perft<G: Game>(game: &G, depth: u32, history: &mut History, stop: &AtomicBool) -> u64 {
    if depth == 0 {
        return 1;
    }
    // A third occurrence takes at least eight events after the first; with sealed turns six, as three
    // moves of two queens over three squares can lead back to the same position.
    if history.len() + depth as usize > if G::SEALED { 6 } else { 8 } {
        watched(game, depth, history, stop)
    } else {
        plain(game, depth, stop)
    }
}

/// Perft that looks for repetitions.
fn watched<G: Game>(game: &G, depth: u32, history: &mut History, stop: &AtomicBool) -> u64 {
    let all = events(game, history);
    if depth == 1 {
        return all.len() as u64;
    }
    let mut count = 0;
    for event in all {
        if stop.load(Relaxed) {
            break;
        }
        let next = event.apply(game);
        history.push(next.occurrence());
        count += watched(&next, depth - 1, history, stop);
        history.pop(next.occurrence());
    }
    count
}

/// Perft where no position can occur a third time.
fn plain<G: Game>(game: &G, depth: u32, stop: &AtomicBool) -> u64 {
    let node = game.node();
    if depth == 1 {
        let moves = |side| {
            let mut counter = Counter::default();
            game.moves(side, &mut counter);
            counter.0
        };
        return match node {
            Node::Over(_) => 0,
            Node::Decision(side) => moves(side),
            Node::Sealed => moves(crate::game::Side::White) * moves(crate::game::Side::Black),
            Node::Chance(_) => node_events(game, node).len() as u64,
        };
    }
    if let Node::Decision(side) = node {
        let mut moves = MoveList::new();
        game.moves(side, &mut moves);
        let mut count = 0;
        for m in moves {
            let mut next = game.clone();
            next.play(m);
            count += plain(&next, depth - 1, stop);
            if depth > 3 && stop.load(Relaxed) {
                break;
            }
        }
        return count;
    }
    let mut count = 0;
    for event in node_events(game, node) {
        if stop.load(Relaxed) {
            break;
        }
        count += plain(&event.apply(game), depth - 1, stop);
    }
    count
}
