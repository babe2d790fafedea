//! Evaluation of dice chess before a throw.
//!
//! To the shared terms come what the dice make of a position: the expected gain of the next throw's
//! best capture, the throws that can give check, those that leave nothing to move. A king that the
//! next throw can take, and a check that it may not answer, are reckoned exactly ([`Danger`]): the
//! equity is the mean over the throws that end the game, those that let it slip, and the rest. Kings
//! that may fall a little later ([`Risks`]) shift a share of the rest to a win or loss.

use std::ops::Range;

use super::DiceChess;
use super::weights::dicechess::{PACKED, RISK_SHARES, WEIGHTS};
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
        /// The gain of captures, where the side that throws is in check.
        CAPTURE_CHECKED: 1;
        /// Throws out of 36 that name a kind which can give check from a square not attacked (side that throws).
        SAFE_CHECKS: 1;
        /// The same for the other side.
        SAFE_CHECKS_LATER: 1;
        /// Throws out of 36 for which a side has no man to move (both sides).
        LOST: 1;
        /// The side that throws is in check.
        CHECKED: 1;
    }
}

const _: () = assert!(WEIGHTS.len() == term::END, "a weight for each term");

/// The risks of kings, by place in [`Risks`].
pub mod risk {
    /// The side that throws gives a check that remains unanswered.
    pub const CHECK: usize = 0;
    /// The same, if that side must answer a check itself first.
    pub const COUNTERCHECK: usize = 1;
    /// The other side is in check already, escapes now and does not answer.
    pub const HELD: usize = 2;
    /// The other side gives a check that remains unanswered.
    pub const CHECK_LATER: usize = 3;
    /// The side that throws is in check, does not answer and escapes now.
    pub const HELD_LATER: usize = 4;
    /// The first of the risks to the side that throws; those before are risks to the other.
    pub const OWN: usize = CHECK_LATER;
    /// How many there are.
    pub const COUNT: usize = 5;
}

/// Chances, out of [`CERTAIN`], that a throw leads to a check and the next one names no answer to it.
pub type Risks = [i32; risk::COUNT];

/// Two throws.
pub const CERTAIN: i32 = 36 * 36;

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
pub(super) struct Movable(pub Kinds);

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

fn in_check(game: &DiceChess, side: Side, survey: &Survey) -> bool {
    (game.board().men(side, Kind::King) & survey.all[(!side).index()]).any()
}

/// Counts all terms of a position and tells the risks of the kings.
pub fn tally(game: &DiceChess, tally: &mut impl Tally) -> Risks {
    let board = game.board();
    let survey = survey(board, tally);
    let mut risks = [0; risk::COUNT];
    let turn = board.turn();
    let checked = in_check(game, turn, &survey);
    if checked {
        tally.add(turn, term::CHECKED, 1);
    }
    for side in Side::BOTH {
        let now = side == turn;
        let capture = match (now, checked) {
            (true, true) => term::CAPTURE_CHECKED,
            (true, false) => term::CAPTURE,
            (false, _) => term::CAPTURE_LATER,
        };
        tally.add(side, capture, capture_gain(game, side, &survey) / 4);
        let exposure = exposure(game, side, &survey);
        let safe = if now { term::SAFE_CHECKS } else { term::SAFE_CHECKS_LATER };
        tally.add(side, safe, exposure.safe);
        let (check, held) = match (now, checked) {
            (true, true) => (risk::COUNTERCHECK, risk::HELD),
            (true, false) => (risk::CHECK, risk::HELD),
            (false, _) => (risk::CHECK_LATER, risk::HELD_LATER),
        };
        risks[check] = exposure.check;
        risks[held] = exposure.held;
        tally.add(side, term::LOST, 36 - THROWS[movable(game, side, &survey)]);
    }
    risks
}

