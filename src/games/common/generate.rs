//! Move generation for orthodox men, legal or without regard to checks, for a choice of kinds.

use super::castling;
use super::orthodox::{Move, Orthodox};
use crate::board::{Bits, Geometry, Kind, Kinds, Side, Square};
use crate::game::{MoveList, Sink};

/// What binds the moves of men other than the king: where they must land to answer a check, and which
/// of them may only move along the line to their king.
struct Bonds<B> {
    checked: bool,
    landing: B,
    pinned: B,
    king: Square,
}

impl<G: Geometry> Orthodox<G> {
    /// Generates the moves of the side to move with men of these kinds onto `targets` (the own men's
    /// squares must not be among them), and castling if it is wanted.
    ///
    /// With `SAFE`, the own king may not be left or put under attack, and castling obeys the orthodox
    /// conditions about attacks; else neither matters.
    #[inline(always)]
    pub fn generate<const SAFE: bool>(
        &self,
        kinds: Kinds,
        castling: bool,
        targets: G::Bits,
        out: &mut impl Sink<Move>,
    ) {
        match self.turn() {
            Side::White => self.generate_for::<true, SAFE>(kinds, castling, targets, out),
            Side::Black => self.generate_for::<false, SAFE>(kinds, castling, targets, out),
        }
    }

    /// Generates captures and promotions to queens onto these squares, for quiescence searches.
    pub fn generate_noisy<const SAFE: bool>(&self, squares: G::Bits, out: &mut MoveList<Move>) {
        let side = self.turn();
        self.generate::<SAFE>(Kinds::ALL, false, self.side(!side) & squares, out);
        let mut targets = G::ALL & !self.occupied() & squares;
        targets &= G::rank(if side == Side::White { G::RANKS - 1 } else { 0 });
        if let Some(passed) = self.en_passant() {
            targets |= G::Bits::of(passed);
        }
        let mut pawns = MoveList::new();
        self.generate::<SAFE>(Kinds::of(Kind::Pawn), false, targets, &mut pawns);
        Extend::extend(
            out,
            pawns.into_iter().filter(|m| {
                m.promotion.is_some()
                    || Some(m.to) == self.en_passant() && G::file_of(m.from) != G::file_of(m.to)
            }),
        );
        out.retain(|m| m.promotion.is_none_or(|k| k == Kind::Queen));
    }

    fn generate_for<const WHITE: bool, const SAFE: bool>(
        &self,
        kinds: Kinds,
        castling: bool,
        targets: G::Bits,
        out: &mut impl Sink<Move>,
    ) {
        let us = if WHITE { Side::White } else { Side::Black };
        let occupied = self.occupied();
        let bonds = self.bonds::<SAFE>(us, occupied);
        let landing = targets & bonds.landing;
        if landing.any() {
            if kinds.has(Kind::Pawn) {
                self.pawn_moves::<SAFE>(us, &bonds, targets, out);
                if out.sated() {
                    return;
                }
            }
            // Written out, so that each kind gets its own loop.
            self.man_moves::<SAFE>(Kind::Knight, kinds, us, &bonds, landing, out);
            self.man_moves::<SAFE>(Kind::Bishop, kinds, us, &bonds, landing, out);
            self.man_moves::<SAFE>(Kind::Rook, kinds, us, &bonds, landing, out);
            self.man_moves::<SAFE>(Kind::Queen, kinds, us, &bonds, landing, out);
            if out.sated() {
                return;
            }
        }
        if kinds.has(Kind::King) {
            for from in self.men(us, Kind::King).squares() {
                let mut to = G::king(from) & targets;
                if SAFE {
                    to = self.safe_squares(!us, to, occupied ^ G::Bits::of(from));
                }
                let kind = Kind::King;
                out.extend(to.squares().map(|to| Move { from, to, kind, promotion: None }));
            }
        }
        if castling && !bonds.checked {
            self.castling_moves::<SAFE>(us, occupied, out);
        }
    }

    /// Generates castling alone, as [`generate`](Self::generate) does, where these squares between king
    /// and rook prevent it too.
    pub fn generate_castling<const SAFE: bool>(&self, barred: G::Bits, out: &mut impl Sink<Move>) {
        let us = self.turn();
        let rights = self.castling() >> (2 * us.index()) & 3;
        if rights != 0 && !(SAFE && self.checkers(us).any()) {
            self.castlings::<SAFE>(us, rights, self.occupied() | barred, out);
        }
    }

    /// The moves of the men of one kind, king and pawns aside.
    #[inline(always)]
    fn man_moves<const SAFE: bool>(
        &self,
        kind: Kind,
        kinds: Kinds,
        us: Side,
        bonds: &Bonds<G::Bits>,
        landing: G::Bits,
        out: &mut impl Sink<Move>,
    ) {
        if !kinds.has(kind) {
            return;
        }
        let occupied = self.occupied();
        let mut men = self.men(us, kind);
        if SAFE && kind == Kind::Knight {
            // A pinned knight cannot move at all.
            men &= !bonds.pinned;
        }
        for from in men.squares() {
            let mut to = G::attacks(kind, us, from, occupied) & landing;
            if SAFE && kind != Kind::Knight && bonds.pinned.has(from) {
                to &= G::line(bonds.king, from);
            }
            out.extend(to.squares().map(|to| Move { from, to, kind, promotion: None }));
        }
    }

