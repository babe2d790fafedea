//! Which games a tournament has: numbered from 1, in pairs with sides swapped.

use super::settings::{Mode, Tournament};

/// One game of a tournament.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Fixture {
    /// Its number, from 1.
    pub game: u64,
    /// The number of its pair, from 1.
    pub pair: u64,
    /// How many pairs these opponents have had in this variant before.
    pub round: u64,
    /// Index of the variant.
    pub variant: usize,
    /// Index of the engine that has White, then of the one that has Black.
    pub engines: [usize; 2],
}

/// The games of a tournament. Every round has a pair of games for each variant and each two opponents.
#[derive(Clone, Debug)]
pub struct Schedule {
    opponents: Vec<[usize; 2]>,
    variants: u64,
    rounds: u64,
}

impl Schedule {
    /// The games that the settings ask for.
    pub fn new(tournament: &Tournament) -> Self {
        let engines = tournament.engines.len();
        let opponents = match tournament.mode {
            Mode::RoundRobin => {
                (0..engines).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect()
            }
            Mode::Gauntlet => (1..engines).map(|b| [0, b]).collect(),
        };
        let variants = tournament.variants.len() as u64;
        Schedule { opponents, variants, rounds: tournament.games / 2 }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        2 * self.rounds * self.variants * self.opponents.len() as u64
    }

    /// A game by its number, from 1 to [`games`](Schedule::games).
    pub fn fixture(&self, game: u64) -> Fixture {
        let index = (game - 1) / 2;
        let opponents = self.opponents.len() as u64;
        let [first, second] = self.opponents[(index % opponents) as usize];
        let swapped = game.is_multiple_of(2);
        Fixture {
            game,
            pair: index + 1,
            round: index / opponents / self.variants,
            variant: (index / opponents % self.variants) as usize,
            engines: if swapped { [second, first] } else { [first, second] },
        }
    }
}

/// A part of a tournament: the pairs whose number leaves the remainder `part − 1` on division by `of`,
/// counted from 0.
#[derive(Copy, Clone, Debug, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Shard {
    /// From 1 to `of`.
    pub part: u64,
    /// The number of parts, at least 1.
    pub of: u64,
}

impl Shard {
    /// The whole tournament.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether a game belongs to this part; both games of a pair always do.
    pub fn has(self, game: u64) -> bool {
        (game - 1) / 2 % self.of == self.part - 1
    }
}
