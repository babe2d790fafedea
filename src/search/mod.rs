//! Search: knows the contract of a game and what a game tells about values and ordering; no rules.
//!
//! - [`value`]: equities, decided games, the logistic function, expectations;
//! - [`expectimax`]: decisions and their children, windows, quiescence;
//! - [`chance`]: throws outcome by outcome (Star1, Star2); [`classes`]: throws and choices together;
//!   [`likely`]: throws taken to change nothing;
//! - [`turn`]: turns of several moves, searched as one;
//! - [`rounds`]: games in rounds, with their [`army`] turns, forced [`exchange`]s, the
//!   [`prospect`] of either and [`setup`];
//! - [`solo`]: plans for one side alone, in races;
//! - [`sealed`]: turns in which both sides choose in secret, as matrix games;
//! - [`root`]: iterative deepening, several lines, threads;
//! - [`tt`], [`ordering`], [`limits`], [`strength`], [`params`]: what its name says;
//! - [`plain`]: the plain twin, full expectimax, which tests hold the search against.

pub mod army;
pub mod chance;
pub mod classes;
pub mod exchange;
pub mod expectimax;
pub mod likely;
pub mod limits;
pub mod ordering;
pub mod params;
pub mod plain;
pub mod plan;
pub mod prospect;
pub mod root;
pub mod rounds;
pub mod sealed;
pub mod setup;
pub mod solo;
pub mod strength;
pub mod tt;
pub mod turn;
pub mod value;

use std::ops::ControlFlow;

use crate::game::{Game, GameResult, MoveList, Node, Outcome, Side};
use value::{Value, WIN};

/// Gives positions values.
pub trait Evaluator<G: Game>: Default + Clone + Send + Sync + 'static {
    /// The share of draws between equal players in an equal position, for `wdl` only; at most ½.
    const DRAWS: f64;

    /// The equity of a position that is not over, from the view of the side to act; never decided.
    fn evaluate(&self, game: &G) -> Value;

    /// A value that [`evaluate`](Evaluator::evaluate) is never below before a throw, at less cost; `None`
    /// where that is cheap itself.
    fn floor(&self, _: &G) -> Option<Value> {
        None
    }

    /// Whether leaves at sealed turns are to be looked into where something hangs
    /// ([`Searchable::tension`]).
    fn wants_tension(&self) -> bool {
        true
    }

    /// The evaluation in parts, for people: lines of text, from White's view.
    fn explain(&self, game: &G) -> String;
}

/// What a position of a game in rounds belongs to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Stretch {
    /// Men are placed, before the first round.
    Setup,
    /// A throw decides how a round begins.
    Between,
    /// One side moves its whole army: a turn of many compulsory moves.
    Army,
    /// The sides take in turn as long as they can.
    Exchange,
}

/// What a game tells the search beside its rules.
pub trait Searchable: Game {
    /// Its evaluation.
    type Evaluator: Evaluator<Self>;
    /// How its throws are searched: [`chance::ByOutcome`]; [`classes::ByClass`] where the game
    /// implements [`ThrowClasses`]; [`likely::Likely`] where it implements [`QuietThrows`].
    type Chance: chance::ChanceNodes<Self>;

    /// Whether the search may leave out or shorten what looks hopeless (null move, late-move
    /// reductions, futility) and ends in a quiescence search. Else it gives the full expectimax value.
    const SELECTIVE: bool;

    /// Whether a turn can have several moves, up to [`turn::MOST_MOVES`], which the search then takes as
    /// one choice. Unless told to be exact it follows the most promising ways through a turn only.
    const WHOLE_TURNS: bool = false;

    /// Whether an event by which `side` acted ends its turn, so that what follows is one turn less deep:
    /// by default unless the same side has a choice to make next. A throw followed by the thrower's
    /// move so belongs to one turn.
    fn turn_ends(side: Side, next: Node) -> bool {
        !matches!(next, Node::Decision(actor) if actor == side)
    }

    /// Whether the throw of `side` that has led to this position ends its turn: by default as
    /// [`turn_ends`](Searchable::turn_ends) says of any event.
    fn throw_ends(&self, side: Side) -> bool {
        Self::turn_ends(side, self.node())
    }

    /// Whether throws can lead back to the throw before (a tie is thrown again), so that only the merged
    /// outcomes of a chance node bring it to an end. Then the plain twin takes those too.
    const THROWS_REPEAT: bool = false;

    /// Visits the positions to which the throw due in a chance node may lead, with their weights out of
    /// the sum of all: the *merged outcomes*. By default one for each throw; a game may give one for
    /// several throws, with the sum of their weights, where the positions are worth exactly the same.
    /// Visits nothing where the game is over without a throw.
    fn outcomes(&self, mut visit: impl FnMut(Self, u32)) {
        self.rolls(|r, weight| {
            let mut next = self.clone();
            next.roll(r);
            visit(next, weight);
            ControlFlow::Continue(())
        });
    }

