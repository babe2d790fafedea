//! The rules of the family of dice chess games (`brainking`, `brainking10`, `vegas`, `dicemoves`,
//! `dicepair`, `threedice`, `cubic`), one test a rule, as a client sees them. What is expected was
//! worked out from the rules alone.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use alea::game::History;
use alea::games::{Variant, Visitor, with_variant};
use alea::protocol::command::Base;
use alea::protocol::session::{Session, open};
use alea::tools::perft::perft;

fn session(variant: &str, text: &str, events: &str) -> Box<dyn Session> {
    let mut session = open(variant).unwrap();
    let base = if text == "startpos" { Base::Start } else { Base::Text(text.to_string()) };
    let events: Vec<String> = events.split_whitespace().map(String::from).collect();
    session
        .position(&base, &events)
        .unwrap_or_else(|e| panic!("{variant}: {text} {events:?}: {e}"));
    session
}

fn legal(variant: &str, text: &str, events: &str) -> String {
    let session = session(variant, text, events);
    let lines = session.legal_lines();
    assert_eq!(lines.len(), 1);
    lines[0].strip_prefix("legal").unwrap().trim().to_string()
}

fn text(variant: &str, base: &str, events: &str) -> String {
    session(variant, base, events).text()
}

fn phase(variant: &str, base: &str, events: &str) -> String {
    session(variant, base, events).phase_line()
}

/// The moves asked for are all legal (`true`) or none is (`false`).
#[track_caller]
fn offers(variant: &str, base: &str, events: &str, moves: &str, expected: bool) {
    let list = legal(variant, base, events);
    for m in moves.split(' ') {
        let found = list.split(' ').any(|l| l == m);
        assert_eq!(found, expected, "{variant}: {base} {events}: {m} in {list}");
    }
}

