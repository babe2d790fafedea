//! Evaluation: men and squares, and what this game makes of threats.
//!
//! A man that has just moved is frozen for a turn: attacked by a man that is free to move, it is lost for
//! what it is worth (less what the capturer, frozen in its turn, costs if the square is guarded). A free
//! man can go, but only one man a turn can. Kings are never mated, only caught: an attacked king has to
//! run, and cannot if it is frozen or has no square to go to. Meetings favour White on light squares and
//! Black on dark ones. Everything is the same with colours exchanged and the board turned over, so that
//! positions that are their own mirror image are worth exactly 0.

use super::position::{LIGHT, Simultaneous};
use crate::board::{B8, Bits, Geometry, Kind, Side};
use crate::game::MoveList;
use crate::games::common::Move;
use crate::search::chance::ByOutcome;
use crate::search::value::{ONE, Value, equity};
use crate::search::{Evaluator, Searchable};

/// Worth of the men in centipawns, pawn to king. Pawns capture on three squares and block none, but
/// become only what has been lost. A king counts for threats only.
pub const MEN: [i32; 6] = [110, 310, 320, 490, 930, 2_000];

/// What a leaf search must stand to win for a capture to be looked at.
const WORTHWHILE: i32 = 150;

/// Captures, and moves that save a man, that a leaf search looks at for each side.
const LOOKED_AT: usize = 3;

/// The evaluation; or men only, for tests against known values.
#[derive(Clone, Default)]
pub enum SealedEvaluator {
    /// Everything.
    #[default]
    Full,
    /// `tanh(x / 8)`, x = White's pawns 1, knights and bishops 3, rooks 5, queens 9, minus Black's;
    /// leaves are not looked into.
    Material,
}

fn material(game: &Simultaneous) -> Value {
    let worth = [1, 3, 3, 5, 9, 0];
    let sum = |side: Side| -> i32 {
        let men = |kind: Kind| game.board().men(side, kind).count() as i32;
        Kind::ALL.into_iter().map(|kind| worth[kind.index()] * men(kind)).sum()
    };
    let balance = (sum(Side::White) - sum(Side::Black)) as f64;
    ((balance / 8.0).tanh() * ONE as f64).round() as Value
}

/// What a side attacks.
struct Reach {
    /// By all men, the king too.
    all: u64,
    /// By men other than the king.
    men: u64,
    /// By those that may move in this turn: by the kind of the least man that does.
    free: [u64; 6],
    /// By any of these.
    any_free: u64,
    /// Number of squares that knights, bishops, rooks and queens attack and own men do not stand on.
    mobility: i32,
}

fn reach(game: &Simultaneous, side: Side) -> Reach {
    let board = game.board();
    let (own, barred, occupied) = (board.side(side), game.barred(side), board.occupied());
    let mut reach = Reach { all: 0, men: 0, free: [0; 6], any_free: 0, mobility: 0 };
    let pawns = board.men(side, Kind::Pawn);
    reach.men = Simultaneous::pawn_attacks(side, pawns, occupied);
    reach.free[0] = Simultaneous::pawn_attacks(side, pawns & !barred, occupied);
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        for from in board.men(side, kind).squares() {
            let to = B8::attacks(kind, side, from, occupied);
            reach.men |= to;
            reach.mobility += MOBILITY[kind.index()] * (to & !own).count() as i32;
            if !barred.has(from) {
                reach.free[kind.index()] |= to;
            }
        }
    }
    reach.all = reach.men;
    if let Some(king) = board.king(side) {
        reach.all |= B8::king(king);
        if !barred.has(king) {
            reach.free[5] = B8::king(king);
        }
    }
    reach.any_free = reach.free.iter().fold(0, |all, set| all | set);
    reach
}

/// Centipawns for each square that a man of the kind reaches.
const MOBILITY: [i32; 6] = [0, 4, 4, 2, 1, 0];

/// The safe squares that a king can go to.
fn escapes(game: &Simultaneous, side: Side, theirs: &Reach) -> u64 {
    let Some(king) = game.board().king(side) else { return 0 };
    // Only an attacked king hides squares behind itself.
    let hidden = if theirs.men.has(king) { game.forbidden(side) } else { theirs.men };
    B8::king(king) & !game.board().side(side) & !hidden
}