/// Expected gain in centipawns of the best capture that a throw of `side` allows, as the men stand;
/// what may be retaken counts with the share of throws that can do it. A promotion counts too.
fn capture_gain(game: &DiceChess, side: Side, survey: &Survey) -> i32 {
    let board = game.board();
    let ours = &survey.by[side.index()];
    let prey = board.side(!side) & survey.all[side.index()] & !board.kind(Kind::King);
    let mut best = [0; 6];
    let pawns = board.men(side, Kind::Pawn);
    if (B8::forward(side, pawns) & !board.occupied() & (B8::rank(0) | B8::rank(7))).any() {
        best[0] = WORTH[Kind::Queen.index()] - WORTH[0];
    }
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

/// What the enemy king must fear from a side.
#[derive(Default)]
struct Exposure {
    /// Throws out of 36 that name a kind which can give check from a square not attacked.
    safe: i32,
    /// The chance, out of [`CERTAIN`], of a check with the next throw that the one after cannot answer.
    check: i32,
    /// The chance, out of [`CERTAIN`], that a check on the board is not answered.
    held: i32,
}

/// What the king of the enemy of `side` must fear. Pins, checks by discovery and two checkers at once
/// are not looked at.
fn exposure(game: &DiceChess, side: Side, survey: &Survey) -> Exposure {
    let board = game.board();
    let Some(king) = board.king(!side) else { return Exposure::default() };
    let occupied = board.occupied();
    let steps = |side| B8::forward(side, board.men(side, Kind::Pawn)) & !occupied;
    let (ours, theirs) = (&survey.by[side.index()], &survey.by[(!side).index()]);
    let ring = B8::king(king);
    let escapes = ring & !board.side(!side) & !survey.all[side.index()];
    let their_steps = steps(!side);
    // Of 36 throws, those that name no kind which can take the checker, stand between or escape.
    let unanswered = |kind: Kind, square: u8| {
        let checker = u64::of(square);
        let way = B8::between(king, square);
        let mut kinds = (theirs[0] & checker | their_steps & way).any() as usize;
        for set in &theirs[1..5] {
            kinds += (set & (checker | way)).any() as usize;
        }
        let hit = B8::attacks(kind, side, square, occupied ^ u64::of(king));
        let takes = ring.has(square) && survey.kinds_on(side, square) <= 1;
        36 - THROWS[kinds + ((escapes & !hit).any() || takes) as usize]
    };
    let mut safe = 0;
    let mut worst = [0; 5];
    let pawn_moves = steps(side) | ours[0] & board.side(!side);
    for square in (pawn_moves & B8::pawn(!side, king)).squares() {
        worst[0] = worst[0].max(unanswered(Kind::Pawn, square));
    }
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let from = B8::attacks(kind, !side, king, occupied);
        let checks = ours[kind.index()] & from & !board.side(side);
        safe += (checks & !survey.all[(!side).index()]).any() as usize;
        for square in checks.squares() {
            worst[kind.index()] = worst[kind.index()].max(unanswered(kind, square));
        }
    }
    worst.sort_unstable_by_key(|throws| -throws);
    let check = worst.iter().zip([16, 8, 6, 4, 2]).map(|(throws, weight)| throws * weight).sum();
    let mut held = 0;
    if in_check(game, !side, survey) {
        for square in board.checkers(!side).squares() {
            held = board.kind_on(square).map_or(held, |kind| held.max(unanswered(kind, square)));
        }
    }
    Exposure { safe: THROWS[safe], check, held: held * 36 }
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

/// What shares of risks are counted in.
const ALL: i64 = 1024 * CERTAIN as i64;

/// In how many cases out of [`ALL`] risks decide the game for the side that throws, and against it.
fn at_risk(risks: &Risks, shares: &Risks) -> (i64, i64) {
    let sum = |range: Range<usize>| range.map(|i| risks[i] as i64 * shares[i] as i64).sum();
    (sum(0..risk::OWN), sum(risk::OWN..risk::COUNT))
}

/// The value for the side that throws, with the risks that the terms do not know.
fn with_risks(value: Value, risks: &Risks, shares: &Risks) -> Value {
    let (won, lost) = at_risk(risks, shares);
    let rest = (ALL - won - lost).max(0);
    let value = (ONE as i64 * (won - lost) + value as i64 * rest) / ALL;
    (value as Value).clamp(1 - ONE, ONE - 1)
}

impl Evaluator<DiceChess> for DiceEvaluator {
    const DRAWS: f64 = 0.05;

    fn evaluate(&self, game: &DiceChess) -> Value {
        let board = game.board();
        let mut sum = Sum::new(&PACKED);
        let risks = tally(game, &mut sum);
        let value = equity(sum.centipawns(phase(board)));
        let value = if board.turn() == Side::White { value } else { -value };
        let value = with_risks(value, &risks, &RISK_SHARES);
        if board.checkers(board.turn()).is_empty() && board.checkers(!board.turn()).is_empty() {
            return value;
        }
        let Danger { fixed, share } = danger(game);
        (((fixed * ONE as f64) + share * value as f64) as Value).clamp(1 - ONE, ONE - 1)
    }

    fn explain(&self, game: &DiceChess) -> String {
        let mut trace = Trace::default();
        let risks = tally(game, &mut trace);
        let names: Vec<_> = shared::term::NAMES.iter().chain(term::NAMES).copied().collect();
        let mut text = shared::explain(&names, &trace, &WEIGHTS, phase(game.board()));
        let (won, lost) = at_risk(&risks, &RISK_SHARES);
        let part = |sum| sum as f64 / ALL as f64;
        text += &format!(
            "kings at risk         {:.4} won, {:.4} lost for the side to act\n",
            part(won),
            part(lost)
        );
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
        self.board().slot(m)
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

    fn lapse(&self) -> Option<Self> {
        let mut next = self.clone();
        next.play(Move::PASS);
        Some(next)
    }
}
