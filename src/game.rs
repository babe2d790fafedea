//! The contract of a game: what the search, the protocol, perft and the conformance kit know of it.
//!
//! A game is a tree of [`Node`]s. All chance is in chance nodes: [`Game::play`] and [`Game::roll`] are
//! pure functions of the position. A game never prints, never searches and never throws dice itself.
//!
//! Beside the contract stand [`Notation`] (its text) and, in [`crate::search`], what a game tells the
//! search about values and move ordering. What depends on the moves that led to a position
//! (repetition) is kept in a [`History`] by whoever walks through the game.

use std::fmt::{self, Debug};
use std::ops::ControlFlow;

use rand::{Rng, RngExt};
use smallvec::SmallVec;

pub use crate::board::Side;

/// What is due in a position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Node {
    /// This side is to move.
    Decision(Side),
    /// This side is to throw dice.
    Chance(Side),
    /// Both sides are to choose in secret.
    Sealed,
    /// The game is over.
    Over(Outcome),
}

/// Who has won.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum GameResult {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

/// Why a game is over.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Reason {
    Checkmate,
    Stalemate,
    KingCaptured,
    KingVanished,
    Home,
    Blocked,
    Repetition,
    FiftyMoves,
    DeadPosition,
    Passes,
    BothKings,
}

/// The end of a game.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Outcome {
    /// Who has won.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win of `side`.
    pub const fn win(side: Side, reason: Reason) -> Self {
        Outcome { result: GameResult::Win(side), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { result: GameResult::Draw, reason }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(Side::White) => "1-0",
            GameResult::Win(Side::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::KingCaptured => "king-captured",
            Reason::KingVanished => "king-vanished",
            Reason::Home => "home",
            Reason::Blocked => "blocked",
            Reason::Repetition => "repetition",
            Reason::FiftyMoves => "fifty-moves",
            Reason::DeadPosition => "dead-position",
            Reason::Passes => "passes",
            Reason::BothKings => "both-kings",
        })
    }
}

/// Receives generated moves: a [`MoveList`], a [`Counter`] or [`Any`].
pub trait Sink<M> {
    /// Takes one move.
    fn push(&mut self, m: M);

    /// Takes moves whose number is known beforehand.
    #[inline(always)]
    fn extend(&mut self, moves: impl ExactSizeIterator<Item = M>) {
        for m in moves {
            self.push(m);
        }
    }

    /// Whether further moves would tell nothing new. Generators ask now and then and may stop.
    #[inline(always)]
    fn sated(&self) -> bool {
        false
    }
}

/// A list of moves, on the stack as long as there are not unusually many.
pub type MoveList<M> = SmallVec<[M; 96]>;

impl<M> Sink<M> for MoveList<M> {
    #[inline(always)]
    fn push(&mut self, m: M) {
        SmallVec::push(self, m);
    }

    #[inline(always)]
    fn extend(&mut self, moves: impl ExactSizeIterator<Item = M>) {
        Extend::extend(self, moves);
    }
}

/// Counts moves.
#[derive(Default)]
pub struct Counter(pub u64);

impl<M> Sink<M> for Counter {
    #[inline(always)]
    fn push(&mut self, _: M) {
        self.0 += 1;
    }

    #[inline(always)]
    fn extend(&mut self, moves: impl ExactSizeIterator<Item = M>) {
        self.0 += moves.len() as u64;
    }
}

/// Notes whether there is a move at all.
#[derive(Default)]
pub struct Any(pub bool);

impl<M> Sink<M> for Any {
    #[inline(always)]
    fn push(&mut self, _: M) {
        self.0 = true;
    }

    #[inline(always)]
    fn extend(&mut self, moves: impl ExactSizeIterator<Item = M>) {
        self.0 |= moves.len() > 0;
    }

    #[inline(always)]
    fn sated(&self) -> bool {
        self.0
    }
}

