//! The position, its turns as the men can move, and how they are made.

use std::convert::Infallible;
use std::ops::ControlFlow;

use super::home::{homes, last_row, pawn_row};
use crate::board::{B8, Bits, Geometry, Kind, Side, Square};
use crate::game::{Game, Node, Outcome, Reason, Sink};
use crate::games::common::zobrist;

/// A turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Move {
    /// A king is dropped [2.2].
    Drop(Square),
    /// A man of one's own moves.
    Step(Square, Square),
    /// A man X of any colour moves from one square to another, and an inactive man Y of the other colour
    /// takes its place [3.1]; a pawn Y may become another man at once [6.3].
    Revival(Square, Square, Kind, Option<Kind>),
    /// Mirror castling: the king's squares [3.2].
    Castling(Square, Square),
}

impl Move {
    /// The square left, if any, and the one that the mover goes to.
    #[inline(always)]
    pub fn squares(self) -> (Option<Square>, Square) {
        match self {
            Move::Drop(to) => (None, to),
            Move::Step(from, to) | Move::Revival(from, to, ..) | Move::Castling(from, to) => {
                (Some(from), to)
            }
        }
    }
}

/// The squares of a mirror castling on White's base.
struct Castle {
    king: Square,
    rook: Square,
    rook_to: Square,
    /// Must be empty.
    way: u64,
}

/// The king goes to the e-file in both.
const CASTLES: [Castle; 2] = [
    Castle { king: 6, rook: 5, rook_to: 7, way: 1 << 4 | 1 << 7 },
    Castle { king: 2, rook: 3, rook_to: 0, way: 1 << 4 | 1 << 1 | 1 },
];

/// Men of each kind that a side has.
pub(super) const ARMY: [u8; 6] = [8, 2, 2, 2, 1, 1];

/// A position of `chez`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Chez {
    /// By side and kind, pawns in disguise among the kind that they have become.
    men: [[u64; 6]; 2],
    sides: [u64; 2],
    disguised: u64,
    /// Kings and rooks that have not moved since they came on the board.
    unmoved: u64,
    /// Inactive men by side and kind.
    inactive: [[u8; 6]; 2],
    pub(super) turn: Side,
    pub(super) full_move: u32,
    key: u64,
}

impl Chez {
    /// Nobody on the board.
    pub(super) fn empty(turn: Side, full_move: u32) -> Self {
        Chez {
            men: [[0; 6]; 2],
            sides: [0; 2],
            disguised: 0,
            unmoved: 0,
            inactive: [ARMY; 2],
            turn,
            full_move,
            key: if turn == Side::Black { zobrist::BLACK } else { 0 },
        }
    }

    /// The men of a side that move as this kind.
    #[inline(always)]
    pub fn men(&self, side: Side, kind: Kind) -> u64 {
        self.men[side.index()][kind.index()]
    }

    /// The men of a side that are of this kind, pawns in disguise left out.
    #[inline(always)]
    pub fn true_men(&self, side: Side, kind: Kind) -> u64 {
        self.men(side, kind) & !self.disguised
    }

    /// All men of a side on the board.
    #[inline(always)]
    pub fn side(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    /// All men on the board.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The pawns that move as another man.
    #[inline(always)]
    pub fn disguised(&self) -> u64 {
        self.disguised
    }

    /// The kings and rooks that have not moved since they came on the board.
    #[inline(always)]
    pub fn unmoved(&self) -> u64 {
        self.unmoved
    }

    /// How many men of this kind are not on the board.
    #[inline(always)]
    pub fn inactive(&self, side: Side, kind: Kind) -> u8 {
        self.inactive[side.index()][kind.index()]
    }

    /// Whether a side has a man to revive.
    #[inline(always)]
    pub fn can_revive(&self, side: Side) -> bool {
        self.revivable(side) > 0
    }

    /// How many men a side has to revive.
    #[inline(always)]
    pub(super) fn revivable(&self, side: Side) -> i32 {
        self.inactive[side.index()][..Kind::King.index()].iter().map(|n| *n as i32).sum()
    }

    /// The king's square, if it is on the board.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Option<Square> {
        let king = self.men(side, Kind::King);
        king.any().then(|| king.first())
    }

    /// What the man on a square moves as.
    #[inline(always)]
    pub fn kind_on(&self, square: Square) -> Option<Kind> {
        let bit = u64::of(square);
        Kind::ALL.into_iter().find(|k| (self.men[0][k.index()] | self.men[1][k.index()]) & bit != 0)
    }

