//! Weaker play on demand: fewer nodes and a noisy choice.
//!
//! Level 20 is full strength, level 0 moves at random, level 1 takes the move with the best value at
//! depth 1 (a greedy player); at a sealed turn the best reply, at depth 1, to an opponent who chooses
//! evenly among everything.

use rand::{Rng, RngExt};

use super::limits::Limits;
use super::root::Line;
use super::value::centipawns;

/// Full strength.
pub const MOST: u8 = 20;

/// The range of `UCI_Elo`; levels are spread evenly over it. The scale is nominal.
pub const ELO: std::ops::RangeInclusive<u32> = 600..=2600;

/// The level that stands for a rating.
pub fn level_of_elo(elo: u32) -> u8 {
    let elo = elo.clamp(*ELO.start(), *ELO.end());
    ((elo - ELO.start()) * MOST as u32 / (ELO.end() - ELO.start())) as u8
}

/// How many lines a level chooses from.
pub fn lines(level: u8) -> usize {
    match level {
        0 | 1 | MOST.. => 1,
        _ => 4,
    }
}

/// The limits, tightened for a level.
pub fn limit(limits: Limits, level: u8) -> Limits {
    match level {
        0 | 1 => Limits { depth: Some(1), greedy: true, ..limits },
        MOST.. => limits,
        _ => {
            let most = 50 << (level / 2 + 1) as u64;
            Limits { nodes: Some(limits.nodes.map_or(most, |n| n.min(most))), ..limits }
        }
    }
}

/// How often a level makes any choice at a sealed turn instead of one drawn from its strategy.
pub fn carelessness(level: u8) -> f64 {
    match level {
        0 => 1.0,
        MOST.. => 0.0,
        _ => (MOST - level) as f64 / (2 * MOST) as f64,
    }
}

/// The move that level 0 plays, any of these; other levels search.
pub fn random_choice<M: Copy>(moves: &[M], level: u8, rng: &mut impl Rng) -> Option<M> {
    (level == 0 && !moves.is_empty()).then(|| moves[rng.random_range(0..moves.len())])
}

/// The index of the line that a level plays.
pub fn choose<M>(lines: &[Line<M>], level: u8, rng: &mut impl Rng) -> usize {
    match level {
        0 | 1 | MOST.. => 0,
        _ => {
            let noise = 12 * (MOST - level) as i32;
            let mut best = (i32::MIN, 0);
            for (i, line) in lines.iter().enumerate() {
                let value = centipawns(line.value) + rng.random_range(-noise..=noise);
                best = best.max((value, lines.len() - i));
            }
            lines.len() - best.1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn levels_cover_the_ratings() {
        assert_eq!((level_of_elo(0), level_of_elo(600), level_of_elo(2600)), (0, 0, MOST));
        assert_eq!(limit(Limits::default(), MOST), Limits::default());
    }

    #[test]
    fn level_0_plays_every_move_alike() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut seen = [0; 4];
        for _ in 0..400 {
            seen[random_choice(&[0, 1, 2, 3], 0, &mut rng).expect("a move")] += 1;
        }
        assert!(seen.iter().all(|count| (60..140).contains(count)), "{seen:?}");
        assert_eq!(random_choice(&[1, 2], 1, &mut rng), None);
    }

    #[test]
    fn choices_are_lines() {
        let lines: Vec<Line<()>> =
            [3, 2, 1].iter().map(|v| Line { value: v * 10_000, pv: Vec::new() }).collect();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for level in 0..=MOST {
            let mut seen = [0; 3];
            for _ in 0..300 {
                seen[choose(&lines, level, &mut rng)] += 1;
            }
            assert_eq!(seen[1] + seen[2] > 0, (2..MOST).contains(&level), "{level}");
        }
    }
}
