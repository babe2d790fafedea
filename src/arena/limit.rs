//! What an engine may use for a move, and the clocks of a game.

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::{Side, TextError};

/// What an engine may use for its moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// A clock.
    Clock(TimeControl),
    /// Milliseconds a move.
    MoveTime(u64),
    /// Turns searched.
    Depth(u32),
    /// Moves made in the search.
    Nodes(u64),
}

/// A clock: time for a number of moves, or for the game, and more with each move.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Moves to which `base` applies, again and again; `None` for the whole game.
    pub moves: Option<u32>,
    /// Milliseconds.
    pub base: u64,
    /// Milliseconds added after each move.
    pub increment: u64,
}

impl FromStr for TimeControl {
    type Err = TextError;

    /// Reads `[MOVES/]SECONDS[+SECONDS]`, such as `10+0.1` or `40/60`.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let wrong = || TextError::new("not a time control like 10+0.1 or 40/60", text);
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                (Some(moves.parse().ok().filter(|m| *m > 0).ok_or_else(wrong)?), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let millis = |word: &str| {
            let seconds: f64 = word.parse().ok()?;
            // A day is more than any game needs, and keeps the sums small.
            (0.0..=86_400.0).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
        };
        let base = millis(base).ok_or_else(wrong)?;
        let increment = millis(increment).ok_or_else(wrong)?;
        if base == 0 && increment == 0 {
            return Err(wrong());
        }
        Ok(TimeControl { moves, base, increment })
    }
}

/// The clocks of a game: one a side, or none where the limit is of another kind.
#[derive(Clone, Debug)]
pub struct Clocks([Clock; 2]);

#[derive(Clone, Debug)]
struct Clock {
    limit: Limit,
    /// Milliseconds left; what a move takes is charged in full precision.
    left: f64,
    moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clocks before the first move; White's limit first.
    pub fn new(limits: [Limit; 2]) -> Self {
        Clocks(limits.map(|limit| {
            let (left, moves_to_go) = match limit {
                Limit::Clock(control) => (control.base as f64, control.moves),
                _ => (0.0, None),
            };
            Clock { limit, left, moves_to_go }
        }))
    }

    /// What stands behind `go` for a move of `side`.
    pub fn go(&self, side: Side) -> String {
        let own = &self.0[side.index()];
        match own.limit {
            Limit::MoveTime(millis) => format!("movetime {millis}"),
            Limit::Depth(depth) => format!("depth {depth}"),
            Limit::Nodes(nodes) => format!("nodes {nodes}"),
            Limit::Clock(_) => {
                // An opponent without a clock is given the own one: engines expect both.
                let [white, black] = Side::BOTH.map(|s| {
                    let clock = &self.0[s.index()];
                    if matches!(clock.limit, Limit::Clock(_)) { clock } else { own }
                });
                let mut text = format!(
                    "wtime {} btime {} winc {} binc {}",
                    white.shown(),
                    black.shown(),
                    white.increment(),
                    black.increment()
                );
                if let Some(moves) = own.moves_to_go {
                    text += &format!(" movestogo {moves}");
                }
                text
            }
        }
    }

    /// How long `side` may think about its move; `None` if no time is set.
    pub fn allowance(&self, side: Side) -> Option<Duration> {
        let clock = &self.0[side.index()];
        match clock.limit {
            Limit::MoveTime(millis) => Some(Duration::from_millis(millis)),
            Limit::Clock(_) => Some(Duration::from_secs_f64(clock.left / 1000.0)),
            Limit::Depth(_) | Limit::Nodes(_) => None,
        }
    }

    /// Charges `side` with the time of a move.
    pub fn charge(&mut self, side: Side, spent: Duration) {
        let clock = &mut self.0[side.index()];
        let Limit::Clock(control) = clock.limit else { return };
        // The margin may have been used; it is not owed.
        clock.left = (clock.left - spent.as_secs_f64() * 1000.0).max(0.0);
        clock.left += control.increment as f64;
        if let Some(left) = &mut clock.moves_to_go {
            *left -= 1;
            if *left == 0 {
                clock.left += control.base as f64;
                clock.moves_to_go = control.moves;
            }
        }
    }
}

impl Clock {
    fn shown(&self) -> u64 {
        self.left as u64
    }

    fn increment(&self) -> u64 {
        match self.limit {
            Limit::Clock(control) => control.increment,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_or_refused() {
        let read = |text: &str| text.parse::<TimeControl>();
        let control = |moves, base, increment| Ok(TimeControl { moves, base, increment });
        assert_eq!(read("10+0.1"), control(None, 10_000, 100));
        assert_eq!(read("40/60"), control(Some(40), 60_000, 0));
        assert_eq!(read("0+2"), control(None, 0, 2_000));
        for text in ["", "x", "0", "-1", "10+", "/5", "0/5", "1e9", "nan", "inf", "5+x"] {
            assert_eq!(read(text).unwrap_err().word, text);
        }
    }

    #[test]
    fn clocks_run_down_and_are_filled_again() {
        let control = TimeControl { moves: Some(2), base: 1000, increment: 100 };
        let mut clocks = Clocks::new([Limit::Clock(control), Limit::Nodes(5)]);
        assert_eq!(clocks.go(Side::Black), "nodes 5");
        assert_eq!(clocks.allowance(Side::Black), None);
        let go = "wtime 1000 btime 1000 winc 100 binc 100 movestogo 2";
        assert_eq!(clocks.go(Side::White), go);
        clocks.charge(Side::White, Duration::from_millis(400));
        let go = "wtime 700 btime 700 winc 100 binc 100 movestogo 1";
        assert_eq!(clocks.go(Side::White), go);
        clocks.charge(Side::White, Duration::from_millis(900));
        assert_eq!(clocks.allowance(Side::White), Some(Duration::from_millis(1100)));
        assert!(clocks.go(Side::White).ends_with("movestogo 2"));
    }
}
