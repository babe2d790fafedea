//! Evaluation, and what the search needs to know.
//!
//! Not exchanges decide here but harvests, which either side may begin before the other can mend
//! anything: both are guessed at and weighed with the chances of the roll-off.

use super::Octahedra;
use super::position::{Hand, Phase, chances, placing};
use crate::board::{B8, Bits, Geometry, Kind, Side};
use crate::game::{Counter, Game, Node};
use crate::games::common::{Move, Orthodox};
use crate::search::chance::ByOutcome;
use crate::search::value::{ONE, Value, equity};
use crate::search::{Evaluator, Searchable, Stretch};

/// Worth of the kinds in centipawns. Kings are taken, not traded.
const WORTH: [i32; 6] = [100, 300, 320, 500, 900, 0];
/// What a pawn gains, in centipawns, by the sowings of its side until it promotes. A sowing moves every pawn
/// that can, so this is a race against the other events: a side sows next with 89 of 238, as the other
/// does, and each begins a harvest with about 30. So each further sowing about halves it.
const RACE: [i32; 7] = [0, 220, 140, 64, 32, 14, 6];
/// A pawn that a harvest may take has this share, one part in so many.
const HUNTED: i32 = 2;
/// What a king that must move in a sowing loses, in centipawns, by the number of safe squares that it can
/// go to: with none it walks into an attack, few may be closed by the moves of the other men.
const WALK: [i32; 3] = [40, 20, 10];
/// A rook or queen that must move to where lesser men attack it: this share of its worth, in hundredths.
const DRIVEN: i32 = 1;
/// The side that is sowing moves its men for certain, not with the chance of a sowing: this many times more.
const SOWING_NOW: i32 = 2;
/// A square from which a queen would attack the king if it stood there alone.
const OPEN_LINE: i32 = -5;
/// A square next to the king that the enemy attacks.
const RING: i32 = -14;
/// An officer's square to go to.
const MOBILITY: i32 = 3;
/// Men in danger are lost in some later harvest: this share of their worth, in hundredths.
const DANGER: i32 = 6;
/// A king that can be taken when the other side has captured first, and has not saved it.
const KING_LATER: Value = ONE / 10 * 8;
/// A side in a harvest with no more captures than these is followed on beyond the depth.
const FEW_CAPTURES: u64 = 3;
/// Static values stay within ± this: nothing is won before the king is taken.
const MOST: Value = ONE / 100 * 99;

/// What each side's men attack.
struct Attacks {
    all: [u64; 2],
    /// By pawns.
    pawns: [u64; 2],
    mobility: [i32; 2],
    /// Worth of the rooks and queens that can move, but only to where lesser men attack them.
    driven: [i32; 2],
}

fn attacks(board: &Orthodox<B8>) -> Attacks {
    let occupied = board.occupied();
    let mut attacks = Attacks { all: [0; 2], pawns: [0; 2], mobility: [0; 2], driven: [0; 2] };
    for side in Side::BOTH {
        let pawns = board.men(side, Kind::Pawn);
        attacks.pawns[side.index()] = B8::pawns_west(side, pawns) | B8::pawns_east(side, pawns);
    }
    attacks.all = attacks.pawns;
    // The lesser men of both sides first.
    for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
        let lesser = attacks.all;
        for side in Side::BOTH {
            let s = side.index();
            for square in board.men(side, kind).squares() {
                let set = B8::attacks(kind, side, square, occupied);
                let moves = set & !occupied;
                attacks.all[s] |= set;
                attacks.mobility[s] += moves.count() as i32;
                let heavy = matches!(kind, Kind::Rook | Kind::Queen);
                if heavy && moves != 0 && moves & !lesser[(!side).index()] == 0 {
                    attacks.driven[s] += WORTH[kind.index()];
                }
            }
        }
    }
    for side in Side::BOTH {
        if let Some(king) = board.king(side) {
            attacks.all[side.index()] |= B8::king(king);
        }
    }
    attacks
}

