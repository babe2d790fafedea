//! Plans: the moves that a search has chosen for the rest of a long turn, kept with the table (and so
//! forgotten with it) and played without a new search as long as the game goes as planned.

use super::Searchable;
use super::limits::Limits;
use super::root::Line;
use super::value::Value;
use crate::game::{MoveList, Side};

/// A turn that is under way.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The keys of the positions before each move, with the move's code.
    steps: Vec<(u64, u16)>,
    value: Value,
    limits: Limits,
}

impl Plan {
    /// A line as found from a position within these limits.
    pub fn new<G: Searchable>(game: &G, line: &Line<G::Move>, limits: &Limits) -> Self {
        let mut game = game.clone();
        let mut steps = Vec::new();
        for m in &line.pv {
            steps.push((game.key(), game.code(*m)));
            game.play(*m);
        }
        Plan { steps, value: line.value, limits: *limits }
    }

    /// The rest of the plan from a position, if that is on its way and no more is asked for now than when
    /// it was made.
    pub fn follow<G: Searchable>(
        &self,
        game: &G,
        side: Side,
        limits: &Limits,
    ) -> Option<Line<G::Move>> {
        let within = |new: Option<u64>, old: Option<u64>| match (new, old) {
            (Some(new), Some(old)) => new <= old,
            (_, None) => true,
            (None, Some(_)) => false,
        };
        let Limits { depth, nodes, move_time, .. } = self.limits;
        let clocked = |limits: &Limits| limits.clock.time.iter().any(Option::is_some);
        let modest = clocked(limits) == clocked(&self.limits)
            && within(limits.depth.map(u64::from), depth.map(u64::from))
            && within(limits.nodes, nodes)
            && within(limits.move_time, move_time);
        let at = self.steps.iter().position(|(key, _)| *key == game.key());
        let rest = &self.steps[at.filter(|_| modest)?..];
        let mut game = game.clone();
        let mut pv = Vec::new();
        for (key, code) in rest {
            if game.key() != *key {
                return None;
            }
            let mut moves = MoveList::new();
            game.moves(side, &mut moves);
            let m = *moves.iter().find(|m| game.code(**m) == *code)?;
            game.play(m);
            pv.push(m);
        }
        Some(Line { value: self.value, pv })
    }
}
