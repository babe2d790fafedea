//! The rules of `chess` and `dicechess`, one test a rule, as a client sees them. Names of tests follow
//! the sections of the rules in `engine-protocol.md`.

use alea::protocol::command::Base;
use alea::protocol::session::{Session, open};

fn session(variant: &str, text: &str, events: &str) -> Box<dyn Session> {
    let mut session = open(variant).unwrap();
    let base = if text == "startpos" { Base::Start } else { Base::Text(text.to_string()) };
    let events: Vec<String> = events.split_whitespace().map(String::from).collect();
    session.position(&base, &events).unwrap_or_else(|e| panic!("{text} {events:?}: {e}"));
    session
}

fn dice(text: &str, events: &str) -> Box<dyn Session> {
    session("dicechess", text, events)
}

fn legal(session: &dyn Session) -> String {
    session.legal_lines()[0].strip_prefix("legal").unwrap().trim().to_string()
}

fn over(session: &dyn Session, result: &str, reason: &str) {
    assert_eq!(session.phase_line(), format!("phase over result {result} reason {reason}"));
    assert_eq!(session.legal_lines(), ["legal"]);
}

fn refused(variant: &str, text: &str, word: &str) {
    let mut session = open(variant).unwrap();
    let before = session.text();
    let error = session.position(&Base::Text(text.to_string()), &[]).unwrap_err();
    assert_eq!(error.word, word, "{text}: {error}");
    assert_eq!(session.text(), before);
}

/// The source's sample game of dice chess: every lost turn is the only legal event.
#[test]
fn sample_game() {
    let game = "r:6,6 e2e4 r:2,3 b8c6 r:3,4 f1c4 r:4,5 a8b8 r:3,6 c4f7 r:2,4 0000 \
                r:2,4 g1f3 r:1,3 0000 r:2,4 f3g5";
    let events: Vec<&str> = game.split_whitespace().collect();
    for n in 0..events.len() {
        let s = dice("startpos", &events[..n].join(" "));
        let roll = events[n].starts_with("r:");
        assert_eq!(s.phase_line().starts_with("phase roll"), roll, "{n}");
        if events[n] == "0000" {
            assert_eq!(legal(&*s), "0000");
        } else if !roll {
            assert!(legal(&*s).split(' ').any(|m| m == events[n]), "{n}");
        }
    }
    over(&*dice("startpos", game), "1-0", "checkmate");
    // 2...: with 4 and 5 the rook's move is the only one.
    assert_eq!(legal(&*dice("startpos", &events[..7].join(" "))), "a8b8");
    // After 3.Bxf7+ pass, a 3 or a 5 could have taken the king or mated.
    let s = dice("startpos", &format!("{} r:3,5", events[..12].join(" ")));
    for m in ["f7e8", "d1f3", "d1h5"] {
        assert!(legal(&*s).split(' ').any(|l| l == m), "{m}");
    }
    let mut taken = dice("startpos", &format!("{} r:3,5 f7e8", events[..12].join(" ")));
    over(&*taken, "1-0", "king-captured");
    assert_eq!(taken.append("r:1,1").unwrap_err().word, "r:1,1");
}

#[test]
fn throws_name_the_kinds_that_may_move() {
    let start = |roll| legal(&*dice("startpos", roll));
    assert_eq!(start("r:2,5"), "b1a3 b1c3 g1f3 g1h3");
    assert_eq!(start("r:5,2"), start("r:2,5"));
    assert_eq!(start("r:1,4").split(' ').count(), 16);
    assert_eq!(start("r:4,4").split(' ').count(), 20);
    assert_eq!(start("r:4,6"), "0000");
    let s = dice("startpos", "r:4,3");
    assert_eq!(s.phase_line(), "phase move side white stage turn roll 3,4");
    assert!(s.text().ends_with(" roll=3,4"));
}

#[test]
fn a_lost_turn_is_the_only_move_and_keeps_the_counter() {
    let s = dice("4k3/8/8/8/8/8/4P3/4K2R w K - 7 30", "r:2,3 0000");
    assert_eq!(s.text(), "4k3/8/8/8/8/8/4P3/4K2R b K - 7 30");
    let s = dice("4k3/8/8/8/8/8/4P3/4K2R b K - 7 30", "r:2,3 0000");
    assert_eq!(s.text(), "4k3/8/8/8/8/8/4P3/4K2R w K - 7 31");
}

#[test]
fn a_checked_side_plays_an_answer_or_loses_the_turn() {
    let text = "4k3/8/8/8/8/8/P3r3/R3K3 w - - 0 1";
    assert_eq!(legal(&*dice(text, "r:6,1")), "e1d1 e1e2 e1f1");
    assert_eq!(legal(&*dice(text, "r:1,4")), "0000");
}

