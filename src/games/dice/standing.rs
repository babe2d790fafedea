//! A common evaluation for the other games of the family, and what their search needs to know: the
//! shared terms with the weights of dice chess, and the chance that the next throw takes a king.

use super::weights::{PACKED, WEIGHTS};
use super::{BrainKing, Cubic, DiceMoves, DicePair, ThreeDice, Vegas, capture_chance};
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
    fn chance(&self, kinds: Kinds) -> f64;
    /// What `alea eval` shows.
    fn parts(&self) -> String;
}

/// The common evaluation.
#[derive(Clone, Default)]
pub struct Common;

fn kinds_of<G: Geometry>(board: &Orthodox<G>, men: G::Bits) -> Kinds {
    let here = |kind: &Kind| (board.kind(*kind) & men).any();
    Kind::ALL.into_iter().filter(here).map(Kinds::of).fold(Kinds::NONE, Kinds::with)
}

impl<G: Standing + Notation> Evaluator<G> for Common {
    const DRAWS: f64 = 0.1;

    fn evaluate(&self, game: &G) -> Value {
        let board = game.men();
        let side = board.turn();
        let value = equity(game.material());
        let value = if side == Side::White { value } else { -value };
        if board.men(!side, Kind::King).many() {
            // With several kings, one that falls does not end the game.
            return value;
        }
        let taken = game.chance(kinds_of(board, board.checkers(!side)));
        let value = taken * ONE as f64 + (1.0 - taken) * value as f64;
        (value as Value).clamp(1 - ONE, ONE - 1)
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

macro_rules! standing {
    ($game:ty, $board:ty, $style:ty, $material:expr, $parts:expr, $chance:expr) => {
        impl Standing for $game {
            type Board = $board;
            fn men(&self) -> &Orthodox<$board> {
                self.board()
            }
            fn material(&self) -> i32 {
                $material(self.board())
            }
            fn chance(&self, kinds: Kinds) -> f64 {
                let chance: fn(&Self, Kinds) -> f64 = $chance;
                chance(self, kinds)
            }
            fn parts(&self) -> String {
                let parts: fn(&Orthodox<$board>) -> String = $parts;
                parts(self.board())
            }
        }

        impl Searchable for $game {
            type Evaluator = Common;
            type Chance = $style;
            const SELECTIVE: bool = false;

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

            fn noisy(&self, _: &mut MoveList<Move>) {}
        }
    };
}

fn usable_chance<G: Geometry>(game: &BrainKing<G>, kinds: Kinds) -> f64 {
    let usable: Vec<u8> = (1..=6).filter(|face| game.usable(*face)).collect();
    let named = usable.iter().filter(|face| kinds.0 >> (**face - 1) & 1 != 0).count();
    if usable.is_empty() { 0.0 } else { named as f64 / usable.len() as f64 }
}

standing!(BrainKing<B8>, B8, ByClass, orthodox_material, orthodox_parts, usable_chance::<B8>);
standing!(
    BrainKing<B10>,
    B10,
    ByClass,
    plain_material::<B10>,
    |board| format!("men and reach {:>9}\n", plain_material(board)),
    usable_chance::<B10>
);
standing!(Vegas, B8, ByClass, orthodox_material, orthodox_parts, |_, _| 0.0);
standing!(DiceMoves, B8, ByOutcome, orthodox_material, orthodox_parts, |_, _| 0.0);
standing!(DicePair, B8, ByOutcome, orthodox_material, orthodox_parts, |_, kinds| {
    kinds.0.count_ones() as f64 / 6.0
});
standing!(ThreeDice, B8, ByOutcome, orthodox_material, orthodox_parts, |game, _| {
    capture_chance(game) as f64 / 216.0
});
standing!(Cubic, B8, ByOutcome, orthodox_material, orthodox_parts, |_, _| 0.0);

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
