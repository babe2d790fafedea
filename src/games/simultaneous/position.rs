//! The rules: what a side may choose, and how two choices meet. Numbers in brackets are those of the
//! rules' source.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::board::{B8, Bits, Geometry, Kind, Square};
use crate::game::{Game, Node, Outcome, Reason, Side, Sink};
use crate::games::common::{Move, Orthodox, castling, zobrist};

/// Light squares, on which White's man wins a meeting (rule 9).
pub const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;

/// What a pawn can become, in the order of the pools.
pub const POOLED: [Kind; 4] = Kind::PROMOTIONS;

/// Both passed so often in a row: a draw (rule 2).
const MOST_PASSES: u8 = 2;

/// So many turns without capture or pawn move are a draw.
const QUIET_TURNS: u16 = 50;

/// A position of simultaneous chess: both sides are to choose, or the game is over.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Simultaneous {
    /// Men, castling rights and counters; its side to move is always White and means nothing.
    pub(super) board: Orthodox<B8>,
    /// Captured men by the side that lost them and by the order of [`POOLED`].
    pub(super) pools: [[u8; 4]; 2],
    /// By side, where the men that moved in the last turn stand (rule 3).
    pub(super) last: [u64; 2],
    /// In how many turns in a row up to now both have passed.
    pub(super) passes: u8,
}

/// One man's part of a choice; castling has two.
#[derive(Copy, Clone)]
struct Step {
    from: Square,
    to: Square,
    kind: Kind,
    becomes: Kind,
}

/// The place of a kind in the pools; pawns and kings have none.
pub(super) fn place(kind: Kind) -> Option<usize> {
    POOLED.iter().position(|k| *k == kind)
}

impl Simultaneous {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    /// How many men of a kind a side can promote pawns to.
    pub fn pool(&self, side: Side, kind: Kind) -> u8 {
        place(kind).map_or(0, |i| self.pools[side.index()][i])
    }

    /// The men of a side that may not move in this turn, as they moved in the last one (rule 3).
    #[inline(always)]
    pub fn barred(&self, side: Side) -> u64 {
        self.last[side.index()]
    }

    /// In how many turns in a row up to now both sides have passed.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The squares that pawns on `pawns` attack: exactly those that they may move to, whatever stands
    /// there. The square that a double step passes over must be empty (rule 6).
    #[inline]
    pub fn pawn_attacks(side: Side, pawns: u64, occupied: u64) -> u64 {
        let second = B8::rank(if side == Side::White { 1 } else { 6 });
        let passed = B8::forward(side, pawns & second) & !occupied;
        B8::forward(side, pawns | passed)
            | B8::pawns_west(side, pawns)
            | B8::pawns_east(side, pawns)
    }

    /// The squares that men of `by` other than its king attack, those barred by (rule 3) too, with these
    /// men on the board as blockers.
    pub fn attacks(&self, by: Side, occupied: u64) -> u64 {
        let board = &self.board;
        let mut all = Self::pawn_attacks(by, board.men(by, Kind::Pawn), occupied);
        for square in board.men(by, Kind::Knight).squares() {
            all |= B8::knight(square);
        }
        for square in (board.diagonal() & board.side(by)).squares() {
            all |= B8::bishop(square, occupied);
        }
        for square in (board.straight() & board.side(by)).squares() {
            all |= B8::rook(square, occupied);
        }
        all
    }

    /// The squares on which the king of `side` may not arrive: attacked by an enemy man other than the
    /// enemy king, with the king itself lifted off the board.
    pub fn forbidden(&self, side: Side) -> u64 {
        let king = self.board.men(side, Kind::King);
        self.attacks(!side, self.board.occupied() & !king)
    }

