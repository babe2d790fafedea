//! Evaluation terms that the chess-like games share: a survey of a position that counts terms and
//! attacks. The weights of the terms belong to each game.

use super::orthodox::Orthodox;
use crate::board::{B8, Bits, Geometry, Kind, Side};

/// Middle-game and ending weight of a term, in sixteenths of a centipawn.
pub type Weight = (i16, i16);

/// Names terms and gives each its place in the table of weights, from a first place on.
#[macro_export]
macro_rules! terms {
    (from $first:expr; $($(#[doc = $doc:literal])* $name:ident: $count:literal;)*) => {
        $crate::terms!(@ $first; $($(#[doc = $doc])* $name: $count;)*);
        /// Name and number of weights of each term, in the order of the table.
        pub const NAMES: &[(&str, usize)] = &[$((stringify!($name), $count),)*];
    };
    (@ $at:expr; $(#[doc = $doc:literal])* $name:ident: $count:literal; $($rest:tt)*) => {
        $(#[doc = $doc])*
        pub const $name: usize = $at;
        $crate::terms!(@ $at + $count; $($rest)*);
    };
    (@ $at:expr;) => {
        /// The first place after these terms.
        pub const END: usize = $at;
    };
}

/// The shared terms.
pub mod term {
    terms! {
        from 0;
        /// Worth of a man, pawn to king.
        MATERIAL: 6;
        /// Worth of a square for a kind, pawn to king, from a1 as White sees it.
        SQUARES: 384;
        /// By number of squares that a knight may go to.
        KNIGHT_MOBILITY: 9;
        /// By number of squares that a bishop may go to.
        BISHOP_MOBILITY: 14;
        /// By number of squares that a rook may go to.
        ROOK_MOBILITY: 15;
        /// By number of squares that a queen may go to.
        QUEEN_MOBILITY: 28;
        /// By number of safe squares next to the king that it may go to.
        KING_ESCAPES: 9;
        /// A passed pawn, by its rank from its base.
        PASSED: 8;
        /// A passed pawn with an empty square ahead, by its rank.
        PASSED_FREE: 8;
        /// A pawn beside or guarded by another, by its rank.
        CONNECTED: 8;
        /// A pawn without friends on the files beside it.
        ISOLATED: 1;
        /// A pawn behind another of its side.
        DOUBLED: 1;
        /// A pawn that no other can guard and that cannot safely step forward.
        BACKWARD: 1;
        /// Distance of the own king to the square ahead of a passed pawn, from the fourth rank on.
        PASSED_OWN_KING: 1;
        /// Distance of the enemy king to it.
        PASSED_ENEMY_KING: 1;
        /// Two bishops.
        BISHOP_PAIR: 1;
        /// A rook on a file without pawns.
        ROOK_OPEN: 1;
        /// A rook on a file without own pawns.
        ROOK_HALF_OPEN: 1;
        /// Own pawns on the two ranks in front of the king.
        SHIELD: 1;
        /// Files at the king without own pawns.
        OPEN_KING: 1;
        /// Squares around the enemy king attacked by knights, bishops, rooks, queens.
        ZONE: 4;
        /// The square of the number of kinds that attack squares around the enemy king.
        ZONE_CROWD: 1;
        /// Enemy men other than pawns that a pawn attacks.
        THREAT_BY_PAWN: 1;
        /// Enemy rooks and queens that a knight or bishop attacks.
        THREAT_BY_MINOR: 1;
        /// Enemy men that are attacked and not guarded.
        HANGING: 1;
        /// The right to act.
        TEMPO: 1;
    }
}

/// Counts terms: for a side, so often.
pub trait Tally {
    /// Adds occurrences of a term for a side.
    fn add(&mut self, side: Side, term: usize, count: i32);
}

/// Weights with both halves in one word, so that one addition serves both.
pub const fn pack<const N: usize>(weights: &[Weight; N]) -> [i64; N] {
    let mut packed = [0; N];
    let mut i = 0;
    while i < N {
        packed[i] = weights[i].0 as i64 + ((weights[i].1 as i64) << 32);
        i += 1;
    }
    packed
}

/// Sums up weighted terms from White's view.
pub struct Sum<'a, const N: usize> {
    weights: &'a [i64; N],
    sum: i64,
}

impl<'a, const N: usize> Sum<'a, N> {
    /// Nothing counted, with these [`pack`]ed weights.
    pub fn new(weights: &'a [i64; N]) -> Self {
        Sum { weights, sum: 0 }
    }

    /// Centipawns from White's view; `phase` 24 with all men on the board, 0 with kings and pawns.
    pub fn centipawns(&self, phase: i32) -> i32 {
        let middle = self.sum as i32;
        // A negative lower half has borrowed from the upper one.
        let ending = ((self.sum - middle as i64) >> 32) as i32;
        (middle * phase + ending * (24 - phase)) / (24 * 16)
    }
}

impl<const N: usize> Tally for Sum<'_, N> {
    #[inline(always)]
    fn add(&mut self, side: Side, term: usize, count: i32) {
        let count = if side == Side::White { count } else { -count };
        self.sum += self.weights[term] * count as i64;
    }
}

/// Notes how often each term occurs, White's minus Black's; for tuning and for people.
#[derive(Clone, Default)]
pub struct Trace(pub Vec<i32>);

impl Tally for Trace {
    fn add(&mut self, side: Side, term: usize, count: i32) {
        if self.0.len() <= term {
            self.0.resize(term + 1, 0);
        }
        self.0[term] += if side == Side::White { count } else { -count };
    }
}

/// How much of the middle game is left: 24 at the start, 0 with kings and pawns.
pub fn phase<G: Geometry>(board: &Orthodox<G>) -> i32 {
    let count = |k| board.kind(k).count() as i32;
    let men =
        count(Kind::Knight) + count(Kind::Bishop) + 2 * count(Kind::Rook) + 4 * count(Kind::Queen);
    men.min(24)
}

/// What each side's men attack.
pub struct Survey {
    /// By side and kind: the squares attacked by men of that kind.
    pub by: [[u64; 6]; 2],
    /// By side: the squares attacked by any man.
    pub all: [u64; 2],
}

impl Survey {
    /// How many kinds of a side attack a square.
    #[inline(always)]
    pub fn kinds_on(&self, side: Side, square: u8) -> usize {
        self.by[side.index()].iter().map(|set| (set >> square & 1) as usize).sum()
    }
}

fn files_of(set: u64) -> u64 {
    let mut all = set | set >> 32;
    all |= all >> 16;
    all |= all >> 8;
    (all & 0xff).wrapping_mul(0x0101_0101_0101_0101)
}

fn sideways(set: u64) -> u64 {
    (set & !B8::file(0)) >> 1 | (set & !B8::file(7)) << 1
}

/// All squares ahead of a set, as a side sees it.
pub fn ahead(side: Side, set: u64) -> u64 {
    let mut all = B8::forward(side, set);
    for n in [8, 16, 32] {
        all |= if side == Side::White { all << n } else { all >> n };
    }
    all
}

fn distance(a: u8, b: u8) -> i32 {
    let files = B8::file_of(a).abs_diff(B8::file_of(b));
    let ranks = B8::rank_of(a).abs_diff(B8::rank_of(b));
    files.max(ranks) as i32
}

/// Counts the shared terms of a position and notes what is attacked. Both kings must be there.
#[inline(always)]
pub fn survey(board: &Orthodox<B8>, tally: &mut impl Tally) -> Survey {
    survey_on(board, B8::ALL, tally)
}

/// Like [`survey`], where men can only go to these squares (and stand on such ones).
#[inline(always)]
pub fn survey_on(board: &Orthodox<B8>, squares: u64, tally: &mut impl Tally) -> Survey {
    let mut survey = Survey { by: [[0; 6]; 2], all: [0; 2] };
    // Written out for each side, so that the compiler knows directions and signs.
    survey.by[0][0] = pawn_attacks(board, Side::White);
    survey.by[1][0] = pawn_attacks(board, Side::Black);
    officers(board, Side::White, squares, &mut survey, tally);
    officers(board, Side::Black, squares, &mut survey, tally);
    for side in [0, 1] {
        survey.all[side] = survey.by[side].iter().fold(0, |a, b| a | b);
    }
    rest(board, Side::White, squares, &survey, tally);
    rest(board, Side::Black, squares, &survey, tally);
    tally.add(board.turn(), term::TEMPO, 1);
    survey
}

fn pawn_attacks(board: &Orthodox<B8>, side: Side) -> u64 {
    let pawns = board.men(side, Kind::Pawn);
    B8::pawns_west(side, pawns) | B8::pawns_east(side, pawns)
}

/// A man on its square.
#[inline(always)]
fn man(side: Side, kind: Kind, square: u8, tally: &mut impl Tally) {
    let turn = if side == Side::White { 0 } else { 56 };
    tally.add(side, term::MATERIAL + kind.index(), 1);
    tally.add(side, term::SQUARES + kind.index() * 64 + (square ^ turn) as usize, 1);
}

/// Knights to queens: squares, mobility, files; and what they and the king attack.
#[inline(always)]
fn officers(
    board: &Orthodox<B8>,
    side: Side,
    squares: u64,
    survey: &mut Survey,
    tally: &mut impl Tally,
) {
    let s = side.index();
    let occupied = board.occupied();
    let open = squares & !(board.side(side) | survey.by[1 - s][0]);
    let (pawns, ours) = (board.kind(Kind::Pawn), board.men(side, Kind::Pawn));
    for (kind, mobility, most) in [
        (Kind::Knight, term::KNIGHT_MOBILITY, 8),
        (Kind::Bishop, term::BISHOP_MOBILITY, 13),
        (Kind::Rook, term::ROOK_MOBILITY, 14),
        (Kind::Queen, term::QUEEN_MOBILITY, 27),
    ] {
        for square in board.men(side, kind).squares() {
            let set = B8::attacks(kind, side, square, occupied);
            survey.by[s][kind.index()] |= set;
            man(side, kind, square, tally);
            tally.add(side, mobility + ((set & open).count() as usize).min(most), 1);
            if kind == Kind::Rook {
                let file = B8::file(B8::file_of(square));
                if (file & pawns).is_empty() {
                    tally.add(side, term::ROOK_OPEN, 1);
                } else if (file & ours).is_empty() {
                    tally.add(side, term::ROOK_HALF_OPEN, 1);
                }
            }
        }
    }
    if board.men(side, Kind::Bishop).many() {
        tally.add(side, term::BISHOP_PAIR, 1);
    }
    if let Some(king) = board.king(side) {
        survey.by[s][5] = B8::king(king);
        man(side, Kind::King, king, tally);
    }
}

/// What needs both sides' attacks.
#[inline(always)]
fn rest(board: &Orthodox<B8>, side: Side, squares: u64, survey: &Survey, tally: &mut impl Tally) {
    for square in board.men(side, Kind::Pawn).squares() {
        man(side, Kind::Pawn, square, tally);
    }
    pawn_structure(board, side, squares, survey, tally);
    king_safety(board, side, squares, survey, tally);
    threats(board, side, survey, tally);
}

#[inline(always)]
fn pawn_structure(
    board: &Orthodox<B8>,
    side: Side,
    squares: u64,
    survey: &Survey,
    tally: &mut impl Tally,
) {
    let ours = board.men(side, Kind::Pawn);
    let theirs = board.men(!side, Kind::Pawn);
    let occupied = board.occupied();
    let their_path = ahead(!side, theirs);
    let stoppers = their_path | sideways(their_path);
    let guarded = survey.by[side.index()][0];
    let rank = |square| B8::rank_for(side, square) as usize;

    let connected = ours & (guarded | sideways(ours));
    for square in connected.squares() {
        tally.add(side, term::CONNECTED + rank(square), 1);
    }
    let isolated = ours & !files_of(sideways(files_of(ours)));
    tally.add(side, term::ISOLATED, isolated.count() as i32);
    tally.add(side, term::DOUBLED, (ours & ahead(!side, ours)).count() as i32);
    // Squares that some pawn can come to guard by stepping forward.
    let reachable = sideways(ahead(side, ours) | ours);
    let stopped = B8::forward(!side, survey.by[(!side).index()][0] | theirs);
    let backward = ours & !reachable & stopped & !isolated;
    tally.add(side, term::BACKWARD, backward.count() as i32);

    // No pawn passes where a square of its file is missing.
    for square in (ours & !stoppers & !ahead(!side, ours | !squares)).squares() {
        let rank = rank(square);
        tally.add(side, term::PASSED + rank, 1);
        let next = B8::forward(side, u64::of(square));
        if (next & occupied).is_empty() {
            tally.add(side, term::PASSED_FREE + rank, 1);
        }
        if rank >= 3 && next.any() {
            let next = next.first();
            if let (Some(own), Some(enemy)) = (board.king(side), board.king(!side)) {
                tally.add(side, term::PASSED_OWN_KING, distance(own, next));
                tally.add(side, term::PASSED_ENEMY_KING, distance(enemy, next));
            }
        }
    }
}

#[inline(always)]
fn king_safety(
    board: &Orthodox<B8>,
    side: Side,
    squares: u64,
    survey: &Survey,
    tally: &mut impl Tally,
) {
    let Some(king) = board.king(side) else { return };
    let enemy = !side;
    let pawns = board.men(side, Kind::Pawn);
    let ring = B8::king(king);
    let escapes =
        (ring & squares & !board.side(side) & !survey.all[enemy.index()]).count() as usize;
    tally.add(side, term::KING_ESCAPES + escapes, 1);
    let zone = ring | u64::of(king);
    let front = B8::forward(side, zone);
    tally.add(side, term::SHIELD, ((zone | front) & ahead(side, zone) & pawns).count() as i32);
    let files = files_of(zone) & 0xff;
    tally.add(side, term::OPEN_KING, (files & !files_of(pawns)).count() as i32);
    let mut kinds = 0;
    for (i, attacks) in survey.by[enemy.index()][1..5].iter().enumerate() {
        let count = (attacks & zone).count() as i32;
        kinds += (count > 0) as i32;
        tally.add(enemy, term::ZONE + i, count);
    }
    tally.add(enemy, term::ZONE_CROWD, kinds * kinds);
}

#[inline(always)]
fn threats(board: &Orthodox<B8>, side: Side, survey: &Survey, tally: &mut impl Tally) {
    let by = &survey.by[side.index()];
    let theirs = board.side(!side) & !board.kind(Kind::King);
    let heavy = theirs & board.straight() & !board.kind(Kind::Bishop);
    let count = |set: u64| set.count() as i32;
    tally.add(side, term::THREAT_BY_PAWN, count(by[0] & theirs & !board.kind(Kind::Pawn)));
    tally.add(side, term::THREAT_BY_MINOR, count((by[1] | by[2]) & heavy));
    let hanging = theirs & survey.all[side.index()] & !survey.all[(!side).index()];
    tally.add(side, term::HANGING, count(hanging));
}

/// The terms of a position in words: name, count for White minus Black, and worth in centipawns at
/// this phase.
pub fn explain(names: &[(&str, usize)], trace: &Trace, weights: &[Weight], phase: i32) -> String {
    let mut text = String::new();
    let mut at = 0;
    for (name, count) in names {
        let range = at..at + count;
        let (mut centipawns, mut sum) = (0.0, 0);
        for i in range {
            let n = trace.0.get(i).copied().unwrap_or(0);
            let (middle, ending) = weights[i];
            let mean =
                (middle as i32 * phase + ending as i32 * (24 - phase)) as f64 / (24.0 * 16.0);
            centipawns += n as f64 * mean;
            sum += n;
        }
        at += count;
        let name = name.to_lowercase().replace('_', " ");
        text += &format!("{name:<20} {sum:>5} {centipawns:>9.1}\n");
    }
    text
}
