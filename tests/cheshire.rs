//! The rules of `cheshire` and `wildcheshire`, one test a rule, as a client sees them. What is expected was
//! worked out from the rules alone; names of tests begin with the number of the rule in
//! `engine-protocol.md`.

use alea::protocol::command::Base;
use alea::protocol::session::{Session, open};

const CAT: &str = "cheshire";
const WILD: &str = "wildcheshire";
const BOTH: [&str; 2] = [CAT, WILD];
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn session(variant: &str, base: &str, events: &str) -> Box<dyn Session> {
    let mut session = open(variant).unwrap();
    let base = if base == "startpos" { Base::Start } else { Base::Text(base.to_string()) };
    let events: Vec<String> = events.split_whitespace().map(String::from).collect();
    session.position(&base, &events).unwrap_or_else(|e| panic!("{variant}: {base:?}: {e}"));
    session
}

fn text(variant: &str, base: &str, events: &str) -> String {
    session(variant, base, events).text()
}

fn legal(variant: &str, base: &str, events: &str) -> String {
    let lines = session(variant, base, events).legal_lines();
    lines[0].strip_prefix("legal").unwrap().trim().to_string()
}

fn phase(variant: &str, base: &str, events: &str) -> String {
    session(variant, base, events).phase_line()
}

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
    let line = format!("phase over result {result} reason {reason}");
    assert_eq!(session.phase_line(), line, "{variant}: {base} {events}");
    assert_eq!(session.legal_lines(), ["legal"]);
    for event in ["r:1,1", "0000", "e1e2"] {
        assert!(session.append(event).is_err());
    }
}

#[track_caller]
fn refused(variant: &str, base: &str, word: &str) {
    let mut session = open(variant).unwrap();
    let before = session.text();
    let error = session.position(&Base::Text(base.to_string()), &[]).unwrap_err();
    assert_eq!(error.word, word, "{variant}: {base}: {error}");
    assert_eq!(session.text(), before);
}

#[test]
fn rule_1_orthodox_start() {
    for variant in BOTH {
        assert_eq!(text(variant, "startpos", ""), format!("{START} w KQkq - 0 1"));
        let moves = legal(variant, "startpos", "r:1,1");
        assert_eq!(moves.split(' ').count(), 20);
    }
}

#[test]
fn rule_2_a_throw_before_each_white_move() {
    for variant in BOTH {
        let due = "phase roll side white dice 2d8 stage turn";
        assert_eq!(phase(variant, "startpos", ""), due);
        let thrown = "phase move side white stage turn roll 3,5";
        assert_eq!(phase(variant, "startpos", "r:3,5"), thrown);
        // White's die is the file, Black's the rank.
        let after = "rnbqkbnr/pppppppp/8/2*5/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 roll=3,5";
        assert_eq!(text(variant, "startpos", "r:3,5"), after);
        let black = phase(variant, "startpos", "r:3,5 e2e4");
        assert_eq!(black, "phase move side black stage turn");
        assert_eq!(phase(variant, "startpos", "r:3,5 e2e4 e7e5"), due);
        let mut s = session(variant, "startpos", "");
        for word in ["e2e4", "r:0,1", "r:1,9", "r:1", "r:1,2,3", "r:a,1", "0000", "r:11"] {
            assert_eq!(s.append(word).unwrap_err().word, word);
        }
        let mut s = session(variant, "startpos", "r:3,5");
        assert_eq!(s.append("r:1,1").unwrap_err().what, "no throw is due");
        let mut s = session(variant, "startpos", "r:3,5 e2e4");
        assert_eq!(s.append("r:1,1").unwrap_err().what, "no throw is due");
    }
}

#[test]
fn rule_3_what_vanishes() {
    let occupied = format!("{START} w KQkq - 0 1 roll=5,2");
    assert_eq!(text(CAT, "startpos", "r:5,2"), occupied);
    // Gone already: nothing more.
    for variant in BOTH {
        let once = text(variant, "startpos", "r:5,4 g1f3 g8f6");
        let twice = text(variant, "startpos", "r:5,4 g1f3 g8f6 r:5,4");
        assert_eq!(twice, format!("{once} roll=5,4"));
    }
}