/// A game: a position and its rules.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// A choice of one side.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The outcome of a throw; [`std::convert::Infallible`] for a game without dice.
    type Roll: Copy + Eq + Debug + Send + Sync + 'static;

    /// Whether dice are thrown.
    const CHANCE: bool;
    /// Whether there are sealed turns.
    const SEALED: bool;

    /// What the position alone shows to be due, at little cost: no move is generated, except where a
    /// draw can only be told once it is known that there are moves.
    ///
    /// A decision without moves and a chance node without rolls are ends of the game too; what they
    /// mean is said by [`stuck`](Game::stuck). [`phase`] puts all of this together.
    fn node(&self) -> Node;

    /// The end of the game in a decision without moves or a chance node without rolls: mate,
    /// stalemate, blocked, no usable face…
    fn stuck(&self) -> Outcome;

    /// Generates the legal moves of `side`, each once: in a decision of that side, or in a sealed node.
    /// At a decision that the rules let pass for a draw ([`Notation::CLAIMED_DRAWS`]) too.
    fn moves(&self, side: Side, out: &mut impl Sink<Self::Move>);

    /// Makes a move that [`moves`](Game::moves) has given for the side to move.
    fn play(&mut self, m: Self::Move);

    /// Makes both sides' moves in a sealed node. Only games with sealed nodes have it.
    fn play_sealed(&mut self, _white: Self::Move, _black: Self::Move) {
        unreachable!("this game has no sealed turns")
    }

    /// Visits the outcomes of the throw due in a chance node, each once, with its weight (out of the
    /// sum of all weights); stops when told. Visits nothing where the game is over without a throw.
    fn rolls(&self, visit: impl FnMut(Self::Roll, u32) -> ControlFlow<()>);

    /// Whether the throw is possible in this chance node; a void throw, which changes nothing, is.
    fn accepts(&self, r: Self::Roll) -> bool;

    /// Takes the outcome of a throw that [`accepts`](Game::accepts) allows.
    fn roll(&mut self, r: Self::Roll);

    /// Hash of everything that the future depends on, counters of the fifty-move rule aside.
    fn key(&self) -> u64;

    /// The key under which the rules count this position for repetition; `None` where they do not
    /// count one.
    fn occurrence(&self) -> Option<u64>;
}

/// Why a text was refused.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct TextError {
    /// What is wrong, in a few words.
    pub what: &'static str,
    /// The offending word.
    pub word: String,
}

impl TextError {
    /// An error about one word.
    pub fn new(what: &'static str, word: impl Into<String>) -> Self {
        TextError { what, word: word.into() }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.word)
    }
}

impl std::error::Error for TextError {}

/// The text side of a game: position texts, tokens and the words of `phase`.
pub trait Notation: Game {
    /// Whether repetition and the fifty-move rule end the game only when a player claims it, so that
    /// play may go on (`chess`, as plain UCI clients expect).
    const CLAIMED_DRAWS: bool = false;

    /// Whether the players are asked to report their moves and nothing else, so that a search sends no
    /// `info` lines unless it is an analysis.
    const QUIET: bool = false;

    /// The position in which games begin.
    fn start() -> Self;

    /// Reads a position text.
    ///
    /// # Errors
    /// Names the offending word of a text that the rules refuse.
    fn parse(text: &str) -> Result<Self, TextError>;

    /// The position text; reads back as an equal position.
    fn text(&self) -> String;

    /// A move as the protocol writes it.
    fn move_token(&self, m: Self::Move) -> String;

    /// A move as PGN readers know it, for games on an orthodox board; `None` for others.
    fn san(&self, _: Self::Move) -> Option<String> {
        None
    }

    /// A throw as the protocol writes it, without the `r:`.
    fn roll_token(&self, r: Self::Roll) -> String;

    /// Reads a throw without its `r:`; `None` if it is none (it may still be impossible here).
    fn parse_roll(&self, token: &str) -> Option<Self::Roll>;

    /// The side to act; White at sealed turns; whoever would be next if the game is over.
    fn side(&self) -> Side;

    /// The dice that are due at a chance node, such as `2d6`; empty elsewhere.
    fn dice(&self) -> &'static str;

    /// The stage of the game: `turn`, unless the rules name stages.
    fn stage(&self) -> &'static str {
        "turn"
    }

    /// What the position text has behind `roll=`, if it has that.
    fn thrown(&self) -> Option<String>;

    /// A drawing for people, several lines.
    fn drawing(&self) -> String;
}

/// The occurrences of positions that count for repetition, oldest first.
#[derive(Clone, Debug)]
pub struct History {
    keys: Vec<u64>,
    /// How many of the keys share their low bits: tells "never seen" without a search.
    seen: Vec<u8>,
}

const SEEN: usize = 1 << 12;

impl Default for History {
    fn default() -> Self {
        Self::new()
    }
}

impl History {
    /// An empty history.
    pub fn new() -> Self {
        History { keys: Vec::new(), seen: vec![0; SEEN] }
    }

