//! The rules of `simultaneous`, one test a rule, as a client sees them. Numbers in brackets are those of
//! the rules' source.

use alea::game::Side;
use alea::protocol::command::{Base, Go};
use alea::protocol::session::{Session, open};

fn game(text: &str, events: &str) -> Box<dyn Session> {
    let mut session = open("simultaneous").unwrap();
    let base = if text == "startpos" { Base::Start } else { Base::Text(text.to_string()) };
    let events: Vec<String> = events.split_whitespace().map(String::from).collect();
    session.position(&base, &events).unwrap_or_else(|e| panic!("{text} {events:?}: {e}"));
    session
}

/// The choices of a side, those of one man or one kind of ending only.
fn choices(session: &dyn Session, side: Side, part: &str) -> Vec<String> {
    let line = &session.legal_lines()[side.index()];
    let all = line.split(' ').skip(2).filter(|m| m.starts_with(part));
    all.map(String::from).collect()
}

fn white(text: &str, part: &str) -> Vec<String> {
    choices(&*game(text, ""), Side::White, part)
}

fn black(text: &str, part: &str) -> Vec<String> {
    choices(&*game(text, ""), Side::Black, part)
}

/// The position text after events.
fn after(text: &str, events: &str) -> String {
    game(text, events).text()
}

fn over(session: &dyn Session, result: &str, reason: &str) {
    assert_eq!(session.phase_line(), format!("phase over result {result} reason {reason}"));
    assert_eq!(session.legal_lines(), ["legal white", "legal black"]);
    assert_eq!(session.perft(1)(work()), "Nodes searched: 0");
}

fn work() -> alea::protocol::session::Work {
    use alea::search::limits::{Control, Limits};
    alea::protocol::session::Work {
        table: std::sync::Arc::new(alea::search::tt::Table::new(1).unwrap()),
        control: std::sync::Arc::new(Control::new(Limits::default(), Side::White, 0, false)),
        output: alea::protocol::output::Output::new(std::io::sink()),
        options: alea::protocol::options::Options::default(),
        seed: 1,
    }
}

fn refused(text: &str, word: &str) {
    let mut session = open("simultaneous").unwrap();
    let before = session.text();
    let error = session.position(&Base::Text(text.to_string()), &[]).unwrap_err();
    assert_eq!(error.word, word, "{text}: {error}");
    assert_eq!(session.text(), before);
}

fn illegal(text: &str, event: &str) {
    let mut session = game(text, "");
    let before = session.text();
    assert_eq!(session.append(event).unwrap_err().word, event);
    assert_eq!(session.text(), before);
}

#[test]
fn rule_1_both_choose_and_both_moves_are_made() {
    let s = game("startpos", "");
    assert_eq!(s.phase_line(), "phase sealed stage turn");
    assert_eq!(s.side(), Side::White);
    for side in Side::BOTH {
        assert_eq!(choices(&*s, side, "").len(), 35);
    }
    assert!(s.legal_lines()[0].starts_with("legal white 0000 a2a3 a2a4 a2b3 b1a3 b1c3 b2a3 b2b3"));
    assert!(s.legal_lines()[1].starts_with("legal black 0000 a7a5 a7a6 a7b6 b7a6"));
    assert_eq!(
        after("startpos", "e2e4|e7e5"),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] - KQkq - 0 2 last=e4/e5"
    );
    for event in ["e2e4", "e2e4|", "|e7e5", "e7e5|e2e4", "e2e4|e7e5|0000", "r:1,2", "E2E4|e7e5"] {
        illegal("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] - KQkq - 0 1", event);
    }
}

#[test]
fn rule_2_a_side_may_pass_always_and_two_common_passes_are_a_draw() {
    let one = after("startpos", "0000|0000");
    assert_eq!(one, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] - KQkq - 1 2 passes=1");
    over(&*game(&one, "0000|0000"), "1/2-1/2", "passes");
    assert!(after(&one, "0000|0000").ends_with(" - KQkq - 2 3 passes=2"));
    // One side passing alone begins the count afresh, and has no man that moved.
    let s = game(&one, "0000|e7e5 0000|0000");
    assert_eq!(s.phase_line(), "phase sealed stage turn");
    assert!(after(&one, "0000|e7e5").ends_with(" 0 3 last=-/e5"));
    assert!(s.text().ends_with(" 1 4 passes=1"));
    // In check too.
    assert_eq!(white("4k3/8/8/8/8/8/4r3/4K3[] - - - 0 1", "0000"), ["0000"]);
}

