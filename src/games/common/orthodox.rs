//! An orthodox position on either board: men, side to move, rights and counters.

use super::zobrist;
use crate::board::{Bits, Geometry, Kind, Side, Square};
use crate::game::{Outcome, Reason};

/// A move of one man. Castling is the king's move; en passant the pawn's.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Move {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it is before the move.
    pub kind: Kind,
    /// What a pawn becomes.
    pub promotion: Option<Kind>,
}

impl Move {
    /// The lost or passed turn, `0000`.
    pub const PASS: Move = Move { from: 0, to: 0, kind: Kind::Pawn, promotion: None };

    /// Whether this is [`Move::PASS`].
    #[inline(always)]
    pub fn is_pass(self) -> bool {
        self.from == self.to && self.promotion.is_none()
    }

    /// Whether this is a castling move (no other king move is two files long).
    #[inline(always)]
    pub fn is_castling(self) -> bool {
        self.kind == Kind::King && self.from.abs_diff(self.to) == 2
    }

    /// A code for tables, not 0: no two moves share one.
    #[inline(always)]
    pub fn code(self) -> u16 {
        let promotion = self.promotion.map_or(0, |k| k.index() as u16);
        1 + (self.from as u16 * 100 + self.to as u16) * 5 + promotion
    }

    /// Coordinate form on a board.
    pub fn token<G: Geometry>(self) -> String {
        if self.is_pass() {
            return "0000".to_string();
        }
        let mut token = G::name(self.from) + &G::name(self.to);
        token.extend(self.promotion.map(Kind::letter));
        token
    }
}

/// Castling rights as bits.
pub mod castling {
    #![allow(missing_docs)]
    pub const WHITE_SHORT: u8 = 1;
    pub const WHITE_LONG: u8 = 2;
    pub const BLACK_SHORT: u8 = 4;
    pub const BLACK_LONG: u8 = 8;

    /// The rights in FEN order with their letters, king's and rook's home squares (8×8).
    pub const ALL: [(u8, char, u8, u8); 4] = [
        (WHITE_SHORT, 'K', 4, 7),
        (WHITE_LONG, 'Q', 4, 0),
        (BLACK_SHORT, 'k', 60, 63),
        (BLACK_LONG, 'q', 60, 56),
    ];

    /// Rights that survive when a man leaves or reaches a square.
    static KEPT: [u8; 128] = {
        let mut kept = [15; 128];
        let mut i = 0;
        while i < 4 {
            let (right, _, king, rook) = ALL[i];
            kept[king as usize] &= !right;
            kept[rook as usize] &= !right;
            i += 1;
        }
        kept
    };

    /// The rights that survive a move.
    #[inline(always)]
    pub fn kept(from: u8, to: u8) -> u8 {
        KEPT[from as usize % 128] & KEPT[to as usize % 128]
    }
}

/// An orthodox position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Orthodox<G: Geometry> {
    kinds: [G::Bits; 6],
    sides: [G::Bits; 2],
    key: u64,
    full_move: u32,
    half_moves: u16,
    turn: Side,
    castling: u8,
    en_passant: Option<Square>,
}

/// What a move has done beside moving men.
#[derive(Copy, Clone, Debug)]
pub struct Made {
    /// A capture or a pawn move: the counter of the fifty-move rule is 0.
    pub resets: bool,
    /// The square that a pawn has passed over.
    pub passed: Option<Square>,
}

/// Counters beyond these are not written: what is written can be read back.
const MOST_HALF_MOVES: u16 = 9_999;
const MOST_FULL_MOVES: u32 = 99_999;

impl<G: Geometry> Orthodox<G> {
    /// An empty board.
    pub fn empty(turn: Side, half_moves: u16, full_move: u32) -> Self {
        Orthodox {
            kinds: [G::Bits::EMPTY; 6],
            sides: [G::Bits::EMPTY; 2],
            key: if turn == Side::Black { zobrist::BLACK } else { 0 },
            full_move,
            half_moves,
            turn,
            castling: 0,
            en_passant: None,
        }
    }

