//! Ending games by the scores that the engines report.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{Side, TextError};

/// A draw when both sides' scores have stayed small.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The full-move number from which it holds.
    pub turn: u32,
    /// Moves of each side in a row.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// A loss when a side's own score has stayed low.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves of the side in a row.
    pub moves: u32,
    /// Centipawns below zero.
    pub score: i32,
}

/// Reads `key=number,…` into the places of these keys.
pub(super) fn read_numbers<T: FromStr>(
    text: &str,
    places: &mut [(&str, &mut T)],
) -> Result<(), TextError> {
    for word in text.split(',') {
        let (key, value) =
            word.split_once('=').ok_or_else(|| TextError::new("not KEY=NUMBER", word))?;
        let place = places.iter_mut().find(|(k, _)| *k == key);
        let place = place.ok_or_else(|| TextError::new("unknown key", word))?;
        *place.1 = value.parse().map_err(|_| TextError::new("not a number", word))?;
    }
    Ok(())
}

impl FromStr for DrawRule {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (mut turn, mut moves, mut score) = (40, 8, 10);
        read_numbers::<u32>(
            text,
            &mut [("turn", &mut turn), ("moves", &mut moves), ("score", &mut score)],
        )?;
        Ok(DrawRule { turn, moves: moves.max(1), score: score.min(1_000_000) as i32 })
    }
}

impl FromStr for ResignRule {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let (mut moves, mut score) = (3, 800);
        read_numbers::<u32>(text, &mut [("moves", &mut moves), ("score", &mut score)])?;
        Ok(ResignRule { moves: moves.max(1), score: score.min(1_000_000) as i32 })
    }
}

/// Centipawns of a score as engines report it, mates beyond every number; `None` if it is no score.
pub fn centipawns(score: &str) -> Option<i32> {
    let (kind, number) = score.split_once(' ')?;
    let number: i32 = number.parse().ok()?;
    match kind {
        "cp" => Some(number.clamp(-1_000_000, 1_000_000)),
        "mate" if number > 0 => Some(i32::MAX),
        "mate" => Some(-i32::MAX),
        _ => None,
    }
}

/// Counts the moves for which the rules hold.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    small: [u32; 2],
    low: [u32; 2],
}

/// What the scores say.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// Nobody will win.
    Draw,
    /// This side will lose.
    Loss(Side),
}

impl Adjudicator {
    /// At the beginning of a game.
    pub fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Self {
        Adjudicator { draw, resign, small: [0; 2], low: [0; 2] }
    }

    /// Notes the score of a move of `side` (from its view; `None` if it told none) on a full move.
    pub fn note(&mut self, side: Side, score: Option<&str>, turn: u32) -> Option<Verdict> {
        let score = score.and_then(centipawns);
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.draw {
            let small = score.is_some_and(|s| turn >= rule.turn && s.abs() <= rule.score);
            count(&mut self.small[side.index()], small);
            if self.small.iter().all(|n| *n >= rule.moves) {
                return Some(Verdict::Draw);
            }
        }
        if let Some(rule) = self.resign {
            count(&mut self.low[side.index()], score.is_some_and(|s| s <= -rule.score));
            if self.low[side.index()] >= rule.moves {
                return Some(Verdict::Loss(side));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_or_refused() {
        assert_eq!("turn=5,score=3".parse(), Ok(DrawRule { turn: 5, moves: 8, score: 3 }));
        assert_eq!("moves=4".parse(), Ok(ResignRule { moves: 4, score: 800 }));
        for (text, word) in [("x=1", "x=1"), ("moves", "moves"), ("moves=3,score=-1", "score=-1")] {
            assert_eq!(text.parse::<ResignRule>().unwrap_err().word, word);
        }
    }

    #[test]
    fn games_are_drawn_or_lost_by_scores_in_a_row() {
        let (draw, resign) = ("turn=2,moves=2,score=10".parse(), "moves=2,score=500".parse());
        let mut scores = Adjudicator::new(draw.ok(), resign.ok());
        use Side::{Black, White};
        assert_eq!(scores.note(White, Some("cp 5"), 1), None);
        for turn in [2, 3] {
            assert_eq!(scores.note(Black, Some("cp -10"), turn), None);
            let verdict = scores.note(White, Some("cp 0"), turn);
            assert_eq!(verdict, (turn == 3).then_some(Verdict::Draw));
        }
        assert_eq!(scores.note(Black, Some("mate -3"), 4), None);
        assert_eq!(scores.note(Black, None, 5), None);
        assert_eq!(scores.note(Black, Some("cp -500"), 6), None);
        assert_eq!(scores.note(White, Some("cp -499"), 6), None);
        assert_eq!(scores.note(Black, Some("cp -900"), 7), Some(Verdict::Loss(Black)));
    }
}
