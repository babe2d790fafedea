//! The rules: placement, roll-offs, sowings, harvests.

use std::ops::ControlFlow;

use crate::board::{B8, Bits, Geometry, Kind, Kinds, Square};
use crate::game::{Any, Game, Node, Outcome, Reason, Side, Sink};
use crate::games::common::{Move, Orthodox};

/// Two eight-sided dice in the order in which they were thrown, faces 1–8.
pub type Throw = [u8; 2];

/// Men still to be placed, by side and kind.
pub(super) type Hand = [[u8; 6]; 2];

/// All men of the game.
pub(super) const ARMY: [u8; 6] = [8, 2, 2, 2, 1, 1];

/// What is going on.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Phase {
    /// The men left are placed. Of a throw, `dice` are those not used, behind a 0 for the one that is;
    /// zeros alone when a throw is due.
    Place { hand: Hand, dice: Throw },
    /// Dice decide what comes next; `thrown` by the first roller when the second is to throw.
    Roll { first: Side, thrown: Option<Throw> },
    /// A side moves its army; `done` are the men that have moved or promoted.
    Sow { first: Side, stage: Kind, done: u64 },
    /// The sides capture in turn.
    Harvest { first: Side },
}

/// A position.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Octahedra {
    pub(super) board: Orthodox<B8>,
    pub(super) phase: Phase,
}

/// The four ways in which a roll-off can end, ties thrown again until they are none: a harvest that the
/// first roller begins, one that the second begins, a sowing of the first, one of the second. `sum` is
/// what the first roller has thrown, if it has, and that was no double.
///
/// The weights are whole numbers; their sum is 238 before the first throw, 64 · 238 after it.
pub fn chances(sum: Option<u8>) -> [u32; 4] {
    // Before the first throw: with t = 9/128 the chance of a tie, 1/8, 7/64 and twice (49/64 − t)/2,
    // each divided by 1 − t, are 32, 28, 89 and 89 parts in 238.
    const FRESH: [u32; 4] = [32, 28, 89, 89];
    let Some(sum) = sum else { return FRESH };
    let (mut lower, mut equal, mut higher) = (0, 0, 0);
    for a in 1..=8 {
        for b in (1..=8).filter(|b| *b != a) {
            match (a + b).cmp(&sum) {
                std::cmp::Ordering::Less => lower += 1,
                std::cmp::Ordering::Equal => equal += 1,
                std::cmp::Ordering::Greater => higher += 1,
            }
        }
    }
    let mut all = FRESH.map(|w| w * equal);
    all[1] += 8 * 238;
    all[2] += lower * 238;
    all[3] += higher * 238;
    all
}

/// The file that a die names for a side.
fn file(side: Side, die: u8) -> u8 {
    if side == Side::White { die - 1 } else { 8 - die }
}

/// Where a side may place men of a kind.
pub(super) fn ground(side: Side, kind: Kind) -> u64 {
    let ranks = if kind == Kind::Pawn { 1..4 } else { 0..4 };
    ranks.map(|r| B8::rank(if side == Side::White { r } else { 7 - r })).fold(0, |a, b| a | b)
}

/// The stage of placement: the side and the first kind of those that it places; `None` when all men are
/// down.
pub(super) fn placing(hand: &Hand) -> Option<(Side, Kind)> {
    let left = |side: Side, kind: Kind| {
        let hand = &hand[side.index()];
        let king = kind == Kind::Queen && hand[Kind::King.index()] > 0;
        king || hand[kind.index()] > 0
    };
    Kind::ALL[..5].iter().find_map(|kind| {
        Side::BOTH.into_iter().find(|side| left(*side, *kind)).map(|side| (side, *kind))
    })
}