    fn slot(&self, key: u64) -> usize {
        key as usize % self.seen.len()
    }

    /// Adds an occurrence, where the rules count one.
    #[inline]
    pub fn push(&mut self, occurrence: Option<u64>) {
        if let Some(key) = occurrence {
            self.keys.push(key);
            self.mark(key);
            if self.keys.len() > self.seen.len() / 8 {
                // Kept sparse, so that a long game does not make every look-up a search.
                self.seen = vec![0; 2 * self.seen.len()];
                for i in 0..self.keys.len() {
                    self.mark(self.keys[i]);
                }
            }
        }
    }

    fn mark(&mut self, key: u64) {
        // Saturated slots stay saturated: they only cost a search.
        let slot = self.slot(key);
        self.seen[slot] = self.seen[slot].saturating_add(1);
    }

    /// Takes back the latest [`push`](History::push) of the same occurrence.
    #[inline]
    pub fn pop(&mut self, occurrence: Option<u64>) {
        if occurrence.is_some()
            && let Some(key) = self.keys.pop()
        {
            let slot = self.slot(key);
            if self.seen[slot] != u8::MAX {
                self.seen[slot] -= 1;
            }
        }
    }

    /// How often the key has occurred, up to 3 times.
    #[inline]
    pub fn count(&self, key: u64) -> usize {
        if self.seen[self.slot(key)] == 0 {
            return 0;
        }
        // Three are enough for every rule.
        self.keys.iter().rev().filter(|k| **k == key).take(3).count()
    }

    /// How often the key has occurred since the history had `from` occurrences.
    pub fn count_since(&self, from: usize, key: u64) -> usize {
        if self.seen[self.slot(key)] == 0 {
            return 0;
        }
        self.keys[from.min(self.keys.len())..].iter().filter(|k| **k == key).count()
    }

    /// Number of occurrences held.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether nothing has occurred yet.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// What is due by all the rules: [`Game::node`], the moves or rolls that are there or not, and
/// repetition (`history` includes the position itself).
pub fn phase<G: Game>(game: &G, history: &History) -> Node {
    let node = game.node();
    match node {
        Node::Decision(side) => {
            let mut any = Any::default();
            game.moves(side, &mut any);
            if !any.0 {
                return Node::Over(game.stuck());
            }
        }
        Node::Chance(_) => {
            let mut any = false;
            game.rolls(|_, _| {
                any = true;
                ControlFlow::Break(())
            });
            if !any {
                return Node::Over(game.stuck());
            }
        }
        Node::Sealed => {}
        // Of several draws at once, repetition is named before the fifty moves.
        Node::Over(Outcome { reason: Reason::FiftyMoves, .. }) => {}
        Node::Over(_) => return node,
    }
    match game.occurrence() {
        Some(key) if history.count(key) >= 3 => Node::Over(Outcome::draw(Reason::Repetition)),
        _ => node,
    }
}

/// Throws the dice that are due in a chance node, each outcome as often as its weight says; `None` where
/// there is nothing to throw.
pub fn throw<G: Game>(game: &G, rng: &mut (impl Rng + ?Sized)) -> Option<G::Roll> {
    let mut total = 0;
    game.rolls(|_, weight| {
        total += weight;
        ControlFlow::Continue(())
    });
    if total == 0 {
        return None;
    }
    let mut left = rng.random_range(0..total);
    let mut thrown = None;
    game.rolls(|r, weight| {
        if left < weight {
            thrown = Some(r);
            return ControlFlow::Break(());
        }
        left -= weight;
        ControlFlow::Continue(())
    });
    thrown
}

/// Finds the legal move of `side` that is written `token`.
pub fn find_move<G: Notation>(game: &G, side: Side, token: &str) -> Option<G::Move> {
    let mut moves = MoveList::new();
    game.moves(side, &mut moves);
    moves.into_iter().find(|m| game.move_token(*m) == token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_counts_and_takes_back() {
        let mut history = History::new();
        for key in [1, 2, 1, 1 + SEEN as u64] {
            history.push(Some(key));
        }
        history.push(None);
        assert_eq!((history.count(1), history.count(2), history.count(3)), (2, 1, 0));
        assert_eq!(history.count_since(2, 1), 1);
        history.pop(None);
        history.pop(Some(0));
        history.pop(Some(0));
        assert_eq!((history.len(), history.count(1)), (2, 1));
    }
}
