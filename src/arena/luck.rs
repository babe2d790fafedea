//! The luck of a game: what the throws brought beyond what was to be expected.
//!
//! Before each throw every outcome is valued; the value of the outcome that came, less the mean of all, is
//! the luck of that throw. Its expectation is zero whatever the values are, so that results less luck
//! have the same expectation as results, with less scatter the better the judge is: a control variate,
//! as backgammon programs use it.

use super::record::GameRecord;
use crate::protocol::command::Base;
use crate::protocol::session;
use crate::search::tt::Table;

/// The equity that the throws of a game have brought White beyond their expectation, by searches of
/// `depth` turns; `None` if nothing was thrown. The opening is nobody's luck.
pub fn of_game(game: &GameRecord, depth: u32) -> Option<f64> {
    let mut session = session::open(&game.variant)?;
    let base = match game.start.strip_prefix("fen ") {
        Some(text) => Base::Text(text.to_string()),
        None => Base::Start,
    };
    let (skipped, events) = game.events.split_at(game.opening_events);
    session.position(&base, skipped).ok()?;
    let table = Table::new(1)?;
    let mut luck = None;
    for event in events {
        if event.starts_with("r:") {
            let throws = session.judge_throws(depth, &table);
            let weights: f64 = throws.iter().map(|t| f64::from(t.1)).sum();
            let mean = throws.iter().map(|t| f64::from(t.1) * t.2).sum::<f64>() / weights;
            // A void throw is not listed: it changes nothing and is nobody's luck.
            if let Some((.., value)) = throws.iter().find(|t| t.0 == *event) {
                *luck.get_or_insert(0.0) += value - mean;
            }
        }
        session.append(event).ok()?;
    }
    luck
}