    /// All men of a kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: Kind) -> G::Bits {
        self.kinds[kind.index()]
    }
    /// All men of a side.
    #[inline(always)]
    pub fn side(&self, side: Side) -> G::Bits {
        self.sides[side.index()]
    }
    /// The men of a side and kind.
    #[inline(always)]
    pub fn men(&self, side: Side, kind: Kind) -> G::Bits {
        self.side(side) & self.kind(kind)
    }
    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> G::Bits {
        self.sides[0] | self.sides[1]
    }
    /// Bishops and queens.
    #[inline(always)]
    pub fn diagonal(&self) -> G::Bits {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }
    /// Rooks and queens.
    #[inline(always)]
    pub fn straight(&self) -> G::Bits {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }
    /// What stands on a square.
    pub fn man(&self, square: Square) -> Option<(Side, Kind)> {
        let kind = self.kind_on(square)?;
        let side = if self.side(Side::White).has(square) { Side::White } else { Side::Black };
        Some((side, kind))
    }
    /// The kind of the man on a square.
    #[inline(always)]
    pub fn kind_on(&self, square: Square) -> Option<Kind> {
        if !self.occupied().has(square) {
            return None;
        }
        // Without branches: at most one of the sets has the square.
        let has = |kind: Kind| self.kind(kind).has(square) as usize * kind.index();
        Kind::from_index(
            has(Kind::Knight)
                + has(Kind::Bishop)
                + has(Kind::Rook)
                + has(Kind::Queen)
                + has(Kind::King),
        )
    }
    /// The square of a side's king (the lowest, if there are several); `None` without one.
    #[inline(always)]
    pub fn king(&self, side: Side) -> Option<Square> {
        let kings = self.men(side, Kind::King);
        kings.any().then(|| kings.first())
    }
    /// The side to act.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        self.turn
    }
    /// Half-moves since the last capture or pawn move.
    #[inline(always)]
    pub fn half_moves(&self) -> u16 {
        self.half_moves
    }
    /// Number of the full move, from 1.
    pub fn full_move(&self) -> u32 {
        self.full_move
    }
    /// Castling rights, bits of [`castling`].
    #[inline(always)]
    pub fn castling(&self) -> u8 {
        self.castling
    }
    /// The square on which a pawn can be taken en passant.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }
    /// Hash of men, side, rights and en passant square.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts a man on an empty square, or takes that man off it.
    #[inline(always)]
    pub fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let bit = G::Bits::of(square);
        self.kinds[kind.index()] ^= bit;
        self.sides[side.index()] ^= bit;
        self.key ^= zobrist::man(side, kind, square);
    }

    /// Sets the castling rights.
    #[inline(always)]
    pub fn set_castling(&mut self, rights: u8) {
        self.key ^= zobrist::CASTLING[self.castling as usize & 15]
            ^ zobrist::CASTLING[rights as usize & 15];
        self.castling = rights;
    }

    /// Sets the en passant square.
    #[inline(always)]
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(old) = self.en_passant {
            self.key ^= zobrist::en_passant(old);
        }
        if let Some(new) = square {
            self.key ^= zobrist::en_passant(new);
        }
        self.en_passant = square;
    }

    /// Gives the turn to the other side; the full-move number rises after Black's.
    #[inline(always)]
    pub fn end_turn(&mut self) {
        if self.turn == Side::Black {
            self.full_move = (self.full_move + 1).min(MOST_FULL_MOVES);
        }
        self.turn = !self.turn;
        self.key ^= zobrist::BLACK;
    }

    /// Makes this side the one to act; the counters stay.
    #[inline]
    pub fn set_turn(&mut self, side: Side) {
        if self.turn != side {
            self.turn = side;
            self.key ^= zobrist::BLACK;
        }
    }

    /// Raises the full-move number, in games whose rounds do not end with Black's turn.
    pub fn count_full_move(&mut self) {
        self.full_move = (self.full_move + 1).min(MOST_FULL_MOVES);
    }

    /// A turn without a move: en passant lapses, the counter stays.
    pub fn pass(&mut self) {
        self.set_en_passant(None);
        self.end_turn();
    }

    /// Makes a move of the side to move and ends its turn.
    ///
    /// The en passant square is set only if a capture on it is possible: a legal one where kings must
    /// be `SAFE`, else any.
    #[inline]
    pub fn play<const SAFE: bool>(&mut self, m: Move) {
        match self.turn {
            Side::White => self.play_for::<true, SAFE>(m),
            Side::Black => self.play_for::<false, SAFE>(m),
        }
    }

    #[inline(always)]
    fn play_for<const WHITE: bool, const SAFE: bool>(&mut self, m: Move) {
        let half_moves = self.half_moves + 1;
        let made = self.make_for::<WHITE>(m);
        if !made.resets {
            self.half_moves = half_moves.min(MOST_HALF_MOVES);
        }
        self.key ^= zobrist::BLACK;
        self.turn = if WHITE { Side::Black } else { Side::White };
        if !WHITE {
            self.full_move = (self.full_move + 1).min(MOST_FULL_MOVES);
        }
        if let Some(passed) = made.passed
            && self.can_take_en_passant::<SAFE>(passed)
        {
            self.set_en_passant(Some(passed));
        }
    }

    /// Ends a turn of several moves; `passed` is the square that its last move's pawn has passed over.
    pub fn finish_turn<const SAFE: bool>(&mut self, passed: Option<Square>) {
        self.end_turn();
        if let Some(passed) = passed.filter(|s| self.can_take_en_passant::<SAFE>(*s)) {
            self.set_en_passant(Some(passed));
        }
    }

    /// Counts a turn of both sides: the full-move number, and the half-move counter unless it `resets`.
    pub fn count_turn(&mut self, resets: bool) {
        self.half_moves = if resets { 0 } else { (self.half_moves + 1).min(MOST_HALF_MOVES) };
        self.full_move = (self.full_move + 1).min(MOST_FULL_MOVES);
    }

    /// Raises the half-move counter, as a throw does in games with several moves a turn.
    pub fn count_half_move(&mut self) {
        self.half_moves = (self.half_moves + 1).min(MOST_HALF_MOVES);
    }

    /// Undoes [`count_half_move`](Self::count_half_move) when the turn is lost.
    pub fn take_back_half_move(&mut self) {
        self.half_moves = self.half_moves.saturating_sub(1);
    }

    /// A turn in which a man of the side to move becomes another where it stands; a pawn move for the
    /// counter.
    pub fn turn_man(&mut self, square: Square, from: Kind, to: Kind) {
        self.set_en_passant(None);
        self.toggle(self.turn, from, square);
        self.toggle(self.turn, to, square);
        self.half_moves = 0;
        self.end_turn();
    }

    /// Takes a man off the board, whoever's turn it is; castling rights that need it go with it.
    pub fn remove(&mut self, square: Square) {
        if let Some((side, kind)) = self.man(square) {
            self.toggle(side, kind, square);
            self.set_castling(self.castling & castling::kept(square, square));
        }
    }

    /// Makes a move within a turn, which goes on: the men, the castling rights, the counter if the move
    /// sets it back. A right to take en passant is gone after it.
    #[inline]
    pub fn make(&mut self, m: Move) -> Made {
        match self.turn {
            Side::White => self.make_for::<true>(m),
            Side::Black => self.make_for::<false>(m),
        }
    }

    #[inline(always)]
    fn make_for<const WHITE: bool>(&mut self, m: Move) -> Made {
        let us = if WHITE { Side::White } else { Side::Black };
        let Move { from, to, kind, promotion } = m;
        let (origin, target) = (G::Bits::of(from), G::Bits::of(to));
        let mut resets = kind == Kind::Pawn;
        if let Some(old) = self.en_passant {
            self.set_en_passant(None);
            if kind == Kind::Pawn && to == old {
                self.toggle(!us, Kind::Pawn, Self::passed_pawn(us, to));
            }
        }
        if (self.sides[(!us).index()] & target).any() {
            if let Some(victim) = self.kind_on(to) {
                self.toggle(!us, victim, to);
            }
            resets = true;
        }
        // The man's own step, with each word touched once: this is the hottest code of perft.
        self.sides[us.index()] ^= origin | target;
        let mut key = self.key ^ zobrist::man(us, kind, from);
        if let Some(new) = promotion {
            self.kinds[Kind::Pawn.index()] ^= origin;
            self.kinds[new.index()] ^= target;
            key ^= zobrist::man(us, new, to);
        } else {
            self.kinds[kind.index()] ^= origin | target;
            key ^= zobrist::man(us, kind, to);
        }
        self.key = key;
        if resets {
            self.half_moves = 0;
        }
        if self.castling != 0 {
            if m.is_castling() {
                let short = to > from;
                let (rook, target) =
                    if short { (from + 3, from + 1) } else { (from - 4, from - 1) };
                self.toggle(us, Kind::Rook, rook);
                self.toggle(us, Kind::Rook, target);
            }
            let kept = castling::kept(from, to);
            if self.castling & !kept != 0 {
                self.set_castling(self.castling & kept);
            }
        }
        let double = kind == Kind::Pawn && from.abs_diff(to) == 2 * G::FILES;
        Made { resets, passed: double.then_some((from + to) / 2) }
    }

    /// The square of the pawn that `us` takes by moving to the en passant square `to`.
    #[inline(always)]
    pub fn passed_pawn(us: Side, to: Square) -> Square {
        match us {
            Side::White => to - G::FILES,
            Side::Black => to + G::FILES,
        }
    }

    /// Whether the side to move has a pawn that can take en passant on `passed`.
    pub fn can_take_en_passant<const SAFE: bool>(&self, passed: Square) -> bool {
        let pawns = G::pawn(!self.turn, passed) & self.men(self.turn, Kind::Pawn);
        pawns.squares().any(|from| !SAFE || self.en_passant_safe(from, passed))
    }

    /// Whether the own king is safe after taking en passant from `from` on `passed`.
    pub(super) fn en_passant_safe(&self, from: Square, passed: Square) -> bool {
        let us = self.turn;
        let Some(king) = self.king(us) else { return true };
        let taken = G::Bits::of(Self::passed_pawn(us, passed));
        let occupied = (self.occupied() ^ G::Bits::of(from) ^ taken) | G::Bits::of(passed);
        (self.attackers(!us, king, occupied) & !taken).is_empty()
    }

    /// The men of `by` that attack a square, with these men on the board as blockers.
    #[inline(always)]
    pub fn attackers(&self, by: Side, square: Square, occupied: G::Bits) -> G::Bits {
        (G::pawn(!by, square) & self.kind(Kind::Pawn)
            | G::knight(square) & self.kind(Kind::Knight)
            | G::king(square) & self.kind(Kind::King)
            | G::bishop(square, occupied) & self.diagonal()
            | G::rook(square, occupied) & self.straight())
            & self.side(by)
    }

    /// Whether `by` attacks a square, with these men on the board as blockers.
    #[inline(always)]
    pub fn attacked(&self, by: Side, square: Square, occupied: G::Bits) -> bool {
        let theirs = self.side(by);
        (G::knight(square) & self.kind(Kind::Knight) & theirs).any()
            || (G::pawn(!by, square) & self.kind(Kind::Pawn) & theirs).any()
            || (G::king(square) & self.kind(Kind::King) & theirs).any()
            || (G::bishop(square, occupied) & self.diagonal() & theirs).any()
            || (G::rook(square, occupied) & self.straight() & theirs).any()
    }

    /// The enemy men that attack a side's king; none if it has no king.
    #[inline]
    pub fn checkers(&self, side: Side) -> G::Bits {
        match self.king(side) {
            Some(king) => self.attackers(!side, king, self.occupied()),
            None => G::Bits::EMPTY,
        }
    }

    /// The end of a game in which the side to move cannot: checkmate in check, else stalemate.
    pub fn mated_or_stalemated(&self) -> Outcome {
        if self.checkers(self.turn).any() {
            Outcome::win(!self.turn, Reason::Checkmate)
        } else {
            Outcome::draw(Reason::Stalemate)
        }
    }

    /// Where history tables note a move of the side to move: its man and its target.
    #[inline(always)]
    pub fn slot(&self, m: Move) -> (usize, usize) {
        (self.turn.index() * 8 + m.kind.index(), m.to as usize)
    }

    /// The position with colours exchanged and the board turned over.
    pub fn mirrored(&self) -> Self {
        let mut mirror = Self::empty(!self.turn, self.half_moves, self.full_move);
        for square in self.occupied().squares() {
            if let Some((side, kind)) = self.man(square) {
                mirror.toggle(!side, kind, G::flip(square));
            }
        }
        mirror.set_castling((self.castling << 2 | self.castling >> 2) & 15);
        mirror.set_en_passant(self.en_passant.map(G::flip));
        mirror
    }
}