#[track_caller]
fn over(variant: &str, base: &str, events: &str, result: &str, reason: &str) {
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
fn rolls(variant: &str, base: &str, events: &str, side: &str) {
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
fn refused(variant: &str, base: &str) {
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
fn no_event(variant: &str, base: &str, events: &str, event: &str) {
    let mut session = session(variant, base, events);
    let before = session.text();
    assert_eq!(session.append(event).expect_err(event).word, event);
    assert_eq!(session.text(), before);
}

struct Count<'a>(&'a str);

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

struct Weights<'a>(&'a str);

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
fn weights(variant: &str, text: &str) -> Vec<u32> {
    with_variant(variant, Weights(text)).unwrap()
}

/// How many outcomes (or moves) perft lists.
fn count(variant: &str, text: &str) -> u64 {
    with_variant(variant, Count(text)).unwrap()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
const START10: &str = "rnbqkkkbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBQKKKBNR";
/// White has no move at all and is not in check.
const STUCK: &str = "7k/8/8/8/1p6/pPp5/PRP5/KB6";
const BARE: &str = "4k3/8/8/8/8/8/8/4K3";
const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R";
/// Black to move may step to d5 beside the pawn on e5.
const PASSER: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
const PASSED: &str = "4k3/8/8/3pP3/8/8/8/4K3";

// ---------------------------------------------------------------- all of them

#[test]
fn starting_positions() {
    for variant in ["brainking", "vegas", "dicemoves", "dicepair", "threedice"] {
        assert_eq!(text(variant, "startpos", ""), format!("{START} w KQkq - 0 1"));
        rolls(variant, "startpos", "", "white");
    }
    assert_eq!(text("brainking10", "startpos", ""), format!("{START10} w - - 0 1"));
    rolls("brainking10", "startpos", "", "white");
    assert_eq!(text("cubic", "startpos", ""), format!("{START}[] w KQkq - 0 1"));
    assert_eq!(phase("cubic", "startpos", ""), "phase move side white stage turn");
    assert_eq!(legal("cubic", "startpos", "").split(' ').count(), 20);
}

#[test]
fn outcomes_are_listed_once() {
    let start = format!("{START} w KQkq - 0 1");
    // Only pawns and knights can move at the start of brainking.
    assert_eq!(count("brainking", &start), 2);
    assert_eq!(count("brainking10", &format!("{START10} w - - 0 1")), 2);
    assert_eq!(count("vegas", &start), 30);
    assert_eq!(count("dicemoves", &start), 4);
    assert_eq!(count("dicepair", &start), 36);
    assert_eq!(count("threedice", &start), 56);
    assert_eq!(count("cubic", &format!("{START}[] w KQkq - 0 1")), 20);
}

#[test]
fn weights_of_the_outcomes() {
    let start = format!("{START} w KQkq - 0 1");
    assert_eq!(weights("brainking", &start), [1, 1]);
    assert_eq!(weights("dicemoves", &start), [1, 1, 1, 3]);
    assert_eq!(weights("dicepair", &start), [1; 36]);
    // A pawn is on two faces of the first die.
    assert_eq!(weights("vegas", &start), [[1; 24].as_slice(), &[2; 6]].concat());
    let three = [[1; 6].as_slice(), &[3; 30], &[6; 20]].concat();
    assert_eq!(weights("threedice", &start), three);
}

/// A rook that moves and comes back has no right left: the position is another one.
#[test]
fn repetition_looks_at_castling_rights() {
    let start = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";
    for (variant, roll) in
        [("brainking", "r:4"), ("vegas", "r:R,R"), ("dicepair", "r:4,1"), ("dicemoves", "r:1")]
    {
        let turn = |m: &str| format!("{roll} {m} ");
        let back = ["a1b1", "a8b8", "b1a1", "b8a8"].map(turn).concat();
        // The first two moves led to positions with more rights than any later one.
        let more = format!("{}{}", back.repeat(2), turn("a1b1"));
        rolls(variant, start, &back.repeat(2), "white");
        rolls(variant, start, &more, "black");
        over(variant, start, &format!("{more}{}", turn("a8b8")), "1/2-1/2", "repetition");
    }
}

#[test]
fn order_of_the_ends() {
    for variant in ["brainking", "vegas", "dicemoves", "dicepair"] {
        over(variant, &format!("{STUCK} w - - 100 80"), "", "1/2-1/2", "stalemate");
    }
    for variant in ["vegas", "dicemoves"] {
        let both = "8/8/8/8/8/2N5/8/k1K5 b - - 0 1";
        over(variant, both, "", "1/2-1/2", "stalemate");
        over(variant, &format!("{BARE} w - - 100 80"), "", "1/2-1/2", "dead-position");
        over(variant, "R6k/8/6K1/8/8/8/8/8 b - - 100 80", "", "1-0", "checkmate");
    }
    over("dicepair", &format!("{BARE} w - - 100 80"), "", "1/2-1/2", "dead-position");
    over("cubic", &format!("{BARE}[] w - - 100 80"), "", "1/2-1/2", "dead-position");
    over("cubic", &format!("{STUCK}[] w - - 100 80"), "", "1/2-1/2", "stalemate");
    for variant in ["brainking", "dicepair", "threedice"] {
        over(variant, "8/8/8/8/8/8/8/4RK2 b - - 100 80", "", "1-0", "king-captured");
    }
}

#[test]
fn a_rook_taken_at_home_takes_the_castling_right_along() {
    let both = format!("{ROOKS} w KQkq - 5 1");
    let after = "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1";
    assert_eq!(text("brainking", &both, "r:4 h1h8"), after);
    assert_eq!(text("threedice", &both, "r:4,1,1 h1h8"), after);
    assert_eq!(text("vegas", &both, "r:R,P h1h8"), after);
    // It gives check, which ends the turn.
    assert_eq!(text("dicemoves", &both, "r:3 h1h8"), after);
    assert_eq!(text("dicepair", &both, "r:4,3 h1h8"), after);
}

#[test]
fn refused_in_all_of_them() {
    for variant in ["brainking", "vegas", "dicemoves", "dicepair", "threedice", "cubic"] {
        let stock = if variant == "cubic" { "[]" } else { "" };
        for (board, rest) in [
            // No king; too many; only the side to move may lack it.
            ("8/8/8/8/8/8/8/8", "w - - 0 1"),
            ("4k3/8/8/8/8/8/8/3RKK2", "w - - 0 1"),
            ("2kk4/8/8/8/8/8/8/4RK2", "w - - 0 1"),
            ("8/8/8/8/8/8/8/4RK2", "w - - 0 1"),
            // Rights without king and rook at home.
            ("4k3/8/8/8/8/8/8/4K3", "w K - 0 1"),
            ("4k3/8/8/8/8/8/8/3K3R", "w K - 0 1"),
            ("4k3/8/8/8/8/8/8/4K2R", "w Q - 0 1"),
            ("r3k3/8/8/8/8/8/8/4K3", "w k - 0 1"),
            // Squares that no enemy pawn can just have passed over.
            ("4k3/8/8/8/8/8/8/R3K3", "w - e6 0 1"),
            ("4k3/8/8/8/4P3/8/8/R3K3", "w - e3 0 1"),
            ("4k3/8/3n4/3pP3/8/8/8/4K3", "w - d6 0 1"),
            ("4k3/8/8/3pP3/8/8/8/4K3", "w - d5 0 1"),
            // Pawns on their own first rank.
            ("4k3/8/8/8/8/8/8/P3K3", "w - - 0 1"),
            ("p3k3/8/8/8/8/8/8/4K3", "w - - 0 1"),
            // Fields.
            ("4k3/8/8/8/8/8/8/R3K3", "x - - 0 1"),
            ("4k3/8/8/8/8/8/8/R3K3", "w - - 10000 1"),
            ("4k3/8/8/8/8/8/8/R3K3", "w - - 0 0"),
            ("4k3/8/8/8/8/8/8/R3K3", "w - - 0 1 dice=4"),
            ("4k3/8/8/8/8/8/8/R3K3", "w - - 0"),
        ] {
            refused(variant, &format!("{board}{stock} {rest}"));
        }
        if variant != "cubic" {
            refused(variant, "P3k3/8/8/8/8/8/8/4K3 w - - 0 1");
            refused(variant, "4k3/8/8/8/8/8/8/p3K3 w - - 0 1");
        }
    }
}

/// No pawn can have come back to the square that the double step starts from.
#[test]
fn refused_en_passant_with_a_pawn_still_at_home() {
    for variant in ["brainking", "vegas", "dicemoves", "dicepair", "threedice"] {
        refused(variant, "4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1");
    }
    refused("cubic", "4k3/3p4/8/3pP3/8/8/8/4K3[] w - d6 0 1");
}

#[test]
fn a_king_that_can_be_taken_is_refused_only_where_kings_are_never_taken() {
    let board = "4k3/8/8/8/8/8/8/4RK2";
    refused("vegas", &format!("{board} w - - 0 1"));
    refused("dicemoves", &format!("{board} w - - 0 1"));
    refused("cubic", &format!("{board}[] w - - 0 1"));
    for variant in ["brainking", "dicepair", "threedice"] {
        rolls(variant, &format!("{board} w - - 0 1"), "", "white");
        over(variant, "8/8/8/8/8/8/8/4RK2 b - - 0 1", "", "1-0", "king-captured");
        over(variant, "4k3/8/8/8/8/8/8/4R3 w - - 0 1", "", "0-1", "king-captured");
    }
}

#[test]
fn en_passant_square_is_written_only_if_a_capture_is_possible() {
    let lone = "4k3/8/8/3p4/8/8/8/4K3";
    let pinned = "8/8/8/K2pP2r/8/8/8/4k3";
    for variant in ["vegas", "dicemoves", "dicepair"] {
        assert_eq!(text(variant, &format!("{lone} w - d6 0 2"), ""), format!("{lone} w - - 0 2"));
        assert_eq!(
            text(variant, &format!("{pinned} w - d6 0 2"), ""),
            format!("{pinned} w - - 0 2")
        );
        assert_eq!(
            text(variant, &format!("{PASSED} w - d6 0 2"), ""),
            format!("{PASSED} w - d6 0 2")
        );
    }
    // In brainking it may be one that leaves the king to be taken.
    let pinned = format!("{pinned} w - d6 0 2");
    assert_eq!(text("brainking", &pinned, ""), pinned);
    assert_eq!(text("brainking", &format!("{lone} w - d6 0 2"), ""), format!("{lone} w - - 0 2"));
    // In threedice every pawn that made a double step counts.
    let lone = format!("{lone} w - d6 0 2");
    assert_eq!(text("threedice", &lone, ""), lone);
}

#[test]
fn repetition_is_a_draw() {
    for (variant, a, b) in [
        ("brainking", "r:2", ""),
        ("vegas", "r:N,P", ""),
        ("dicemoves", "r:1", ""),
        ("dicepair", "r:2,1", ""),
        ("cubic", "", ""),
        ("threedice", "r:2,4,5", ""),
    ] {
        let turn = |m: &str| format!("{a} {m} {b} ");
        let back = ["g1f3", "g8f6", "f3g1", "f6g8"].map(turn).concat();
        let thrice = if variant == "threedice" {
            // With the knight gone the rook has a move too.
            let out = "r:2,2,5 g1f3 f3g1 r:2,2,5 g8f6 f6g8 ";
            rolls(variant, "startpos", out, "white");
            out.repeat(2)
        } else {
            let once = phase(variant, "startpos", &back);
            assert!(!once.starts_with("phase over"), "{once}");
            back.repeat(2)
        };
        over(variant, "startpos", &thrice, "1/2-1/2", "repetition");
    }
    // Judged at the beginning of turns only: several moves a turn.
    for (variant, white, black) in [
        ("dicemoves", "r:2 g1f3 f3g1 ", "r:2 g8f6 f6g8 "),
        ("dicepair", "r:2,2 g1f3 f3g1 ", "r:2,2 g8f6 f6g8 "),
        ("threedice", "r:2,2,5 g1f3 f3g1 ", "r:2,2,5 g8f6 f6g8 "),
    ] {
        let round = format!("{white}{black}");
        rolls(variant, "startpos", &format!("{round}{white}"), "black");
        over(variant, "startpos", &round.repeat(2), "1/2-1/2", "repetition");
    }
    // The starting position three times within turns, but once only at a beginning.
    rolls("dicemoves", "startpos", "r:4 g1f3 f3g1 g1f3 f3g1", "black");
    rolls("dicepair", "startpos", "r:2,6 g1f3 f3g1 g1f3 f3g1 g1f3 f3g1", "black");
}

#[test]
fn lost_turns_are_no_new_occurrences_and_keep_the_counter() {
    for (variant, lost) in [
        ("vegas", "r:K,Q 0000 "),
        ("vegas", "r:N,* 0000 "),
        ("dicepair", "r:3,2 0000 "),
        ("threedice", "r:3,4,5 0000 "),
    ] {
        rolls(variant, "startpos", &lost.repeat(12), "white");
        let start = format!("{START} w KQkq - 7 30");
        assert_eq!(text(variant, &start, lost), format!("{START} b KQkq - 7 30"));
        assert_eq!(text(variant, &start, &lost.repeat(2)), format!("{START} w KQkq - 7 31"));
        // Lost at 99: no hundredth half-move.
        rolls(variant, &format!("{START} w KQkq - 99 80"), lost, "black");
    }
    // Never below 0.
    for (variant, roll) in [("dicepair", "3,2"), ("threedice", "3,4,5")] {
        let thrown = format!("{START} w KQkq - 0 1 roll={roll}");
        assert_eq!(legal(variant, &thrown, ""), "0000");
        assert_eq!(text(variant, &thrown, "0000"), format!("{START} b KQkq - 0 1"));
        let thrown = format!("{START} w KQkq - 8 1 roll={roll}");
        assert_eq!(text(variant, &thrown, "0000"), format!("{START} b KQkq - 7 1"));
    }
}

#[test]
fn fifty_moves_are_a_draw() {
    let board = "4k3/8/8/8/8/8/4P3/R3K3";
    for (variant, turn, reset, after) in [
        ("brainking", "r:4 a1b1", "r:1 e2e3", "4k3/8/8/8/8/4P3/8/R3K3 b Q - 0 80"),
        ("vegas", "r:R,N a1b1", "r:P,N e2e3", "4k3/8/8/8/8/4P3/8/R3K3 b Q - 0 80"),
        (
            "dicemoves",
            "r:4 a1b1 b1c1 c1b1 b1a1",
            "r:2 a1b1 e2e3",
            "4k3/8/8/8/8/4P3/8/1R2K3 b - - 0 80",
        ),
        ("dicemoves", "r:1 a1b1", "r:2 e2e3 a1b1", "4k3/8/8/8/8/4P3/8/1R2K3 b - - 0 80"),
        ("dicepair", "r:4,2 a1b1 b1a1", "r:1,2 e2e3 e3e4", "4k3/8/8/8/4P3/8/8/R3K3 b Q - 0 80"),
        (
            "threedice",
            "r:2,4,4 a1b1 b1a1",
            "r:1,2,4 e2e3 a1b1",
            "4k3/8/8/8/8/4P3/8/1R2K3 b - - 0 80",
        ),
    ] {
        let start = format!("{board} w Q - 99 80");
        over(variant, &start, turn, "1/2-1/2", "fifty-moves");
        assert_eq!(text(variant, &start, reset), after, "{variant}");
        over(variant, &format!("{board} w Q - 100 80"), "", "1/2-1/2", "fifty-moves");
    }
    // With a throw in the text it is not judged yet.
    for (variant, roll) in [
        ("brainking", "1"),
        ("vegas", "P,N"),
        ("dicemoves", "1"),
        ("dicepair", "1,1"),
        ("threedice", "1,2,2"),
    ] {
        let thrown = format!("{board} w Q - 100 80 roll={roll}");
        assert_eq!(
            phase(variant, &thrown, ""),
            format!("phase move side white stage turn roll {roll}")
        );
        offers(variant, &thrown, "", "e2e3 e2e4", true);
    }
    let start = format!("{board}[] w Q - 99 80");
    over("cubic", &start, "a1b1", "1/2-1/2", "fifty-moves");
    assert_eq!(text("cubic", &start, "e2e3"), "4k3/8/8/8/8/4P3/8/R3K3[] b Q - 0 80");
    // Mate goes first.
    let mate = "7k/8/6K1/8/8/8/8/R7";
    over("vegas", &format!("{mate} w - - 99 80"), "r:R,R a1a8", "1-0", "checkmate");
    over("dicemoves", &format!("{mate} w - - 99 80"), "r:2 a1a8", "1-0", "checkmate");
    over("dicepair", &format!("{mate} w - - 99 80"), "r:4,2 a1a8", "1-0", "checkmate");
    over("cubic", &format!("{mate}[] w - - 99 80"), "a1a8", "1-0", "checkmate");
}

#[test]
fn the_throw_or_the_move_raises_the_half_move_counter() {
    // Several moves a turn: the throw.
    for (variant, roll) in [("dicemoves", "3"), ("dicepair", "2,3"), ("threedice", "1,2,2")] {
        assert_eq!(
            text(variant, "startpos", &format!("r:{roll}")),
            format!("{START} w KQkq - 1 1 roll={roll}")
        );
    }
    // Elsewhere the move.
    for (variant, roll) in [("brainking", "2"), ("vegas", "N,N")] {
        assert_eq!(
            text(variant, "startpos", &format!("r:{roll}")),
            format!("{START} w KQkq - 0 1 roll={roll}")
        );
        assert_eq!(
            text(variant, "startpos", &format!("r:{roll} g1f3")),
            "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
        );
    }
    // A capture sets it to 0.
    let board = "4k3/8/8/8/8/2p5/8/1N2K3 w - - 9 40";
    let after = "4k3/8/8/8/8/2N5/8/4K3 b - - 0 40";
    assert_eq!(text("brainking", board, "r:2 b1c3"), after);
    assert_eq!(text("dicepair", board, "r:2,1 b1c3"), after);
    assert_eq!(text("threedice", board, "r:2,4,5 b1c3"), after);
}

#[test]
fn no_move_at_all_is_stalemate() {
    for variant in ["brainking", "vegas", "dicemoves", "dicepair"] {
        over(variant, &format!("{STUCK} w - - 0 1"), "", "1/2-1/2", "stalemate");
    }
    over("cubic", &format!("{STUCK}[] w - - 0 1"), "", "1/2-1/2", "stalemate");
    // With a man in stock a pawn can be turned.
    assert_eq!(legal("cubic", &format!("{STUCK}[Nb] w - - 0 1"), ""), "a2=n b3=n c2=n");
    // In threedice there is no stalemate.
    rolls("threedice", &format!("{STUCK} w - - 0 1"), "", "white");
    assert_eq!(legal("threedice", &format!("{STUCK} w - - 0 1"), "r:1,4,6"), "0000");
}

#[test]
fn dead_positions() {
    let chess = ["4k3/8/8/8/8/8/8/3NK3", "4k3/8/8/8/8/8/8/3BK3", "3bk3/8/8/8/8/8/8/2B1K3"];
    let draw = ("1/2-1/2", "dead-position");
    for variant in ["vegas", "dicemoves"] {
        for board in chess.iter().chain(&[BARE]) {
            over(variant, &format!("{board} w - - 0 1"), "", draw.0, draw.1);
        }
        for alive in ["3bk3/8/8/8/8/8/8/3BK3", "4k3/8/8/8/8/8/8/2NNK3", "3nk3/8/8/8/8/8/8/3NK3"] {
            rolls(variant, &format!("{alive} w - - 0 1"), "", "white");
        }
    }
    over("dicepair", &format!("{BARE} w - - 0 1"), "", draw.0, draw.1);
    over("cubic", &format!("{BARE}[] w - - 0 1"), "", draw.0, draw.1);
    assert!(phase("cubic", &format!("{BARE}[n] w - - 0 1"), "").starts_with("phase move"));
    for board in chess {
        rolls("dicepair", &format!("{board} w - - 0 1"), "", "white");
        assert!(phase("cubic", &format!("{board}[] w - - 0 1"), "").starts_with("phase move"));
    }
    for variant in ["brainking", "threedice"] {
        rolls(variant, &format!("{BARE} w - - 0 1"), "", "white");
    }
    rolls("brainking10", "4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1", "", "white");
}

#[test]
fn a_dead_position_in_mid_turn_keeps_the_text() {
    let draw = ("1/2-1/2", "dead-position");
    let rook = "4k3/8/8/8/8/8/3r4/4K3 w - - 5 9";
    over("dicemoves", rook, "r:2 e1d2", draw.0, draw.1);
    assert_eq!(text("dicemoves", rook, "r:2 e1d2"), "4k3/8/8/8/8/8/3K4/8 w - - 0 9 roll=1");
    over("dicemoves", rook, "r:1 e1d2", draw.0, draw.1);
    let knight = "4k3/8/8/8/8/8/3n4/4K3 w - - 5 9";
    over("dicepair", knight, "r:6,3 e1d2", draw.0, draw.1);
    assert_eq!(
        text("dicepair", knight, "r:6,3 e1d2"),
        "4k3/8/8/8/8/8/3K4/8 w - - 0 9 roll=6,2 man=d2"
    );
    // What was printed is read back, and a text with a throw is judged for it.
    for (variant, held) in [
        ("dicemoves", "4k3/8/8/8/8/8/3K4/8 w - - 0 9 roll=1"),
        ("dicepair", "4k3/8/8/8/8/8/3K4/8 w - - 0 9 roll=6,2 man=d2"),
        ("vegas", "4k3/8/8/8/8/8/3K4/8 w - - 0 9 roll=K,P"),
    ] {
        over(variant, held, "", draw.0, draw.1);
        assert_eq!(text(variant, held, ""), held);
    }
    // A knight is enough to go on with where kings are taken, but not in dicemoves.
    over("dicemoves", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "r:2 a7a8n", draw.0, draw.1);
}

#[test]
fn events_of_the_wrong_kind_are_refused() {
    for (variant, words) in [
        ("brainking", "r:0 r:7 r:1,2 0000 e2e4"),
        ("brainking10", "r:0 r:7 r:1,2 0000 e2e4"),
        ("vegas", "r:*,N r:Q,N r:K,K r:N r:1,2 r:n,n 0000 e2e4"),
        ("dicemoves", "r:0 r:7 r:1,2 0000 e2e4"),
        ("dicepair", "r:1 r:0,1 r:7,1 r:1,7 r:1,2,3 0000 e2e4"),
        ("threedice", "r:1 r:1,2 r:0,1,1 r:1,1,7 r:1,2,3,4 0000 e2e4"),
        ("cubic", "r:1 0000 e2e5 e2=n"),
    ] {
        for word in words.split(' ') {
            no_event(variant, "startpos", "", word);
        }
    }
    for (variant, roll) in [
        ("brainking", "r:1"),
        ("vegas", "r:P,N"),
        ("dicemoves", "r:2"),
        ("dicepair", "r:1,2"),
        ("threedice", "r:1,1,1"),
    ] {
        for word in [roll, "0000", "e2e5", "e2e4q"] {
            no_event(variant, "startpos", roll, word);
        }
    }
}

// ---------------------------------------------------------------- brainking

#[test]
fn brainking_void_faces_change_nothing() {
    for roll in ["r:3", "r:4", "r:5", "r:6", "r:3 r:4 r:5 r:6 r:3 r:3"] {
        assert_eq!(text("brainking", "startpos", roll), format!("{START} w KQkq - 0 1"));
        rolls("brainking", "startpos", roll, "white");
    }
    let knights = "b1a3 b1c3 g1f3 g1h3";
    assert_eq!(legal("brainking", "startpos", "r:3 r:5 r:2"), knights);
    assert_eq!(phase("brainking", "startpos", "r:2"), "phase move side white stage turn roll 2");
    assert_eq!(text("brainking", "startpos", "r:2"), format!("{START} w KQkq - 0 1 roll=2"));
    assert_eq!(legal("brainking", "startpos", "r:1").split(' ').count(), 16);
    refused("brainking", &format!("{START} w KQkq - 0 1 roll=3"));
    refused("brainking", &format!("{START} w KQkq - 0 1 roll=7"));
    // They do not let en passant lapse.
    assert_eq!(legal("brainking", PASSER, "r:1 d7d5 r:5 r:2 r:1"), "e5d6 e5e6");
}

#[test]
fn brainking_kings_go_anywhere_and_are_taken() {
    let text = "4k3/8/8/8/8/8/8/r3K3 w - - 0 1";
    assert_eq!(legal("brainking", text, "r:6"), "e1d1 e1d2 e1e2 e1f1 e1f2");
    // A pinned man moves.
    let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(legal("brainking", pinned, "r:2"), "e2c1 e2c3 e2d4 e2f4 e2g1 e2g3");
    over("brainking", pinned, "r:2 e2c1 r:4 e7e1", "0-1", "king-captured");
    // Kings take each other.
    let kings = "8/8/8/8/8/8/4k3/4K3 w - - 0 1";
    assert_eq!(legal("brainking", kings, "r:6"), "e1d1 e1d2 e1e2 e1f1 e1f2");
    over("brainking", kings, "r:6 e1e2", "1-0", "king-captured");
    // No mate.
    let mate = "R6k/8/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(legal("brainking", mate, "r:6"), "h8g7 h8g8 h8h7");
}

#[test]
fn brainking_promotion_by_face() {
    let pawn = "1r6/P7/8/8/8/8/7k/K7 w - - 3 1";
    for (roll, moves) in [
        ("r:1", "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r"),
        ("r:2", "a7a8n a7b8n"),
        ("r:3", "a7a8b a7b8b"),
        ("r:4", "a7a8r a7b8r"),
        ("r:5", "a7a8q a7b8q"),
        ("r:6", "a1a2 a1b1 a1b2"),
    ] {
        assert_eq!(legal("brainking", pawn, roll), moves);
    }
    assert_eq!(count("brainking", pawn), 6);
    assert_eq!(text("brainking", pawn, "r:3 a7a8b"), "Br6/8/8/8/8/8/7k/K7 b - - 0 1");
    // Next to the moves of the man thrown; a pawn elsewhere does not move.
    let both = "8/P7/8/8/8/8/2P4k/KN6 w - - 0 1";
    assert_eq!(legal("brainking", both, "r:2"), "a7a8n b1a3 b1c3 b1d2");
    // Black too, and the letter is there when the king is taken.
    let black = "7k/8/8/8/8/8/p7/1K6 b - - 0 1";
    assert_eq!(legal("brainking", black, "r:3"), "a2a1b a2b1b");
    over("brainking", black, "r:3 a2b1b", "0-1", "king-captured");
    assert_eq!(text("brainking", black, "r:3 a2b1b"), "7k/8/8/8/8/8/8/1b6 w - - 0 2");
}

#[test]
fn brainking_castling_with_a_six_only_and_attacks_do_not_matter() {
    let both = format!("{ROOKS} w KQkq - 0 1");
    offers("brainking", &both, "r:6", "e1g1 e1c1", true);
    offers("brainking", &both, "r:4", "e1g1 e1c1", false);
    let attacked = "4k3/8/8/8/8/3rrr2/8/R3K2R w KQ - 0 1";
    offers("brainking", attacked, "r:6", "e1g1 e1c1", true);
    assert_eq!(text("brainking", attacked, "r:6 e1c1"), "4k3/8/8/8/8/3rrr2/8/2KR3R b - - 1 1");
    let between = "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1";
    offers("brainking", between, "r:6", "e1g1 e1c1", false);
    // King and rook unmoved.
    offers("brainking", &both, "r:4 h1h2 r:6 e8e7 r:4 h2h1 r:6 e7e8 r:6", "e1g1", false);
    offers("brainking", &both, "r:4 h1h2 r:6 e8e7 r:4 h2h1 r:6 e7e8 r:6", "e1c1", true);
}

#[test]
fn brainking_en_passant_with_a_pawn_in_the_next_turn_only() {
    assert_eq!(text("brainking", PASSER, "r:1 d7d5"), format!("{PASSED} w - d6 0 2"));
    assert_eq!(legal("brainking", PASSER, "r:1 d7d5 r:1"), "e5d6 e5e6");
    assert_eq!(text("brainking", PASSER, "r:1 d7d5 r:1 e5d6"), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
    assert_eq!(legal("brainking", PASSER, "r:1 d7d5 r:6"), "e1d1 e1d2 e1e2 e1f1 e1f2");
    assert_eq!(legal("brainking", PASSER, "r:1 d7d5 r:6 e1e2 r:6 e8e7 r:1"), "e5e6");
}

// ---------------------------------------------------------------- brainking10

#[test]
fn brainking10_board() {
    assert_eq!(legal("brainking10", "startpos", "r:2"), "b1a3 b1c3 i1h3 i1j3");
    let pawns = legal("brainking10", "startpos", "r:1");
    assert_eq!(pawns.split(' ').count(), 20);
    offers("brainking10", "startpos", "r:1", "a2a3 a2a4 j2j3 j2j4", true);
    assert_eq!(
        text("brainking10", "startpos", "r:1 a2a4 r:1 j9j7"),
        "rnbqkkkbnr/ppppppppp1/10/9p/10/10/P9/10/1PPPPPPPPP/RNBQKKKBNR w - - 0 2"
    );
    // Ordered by bytes.
    let rook = "9k/10/10/10/10/10/10/10/R9/9K w - - 0 1";
    assert_eq!(
        legal("brainking10", rook, "r:4"),
        "a2a1 a2a10 a2a3 a2a4 a2a5 a2a6 a2a7 a2a8 a2a9 a2b2 a2c2 a2d2 a2e2 a2f2 a2g2 a2h2 a2i2 a2j2"
    );
    // A void face.
    assert_eq!(text("brainking10", "startpos", "r:6"), format!("{START10} w - - 0 1"));
}

#[test]
fn brainking10_en_passant() {
    let white = "4k5/10/10/10/10/10/3p6/10/4P5/4K5 w - - 0 1";
    assert_eq!(
        text("brainking10", white, "r:1 e2e4"),
        "4k5/10/10/10/10/10/3pP5/10/10/4K5 b - e3 0 1"
    );
    assert_eq!(legal("brainking10", white, "r:1 e2e4 r:1"), "d4d3 d4e3");
    let black = "4k5/3p6/10/4P5/10/10/10/10/10/4K5 b - - 0 1";
    assert_eq!(
        text("brainking10", black, "r:1 d9d7"),
        "4k5/10/10/3pP5/10/10/10/10/10/4K5 w - d8 0 2"
    );
    assert_eq!(legal("brainking10", black, "r:1 d9d7 r:1"), "e7d8 e7e8");
    assert_eq!(
        text("brainking10", black, "r:1 d9d7 r:1 e7d8"),
        "4k5/10/3P6/10/10/10/10/10/10/4K5 b - - 0 2"
    );
    refused("brainking10", "4k5/10/10/3pP5/10/10/10/10/10/4K5 w - d6 0 2");
}

#[test]
fn brainking10_promotion_by_face() {
    let pawn = "9k/P9/10/10/10/10/10/10/10/K9 w - - 0 1";
    assert_eq!(legal("brainking10", pawn, "r:1"), "a9a10b a9a10n a9a10q a9a10r");
    assert_eq!(legal("brainking10", pawn, "r:4"), "a9a10r");
    assert_eq!(text("brainking10", pawn, "r:5 a9a10q"), "Q8k/10/10/10/10/10/10/10/10/K9 b - - 0 1");
    let black = "9k/10/10/10/10/10/10/10/p9/1K8 b - - 0 1";
    assert_eq!(legal("brainking10", black, "r:2"), "a2a1n a2b1n");
    // A pawn on rank 8 does not promote yet.
    let eighth = "9k/10/P9/10/10/10/10/10/10/K9 w - - 0 1";
    assert_eq!(legal("brainking10", eighth, "r:1"), "a8a9");
    assert_eq!(text("brainking10", eighth, "r:4"), eighth);
}

#[test]
fn brainking10_all_three_kings_must_be_taken() {
    let two = "4k5/10/10/10/10/4k5/10/10/10/K3R5 w - - 4 1";
    assert_eq!(text("brainking10", two, "r:4 e1e5"), "4k5/10/10/10/10/4R5/10/10/10/K9 b - - 0 1");
    rolls("brainking10", two, "r:4 e1e5", "black");
    over("brainking10", two, "r:4 e1e5 r:6 e10e9 r:4 e5e9", "1-0", "king-captured");
    let three = "4k5/10/4k5/10/10/4k5/10/10/10/K3R5 w - - 0 1";
    let taken = "r:4 e1e5 r:6 e10f10 r:4 e5e8 r:6 f10e10 ";
    rolls("brainking10", three, taken, "white");
    over("brainking10", three, &format!("{taken} r:4 e8e10"), "1-0", "king-captured");
    over("brainking10", "10/10/10/10/10/10/10/10/10/KKK7 b - - 0 1", "", "1-0", "king-captured");
    refused("brainking10", "10/10/10/10/10/10/10/10/10/KKK7 w - - 0 1");
    refused("brainking10", "4k5/10/10/10/10/10/10/10/10/KKKK6 w - - 0 1");
}

#[test]
fn brainking10_a_six_moves_any_king_and_never_castles() {
    let kings = "4kkk3/10/10/10/10/10/10/10/10/R3KKK2R w - - 0 1";
    assert_eq!(
        legal("brainking10", kings, "r:6"),
        "e1d1 e1d2 e1e2 e1f2 f1e2 f1f2 f1g2 g1f2 g1g2 g1h1 g1h2"
    );
    refused("brainking10", &kings.replace("w -", "w KQ"));
    // Two-place digits, and pawns on the end ranks.
    refused("brainking10", "4k5/10/10/10/10/10/10/10/10/P3K5 w - - 0 1");
    refused("brainking10", "P3k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1");
    refused("brainking10", "4k5/11/10/10/10/10/10/10/10/4K5 w - - 0 1");
    refused("brainking10", &format!("{START10} w - - 0 1 roll=5"));
}

#[test]
fn brainking10_draws() {
    let back = "r:2 b1c3 r:2 b10c8 r:2 c3b1 r:2 c8b10 ";
    over("brainking10", "startpos", &back.repeat(2), "1/2-1/2", "repetition");
    let late = "4k5/10/10/10/10/10/10/10/10/4K5 w - - 99 80";
    over("brainking10", late, "r:6 e1e2", "1/2-1/2", "fifty-moves");
    let stuck = "9k/10/10/10/10/10/1p8/pPp7/PRP7/KB8 w - - 0 1";
    over("brainking10", stuck, "", "1/2-1/2", "stalemate");
}

// ---------------------------------------------------------------- vegas

#[test]
fn vegas_dice_name_the_men() {
    let start = |roll| legal("vegas", "startpos", roll);
    assert_eq!(start("r:N,N"), "b1a3 b1c3 g1f3 g1h3");
    assert_eq!(start("r:N,Q"), "b1a3 b1c3 g1f3 g1h3");
    assert_eq!(start("r:P,N").split(' ').count(), 20);
    assert_eq!(start("r:B,P").split(' ').count(), 16);
    assert_eq!(start("r:K,Q"), "0000");
    assert_eq!(start("r:B,R"), "0000");
    // First die, second die, as thrown.
    assert_eq!(phase("vegas", "startpos", "r:P,B"), "phase move side white stage turn roll P,B");
    assert_eq!(phase("vegas", "startpos", "r:B,P"), "phase move side white stage turn roll B,P");
    refused("vegas", &format!("{START} w KQkq - 0 1 roll=*,N"));
    refused("vegas", &format!("{START} w KQkq - 0 1 roll=N,K"));
    refused("vegas", &format!("{START} w KQkq - 0 1 roll=Q,N"));
}

#[test]
fn vegas_star_allows_any_move_or_a_pass() {
    let moves = legal("vegas", "startpos", "r:K,*");
    assert_eq!(moves.split(' ').count(), 21);
    assert!(moves.starts_with("0000 a2a3 "));
    assert_eq!(phase("vegas", "startpos", "r:K,*"), "phase move side white stage turn roll K,*");
    assert_eq!(text("vegas", "startpos", "r:K,*"), format!("{START} w KQkq - 0 1 roll=K,*"));
    assert_eq!(text("vegas", "startpos", "r:K,* 0000"), format!("{START} b KQkq - 0 1"));
    rolls("vegas", "startpos", "r:K,* 0000", "black");
    // Otherwise no pass while there is a move.
    no_event("vegas", "startpos", "r:N,Q", "0000");
}

#[test]
fn vegas_a_side_in_check_does_not_throw() {
    let check = "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1";
    assert_eq!(phase("vegas", check, ""), "phase move side white stage turn");
    assert_eq!(legal("vegas", check, ""), "e1d1 e1e2 e1f1");
    no_event("vegas", check, "", "r:K,P");
    no_event("vegas", check, "", "0000");
    refused("vegas", &format!("{check} roll=K,P"));
    refused("vegas", &format!("{check} free=1"));
    over("vegas", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "", "1-0", "checkmate");
    // Judged at its beginning although it has no throw.
    let late = "7k/8/8/8/8/8/8/R3K3 w Q - 99 80";
    over("vegas", late, "r:R,R a1a8", "1/2-1/2", "fifty-moves");
}

const GAVE_CHECK: &str = "r:R,P a1a8 h8g7";

#[test]
fn vegas_free_turn_after_giving_check() {
    let start = "7k/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(text("vegas", start, "r:R,P a1a8"), "R6k/8/8/8/8/8/8/4K3 b - - 1 1");
    assert_eq!(legal("vegas", start, "r:R,P a1a8"), "h8g7 h8h7");
    assert_eq!(text("vegas", start, GAVE_CHECK), "R7/6k1/8/8/8/8/8/4K3 w - - 2 2 free=1");
    assert_eq!(phase("vegas", start, GAVE_CHECK), "phase move side white stage turn");
    assert_eq!(
        legal("vegas", start, GAVE_CHECK),
        "0000 a8a1 a8a2 a8a3 a8a4 a8a5 a8a6 a8a7 a8b8 a8c8 a8d8 a8e8 a8f8 a8g8 a8h8 \
         e1d1 e1d2 e1e2 e1f1 e1f2"
    );
    no_event("vegas", start, GAVE_CHECK, "r:R,P");
    // A pass gives no check and is no move.
    let passed = format!("{GAVE_CHECK} 0000");
    assert_eq!(text("vegas", start, &passed), "R7/6k1/8/8/8/8/8/4K3 b - - 2 2");
    rolls("vegas", start, &passed, "black");
    rolls("vegas", start, &format!("{passed} r:K,N g7g6"), "white");
    // A move without check does not give another one.
    rolls("vegas", start, &format!("{GAVE_CHECK} e1e2 r:K,N g7g6"), "white");
    // Another check does.
    assert_eq!(
        text("vegas", start, &format!("{GAVE_CHECK} a8g8 g7g8")),
        "6k1/8/8/8/8/8/8/4K3 w - - 0 3 free=1"
    );
    refused("vegas", "R7/6k1/8/8/8/8/8/4K3 w - - 2 2 free=1 roll=R,P");
    over("vegas", &format!("{STUCK} w - - 0 1 free=1"), "", "1/2-1/2", "stalemate");
}

#[test]
fn vegas_in_check_itself_it_must_answer() {
    let start = "7k/5b2/8/1K6/8/8/8/R7 w - - 0 1";
    let check = "r:R,R a1a8";
    assert_eq!(legal("vegas", start, check), "f7e8 f7g8 h8g7 h8h7");
    let counter = "r:R,R a1a8 f7e8";
    assert_eq!(text("vegas", start, counter), "R3b2k/8/8/1K6/8/8/8/8 w - - 2 2");
    assert_eq!(phase("vegas", start, counter), "phase move side white stage turn");
    assert_eq!(legal("vegas", start, counter), "a8e8 b5a5 b5a6 b5b4 b5b6 b5c4 b5c5");
    // Now Black, who gave check, is free.
    assert_eq!(
        text("vegas", start, &format!("{counter} b5b4")),
        "R3b2k/8/8/8/1K6/8/8/8 b - - 3 2 free=1"
    );
    offers("vegas", start, &format!("{counter} b5b4"), "0000 h8g7", true);
    // Unless it is in check.
    assert_eq!(text("vegas", start, &format!("{counter} a8e8")), "4R2k/8/8/1K6/8/8/8/8 b - - 0 2");
    assert_eq!(legal("vegas", start, &format!("{counter} a8e8")), "h8g7 h8h7");
}

#[test]
fn vegas_castling() {
    let both = format!("{ROOKS} w KQkq - 0 1");
    for roll in ["r:K,N", "r:R,P", "r:P,R", "r:N,*"] {
        offers("vegas", &both, roll, "e1g1 e1c1", true);
    }
    assert_eq!(legal("vegas", &both, "r:P,Q"), "0000");
    offers("vegas", &format!("{both} free=1"), "", "0000 e1g1 e1c1", true);
    let through = "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1";
    offers("vegas", through, "r:K,R", "e1g1", false);
    offers("vegas", through, "r:K,R", "e1c1", true);
    // Not out of check.
    offers("vegas", "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "", "e1g1 e1c1", false);
}

#[test]
fn vegas_en_passant() {
    let step = "r:P,N d7d5";
    assert_eq!(text("vegas", PASSER, step), format!("{PASSED} w - d6 0 2"));
    assert_eq!(legal("vegas", PASSER, &format!("{step} r:P,P")), "e5d6 e5e6");
    assert_eq!(legal("vegas", PASSER, &format!("{step} r:N,P")), "e5d6 e5e6");
    offers("vegas", PASSER, &format!("{step} r:N,*"), "e5d6", true);
    assert_eq!(legal("vegas", PASSER, &format!("{step} r:K,Q")), "e1d1 e1d2 e1e2 e1f1 e1f2");
    // A lost or passed turn lets it lapse.
    let lost = format!("{step} r:N,N 0000 r:K,Q e8e7 r:P,P");
    assert_eq!(legal("vegas", PASSER, &lost), "e5e6");
    let passed = format!("{step} r:N,* 0000 ");
    assert_eq!(text("vegas", PASSER, &passed), format!("{PASSED} b - - 0 2"));
    // Without a throw.
    offers("vegas", &format!("{PASSED} w - d6 0 2 free=1"), "", "e5d6", true);
}

#[test]
fn vegas_promotion() {
    let pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(legal("vegas", pawn, "r:N,P"), "a7a8b a7a8n a7a8q a7a8r");
    assert_eq!(legal("vegas", pawn, "r:N,Q"), "0000");
    over("vegas", pawn, "r:P,Q a7a8n", "1/2-1/2", "dead-position");
}

// ---------------------------------------------------------------- dicemoves

#[test]
fn dicemoves_the_die_is_the_number_of_moves() {
    for (roll, n) in [("r:1", 1), ("r:2", 2), ("r:3", 3), ("r:4", 4), ("r:5", 4), ("r:6", 4)] {
        assert_eq!(text("dicemoves", "startpos", roll), format!("{START} w KQkq - 1 1 roll={n}"));
        assert_eq!(
            phase("dicemoves", "startpos", roll),
            format!("phase move side white stage turn roll {n}")
        );
        assert_eq!(legal("dicemoves", "startpos", roll).split(' ').count(), 20);
    }
    assert_eq!(
        text("dicemoves", "startpos", "r:3 e2e4"),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1 roll=2"
    );
    // The same man again, or others.
    assert_eq!(
        text("dicemoves", "startpos", "r:3 e2e4 f1c4 c4b3"),
        "rnbqkbnr/pppppppp/8/8/4P3/1B6/PPPP1PPP/RNBQK1NR b KQkq - 0 1"
    );
    rolls("dicemoves", "startpos", "r:3 e2e4 f1c4 c4b3", "black");
    for roll in ["0", "7", "1,2"] {
        refused("dicemoves", &format!("{START} w KQkq - 0 1 roll={roll}"));
    }
    no_event("dicemoves", "startpos", "r:2 e2e4", "0000");
}

#[test]
fn dicemoves_every_move_is_a_legal_chess_move() {
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(legal("dicemoves", pinned, "r:3"), "e1d1 e1d2 e1f1 e1f2");
    offers("dicemoves", pinned, "r:3 e1d1", "e2c3 d1c1", true);
    offers("dicemoves", pinned, "r:3 e1d1", "d1e1", true);
    // A side in check throws and answers with its first move.
    let check = "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1";
    rolls("dicemoves", check, "", "white");
    assert_eq!(legal("dicemoves", check, "r:4"), "e1d1 e1e2 e1f1");
    over("dicemoves", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "", "1-0", "checkmate");
}

#[test]
fn dicemoves_check_ends_the_turn() {
    let start = "7k/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(text("dicemoves", start, "r:4 a1a8"), "R6k/8/8/8/8/8/8/4K3 b - - 1 1");
    rolls("dicemoves", start, "r:4 a1a8", "black");
    assert_eq!(legal("dicemoves", start, "r:4 a1a8 r:2"), "h8g7 h8h7");
    assert_eq!(
        text("dicemoves", start, "r:4 a1a8 r:2 h8g7"),
        "R7/6k1/8/8/8/8/8/4K3 b - - 2 1 roll=1"
    );
    // Discovered too, in the middle of the turn.
    let hidden = "4k3/8/8/8/8/8/4N3/4R1K1 w - - 0 1";
    assert_eq!(text("dicemoves", hidden, "r:3 g1h1 e2c3"), "4k3/8/8/8/8/2N5/8/4R2K b - - 1 1");
}

#[test]
fn dicemoves_the_turn_ends_without_a_legal_move() {
    let start = "7k/8/6Q1/8/p7/8/P7/4K3 b - - 0 1";
    assert_eq!(legal("dicemoves", start, "r:3"), "a4a3");
    assert_eq!(text("dicemoves", start, "r:3 a4a3"), "7k/8/6Q1/8/8/p7/P7/4K3 w - - 0 2");
    // A throw that leaves nothing to play.
    refused("dicemoves", &format!("{STUCK} w - - 0 1 roll=1"));
    refused("dicemoves", "R6k/8/6K1/8/8/8/8/8 b - - 0 1 roll=1");
}

#[test]
fn dicemoves_en_passant_first_move_against_the_last_move() {
    assert_eq!(text("dicemoves", PASSER, "r:1 d7d5"), format!("{PASSED} w - d6 0 2"));
    assert_eq!(text("dicemoves", PASSER, "r:1 d7d5 r:2"), format!("{PASSED} w - d6 1 2 roll=2"));
    offers("dicemoves", PASSER, "r:1 d7d5 r:2", "e5d6", true);
    offers("dicemoves", PASSER, "r:1 d7d5 r:2 e1e2", "e5d6", false);
    assert_eq!(
        text("dicemoves", PASSER, "r:1 d7d5 r:2 e1e2"),
        "4k3/8/8/3pP3/8/8/4K3/8 w - - 1 2 roll=1"
    );
    assert_eq!(text("dicemoves", PASSER, "r:2 e8e7 d7d5"), "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_eq!(text("dicemoves", PASSER, "r:2 d7d5 e8e7"), "8/4k3/8/3pP3/8/8/8/4K3 w - - 0 2");
    offers("dicemoves", PASSER, "r:2 d7d5 e8e7 r:1", "e5d6", false);
    // The turn goes on after the capture.
    assert_eq!(
        text("dicemoves", PASSER, "r:1 d7d5 r:2 e5d6"),
        "4k3/8/3P4/8/8/8/8/4K3 w - - 0 2 roll=1"
    );
}

#[test]
fn dicemoves_castling_and_promotion() {
    let both = format!("{ROOKS} w KQkq - 0 1");
    offers("dicemoves", &both, "r:1", "e1g1 e1c1", true);
    offers("dicemoves", &both, "r:2 a1b1", "e1g1", true);
    offers("dicemoves", &both, "r:2 a1b1", "e1c1", false);
    offers("dicemoves", &both, "r:3 a1b1 b1a1", "e1c1", false);
    offers("dicemoves", "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "r:2", "e1g1", false);
    // The turn goes on after castling and promotion.
    assert_eq!(
        text("dicemoves", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "r:2 e1g1"),
        "4k3/8/8/8/8/8/8/5RK1 w - - 1 1 roll=1"
    );
    let pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    offers("dicemoves", pawn, "r:2", "a7a8b a7a8n a7a8q a7a8r", true);
    assert_eq!(text("dicemoves", pawn, "r:2 a7a8r"), "R7/7k/8/8/8/8/8/K7 w - - 0 1 roll=1");
    offers("dicemoves", pawn, "r:2 a7a8r", "a8h8 a8a2", true);
}

// ---------------------------------------------------------------- dicepair

#[test]
fn dicepair_the_chosen_man_goes_on() {
    assert_eq!(legal("dicepair", "startpos", "r:2,3"), "b1a3 b1c3 g1f3 g1h3");
    assert_eq!(phase("dicepair", "startpos", "r:2,3"), "phase move side white stage turn roll 2,3");
    assert_eq!(
        text("dicepair", "startpos", "r:2,3 g1f3"),
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 1 1 roll=2,2 man=f3"
    );
    assert_eq!(
        phase("dicepair", "startpos", "r:2,3 g1f3"),
        "phase move side white stage turn roll 2,2"
    );
    assert_eq!(legal("dicepair", "startpos", "r:2,3 g1f3"), "f3d4 f3e5 f3g1 f3g5 f3h4");
    assert_eq!(
        legal("dicepair", "startpos", "r:2,3 g1f3 f3e5"),
        "e5c4 e5c6 e5d3 e5d7 e5f3 e5f7 e5g4 e5g6"
    );
    assert_eq!(
        text("dicepair", "startpos", "r:2,3 g1f3 f3e5 e5g6"),
        "rnbqkbnr/pppppppp/6N1/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
    );
    // The dice are of different colours: which is which matters.
    assert_eq!(legal("dicepair", "startpos", "r:3,2"), "0000");
    assert_eq!(legal("dicepair", "startpos", "r:1,2").split(' ').count(), 16);
    assert_eq!(legal("dicepair", "startpos", "r:2,2"), "b1a3 b1c3 g1f3 g1h3");
    no_event("dicepair", "startpos", "r:2,3 g1f3", "0000");
    no_event("dicepair", "startpos", "r:2,3 g1f3", "b1c3");
}

#[test]
fn dicepair_texts_of_the_chosen_man() {
    let board = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 1 1";
    let held = format!("{board} roll=2,2 man=f3");
    assert_eq!(text("dicepair", &held, ""), held);
    assert_eq!(legal("dicepair", &held, ""), "f3d4 f3e5 f3g1 f3g5 f3h4");
    for bad in [
        "man=f3",
        "roll=2,2 man=f4",
        "roll=2,2 man=g8",
        "roll=2,2 man=e2",
        "roll=2,2 man=z9",
        "roll=2,0 man=f3",
        "roll=2,0",
        "roll=2,7",
        "roll=7,2",
        "roll=2",
        // Nothing to play with this man.
        "roll=4,2 man=a1",
    ] {
        refused("dicepair", &format!("{board} {bad}"));
    }
}

#[test]
fn dicepair_the_turn_ends_early() {
    // No legal move left for the man.
    let stuck = "7k/8/6Q1/8/p7/8/P7/4K3 b - - 0 1";
    assert_eq!(text("dicepair", stuck, "r:1,4 a4a3"), "7k/8/6Q1/8/8/p7/P7/4K3 w - - 0 2");
    // A check.
    let rook = "7k/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(text("dicepair", rook, "r:4,5 a1a8"), "R6k/8/8/8/8/8/8/4K3 b - - 1 1");
    // By any man.
    let other = "4k3/8/8/8/8/8/8/4RK2 w - - 0 1";
    assert_eq!(text("dicepair", other, "r:6,3 f1f2"), "4k3/8/8/8/8/8/5K2/4R3 b - - 1 1");
    // A promotion.
    let pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(legal("dicepair", pawn, "r:1,3"), "a7a8b a7a8n a7a8q a7a8r");
    assert_eq!(text("dicepair", pawn, "r:1,3 a7a8q"), "Q7/7k/8/8/8/8/8/K7 b - - 0 1");
    // Castling.
    let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(text("dicepair", castle, "r:6,3 e1g1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(text("dicepair", castle, "r:4,3 e1g1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn dicepair_no_duty_to_make_most_moves() {
    // The pawn on a5 is blocked after one step, the other one is not.
    let pawns = "4k3/8/p7/8/P6P/8/8/4K3 w - - 0 1";
    assert_eq!(legal("dicepair", pawns, "r:1,3"), "a4a5 h4h5");
    assert_eq!(text("dicepair", pawns, "r:1,3 a4a5"), "4k3/8/p7/P7/7P/8/8/4K3 b - - 0 1");
    assert_eq!(
        text("dicepair", pawns, "r:1,3 h4h5"),
        "4k3/8/p7/7P/P7/8/8/4K3 w - - 0 1 roll=1,2 man=h5"
    );
}

#[test]
fn dicepair_castling_in_the_first_move_with_a_rook_or_a_king() {
    let both = format!("{ROOKS} w KQkq - 0 1");
    for (roll, castles) in [("r:4,2", true), ("r:6,2", true), ("r:2,4", false), ("r:3,6", false)] {
        offers("dicepair", &both, roll, "e1g1 e1c1", castles);
    }
    offers("dicepair", &both, "r:4,3 a1b1", "e1g1", false);
    assert_eq!(legal("dicepair", &both, "r:6,3 e1e2"), "e2d1 e2d2 e2d3 e2e1 e2e3 e2f1 e2f2 e2f3");
    offers("dicepair", "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "r:6,1", "e1g1", false);
    offers("dicepair", "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1", "r:6,1", "e1g1 e1c1", false);
}

#[test]
fn dicepair_check_mate_and_king_capture() {
    // Every move must be legal.
    let check = "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1";
    assert_eq!(legal("dicepair", check, "r:6,1"), "e1d1 e1e2 e1f1");
    assert_eq!(legal("dicepair", check, "r:1,4"), "0000");
    assert_eq!(text("dicepair", check, "r:1,4 0000"), check.replace("w", "b"));
    // The king may be taken, even by a pinned man, but need not be.
    let king = "4k3/8/8/8/8/8/8/r3RK2 w - - 0 1";
    assert_eq!(legal("dicepair", king, "r:4,2"), "e1a1 e1b1 e1c1 e1d1 e1e8");
    over("dicepair", king, "r:4,2 e1e8", "1-0", "king-captured");
    assert_eq!(text("dicepair", king, "r:4,2 e1e8"), "4R3/8/8/8/8/8/8/r4K2 b - - 0 1");
    assert_eq!(
        text("dicepair", king, "r:4,2 e1d1"),
        "4k3/8/8/8/8/8/8/r2R1K2 w - - 1 1 roll=4,1 man=d1"
    );
    // A pawn carries its letter.
    let pawn = "3k4/4P3/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(legal("dicepair", pawn, "r:1,2"), "e7d8b e7d8n e7d8q e7d8r e7e8b e7e8n e7e8q e7e8r");
    over("dicepair", pawn, "r:1,2 e7d8n", "1-0", "king-captured");
    // Mate is judged before the throw; a side that can take the king is not mated.
    over("dicepair", "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "", "1-0", "checkmate");
    let saved = "R6k/8/6K1/8/7n/8/8/8 b - - 0 1";
    rolls("dicepair", saved, "", "black");
    assert_eq!(legal("dicepair", saved, "r:2,1"), "h4g6");
    assert_eq!(legal("dicepair", saved, "r:6,1"), "0000");
    over("dicepair", saved, "r:2,3 h4g6", "0-1", "king-captured");
    // A text with a throw is not judged for mate.
    let thrown = "R6k/8/6K1/8/8/8/8/8 b - - 0 1 roll=6,1";
    assert_eq!(legal("dicepair", thrown, ""), "0000");
}

#[test]
fn dicepair_en_passant() {
    assert_eq!(text("dicepair", PASSER, "r:1,1 d7d5"), format!("{PASSED} w - d6 0 2"));
    assert_eq!(legal("dicepair", PASSER, "r:1,1 d7d5 r:1,2"), "e5d6 e5e6");
    assert_eq!(
        text("dicepair", PASSER, "r:1,1 d7d5 r:1,2 e5d6"),
        "4k3/8/3P4/8/8/8/8/4K3 w - - 0 2 roll=1,1 man=d6"
    );
    offers("dicepair", PASSER, "r:1,1 d7d5 r:6,2", "e5d6", false);
    // The double step was not the last move of the turn.
    assert_eq!(text("dicepair", PASSER, "r:1,2 d7d5 d5d4"), "4k3/8/8/4P3/3p4/8/8/4K3 w - - 0 2");
    // It was, as the pawn could not go on.
    let blocked = "4k3/3p4/8/4P3/3P4/8/8/4K3 b - - 0 1";
    assert_eq!(text("dicepair", blocked, "r:1,3 d7d5"), "4k3/8/8/3pP3/3P4/8/8/4K3 w - d6 0 2");
    // A lost turn lets it lapse.
    assert_eq!(text("dicepair", PASSER, "r:1,1 d7d5 r:2,3 0000"), format!("{PASSED} b - - 0 2"));
}

// ---------------------------------------------------------------- threedice

#[test]
fn threedice_each_die_is_spent_by_a_man_of_its_kind() {
    assert_eq!(
        text("threedice", "startpos", "r:2,1,2"),
        format!("{START} w KQkq - 1 1 roll=1,2,2")
    );
    assert_eq!(
        phase("threedice", "startpos", "r:2,1,2"),
        "phase move side white stage turn roll 1,2,2"
    );
    // In any order, the same man again too.
    offers("threedice", "startpos", "r:1,2,2", "e2e4 g1f3 b1c3", true);
    assert_eq!(
        text("threedice", "startpos", "r:1,2,2 g1f3"),
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 1 1 roll=1,2"
    );
    offers("threedice", "startpos", "r:1,2,2 g1f3", "f3e5 b1c3 e2e4", true);
    assert_eq!(
        text("threedice", "startpos", "r:1,2,2 g1f3 f3e5 h2h3"),
        "rnbqkbnr/pppppppp/8/4N3/8/7P/PPPPPPP1/RNBQKB1R b KQkq - 0 1"
    );
    assert_eq!(legal("threedice", "startpos", "r:3,4,5"), "0000");
    for bad in ["1,2,3,4", "0,1,2", "7", "1,,2"] {
        refused("threedice", &format!("{START} w KQkq - 0 1 roll={bad}"));
    }
    // In mid-turn the turn would have ended by itself.
    refused("threedice", &format!("{START} w KQkq - 0 1 roll=3,4"));
    refused("threedice", &format!("{START} w KQkq - 0 1 roll=5"));
}

#[test]
fn threedice_most_dice() {
    // Only b2, d2 and e2 let both a bishop and the queen move afterwards.
    assert_eq!(legal("threedice", "startpos", "r:1,3,5"), "b2b3 b2b4 d2d3 d2d4 e2e3 e2e4");
    // Judged afresh: bishop and queen may not block each other on e2.
    assert_eq!(
        legal("threedice", "startpos", "r:1,3,5 e2e4"),
        "d1f3 d1g4 d1h5 f1a6 f1b5 f1c4 f1d3"
    );
    // After b3 the bishop must make room for the queen.
    assert_eq!(legal("threedice", "startpos", "r:1,3,5 b2b3"), "c1a3 c1b2");
    assert_eq!(legal("threedice", "startpos", "r:1,3,5 b2b3 c1b2"), "d1c1");
    // The turn ends by itself when nothing can be used further.
    assert_eq!(
        text("threedice", "startpos", "r:2,5,5 g1f3"),
        "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
    );
}

#[test]
fn threedice_a_king_capture_needs_no_most_dice() {
    // The capture uses one die of three.
    let rook = "4k3/8/8/8/8/8/P7/K3R3 w - - 6 9";
    offers("threedice", rook, "r:1,1,4", "e1e8 a2a3 a2a4 e1e2", true);
    over("threedice", rook, "r:1,1,4 e1e8", "1-0", "king-captured");
    assert_eq!(text("threedice", rook, "r:1,1,4 e1e8"), "4R3/8/8/8/8/8/P7/K7 b - - 0 9");
    // Not all dice need be used on the way to the king.
    let far = "k7/8/8/8/8/8/P7/K6R w - - 0 1";
    over("threedice", far, "r:1,4,4 h1h8 h8a8", "1-0", "king-captured");
    // No check: the king may stand and stay attacked; kings take each other.
    let kings = "8/8/8/8/8/8/4k3/4K3 w - - 0 1";
    offers("threedice", kings, "r:6,6,6", "e1d1 e1e2 e1f2", true);
    over("threedice", kings, "r:6,6,6 e1e2", "1-0", "king-captured");
}

#[test]
fn threedice_a_sequence_that_takes_the_king_may_use_fewer_dice() {
    // Any promotion opens the rank to the rook, with two dice of three.
    let rook = "h7c7 h7d7 h7e7 h7f7 h7g7 h7h2 h7h3 h7h4 h7h5 h7h6 h7h8";
    let open = "8/kP5R/8/8/8/8/8/7K w - - 0 1";
    assert_eq!(legal("threedice", open, "r:1,2,4"), format!("b7b8b b7b8n b7b8q b7b8r {rook}"));
    over("threedice", open, "r:1,2,4 b7b8q h7a7", "1-0", "king-captured");
    // The king elsewhere, only the knight lets all three dice be used.
    let closed = "8/1P5R/8/k7/8/8/8/7K w - - 0 1";
    assert_eq!(legal("threedice", closed, "r:1,2,4"), format!("b7b8n {rook}"));
    // The capture itself goes beside the moves that use all dice.
    let text = "4k3/8/8/8/8/8/8/K3R1N1 w - - 0 1";
    assert_eq!(
        legal("threedice", text, "r:2,2,4"),
        "e1b1 e1c1 e1d1 e1e2 e1e3 e1e4 e1e5 e1e6 e1e7 e1e8 e1f1 g1e2 g1f3 g1h3"
    );
}

#[test]
fn threedice_castling_spends_a_six_and_a_four() {
    let one = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(
        legal("threedice", one, "r:6,1,4"),
        "e1d1 e1d2 e1e2 e1f1 e1f2 e1g1 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"
    );
    assert_eq!(text("threedice", one, "r:6,1,4 e1g1"), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(text("threedice", one, "r:6,6,4 e1g1"), "4k3/8/8/8/8/8/8/5RK1 w - - 1 1 roll=6");
    assert_eq!(text("threedice", one, "r:6,4,4 e1g1"), "4k3/8/8/8/8/8/8/5RK1 w - - 1 1 roll=4");
    offers("threedice", one, "r:6,6,1", "e1g1", false);
    offers("threedice", one, "r:4,4,1", "e1g1", false);
    // After one die of the two is spent it is too late.
    offers("threedice", one, "r:6,4,4 h1h2", "e1g1", false);
    // Attacks do not matter; men between do; king and rook unmoved.
    let attacked = "k7/8/8/8/8/3rrr2/8/R3K2R w KQ - 0 1";
    offers("threedice", attacked, "r:1,4,6", "e1g1 e1c1", true);
    let between = "k7/8/8/8/8/8/8/RN2K1NR w KQ - 0 1";
    offers("threedice", between, "r:1,4,6", "e1g1 e1c1", false);
    offers("threedice", "k7/8/8/8/8/8/8/R3K2R w Q - 0 1", "r:1,4,6", "e1g1", false);
    // A knight that leaves opens the way within the turn.
    offers("threedice", between, "r:2,4,6 g1f3", "e1g1", true);
}

#[test]
fn threedice_promotion() {
    let pawn = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(legal("threedice", pawn, "r:1,6,6"), "a1a2 a1b1 a1b2 a7a8b a7a8n a7a8q a7a8r");
    // The promoted man spends dice of its new kind: most dice.
    assert_eq!(legal("threedice", pawn, "r:1,5,5"), "a7a8q");
    assert_eq!(legal("threedice", pawn, "r:1,2,2"), "a7a8n");
    assert_eq!(legal("threedice", pawn, "r:1,2,2 a7a8n"), "a8b6 a8c7");
    assert_eq!(legal("threedice", pawn, "r:3,4,1"), "a7a8b a7a8r");
    assert_eq!(text("threedice", pawn, "r:3,4,1 a7a8b"), "B7/7k/8/8/8/8/8/K7 w - - 0 1 roll=3,4");
    // A pawn that takes a king carries its letter.
    over("threedice", "1k6/P7/8/8/8/8/8/K7 w - - 0 1", "r:1,2,3 a7b8n", "1-0", "king-captured");
}

#[test]
fn threedice_en_passant_field_lists_all_squares() {
    let three = "r:1,1,1 a2a4 c2c4 e2e4";
    assert_eq!(
        text("threedice", "startpos", "r:1,1,1 e2e4"),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1 roll=1,1"
    );
    assert_eq!(
        text("threedice", "startpos", three),
        "rnbqkbnr/pppppppp/8/8/P1P1P3/8/1P1P1PPP/RNBQKBNR b KQkq a3c3e3 0 1"
    );
    // In mid-turn those of both sides.
    assert_eq!(
        text("threedice", "startpos", &format!("{three} r:1,1,1 b7b5")),
        "rnbqkbnr/p1pppppp/8/1p6/P1P1P3/8/1P1P1PPP/RNBQKBNR b KQkq a3b6c3e3 0 1 roll=1,1"
    );
    assert_eq!(
        text("threedice", "startpos", &format!("{three} r:1,1,1 b7b5 a7a6 h7h6")),
        "rnbqkbnr/2ppppp1/p6p/1p6/P1P1P3/8/1P1P1PPP/RNBQKBNR w KQkq b6 0 2"
    );
    // A lost turn too lets them lapse.
    assert_eq!(
        text("threedice", "startpos", &format!("{three} r:3,4,5")).split(' ').nth(3),
        Some("a3c3e3")
    );
}

#[test]
fn threedice_en_passant_is_open_the_whole_turn() {
    let start = "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1";
    let step = "r:1,2,2 e2e4";
    assert_eq!(text("threedice", start, step), "4k3/8/8/3p4/4P3/8/8/4K3 b - e3 0 1");
    assert_eq!(legal("threedice", start, &format!("{step} r:1,1,2")), "d5d4 d5e4");
    let beside = format!("{step} r:1,1,2 d5d4");
    assert_eq!(text("threedice", start, &beside), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1 roll=1,2");
    assert_eq!(legal("threedice", start, &beside), "d4d3 d4e3");
    assert_eq!(
        text("threedice", start, &format!("{beside} d4e3")),
        "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"
    );
    // Taken: the right goes with the pawn.
    assert_eq!(
        text("threedice", start, &format!("{step} r:1,1,2 d5e4")),
        "4k3/8/8/8/4p3/8/8/4K3 b - - 0 1 roll=1,2"
    );
    // Two pawns in one turn.
    let two = "4k3/8/8/8/PpPp4/8/8/4K3 b - a3c3 0 1";
    offers("threedice", two, "r:1,1,6", "b4a3 b4c3 d4c3", true);
    offers("threedice", two, "r:1,1,6 b4a3", "d4c3", true);
    // Only in the next turn.
    offers(
        "threedice",
        two,
        "r:6,6,6 e8e7 e7e6 e6e7 r:6,6,6 e1e2 e2e1 e1e2 r:1,1,1",
        "b4a3",
        false,
    );
}

#[test]
fn threedice_en_passant_is_lost_for_good() {
    // The pawn moves on.
    let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(
        text("threedice", pawn, "r:1,1,2 e2e4"),
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1 roll=1,2"
    );
    assert_eq!(text("threedice", pawn, "r:1,1,2 e2e4 e4e5"), "4k3/8/8/4P3/8/8/8/4K3 b - - 0 1");
    // A man stands on the square passed over.
    let knight = "4k3/8/8/8/3pP3/8/8/K2n4 b - e3 0 1";
    offers("threedice", knight, "r:1,2,2", "d4e3", true);
    assert_eq!(
        text("threedice", knight, "r:1,2,2 d1e3"),
        "4k3/8/8/8/3pP3/4n3/8/K7 b - - 1 1 roll=1,2"
    );
    assert_eq!(legal("threedice", knight, "r:1,2,2 d1e3 e3d1"), "d4d3");
    // Also a man of the side that made the step, in the same turn.
    let own = "4k3/8/8/8/8/8/4P3/3NK3 w - - 0 1";
    assert_eq!(
        text("threedice", own, "r:1,2,2 e2e4 d1e3 e3d1"),
        "4k3/8/8/8/4P3/8/8/3NK3 b - - 0 1"
    );
}

#[test]
fn threedice_king_capture_keeps_the_squares_of_the_turn() {
    let start = "k7/8/8/8/8/8/4P3/R3K3 w - - 0 1";
    over("threedice", start, "r:1,2,4 e2e4 a1a8", "1-0", "king-captured");
    let end = "R7/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    assert_eq!(text("threedice", start, "r:1,2,4 e2e4 a1a8"), end);
    assert_eq!(text("threedice", end, ""), end);
}

// ---------------------------------------------------------------- cubic

#[test]
fn cubic_no_en_passant_and_no_promotion() {
    let step = "4k3/3p4/8/4P3/8/8/8/4K3[] b - - 0 1";
    assert_eq!(text("cubic", step, "d7d5"), "4k3/8/8/3pP3/8/8/8/4K3[] w - - 0 2");
    assert_eq!(legal("cubic", step, "d7d5"), "e1d1 e1d2 e1e2 e1f1 e1f2 e5e6");
    let last = "8/P6k/8/8/8/8/8/K7[] w - - 3 1";
    assert_eq!(legal("cubic", last, ""), "a1a2 a1b1 a1b2 a7a8");
    let there = "P7/7k/8/8/8/8/8/K7[] b - - 0 1";
    assert_eq!(text("cubic", last, "a7a8"), there);
    assert_eq!(text("cubic", there, ""), there);
    assert_eq!(legal("cubic", &there.replace("b -", "w -"), ""), "a1a2 a1b1 a1b2");
    no_event("cubic", last, "", "a7a8q");
    // Black's on rank 1.
    let black = "7k/8/8/8/8/8/8/p3K3[] w - - 0 1";
    assert_eq!(text("cubic", black, ""), black);
    // It can be turned there.
    let turned = "P7/7k/8/8/8/8/8/K7[N] w - - 0 1";
    assert_eq!(legal("cubic", turned, ""), "a1a2 a1b1 a1b2 a8=n");
    assert_eq!(text("cubic", turned, "a8=n"), "N7/7k/8/8/8/8/8/K7[] b - - 0 1");
}

#[test]
fn cubic_captures_fill_the_stock() {
    for (man, stock) in [("n", "N"), ("b", "B"), ("r", "R"), ("p", ""), ("q", "")] {
        let start = format!("4k3/8/8/3{man}4/4P3/8/8/4K3[] w - - 0 1");
        assert_eq!(
            text("cubic", &start, "e4d5"),
            format!("4k3/8/8/3P4/8/8/8/4K3[{stock}] b - - 0 1")
        );
        let start = format!("4k3/8/4p3/3{}4/8/8/8/4K3[N] b - - 0 1", man.to_uppercase());
        assert_eq!(
            text("cubic", &start, "e6d5"),
            format!("4k3/8/8/3p4/8/8/8/4K3[N{}] w - - 0 2", stock.to_lowercase())
        );
    }
    // Order of the stock.
    let full = "4k3/8/8/3n4/4P3/8/8/4K3[BRnnbr] w - - 0 1";
    assert_eq!(text("cubic", full, "e4d5"), "4k3/8/8/3P4/8/8/8/4K3[NBRnnbr] b - - 0 1");
    for bad in ["P", "Q", "K", "q", "x", "N1"] {
        refused("cubic", &format!("4k3/8/8/3P4/8/8/8/4K3[{bad}] w - - 0 1"));
    }
    refused("cubic", "4k3/8/8/3P4/8/8/8/4K3[] w - - 0 1 roll=1");
}

#[test]
fn cubic_turning_a_pawn() {
    let start = "4k3/pp6/8/8/8/8/P2P4/4K3[NNRb] w - - 99 80";
    assert_eq!(
        legal("cubic", start, ""),
        "a2=n a2=r a2a3 a2a4 d2=n d2=r d2d3 d2d4 e1d1 e1e2 e1f1 e1f2"
    );
    // One such man leaves the stock; it counts as a pawn move.
    let after = "4k3/pp6/8/8/8/8/N2P4/4K3[NRb] b - - 0 80";
    assert_eq!(text("cubic", start, "a2=n"), after);
    offers("cubic", start, "a2=n", "a7=b b7=b", true);
    offers("cubic", start, "a2=n", "a7=n a7=r d2=n", false);
    assert_eq!(text("cubic", start, "a2=n b7=b"), "4k3/pb6/8/8/8/8/N2P4/4K3[NR] w - - 0 81");
    offers("cubic", start, "a2=n b7=b", "a2b4 a2c1 a2c3 d2=n d2=r", true);
    for word in ["a2=b", "a2=q", "a2=N", "e1=n", "a7=b", "a3=n"] {
        no_event("cubic", start, "", word);
    }
}

#[test]
fn cubic_turning_in_check_and_with_check() {
    // It answers no check.
    let check = "4r1k1/8/8/8/8/8/P7/4K3[N] w - - 0 1";
    assert_eq!(legal("cubic", check, ""), "e1d1 e1d2 e1f1 e1f2");
    // A pinned pawn may be turned where it stands.
    let pinned = "4r1k1/8/8/8/8/8/4P3/4K3[N] w - - 0 1";
    offers("cubic", pinned, "", "e2=n e2e3", true);
    // It may give mate.
    let mate = "P6k/6pp/8/8/8/8/8/K7[R] w - - 0 1";
    over("cubic", mate, "a8=r", "1-0", "checkmate");
    assert_eq!(text("cubic", mate, "a8=r"), "R6k/6pp/8/8/8/8/8/K7[] b - - 0 1");
}

#[test]
fn cubic_a_turned_man_that_is_captured_goes_into_the_stock() {
    let start = "4k3/8/8/8/8/1b6/P7/4K3[N] w - - 0 1";
    assert_eq!(text("cubic", start, "a2=n b3a2"), "4k3/8/8/8/8/8/b7/4K3[n] w - - 0 2");
    // An unturned pawn is out of use.
    assert_eq!(text("cubic", start, "e1e2 b3a2"), "4k3/8/8/8/8/8/b3K3/8[N] w - - 0 2");
}

#[test]
fn cubic_orthodox_rules() {
    let both = format!("{ROOKS}[] w KQkq - 0 1");
    offers("cubic", &both, "", "e1g1 e1c1", true);
    assert_eq!(text("cubic", &both, "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1[] b kq - 1 1");
    // The rook captured at home goes into the stock, and the right with it.
    assert_eq!(text("cubic", &both, "h1h8"), "r3k2R/8/8/8/8/8/8/R3K3[R] b Qq - 0 1");
    offers("cubic", "4k3/8/8/8/8/5r2/8/R3K2R[] w KQ - 0 1", "", "e1g1", false);
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3[] w - - 0 1";
    assert_eq!(legal("cubic", pinned, ""), "e1d1 e1d2 e1f1 e1f2");
    over("cubic", "startpos", "f2f3 e7e5 g2g4 d8h4", "0-1", "checkmate");
    // Bare kings with something in stock are not dead; with nothing they are.
    let rook = "4k3/8/8/8/8/8/3r4/4K3[] w - - 0 1";
    assert_eq!(phase("cubic", rook, "e1d2"), "phase move side black stage turn");
    let pawn = "4k3/8/8/8/8/8/3p4/4K3[] w - - 0 1";
    over("cubic", pawn, "e1d2", "1/2-1/2", "dead-position");
}

#[test]
fn cubic_moves_are_those_of_chess_and_turnings() {
    let mut state = 0x9fb2_1c65_1e98_df25_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    let mut turned = 0;
    for _ in 0..60 {
        let mut game = session("cubic", "startpos", "");
        for _ in 0..300 {
            if game.phase_line().starts_with("phase over") {
                break;
            }
            let text = game.text();
            let line = game.legal_lines()[0].clone();
            let moves: Vec<&str> = line.split(' ').skip(1).collect();
            let (board, rest) = text.split_once('[').unwrap();
            let (stock, rest) = rest.split_once("] ").unwrap();
            let fields: Vec<&str> = rest.split(' ').collect();
            // Chess knows no pawn on the last rank: such positions are passed over.
            let ends = [board.split('/').next().unwrap(), board.split('/').nth(7).unwrap()];
            if !ends.concat().contains(['P', 'p']) {
                let mut chess = open("chess").unwrap();
                let same = format!("{board} {} {} - 0 1", fields[0], fields[1]);
                chess.position(&Base::Text(same), &[]).unwrap();
                let dead = chess.phase_line().ends_with("dead-position");
                let line = chess.legal_lines()[0].clone();
                let mut expected: Vec<String> = line
                    .split(' ')
                    .skip(1)
                    .filter(|m| m.len() == 4 || m.ends_with('q'))
                    .map(|m| m[..4].to_string())
                    .collect();
                let white = fields[0] == "w";
                for square in (0..64).map(|s| (b'a' + s % 8, b'1' + s / 8)) {
                    let square = String::from_utf8(vec![square.0, square.1]).unwrap();
                    if man(board, &square) != 'p' || is_white(board, &square) != white {
                        continue;
                    }
                    for (letter, own) in [('n', 'N'), ('b', 'B'), ('r', 'R')] {
                        if stock.contains(if white { own } else { letter }) {
                            expected.push(format!("{square}={letter}"));
                        }
                    }
                }
                // A side in check must answer it.
                let checked = chess_check(board, fields[0]);
                expected.retain(|m| !checked || !m.contains('='));
                expected.sort();
                assert!(dead || moves == expected, "{text}: {moves:?}, not {expected:?}");
            }
            let turns: Vec<&str> = moves.iter().copied().filter(|m| m.contains('=')).collect();
            let event = if !turns.is_empty() && random(8) == 0 {
                turned += 1;
                turns[random(turns.len())].to_string()
            } else {
                moves[random(moves.len())].to_string()
            };
            game.append(&event).unwrap();
        }
    }
    assert!(turned > 50, "{turned}");
}

fn is_white(board: &str, square: &str) -> bool {
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

/// Whether the side is in check: chess refuses the position with the other side to move.
fn chess_check(board: &str, side: &str) -> bool {
    let other = if side == "w" { "b" } else { "w" };
    let text = format!("{board} {other} - - 0 1");
    open("chess").unwrap().position(&Base::Text(text), &[]).is_err()
}

// ---------------------------------------------------------------- texts

/// What is printed reads back: in games at random the text, the moves and the phase of every
/// position are those of the position read from it.
#[test]
fn what_is_printed_reads_back() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    for variant in
        ["brainking", "brainking10", "vegas", "dicemoves", "dicepair", "threedice", "cubic"]
    {
        for _ in 0..20 {
            let mut game = open(variant).unwrap();
            for _ in 0..300 {
                let phase = game.phase_line();
                let event = if phase.starts_with("phase over") {
                    break;
                } else if phase.starts_with("phase roll") {
                    let mut die = || (random(6) + 1).to_string();
                    match variant {
                        "dicepair" => format!("r:{},{}", die(), die()),
                        "threedice" => format!("r:{},{},{}", die(), die(), die()),
                        "vegas" => {
                            let first = ["P", "N", "B", "R", "K", "P"][random(6)];
                            let second = ["P", "N", "B", "R", "Q", "*"][random(6)];
                            format!("r:{first},{second}")
                        }
                        _ => format!("r:{}", die()),
                    }
                } else {
                    let line = game.legal_lines()[0].clone();
                    let moves: Vec<&str> = line.split(' ').skip(1).collect();
                    assert!(moves.is_sorted(), "{line}");
                    moves[random(moves.len())].to_string()
                };
                game.append(&event).unwrap_or_else(|e| panic!("{variant} {event}: {e}"));
                let text = game.text();
                let mut read = open(variant).unwrap();
                read.position(&Base::Text(text.clone()), &[])
                    .unwrap_or_else(|e| panic!("{variant} {text}: {e}"));
                assert_eq!(read.text(), text, "{variant}");
                assert_eq!(read.key(), game.key(), "{variant}: {text}");
                if !game.phase_line().ends_with("repetition") {
                    assert_eq!(read.phase_line(), game.phase_line(), "{variant}: {text}");
                    assert_eq!(read.legal_lines(), game.legal_lines(), "{variant}: {text}");
                }
            }
        }
    }
}

/// The kind of man, lower case, on a square of an 8×8 text.
fn man(text: &str, square: &str) -> char {
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

/// What the dice leave of the moves of chess in `vegas`, `dicemoves` and `dicepair`, where no king
/// can be taken.
fn by_the_dice(variant: &str, text: &str) -> Option<Vec<String>> {
    let field = |key: &str| text.split(' ').find_map(|f| f.strip_prefix(key));
    let board: Vec<&str> = text.split(' ').take(4).collect();
    let mut chess = open("chess").unwrap();
    // Refused where the king can be taken.
    chess.position(&Base::Text(format!("{} 0 1", board.join(" "))), &[]).ok()?;
    let line = chess.legal_lines()[0].clone();
    let roll = field("roll=").unwrap_or("");
    let castles = |m: &str| man(text, m) == 'k' && m.as_bytes()[0].abs_diff(m.as_bytes()[2]) == 2;
    let mut moves: Vec<String> = line
        .split(' ')
        .skip(1)
        .filter(|m| match variant {
            "dicemoves" => true,
            "dicepair" => {
                let kind = "pnbrqk".as_bytes()[roll.as_bytes()[0] as usize - b'1' as usize];
                match field("man=") {
                    Some(chosen) => m.starts_with(chosen) && !castles(m),
                    None => man(text, m) == kind as char || kind == b'r' && castles(m),
                }
            }
            _ => {
                let dice = roll.to_lowercase();
                roll.is_empty()
                    || roll.contains('*')
                    || dice.contains(man(text, m))
                    || dice.contains('r') && castles(m)
            }
        })
        .map(String::from)
        .collect();
    let pass = variant == "vegas" && (roll.contains('*') || field("free=").is_some());
    if pass || moves.is_empty() {
        moves.insert(0, "0000".to_string());
    }
    Some(moves)
}

/// In games at random the moves are those of chess that the dice allow.
#[test]
fn moves_are_those_of_chess_that_the_dice_allow() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    for variant in ["vegas", "dicemoves", "dicepair"] {
        let mut compared = 0;
        for _ in 0..40 {
            let mut game = open(variant).unwrap();
            let mut gave_check = [false; 2];
            for _ in 0..400 {
                let phase = game.phase_line();
                let event = if phase.starts_with("phase over") {
                    break;
                } else if phase.starts_with("phase roll") {
                    match variant {
                        "dicepair" => format!("r:{},{}", random(6) + 1, random(6) + 1),
                        "dicemoves" => format!("r:{}", random(6) + 1),
                        _ => {
                            let first = ["P", "N", "B", "R", "K", "P"][random(6)];
                            let second = ["P", "N", "B", "R", "Q", "*"][random(6)];
                            format!("r:{first},{second}")
                        }
                    }
                } else {
                    let line = game.legal_lines()[0].clone();
                    let moves: Vec<&str> = line.split(' ').skip(1).collect();
                    if let Some(expected) = by_the_dice(variant, &game.text()) {
                        assert_eq!(moves, expected, "{variant}: {}", game.text());
                        compared += 1;
                    }
                    moves[random(moves.len())].to_string()
                };
                let side = |text: &str| text.split(' ').nth(1).unwrap().to_string();
                let before = game.text();
                game.append(&event).unwrap();
                if event.starts_with("r:") || game.phase_line().starts_with("phase over") {
                    continue;
                }
                let (text, us) = (game.text(), side(&before));
                let (board, them) =
                    (text.split(' ').next().unwrap(), if us == "w" { "b" } else { "w" });
                let check = chess_check(board, them);
                // Check ends the turn of several moves.
                assert!(!check || side(&text) == them, "{variant}: {before} {event}");
                if variant == "vegas" {
                    gave_check[usize::from(us == "w")] = event != "0000" && check;
                    let free = !check && gave_check[usize::from(them == "w")];
                    assert_eq!(text.ends_with(" free=1"), free, "{before} {event}");
                    assert_eq!(game.phase_line().starts_with("phase move"), free || check);
                }
            }
        }
        assert!(compared > 1000, "{variant}: {compared}");
    }
}

/// A plain second reading of the rules of `brainking` and `threedice`, from the position text.
#[derive(Clone)]
struct Plain {
    board: [u8; 64],
    white: bool,
    /// Castling rights `KQkq` as squares of the rooks.
    rooks: Vec<usize>,
    passed: Vec<usize>,
}

type PlainMove = (usize, usize, Option<u8>);

fn name(m: PlainMove) -> String {
    let mut text = String::new();
    for square in [m.0, m.1] {
        text.push((b'a' + (square % 8) as u8) as char);
        text.push((b'1' + (square / 8) as u8) as char);
    }
    text.extend(m.2.map(|letter| letter as char));
    text
}

impl Plain {
    fn read(text: &str) -> Plain {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [b' '; 64];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for c in line.bytes() {
                if c.is_ascii_digit() {
                    file += (c - b'0') as usize;
                } else {
                    board[(7 - row) * 8 + file] = c;
                    file += 1;
                }
            }
        }
        let rooks = [('Q', 0), ('K', 7), ('q', 56), ('k', 63)];
        let passed = fields[3].as_bytes().chunks(2).filter(|pair| pair.len() == 2);
        Plain {
            board,
            white: fields[1] == "w",
            rooks: rooks.iter().filter(|r| fields[2].contains(r.0)).map(|r| r.1).collect(),
            passed: passed.map(|p| (p[1] - b'1') as usize * 8 + (p[0] - b'a') as usize).collect(),
        }
    }

    fn own(&self, square: usize) -> bool {
        let man = self.board[square];
        man != b' ' && man.is_ascii_uppercase() == self.white
    }

    fn shift(square: usize, by: (i32, i32)) -> Option<usize> {
        let (file, rank) = ((square % 8) as i32 + by.0, (square / 8) as i32 + by.1);
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then_some((rank * 8 + file) as usize)
    }

    /// Moves of the men of one kind, castling aside; no heed of check.
    fn moves(&self, kind: u8) -> Vec<PlainMove> {
        let mut all = Vec::new();
        for from in (0..64).filter(|s| self.own(*s)) {
            if self.board[from].to_ascii_lowercase() != kind {
                continue;
            }
            if kind == b'p' {
                self.pawn(from, &mut all);
                continue;
            }
            let long = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)];
            let jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
            let ways = match kind {
                b'n' => &jumps[..],
                b'b' => &long[..4],
                b'r' => &long[4..],
                _ => &long[..],
            };
            for way in ways {
                let mut at = from;
                while let Some(to) = Self::shift(at, *way).filter(|to| !self.own(*to)) {
                    all.push((from, to, None));
                    if self.board[to] != b' ' || kind == b'n' || kind == b'k' {
                        break;
                    }
                    at = to;
                }
            }
        }
        all
    }

    fn pawn(&self, from: usize, all: &mut Vec<PlainMove>) {
        let up = if self.white { 1 } else { -1 };
        let mut targets = Vec::new();
        let step = Self::shift(from, (0, up)).unwrap();
        if self.board[step] == b' ' {
            targets.push(step);
            let home = if self.white { 1 } else { 6 };
            let double = Self::shift(step, (0, up)).filter(|_| from / 8 == home);
            targets.extend(double.filter(|to| self.board[*to] == b' '));
        }
        for side in [-1, 1] {
            let Some(to) = Self::shift(from, (side, up)) else { continue };
            let theirs = if self.white { 5 } else { 2 };
            let passed = self.passed.contains(&to) && to / 8 == theirs;
            if passed || self.board[to] != b' ' && !self.own(to) {
                targets.push(to);
            }
        }
        for to in targets {
            if to / 8 == 0 || to / 8 == 7 {
                all.extend(b"bnqr".iter().map(|letter| (from, to, Some(*letter))));
            } else {
                all.push((from, to, None));
            }
        }
    }

    fn castlings(&self) -> Vec<PlainMove> {
        let king = if self.white { 4 } else { 60 };
        let mine = self.rooks.iter().filter(|rook| **rook / 8 == king / 8);
        mine.filter(|rook| {
            let (a, b) = (king.min(**rook), king.max(**rook));
            (a + 1..b).all(|s| self.board[s] == b' ')
        })
        .map(|rook| (king, if *rook > king { king + 2 } else { king - 2 }, None))
        .collect()
    }

    fn takes_king(&self, m: PlainMove) -> bool {
        self.board[m.1].eq_ignore_ascii_case(&b'k')
    }

    /// The position after a move within the turn.
    fn after(&self, (from, to, letter): PlainMove) -> Plain {
        let mut next = self.clone();
        let man = self.board[from];
        next.board[from] = b' ';
        next.board[to] = match letter {
            Some(l) if self.white => l.to_ascii_uppercase(),
            Some(l) => l,
            None => man,
        };
        let kind = man.to_ascii_lowercase();
        if kind == b'p' && from % 8 != to % 8 && self.board[to] == b' ' {
            next.board[from / 8 * 8 + to % 8] = b' ';
        }
        if kind == b'k' && from.abs_diff(to) == 2 && from % 8 == 4 {
            let (rook, place) = if to > from { (from + 3, from + 1) } else { (from - 4, from - 1) };
            next.board[place] = next.board[rook];
            next.board[rook] = b' ';
        }
        let king = |rook: usize| rook / 8 * 8 + 4;
        next.rooks.retain(|r| *r != from && *r != to && king(*r) != from && king(*r) != to);
        let board = next.board;
        next.passed.retain(|s| {
            let (pawn, letter) = if s / 8 == 2 { (s + 8, b'P') } else { (s - 8, b'p') };
            board[pawn] == letter && board[*s] == b' '
        });
        if kind == b'p' && from.abs_diff(to) == 16 {
            next.passed.push((from + to) / 2);
            next.passed.sort_by_key(|s| s % 8 * 8 + s / 8);
        }
        next
    }

    /// Steps of the turn: the move, and the dice left after it.
    fn steps(&self, dice: &[u8]) -> Vec<(PlainMove, Vec<u8>)> {
        let without = |faces: &[u8]| {
            let mut left = dice.to_vec();
            for face in faces {
                left.remove(left.iter().position(|d| d == face).unwrap());
            }
            left
        };
        let mut all = Vec::new();
        for face in (1..=6).filter(|face| dice.contains(face)) {
            for m in self.moves(b"pnbrqk"[face as usize - 1]) {
                all.push((m, without(&[face])));
            }
        }
        if dice.contains(&4) && dice.contains(&6) {
            all.extend(self.castlings().into_iter().map(|m| (m, without(&[4, 6]))));
        }
        all
    }

    /// The greatest number of dice that can be used, and whether the king can be taken.
    fn most(&self, dice: &[u8]) -> (usize, bool) {
        let mut best = (0, false);
        for (m, left) in self.steps(dice) {
            let (used, taken) = self.worth(dice, m, &left);
            best = (best.0.max(used), best.1 || taken);
        }
        best
    }

    fn worth(&self, dice: &[u8], m: PlainMove, left: &[u8]) -> (usize, bool) {
        if self.takes_king(m) {
            return (1, true);
        }
        let (used, taken) = self.after(m).most(left);
        (used + dice.len() - left.len(), taken)
    }

    fn three_dice(&self, dice: &[u8]) -> Vec<String> {
        let worth: Vec<_> =
            self.steps(dice).iter().map(|(m, left)| (*m, self.worth(dice, *m, left))).collect();
        let most = worth.iter().map(|(_, w)| w.0).max().unwrap_or(0);
        let good = worth.iter().filter(|(_, w)| w.0 == most || w.1);
        let mut moves: Vec<String> = good.map(|(m, _)| name(*m)).collect();
        moves.sort();
        moves
    }

    fn one_die(&self, face: u8) -> Vec<String> {
        let mut moves = self.moves(b"pnbrqk"[face as usize - 1]);
        if (2..=5).contains(&face) {
            let letter = Some(b"pnbrqk"[face as usize - 1]);
            moves.extend(self.moves(b'p').into_iter().filter(|m| m.2 == letter));
        }
        if face == 6 {
            moves.extend(self.castlings());
        }
        let mut moves: Vec<String> = moves.into_iter().map(name).collect();
        moves.sort();
        moves
    }
}

/// In games at random, with more double throws and pawn moves than usual, the moves and what they
/// lead to are those of the second reading.
#[test]
fn moves_are_those_of_a_second_reading() {
    let mut state = 0xd1b5_4a32_d192_ed03_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    for (variant, games) in [("brainking", 60), ("threedice", 60)] {
        let mut compared = 0;
        for number in 0..games {
            let mut game = open(variant).unwrap();
            if number % 3 == 1 {
                let castles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
                game.position(&Base::Text(castles.to_string()), &[]).unwrap();
            } else if number % 3 == 2 {
                let pawns = "4k3/PP4pp/pp4PP/8/8/pp4PP/PP4pp/4K3 w - - 0 1";
                game.position(&Base::Text(pawns.to_string()), &[]).unwrap();
            }
            for _ in 0..150 {
                let phase = game.phase_line();
                if phase.starts_with("phase over") {
                    break;
                } else if phase.starts_with("phase roll") {
                    let mut die = || [1, 1, 2, 3, 4, 5, 6, 6][random(8)].to_string();
                    let event = match variant {
                        "threedice" => format!("r:{},{},{}", die(), die(), die()),
                        _ => format!("r:{}", die()),
                    };
                    game.append(&event).unwrap();
                    continue;
                }
                let text = game.text();
                let plain = Plain::read(&text);
                let roll = text.split("roll=").nth(1).unwrap();
                let dice: Vec<u8> = roll.split(',').map(|d| d.parse().unwrap()).collect();
                let mut expected = match variant {
                    "threedice" => plain.three_dice(&dice),
                    _ => plain.one_die(dice[0]),
                };
                if expected.is_empty() {
                    assert_eq!(dice.len(), 3, "{variant}: {text}");
                    expected.push("0000".to_string());
                }
                let line = game.legal_lines()[0].clone();
                let moves: Vec<&str> = line.split(' ').skip(1).collect();
                assert_eq!(moves, expected, "{variant}: {text}");
                compared += 1;
                // The king is left alone now and then, so that games last.
                let quiet: Vec<&&str> =
                    moves.iter().filter(|m| **m == "0000" || man(&text, &m[2..]) != 'k').collect();
                if quiet.is_empty() {
                    break;
                }
                let chosen = quiet[random(quiet.len())].to_string();
                game.append(&chosen).unwrap();
                let read = Plain::read(&game.text());
                if chosen == "0000" || variant == "brainking" {
                    continue;
                }
                let steps = plain.steps(&dice);
                let step = steps.iter().find(|(m, _)| name(*m) == chosen).unwrap();
                let mut after = plain.after(step.0);
                if after.most(&step.1).0 == 0 {
                    let own = if plain.white { 2 } else { 5 };
                    after.passed.retain(|s| s / 8 == own);
                    after.white = !after.white;
                }
                assert_eq!(read.board, after.board, "{text} {chosen}");
                assert_eq!(read.white, after.white, "{text} {chosen}");
                assert_eq!(read.passed, after.passed, "{text} {chosen}");
                assert_eq!(read.rooks.len(), after.rooks.len(), "{text} {chosen}");
            }
        }
        assert!(compared > 1000, "{variant}: {compared}");
    }
}
