//! The statistics of matches. Everything is taken from pairs: the two games of a pair share opening and
//! dice, so that only pairs are independent.

/// The score of a pair of games, in steps of ½ a game: 0 for two losses … 4 for two wins.
pub const OUTCOMES: usize = 5;

/// How often each score of a pair has come: the pentanomial counts.
pub type Pentanomial = [u64; OUTCOMES];

/// The mean of some values and how sure it is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the 95 % interval; `None` with fewer than [`FEWEST`] values, or if all are alike.
    pub error: Option<f64>,
    /// The standard deviation of one value; 0 if all are alike.
    pub deviation: f64,
    /// How many values there are.
    pub count: u64,
}

/// With fewer values no error is told.
pub const FEWEST: u64 = 4;

impl Estimate {
    /// Of values with how often each came; `None` of nothing.
    pub fn of(values: impl Iterator<Item = (f64, u64)> + Clone) -> Option<Self> {
        let count: u64 = values.clone().map(|v| v.1).sum();
        if count == 0 {
            return None;
        }
        let n = count as f64;
        let mean = values.clone().map(|(x, k)| x * k as f64).sum::<f64>() / n;
        let squares: f64 = values.map(|(x, k)| (x - mean) * (x - mean) * k as f64).sum();
        let deviation = if count > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 };
        // Sums of equal values may differ from them in the last bits.
        let deviation = if deviation < 1e-9 { 0.0 } else { deviation };
        let sure = count >= FEWEST && deviation > 0.0;
        let error = sure.then(|| student(count - 1) * deviation / n.sqrt());
        Some(Estimate { mean, error, deviation, count })
    }

    /// Of the scores of pairs, each score per game from 0 to 1.
    pub fn of_pairs(pairs: &Pentanomial) -> Option<Self> {
        Self::of(pairs.iter().enumerate().map(|(i, n)| (i as f64 / 4.0, *n)))
    }

    /// The likelihood that the true mean is above `point`.
    pub fn superiority(&self, point: f64) -> Option<f64> {
        self.error?;
        let z = (self.mean - point) / (self.deviation / (self.count as f64).sqrt());
        Some(normal(z))
    }

    /// The difference in Elo that the mean stands for, with the ends of its interval.
    pub fn elo(&self) -> (f64, Option<[f64; 2]>) {
        let interval = self.error.map(|e| [elo(self.mean - e), elo(self.mean + e)]);
        (elo(self.mean), interval)
    }

    /// Normalised Elo with half its 95 % interval: the mean in standard deviations of a game, scaled so
    /// that it equals Elo where games are wins and losses by pure chance.
    pub fn normalised_elo(&self) -> Option<(f64, f64)> {
        let error = self.error?;
        // A pair's mean scatters less than a game by the square root of two.
        let scale = 800.0 / std::f64::consts::LN_10 / (self.deviation * std::f64::consts::SQRT_2);
        Some(((self.mean - 0.5) * scale, error * scale))
    }
}

/// The difference in Elo at which a score is expected; infinite for 0 and 1.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Adding 0 makes −0 0.
    0.0 - 400.0 * libm::log10(1.0 / score - 1.0)
}

/// The score expected at a difference in Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The distribution function of the normal distribution.
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// The 97.5 % point of Student's distribution with at least 3 degrees of freedom, by its expansion about
/// the normal one (Abramowitz and Stegun, 26.7.5).
fn student(freedom: u64) -> f64 {
    let (v, z) = (freedom as f64, 1.959_963_985_f64);
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * v)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * v * v)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * v.powi(3))
}

/// The median; `None` of nothing.
pub fn median(values: &mut [f64]) -> Option<f64> {
    let middle = values.len() / 2;
    (!values.is_empty()).then(|| *values.select_nth_unstable_by(middle, f64::total_cmp).1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn known_points() {
        assert!((student(3) - 3.182).abs() < 0.03 && (student(30) - 2.0423).abs() < 1e-3);
        assert!((normal(1.0) - 0.841_344_7).abs() < 1e-6);
        assert!((elo(0.75) - 190.85).abs() < 0.01 && elo(1.0) == f64::INFINITY);
        assert!((expected_score(elo(0.6)) - 0.6).abs() < 1e-12);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
    }

    #[test]
    fn estimates_by_hand() {
        // Ten pairs: mean (2·0.25 + 6·0.5 + 2·0.75) / 10; squares 4 · 1/16.
        let estimate = Estimate::of_pairs(&[0, 2, 6, 2, 0]).unwrap();
        assert!((estimate.mean - 0.5).abs() < 1e-12);
        assert!((estimate.deviation - (0.25_f64 / 9.0).sqrt()).abs() < 1e-12);
        let error = 2.262 * estimate.deviation / 10_f64.sqrt();
        assert!((estimate.error.unwrap() - error).abs() < 1e-3);
        assert_eq!(estimate.superiority(0.5), Some(0.5));
        let alike = Estimate::of_pairs(&[0, 0, 9, 0, 0]).unwrap();
        assert_eq!((alike.error, alike.deviation, alike.superiority(0.5)), (None, 0.0, None));
        assert_eq!(Estimate::of_pairs(&[0; 5]), None);
    }

    #[test]
    fn normalised_elo_is_elo_where_games_are_coin_tosses() {
        // Independent games with a score near one half.
        let p = expected_score(5.0);
        let chance = [(1.0 - p) * (1.0 - p), 0.0, 2.0 * p * (1.0 - p), 0.0, p * p];
        let pairs = chance.map(|c| (c * 1e8).round() as u64);
        let estimate = Estimate::of_pairs(&pairs).unwrap();
        let (value, error) = estimate.normalised_elo().unwrap();
        assert!((value - 5.0).abs() < 0.01, "{value}");
        assert!(error < 0.05);
    }

    /// The interval of 95 % holds the truth in 93 to 97 of 100 tournaments, for pairs whose games depend
    /// on shared luck, at several lengths.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(20);
        for (pairs, strength) in [(20, 0.0), (100, 0.15), (500, 0.05)] {
            // White's chance in a game: shared luck of the pair, and who is stronger.
            let white = |shared: f64, better: f64| (0.5 + shared + better).clamp(0.0, 1.0);
            let mean = |better: f64| {
                let steps = 10_000;
                let shared = (0..steps).map(|i| (i as f64 + 0.5) / steps as f64 * 0.8 - 0.4);
                shared.map(|s| white(s, better)).sum::<f64>() / f64::from(steps)
            };
            let truth = (mean(strength) + 1.0 - mean(-strength)) / 2.0;
            let mut covered = 0;
            for _ in 0..1000 {
                let mut counts = [0; OUTCOMES];
                for _ in 0..pairs {
                    let shared = luck.random_range(-0.4..0.4);
                    let mut game = |better: f64| {
                        // A fifth of the games is drawn.
                        let chance = white(shared, better);
                        if luck.random_bool(0.2) {
                            0.5
                        } else {
                            f64::from(luck.random_bool(chance))
                        }
                    };
                    let score = game(strength) + 1.0 - game(-strength);
                    counts[(2.0 * score) as usize] += 1;
                }
                // Draws pull the score towards one half.
                let truth = 0.1 + 0.8 * truth;
                let estimate = Estimate::of_pairs(&counts).unwrap();
                let error = estimate.error.unwrap_or(0.0);
                covered += usize::from((estimate.mean - truth).abs() <= error);
            }
            assert!((930..=970).contains(&covered), "{covered} of 1000 with {pairs} pairs");
        }
    }
}