#[test]
fn rule_3_a_man_that_moved_may_not_move_in_the_next_turn() {
    let s = game("startpos", "g1f3|b8c6");
    assert!(choices(&*s, Side::White, "f3").is_empty());
    assert!(choices(&*s, Side::Black, "c6").is_empty());
    assert_eq!(choices(&*s, Side::White, "b1"), ["b1a3", "b1c3"]);
    let s = game("startpos", "g1f3|b8c6 e2e4|0000");
    assert!(!choices(&*s, Side::White, "f3").is_empty());
    assert!(choices(&*s, Side::White, "e4").is_empty());
    assert!(!choices(&*s, Side::Black, "c6").is_empty());
    // It still attacks: the king may not go to e2, which the barred rook attacks.
    let text = "4k3/8/8/8/8/8/r7/3K4[] - - - 0 1";
    assert_eq!(white(text, "d1"), ["d1c1", "d1e1"]);
    assert_eq!(white(&format!("{text} last=-/a2"), "d1"), ["d1c1", "d1e1"]);
    assert!(black(&format!("{text} last=-/a2"), "a2").is_empty());
    // After castling king and rook.
    let s = game("4k3/p7/8/8/8/8/8/R3K2R[] - KQ - 0 1", "e1g1|0000");
    assert!(s.text().ends_with(" last=g1f1/-"));
    assert!(
        choices(&*s, Side::White, "g1").is_empty() && choices(&*s, Side::White, "f1").is_empty()
    );
    assert!(!choices(&*s, Side::White, "a1").is_empty());
    let s = game("4k3/p7/8/8/8/8/8/R3K2R[] - KQ - 0 1", "e1c1|0000");
    assert!(s.text().ends_with(" last=c1d1/-"));
}

#[test]
fn rules_4_and_5_a_captured_king_loses_and_two_captured_kings_draw() {
    let text = "4k3/8/8/8/8/8/4R3/r3K3[] - - - 3 9";
    let s = game(text, "e2e8|0000");
    over(&*s, "1-0", "king-captured");
    assert_eq!(s.text(), "4R3/8/8/8/8/8/8/r3K3[] - - - 0 10 last=e8/-");
    over(&*game(text, "0000|a1e1"), "0-1", "king-captured");
    let s = game(text, "e2e8|a1e1");
    over(&*s, "1/2-1/2", "both-kings");
    assert_eq!(s.text(), "4R3/8/8/8/8/8/8/4r3[] - - - 0 10 last=e8/e1");
    // A king that moves off is not captured.
    assert_eq!(game(text, "e2e8|e8d8").phase_line(), "phase sealed stage turn");
    // What is written of finished games reads back.
    for text in [
        "4R3/8/8/8/8/8/8/4r3[] - - - 0 10 last=e8/e1",
        "4R3/8/8/8/8/8/8/4K3[] - - - 0 10",
        "8/8/8/8/8/8/8/8[] - - - 0 10",
    ] {
        assert_eq!(after(text, ""), text);
        assert!(game(text, "").phase_line().starts_with("phase over"));
    }
    // There is no check: a king may stay attacked, another man may expose it.
    assert!(white(text, "e2").contains(&"e2a2".to_string()));
    assert_eq!(
        game("4k3/8/8/8/4r3/8/4B3/4K3[] - - - 0 1", "e2a6|0000").phase_line(),
        "phase sealed stage turn"
    );
}

#[test]
fn rule_6_pawns_move_and_capture_straight_and_diagonally() {
    let text = "4k3/8/8/8/8/8/2P5/4K3[] - - - 0 1";
    assert_eq!(white(text, "c2"), ["c2b3", "c2c3", "c2c4", "c2d3"]);
    // Enemy men on the target are captured, straight ahead too; own ones stand in the way.
    let text = "4k3/8/8/8/2n5/1b1B4/2P5/4K3[] - - - 0 1";
    assert_eq!(white(text, "c2"), ["c2b3", "c2c3", "c2c4"]);
    assert_eq!(after(text, "c2c4|0000"), "4k3/8/8/8/2P5/1b1B4/8/4K3[n] - - - 0 2 last=c4/-");
    // The square passed over must be empty.
    assert_eq!(white("4k3/8/8/8/8/2n5/2P5/4K3[] - - - 0 1", "c2"), ["c2b3", "c2c3", "c2d3"]);
    // Only from its second rank.
    assert_eq!(white("4k3/8/8/8/8/2P5/8/4K3[] - - - 0 1", "c3"), ["c3b4", "c3c4", "c3d4"]);
    assert_eq!(black("4k3/7p/8/8/8/8/8/4K3[] - - - 0 1", "h7"), ["h7g6", "h7h5", "h7h6"]);
    // No en passant: the pawn goes where it goes, the other stays.
    let text = "4k3/3p4/8/4P3/8/8/8/4K3[] - - - 0 1";
    assert_eq!(after(text, "0000|d7d5 e5d6|0000"), "4k3/8/3P4/3p4/8/8/8/4K3[] - - - 0 3 last=d6/-");
}

