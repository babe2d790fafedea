//! The dice of a tournament: each throw depends on the seed, the pair of games and how many throws the
//! side has made, so that both games of a pair get the same dice and any game can be replayed alone.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::Side;

/// A seed that depends on all of the parts and their order.
pub fn derive(parts: &[u64]) -> u64 {
    parts.iter().fold(0, |seed, part| Xoshiro256PlusPlus::seed_from_u64(seed ^ part).next_u64())
}

/// A seed of a text.
pub fn derive_text(seed: u64, text: &str) -> u64 {
    text.bytes().fold(derive(&[seed]), |seed, byte| derive(&[seed, byte as u64]))
}

/// The dice of one pair of games.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    thrown: [u64; 2],
}

impl Dice {
    /// The dice of a game, with the seed that both games of its pair share.
    pub fn new(seed: u64) -> Self {
        Dice { seed, thrown: [0; 2] }
    }

    /// Throws: picks one of the possible throws with a chance that is proportional to its weight.
    ///
    /// Every throw waits for an exponential time of its own with its weight as the rate, and the earliest
    /// happens. So where the possible throws differ between the games of a pair (in a placement by dice)
    /// they still get the same throw, unless it is just that one which is impossible in one of them.
    pub fn throw<'a>(&mut self, side: Side, throws: &'a [(String, u32)]) -> &'a str {
        let number = self.thrown[side.index()];
        self.thrown[side.index()] += 1;
        let seed = derive(&[self.seed, side.index() as u64, number]);
        let time = |(token, weight): &&(String, u32)| {
            let mut luck = Xoshiro256PlusPlus::seed_from_u64(derive_text(seed, token));
            // 1 − u is above 0. The library's logarithm is the same on every machine.
            -libm::log(1.0 - luck.random::<f64>()) / *weight as f64
        };
        let earliest = throws.iter().min_by(|a, b| time(a).total_cmp(&time(b)));
        &earliest.expect("a throw is due").0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throws(weights: &[u32]) -> Vec<(String, u32)> {
        weights.iter().enumerate().map(|(i, w)| (format!("r:{i}"), *w)).collect()
    }

    #[test]
    fn throws_come_as_often_as_their_weights_say() {
        let all = throws(&[1, 2, 3]);
        let mut counts = [0.0; 3];
        for pair in 0..6000 {
            let token = Dice::new(pair).throw(Side::White, &all).to_string();
            counts[all.iter().position(|t| t.0 == token).unwrap()] += 1.0;
        }
        let expected = [1000.0, 2000.0, 3000.0];
        let chi: f64 = counts.iter().zip(expected).map(|(c, e)| (c - e) * (c - e) / e).sum();
        assert!(chi < 13.8, "{counts:?}: chi square {chi} has a chance below 1 in 1000");
    }

    #[test]
    fn a_throw_depends_on_side_and_number_only() {
        let all = throws(&[1; 36]);
        let mut a = Dice::new(5);
        let mut b = Dice::new(5);
        let first: Vec<String> = (0..20).map(|_| a.throw(Side::White, &all).to_string()).collect();
        // Black's throws in between change nothing for White.
        let second: Vec<String> = (0..20)
            .map(|_| {
                b.throw(Side::Black, &all);
                b.throw(Side::White, &all).to_string()
            })
            .collect();
        assert_eq!(first, second);
        assert_ne!(first[0..10], first[10..20]);
        let other: Vec<String> = {
            let mut dice = Dice::new(6);
            (0..20).map(|_| dice.throw(Side::White, &all).to_string()).collect()
        };
        assert_ne!(first, other);
    }

    #[test]
    fn impossible_throws_change_only_themselves() {
        let all = throws(&[1; 36]);
        let some = &all[..30];
        for seed in 0..200 {
            let chosen = Dice::new(seed).throw(Side::White, &all).to_string();
            let among = Dice::new(seed).throw(Side::White, some).to_string();
            let impossible = !some.iter().any(|t| t.0 == chosen);
            assert_eq!(chosen != among, impossible);
        }
    }
}