/// What the pawns of a side gain by racing to their last rank; `hunted` are those that may be lost. Those
/// with an enemy pawn before them gain nothing: they would block each other until a capture.
fn race(board: &Orthodox<B8>, side: Side, hunted: u64) -> i32 {
    let (pawns, back) = (board.men(side, Kind::Pawn), |set| B8::forward(!side, set));
    // A pawn frees the one behind it in the same sowing.
    let mut running = pawns & back(!board.occupied());
    running |= pawns & back(running);
    let mut step = board.men(!side, Kind::Pawn);
    let mut barred = 0;
    for _ in 0..5 {
        step = back(step);
        barred |= step;
    }
    let gain = |pawn| {
        // The first step may be a double one.
        let sowings = 7 - B8::rank_for(side, pawn).max(2) as usize;
        // An officer in the way must leave in its side's next sowing, after the pawns.
        let gain = RACE[sowings + !running.has(pawn) as usize];
        if hunted.has(pawn) { gain / HUNTED } else { gain }
    };
    (pawns & !barred).squares().map(gain).sum()
}

/// What a side loses because every man that can must move in a sowing: the last of them the king. Reckoned
/// with the attacks of now, though the others have moved by then.
fn obliged(board: &Orthodox<B8>, side: Side, attacks: &Attacks) -> i32 {
    let driven = DRIVEN * attacks.driven[side.index()] / 100;
    let squares = board.king(side).map_or(0, |king| B8::king(king) & !board.occupied());
    if squares == 0 {
        return driven;
    }
    let safe = (squares & !attacks.all[(!side).index()]).count() as usize;
    driven + WALK.get(safe).unwrap_or(&0)
}

/// The parts of an evaluation, each from the view of one side, in centipawns.
#[derive(Default)]
struct Parts {
    material: i32,
    pawns: i32,
    mobility: i32,
    king: i32,
    danger: i32,
    obliged: i32,
}

impl Parts {
    fn sum(&self) -> i32 {
        self.material + self.pawns + self.mobility + self.king + self.danger + self.obliged
    }
}

fn parts(game: &Octahedra, side: Side, attacks: &Attacks) -> Parts {
    let board = game.board();
    // Men still to be placed are there all the same.
    let hand = if let Phase::Place { hand, .. } = game.phase { hand } else { Hand::default() };
    let (us, them) = (side.index(), (!side).index());
    let mut parts = Parts::default();
    // Unguarded men are lost, guarded ones are traded if less takes them.
    let lost = attacks.all[them] & (!attacks.all[us] | attacks.pawns[them]);
    for kind in Kind::ALL {
        let men = board.men(side, kind);
        let count = men.count() as i32 + hand[us][kind.index()] as i32;
        parts.material += WORTH[kind.index()] * count;
        let count = ((men & attacks.all[them]).count() + (men & lost).count()) as i32;
        parts.danger -= DANGER * WORTH[kind.index()] * count / 200;
    }
    parts.pawns = race(board, side, lost);
    parts.mobility = MOBILITY * attacks.mobility[us];
    if let Some(king) = board.king(side) {
        let lines = B8::attacks(Kind::Queen, side, king, board.occupied()) & !board.occupied();
        let ring = B8::king(king) & attacks.all[them];
        parts.king = OPEN_LINE * lines.count() as i32 + RING * ring.count() as i32;
    }
    let sowing = matches!(game.phase, Phase::Sow { .. }) && board.turn() == side;
    parts.obliged = -obliged(board, side, attacks) * if sowing { SOWING_NOW } else { 1 };
    parts
}

/// What a harvest that `side` begins seems to be worth to it, if its position is worth `centipawns`.
fn harvest(board: &Orthodox<B8>, side: Side, centipawns: i32, attacks: &Attacks) -> Value {
    let (us, them) = (side.index(), (!side).index());
    let occupied = board.occupied();
    if board.king(!side).is_some_and(|king| attacks.all[us].has(king)) {
        return MOST;
    }
    let targets = board.side(!side) & attacks.all[us];
    if targets == 0 {
        return equity(centipawns);
    }
    // A capture is compulsory: the best of them, or the least bad.
    let mut best = i32::MIN;
    for square in targets.squares() {
        let taken = board.kind_on(square).map_or(0, |kind| WORTH[kind.index()]);
        let mut risk = 0;
        if attacks.all[them].has(square) {
            let takers = board.attackers(side, square, occupied);
            let cheapest = Kind::ALL.into_iter().find(|k| takers & board.kind(*k) != 0);
            risk = cheapest
                .map_or(0, |kind| if kind == Kind::King { 3_000 } else { WORTH[kind.index()] });
        }
        best = best.max(taken - risk);
    }
    let value = equity(centipawns + best);
    // Then the other side takes an attacked king, unless its only attacker has been taken.
    match board.king(side) {
        Some(king) if attacks.all[them].has(king) => {
            let takers = board.attackers(!side, king, occupied);
            let saved = !takers.many() && takers & attacks.all[us] != 0;
            if saved { value } else { value.min(-KING_LATER) }
        }
        _ => value,
    }
}