#[test]
fn other_men_move_as_in_chess_and_lines_end_at_any_man() {
    let text = "4k3/8/8/1p6/8/8/8/RN2K2R[] - - - 0 1";
    let far = ["a1a2", "a1a3", "a1a4", "a1a5", "a1a6", "a1a7", "a1a8"];
    assert_eq!(white(text, "a1"), far);
    assert_eq!(white(text, "b1"), ["b1a3", "b1c3", "b1d2"]);
    assert_eq!(
        white("4k3/8/8/1p6/8/8/8/1R2K3[] - - - 0 1", "b1b"),
        ["b1b2", "b1b3", "b1b4", "b1b5"]
    );
}

#[test]
fn kings_may_not_go_to_attacked_squares() {
    // Pawns attack the squares they may move to, two ahead only past an empty square.
    let text = "4k3/8/8/8/3K4/8/8/8[] - - - 0 1";
    assert_eq!(white(text, "d4").len(), 8);
    assert_eq!(white("4k3/3p4/8/8/3K4/8/8/8[] - - - 0 1", "d4d5"), [""; 0]);
    assert_eq!(white("4k3/3p4/3n4/8/3K4/8/8/8[] - - - 0 1", "d4d5"), ["d4d5"]);
    // The king itself is lifted off: it does not shelter squares behind it, nor stops a pawn.
    assert_eq!(white("4k3/8/8/8/r2K4/8/8/8[] - - - 0 1", "d4e4"), [""; 0]);
    assert_eq!(white("4k3/3p4/3K4/8/8/8/8/8[] - - - 0 1", "d6d5"), [""; 0]);
    // On the last rank too, even when the step itself is not allowed for want of captured men.
    assert_eq!(white("4k3/8/8/8/8/8/1p6/3K4[] - - - 0 1", "d1c"), ["d1c2"]);
    // A man guarded by anyone but the enemy king may not be taken, the enemy king included.
    assert_eq!(white("8/8/8/3kp3/3K4/8/8/8[] - - - 0 1", "d4e5"), ["d4e5"]);
    assert_eq!(white("8/8/5p2/3kp3/3K4/8/8/8[] - - - 0 1", "d4e5"), [""; 0]);
    assert_eq!(white("8/5p2/4p3/3k4/3K4/8/8/8[] - - - 0 1", "d4d5"), [""; 0]);
    assert_eq!(white("8/8/8/3k4/3K4/8/8/8[] - - - 0 1", "d4d5"), ["d4d5"]);
    over(&*game("8/8/8/3k4/3K4/8/8/8[] - - - 0 1", "d4d5|0000"), "1-0", "king-captured");
    // The enemy king's own attack does not count.
    assert_eq!(white("8/8/3k4/8/3K4/8/8/8[] - - - 0 1", "d4").len(), 8);
}