/// SplitMix64's finaliser (Steele, Lea and Flood 2014).
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Octahedra {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Orthodox<B8> {
        &self.board
    }

    /// In a roll-off: the first roller and what it has thrown, if it has.
    pub fn roll_off(&self) -> Option<(Side, Option<Throw>)> {
        match self.phase {
            Phase::Roll { first, thrown } => Some((first, thrown)),
            _ => None,
        }
    }

    /// Whether a harvest goes on.
    #[inline(always)]
    pub fn harvesting(&self) -> bool {
        matches!(self.phase, Phase::Harvest { .. })
    }

    /// The side that will throw first in the next roll-off as things stand; White in placement.
    pub fn first_roller(&self) -> Side {
        match self.phase {
            Phase::Place { .. } => Side::White,
            Phase::Roll { first, .. } | Phase::Sow { first, .. } | Phase::Harvest { first } => {
                first
            }
        }
    }

    /// The men that have moved in a sowing.
    pub fn done(&self) -> u64 {
        if let Phase::Sow { done, .. } = self.phase { done } else { 0 }
    }

    /// The squares on which a die allows the men of a stage of placement.
    pub(super) fn free(&self, side: Side, kind: Kind, die: u8) -> u64 {
        B8::file(file(side, die)) & ground(side, kind) & !self.board.occupied()
    }

    /// Whether a throw places nothing in this stage of placement.
    pub(super) fn is_void(&self, [a, b]: Throw, (side, kind): (Side, Kind)) -> bool {
        a == b || self.free(side, kind, a) == 0 || self.free(side, kind, b) == 0
    }

    fn drops(&self, hand: &Hand, [a, b]: Throw, out: &mut impl Sink<Move>) {
        let Some((side, kind)) = placing(hand) else { return };
        let squares = self.free(side, kind, if a > 0 { a } else { b });
        let kinds: &[Kind] = if kind == Kind::Queen { &[Kind::Queen, Kind::King] } else { &[kind] };
        for &kind in kinds.iter().filter(|k| hand[side.index()][k.index()] > 0) {
            out.extend(squares.squares().map(|to| Move { from: to, to, kind, promotion: None }));
        }
    }

    /// The squares to which a man of the sower can go.
    #[inline(always)]
    fn reach(&self, kind: Kind, from: Square) -> u64 {
        let (us, empty) = (self.board.turn(), !self.board.occupied());
        if kind != Kind::Pawn {
            return B8::attacks(kind, us, from, !empty) & empty;
        }
        let one = B8::forward(us, u64::of(from)) & empty;
        let base = B8::rank_for(us, from) == 1;
        one | if base { B8::forward(us, one) & empty } else { 0 }
    }

    fn sowing(&self, kind: Kind, done: u64, out: &mut impl Sink<Move>) {
        let us = self.board.turn();
        for from in (self.board.men(us, kind) & !done).squares() {
            for to in self.reach(kind, from).squares() {
                if kind == Kind::Pawn && B8::rank_for(us, to) == 7 {
                    let step = |new| Move { from, to, kind, promotion: Some(new) };
                    out.extend(Kind::PROMOTIONS.into_iter().map(step));
                } else {
                    out.push(Move { from, to, kind, promotion: None });
                }
            }
            if out.sated() {
                return;
            }
        }
    }

    /// Whether the side to act has a capture.
    pub(super) fn has_capture(&self) -> bool {
        let mut any = Any::default();
        self.captures(&mut any);
        any.0
    }

    fn captures(&self, out: &mut impl Sink<Move>) {
        let enemies = self.board.side(!self.board.turn());
        self.board.generate::<false>(Kinds::ALL, false, enemies, out);
    }

    /// Whether a man of the sower must move in this stage.
    pub(super) fn must_sow(&self, kind: Kind, done: u64) -> bool {
        let mut any = Any::default();
        self.sowing(kind, done, &mut any);
        any.0
    }

    /// Begins a sowing of a side, which passes if it cannot move.
    pub(super) fn sow(&mut self, side: Side) {
        let first = self.first_roller();
        self.board.set_turn(side);
        self.go_on_sowing(first, Kind::Pawn, 0);
    }

    /// Stays in a stage of a sowing while somebody must move in it, else goes to the next such one.
    fn go_on_sowing(&mut self, first: Side, from: Kind, done: u64) {
        match Kind::ALL[from.index()..].iter().find(|kind| self.must_sow(**kind, done)) {
            Some(&stage) => self.phase = Phase::Sow { first, stage, done },
            None => self.end_round(first, false),
        }
    }

    /// Begins a harvest of a side, which is over at once if it cannot capture.
    pub(super) fn harvest(&mut self, side: Side) {
        let first = self.first_roller();
        self.board.set_turn(side);
        if self.has_capture() {
            self.phase = Phase::Harvest { first };
        } else {
            self.end_round(side, false);
        }
    }

    fn end_round(&mut self, first: Side, captured: bool) {
        if !captured {
            self.board.count_half_move();
        }
        self.board.count_full_move();
        self.board.set_turn(first);
        self.phase = Phase::Roll { first, thrown: None };
    }

    fn play_drop(&mut self, m: Move, mut hand: Hand, [a, b]: Throw) {
        let side = self.board.turn();
        self.board.toggle(side, m.kind, m.to);
        hand[side.index()][m.kind.index()] -= 1;
        let dice = [0, if a > 0 { b } else { 0 }];
        match placing(&hand) {
            Some((side, _)) => {
                self.board.set_turn(side);
                self.phase = Phase::Place { hand, dice };
            }
            None => {
                self.board.set_turn(Side::White);
                self.phase = Phase::Roll { first: Side::White, thrown: None };
            }
        }
    }

    fn play_sowing(&mut self, m: Move, first: Side, stage: Kind, done: u64) {
        // Not as in chess: pawn moves do not set the counter back.
        let us = self.board.turn();
        self.board.toggle(us, m.kind, m.from);
        self.board.toggle(us, m.promotion.unwrap_or(m.kind), m.to);
        self.go_on_sowing(first, stage, done | u64::of(m.to));
    }

    fn play_capture(&mut self, m: Move) {
        let enemy = !self.board.turn();
        self.board.make(m);
        self.board.set_turn(enemy);
        if self.board.king(enemy).is_some() && !self.has_capture() {
            self.end_round(enemy, true);
        }
    }
}