#[test]
fn rule_4_vanished_squares_are_passed_but_not_occupied() {
    for variant in BOTH {
        // The rook passes b1, c1 and takes d1; the knight may not land on b3.
        let board = "3k4/8/8/8/8/1*6/8/R**n3K w - - 0 1 roll=3,1";
        offers(variant, board, "", "a1d1 a1a2", true);
        offers(variant, board, "", "a1b1 a1c1", false);
        let knight = "4k3/8/8/8/8/1*6/8/N6K w - - 0 1 roll=2,3";
        assert!(!legal(variant, knight, "").contains("a1b3"));
        // A pawn steps twice over a hole, not onto one, and not once onto it.
        let pawns = "4k3/8/8/8/3*4/4*3/3PPP2/4K3 w - - 0 1 roll=4,4";
        offers(variant, pawns, "", "e2e4 d2d3 f2f3 f2f4", true);
        offers(variant, pawns, "", "e2e3 d2d4", false);
    }
    // Check through a hole.
    let check = "4k3/8/8/8/4r3/8/4*3/R3K3 w - - 0 1 roll=5,2";
    assert_eq!(legal(CAT, check, ""), "e1d1 e1d2 e1f1 e1f2");
    // Nothing can be put there: of the two squares between, the bishop may go to d3 only.
    let check = "3rk3/3*4/3*4/3*4/3*4/8/2P1PB2/2RK1R2 w - - 0 1 roll=4,4";
    assert_eq!(legal(CAT, check, ""), "d1e1");
    let check = "3rk3/3*4/3*4/3*4/8/8/2P1PB2/2RK1R2 w - - 0 1 roll=4,5";
    assert_eq!(legal(CAT, check, ""), "d1e1 f2d4");
}

#[test]
fn rule_5_castling_en_passant_promotion() {
    for variant in BOTH {
        let castle =
            |gone: &str, row: &str| format!("r3k2r/8/8/8/8/8/8/{row} w KQkq - 0 1 roll={gone}");
        offers(variant, &castle("6,1", "R3K*1R"), "", "e1g1", false);
        offers(variant, &castle("6,1", "R3K*1R"), "", "e1c1", true);
        offers(variant, &castle("7,1", "R3K1*R"), "", "e1g1", false);
        offers(variant, &castle("2,1", "R*2K2R"), "", "e1c1", false);
        offers(variant, &castle("2,1", "R*2K2R"), "", "e1g1", true);
        offers(variant, &castle("4,1", "R2*K2R"), "", "e1c1", false);
        // The right stays, though it can't be used.
        let after = text(variant, &castle("2,1", "R*2K2R"), "a1a2 a8a7");
        assert!(after.contains(" w Kk "), "{after}");
        let after = text(variant, &castle("2,1", "R*2K2R"), "h1h2 h8h7");
        assert!(after.contains(" w Qq "), "{after}");

        // Black's double step over a hole cannot be taken.
        let pawns = "4k3/3p4/3*4/4P3/8/8/8/4K3 b - - 0 1";
        let after = "4k3/8/3*4/3pP3/8/8/8/4K3 w - - 0 2";
        assert_eq!(text(variant, pawns, "d7d5"), after);
        // Nor one whose landing square the throw takes away.
        let pawns = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        assert!(text(variant, pawns, "d7d5").contains(" w - d6 "));
        let after = "4k3/8/3*4/3pP3/8/8/8/4K3 w - - 0 2 roll=4,6";
        assert_eq!(text(variant, pawns, "d7d5 r:4,6"), after);
        offers(variant, pawns, "d7d5 r:1,1", "e5d6", true);
        // White's too.
        let pawns = "4k3/8/8/8/4p3/3*4/3P4/4K3 w - - 0 1 roll=4,3";
        assert!(text(variant, pawns, "d2d4").contains(" b - - 0 1"));

        let last = "1r2k3/P*P5/8/8/8/8/8/4K3 w - - 0 1 roll=2,7";
        offers(variant, last, "", "a7a8q a7b8n c7c8r c7b8b", true);
        let last = "*r1*k3/P1P5/8/8/8/8/8/4K3 w - - 0 1 roll=1,8";
        offers(variant, last, "", "a7b8q c7c8q c7b8q", true);
        offers(variant, last, "", "a7a8q", false);
    }
}