#[test]
fn castling_needs_unmoved_men_an_open_and_an_unattacked_way() {
    let text = |row: &str, rights: &str| format!("4k3/8/{row}/8/8/8/8/R3K2R[] - {rights} - 0 1");
    let both = vec!["e1c1".to_string(), "e1g1".to_string()];
    let castlings = |text: &str| -> Vec<String> {
        let all = white(text, "e1");
        all.into_iter().filter(|m| m == "e1c1" || m == "e1g1").collect()
    };
    assert_eq!(castlings(&text("8", "KQ")), both);
    assert_eq!(castlings(&text("8", "K")), ["e1g1"]);
    assert_eq!(castlings(&text("8", "-")), [""; 0]);
    // Start, middle and end square attacked; the rook's way may be.
    for (row, left) in [
        ("4r3", &[][..]),
        ("3r4", &["e1g1"]),
        ("2r5", &["e1g1"]),
        ("1r6", &["e1c1", "e1g1"]),
        ("5r2", &["e1c1"]),
        ("6r1", &["e1c1"]),
        ("7r", &["e1c1", "e1g1"]),
    ] {
        assert_eq!(castlings(&text(row, "KQ")), left, "{row}");
    }
    // A pawn attacks straight ahead.
    assert_eq!(castlings("4k3/8/8/8/8/8/3p4/R3K2R[] - KQ - 0 1"), [""; 0]);
    assert_eq!(castlings("4k3/8/8/8/8/8/7p/R3K2R[] - KQ - 0 1"), ["e1c1"]);
    assert_eq!(castlings("4k3/8/8/8/8/8/8/RN2K2R[] - KQ - 0 1"), ["e1g1"]);
    // The enemy king's attack does not count; as the rook guards them, he can't come to these squares.
    assert_eq!(castlings("8/8/8/8/8/8/6k1/4K2R[] - K - 0 1"), ["e1g1"]);
    assert_eq!(black("8/8/8/8/8/8/6k1/4K2R[] - K - 0 1", "g2g1"), [""; 0]);
    assert_eq!(
        after(&text("8", "KQ"), "e1c1|e8d8"),
        "3k4/8/8/8/8/8/8/2KR3R[] - - - 1 2 last=c1d1/d8"
    );
    // Rights go with the king, with a rook that moves and with one that is captured.
    let rooks = "r3k2r/8/8/8/8/8/8/R3K2R[] - KQkq - 0 1";
    assert!(after(rooks, "a1b1|0000").contains(" - Kkq - "));
    assert!(after(rooks, "a1a8|0000").contains(" - Kk - "));
    assert!(after(rooks, "0000|e8d7").contains(" - KQ - "));
    // They meet on neither square, but swap: both have moved.
    assert_eq!(after(rooks, "a1a8|a8a1"), "R3k2r/8/8/8/8/8/8/r3K2R[] - Kk - 1 2 last=a8/a1");
}

#[test]
fn rule_7_pawns_become_captured_men_only() {
    let text = |pool: &str| format!("1n2k3/P7/8/8/8/8/8/4K3[{pool}] - - - 0 1");
    assert_eq!(white(&text(""), "a7"), [""; 0]);
    assert_eq!(white(&text("qrbn"), "a7"), [""; 0]);
    assert_eq!(white(&text("RRN"), "a7"), ["a7a8n", "a7a8r", "a7b8n", "a7b8r"]);
    assert_eq!(after(&text("RRN"), "a7b8r|0000"), "1R2k3/8/8/8/8/8/8/4K3[RNn] - - - 0 2 last=b8/-");
    // A man captured in this very turn is not there yet.
    illegal("3rk3/P7/8/8/8/8/8/3QK3[] - - - 0 1", "a7a8q|d8d1");
    // Men captured again go back as what they were.
    assert!(after(&text("Q"), "a7a8q|0000 0000|b8c6").contains("[] "));
}

#[test]
fn rule_8_crossing_men_do_not_obstruct_each_other() {
    // The rook passes the pawn that steps into its way.
    let text = "4k3/3p4/8/R7/8/8/8/4K3[] - - - 0 1";
    assert_eq!(after(text, "a5h5|d7d5"), "4k3/8/8/3p3R/8/8/8/4K3[] - - - 0 2 last=h5/d5");
    // Lines are judged before the turn: the pawn in the way stops the rook even if it goes.
    illegal("4k3/8/8/R2p4/8/8/8/4K3[] - - - 0 1", "a5h5|d5d4");
    // And a man that leaves does not block a later turn.
    assert_eq!(game(text, "a5h5|d7d5 e1d1|e8e7").phase_line(), "phase sealed stage turn");
    // The other reading of [8] is not played: a man that stands in the way stops a line.
    assert_eq!(choices(&*game(text, "0000|d7d5"), Side::White, "a5h5"), [""; 0]);
}

