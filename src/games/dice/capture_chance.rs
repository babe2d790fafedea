//! The exact chance that a throw of three dice lets a side take the enemy king.
//!
//! What can be done does not depend on the order of the dice, so it is enough to know which sets of
//! one, two or three faces lead to the king. Only the first of three moves is made: whether the king
//! stands attacked by a man of some kind tells of the last, and the squares from which men attack him
//! tell of the one before ([`approaches`]).

use super::threedice::{Passed, ThreeDice, passing, possible, step};
use crate::board::{B8, Bits, Geometry, Kind, Kinds, Side, Square};
use crate::game::MoveList;
use crate::games::common::{Move, Orthodox};

/// The kinds of some men.
pub(super) fn kinds_of<G: Geometry>(board: &Orthodox<G>, men: G::Bits) -> Kinds {
    let here = |kind: &Kind| (board.kind(*kind) & men).any();
    if men.is_empty() {
        return Kinds::NONE;
    }
    Kind::ALL.into_iter().filter(here).map(Kinds::of).fold(Kinds::NONE, Kinds::with)
}

/// By kind: other kinds.
type Pairs = [Kinds; 6];

/// Sets of faces that lead to the enemy king, by the kinds of the men moved: alone; one after the
/// other; one after two others.
#[derive(Default)]
struct Winning {
    one: Kinds,
    two: Pairs,
    three: [Pairs; 6],
}

impl Winning {
    /// The kinds that are known to win together with one that does not win alone.
    fn with(&self, kind: usize) -> Kinds {
        (0..6)
            .filter(|k| self.two[*k].0 >> kind & 1 != 0)
            .fold(self.one.with(self.two[kind]), |all, k| all.with(Kinds(1 << k)))
    }

    /// Throws out of 216 that name a set.
    fn weight(&self) -> u32 {
        let pair = |a: usize, b: usize| (self.two[a].0 >> b | self.two[b].0 >> a) & 1 != 0;
        let three = |a: usize, b: usize, c: usize| {
            let last = |a: usize, b: usize, c: usize| {
                (self.three[a][b].0 | self.three[b][a].0) >> c & 1 != 0
            };
            last(a, b, c) || last(a, c, b) || last(b, c, a)
        };
        let mut sum = 0;
        for a in 0..6 {
            for b in a..6 {
                for c in b..6 {
                    let single = self.one.0 >> a | self.one.0 >> b | self.one.0 >> c;
                    if single & 1 != 0 || pair(a, b) || pair(a, c) || pair(b, c) || three(a, b, c) {
                        sum += match (a == b, b == c) {
                            (true, true) => 1,
                            (false, false) => 6,
                            _ => 3,
                        };
                    }
                }
            }
        }
        sum
    }
}

/// The chance, out of 216, that the next throw of the side to throw lets it take the enemy king.
pub fn capture_chance(game: &ThreeDice) -> u32 {
    let (board, us) = (game.board(), game.board().turn());
    let Some(king) = board.king(!us) else { return 0 };
    let mut winning = Winning { one: kinds_of(board, board.checkers(!us)), ..Winning::default() };
    let mut moves: MoveList<Move> = MoveList::new();
    possible(board, game.passed(), Kinds::ALL, true, &mut moves);
    for m in moves {
        let first = m.kind.index();
        // What goes on from faces that win already tells nothing new.
        if winning.one.has(m.kind) || m.is_castling() && winning.one.has(Kind::Rook) {
            continue;
        }
        let mut next = *board;
        let passed = step(&mut next, game.passed(), m);
        let attackers = kinds_of(&next, next.checkers(!us));
        if m.is_castling() {
            let three = &mut winning.three[first][Kind::Rook.index()];
            *three = three.with(attackers);
            continue;
        }
        winning.two[first] = winning.two[first].with(attackers);
        let open = Kinds(!winning.with(first).0 & Kinds::ALL.0);
        approaches(&next, passed, us, king, open, &mut winning.three[first]);
    }
    winning.weight()
}

/// The chance, out of 216, that three dice name one of these kinds at least.
pub(super) fn chance_of_kinds(kinds: Kinds) -> u32 {
    216 - (6 - kinds.0.count_ones()).pow(3)
}

/// For each kind among `movers`, adds the kinds that attack the king after some move of a man of it:
/// the man itself from its new square, and line men whose way it has cleared.
fn approaches(
    board: &Orthodox<B8>,
    passed: Passed,
    us: Side,
    king: Square,
    movers: Kinds,
    found: &mut Pairs,
) {
    let (occupied, own) = (board.occupied(), board.side(us));
    let screens = screens(board, us, king);
    let mut note = |mover: Kind, attackers: Kinds| {
        found[mover.index()] = found[mover.index()].with(attackers);
    };
    let uncovered = |from: Square, to: u64| {
        let screen = |s: &&Screen| s.man == from && (to & !s.way).any();
        screens.iter().filter(screen).fold(Kinds::NONE, |all, s| all.with(Kinds::of(s.behind)))
    };
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King] {
        if !movers.has(kind) {
            continue;
        }
        for from in board.men(us, kind).squares() {
            let to = B8::attacks(kind, us, from, occupied) & !own;
            if (to & B8::attacks(kind, !us, king, occupied ^ u64::of(from))).any() {
                note(kind, Kinds::of(kind));
            }
            note(kind, uncovered(from, to));
        }
    }
    if !movers.has(Kind::Pawn) {
        return;
    }
    let last = B8::rank(if us == Side::White { 7 } else { 0 });
    let third = B8::rank(if us == Side::White { 2 } else { 5 });
    for from in board.men(us, Kind::Pawn).squares() {
        let single = B8::forward(us, u64::of(from)) & !occupied;
        let double = B8::forward(us, single & third) & !occupied;
        let to = single | double | B8::pawn(us, from) & board.side(!us);
        if (to & !last & B8::pawn(!us, king)).any() {
            note(Kind::Pawn, Kinds::of(Kind::Pawn));
        }
        if (to & last).any() {
            for kind in Kind::PROMOTIONS {
                if (to & last & B8::attacks(kind, !us, king, occupied ^ u64::of(from))).any() {
                    note(Kind::Pawn, Kinds::of(kind));
                }
            }
        }
        note(Kind::Pawn, uncovered(from, to));
    }
    // Two men leave their squares: simplest to make it.
    passing(board, passed, |m| {
        let mut next = *board;
        step(&mut next, passed, m);
        note(Kind::Pawn, kinds_of(&next, next.checkers(!us)));
    });
}

/// An own man that alone stands between the king and an own line man.
struct Screen {
    man: Square,
    behind: Kind,
    /// The squares between the king and the line man.
    way: u64,
}

fn screens(board: &Orthodox<B8>, us: Side, king: Square) -> arrayvec::ArrayVec<Screen, 8> {
    let mut found = arrayvec::ArrayVec::new();
    let own = board.side(us);
    let lines = B8::diagonals(king) & board.diagonal() | B8::straights(king) & board.straight();
    for square in (lines & own).squares() {
        let way = B8::between(king, square);
        let men = way & board.occupied();
        if men.any() && !men.many() && (men & own).any() {
            let behind = board.kind_on(square).unwrap_or(Kind::Queen);
            // Eight lines lead to the king, and each has one nearest own man.
            let _ = found.try_push(Screen { man: men.first(), behind, way });
        }
    }
    found
}