#[test]
fn rule_6_checkmate_where_the_flight_square_or_the_interposition_is_gone() {
    let flight = |row: &str| format!("R6k/{row}/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(legal(CAT, &flight("7*"), ""), "h8g7");
    over(CAT, &flight("6**"), "", "1-0", "checkmate");
    let shield = |row: &str| format!("{row}/3r1ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(legal(CAT, &shield("R5k1"), ""), "d7d8");
    over(CAT, &shield("R2*2k1"), "", "1-0", "checkmate");
    // The king may go neither to an attacked square nor to a vanished one.
    let king = "4k3/8/8/8/8/8/3*4/r3K3 w - - 0 1 roll=4,2";
    assert_eq!(legal(CAT, king, ""), "e1e2 e1f2");
}

#[test]
fn rule_7_the_side_without_a_move_loses() {
    over(CAT, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "1-0", "stalemate");
    let alone = "4k3/8/7p/7P/8/8/**6/K7 w - - 0 1";
    over(CAT, alone, "r:2,1", "0-1", "stalemate");
    assert_eq!(legal(CAT, alone, "r:3,1"), "a1b1");
}

#[test]
fn rule_8_repetition_is_counted_after_the_throw() {
    let cycle = "r:1,1 g1f3 g8f6 r:1,1 f3g1 f6g8 ";
    let twice = cycle.repeat(2);
    assert!(phase(CAT, "startpos", &twice).starts_with("phase roll"));
    over(CAT, "startpos", &format!("{twice} r:8,8"), "1/2-1/2", "repetition");
    // One square less is another position.
    let other = format!("{cycle} r:4,4 g1f3 g8f6 r:1,1 f3g1 f6g8 r:1,1");
    assert!(phase(CAT, "startpos", &other).starts_with("phase move"));
    let third = format!("{other} g1f3 g8f6 r:1,1 f3g1 f6g8 r:1,1");
    over(CAT, "startpos", &third, "1/2-1/2", "repetition");
    // Black's positions count too: here the third with the black rook on a8.
    let text = "r3k3/8/8/8/8/8/8/R3K3 b - - 0 1";
    let cycle = "a8b8 r:5,1 a1b1 b8a8 r:5,1 b1a1 ";
    over(CAT, text, &cycle.repeat(2), "1/2-1/2", "repetition");
}

#[test]
fn rule_8_fifty_moves_and_dead_positions() {
    let late = "4k3/8/8/8/8/8/8/R3K3 b - - 99 80";
    assert!(phase(CAT, late, "e8d7").starts_with("phase roll"));
    over(CAT, late, "e8d7 r:1,1", "1/2-1/2", "fifty-moves");
    let late = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80 roll=1,1";
    over(CAT, late, "a1b1", "1/2-1/2", "fifty-moves");
    over(CAT, "7k/8/6K1/8/8/8/8/R7 w - - 99 80 roll=1,1", "a1a8", "1-0", "checkmate");
    // A vanishing square does not set the counter back.
    let counted = text(CAT, "4k3/8/8/8/8/8/8/R3K3 w - - 42 80", "r:4,4");
    assert_eq!(counted, "4k3/8/8/8/3*4/8/8/R3K3 w - - 42 80 roll=4,4");

    let bare = "4k3/8/8/8/8/8/8/4K3";
    over(CAT, &format!("{bare} b - - 0 1"), "", "1/2-1/2", "dead-position");
    assert!(phase(CAT, &format!("{bare} w - - 0 1"), "").starts_with("phase roll"));
    over(CAT, &format!("{bare} w - - 0 1"), "r:1,1", "1/2-1/2", "dead-position");
    over(CAT, &format!("{bare} b - - 100 80"), "", "1/2-1/2", "dead-position");
    // To have no move comes before every draw.
    over(CAT, "k*6/**6/8/8/8/8/8/4K3 b - - 100 80", "", "1-0", "stalemate");
    // Any man more can mate.
    let knight = "4k3/8/8/8/8/8/8/3NK3 b - - 0 1";
    assert!(phase(CAT, knight, "").starts_with("phase move"));
}

#[test]
fn rule_9_the_throw_can_mate_but_need_not() {
    let check = "4k3/8/8/8/8/8/1R4PP/r6K w - - 0 1";
    over(CAT, check, "r:2,1", "0-1", "checkmate");
    assert_eq!(legal(CAT, check, "r:3,1"), "b2b1");
    // Who is mated or stalemated already has lost without a throw.
    over(CAT, "4k3/8/8/8/8/8/6PP/r6K w - - 0 1", "", "0-1", "checkmate");
    over(CAT, "4k3/8/7p/7P/8/8/***5/K*6 w - - 0 1", "", "0-1", "stalemate");
    // Draws are judged after the throw.
    let late = "6k1/8/8/8/8/8/4N1PP/5r1K w - - 100 80";
    assert!(phase(CAT, late, "").starts_with("phase roll"));
    over(CAT, late, "r:1,1", "1/2-1/2", "fifty-moves");
}

#[test]
fn wild_1_men_vanish_with_their_squares() {
    let pawn = "rnbqkbnr/pppppppp/8/8/8/8/PPPP*PPP/RNBQKBNR w KQkq - 0 1 roll=5,2";
    assert_eq!(text(WILD, "startpos", "r:5,2"), pawn);
    let rook = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN* w Qkq - 0 1 roll=8,1";
    assert_eq!(text(WILD, "startpos", "r:8,1"), rook);
    let rook = "*nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1 roll=1,8";
    assert_eq!(text(WILD, "startpos", "r:1,8"), rook);
    // The counter stays.
    let counted = text(WILD, "4k3/8/8/8/3r4/8/8/R3K3 w - - 42 80", "r:4,4");
    assert_eq!(counted, "4k3/8/8/8/3*4/8/8/R3K3 w - - 42 80 roll=4,4");
    over(WILD, "startpos", "r:5,1", "0-1", "king-vanished");
    over(WILD, "startpos", "r:5,8", "1-0", "king-vanished");
}

#[test]
fn wild_2_kings_are_taken() {
    let text = "4k3/8/8/8/8/8/8/r3K3 w - - 0 1";
    offers(WILD, text, "r:8,8", "e1d1 e1f1 e1e2", true);
    over(WILD, text, "r:8,8 e1f1 a1f1", "0-1", "king-captured");
    let both = "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1";
    offers(WILD, both, "r:1,1", "e2e7 e2a2 e1d1", true);
    over(WILD, "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "r:1,1 e1e2", "1-0", "king-captured");
    assert!(phase(WILD, "R6k/8/6K1/8/8/8/8/8 b - - 0 1", "").starts_with("phase move"));
}

#[test]
fn wild_3_castling_and_en_passant() {
    // Out of, through and into attack.
    let castling = "*3k3/8/8/8/3rrrr1/8/8/R3K2R w KQ - 0 1 roll=1,8";
    offers(WILD, castling, "", "e1g1 e1c1", true);
    offers(WILD, "*3k3/8/8/8/8/8/8/R1N1K1*R w KQ - 0 1 roll=7,1", "", "e1g1 e1c1", false);
    let pawns = "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1";
    offers(WILD, pawns, "d7d5 r:1,1", "e5d6 c5d6", true);
    // One of two capturers vanishes; then the passing pawn.
    let after = text(WILD, pawns, "d7d5 r:5,5");
    assert_eq!(after, "4k3/8/8/2Pp*3/8/8/8/4K3 w - d6 0 2 roll=5,5");
    let after = text(WILD, pawns, "d7d5 r:4,5");
    assert_eq!(after, "4k3/8/8/2P*P3/8/8/8/4K3 w - - 0 2 roll=4,5");
    // The last capturer; the landing square.
    let pawns = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let after = text(WILD, pawns, "d7d5 r:5,5");
    assert_eq!(after, "4k3/8/8/3p*3/8/8/8/4K3 w - - 0 2 roll=5,5");
    let after = text(WILD, pawns, "d7d5 r:4,6");
    assert_eq!(after, "4k3/8/3*4/3pP3/8/8/8/4K3 w - - 0 2 roll=4,6");
    // A pinned pawn may take, as no king need be safe.
    let pinned = "4k3/3p4/8/K3P2q/8/8/8/8 b - - 0 1";
    offers(WILD, pinned, "d7d5 r:1,1", "e5d6", true);
}

#[test]
fn wild_4_no_move_loses_and_nothing_is_drawn() {
    over(WILD, "k*6/p*6/P7/8/8/8/8/4K3 b - - 0 1", "", "1-0", "stalemate");
    // For White it is judged after the throw, which may free a move: here the pawn's double step.
    let blocked = "4k3/8/8/8/8/p7/P*6/K*6 w - - 0 1";
    assert!(phase(WILD, blocked, "").starts_with("phase roll"));
    assert_eq!(legal(WILD, blocked, "r:1,3"), "a2a4");
    over(WILD, blocked, "r:8,8", "0-1", "stalemate");
    over(WILD, blocked, "r:1,2", "0-1", "stalemate");
    let bare = "4k3/8/8/8/8/8/8/4K3 b - - 200 180";
    assert!(phase(WILD, bare, "").starts_with("phase move"));
    let cycle = "g1f3 g8f6 r:4,4 f3g1 f6g8 r:4,4 ";
    let events = format!("r:4,4 {}", cycle.repeat(4));
    assert!(phase(WILD, "startpos", &events).starts_with("phase move"));
}

#[test]
fn texts_that_are_refused() {
    for variant in BOTH {
        let start = format!("{START} w KQkq - 0 1");
        for roll in ["roll=9,1", "roll=1", "roll=1,2,3", "roll=", "roll=a,1", "roll=3,4"] {
            refused(variant, &format!("{start} {roll}"), roll);
        }
        refused(variant, &format!("{START} b KQkq - 0 1 roll=5,2"), "roll=5,2");
        refused(variant, &format!("{start} roll=5,2 roll=5,2"), "roll=5,2");
        refused(variant, &format!("{start} holes=3"), "holes=3");
        refused(variant, "4k3/8/8/8/8/8/********1/4K3 w - - 0 1", "********1");
        refused(variant, "4k3/8/8/8/8/8/8/#3K3 w - - 0 1", "#");
        refused(variant, "8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8");
        refused(variant, "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "e6");
        refused(variant, "4k3/8/8/8/8/8/8/4K2* w K - 0 1", "K");
        refused(variant, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "4k3/8/8/8/8/8/8/3KK3");
    }
    refused(CAT, "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", "4k3/8/8/8/4R3/8/8/4K3");
    refused(CAT, "8/8/8/8/8/8/8/4K3 b - - 0 1", "8/8/8/8/8/8/8/4K3");
    // In the wild form a square with a man on it has not been thrown, and only one king can be lost.
    refused(WILD, &format!("{START} w KQkq - 0 1 roll=5,2"), "roll=5,2");
    refused(WILD, "8/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8/8/8/8/4K3");
    refused(WILD, "4k3/8/8/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/8");
}

#[test]
fn texts_that_are_read() {
    for variant in BOTH {
        // An en passant square without a capture is dropped.
        let idle = "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2";
        assert_eq!(text(variant, idle, ""), "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2");
        let gone = "4k3/8/3*4/3pP3/8/8/8/4K3 w - d6 0 2";
        assert_eq!(text(variant, gone, ""), "4k3/8/3*4/3pP3/8/8/8/4K3 w - - 0 2");
        let kept = "4k3/8/8/3pP3/8/8/*7/4K3 w - d6 0 2 roll=1,2";
        assert_eq!(text(variant, kept, ""), kept);
        let full =
            "k*******/********/********/********/********/********/********/*******K b - - 7 9";
        over(variant, full, "", "1-0", "stalemate");
        assert_eq!(text(variant, full, ""), full);
    }
    // The capture would open the rank to the own king: no right in `cheshire`, one in the wild form.
    let pinned = "4k3/8/8/K2pP1*q/8/8/8/8 w - d6 0 2";
    assert_eq!(text(CAT, pinned, ""), "4k3/8/8/K2pP1*q/8/8/8/8 w - - 0 2");
    assert_eq!(text(WILD, pinned, ""), pinned);
    // Finished games of the wild form.
    over(WILD, "8/8/8/8/4*3/8/8/4K3 w - - 0 1 roll=5,4", "", "1-0", "king-vanished");
    over(WILD, "4k3/8/8/8/4*3/8/8/8 w - - 0 1 roll=5,4", "", "0-1", "king-vanished");
    over(WILD, "8/8/8/8/8/8/8/4K3 b - - 0 1", "", "1-0", "king-captured");
    over(WILD, "4k3/8/8/8/8/8/8/8 w - - 0 1", "", "0-1", "king-captured");
}

#[test]
fn holes_are_drawn() {
    let drawing = session(CAT, "startpos", "r:5,4").drawing();
    assert_eq!(drawing.matches('*').count(), 1);
    assert!(drawing.contains(" 4  . . . . * . . ."), "{drawing}");
}
