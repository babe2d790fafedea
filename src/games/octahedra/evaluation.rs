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
/// Worth of a pawn's advance, by rank from its base: each sowing moves every pawn that can.
const ADVANCE: [i32; 8] = [0, 0, 8, 20, 45, 90, 200, 0];
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
}

fn attacks(board: &Orthodox<B8>) -> Attacks {
    let occupied = board.occupied();
    let mut attacks = Attacks { all: [0; 2], pawns: [0; 2], mobility: [0; 2] };
    for side in Side::BOTH {
        let s = side.index();
        let pawns = board.men(side, Kind::Pawn);
        attacks.pawns[s] = B8::pawns_west(side, pawns) | B8::pawns_east(side, pawns);
        attacks.all[s] = attacks.pawns[s];
        for kind in [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            for square in board.men(side, kind).squares() {
                let set = B8::attacks(kind, side, square, occupied);
                attacks.all[s] |= set;
                attacks.mobility[s] += (set & !occupied).count() as i32;
            }
        }
        if let Some(king) = board.king(side) {
            attacks.all[s] |= B8::king(king);
        }
    }
    attacks
}

/// The parts of an evaluation, each from the view of one side, in centipawns.
#[derive(Default)]
struct Parts {
    material: i32,
    pawns: i32,
    mobility: i32,
    king: i32,
    danger: i32,
}

impl Parts {
    fn sum(&self) -> i32 {
        self.material + self.pawns + self.mobility + self.king + self.danger
    }
}

fn parts(game: &Octahedra, side: Side, attacks: &Attacks) -> Parts {
    let board = game.board();
    // Men still to be placed are there all the same.
    let hand = if let Phase::Place { hand, .. } = game.phase { hand } else { Hand::default() };
    let (us, them) = (side.index(), (!side).index());
    let mut parts = Parts::default();
    for kind in Kind::ALL {
        let men = board.men(side, kind);
        let count = men.count() as i32 + hand[us][kind.index()] as i32;
        parts.material += WORTH[kind.index()] * count;
        let attacked = men & attacks.all[them];
        // Unguarded men are lost, guarded ones are traded if less takes them.
        let hanging = attacked & (!attacks.all[us] | attacks.pawns[them]);
        let count = (2 * hanging.count() + (attacked & !hanging).count()) as i32;
        parts.danger -= DANGER * WORTH[kind.index()] * count / 200;
    }
    for pawn in board.men(side, Kind::Pawn).squares() {
        let free = B8::forward(side, u64::of(pawn)) & !board.occupied() != 0;
        let advance = ADVANCE[B8::rank_for(side, pawn) as usize];
        parts.pawns += if free { advance } else { advance / 3 };
    }
    parts.mobility = MOBILITY * attacks.mobility[us];
    if let Some(king) = board.king(side) {
        let lines = B8::attacks(Kind::Queen, side, king, board.occupied()) & !board.occupied();
        let ring = B8::king(king) & attacks.all[them];
        parts.king = OPEN_LINE * lines.count() as i32 + RING * ring.count() as i32;
    }
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
                let mut next = self.clone();
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
                let mut next = self.clone();
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
}