#[test]
fn rule_9_white_wins_meetings_on_light_squares_and_black_on_dark_ones() {
    // h1 and a8 are light; d5 and e4 too, e5 and d4 dark.
    let knights = "4k3/8/5n2/8/8/2N5/8/4K3[] - - - 4 1";
    assert_eq!(after(knights, "c3d5|f6d5"), "4k3/8/8/3N4/8/8/8/4K3[n] - - - 0 2 last=d5/-");
    let dark = "4k3/8/4n3/8/8/5N2/8/4K3[] - - - 4 1";
    assert_eq!(after(dark, "f3d4|e6d4"), "4k3/8/8/8/3n4/8/8/4K3[N] - - - 0 2 last=-/d4");
    // Kings too.
    let kings = "8/8/3k4/8/3K4/8/8/8[] - - - 0 1";
    let s = game(kings, "d4d5|d6d5");
    over(&*s, "1-0", "king-captured");
    assert_eq!(s.text(), "8/8/8/3K4/8/8/8/8[] - - - 0 2 last=d5/-");
    over(&*game(kings, "d4c5|d6c5"), "0-1", "king-captured");
    // A promoting pawn that loses is captured as a pawn and the pool keeps its man.
    let pawn = "r3k3/1P6/8/8/8/8/8/4K3[Q] - - - 0 1";
    assert_eq!(after(pawn, "b7b8q|a8b8"), "1r2k3/8/8/8/8/8/8/4K3[Q] - - - 0 2 last=-/b8");
    // If it wins, it promotes.
    let light = "4k2r/5P2/8/8/8/8/8/4K3[Q] - - - 0 1";
    assert_eq!(after(light, "f7g8q|h8g8"), "4k1Q1/8/8/8/8/8/8/4K3[r] - - - 0 2 last=g8/-");
}

#[test]
fn rule_10_men_that_go_to_each_other_s_squares_change_places() {
    let rooks = "4k3/8/8/r6R/8/8/8/4K3[] - - - 7 9";
    assert_eq!(after(rooks, "h5a5|a5h5"), "4k3/8/8/R6r/8/8/8/4K3[] - - - 8 10 last=a5/h5");
    // With a pawn the counter is set back; a pawn that swaps into the last rank promotes.
    assert_eq!(
        after("1r2k3/P7/8/8/8/8/8/4K3[N] - - - 7 9", "a7b8n|0000"),
        "1N2k3/8/8/8/8/8/8/4K3[r] - - - 0 10 last=b8/-"
    );
    assert_eq!(
        after("1b2k3/P7/8/8/8/8/8/4K3[N] - - - 7 9", "a7b8n|b8a7"),
        "1N2k3/b7/8/8/8/8/8/4K3[] - - - 0 10 last=b8/a7"
    );
    // Kings too.
    assert_eq!(
        after("8/8/8/3k4/3K4/8/8/8[] - - - 0 1", "d4d5|d5d4"),
        "8/8/8/3K4/3k4/8/8/8[] - - - 1 2 last=d5/d4"
    );
}

#[test]
fn a_man_that_leaves_its_square_is_not_captured_there() {
    let text = "4k3/8/8/3p4/4P3/8/8/4K3[] - - - 0 1";
    // The pawn goes where the other was; that one goes on.
    assert_eq!(after(text, "e4d5|d5d4"), "4k3/8/8/3P4/3p4/8/8/4K3[] - - - 0 2 last=d5/d4");
    assert_eq!(after(text, "e4d5|0000"), "4k3/8/8/3P4/8/8/8/4K3[] - - - 0 2 last=d5/-");
}

#[test]
fn captured_men_go_to_their_own_side_s_pool() {
    let text = "4k3/8/8/q2r4/8/2N5/8/R3K3[] - - - 0 1";
    assert_eq!(after(text, "c3d5|a5a1"), "4k3/8/8/3N4/8/8/8/q3K3[Rr] - - - 0 2 last=d5/a1");
    // In the order Q R B N, White's first.
    let text = "4k3/8/8/q2r4/8/2N5/8/R3K3[BNrrb] - - - 0 1";
    assert!(after(text, "a1a5|0000").contains("[BNqrrb]"));
}

#[test]
fn fifty_turns_without_capture_or_pawn_move_are_a_draw() {
    let text = "4k3/p7/8/8/8/8/8/R3K3[] - - - 49 90";
    over(&*game(text, "a1b1|0000"), "1/2-1/2", "fifty-moves");
    assert_eq!(game(text, "a1b1|a7a6").phase_line(), "phase sealed stage turn");
    assert_eq!(game(text, "a1a7|0000").phase_line(), "phase sealed stage turn");
    over(&*game("4k3/8/8/8/8/8/8/4K3[] - - - 50 9", ""), "1/2-1/2", "fifty-moves");
    // A captured king comes first, then passes, then repetition.
    over(&*game("4k3/8/8/8/8/8/8/4K3[] - - - 49 9 passes=1", "0000|0000"), "1/2-1/2", "passes");
    let cycle = "a1b1|0000 0000|e8e7 b1a1|0000 0000|e7e8";
    let text = |n: u32| format!("4k3/8/8/8/8/8/8/R3K3[] - - - {n} 90 last=-/e8");
    let twice = format!("{cycle} {cycle}");
    over(&*game(&text(42), &twice), "1/2-1/2", "repetition");
    over(&*game(&text(0), &twice), "1/2-1/2", "repetition");
}

