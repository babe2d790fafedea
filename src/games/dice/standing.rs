//! A common evaluation for the other games of the family, and what their search needs to know: the
//! shared terms with the weights of dice chess, and the chance that the next throw takes a king.

use super::capture_chance::kinds_of;
use super::threedice_evaluation::ThreeDiceEvaluator;
use super::weights::dicechess::{PACKED, WEIGHTS};
use super::{BrainKing, DiceMoves, DicePair, ThreeDice, Vegas};
use crate::board::{B8, B10, Bits, Geometry, Kind, Kinds, Side};
use crate::game::{Game, MoveList, Notation};
use crate::games::common::evaluation::{Sum, Trace, explain, phase, survey, term};
use crate::games::common::{Move, Orthodox, WORTH};
use crate::search::chance::ByOutcome;
use crate::search::classes::ByClass;
use crate::search::tt::CLASSES;
use crate::search::value::{ONE, Value, equity};
use crate::search::{Evaluator, Searchable, ThrowClasses};

/// What the common evaluation asks of a game.
pub trait Standing: Game {
    /// Its board.
    type Board: Geometry;
    /// The men.
    fn men(&self) -> &Orthodox<Self::Board>;
    /// Centipawns from White's view, chances aside.
    fn material(&self) -> i32;
    /// The chance that the next throw lets the king be taken, if men of these kinds attack it; 0 where
    /// kings are never taken.
    fn chance(&self, _: Kinds) -> f64 {
        0.0
    }
    /// What `alea eval` shows.
    fn parts(&self) -> String;
}

/// The common evaluation.
#[derive(Clone, Default)]
pub struct Common;

/// The equity for the side to act, if it takes the king with this chance and else stands so.
fn with_chance(taken: f64, value: Value) -> Value {
    let value = taken * ONE as f64 + (1.0 - taken) * value as f64;
    (value as Value).clamp(1 - ONE, ONE - 1)
}

/// The equity for the side to act, kings aside.
fn standing<G: Standing>(game: &G) -> Value {
    let value = equity(game.material());
    if game.men().turn() == Side::White { value } else { -value }
}

impl<G: Standing + Notation> Evaluator<G> for Common {
    const DRAWS: f64 = 0.1;

    fn evaluate(&self, game: &G) -> Value {
        let (board, value) = (game.men(), standing(game));
        let them = !board.turn();
        if board.men(them, Kind::King).many() {
            // With several kings, one that falls does not end the game.
            return value;
        }
        with_chance(game.chance(kinds_of(board, board.checkers(them))), value)
    }

    fn explain(&self, game: &G) -> String {
        game.parts()
    }
}

fn orthodox_material(board: &Orthodox<B8>) -> i32 {
    let mut sum = Sum::new(&PACKED);
    survey(board, &mut sum);
    sum.centipawns(phase(board))
}

fn orthodox_parts(board: &Orthodox<B8>) -> String {
    let mut trace = Trace::default();
    survey(board, &mut trace);
    explain(term::NAMES, &trace, &WEIGHTS, phase(board))
}

/// Worth of the men and of their reach, on any board; several kings are worth something each.
fn plain_material<G: Geometry>(board: &Orthodox<G>) -> i32 {
    let occupied = board.occupied();
    let mut sum = 0;
    for side in Side::BOTH {
        let sign = if side == Side::White { 1 } else { -1 };
        for kind in Kind::ALL {
            for square in board.men(side, kind).squares() {
                let worth = if kind == Kind::King { 600 } else { WORTH[kind.index()] };
                let reach = G::attacks(kind, side, square, occupied) & !board.side(side);
                let advance =
                    if kind == Kind::Pawn { 4 * G::rank_for(side, square) as i32 } else { 0 };
                sum += sign * (worth + 3 * reach.count() as i32 + advance);
            }
        }
    }
    sum
}

/// What the search needs to know, the same for the whole family.
macro_rules! searchable {
    ($($game:ty: $evaluator:ty, $style:ty, turns of several moves $whole:literal;)*) => {$(
        impl Searchable for $game {
            type Evaluator = $evaluator;
            type Chance = $style;
            const SELECTIVE: bool = false;
            const WHOLE_TURNS: bool = $whole;

            fn code(&self, m: Move) -> u16 {
                m.code()
            }

            fn slot(&self, m: Move) -> (usize, usize) {
                self.board().slot(m)
            }

            fn gain(&self, m: Move) -> Option<i32> {
                let grown = m.promotion.map(|k| WORTH[k.index()]);
                match self.board().kind_on(m.to).filter(|_| m.from != m.to) {
                    Some(victim) => {
                        let cost = WORTH[m.kind.index()].min(1000) / 64;
                        Some(16 * WORTH[victim.index()] - cost + grown.unwrap_or(0))
                    }
                    None => grown,
                }
            }
        }
    )*};
}

