//! Evaluation of dice chess before a throw.
//!
//! To the shared terms come what the dice make of a position: the expected gain of the next throw's
//! best capture, the throws that can give check, those that leave nothing to move. A king that the
//! next throw can take, and a check that it may not answer, are reckoned exactly: the equity is the
//! mean over the throws that end the game, those that let it slip, and the rest.

use super::DiceChess;
use super::weights::{PACKED, WEIGHTS};
use crate::board::{B8, Bits, Geometry, Kind, Kinds, Side};
use crate::game::{Game, MoveList, Sink};
use crate::games::common::evaluation::{self as shared, Sum, Survey, Tally, Trace, phase, survey};
use crate::games::common::{Move, WORTH};
use crate::search::classes::ByClass;
use crate::search::value::{ONE, Value, equity};
use crate::search::{Evaluator, Searchable, ThrowClasses};

/// Terms of the dice, placed behind the shared ones.
pub mod term {
    use crate::games::common::evaluation::term::END as SHARED;
    crate::terms! {
        from SHARED;
        /// Expected gain of the next throw's best capture, in quarter centipawns (side that throws).
        CAPTURE: 1;
        /// The same for the other side, which throws afterwards.
        CAPTURE_LATER: 1;
        /// Throws out of 36 that name a kind which can give check (side that throws).
        CHECKS: 1;
        /// The same for the other side.
        CHECKS_LATER: 1;
        /// Throws out of 36 that name a kind which can give check from a square not attacked.
        SAFE_CHECKS: 1;
        /// The same for the other side.
        SAFE_CHECKS_LATER: 1;
        /// The checking throws times the missing escapes of the king they hit, both sides.
        TIGHT: 1;
        /// Throws out of 36 for which a side has no man to move (both sides).
        LOST: 1;
    }
}

const _: () = assert!(WEIGHTS.len() == term::END, "a weight for each term");

/// Of 36 throws, how many name one of so many kinds or are doubles (which allow any man).
const THROWS: [i32; 7] = [0, 16, 24, 30, 34, 36, 36];

/// Weighted terms, and the ends that the next throws may bring.
#[derive(Clone, Default)]
pub struct DiceEvaluator;

/// Value before a throw as `fixed + share × rest`: what throws that decide the game contribute, and
/// the share of the others.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Danger {
    /// For the side that throws.
    pub fixed: f64,
    /// The rest's share.
    pub share: f64,
}

/// Collects the kinds that can move.
struct Movable(Kinds);

impl Sink<Move> for Movable {
    fn push(&mut self, m: Move) {
        self.0 = self.0.with(Kinds::of(m.kind));
        if m.is_castling() {
            self.0 = self.0.with(Kinds::of(Kind::Rook));
        }
    }
}

/// How the next throws may decide the game at once: by taking a king, or by a check left unanswered
/// whose king is then taken.
pub fn danger(game: &DiceChess) -> Danger {
    let board = game.board();
    let side = board.turn();
    let kinds = |set: u64| {
        Kind::ALL
            .into_iter()
            .filter(|k| (board.kind(*k) & set).any())
            .map(Kinds::of)
            .fold(Kinds::NONE, Kinds::with)
    };
    let takers = kinds(board.checkers(!side));
    let attackers = kinds(board.checkers(side));
    let count = |k: Kinds| k.0.count_ones() as usize;
    let taken = THROWS[count(takers)];
    let mut lost = 0;
    if count(attackers) > 0 {
        let mut answers = Movable(takers);
        game.moves_of(Kinds::ALL, &mut answers);
        lost = 36 - THROWS[count(answers.0)];
    }
    let (taken, lost) = (taken as f64 / 36.0, lost as f64 / 36.0);
    let punished = THROWS[count(attackers)] as f64 / 36.0;
    Danger { fixed: taken - lost * punished, share: 1.0 - taken - lost * punished }
}

/// Counts all terms of a position.
pub fn tally(game: &DiceChess, tally: &mut impl Tally) {
    let board = game.board();
    let survey = survey(board, tally);
    for side in Side::BOTH {
        let now = side == board.turn();
        let gain = capture_gain(game, side, &survey);
        tally.add(side, if now { term::CAPTURE } else { term::CAPTURE_LATER }, gain / 4);
        exposure(game, side, now, &survey, tally);
        tally.add(side, term::LOST, 36 - THROWS[movable(game, side, &survey)]);
    }
}

/// Expected gain in centipawns of the best capture that a throw of `side` allows, as the men stand;
/// what may be retaken counts with the share of throws that can do it.
fn capture_gain(game: &DiceChess, side: Side, survey: &Survey) -> i32 {
    let board = game.board();
    let ours = &survey.by[side.index()];
    let prey = board.side(!side) & survey.all[side.index()] & !board.kind(Kind::King);
    let mut best = [0; 6];
    for square in prey.squares() {
        let Some(victim) = board.kind_on(square) else { continue };
        let guards = survey.kinds_on(!side, square);
        for kind in Kind::ALL {
            if ours[kind.index()] >> square & 1 == 0 || kind == Kind::King && guards > 0 {
                continue;
            }
            let risk = if guards == 0 { 0 } else { WORTH[kind.index()] * THROWS[guards] / 36 };
            let gain = WORTH[victim.index()] - risk;
            best[kind.index()] = best[kind.index()].max(gain);
        }
    }
    best.sort_unstable_by_key(|gain| -gain);
    best.iter().zip([16, 8, 6, 4, 2, 0]).map(|(gain, weight)| gain * weight).sum::<i32>() / 36
}