    fn push_steps(&self, side: Side, from: Square, to: u64, kind: Kind, out: &mut impl Sink<Move>) {
        let last_rank = B8::rank(if side == Side::White { 7 } else { 0 });
        let plain = if kind == Kind::Pawn { to & !last_rank } else { to };
        out.extend(plain.squares().map(|to| Move { from, to, kind, promotion: None }));
        if plain != to {
            // Only what the enemy has captured before this turn can come back [7].
            for to in (to & last_rank).squares() {
                for (new, count) in POOLED.into_iter().zip(self.pools[side.index()]) {
                    if count > 0 {
                        out.push(Move { from, to, kind, promotion: Some(new) });
                    }
                }
            }
        }
    }

    /// The choices of `side` with these men (castling counts as the king's) onto these squares, the
    /// pass not among them.
    pub(super) fn moves_of(&self, side: Side, men: u64, onto: u64, out: &mut impl Sink<Move>) {
        let board = &self.board;
        let occupied = board.occupied();
        let targets = onto & !board.side(side);
        let movers = men & board.side(side) & !self.barred(side);
        for from in (movers & board.kind(Kind::Pawn)).squares() {
            let to = Self::pawn_attacks(side, u64::of(from), occupied) & targets;
            self.push_steps(side, from, to, Kind::Pawn, out);
        }
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for from in (movers & board.kind(kind)).squares() {
                let to = B8::attacks(kind, side, from, occupied) & targets;
                self.push_steps(side, from, to, kind, out);
            }
        }
        if let Some(from) = board.king(side).filter(|king| movers.has(*king)) {
            let forbidden = self.forbidden(side);
            let to = B8::king(from) & targets & !forbidden;
            self.push_steps(side, from, to, Kind::King, out);
            if board.castling() != 0 && !forbidden.has(from) {
                self.castlings(side, forbidden, onto, out);
            }
        }
    }

    fn castlings(&self, side: Side, forbidden: u64, onto: u64, out: &mut impl Sink<Move>) {
        let own = if side == Side::White { 0..2 } else { 2..4 };
        for (right, _, king, rook) in &castling::ALL[own] {
            let to = if rook > king { king + 2 } else { king - 2 };
            let path = B8::between(*king, to) | u64::of(to);
            let open = (B8::between(*king, *rook) & self.board.occupied()).is_empty();
            if self.board.castling() & right != 0
                && open
                && (path & forbidden).is_empty()
                && onto.has(to)
            {
                out.push(Move { from: *king, to, kind: Kind::King, promotion: None });
            }
        }
    }

    fn steps(m: Move) -> [Option<Step>; 2] {
        if m.is_pass() {
            return [None; 2];
        }
        let Move { from, to, kind, promotion } = m;
        let own = Step { from, to, kind, becomes: promotion.unwrap_or(kind) };
        let rook = m.is_castling().then(|| {
            let (from, to) = if to > from { (from + 3, from + 1) } else { (from - 4, from - 1) };
            Step { from, to, kind: Kind::Rook, becomes: Kind::Rook }
        });
        [Some(own), rook]
    }

    /// The man of `side` that was lost goes to its own side's pool, as what it was on the board.
    fn lose(&mut self, side: Side, kind: Kind) {
        if let Some(place) = place(kind) {
            let count = &mut self.pools[side.index()][place];
            *count = count.saturating_add(1);
        }
    }

    /// The man of `side` is where its choice has led it.
    fn arrive(&mut self, side: Side, step: Step) {
        self.board.toggle(side, step.becomes, step.to);
        self.last[side.index()] |= u64::of(step.to);
        if step.becomes != step.kind
            && let Some(place) = place(step.becomes)
        {
            self.pools[side.index()][place] -= 1;
        }
    }

    /// The position with colours exchanged and the board turned over.
    pub fn mirrored(&self) -> Self {
        let board = &self.board;
        let mut mirror = Orthodox::empty(Side::White, board.half_moves(), board.full_move());
        for square in board.occupied().squares() {
            if let Some((side, kind)) = board.man(square) {
                mirror.toggle(!side, kind, B8::flip(square));
            }
        }
        mirror.set_castling((board.castling() << 2 | board.castling() >> 2) & 15);
        let [white, black] = self.last.map(u64::swap_bytes);
        let pools = [self.pools[1], self.pools[0]];
        Simultaneous { board: mirror, pools, last: [black, white], passes: self.passes }
    }
}

