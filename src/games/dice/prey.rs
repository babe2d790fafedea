//! What the next throw may take: the quiescence of games whose search ends before a throw.

use crate::board::{Bits, Geometry, Kind, Side};
use crate::games::common::{Orthodox, WORTH};
use crate::search::ThrowClasses;

/// By kind of man: the best gain in centipawns from a capture that a side has with a man of it, if the
/// enemy's next die takes back with any kind that guards the victim; kings are worth `king`.
pub fn gains<G: Geometry>(board: &Orthodox<G>, us: Side, king: i32) -> [i32; 6] {
    let occupied = board.occupied();
    let prey = board.side(!us);
    let worth = |kind: Kind| if kind == Kind::King { king } else { WORTH[kind.index()] };
    let mut best = [0; 6];
    for kind in Kind::ALL {
        for from in board.men(us, kind).squares() {
            for to in (G::attacks(kind, us, from, occupied) & prey).squares() {
                let victim = board.kind_on(to).map_or(0, worth);
                let best = &mut best[kind.index()];
                if victim > *best {
                    *best = (victim - worth(kind) * guards(board, !us, to) / 6).max(*best);
                }
            }
        }
    }
    best
}

/// How many kinds of men of a side attack a square.
fn guards<G: Geometry>(board: &Orthodox<G>, side: Side, square: u8) -> i32 {
    let men = board.attackers(side, square, board.occupied());
    Kind::ALL.into_iter().filter(|kind| (men & board.kind(*kind)).any()).count() as i32
}

/// The mean over the throws of the best gain that each allows.
pub fn expected<G: ThrowClasses>(gains: [i32; 6]) -> i32 {
    let (mut sum, mut total) = (0, 0);
    for (classes, weight) in G::throws() {
        let allowed = gains.iter().enumerate().filter(|(kind, _)| classes >> kind & 1 != 0);
        sum += allowed.map(|(_, gain)| *gain).max().unwrap_or(0) * *weight as i32;
        total += *weight as i32;
    }
    sum / total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::dice::{BrainKing, Vegas};

    #[test]
    fn gains_are_those_of_the_best_captures() {
        // The knight takes a queen; the rook a pawn that a king guards.
        let game = BrainKing::parse("4k3/3p4/8/8/4q3/2N5/8/K2R4 w - - 0 1").expect("a position");
        let best = gains::<crate::board::B8>(game.board(), Side::White, 0);
        assert_eq!(best, [0, 950, 0, 100 - 500 / 6, 0, 0].map(|x: i32| x.max(0)));
        // One face of six; the first die of Vegas, or either with its star.
        let knight = [0, 600, 0, 0, 0, 0];
        assert_eq!(expected::<BrainKing<crate::board::B8>>(knight), 100);
        assert_eq!(expected::<Vegas>(knight), 600 * 16 / 36);
    }
}