/// What `side` gains by taking the man of kind `victim` on `square` with its least free man, if that man
/// is lost where the square is guarded.
fn gain(ours: &Reach, theirs: &Reach, square: u8, victim: Kind) -> i32 {
    let taker = (0..6).find(|kind| ours.free[*kind].has(square)).unwrap_or(5);
    if taker == 5 && theirs.men.has(square) && victim != Kind::King {
        // A king may not take guarded men.
        return 0;
    }
    let cost = if theirs.all.has(square) { MEN[taker] } else { 0 };
    (MEN[victim.index()] - cost).max(MEN[victim.index()] / 8)
}

/// Whether the king of `side` is lost next turn: attacked by a man that may move, and unable to go.
fn caught(game: &Simultaneous, side: Side, theirs: &Reach) -> bool {
    let king = game.board().men(side, Kind::King);
    (king & theirs.any_free).any()
        && ((king & game.barred(side)).any() || escapes(game, side, theirs).is_empty())
}

/// What `side` may expect of its threats, in centipawns.
fn threats(game: &Simultaneous, side: Side, ours: &Reach, theirs: &Reach) -> i32 {
    let board = game.board();
    let barred = game.barred(!side);
    let (mut frozen, mut best, mut second) = (0, 0, 0);
    let targets = board.side(!side) & !board.kind(Kind::King) & ours.any_free;
    for square in targets.squares() {
        let Some(kind) = board.kind_on(square) else { continue };
        let gain = gain(ours, theirs, square, kind);
        if barred.has(square) {
            frozen = frozen.max(gain);
        } else if gain > best {
            (best, second) = (gain, best);
        } else {
            second = second.max(gain);
        }
    }
    // One man is taken in a turn: a frozen one for sure, of two free ones one, a single one perhaps.
    let sure = 80 * frozen / 100;
    let likely = 20 * best / 100 + 35 * second / 100;
    sure.max(likely) + sure.min(likely) / 4
}