impl Game for Simultaneous {
    type Move = Move;
    type Roll = Infallible;
    const CHANCE: bool = false;
    const SEALED: bool = true;

    #[inline]
    fn node(&self) -> Node {
        let kings = Side::BOTH.map(|side| self.board.men(side, Kind::King).any());
        Node::Over(match kings {
            [true, false] => Outcome::win(Side::White, Reason::KingCaptured),
            [false, true] => Outcome::win(Side::Black, Reason::KingCaptured),
            [false, false] => Outcome::draw(Reason::BothKings),
            _ if self.passes >= MOST_PASSES => Outcome::draw(Reason::Passes),
            _ if self.board.half_moves() >= QUIET_TURNS => Outcome::draw(Reason::FiftyMoves),
            _ => return Node::Sealed,
        })
    }

    fn stuck(&self) -> Outcome {
        unreachable!("passing is always allowed")
    }

    fn moves(&self, side: Side, out: &mut impl Sink<Move>) {
        out.push(Move::PASS);
        self.moves_of(side, u64::MAX, u64::MAX, out);
    }

    fn play(&mut self, _: Move) {
        unreachable!("both sides choose at once")
    }

    fn play_sealed(&mut self, white: Move, black: Move) {
        self.last = [0; 2];
        let steps = [Self::steps(white), Self::steps(black)];
        let mut resets = false;
        // All men that move leave their squares first: so they neither stand in each other's way [8]
        // nor are they captured where they stood [10].
        for side in Side::BOTH {
            for step in steps[side.index()].into_iter().flatten() {
                self.board.toggle(side, step.kind, step.from);
                resets |= step.kind == Kind::Pawn;
            }
        }
        for side in Side::BOTH {
            for step in steps[side.index()].into_iter().flatten() {
                let others = steps[(!side).index()].iter().flatten();
                let met = others.into_iter().any(|other| other.to == step.to);
                let winner = if LIGHT.has(step.to) { Side::White } else { Side::Black };
                if met && side != winner {
                    self.lose(side, step.kind);
                    resets = true;
                    continue;
                }
                if let Some((owner, kind)) = self.board.man(step.to).filter(|(s, _)| *s != side) {
                    self.board.toggle(owner, kind, step.to);
                    self.lose(owner, kind);
                    resets = true;
                }
                self.arrive(side, step);
            }
        }
        if self.board.castling() != 0 {
            let mut rights = self.board.castling();
            for m in [white, black].iter().filter(|m| !m.is_pass()) {
                rights &= castling::kept(m.from, m.to);
            }
            self.board.set_castling(rights);
        }
        let passed = white.is_pass() && black.is_pass();
        self.passes = if passed { self.passes + 1 } else { 0 };
        self.board.count_turn(resets);
    }

    fn rolls(&self, _: impl FnMut(Infallible, u32) -> ControlFlow<()>) {}

    fn accepts(&self, r: Infallible) -> bool {
        match r {}
    }

    fn roll(&mut self, r: Infallible) {
        match r {}
    }

    #[inline]
    fn key(&self) -> u64 {
        let mut key = self.board.key();
        for side in Side::BOTH {
            let i = side.index();
            for (j, count) in self.pools[i].into_iter().enumerate().filter(|(_, n)| *n > 0) {
                key ^= (count as u64).wrapping_mul(zobrist::DICE[i * 4 + j]);
            }
            for square in self.last[i].squares() {
                key ^= zobrist::en_passant(square + 64 * i as u8);
            }
        }
        if self.passes > 0 {
            key ^= zobrist::DICE[8 + self.passes as usize % 8];
        }
        key
    }

    #[inline]
    fn occurrence(&self) -> Option<u64> {
        Some(self.key())
    }
}
