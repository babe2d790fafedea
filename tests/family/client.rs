//! The family as a client sees it.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use alea::game::History;
use alea::games::{Variant, Visitor, with_variant};
pub use alea::protocol::command::Base;
pub use alea::protocol::session::{Session, open};
use alea::tools::perft::perft;

pub fn session(variant: &str, text: &str, events: &str) -> Box<dyn Session> {
    let mut session = open(variant).unwrap();
    let base = if text == "startpos" { Base::Start } else { Base::Text(text.to_string()) };
    let events: Vec<String> = events.split_whitespace().map(String::from).collect();
    session
        .position(&base, &events)
        .unwrap_or_else(|e| panic!("{variant}: {text} {events:?}: {e}"));
    session
}

pub fn legal(variant: &str, text: &str, events: &str) -> String {
    let session = session(variant, text, events);
    let lines = session.legal_lines();
    assert_eq!(lines.len(), 1);
    lines[0].strip_prefix("legal").unwrap().trim().to_string()
}

pub fn text(variant: &str, base: &str, events: &str) -> String {
    session(variant, base, events).text()
}

pub fn phase(variant: &str, base: &str, events: &str) -> String {
    session(variant, base, events).phase_line()
}

/// The moves asked for are all legal (`true`) or none is (`false`).
#[track_caller]
pub fn offers(variant: &str, base: &str, events: &str, moves: &str, expected: bool) {
    let list = legal(variant, base, events);
    for m in moves.split(' ') {
        let found = list.split(' ').any(|l| l == m);
        assert_eq!(found, expected, "{variant}: {base} {events}: {m} in {list}");
    }
}

#[track_caller]
pub fn over(variant: &str, base: &str, events: &str, result: &str, reason: &str) {
    let mut session = session(variant, base, events);
    assert_eq!(
        session.phase_line(),
        format!("phase over result {result} reason {reason}"),
        "{variant}: {base} {events}"
    );
    assert_eq!(session.legal_lines(), ["legal"]);
    for event in ["0000", "e1e2", "r:1", "r:1,1", "r:1,1,1", "r:P,P"] {
        assert!(session.append(event).is_err());
    }
}

#[track_caller]
pub fn rolls(variant: &str, base: &str, events: &str, side: &str) {
    let dice = match variant {
        "brainking" | "brainking10" | "dicemoves" => "1d6",
        "dicepair" => "2d6",
        "threedice" => "3d6",
        _ => "PNBRKP,PNBRQ*",
    };
    assert_eq!(
        phase(variant, base, events),
        format!("phase roll side {side} dice {dice} stage turn"),
        "{variant}: {base} {events}"
    );
    assert_eq!(legal(variant, base, events), "");
}

#[track_caller]
pub fn refused(variant: &str, base: &str) {
    let mut session = open(variant).unwrap();
    let before = session.text();
    assert!(
        session.position(&Base::Text(base.to_string()), &[]).is_err(),
        "{variant}: {base} was read as {}",
        session.text()
    );
    assert_eq!(session.text(), before);
}

/// After these events this event is refused, and nothing changes.
#[track_caller]
pub fn no_event(variant: &str, base: &str, events: &str, event: &str) {
    let mut session = session(variant, base, events);
    let before = session.text();
    assert_eq!(session.append(event).expect_err(event).word, event);
    assert_eq!(session.text(), before);
}

pub struct Count<'a>(&'a str);

impl Visitor for Count<'_> {
    type Output = u64;

    fn visit<G: Variant>(self) -> u64 {
        let game = G::parse(self.0).unwrap();
        let mut history = History::new();
        history.push(game.occurrence());
        let count = perft(&game, 1, &mut history, &AtomicBool::new(false));
        count.to_string().parse().unwrap()
    }
}

pub struct Weights<'a>(&'a str);

impl Visitor for Weights<'_> {
    type Output = Vec<u32>;

    fn visit<G: Variant>(self) -> Vec<u32> {
        let mut all = Vec::new();
        G::parse(self.0).unwrap().rolls(|_, weight| {
            all.push(weight);
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all
    }
}

/// The weights of the outcomes of the throw that is due, the smallest first.
pub fn weights(variant: &str, text: &str) -> Vec<u32> {
    with_variant(variant, Weights(text)).unwrap()
}

/// How many outcomes (or moves) perft lists.
pub fn count(variant: &str, text: &str) -> u64 {
    with_variant(variant, Count(text)).unwrap()
}

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
pub const START10: &str = "rnbqkkkbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBQKKKBNR";
/// White has no move at all and is not in check.
pub const STUCK: &str = "7k/8/8/8/1p6/pPp5/PRP5/KB6";
pub const BARE: &str = "4k3/8/8/8/8/8/8/4K3";
pub const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R";
/// Black to move may step to d5 beside the pawn on e5.
pub const PASSER: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
pub const PASSED: &str = "4k3/8/8/3pP3/8/8/8/4K3";

// ---------------------------------------------------------------- all of them

// ---------------------------------------------------------------- brainking

// ---------------------------------------------------------------- brainking10

// ---------------------------------------------------------------- vegas

// ---------------------------------------------------------------- dicemoves

// ---------------------------------------------------------------- dicepair

// ---------------------------------------------------------------- threedice

// ---------------------------------------------------------------- cubic

pub fn is_white(board: &str, square: &str) -> bool {
    let row = board.split('/').nth(8 - (square.as_bytes()[1] - b'0') as usize).unwrap();
    let mut at = b'a';
    for c in row.chars() {
        match c.to_digit(10) {
            Some(n) => at += n as u8,
            None if at == square.as_bytes()[0] => return c.is_uppercase(),
            None => at += 1,
        }
    }
    false
}

// ---------------------------------------------------------------- texts

/// The kind of man, lower case, on a square of an 8×8 text.
pub fn man(text: &str, square: &str) -> char {
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'0');
    let row = text.split(' ').next().unwrap().split('/').nth(8 - rank as usize).unwrap();
    let mut at = 0;
    for c in row.chars() {
        match c.to_digit(10) {
            Some(n) => at += n as u8,
            None if at == file => return c.to_ascii_lowercase(),
            None => at += 1,
        }
    }
    ' '
}

/// Whether the side is in check: chess refuses the position with the other side to move.
pub fn chess_check(board: &str, side: &str) -> bool {
    let other = if side == "w" { "b" } else { "w" };
    let text = format!("{board} {other} - - 0 1");
    open("chess").unwrap().position(&Base::Text(text), &[]).is_err()
}
