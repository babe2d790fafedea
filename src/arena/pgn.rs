//! Games as PGN: moves in standard algebraic notation where the game has it, dice in comments.

use super::adjudication::centipawns;
use super::record::{GameRecord, PerEvent};
use crate::protocol::command::Base;
use crate::protocol::session;

/// The longest line of the move text, as the standard has it.
const WIDTH: usize = 79;

/// A game as PGN, with an empty line behind it.
pub fn text(game: &GameRecord) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text += &format!("[{name} \"{value}\"]\n");
    };
    tag("Event", "Alea arena");
    tag("Site", "?");
    let (date, time) = game.began.split_once('T').unwrap_or(("????-??-??", "??:??:??"));
    tag("Date", &date.replace('-', "."));
    tag("Round", &format!("{}.{}", game.pair, 2 - game.game % 2));
    tag("White", &game.white);
    tag("Black", &game.black);
    tag("Result", &game.result);
    tag("UTCTime", time.split(['.', 'Z']).next().unwrap_or(time));
    if game.variant != "chess" {
        tag("Variant", &game.variant);
    }
    if let Some(fen) = game.start.strip_prefix("fen ") {
        tag("SetUp", "1");
        tag("FEN", fen);
    }
    tag("Termination", kind(&game.termination));
    tag("TerminationDetails", &game.termination);
    text.push('\n');
    let mut width = 0;
    for word in words(game) {
        if width > 0 && width + 1 + word.len() > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text += &word;
    }
    text + "\n\n"
}

/// The standard's word for why a game ended.
fn kind(termination: &str) -> &'static str {
    match termination {
        "time" | "stall" => "time forfeit",
        "illegal-move" | "extra-bestmove" | "flood" | "unsupported-variant" => "rules infraction",
        "no-start" | "no-readyok" | "crash" | "closed-output" => "abandoned",
        "adjudication" | "turn-limit" => "adjudication",
        _ => "normal",
    }
}

/// The words of the move text. A comment's words are kept apart, so that lines can be broken.
fn words(game: &GameRecord) -> Vec<String> {
    let mut words = Vec::new();
    let base = match game.start.strip_prefix("fen ") {
        Some(fen) => Base::Text(fen.to_string()),
        None => Base::Start,
    };
    let mut session = session::open(&game.variant);
    if let Some(session) = &mut session {
        // Records are checked when they are played.
        let _ = session.position(&base, &[]);
    }
    // Numbers are written before White's moves, and before Black's where something stands between.
    let mut numbered = false;
    for (i, event) in game.events.iter().enumerate() {
        let score = game.scores.get(i);
        if let Some(dice) = event.strip_prefix("r:") {
            // In one piece: readers look for it as it stands here.
            words.push(format!("{{[%roll {dice}]}}"));
            numbered = false;
        } else {
            let (number, side) = session.as_ref().map_or((1, crate::game::Side::White), |s| {
                (super::referee::turn(&s.text()), s.side())
            });
            let white = side == crate::game::Side::White;
            if white {
                words.push(format!("{number}."));
            } else if !numbered {
                words.push(format!("{number}..."));
            }
            let san = session.as_ref().and_then(|s| s.san(event));
            words.push(san.unwrap_or_else(|| event.clone()));
            numbered = white;
            if let Some(note) = note(score, game.depths.get(i), game.times.get(i)) {
                comment(&mut words, &note);
                numbered = false;
            }
        }
        if let Some(session) = &mut session {
            let _ = session.append(event);
        }
    }
    if let Some(detail) = &game.detail {
        comment(&mut words, &detail.replace(['{', '}'], ""));
    }
    words.push(game.result.clone());
    words
}

fn comment(words: &mut Vec<String>, text: &str) {
    let text = format!("{{{text}}}");
    words.extend(text.split_whitespace().map(String::from));
}

/// Score, depth and time of a move: `+0.31/8 0.120s`.
fn note(
    score: Option<&PerEvent<String>>,
    depth: Option<&PerEvent<u32>>,
    time: Option<&PerEvent<f64>>,
) -> Option<String> {
    let (Some(PerEvent::Single(Some(time))), score, depth) = (time, score, depth) else {
        return None;
    };
    let mut text = String::new();
    if let Some(PerEvent::Single(Some(score))) = score {
        text += &match (centipawns(score)?, score.strip_prefix("mate ")) {
            (_, Some(mate)) => format!(
                "{}M{}",
                if mate.starts_with('-') { '-' } else { '+' },
                mate.trim_start_matches('-')
            ),
            (cp, None) => format!("{:+.2}", cp as f64 / 100.0),
        };
        if let Some(PerEvent::Single(Some(depth))) = depth {
            text += &format!("/{depth}");
        }
        text.push(' ');
    }
    Some(text + &format!("{:.3}s", time / 1000.0))
}