searchable! {
    BrainKing<B8>: Common, ByClass, turns of several moves false;
    BrainKing<B10>: Common, ByClass, turns of several moves false;
    Vegas: Common, ByClass, turns of several moves false;
    DiceMoves: Common, ByOutcome, turns of several moves true;
    DicePair: Common, ByOutcome, turns of several moves true;
    ThreeDice: ThreeDiceEvaluator, ByOutcome, turns of several moves true;
}

/// Boards and material on 8×8, with the shared terms.
macro_rules! orthodox_standing {
    ($($game:ty { $($chance:tt)* })*) => {$(
        impl Standing for $game {
            type Board = B8;
            fn men(&self) -> &Orthodox<B8> {
                self.board()
            }
            fn material(&self) -> i32 {
                orthodox_material(self.board())
            }
            fn parts(&self) -> String {
                orthodox_parts(self.board())
            }
            $($chance)*
        }
    )*};
}

orthodox_standing! {
    BrainKing<B8> {
        fn chance(&self, kinds: Kinds) -> f64 {
            usable_chance(self, kinds)
        }
    }
    Vegas {}
    DiceMoves {}
    DicePair {
        fn chance(&self, kinds: Kinds) -> f64 {
            kinds.0.count_ones() as f64 / 6.0
        }
    }
}

impl Standing for BrainKing<B10> {
    type Board = B10;
    fn men(&self) -> &Orthodox<B10> {
        self.board()
    }
    fn material(&self) -> i32 {
        plain_material(self.board())
    }
    fn chance(&self, kinds: Kinds) -> f64 {
        usable_chance(self, kinds)
    }
    fn parts(&self) -> String {
        format!("men and reach {:>9}\n", plain_material(self.board()))
    }
}

/// The chance that a usable face names one of the kinds.
fn usable_chance<G: Geometry>(game: &BrainKing<G>, kinds: Kinds) -> f64 {
    let usable: Vec<u8> = (1..=6).filter(|face| game.usable(*face)).collect();
    let named = usable.iter().filter(|face| kinds.0 >> (**face - 1) & 1 != 0).count();
    if usable.is_empty() { 0.0 } else { named as f64 / usable.len() as f64 }
}

macro_rules! one_die {
    ($game:ty) => {
        impl ThrowClasses for $game {
            fn throws() -> &'static [(u8, u32)] {
                &[(1, 1), (2, 1), (4, 1), (8, 1), (16, 1), (32, 1)]
            }

            fn classes_of_roll(face: u8) -> u8 {
                1 << (face - 1)
            }

            /// A promotion may be made with a 1 and with the face of the new man.
            fn classes_of_move(&self, m: Move) -> u8 {
                1 << m.kind.index() | m.promotion.map_or(0, |k| 1 << k.index())
            }

            fn class_moves(&self, out: &mut MoveList<Move>) {
                for face in 1..=6 {
                    let mut moves = MoveList::new();
                    self.moves_of(face, &mut moves);
                    let pawns = face == 1;
                    out.extend(moves.into_iter().filter(|m| pawns || m.kind != Kind::Pawn));
                }
            }

            /// Faces without a move are void.
            fn lapse(&self) -> Option<Self> {
                None
            }
        }
    };
}

one_die!(BrainKing<B8>);
one_die!(BrainKing<B10>);

impl ThrowClasses for Vegas {
    fn throws() -> &'static [(u8, u32)] {
        static ALL: [(u8, u32); 30] = {
            let mut all = [(0, 0); 30];
            let (first, mut i) = ([(1, 2), (2, 1), (4, 1), (8, 1), (32, 1)], 0);
            while i < 30 {
                let (class, weight) = first[i / 6];
                // With the star everything is allowed, passing too.
                let classes = if i % 6 == 5 { 0b111_1111 } else { class | 1 << (i % 6) };
                all[i] = (classes, weight);
                i += 1;
            }
            all
        };
        &ALL
    }

    fn classes_of_roll(r: super::vegas::Throw) -> u8 {
        r.kinds().0 | if r.is_wild() { 1 << CLASSES } else { 0 }
    }

    fn classes_of_move(&self, m: Move) -> u8 {
        let kind = Kinds::of(m.kind);
        if m.is_castling() { kind.with(Kinds::of(Kind::Rook)).0 } else { kind.0 }
    }

    fn class_moves(&self, out: &mut MoveList<Move>) {
        self.moves_of(Kinds::ALL, out);
    }

    fn lapse(&self) -> Option<Self> {
        let mut next = self.clone();
        next.play(Move::PASS);
        Some(next)
    }
}