    /// The man on a square.
    #[inline(always)]
    pub fn man(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH.into_iter().find(|s| self.side(*s).has(square))?;
        Some((side, self.kind_on(square)?))
    }

    /// Puts a man on an empty square or takes it off.
    #[inline(always)]
    pub(super) fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let bit = u64::of(square);
        self.men[side.index()][kind.index()] ^= bit;
        self.sides[side.index()] ^= bit;
        self.key ^= zobrist::man(side, kind, square);
    }

    #[inline(always)]
    pub(super) fn toggle_disguise(&mut self, square: Square) {
        self.disguised ^= u64::of(square);
        self.key ^= zobrist::vanished(square);
    }

    #[inline(always)]
    pub(super) fn toggle_unmoved(&mut self, square: Square) {
        self.unmoved ^= u64::of(square);
        self.key ^= zobrist::en_passant(square);
    }

    /// Takes an inactive man of this kind, if there is one.
    pub(super) fn take(&mut self, side: Side, kind: Kind) -> bool {
        let count = &mut self.inactive[side.index()][kind.index()];
        let any = *count > 0;
        *count = count.saturating_sub(1);
        any
    }

    /// The men of a side that attack its partner's king.
    #[inline(always)]
    pub fn attackers(&self, king: Square, of: Side) -> u64 {
        let (men, occupied) = (&self.men[(!of).index()], self.occupied());
        let [pawns, knights, bishops, rooks, queens, _] = *men;
        // Pawns attack towards their own base.
        B8::pawn(!of, king) & pawns
            | B8::knight(king) & knights
            | B8::bishop(king, occupied) & (bishops | queens)
            | B8::rook(king, occupied) & (rooks | queens)
    }

    /// Whether all 16 men of a side are at home.
    #[inline(always)]
    pub fn is_home(&self, side: Side) -> bool {
        self.side(side).count() == 16
            && self.side(side) & self.disguised == 0
            && Kind::ALL.into_iter().all(|k| self.men(side, k) & !homes(side, k) == 0)
    }

    /// Where the man on a square may go: as X of a revival, or else in a move.
    #[inline]
    fn targets(&self, side: Side, kind: Kind, from: Square, revival: bool) -> u64 {
        let occupied = self.occupied();
        if kind != Kind::Pawn {
            return B8::attacks(kind, side, from, occupied) & !occupied;
        }
        let bit = u64::of(from);
        if revival {
            // Back from the last row there is one way only: up.
            let towards = if bit & last_row(side) != 0 { side } else { !side };
            return B8::pawn(towards, from) & !occupied;
        }
        if bit & (pawn_row(side) | last_row(side)) != 0 {
            return 0;
        }
        let one = B8::forward(!side, bit) & !occupied;
        let double = B8::rank_for(side, from) == 3;
        one | if double { B8::forward(!side, one) & !occupied } else { 0 }
    }

    /// Visits every turn that the men can make, the conditions L1 to L6 ignored; stops when told.
    #[inline]
    pub(super) fn turns(&self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.turn;
        if self.king(us).is_none() {
            return (!self.occupied()).squares().try_for_each(|to| visit(Move::Drop(to)));
        }
        for kind in Kind::ALL {
            for from in self.men(us, kind).squares() {
                for to in self.targets(us, kind, from, false).squares() {
                    visit(Move::Step(from, to))?;
                }
            }
        }
        self.castlings(&mut visit)?;
        for side in Side::BOTH {
            if !self.can_revive(!side) {
                continue;
            }
            for kind in Kind::ALL {
                for from in self.men(side, kind).squares() {
                    for to in self.targets(side, kind, from, true).squares() {
                        self.revivals(!side, from, to, &mut visit)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The men of a side that may take the place of X.
    #[inline(always)]
    fn revivals(
        &self,
        side: Side,
        from: Square,
        to: Square,
        visit: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for kind in &Kind::ALL[..Kind::King.index()] {
            if self.inactive(side, *kind) == 0 {
                continue;
            }
            if *kind == Kind::Pawn {
                if last_row(side).has(from) {
                    continue;
                }
                if last_row(!side).has(from) {
                    for new in Kind::PROMOTIONS {
                        visit(Move::Revival(from, to, *kind, Some(new)))?;
                    }
                }
            }
            visit(Move::Revival(from, to, *kind, None))?;
        }
        ControlFlow::Continue(())
    }

    fn castlings(&self, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        let us = self.turn;
        let up = if us == Side::White { 0 } else { 56 };
        for castle in &CASTLES {
            let (king, rook) = (castle.king + up, castle.rook + up);
            let men = self.men(us, Kind::King) & u64::of(king)
                | self.true_men(us, Kind::Rook) & u64::of(rook);
            let ready = (men & self.unmoved).many()
                && self.occupied() & castle.way << up == 0
                && self.attackers(king, us) == 0;
            if ready {
                visit(Move::Castling(king, 4 + up))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Moves a man to an empty square; a pawn in disguise becomes one again on its pawn row.
    #[inline]
    fn carry(&mut self, from: Square, to: Square) -> Option<Side> {
        let (side, kind) = self.man(from)?;
        self.toggle(side, kind, from);
        if self.unmoved.has(from) {
            self.toggle_unmoved(from);
        }
        let mut lands_as = kind;
        if self.disguised.has(from) {
            self.toggle_disguise(from);
            if pawn_row(side).has(to) {
                lands_as = Kind::Pawn;
            } else {
                self.toggle_disguise(to);
            }
        }
        self.toggle(side, lands_as, to);
        Some(side)
    }

    /// Makes a turn on the board.
    #[inline]
    pub(super) fn make(&mut self, m: Move) {
        match m {
            Move::Drop(to) => {
                self.take(self.turn, Kind::King);
                self.toggle(self.turn, Kind::King, to);
                self.toggle_unmoved(to);
            }
            Move::Step(from, to) => {
                self.carry(from, to);
            }
            Move::Revival(from, to, kind, becomes) => {
                if let Some(mover) = self.carry(from, to) {
                    self.take(!mover, kind);
                    self.toggle(!mover, becomes.unwrap_or(kind), from);
                    if becomes.is_some() {
                        self.toggle_disguise(from);
                    }
                    if kind == Kind::Rook {
                        self.toggle_unmoved(from);
                    }
                }
            }
            Move::Castling(king, to) => {
                self.carry(king, to);
                let up = king & 56;
                if let Some(castle) = CASTLES.iter().find(|c| c.king + up == king) {
                    self.carry(castle.rook + up, castle.rook_to + up);
                }
            }
        }
        if self.turn == Side::Black {
            self.full_move = (self.full_move + 1).min(99_999);
        }
        self.pass();
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub(super) fn pass(&mut self) {
        self.turn = !self.turn;
        self.key ^= zobrist::BLACK;
    }

    /// The position after a turn.
    #[inline(always)]
    pub(super) fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.make(m);
        next
    }

    /// The position with colours exchanged and the board turned over.
    pub fn mirrored(&self) -> Self {
        let mut mirror = Chez::empty(!self.turn, self.full_move);
        for square in self.occupied().squares() {
            let Some((side, kind)) = self.man(square) else { continue };
            let to = B8::flip(square);
            mirror.toggle(!side, kind, to);
            if self.disguised.has(square) {
                mirror.toggle_disguise(to);
            }
            if self.unmoved.has(square) {
                mirror.toggle_unmoved(to);
            }
        }
        mirror.inactive = [self.inactive[1], self.inactive[0]];
        mirror
    }
}

impl Game for Chez {
    type Move = Move;
    type Roll = Infallible;
    const CHANCE: bool = false;
    const SEALED: bool = false;

    #[inline]
    fn node(&self) -> Node {
        // If both are at home, the side that just moved has won.
        for side in [!self.turn, self.turn] {
            if self.is_home(side) {
                return Node::Over(Outcome::win(side, Reason::Home));
            }
        }
        Node::Decision(self.turn)
    }

    fn stuck(&self) -> Outcome {
        Outcome::win(self.winner_of_blockade(), Reason::Blocked)
    }

    fn moves(&self, side: Side, out: &mut impl Sink<Move>) {
        debug_assert_eq!(side, self.turn);
        self.legal_turns(out);
    }

    fn play(&mut self, m: Move) {
        self.make(m);
    }

    fn rolls(&self, _: impl FnMut(Infallible, u32) -> ControlFlow<()>) {}

    fn accepts(&self, r: Infallible) -> bool {
        match r {}
    }

    fn roll(&mut self, r: Infallible) {
        match r {}
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        // Inactive are those that are not on the board.
        self.key
    }

    #[inline(always)]
    fn occurrence(&self) -> Option<u64> {
        Some(self.key)
    }
}
