//! A common evaluation for the other games of the family, and what their search needs to know: the
//! shared terms with the weights of dice chess, and the chance that the next throw takes a king.

use super::brainking_evaluation;
use super::capture_chance::kinds_of;
use super::evaluation::{Danger, Movable};
use super::prey::{expected, gains};
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
    /// How the next throws may decide the game by taking a king.
    fn danger(&self) -> Danger {
        Danger { fixed: 0.0, share: 1.0 }
    }
    /// Centipawns that the side to act may expect to take with the next throw; 0 where reckoning it has
    /// not made play stronger.
    fn prey(&self) -> i32 {
        0
    }
    /// What `alea eval` shows.
    fn parts(&self) -> String;
}

/// The common evaluation.
#[derive(Clone, Default)]
pub struct Common;

/// The equity for the side to act, kings aside.
fn standing<G: Standing>(game: &G) -> Value {
    let material = game.material();
    let material = if game.men().turn() == Side::White { material } else { -material };
    equity(material + game.prey())
}

impl<G: Standing + Notation> Evaluator<G> for Common {
    const DRAWS: f64 = 0.1;

    fn evaluate(&self, game: &G) -> Value {
        let Danger { fixed, share } = game.danger();
        let value = fixed * ONE as f64 + share * standing(game) as f64;
        (value as Value).clamp(1 - ONE, ONE - 1)
    }

    fn explain(&self, game: &G) -> String {
        game.parts() + &format!("{:<20} {:>15} for the side to act\n", "prey", game.prey())
    }
}

/// What several kings are worth, each.
const SPARE_KING: i32 = 600;

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
                let worth = if kind == Kind::King { SPARE_KING } else { WORTH[kind.index()] };
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
    Vegas {
        fn prey(&self) -> i32 {
            expected::<Self>(gains(self.board(), self.board().turn(), 0))
        }
    }
    DiceMoves {}
    DicePair {
        /// One face of six for each kind; a check that none answers is punished likewise.
        fn danger(&self) -> Danger {
            let board = self.board();
            let faces = |kinds: Kinds| kinds.0.count_ones() as f64 / 6.0;
            let takers = kinds_of(board, board.checkers(!board.turn()));
            let attackers = kinds_of(board, board.checkers(board.turn()));
            let (taken, mut lost) = (faces(takers), 0.0);
            if attackers != Kinds::NONE {
                let mut answers = Movable(takers);
                self.moves_of(Kinds::ALL, &mut answers);
                lost = (1.0 - faces(answers.0)) * faces(attackers);
            }
            Danger { fixed: taken - lost, share: 1.0 - taken - lost }
        }
    }
}

impl Standing for BrainKing<B8> {
    type Board = B8;
    fn men(&self) -> &Orthodox<B8> {
        self.board()
    }
    fn material(&self) -> i32 {
        brainking_evaluation::material(self)
    }
    fn danger(&self) -> Danger {
        taken(self)
    }
    fn parts(&self) -> String {
        brainking_evaluation::parts(self)
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
    fn danger(&self) -> Danger {
        taken(self)
    }
    fn prey(&self) -> i32 {
        expected::<Self>(gains(self.board(), self.board().turn(), SPARE_KING))
    }
    fn parts(&self) -> String {
        format!("men and reach {:>9}\n", plain_material(self.board()))
    }
}

/// The chance that a usable face names a kind which can take the last king.
pub fn taken<G: Geometry>(game: &BrainKing<G>) -> Danger {
    let board = game.board();
    let them = !board.turn();
    // With several kings, one that falls does not end the game.
    let last = !board.men(them, Kind::King).many();
    let kinds = if last { kinds_of(board, board.checkers(them)) } else { Kinds::NONE };
    let (mut named, mut usable) = (0.0, 0.0);
    for face in (1..=6).filter(|face| kinds != Kinds::NONE && game.usable(*face)) {
        usable += 1.0;
        named += (kinds.0 >> (face - 1) & 1) as f64;
    }
    let fixed = if usable == 0.0 { 0.0 } else { named / usable };
    Danger { fixed, share: 1.0 - fixed }
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