/// Whether a side's king is attacked.
fn exposed(board: &Orthodox<B8>, side: Side) -> bool {
    board.king(side).is_some_and(|king| board.attacked(!side, king, board.occupied()))
}

/// The evaluation: what stands, and what the next roll-off may begin.
#[derive(Clone, Default)]
pub struct OctahedraEvaluator;

impl Evaluator<Octahedra> for OctahedraEvaluator {
    const DRAWS: f64 = 0.0;

    fn evaluate(&self, game: &Octahedra) -> Value {
        let (board, us) = (game.board(), game.board().turn());
        let attacks = attacks(board);
        let centipawns = parts(game, us, &attacks).sum() - parts(game, !us, &attacks).sum();
        if game.harvesting() {
            return harvest(board, us, centipawns, &attacks).clamp(-MOST, MOST);
        }
        let (first, thrown) = game.roll_off().unwrap_or((game.first_roller(), None));
        let weights = chances(thrown.map(|[a, b]| a + b)).map(i64::from);
        let still = equity(centipawns) as i64;
        // By the side that begins, for the side to act.
        let begun = |side: Side| {
            if side == us {
                harvest(board, us, centipawns, &attacks) as i64
            } else {
                -harvest(board, !us, -centipawns, &attacks) as i64
            }
        };
        let sum = weights[0] * begun(first)
            + weights[1] * begun(!first)
            + (weights[2] + weights[3]) * still;
        (sum / weights.iter().sum::<i64>()).clamp(-MOST as i64, MOST as i64) as Value
    }

    fn explain(&self, game: &Octahedra) -> String {
        let board = game.board();
        let attacks = attacks(board);
        let [white, black] = Side::BOTH.map(|side| parts(game, side, &attacks));
        let centipawns = white.sum() - black.sum();
        let mut text = String::new();
        for (name, part) in [
            ("material", white.material - black.material),
            ("pawns", white.pawns - black.pawns),
            ("mobility", white.mobility - black.mobility),
            ("king", white.king - black.king),
            ("danger", white.danger - black.danger),
            ("obliged", white.obliged - black.obliged),
        ] {
            text += &format!("{name:<20} {part:>6}\n");
        }
        for (name, value) in [
            ("harvest by white", harvest(board, Side::White, centipawns, &attacks)),
            ("harvest by black", -harvest(board, Side::Black, -centipawns, &attacks)),
        ] {
            text += &format!("{name:<20} {:>+6.3}\n", value as f64 / ONE as f64);
        }
        text
    }
}

impl Searchable for Octahedra {
    type Evaluator = OctahedraEvaluator;
    type Chance = ByOutcome;
    const SELECTIVE: bool = true;
    const THROWS_REPEAT: bool = true;
    const ROUNDS: bool = true;

    fn stretch(&self) -> Stretch {
        match self.phase {
            Phase::Place { .. } => Stretch::Setup,
            Phase::Roll { .. } => Stretch::Between,
            Phase::Sow { .. } => Stretch::Army,
            Phase::Harvest { .. } => Stretch::Exchange,
        }
    }

    fn man(&self, m: Move) -> usize {
        m.from as usize
    }

    fn decisive(&self) -> bool {
        exposed(&self.board, !self.board.turn())
    }

    fn threatened(&self) -> bool {
        exposed(&self.board, self.board.turn())
    }

    /// Each move counts: a sowing has too many to be one turn.
    fn turn_ends(_: Side, _: Node) -> bool {
        true
    }

    /// A throw belongs to the drop or the sowing that it begins, and both throws of a roll-off belong
    /// together. One that begins a harvest is a turn, as the captures may cost nothing; so is a tie, and a
    /// round that is over before it has begun: no search is caught in them.
    fn throw_ends(&self, _: Side) -> bool {
        self.harvesting() || self.roll_off().is_some_and(|(_, thrown)| thrown.is_none())
    }

