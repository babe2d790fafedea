//! Move ordering: table move, captures by value, killers, counter moves, history.

use smallvec::SmallVec;

use super::Searchable;
use crate::game::MoveList;

const MEN: usize = 16;
const TARGETS: usize = 128;
/// History values stay within ± this.
const MOST: i32 = 16_000;

const FIRST: i32 = 1 << 30;
const GOOD: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const COUNTER: i32 = 1 << 26;
const BAD: i32 = -(1 << 28);

/// A move with its place in the order.
pub type Scored<M> = (i32, M);
/// Moves with their places in the order.
pub type ScoredList<M> = SmallVec<[Scored<M>; 64]>;

/// Where the last move is noted, for counter moves; `None` after a throw or at the root.
pub type Last = Option<(usize, usize)>;

/// What one thread has learned about moves.
pub struct Ordering {
    history: Box<[[i32; TARGETS]; MEN]>,
    counters: Box<[[u16; TARGETS]; MEN]>,
    killers: Vec<[u16; 2]>,
    by_man: Vec<[u16; MEN]>,
}

impl Ordering {
    /// Nothing learned, for so many plies.
    pub fn new(plies: usize) -> Self {
        Ordering {
            history: Box::new([[0; TARGETS]; MEN]),
            counters: Box::new([[0; TARGETS]; MEN]),
            killers: vec![[0; 2]; plies],
            by_man: vec![[0; MEN]; plies],
        }
    }

    /// Gives each move its place: greater is earlier.
    pub fn score<G: Searchable>(
        &self,
        game: &G,
        moves: &MoveList<G::Move>,
        table: u16,
        ply: usize,
        last: Last,
    ) -> ScoredList<G::Move> {
        moves.iter().map(|m| (self.place(game, *m, table, ply, last), *m)).collect()
    }

    /// The place of one move: greater is earlier.
    pub fn place<G: Searchable>(
        &self,
        game: &G,
        m: G::Move,
        table: u16,
        ply: usize,
        last: Last,
    ) -> i32 {
        let code = game.code(m);
        if code == table {
            return FIRST;
        }
        if let Some(gain) = game.gain(m) {
            return if gain >= 0 { GOOD + gain } else { BAD + gain };
        }
        let killers = self.killers[ply];
        if code == killers[0] {
            return KILLER + 1;
        }
        if code == killers[1] {
            return KILLER;
        }
        let (man, to) = game.slot(m);
        if self.by_man[ply][man] == code {
            return KILLER - 1;
        }
        if last.is_some_and(|(man, to)| self.counters[man][to] == code) {
            return COUNTER;
        }
        self.history[man][to]
    }

    /// Whether a place is that of a quiet move.
    pub fn is_quiet(place: i32) -> bool {
        place.abs() < GOOD / 2 || (COUNTER..=KILLER + 1).contains(&place)
    }

    /// The gain from which the place of a good capture was made; 0 for other places.
    pub fn promise(place: i32) -> i32 {
        if (GOOD..FIRST).contains(&place) { place - GOOD } else { 0 }
    }

    /// Whether a place is that of a capture that seems to lose.
    pub fn is_bad(place: i32) -> bool {
        place < BAD / 2
    }

    /// A quiet move was good enough to end the search of its siblings; those before it were not.
    pub fn reward<G: Searchable>(
        &mut self,
        game: &G,
        m: G::Move,
        before: &[Scored<G::Move>],
        depth: i32,
        ply: usize,
        last: Last,
    ) {
        if game.gain(m).is_some() {
            return;
        }
        let code = game.code(m);
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        self.by_man[ply][game.slot(m).0] = code;
        if let Some((man, to)) = last {
            self.counters[man][to] = code;
        }
        let bonus = (depth * depth * 16).clamp(16, 1_600);
        self.note(game.slot(m), bonus);
        for (place, other) in before {
            let quiet = Self::is_quiet(*place) || *place == FIRST && game.gain(*other).is_none();
            if *other != m && quiet {
                self.note(game.slot(*other), -bonus);
            }
        }
    }

    fn note(&mut self, (man, to): (usize, usize), bonus: i32) {
        let value = &mut self.history[man][to];
        *value += bonus - *value * bonus.abs() / MOST;
    }
}

/// Brings the best of `moves[from..]` to `from` and returns it.
#[inline]
pub fn pick<M: Copy>(moves: &mut [Scored<M>], from: usize) -> Scored<M> {
    let mut best = from;
    for i in from + 1..moves.len() {
        if moves[i].0 > moves[best].0 {
            best = i;
        }
    }
    moves.swap(from, best);
    moves[from]
}