#[test]
fn king_capture_is_optional_and_wins_even_in_check() {
    // Both kings are attacked: White's rook may take although its own king stands in check.
    let text = "4k3/8/8/8/8/8/8/r3RK2 w - - 0 1 roll=4,5";
    let s = dice(text, "");
    assert!(legal(&*s).contains("e1e8"));
    over(&*dice(text, "e1e8"), "1-0", "king-captured");
    // An ordinary legal move is there too: the rook takes the checking rook.
    assert!(legal(&*s).split(' ').any(|m| m == "e1a1"));
    // A pawn that takes a king on the last rank carries its letter.
    let s = dice("3k4/4P3/8/8/8/8/8/4K3 w - - 0 1 roll=1,1", "");
    assert!(legal(&*s).contains("e7d8b e7d8n e7d8q e7d8r"));
    // The dice must allow the man.
    assert!(!legal(&*dice(&text.replace("4,5", "5,6"), "")).contains("e1e8"));
}

#[test]
fn castling_with_a_rook_a_king_or_a_double() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (roll, castles) in [("r:4,1", true), ("r:6,2", true), ("r:3,3", true), ("r:1,5", false)] {
        let moves = legal(&*dice(text, roll));
        assert_eq!(moves.contains("e1g1") && moves.contains("e1c1"), castles, "{roll}: {moves}");
    }
    // Not out of, through or into check.
    assert!(!legal(&*dice("4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "r:6,6")).contains("e1g1"));
    assert!(legal(&*dice("4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1", "r:6,6")).contains("e1c1"));
}

#[test]
fn en_passant_with_a_pawn_or_a_double_in_the_next_turn_only() {
    let before = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let s = dice(before, "r:1,2 d7d5");
    assert_eq!(s.text(), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert!(legal(&*dice(before, "r:1,2 d7d5 r:1,2")).contains("e5d6"));
    assert!(legal(&*dice(before, "r:1,2 d7d5 r:2,2")).contains("e5d6"));
    assert!(!legal(&*dice(before, "r:1,2 d7d5 r:6,2")).contains("e5d6"));
    // A lost turn lets the right lapse.
    let s = dice(before, "r:1,2 d7d5 r:2,3 0000 r:6,6 e8e7 r:1,1");
    assert!(!legal(&*s).contains("e5d6"));
}

#[test]
fn promotion_to_four_kinds() {
    let moves = legal(&*dice("8/P6k/8/8/8/8/8/K7 w - - 0 1", "r:1,5"));
    assert_eq!(moves, "a7a8b a7a8n a7a8q a7a8r");
}

#[test]
fn mate_and_stalemate_are_judged_before_the_throw() {
    over(&*dice("R6k/8/6K1/8/8/8/8/8 b - - 0 1", ""), "1-0", "checkmate");
    over(&*dice("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""), "1/2-1/2", "stalemate");
    // A text with a throw is judged only for a captured king and a dead position.
    let s = dice("R6k/8/6K1/8/8/8/8/8 b - - 0 1 roll=1,2", "");
    assert_eq!(legal(&*s), "0000");
    // A side that could take the enemy king is not mated.
    over(&*dice("R6k/8/6K1/6n1/8/8/8/8 b - - 0 1", ""), "1-0", "checkmate");
    let s = dice("R6k/8/6K1/8/7n/8/8/8 b - - 0 1", "");
    assert_eq!(s.phase_line(), "phase roll side black dice 2d6 stage turn");
}

#[test]
fn only_bare_kings_are_dead() {
    over(&*dice("4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""), "1/2-1/2", "dead-position");
    let s = dice("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", "");
    assert!(s.phase_line().starts_with("phase roll"));
    let s = dice("4k3/8/8/8/8/8/3n4/4K3 w - - 5 9 roll=6,6", "e1d2");
    over(&*s, "1/2-1/2", "dead-position");
}

#[test]
fn repetition_counts_turns_that_were_not_lost() {
    let back = "r:2,2 g1f3 r:2,2 g8f6 r:2,2 f3g1 r:2,2 f6g8 ";
    over(&*dice("startpos", &back.repeat(2)), "1/2-1/2", "repetition");
    assert!(dice("startpos", back).phase_line().starts_with("phase roll"));
    // Lost turns are no new occurrence, however many there are.
    let lost = "r:4,6 0000 ".repeat(12);
    let s = dice("startpos", &lost);
    assert_eq!(s.phase_line(), "phase roll side white dice 2d6 stage turn");
}

#[test]
fn fifty_moves_without_capture_or_pawn_move() {
    let text = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 99 80";
    over(&*dice(text, "r:4,4 a1b1"), "1/2-1/2", "fifty-moves");
    assert_eq!(dice(text, "r:1,1 e2e3").text(), "4k3/8/8/8/8/4P3/8/R3K3 b Q - 0 80");
    assert!(dice(text, "r:2,3 0000").phase_line().starts_with("phase roll"));
    // A mate with the hundredth half-move counts.
    over(&*dice("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "r:4,4 a1a8"), "1-0", "checkmate");
}

#[test]
fn texts_that_are_refused() {
    for (text, word) in [
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8/8/8/8/4K3"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "4k3/8/8/8/8/8/8/3KK3"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "K"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "e6"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "e3"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "x"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "-1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 10000 1", "10000"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "0"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 100000", "100000"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0", "0"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 dice=3", "dice=3"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 and", "and"),
    ] {
        refused("chess", text, word);
        refused("dicechess", text, word);
    }
    refused("dicechess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 roll=7,1", "roll=7,1");
    refused("dicechess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 roll=1,2 roll=1,2", "roll=1,2");
    refused("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 roll=1,2", "roll=1,2");
    // In chess a king is never left to be taken; in dicechess it can be.
    refused("chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "4k3/8/8/8/8/8/8/4RK2");
    assert!(dice("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "").phase_line().starts_with("phase roll"));
    over(&*dice("8/8/8/8/8/8/8/4RK2 b - - 0 1", ""), "1-0", "king-captured");
}

#[test]
fn an_en_passant_square_without_a_capture_is_dropped() {
    for variant in ["chess", "dicechess"] {
        let s = session(variant, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2", "");
        assert_eq!(s.text(), "4k3/8/8/3p4/8/8/8/4K3 w - - 0 2");
        // The capture would open the rank to the own king.
        let s = session(variant, "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", "");
        assert_eq!(s.text(), "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 2");
    }
}

#[test]
fn chess_ends() {
    let chess = |text: &str, events: &str| session("chess", text, events);
    over(&*chess("startpos", "f2f3 e7e5 g2g4 d8h4"), "0-1", "checkmate");
    over(&*chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", ""), "1/2-1/2", "stalemate");
    for dead in [
        "4k3/8/8/8/8/8/8/4K3",
        "4k3/8/8/8/8/8/8/3NK3",
        "4k3/8/8/8/8/8/8/3BK3",
        "3bk3/8/8/8/8/8/8/2B1K3",
    ] {
        over(&*chess(&format!("{dead} w - - 0 1"), ""), "1/2-1/2", "dead-position");
    }
    for alive in ["3bk3/8/8/8/8/8/8/3BK3", "3nk3/8/8/8/8/8/8/3BK3", "4k3/8/8/8/8/8/8/2NNK3"] {
        assert!(chess(&format!("{alive} w - - 0 1"), "").phase_line().starts_with("phase move"));
    }
    // Stalemate comes before the dead position.
    over(&*chess("8/8/8/8/8/1K6/2N5/k7 b - - 0 1", ""), "1/2-1/2", "dead-position");
    over(&*chess("8/8/8/8/8/2N5/8/k1K5 b - - 0 1", ""), "1/2-1/2", "stalemate");
}

#[test]
fn chess_goes_on_after_draws_that_must_be_claimed() {
    let back = "g1f3 g8f6 f3g1 f6g8 ";
    let mut s = session("chess", "startpos", &back.repeat(2));
    over(&*s, "1/2-1/2", "repetition");
    s.append("e2e4").unwrap();
    assert_eq!(s.phase_line(), "phase move side black stage turn");
    let mut s = session("chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 100 80", "");
    over(&*s, "1/2-1/2", "fifty-moves");
    s.append("a1a8").unwrap();
    over(&*s, "1/2-1/2", "fifty-moves");
    // A dead position is the end all the same.
    let mut s = session("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "");
    assert_eq!(s.append("e1e2").unwrap_err().word, "e1e2");
}

#[test]
fn events_of_the_wrong_kind_change_nothing() {
    let mut s = dice("startpos", "");
    for word in ["e2e4", "0000", "r:", "r:1", "r:1,7", "r:1,2,3", "R:1,2", "e2e4|e7e5"] {
        assert_eq!(s.append(word).unwrap_err().word, word);
    }
    s.append("r:1,2").unwrap();
    for word in ["r:1,2", "e2e5", "E2E4", "e2e4q", "0000", "P@e4", ""] {
        assert_eq!(s.append(word).unwrap_err().word, word);
    }
    let events = ["r:1,2", "e2e4", "e7e5"].map(String::from);
    let before = s.text();
    assert_eq!(s.position(&Base::Start, &events).unwrap_err().word, "e7e5");
    assert_eq!(s.text(), before);
}

#[test]
fn counters_saturate_so_that_texts_can_be_read_back() {
    let s = session("chess", "4k3/8/8/8/8/8/8/R3K3 b - - 9999 99999", "e8e7");
    assert_eq!(s.text(), "8/4k3/8/8/8/8/8/R3K3 w - - 9999 99999");
}