    /// Placement: each pair of dice once, as their order does not matter. Roll-off: its four ends.
    fn outcomes(&self, mut visit: impl FnMut(Self, u32)) {
        if let Phase::Roll { first, thrown } = self.phase {
            let [harvest, other_harvest, sow, other_sow] = chances(thrown.map(|[a, b]| a + b));
            let mut end = |weight, begin: &dyn Fn(&mut Self)| {
                let mut next = *self;
                begin(&mut next);
                if weight > 0 {
                    visit(next, weight);
                }
            };
            end(harvest, &|next| next.harvest(first));
            end(other_harvest, &|next| next.harvest(!first));
            end(sow, &|next| next.sow(first));
            end(other_sow, &|next| next.sow(!first));
            return;
        }
        let Phase::Place { hand, .. } = self.phase else { return };
        let Some(stage) = placing(&hand) else { return };
        for b in 2..=8 {
            for a in (1..b).filter(|a| !self.is_void([*a, b], stage)) {
                let mut next = *self;
                next.roll([a, b]);
                visit(next, 2);
            }
        }
    }

    fn code(&self, m: Move) -> u16 {
        m.code()
    }

    fn slot(&self, m: Move) -> (usize, usize) {
        self.board().slot(m)
    }

    /// The worth of the victim and of what a pawn becomes; kings first, dear captors last.
    fn gain(&self, m: Move) -> Option<i32> {
        let victim = if m.from == m.to { None } else { self.board().kind_on(m.to) };
        if victim.is_none() && m.promotion.is_none() {
            return None;
        }
        let worth = |kind: Kind| if kind == Kind::King { 20_000 } else { WORTH[kind.index()] };
        let taken = victim.map_or(0, worth) + m.promotion.map_or(0, |k| WORTH[k.index()]);
        Some(16 * taken + 1_000 - worth(m.kind).min(1_000))
    }