/// From White's view, in centipawns, with the parts for people.
fn parts(game: &Simultaneous) -> [(&'static str, i32); 7] {
    let board = game.board();
    let reaches = Side::BOTH.map(|side| reach(game, side));
    let mut sums = [0; 7];
    let phase = Kind::ALL[1..5].iter().map(|k| board.kind(*k).count() as i32).sum::<i32>().min(14);
    for side in Side::BOTH {
        let sign = if side == Side::White { 1 } else { -1 };
        let (ours, theirs) = match side {
            Side::White => (&reaches[0], &reaches[1]),
            Side::Black => (&reaches[1], &reaches[0]),
        };
        let men = |kind: Kind| board.men(side, kind);
        for kind in &Kind::ALL[..5] {
            sums[0] += sign * MEN[kind.index()] * men(*kind).count() as i32;
        }
        // Pawns go forward; in the end they are what wins, if there is something to become.
        let lost: i32 = Kind::PROMOTIONS.into_iter().map(|k| game.pool(side, k) as i32).sum();
        for pawn in men(Kind::Pawn).squares() {
            let rank = B8::rank_for(side, pawn) as i32;
            sums[1] +=
                sign * (3 * rank + if lost > 0 { rank * rank * (16 - phase) / 16 } else { 0 });
        }
        sums[1] += sign * 6 * (men(Kind::Pawn) & CENTRE).count() as i32;
        sums[1] += sign * 10 * (men(Kind::Knight) & CENTRE).count() as i32;
        sums[2] += sign * ours.mobility;
        sums[3] += sign * threats(game, side, ours, theirs);
        // A king needs squares to run to, and the fewer enemies reach these the better.
        if let Some(king) = board.king(side) {
            let ring = B8::king(king);
            let free = escapes(game, side, theirs).count() as i32;
            let pressed = (ring & theirs.men).count() as i32;
            sums[4] += sign * ([-60, -25, -8, 0][free.min(3) as usize] - 6 * pressed * phase / 14);
            // An attacked king has to use the turn.
            if u64::of(king) & theirs.any_free != 0 {
                sums[4] -= sign * 60;
            }
        }
        // Where both may go, the one whose squares these are wins the meeting.
        let won = if side == Side::White { LIGHT } else { !LIGHT };
        sums[5] += sign * 3 * (ours.any_free & theirs.any_free & won).count() as i32;
        sums[5] += sign * 8 * (men(Kind::Bishop) & won).count() as i32;
    }
    let [white, black] = Side::BOTH.map(|side| caught(game, side, &reaches[(!side).index()]));
    match (white, black) {
        (true, false) => sums[6] = -CAUGHT,
        (false, true) => sums[6] = CAUGHT,
        // Both kings fall: the men hardly matter any more.
        (true, true) => sums = [0; 7],
        (false, false) => {}
    }
    const NAMES: [&str; 7] =
        ["men", "squares", "mobility", "threats", "kings", "meetings", "caught king"];
    std::array::from_fn(|i| (NAMES[i], sums[i]))
}

/// A king that cannot get away.
const CAUGHT: i32 = 3_000;

const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

impl Evaluator<Simultaneous> for SealedEvaluator {
    const DRAWS: f64 = 0.3;

    fn evaluate(&self, game: &Simultaneous) -> Value {
        match self {
            SealedEvaluator::Full => equity(parts(game).iter().map(|(_, sum)| sum).sum()),
            SealedEvaluator::Material => material(game),
        }
    }

    fn wants_tension(&self) -> bool {
        matches!(self, SealedEvaluator::Full)
    }

    fn explain(&self, game: &Simultaneous) -> String {
        parts(game).iter().map(|(name, sum)| format!("{name:<12} {sum:>6}\n")).collect()
    }
}

/// A square as its side sees it, so that ties are broken alike for both.
fn seen(side: Side, square: u8) -> u8 {
    if side == Side::White { square } else { B8::flip(square) }
}

/// The choices of `side` that a leaf search looks at: passing, the captures that may win most, the king's
/// flights if it is attacked, and ways to save the man that is worth most.
fn tense(game: &Simultaneous, side: Side, ours: &Reach, theirs: &Reach, out: &mut MoveList<Move>) {
    let board = game.board();
    out.push(Move::PASS);
    let mut captures: MoveList<Move> = MoveList::new();
    game.moves_of(side, u64::MAX, board.side(!side), &mut captures);
    let mut scored: Vec<(i32, u8, u8, Move)> = Vec::new();
    for m in captures {
        let Some(victim) = board.kind_on(m.to) else { continue };
        let cost = if theirs.all.has(m.to) { MEN[m.kind.index()] } else { 0 };
        let promoted = m.promotion.map_or(0, |k| MEN[k.index()] / 2);
        let score = MEN[victim.index()] + promoted - cost;
        if score >= WORTHWHILE.min(MEN[victim.index()]) {
            scored.push((-score, seen(side, m.from), seen(side, m.to), m));
        }
    }
    scored.sort_unstable_by_key(|(score, from, to, _)| (*score, *from, *to));
    out.extend(scored.iter().take(LOOKED_AT).map(|(.., m)| *m));
    let king = board.men(side, Kind::King);
    if (king & theirs.any_free).any() {
        game.moves_of(side, king, !board.side(!side), out);
    }
    // The man that is worth most to save, by the least dangerous ways.
    let hanging = board.side(side) & theirs.any_free & !game.barred(side) & !king;
    let worth = |square: &u8| {
        let kind = board.kind_on(*square).unwrap_or(Kind::Pawn);
        (gain(theirs, ours, *square, kind), std::cmp::Reverse(seen(side, *square)))
    };
    if let Some(square) = hanging.squares().max_by_key(worth)
        && worth(&square).0 >= WORTHWHILE
    {
        let mut flights: MoveList<Move> = MoveList::new();
        let quiet = !board.occupied() & !theirs.all;
        game.moves_of(side, u64::of(square), quiet, &mut flights);
        flights.sort_unstable_by_key(|m| (seen(side, m.to), m.promotion.map_or(0, Kind::index)));
        out.extend(flights.into_iter().take(LOOKED_AT));
    }
}

impl Searchable for Simultaneous {
    type Evaluator = SealedEvaluator;
    type Chance = ByOutcome;
    const SELECTIVE: bool = false;

    fn code(&self, m: Move) -> u16 {
        m.code()
    }

    fn slot(&self, m: Move) -> (usize, usize) {
        // The pass has a place that no pawn's step has.
        (m.kind.index(), if m.is_pass() { 64 } else { m.to as usize })
    }

    fn gain(&self, m: Move) -> Option<i32> {
        let victim = self.board().kind_on(m.to).filter(|_| !m.is_pass());
        victim.map(|kind| MEN[kind.index()])
    }

    fn tension(&self, white: &mut MoveList<Move>, black: &mut MoveList<Move>) {
        let board = self.board();
        let reaches = Side::BOTH.map(|side| reach(self, side));
        let hangs = |side: Side| {
            let (ours, theirs) = (&reaches[side.index()], &reaches[(!side).index()]);
            let targets = board.side(!side) & ours.any_free;
            targets.squares().any(|square| {
                let kind = board.kind_on(square).unwrap_or(Kind::Pawn);
                gain(ours, theirs, square, kind) >= WORTHWHILE
            })
        };
        if !hangs(Side::White) && !hangs(Side::Black) {
            return;
        }
        tense(self, Side::White, &reaches[0], &reaches[1], white);
        tense(self, Side::Black, &reaches[1], &reaches[0], black);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::search::value::centipawns;

    fn cp(text: &str) -> i32 {
        let game = Simultaneous::parse(text).unwrap();
        let value = SealedEvaluator::Full.evaluate(&game);
        assert_eq!(SealedEvaluator::Full.evaluate(&game.mirrored()), -value, "{text}");
        centipawns(value)
    }

    #[test]
    fn the_start_position_is_equal() {
        assert_eq!(SealedEvaluator::Full.evaluate(&Simultaneous::start()), 0);
    }

    #[test]
    fn more_men_are_better_for_their_side() {
        for (text, sign) in [
            ("4k3/8/8/8/8/8/4P3/4K3[] - - - 0 1", 1),
            ("4k3/4p3/8/8/8/8/8/4K3[] - - - 0 1", -1),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1[] - Qkq - 0 1", -1),
        ] {
            assert!(cp(text) * sign > 20, "{text}: {}", cp(text));
        }
    }

    #[test]
    fn frozen_men_are_worth_less_where_they_are_attacked() {
        let free = "4k3/8/8/3q4/8/8/3R4/3K4[] - - - 0 1";
        assert!(cp(&format!("{free} last=-/d5")) > cp(free) + 100);
        // A king that cannot go is as good as lost; one that can is not.
        let king = "3k4/8/8/8/8/8/3R4/3K4[] - - - 0 1";
        assert!(cp(&format!("{king} last=-/d8")) > cp(king) + 1_000);
        assert!(cp(&format!("{king} last=d2/d8")) < cp(king) + 500);
    }

    #[test]
    fn tension_lists_captures_flights_and_passing() {
        let lists = |text: &str| {
            let game = Simultaneous::parse(text).unwrap();
            let mut lists = [MoveList::new(), MoveList::new()];
            let [white, black] = &mut lists;
            game.tension(white, black);
            lists.map(|l| l.iter().map(|m| game.move_token(*m)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(lists("4k3/8/8/8/8/8/4P3/4K3[] - - - 0 1"), ["", ""]);
        let [white, black] = lists("4k3/8/8/3n4/8/8/3R4/7K[] - - - 0 1");
        assert_eq!(white, "0000 d2d5");
        assert!(black.starts_with("0000 d5"), "{black}");
        let [white, black] = lists("4k3/8/8/8/8/8/4R3/7K[] - - - 0 1");
        assert_eq!(white, "0000 e2e8");
        assert_eq!(black, "0000 e8d7 e8f7 e8d8 e8f8");
    }
}