#[test]
fn repetition_counts_the_whole_state() {
    // The same men on the same squares, but others have moved last.
    let cycle = "a1b1|0000 0000|e8e7 b1a1|0000 0000|e7e8";
    let s = game("4k3/8/8/8/8/8/8/R3K3[] - - - 0 90", &format!("{cycle} {cycle}"));
    assert_eq!(s.phase_line(), "phase sealed stage turn");
    // Three moves of two queens lead back too: the third occurrence after six turns.
    let queens = "4k3/8/8/8/8/8/8/QQ4K1[] - - - 0 9 last=b1/-";
    let cycle = "a1a2|0000 b1a1|0000 a2b1|0000";
    assert_eq!(game(queens, cycle).phase_line(), "phase sealed stage turn");
    over(&*game(queens, &format!("{cycle} {cycle}")), "1/2-1/2", "repetition");
}

#[test]
fn texts_that_cannot_be_are_refused() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    refused(&format!("{start} - KQkq - 0 1"), start);
    refused(&format!("{start}[ - KQkq - 0 1"), &format!("{start}["));
    for pool in ["[NQ]", "[qQ]", "[p]", "[K]", "[QR]x"] {
        refused(&format!("{start}{pool} - KQkq - 0 1"), &format!("{start}{pool}"));
    }
    refused(&format!("{start}[] w KQkq - 0 1"), "w");
    refused(&format!("{start}[] - qk - 0 1"), "qk");
    refused(&format!("{start}[] - QK - 0 1"), "QK");
    refused(&format!("{start}[] - KK - 0 1"), "KK");
    refused(&format!("{start}[] - KQkq e3 0 1"), "e3");
    refused(&format!("{start}[] - KQkq - 10000 1"), "10000");
    refused(&format!("{start}[] - KQkq - 0 0"), "0");
    refused(&format!("{start}[] - KQkq - 0"), "0");
    refused("4k3/8/8/8/8/8/8/4K3[] - K - 0 1", "K");
    refused("4k3/8/8/8/8/8/8/P3K3[] - - - 0 1", "4k3/8/8/8/8/8/8/P3K3");
    refused("p3k3/8/8/8/8/8/8/4K3[] - - - 0 1", "p3k3/8/8/8/8/8/8/4K3");
    refused("4k3/8/8/8/8/8/8/3KK3[] - - - 0 1", "4k3/8/8/8/8/8/8/3KK3");
    let kings = "4k3/8/8/8/8/8/8/R3K3[] - - - 0 1";
    for last in ["e4/-", "-/e1", "e1", "e1/-/-", "e1e1/-", "/", "e1/", "-/e9", "e1a1/-", "é/-"] {
        refused(&format!("{kings} last={last}"), &format!("last={last}"));
    }
    refused("4k3/8/8/8/8/8/8/R3K3[] - Q - 0 1 last=e1/-", "Q");
    refused("4k3/8/8/8/8/8/8/R3K3[] - Q - 0 1 last=a1/-", "Q");
    refused(&format!("{kings} passes=1 last=e1/-"), "passes=1");
    for passes in ["0", "3", "01", "", "x"] {
        refused(&format!("{kings} passes={passes}"), &format!("passes={passes}"));
    }
    refused(&format!("{kings} roll=1,2"), "roll=1,2");
    refused(&format!("{kings} last=-/- last=-/-"), "last=-/-");
    assert_eq!(after(&format!("{kings} last=-/-"), ""), kings);
    let castled = "4k3/8/8/8/8/8/8/5RK1[] - - - 1 2 last=g1f1/e8";
    assert_eq!(after(castled, ""), castled);
}

#[test]
fn a_search_needs_a_side() {
    let s = game("startpos", "");
    assert_eq!(s.search(&Go::default()).err().unwrap().word, "go");
    let go = |side, among: &str| {
        let among = among.split_whitespace().map(String::from).collect();
        s.search(&Go { side: Some(side), among, ..Go::default() }).err().map(|e| e.word)
    };
    assert_eq!(go(Side::White, "e2e4 0000"), None);
    assert_eq!(go(Side::Black, "e2e4"), Some("e2e4".to_string()));
}
