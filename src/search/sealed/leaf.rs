//! Values of leaves: static where nothing hangs, else a small game of the choices that matter.
//!
//! In sealed play nobody can wait and see, and passing is a choice like any other: what the side to move
//! may take for granted elsewhere ("stand pat") here is one row of a matrix. A leaf is therefore valued
//! as the game restricted, on both sides, to passing, to captures and to what answers threats
//! ([`Searchable::tension`]), its entries by the static value. Leaving out choices of one side can only
//! lower its own value, so this is sound for the side all of whose useful choices are kept; the game
//! promises replies to each threat that it lists.

use super::oracle::{Cells, double_oracle};
use crate::game::{MoveList, Node, Side};
use crate::search::value::{INFINITE, ONE, Value};
use crate::search::{Evaluator, Searchable, outcome_value};

/// White's static value of a position, decided games counting ±1.
fn stand<G: Searchable>(evaluator: &impl Evaluator<G>, game: &G) -> Value {
    match game.node() {
        Node::Over(outcome) => outcome_value(outcome, Side::White, 0).clamp(-ONE, ONE),
        _ => evaluator.evaluate(game),
    }
}

/// White's value of a leaf with a sealed turn due, never decided; and how many pairs were looked at.
pub fn value<G: Searchable, E: Evaluator<G>>(evaluator: &E, game: &G) -> (Value, u64) {
    let (mut white, mut black) = (MoveList::new(), MoveList::new());
    if evaluator.wants_tension() {
        game.tension(&mut white, &mut black);
    }
    if white.is_empty() || black.is_empty() {
        return (evaluator.evaluate(game), 0);
    }
    let mut cells = Cells::default();
    cells.reset(white.len(), black.len());
    let mut pairs = 0;
    let mut look = |w: usize, b: usize, _, _| {
        let mut next = game.clone();
        next.play_sealed(white[w], black[b]);
        pairs += 1;
        Some(stand(evaluator, &next))
    };
    let window = (-INFINITE, INFINITE);
    let found = double_oracle(&mut cells, vec![0], vec![0], window, &mut look);
    let value = found.map_or(0.0, |f| (f.low + f.high) / 2.0).round() as Value;
    (value.clamp(1 - ONE, ONE - 1), pairs)
}

/// The same by the whole matrix, for the plain twin.
pub fn plain<G: Searchable, E: Evaluator<G>>(evaluator: &E, game: &G) -> Value {
    let (mut white, mut black) = (MoveList::new(), MoveList::new());
    if evaluator.wants_tension() {
        game.tension(&mut white, &mut black);
    }
    if white.is_empty() || black.is_empty() {
        return evaluator.evaluate(game);
    }
    let matrix = crate::matrix::Matrix::from_fn(white.len(), black.len(), |w, b| {
        let mut next = game.clone();
        next.play_sealed(white[w], black[b]);
        stand(evaluator, &next) as f64
    });
    (crate::matrix::solve(&matrix).value.round() as Value).clamp(1 - ONE, ONE - 1)
}