/// The throws by which `side` can give check, at all and from squares that are not attacked.
fn exposure(game: &DiceChess, side: Side, now: bool, survey: &Survey, tally: &mut impl Tally) {
    let board = game.board();
    let Some(king) = board.king(!side) else { return };
    let occupied = board.occupied();
    let guarded = survey.all[(!side).index()];
    let (mut any, mut safe) = (0, 0);
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let from = B8::attacks(kind, !side, king, occupied);
        let checks = survey.by[side.index()][kind.index()] & from & !board.side(side);
        any += checks.any() as usize;
        safe += (checks & !guarded).any() as usize;
    }
    let escapes = B8::king(king) & !board.side(!side) & !survey.all[side.index()];
    let missing = 4 - (escapes.count() as i32).min(4);
    let (all, unhurt) = if now {
        (term::CHECKS, term::SAFE_CHECKS)
    } else {
        (term::CHECKS_LATER, term::SAFE_CHECKS_LATER)
    };
    tally.add(side, all, THROWS[any]);
    tally.add(side, unhurt, THROWS[safe]);
    tally.add(side, term::TIGHT, THROWS[any] * missing);
}

/// How many kinds of a side have somewhere to go, checks aside.
fn movable(game: &DiceChess, side: Side, survey: &Survey) -> usize {
    let board = game.board();
    let own = board.side(side);
    let pawns = board.men(side, Kind::Pawn);
    let steps = B8::forward(side, pawns) & !board.occupied();
    let takes = survey.by[side.index()][0] & board.side(!side);
    let mut count = (steps | takes).any() as usize;
    for set in &survey.by[side.index()][1..5] {
        count += (set & !own).any() as usize;
    }
    let escapes = survey.by[side.index()][5] & !own & !survey.all[(!side).index()];
    count + escapes.any() as usize
}

impl Evaluator<DiceChess> for DiceEvaluator {
    const DRAWS: f64 = 0.05;

    fn evaluate(&self, game: &DiceChess) -> Value {
        let board = game.board();
        let mut sum = Sum::new(&PACKED);
        tally(game, &mut sum);
        let value = equity(sum.centipawns(phase(board)));
        let value = if board.turn() == Side::White { value } else { -value };
        if board.checkers(board.turn()).is_empty() && board.checkers(!board.turn()).is_empty() {
            return value;
        }
        let Danger { fixed, share } = danger(game);
        (((fixed * ONE as f64) + share * value as f64) as Value).clamp(1 - ONE, ONE - 1)
    }

    fn explain(&self, game: &DiceChess) -> String {
        let mut trace = Trace::default();
        tally(game, &mut trace);
        let names: Vec<_> = shared::term::NAMES.iter().chain(term::NAMES).copied().collect();
        let mut text = shared::explain(&names, &trace, &WEIGHTS, phase(game.board()));
        let Danger { fixed, share } = danger(game);
        text += &format!(
            "decided at once       {fixed:+.4} for the side to act, the rest counts {share:.4}\n"
        );
        text
    }
}

impl Searchable for DiceChess {
    type Evaluator = DiceEvaluator;
    type Chance = ByClass;
    const SELECTIVE: bool = false;

    fn code(&self, m: Move) -> u16 {
        m.code()
    }

    #[inline]
    fn slot(&self, m: Move) -> (usize, usize) {
        (self.board().turn().index() * 8 + m.kind.index(), m.to as usize)
    }

    fn gain(&self, m: Move) -> Option<i32> {
        let board = self.board();
        let Some(victim) = board.kind_on(m.to).filter(|_| !m.is_pass()) else {
            return m.promotion.map(|k| WORTH[k.index()]);
        };
        let (taken, risked) = (WORTH[victim.index()], WORTH[m.kind.index()].min(1000));
        if risked > taken && m.kind != Kind::King {
            let without = board.occupied() & !u64::of(m.from);
            if board.attacked(!board.turn(), m.to, without) {
                return Some(taken - risked);
            }
        }
        Some(16 * taken - risked / 64)
    }
}

impl ThrowClasses for DiceChess {
    fn throws() -> &'static [(u8, u32)] {
        static THROWS: [(u8, u32); 16] = {
            // The six doubles allow everything.
            let mut all = [(0b11_1111, 6); 16];
            let (mut i, mut a) = (1, 0);
            while a < 6 {
                let mut b = a + 1;
                while b < 6 {
                    all[i] = (1 << a | 1 << b, 2);
                    i += 1;
                    b += 1;
                }
                a += 1;
            }
            all
        };
        &THROWS
    }

    fn classes_of_roll(r: crate::dice::Pair) -> u8 {
        super::dicechess::allowed(r).0
    }

    fn classes_of_move(&self, m: Move) -> u8 {
        let kind = Kinds::of(m.kind);
        if m.is_castling() { kind.with(Kinds::of(Kind::Rook)).0 } else { kind.0 }
    }

    fn class_moves(&self, out: &mut MoveList<Move>) {
        self.moves_of(Kinds::ALL, out);
    }

    fn lapse(&self) -> Self {
        let mut next = self.clone();
        next.play(Move::PASS);
        next
    }
}
