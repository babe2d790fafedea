//! The sequential probability ratio test, on pairs.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::adjudication::read_numbers;
use super::stats::{OUTCOMES, Pentanomial, expected_score};
use crate::game::TextError;

/// A test of H0, the first engine is better by `elo0` (or less), against H1, by `elo1` (or more).
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// Elo of H0.
    pub elo0: f64,
    /// Elo of H1.
    pub elo1: f64,
    /// The chance of accepting H1 where H0 is true.
    pub alpha: f64,
    /// The chance of accepting H0 where H1 is true.
    pub beta: f64,
}

/// What a test has shown so far.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Decision {
    /// The first engine is not better by as much as H1 says.
    H0,
    /// It is better.
    H1,
}

impl FromStr for Test {
    type Err = TextError;

    /// Reads `elo0=…,elo1=…[,alpha=…,beta=…]`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (f64::NAN, f64::NAN, 0.05, 0.05);
        read_numbers::<f64>(
            text,
            &mut [
                ("elo0", &mut elo0),
                ("elo1", &mut elo1),
                ("alpha", &mut alpha),
                ("beta", &mut beta),
            ],
        )?;
        let fits = elo0 < elo1 && [elo0, elo1].iter().all(|e| e.abs() <= 1000.0);
        if !fits {
            return Err(TextError::new("elo0 must be below elo1", text));
        }
        if [alpha, beta].iter().any(|p| !(1e-6..=0.4).contains(p)) {
            return Err(TextError::new("alpha and beta are from 0.000001 to 0.4", text));
        }
        Ok(Test { elo0, elo1, alpha, beta })
    }
}

/// What is taken for known of a pair before any was played: one pair's worth of two fair games. It keeps
/// a few equal pairs from looking like certainty, and is soon outweighed.
const PRIOR: [f64; OUTCOMES] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];

impl Test {
    /// The bounds of the log-likelihood ratio: H0 at or below the first, H1 at or above the second.
    pub fn bounds(&self) -> [f64; 2] {
        [libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha)]
    }

    /// The logarithm of the generalised likelihood ratio: the best distribution of pairs with the mean of
    /// H1 against the best one with the mean of H0 (Van den Bergh, "Comments on normalized Elo").
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        let total = pairs.iter().sum::<u64>() as f64;
        if total == 0.0 {
            return 0.0;
        }
        let share: Vec<f64> =
            pairs.iter().zip(PRIOR).map(|(n, p)| (*n as f64 + p) / (total + 1.0)).collect();
        let likeliest = [self.elo0, self.elo1].map(|elo| tilt(&share, expected_score(elo)));
        let ratio = |i: usize| share[i] * libm::log(likeliest[1][i] / likeliest[0][i]);
        total * (0..OUTCOMES).map(ratio).sum::<f64>()
    }

    /// What these pairs decide, if anything.
    pub fn decide(&self, pairs: &Pentanomial) -> Option<Decision> {
        let (llr, [low, high]) = (self.llr(pairs), self.bounds());
        if llr <= low {
            Some(Decision::H0)
        } else if llr >= high {
            Some(Decision::H1)
        } else {
            None
        }
    }
}

/// The distribution with mean `score` under which shares like these are likeliest: each share divided by
/// `1 + x · (its score − score)`, with the `x` that makes the mean right.
fn tilt(share: &[f64], score: f64) -> Vec<f64> {
    let distance = |i: usize| i as f64 / 4.0 - score;
    let excess = |x: f64| {
        share
            .iter()
            .enumerate()
            .map(|(i, p)| p * distance(i) / (1.0 + x * distance(i)))
            .sum::<f64>()
    };
    // The excess falls from plus to minus infinity between the two poles.
    let (mut low, mut high) = (-1.0 / distance(OUTCOMES - 1), -1.0 / distance(0));
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = 0.5 * (low + high);
    share.iter().enumerate().map(|(i, p)| p / (1.0 + x * distance(i))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const TEST: Test = Test { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn tests_are_read_or_refused() {
        assert_eq!("elo0=0,elo1=20".parse(), Ok(TEST));
        for text in ["elo0=0", "elo0=5,elo1=5", "elo0=0,elo1=5,alpha=0", "elo0=0,elo1=5,beta=0.9"] {
            assert_eq!(text.parse::<Test>().unwrap_err().word, text);
        }
        assert_eq!("elo0=0,elo2=5".parse::<Test>().unwrap_err().word, "elo2=5");
    }

    #[test]
    fn the_ratio_is_that_of_normal_means_for_many_pairs() {
        let pairs = [1000, 4000, 6000, 4000, 1000];
        let (s0, s1) = (expected_score(0.0), expected_score(20.0));
        // The variance of a pair's score per game is 1/16.
        let normal = 16_000.0 * (s1 - s0) * (2.0 * 0.5 - s0 - s1) / (2.0 / 16.0);
        let llr = TEST.llr(&pairs);
        assert!((llr / normal - 1.0).abs() < 0.01, "{llr} {normal}");
        let tilted = tilt(&[0.1, 0.2, 0.4, 0.2, 0.1], 0.6);
        let mean: f64 = tilted.iter().enumerate().map(|(i, p)| p * i as f64 / 4.0).sum();
        assert!((mean - 0.6).abs() < 1e-9 && (tilted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn few_equal_pairs_decide_nothing() {
        assert_eq!(TEST.decide(&[0; 5]), None);
        assert_eq!(TEST.decide(&[0, 0, 10, 0, 0]), None);
        assert_eq!(TEST.decide(&[0, 0, 100, 0, 0]), Some(Decision::H0));
        assert_eq!(TEST.decide(&[0, 0, 0, 0, 2]), None);
        assert_eq!(TEST.decide(&[0, 0, 10, 30, 30]), Some(Decision::H1));
    }

    /// With the truth at one hypothesis the other is accepted in about one of twenty tests.
    #[test]
    fn errors_are_as_rare_as_asked_for() {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(8);
        let test = Test { elo1: 40.0, ..TEST };
        for (elo, wrong) in [(0.0, Decision::H1), (40.0, Decision::H0)] {
            let chance = expected_score(elo);
            let mut errors = 0;
            for _ in 0..400 {
                let mut pairs = [0; OUTCOMES];
                let decision = loop {
                    let wins = usize::from(luck.random_bool(chance))
                        + usize::from(luck.random_bool(chance));
                    pairs[2 * wins] += 1;
                    if let Some(decision) = test.decide(&pairs) {
                        break decision;
                    }
                };
                errors += usize::from(decision == wrong);
            }
            assert!(errors <= 32, "{errors} of 400 at {elo} Elo");
        }
    }
}