    /// Moves of `side` at a decision among which all the legal ones are. Where telling which are legal is
    /// dear, a game may give more, and tells by [`permits`](Searchable::permits) when the search comes to
    /// a move; most moves are never come to.
    fn candidates(&self, side: Side, out: &mut MoveList<Self::Move>) {
        self.moves(side, out);
    }

    /// Whether a candidate, which leads to the position `next`, is legal.
    fn permits(&self, _m: Self::Move, _next: &Self) -> bool {
        true
    }

    /// What a position is worth that comes back within a line, in percent of its static value: nobody has
    /// made progress, but nobody need go on so either. By default that is a draw, as it is anywhere when
    /// the rules end the game.
    const STANDSTILL: i32 = 0;

    /// Whether each side runs for a goal of its own, so that at the root a plan for the side alone counts
    /// beside the search of both sides' turns ([`solo`]).
    const RACE: bool = false;

    /// In a race: visits the turns of the side to move that ask no answer of the other side, with the
    /// positions in which it is to move again, as if the other side had passed.
    fn alone(&self, _visit: &mut impl FnMut(Self::Move, Self)) {}

    /// In a race: an estimate of the turns that a side needs if the other passes all the time, in hundredths;
    /// 0 at its goal.
    fn needs(&self, _side: Side) -> i32 {
        0
    }

    /// What a side stands to lose with each turn that it leaves a position as it is, in hundredths of a turn,
    /// beyond what it needs: plans do first what is in danger.
    fn risk(&self, _side: Side) -> i32 {
        0
    }

    /// What a draw by repetition below this position is worth to the side that searches it, in play. By
    /// default it is a draw.
    fn standoff(&self) -> Value {
        0
    }

    /// Whether the game goes in rounds, each an army's turn or an exchange as the dice decide
    /// ([`stretch`](Searchable::stretch)); in play its decisions are then searched by [`rounds`].
    const ROUNDS: bool = false;

    /// In a game in rounds: what the position belongs to.
    fn stretch(&self) -> Stretch {
        Stretch::Between
    }

    /// In an army's turn: what tells the man of this move from the others.
    fn man(&self, _: Self::Move) -> usize {
        0
    }

    /// In an exchange: whether the side to take can end the game with its next capture.
    fn decisive(&self) -> bool {
        false
    }

    /// In an exchange: whether the other side could end the game if it were to take now.
    fn threatened(&self) -> bool {
        false
    }

    /// A code of the move for the table, not 0; two moves may share one, at the cost of ordering.
    fn code(&self, m: Self::Move) -> u16;

    /// Where history tables note the move: its man (below 16) and its target (below 128).
    fn slot(&self, m: Self::Move) -> (usize, usize);

    /// For a capture or promotion: what it promises, best greatest, negative if it seems to lose;
    /// `None` for a quiet move.
    fn gain(&self, m: Self::Move) -> Option<i32>;

    /// Whether the side to move must answer a threat, so that the search should look further.
    fn in_check(&self) -> bool {
        false
    }

    /// The position with the turn given away, where that is a sensible lower bound of moving.
    fn null(&self) -> Option<Self> {
        None
    }

    /// At a leaf with a sealed turn due: White's and Black's choices that can change the value at once,
    /// the pass (or another waiting choice) first; both lists stay empty where nothing hangs.
    fn tension(&self, _white: &mut MoveList<Self::Move>, _black: &mut MoveList<Self::Move>) {}

    /// Captures and promotions for the quiescence search.
    fn noisy(&self, _: &mut MoveList<Self::Move>) {}
}

/// A game whose throws name classes of moves, so that all moves of a chance node can be generated at
/// once and each is searched once, not once a throw.
pub trait ThrowClasses: Searchable {
    /// The throws as sets of classes (bit `c` for class `c`, below [`tt::CLASSES`]) with their
    /// weights. A throw allows the moves of its classes, and with bit [`tt::CLASSES`] to pass too.
    fn throws() -> &'static [(u8, u32)];

    /// The classes that a throw names.
    fn classes_of_roll(r: Self::Roll) -> u8;

    /// The classes that allow a move.
    fn classes_of_move(&self, m: Self::Move) -> u8;

    /// All moves that some throw allows; [`Game::play`] takes them without a throw.
    fn class_moves(&self, out: &mut MoveList<Self::Move>);

    /// The position after a lost or passed turn; `None` where a throw that allows no move is thrown
    /// again.
    fn lapse(&self) -> Option<Self>;
}

/// A game most of whose throws change nothing, or little.
pub trait QuietThrows: Searchable {
    /// How many throws end the game at once: won by the thrower, lost, and the number of all.
    const SUDDEN: (u32, u32, u32);

    /// The position after a throw that changes nothing.
    fn unchanged(&self) -> Self;
}

/// The value of a finished game for `side`, `turns` turns below the root.
pub fn outcome_value(outcome: Outcome, side: Side, turns: i32) -> Value {
    match outcome.result {
        GameResult::Draw => 0,
        GameResult::Win(winner) if winner == side => WIN - turns,
        GameResult::Win(_) => turns - WIN,
    }
}