    /// Captures are compulsory. While there are few to choose from, a harvest is followed on at no cost of
    /// depth; else a static value must do at the end of the depth, as full boards have harvests without
    /// number.
    fn in_check(&self) -> bool {
        if !self.harvesting() {
            return false;
        }
        let mut captures = Counter::default();
        self.moves(self.board.turn(), &mut captures);
        captures.0 <= FEW_CAPTURES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    fn value(text: &str) -> Value {
        OctahedraEvaluator.evaluate(&Octahedra::parse(text).expect("a position"))
    }

    #[test]
    fn colours_are_alike() {
        for (board, tail) in [
            (
                "1r1q1rk1/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R1Q1RKN",
                "w - - 0 1 phase=roll first=w",
            ),
            ("4r1k1/P5b1/3Bn1R1/6PP/3p3P/1Q1ppq1B/4pN2/7K", "w - - 2 6 phase=harvest first=b"),
            (
                "2q4k/1r1n1r2/b1ppn1pb/1ppp2p1/PPPPpPPP/4N2P/6BB/1R1Q1RKN",
                "b - - 1 2 phase=roll first=w roll=3,5",
            ),
        ] {
            let game = Octahedra::parse(&format!("{board} {tail}")).expect("a position");
            let mut other = Octahedra { board: game.board.mirrored(), phase: game.phase };
            match &mut other.phase {
                Phase::Roll { first, .. } | Phase::Harvest { first } => *first = !*first,
                _ => unreachable!("no such case"),
            }
            assert_eq!(OctahedraEvaluator.evaluate(&game), OctahedraEvaluator.evaluate(&other));
        }
    }

    #[test]
    fn attacked_kings_cost_the_chance_of_a_harvest() {
        let safe = value("4k3/8/8/8/8/8/8/R4K2 w - - 0 2 phase=roll first=w");
        let attacked = value("4k3/8/8/8/8/8/8/4RK2 w - - 0 2 phase=roll first=w");
        assert!(attacked > safe + ONE / 20, "{attacked} {safe}");
        // White begins a harvest with 32 of 238, Black with 28, and could save its king then by no capture.
        assert!(value("4k3/8/8/8/8/8/8/4RK2 w - - 0 2 phase=harvest first=w") > ONE / 10 * 9);
        // Who has thrown high is likelier to sow; who has thrown, begins no harvest.
        let high = value("4k3/8/8/8/8/8/8/4RK2 b - - 0 2 phase=roll first=w roll=8,7");
        assert!(high < -safe && high > -attacked);
    }

    #[test]
    fn compulsory_captures_can_be_bad() {
        // The queen must take a guarded pawn.
        let forced = value("4k3/2p5/3p4/8/8/8/8/3Q1K2 w - - 0 2 phase=harvest first=w");
        let free = value("4k3/2p5/8/3p4/8/8/8/3Q1K2 w - - 0 2 phase=harvest first=w");
        assert!(forced < free);
    }

    fn white(board: &str, tail: &str) -> Parts {
        let game = Octahedra::parse(&format!("{board} w - - 0 2 {tail}")).expect("a position");
        parts(&game, Side::White, &attacks(game.board()))
    }

    fn between(board: &str) -> Parts {
        white(board, "phase=roll first=w")
    }

    #[test]
    fn pawns_race_to_promote() {
        let pawns = |board| between(board).pawns;
        let next = pawns("7k/P7/8/8/8/8/8/7K");
        assert_eq!(next, RACE[1]);
        // The knight must leave, but after the pawn was to move.
        assert_eq!(pawns("n6k/P7/8/8/8/8/8/7K"), RACE[2]);
        assert_eq!(pawns("7k/8/P7/8/8/8/8/7K"), RACE[2]);
        assert_eq!(pawns("rn5k/P7/8/8/8/8/8/7K"), RACE[2] / HUNTED);
        // Whoever moves first, they block each other then.
        assert_eq!(pawns("7k/p7/8/P7/8/8/8/7K"), 0);
        // Both move in one sowing; the hindmost promotes in the second.
        assert_eq!(pawns("7k/P7/P7/8/8/8/8/7K"), RACE[1] + RACE[2]);
        assert_eq!(pawns("n6k/P7/P7/8/8/8/8/7K"), RACE[2] + RACE[3]);
        // Two steps at once.
        assert_eq!(pawns("7k/8/8/8/8/8/P7/7K"), pawns("7k/8/8/8/8/P7/8/7K"));
        // By the whole evaluation, each time by more than half a pawn.
        let values = ["6nk/P7/8", "n6k/P7/8", "6nk/8/P7", "7k/n7/P7"]
            .map(|top| value(&format!("{top}/8/8/8/8/7K w - - 0 2 phase=roll first=w")));
        assert!(values[0] > values[1] + equity(50), "{values:?}");
        assert!(values[2] > values[3] + equity(50), "{values:?}");
        assert!(values[0] > values[2] + equity(50), "{values:?}");
    }

    #[test]
    fn kings_must_walk() {
        let obliged = |board| between(board).obliged;
        // To g1, g2, h2: all attacked, then all but h2.
        assert_eq!(obliged("k5r1/8/8/8/8/8/1r6/7K"), -WALK[0]);
        assert_eq!(obliged("k5r1/8/8/8/8/1r6/8/7K"), -WALK[1]);
        assert_eq!(obliged("k7/8/8/8/8/1r6/8/7K"), 0);
        // A king without a move stays.
        assert_eq!(obliged("k5r1/8/8/8/8/8/1r4NP/6NK"), 0);
        let tail = "phase=sow first=w stage=king";
        let walking = white("k5r1/8/8/8/8/8/1r6/7K", tail).obliged;
        assert_eq!(walking, -WALK[0] * SOWING_NOW);
        let tail = "w - - 0 2 phase=roll first=w";
        let walks = value(&format!("k5r1/8/8/8/8/8/1r6/7K {tail}"));
        let safe = value(&format!("k5r1/8/8/8/8/1r6/8/7K {tail}"));
        assert!(safe > walks + ONE / 100, "{safe} {walks}");
    }

    #[test]
    fn rooks_and_queens_are_driven_into_attacks() {
        let obliged = |board| between(board).obliged;
        let queen = DRIVEN * WORTH[Kind::Queen.index()] / 100;
        // To a2 alone, which the pawn attacks, or does not.
        assert_eq!(obliged("k7/8/8/8/8/Pp6/1P6/QN3K2"), -queen);
        assert_eq!(obliged("k7/8/8/8/8/P1p5/1P6/QN3K2"), 0);
        assert_eq!(obliged("k7/8/8/8/8/Pp6/1P6/RN3K2"), -DRIVEN * WORTH[Kind::Rook.index()] / 100);
        // A rook is no lesser man than a rook, but than a queen.
        assert_eq!(obliged("k7/8/8/2K5/8/P7/7r/RN6"), 0);
        assert_eq!(obliged("k7/8/8/2K5/8/P7/1P5r/QN6"), 0);
        assert_eq!(obliged("k7/8/8/2K5/8/P7/r7/QN6"), 0);
    }
}