impl Game for Octahedra {
    /// A drop goes from its square to itself.
    type Move = Move;
    type Roll = Throw;
    const CHANCE: bool = true;
    const SEALED: bool = false;

    #[inline]
    fn node(&self) -> Node {
        let side = self.board.turn();
        match self.phase {
            Phase::Place { dice: [_, 0], .. } | Phase::Roll { .. } => Node::Chance(side),
            Phase::Harvest { .. } if self.board.king(side).is_none() => {
                Node::Over(Outcome::win(!side, Reason::KingCaptured))
            }
            _ => Node::Decision(side),
        }
    }

    /// There is always an event until a king is taken: the game never ends here.
    fn stuck(&self) -> Outcome {
        Outcome::draw(Reason::Stalemate)
    }

    fn moves(&self, _: Side, out: &mut impl Sink<Move>) {
        match &self.phase {
            Phase::Place { hand, dice } => self.drops(hand, *dice, out),
            Phase::Roll { .. } => {}
            Phase::Sow { stage, done, .. } => self.sowing(*stage, *done, out),
            Phase::Harvest { .. } => self.captures(out),
        }
    }

    fn play(&mut self, m: Move) {
        match self.phase {
            Phase::Place { hand, dice } => self.play_drop(m, hand, dice),
            Phase::Roll { .. } => unreachable!("a throw is due"),
            Phase::Sow { first, stage, done } => self.play_sowing(m, first, stage, done),
            Phase::Harvest { .. } => self.play_capture(m),
        }
    }

    /// All ordered pairs; in placement those that are not void.
    fn rolls(&self, mut visit: impl FnMut(Throw, u32) -> ControlFlow<()>) {
        let stage = match &self.phase {
            Phase::Place { hand, .. } => placing(hand),
            _ => None,
        };
        for a in 1..=8 {
            for b in 1..=8 {
                let void = stage.is_some_and(|stage| self.is_void([a, b], stage));
                if !void && visit([a, b], 1).is_break() {
                    return;
                }
            }
        }
    }

    /// Void throws too.
    fn accepts(&self, _: Throw) -> bool {
        true
    }

    fn roll(&mut self, r: Throw) {
        let side = self.board.turn();
        let [a, b] = r;
        match &mut self.phase {
            Phase::Place { hand, dice } => {
                let stage = placing(hand);
                *dice = r;
                if stage.is_some_and(|stage| self.is_void(r, stage))
                    && let Phase::Place { dice, .. } = &mut self.phase
                {
                    *dice = [0, 0];
                }
            }
            Phase::Roll { .. } if a == b => self.harvest(side),
            Phase::Roll { thrown: thrown @ None, .. } => {
                *thrown = Some(r);
                self.board.set_turn(!side);
            }
            Phase::Roll { first, thrown } => {
                let first = *first;
                let sum: u8 = thrown.take().iter().flatten().sum();
                match sum.cmp(&(a + b)) {
                    std::cmp::Ordering::Less => self.sow(!first),
                    std::cmp::Ordering::Equal => self.board.set_turn(first),
                    std::cmp::Ordering::Greater => self.sow(first),
                }
            }
            Phase::Sow { .. } | Phase::Harvest { .. } => unreachable!("no throw is due"),
        }
    }

    fn key(&self) -> u64 {
        let side = |s: Side| s.index() as u64;
        let rest = match self.phase {
            // The hand follows from the board.
            Phase::Place { dice: [a, b], .. } => mix(a as u64 * 9 + b as u64),
            Phase::Roll { first, thrown } => {
                // Only the sum matters.
                let sum: u8 = thrown.iter().flatten().sum();
                mix(0x100 + 2 * sum as u64 + side(first))
            }
            Phase::Sow { first, stage, done } => {
                // Who has moved matters while men of its kind are to move.
                let us = self.board.side(self.board.turn());
                let later = Kind::ALL[stage.index()..].iter().map(|k| self.board.kind(*k));
                let done = done & us & later.fold(0, |a, b| a | b);
                mix(0x200 + 2 * stage.index() as u64 + side(first)) ^ mix(!done)
            }
            // Who threw first does not matter any more.
            Phase::Harvest { .. } => mix(0x300),
        };
        self.board.key() ^ rest
    }

    /// Nothing is drawn.
    fn occurrence(&self) -> Option<u64> {
        None
    }
}
