//! What is said of a sealed turn, and the choice that is made there.

use rand::{Rng, RngExt};

use crate::game::{MoveList, Side};
use crate::games::Variant;
use crate::search::sealed::root::Strategies;
use crate::search::strength;
use crate::search::value::ONE;

/// Less probable choices are neither shown nor made.
const LEAST: f64 = 5e-7;

/// A mix as it is shown and played: the choices that are probable enough, summing up to 1.
fn shown<M: Copy>(mix: &[(M, f64)]) -> Vec<(M, f64)> {
    let mut mix: Vec<(M, f64)> = mix.iter().copied().filter(|(_, p)| *p >= LEAST).collect();
    let sum: f64 = mix.iter().map(|(_, p)| p).sum();
    mix.iter_mut().for_each(|(_, p)| *p /= sum);
    mix
}

fn mix_text<G: Variant>(game: &G, mix: &[(G::Move, f64)]) -> String {
    mix.iter().map(|(m, p)| format!(" {} {p:.6}", game.move_token(*m))).collect()
}

/// What would be written as 0 with a sign has none.
fn unsigned_zero(x: f64) -> f64 {
    if x.abs() < LEAST { 0.0 } else { x }
}

/// The lines before `bestmove`: the side's strategy, its value and how much a better-informed opponent
/// could gain; for analysis also the other side's strategy, and what every choice of both is worth
/// against the other's strategy.
pub fn lines<G: Variant>(
    game: &G,
    side: Side,
    strategies: &Strategies<G::Move>,
    depth: u32,
    analyse: bool,
) -> Vec<String> {
    let mix = |side: Side| mix_text(game, &shown(&strategies.mixes[side.index()]));
    let [low, high] = strategies.bounds;
    let value = if side == Side::White { (low + high) / 2.0 } else { -(low + high) / 2.0 };
    let mut all = vec![
        format!("info string strategy{}", mix(side)),
        format!(
            "info string value {:.6} exploitability {:.6} depth {depth}",
            unsigned_zero(value),
            strategies.exploitability()
        ),
    ];
    if analyse {
        all.push(format!("info string opponent{}", mix(!side)));
        for side in [side, !side] {
            for (m, value) in &strategies.replies[side.index()] {
                let played = strategies.mixes[side.index()].iter().find(|(other, _)| other == m);
                all.push(format!(
                    "info string reply {} {} value {:.6} probability {:.6}",
                    side.name(),
                    game.move_token(*m),
                    unsigned_zero(*value as f64 / ONE as f64),
                    played.map_or(0.0, |(_, p)| *p)
                ));
            }
        }
    }
    all
}

/// A choice drawn from a mix. Weaker levels choose evenly among everything now and then.
pub fn draw<G: Variant>(
    game: &G,
    side: Side,
    among: &[G::Move],
    mix: &[(G::Move, f64)],
    level: u8,
    rng: &mut impl Rng,
) -> Option<G::Move> {
    if rng.random::<f64>() < strength::carelessness(level) {
        let mut moves = MoveList::new();
        game.moves(side, &mut moves);
        moves.retain(|m| among.is_empty() || among.contains(m));
        return moves.get(rng.random_range(0..moves.len().max(1))).copied();
    }
    let mix = shown(mix);
    let mut left: f64 = rng.random();
    for (m, p) in &mix {
        left -= p;
        if left < 0.0 {
            return Some(*m);
        }
    }
    mix.first().map(|(m, _)| *m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::simultaneous::Simultaneous;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn choices_are_drawn_as_often_as_the_mix_says() {
        let game = Simultaneous::start();
        let mut moves = MoveList::new();
        game.moves(Side::White, &mut moves);
        let mix = [(moves[3], 0.75), (moves[5], 0.25), (moves[7], 1e-8)];
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut count = |level: u8, among: &[_], m| {
            let mut draw = || draw(&game, Side::White, among, &mix, level, &mut rng);
            (0..10_000).filter(|_| draw() == Some(m)).count()
        };
        let full = strength::MOST;
        assert!((7_300..7_700).contains(&count(full, &[], moves[3])));
        assert!((2_300..2_700).contains(&count(full, &[], moves[5])));
        assert_eq!(count(full, &[], moves[7]), 0);
        // Level 0 chooses evenly among what is allowed.
        assert!((200..370).contains(&count(0, &[], moves[7])));
        assert!((4_700..5_300).contains(&count(0, &moves[6..8], moves[7])));
    }
}