    /// Those of `squares` that no man of `by` attacks, with these men on the board as blockers.
    #[inline(always)]
    fn safe_squares(&self, by: Side, mut squares: G::Bits, occupied: G::Bits) -> G::Bits {
        let theirs = self.side(by);
        let pawns = self.kind(Kind::Pawn) & theirs;
        squares &= !(G::pawns_west(by, pawns) | G::pawns_east(by, pawns));
        for king in (self.kind(Kind::King) & theirs).squares() {
            squares &= !G::king(king);
        }
        for knight in (self.kind(Kind::Knight) & theirs).squares() {
            squares &= !G::knight(knight);
        }
        let (diagonal, straight) = (self.diagonal() & theirs, self.straight() & theirs);
        for square in squares.squares() {
            let attacked = (G::diagonals(square) & diagonal).any()
                && (G::bishop(square, occupied) & diagonal).any()
                || (G::straights(square) & straight).any()
                    && (G::rook(square, occupied) & straight).any();
            if attacked {
                squares ^= G::Bits::of(square);
            }
        }
        squares
    }

    #[inline(always)]
    fn bonds<const SAFE: bool>(&self, us: Side, occupied: G::Bits) -> Bonds<G::Bits> {
        let mut bonds = Bonds { checked: false, landing: G::ALL, pinned: G::Bits::EMPTY, king: 0 };
        if !SAFE {
            return bonds;
        }
        let Some(king) = self.king(us) else { return bonds };
        let theirs = self.side(!us);
        bonds.king = king;
        let mut checkers = (G::knight(king) & self.kind(Kind::Knight)
            | G::pawn(us, king) & self.kind(Kind::Pawn)
            | G::king(king) & self.kind(Kind::King))
            & theirs;
        let snipers =
            (G::diagonals(king) & self.diagonal() | G::straights(king) & self.straight()) & theirs;
        for sniper in snipers.squares() {
            let shield = G::between(king, sniper) & occupied;
            if shield.is_empty() {
                checkers |= G::Bits::of(sniper);
            } else if !shield.many() {
                bonds.pinned |= shield & self.side(us);
            }
        }
        debug_assert_eq!(checkers, self.attackers(!us, king, occupied));
        if checkers.any() {
            bonds.checked = true;
            bonds.landing = if checkers.many() {
                G::Bits::EMPTY
            } else {
                checkers | G::between(king, checkers.first())
            };
        }
        bonds
    }

    #[inline(always)]
    fn pawn_moves<const SAFE: bool>(
        &self,
        us: Side,
        bonds: &Bonds<G::Bits>,
        targets: G::Bits,
        out: &mut impl Sink<Move>,
    ) {
        let pawns = self.men(us, Kind::Pawn);
        self.pawn_steps(us, pawns & !bonds.pinned, targets & bonds.landing, out);
        if SAFE {
            for from in (pawns & bonds.pinned).squares() {
                let along = G::line(bonds.king, from) & targets & bonds.landing;
                self.pawn_steps(us, G::Bits::of(from), along, out);
            }
        }
        if let Some(to) = self.en_passant() {
            for from in (G::pawn(!us, to) & pawns).squares() {
                if targets.has(to) && (!SAFE || self.en_passant_safe(from, to)) {
                    out.push(Move { from, to, kind: Kind::Pawn, promotion: None });
                }
            }
        }
    }

    /// Steps, double steps and captures of these pawns onto `landing`.
    #[inline(always)]
    fn pawn_steps(&self, us: Side, pawns: G::Bits, landing: G::Bits, out: &mut impl Sink<Move>) {
        let empty = G::ALL & !self.occupied();
        let prey = self.side(!us) & landing;
        let (last, third) = match us {
            Side::White => (G::rank(G::RANKS - 1), G::rank(2)),
            Side::Black => (G::rank(0), G::rank(G::RANKS - 3)),
        };
        let files = G::FILES as i16;
        let forward = if us == Side::White { files } else { -files };
        let single = G::forward(us, pawns) & empty;
        let double = G::forward(us, single & third) & empty & landing;
        let steps = [
            (single & landing, forward),
            (G::pawns_west(us, pawns) & prey, forward - 1),
            (G::pawns_east(us, pawns) & prey, forward + 1),
        ];
        let pawn = |to: Square, by: i16, promotion| Move {
            from: (to as i16 - by) as Square,
            to,
            kind: Kind::Pawn,
            promotion,
        };
        for (to, by) in steps {
            out.extend((to & !last).squares().map(|to| pawn(to, by, None)));
            for to in (to & last).squares() {
                out.extend(Kind::PROMOTIONS.into_iter().map(|k| pawn(to, by, Some(k))));
            }
        }
        out.extend(double.squares().map(|to| pawn(to, 2 * forward, None)));
    }

    #[inline(always)]
    fn castling_moves<const SAFE: bool>(
        &self,
        us: Side,
        occupied: G::Bits,
        out: &mut impl Sink<Move>,
    ) {
        let rights = self.castling() >> (2 * us.index()) & 3;
        if rights != 0 {
            self.castlings::<SAFE>(us, rights, occupied, out);
        }
    }

    /// Castling by these rights (bit 0 short, bit 1 long) of a side that is not in check. None of `between`
    /// may lie between king and rook.
    #[inline(always)]
    fn castlings<const SAFE: bool>(
        &self,
        us: Side,
        rights: u8,
        between: G::Bits,
        out: &mut impl Sink<Move>,
    ) {
        let occupied = self.occupied();
        let from = castling::ALL[2 * us.index()].2;
        for (right, rook, middle, to) in [
            (castling::WHITE_SHORT, from + 3, from + 1, from + 2),
            (castling::WHITE_LONG, from - 4, from - 1, from - 2),
        ] {
            if rights & right != 0
                && (G::between(from, rook) & between).is_empty()
                && (!SAFE
                    || !self.attacked(!us, middle, occupied) && !self.attacked(!us, to, occupied))
            {
                out.push(Move { from, to, kind: Kind::King, promotion: None });
            }
        }
    }
}
