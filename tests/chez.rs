//! The rules of `chez`, one test a rule, as a client sees them. Numbers in brackets are those of the rules'
//! source; L1 to L6 are the conditions under which a turn is legal.

use alea::game::{Game, History, MoveList, Node, Notation, Side, phase};
use alea::games::chez::Chez;
use alea::protocol::command::Base;
use alea::protocol::session::{Session, open};
use alea::search::Evaluator;
use alea::search::Searchable;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const NOBODY: &str = "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";

fn game(text: &str, events: &str) -> Box<dyn Session> {
    let mut session = open("chez").unwrap();
    let base = if text == "startpos" { Base::Start } else { Base::Text(text.to_string()) };
    let events: Vec<String> = events.split_whitespace().map(String::from).collect();
    session.position(&base, &events).unwrap_or_else(|e| panic!("{text} {events:?}: {e}"));
    session
}

/// A position of these men; everyone else is inactive.
fn fen(board: &str, turn: &str) -> String {
    let left = |letters: &str, armies: &str| -> String {
        let mut men: Vec<char> = armies.chars().collect();
        let mut chars = board.chars().peekable();
        while let Some(c) = chars.next() {
            let letter = match chars.peek() {
                Some('~') if c.is_uppercase() => 'P',
                Some('~') => 'p',
                _ => c,
            };
            if letters.contains(letter) {
                let at = men.iter().position(|m| *m == letter).expect("not too many men");
                men.remove(at);
            }
        }
        men.into_iter().collect()
    };
    let white = left("KQRBNP", "KQRRBBNNPPPPPPPP");
    let black = left("kqrbnp", "kqrrbbnnpppppppp");
    format!("{board}[{white}{black}] {turn} - - 0 1")
}

fn legal(text: &str, part: &str) -> Vec<String> {
    let line = game(text, "").legal_lines().remove(0);
    line.split(' ').skip(1).filter(|m| m.starts_with(part)).map(String::from).collect()
}

/// The moves from a square that are no revivals.
fn moves(text: &str, from: &str) -> Vec<String> {
    legal(text, from).into_iter().filter(|m| !m.contains('@')).collect()
}

/// Where a man goes as X of a revival of this man.
fn revivals(text: &str, from: &str, revived: &str) -> Vec<String> {
    let end = format!("@{revived}");
    legal(text, from).into_iter().filter(|m| m.ends_with(&end)).collect()
}

fn after(text: &str, events: &str) -> String {
    game(text, events).text()
}

fn board_after(text: &str, events: &str) -> String {
    after(text, events).split('[').next().unwrap_or("").to_string()
}

fn phase_after(text: &str, events: &str) -> String {
    let session = game(text, events);
    let line = session.phase_line();
    assert_eq!(line.starts_with("phase over"), session.legal_lines() == ["legal"], "{line}");
    line
}

fn refused(text: &str, what: &str, word: &str) {
    let mut session = open("chez").unwrap();
    let error = session.position(&Base::Text(text.to_string()), &[]).unwrap_err();
    assert_eq!((error.what, error.word.as_str()), (what, word), "{text}");
    assert_eq!(session.text(), NOBODY);
}

fn illegal(text: &str, event: &str) {
    let mut session = game(text, "");
    let before = session.text();
    assert_eq!(session.append(event).unwrap_err().word, event);
    assert_eq!(session.text(), before);
}

#[test]
fn opening_2_2_the_kings_are_dropped() {
    assert_eq!(after("startpos", ""), NOBODY);
    assert_eq!(phase_after("startpos", ""), "phase move side white stage king");
    assert_eq!(legal("startpos", "").len(), 64);
    let one = after("startpos", "K@e4");
    assert_eq!(one, "8/8/8/8/4K3/8/8/8[QRRBBNNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1 unmoved=e4");
    assert_eq!(phase_after(&one, ""), "phase move side black stage king");
    assert_eq!(legal(&one, "").len(), 64 - 9);
    illegal(&one, "K@e5");
    illegal(&one, "k@a1");
    assert_eq!(phase_after(&one, "K@a1"), "phase move side white stage turn");
    // With a handicap the conditions hold already: Black's drop has to block the rook.
    let handicap = fen("8/8/8/8/4K2r/8/8/8", "b");
    assert_eq!(legal(&handicap, ""), ["K@g4"]);
    // White may step into an attack only where Black can answer it.
    let rook = fen("8/8/8/8/7r/8/8/8", "w");
    assert!(legal(&rook, "K@e4").len() == 1 && legal(&rook, "K@g4").is_empty());
}

#[test]
fn pawns_go_towards_their_base() {
    let text = fen("k7/8/8/8/3P4/8/8/7K", "w");
    assert_eq!(moves(&text, "d4"), ["d4d2", "d4d3"]);
    assert!(moves(&fen("k7/8/8/8/3P4/3n4/8/7K", "w"), "d4").is_empty());
    assert_eq!(moves(&fen("k7/8/8/8/3P4/8/3n4/7K", "w"), "d4"), ["d4d3"]);
    assert_eq!(moves(&fen("k7/8/8/3P4/8/8/8/7K", "w"), "d5"), ["d5d4"]);
    assert_eq!(moves(&fen("k7/8/8/8/8/3P4/8/7K", "w"), "d3"), ["d3d2"]);
    // At its pawn row it stops.
    assert!(moves(&fen("k7/8/8/8/8/8/3P4/7K", "w"), "d2").is_empty());
    assert_eq!(moves(&fen("k7/8/8/3p4/8/8/8/7K", "b"), "d5"), ["d5d6", "d5d7"]);
    assert_eq!(moves(&fen("k7/8/8/8/3p4/8/8/7K", "b"), "d4"), ["d4d5"]);
    // Only one's own men move; there are no captures.
    assert!(moves(&fen("k7/8/8/8/3p4/8/8/7K", "w"), "d4").is_empty());
    let rook = fen("k7/8/8/8/1n1R1p2/8/8/7K", "w");
    assert_eq!(moves(&rook, "d4").iter().filter(|m| m.ends_with('4')).count(), 2);
}

#[test]
fn revival_3_1_a_man_of_the_other_colour_takes_the_place_of_the_mover() {
    // The source's example: the black knight goes f3-e5, and a white bishop comes to f3.
    let text = fen("8/1k6/8/8/8/5n2/8/2K5", "w");
    assert_eq!(board_after(&text, "f3e5@b"), "8/1k6/8/4n3/8/5B2/8/2K5");
    assert!(after(&text, "f3e5@b").contains("[QRRBNNPPPPPPPPqrrbbnpppppppp] b"));
    // X may be of either colour; Y is of the colour opposite to X, whoever moves, and no king.
    assert!(!revivals(&text, "c1d1", "b").is_empty() && !revivals(&text, "b7a7", "r").is_empty());
    assert_eq!(board_after(&text, "c1d1@b"), "8/1k6/8/8/8/5n2/8/2bK4");
    illegal(&text, "c1d1@k");
    illegal(&text, "c1d1@B");
    // Nobody is left to revive: Black's men are all there.
    let full = "r1bqkbnr/pppppppp/2n5/8/8/4K3/8/8[QRRBBNNPPPPPPPP] b - - 0 1";
    assert!(legal(full, "e3").is_empty() && !revivals(full, "c6", "q").is_empty());
}

#[test]
fn revival_rule_4_pawns_go_diagonally() {
    // The examples of the source, with d4 as the rules read it.
    let text = fen("k7/5P2/8/8/3P4/8/8/7K", "w");
    assert_eq!(revivals(&text, "d4", "n"), ["d4c3@n", "d4e3@n"]);
    assert_eq!(revivals(&text, "f7", "n"), ["f7e6@n", "f7g6@n"]);
    assert_eq!(board_after(&text, "f7g6@n"), "k7/5n2/6P1/8/3P4/8/8/7K");
    // A black pawn revived on d4 behind which the white one then stands aside.
    assert_eq!(board_after(&text, "d4c3@p"), "k7/5P2/8/8/3p4/2P5/8/7K");
    let black = fen("k7/8/8/8/3p4/8/8/7K", "w");
    assert_eq!(revivals(&black, "d4", "n"), ["d4c5@n", "d4e5@n"]);
}

#[test]
fn a_pawn_on_its_last_row_must_be_brought_back_l4() {
    // The source's example: a2-b1 with a black knight, then b1-c2 with a black pawn.
    let text = fen("3k4/8/8/8/8/8/P7/6K1", "b");
    let next = after(&text, "a2b1@n");
    assert_eq!(board_after(&text, "a2b1@n"), "3k4/8/8/8/8/8/n7/1P4K1");
    assert!(legal(&next, "").iter().all(|m| m.starts_with("b1c2@")));
    // A black pawn may be revived on b1, as itself or as another man: it is White's last row.
    assert!(["b1c2@p", "b1c2@p=q"].iter().all(|m| legal(&next, m).contains(&m.to_string())));
    assert_eq!(board_after(&next, "b1c2@p"), "3k4/8/8/8/8/8/n1P5/1p4K1");
    // With both ways back closed the pawn may not go there.
    assert!(revivals(&fen("3k4/8/8/8/8/8/P1R5/6K1", "b"), "a2b1", "b").is_empty());
}

#[test]
fn pawns_are_not_revived_on_their_own_last_row_and_may_change_on_the_far_one_3_2_6_3() {
    let text = fen("k3n3/8/8/8/8/8/8/3n3K", "w");
    assert!(revivals(&text, "d1", "p").is_empty());
    let far: Vec<_> = legal(&text, "e8d6@p");
    assert_eq!(far, ["e8d6@p", "e8d6@p=b", "e8d6@p=n", "e8d6@p=q", "e8d6@p=r"]);
    let disguised = after(&text, "e8d6@p=b");
    assert!(disguised.starts_with("k3B~3/8/3n4/"));
    assert!(disguised.contains("[QRRBBNNPPPPPPP"));
    // A rook in disguise is no unmoved rook, a true one is.
    assert!(!after(&text, "e8d6@p=b").contains("unmoved"));
    assert!(after(&text, "d1b2@r").ends_with("unmoved=d1"));
    assert!(legal(&fen("k7/8/8/8/8/8/4n3/7K", "w"), "e2d4@p=").is_empty());
}

#[test]
fn a_pawn_in_disguise_is_a_pawn_again_on_its_pawn_row() {
    let text = fen("k7/8/8/8/Q~7/8/8/7K", "b");
    let white = text.replace(" b ", " w ");
    assert_eq!(board_after(&white, "a4a2"), "k7/8/8/8/8/8/P7/7K");
    assert_eq!(board_after(&white, "a4d7"), "k7/3Q~4/8/8/8/8/8/7K");
    // As X of a revival too, whoever moves it.
    assert_eq!(board_after(&text, "a4a2@n"), "k7/8/8/8/n7/8/P7/7K");
    // In disguise it is no pawn for doubled pawns, and not at home.
    assert!(legal(&fen("7k/8/3P4/3R~4/8/8/8/K7", "w"), "d6d5").is_empty());
    assert!(!legal(&fen("7k/8/3P4/3R~4/8/8/8/K7", "w"), "a1").is_empty());
    let at_home = "4k3/8/8/8/8/8/PPPPPPP1/RNBQKBNR~[RPqrrbbnnpppppppp] w - - 0 1";
    refused(
        at_home,
        "inactive men are not those missing on the board",
        at_home.split(' ').next().unwrap(),
    );
}

#[test]
fn mirror_castling_3_2() {
    let text =
        "5rk1/8/2n5/8/4Q3/8/8/2KR4[RBBNNPPPPPPPPqrbbnpppppppp] w - - 0 1 unmoved=c1,d1,f8,g8";
    assert_eq!(after(text, "c1e1").split('[').next(), Some("5rk1/8/2n5/8/4Q3/8/8/R3K3"));
    assert!(after(text, "c1e1").ends_with("unmoved=f8,g8"));
    let black = text.replace(" w ", " b ");
    assert_eq!(board_after(&black, "g8e8"), "4k2r/8/2n5/8/4Q3/8/8/2KR4");
    // Either man has moved; a square of the way is taken; the king is in hash.
    illegal(&text.replace("c1,d1,", "c1,"), "c1e1");
    illegal(&text.replace("c1,d1,", "d1,"), "c1e1");
    illegal(&format!("{} unmoved=c1,d1", fen("k7/8/8/8/8/8/8/1nKR4", "w")), "c1e1");
    illegal(&format!("{} unmoved=c1,d1", fen("k7/8/8/8/8/8/8/n1KR4", "w")), "c1e1");
    illegal(&format!("{} unmoved=c1,d1", fen("k7/8/8/8/8/8/8/2KRn3", "w")), "c1e1");
    illegal(&format!("{} unmoved=c1,d1", fen("k1r5/8/8/8/8/8/8/2KR4", "w")), "c1e1");
    let short = format!("{} unmoved=f1,g1", fen("k7/8/8/8/8/8/8/5RK1", "w"));
    assert_eq!(board_after(&short, "g1e1"), "k7/8/8/8/8/8/8/4K2R");
    // Attacked squares between do not matter; a rook revived there has not moved.
    let attacked = format!("{} unmoved=c1,d1", fen("k2r4/8/8/8/8/8/8/2KR4", "w"));
    assert_eq!(moves(&attacked, "c1e1"), ["c1e1"]);
    let revived = format!("{} unmoved=c1", fen("k7/8/8/8/8/8/8/2Kn4", "w"));
    assert_eq!(moves(&after(&revived, "d1f2@r a8a7"), "c1e1"), ["c1e1"]);
    assert!(moves(&after(&revived, "d1f2@r a8a7 d1d2 a7a8 d2d1 a8a7"), "c1e1").is_empty());
}

#[test]
fn l1_kings_keep_apart() {
    let text = fen("8/8/8/3k4/8/3K4/8/8", "w");
    assert_eq!(moves(&text, "d3"), ["d3c2", "d3c3", "d3d2", "d3e2", "d3e3"]);
    for event in ["d3d4", "d3c4", "d3e4", "d5d4@n", "d5c4@n"] {
        illegal(&text, event);
    }
    let board = "8/8/8/8/3kK3/8/8/8";
    refused(&fen(board, "w"), "kings next to each other", board);
}

#[test]
fn l2_a_hash_has_to_be_removed_4_2() {
    let text = fen("3k4/8/8/7Q/8/8/8/r3K3", "w");
    // Both kings are in hash: the queen must guard e1 and d8 by one turn.
    for m in legal(&text, "") {
        let drawing = game(&text, &m).drawing();
        assert!(!(drawing.contains("white king") && drawing.contains("black king")), "{m}");
    }
    // All four ways of the source: the king moves, the line is blocked, the king moves as X, the
    // attacker moves as X.
    let one = fen("7k/8/8/8/8/8/8/r3K3", "w");
    for m in ["e1e2", "e1d2@n", "a1a2@n"] {
        assert!(legal(&one, "").contains(&m.to_string()), "{m}");
    }
    illegal(&one, "e1d1");
    illegal(&one, "h8h7@n");
    let block = fen("7k/8/8/8/8/N7/8/r3K3", "w");
    assert_eq!(moves(&block, "a3"), ["a3b1"]);
    // The king of either side: Black has to mend White's hash.
    let other = fen("7k/8/8/8/8/8/8/r3K3", "b");
    assert!(legal(&other, "h8").is_empty() && !legal(&other, "a1a5").is_empty());
}

#[test]
fn l3_doubled_pawns_have_to_be_parted_6_1() {
    // Two of one colour.
    let text = fen("k7/8/3P4/8/3P4/8/8/7K", "w");
    assert!(legal(&text, "").iter().all(|m| m.starts_with("d4") || m.starts_with("d6")));
    assert!(!legal(&text, "").is_empty() && moves(&text, "d").is_empty());
    // A white pawn above a black one; not one below it.
    let facing = fen("k7/8/3P4/8/3p4/8/8/7K", "b");
    assert!(legal(&facing, "").iter().all(|m| m.contains('@') && m.starts_with('d')));
    let passed = fen("k7/8/3p4/8/3P4/8/8/7K", "b");
    assert!(!legal(&passed, "a8").is_empty());
}

#[test]
fn l5_duties_may_be_made_only_if_they_can_be_met() {
    // A hash to oneself that the partner can remove, and one that it cannot.
    let text = fen("7k/8/8/8/8/8/r7/4K3", "w");
    assert_eq!(moves(&text, "e1"), ["e1d1", "e1d2", "e1e2", "e1f1", "e1f2"]);
    let next = after(&text, "e1e2");
    assert!(game(&next, "").drawing().contains("the white king is attacked"));
    // Two pawns on their last rows can never be answered; one can.
    let rows = fen("4k3/p7/8/8/8/8/P7/4K3", "w");
    let next = after(&rows, "a2b1@n");
    assert!(legal(&next, "").iter().all(|m| m.starts_with("b1")));
    // The only way back from a1 is b2, where the man now stands that took the pawn's place.
    assert!(legal(&fen("4k3/8/8/8/8/8/1P6/4K3", "w"), "b2a1").is_empty());
    assert!(!legal(&fen("4k3/8/8/8/8/8/1P6/5K2", "w"), "b2c1").is_empty());
}

#[test]
fn l6_nobody_may_be_cut_off() {
    // Two bishops on squares of one colour.
    let bishops = fen("k7/8/8/8/8/4b3/8/B6K", "w");
    assert!(revivals(&bishops, "e3", "b").is_empty() && !revivals(&bishops, "e3", "n").is_empty());
    // The source's example, put right: a black bishop outside with pawns on b7 and d7.
    let board = "k7/1p1p4/8/8/8/8/5b2/7K";
    assert!(game(&fen(board, "b"), "").phase_line().contains("black"));
    let light = "k7/1p1p4/8/8/8/8/4b3/7K";
    refused(&fen(light, "b"), "a man is cut off from home", light);
    illegal(&fen("k7/1p6/3p4/8/8/8/4b3/7K", "b"), "d6d7");
    // Inside, it stands on its own home.
    assert!(game(&fen("k1b5/1p1p4/8/8/8/8/8/7K", "b"), "").phase_line().contains("black"));
    // A bishop shut in at home is an obstacle too: the rook cannot pass c1.
    let rook = "7k/8/8/8/8/8/PPPPPPP1/2B1KR2";
    assert!(game(&fen(rook, "w"), "").phase_line().contains("white"));
    let shut = "7k/8/8/8/8/8/PPPPPPPP/R1B1KR2";
    assert!(game(&fen(shut, "w"), "").phase_line().contains("white"));
    let both = "7k/8/8/8/8/8/PPPPPPPP/2BRKR2";
    refused(&fen(both, "w"), "a man is cut off from home", both);
    // Pawns keep to their files once the other colour has nobody left to revive.
    let last = "rnbqkbnr/pppppppp/8/8/3P4/8/3P4/K7[QRRBBNNPPPPPP] w - - 0 1";
    refused(last, "a man is cut off from home", last.split('[').next().unwrap());
    let one = "rnbqkb1r/pppppppp/8/8/3P4/8/3P4/K7[QRRBBNNPPPPPPn] w - - 0 1";
    assert!(legal(one, "").iter().all(|m| m.starts_with('d')));
    // Near its row a pawn cannot change its file any more.
    let near = "k7/8/8/8/8/8/PP6/P6K";
    refused(&fen(near, "w"), "a man is cut off from home", near);
    let disguised = "k7/8/8/8/8/8/PPPPPPP1/Q~6K";
    assert!(game(&fen(disguised, "w"), "").phase_line().contains("white"));
    let bishop = "k7/8/8/8/8/8/PPPPPP1P/2B~4K";
    refused(&fen(bishop, "w"), "a man is cut off from home", bishop);
}

#[test]
fn end_1_everyone_is_at_home_5_1() {
    let text = "4k3/8/8/8/8/2N5/PPPPPPPP/R1BQKBNR[qrrbbnnpppppppp] w - - 0 1";
    assert_eq!(phase_after(text, "c3b1"), "phase over result 1-0 reason home");
    // Whoever moves, a side all of whose men are at home has won.
    let other = "r1bqkbnr/pppppppp/2n5/8/8/4K3/8/8[QRRBBNNPPPPPPPP] w - - 0 1";
    assert_eq!(phase_after(other, "c6b8@n"), "phase over result 0-1 reason home");
    // If both are, it is the side that just moved.
    let both = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 9";
    assert_eq!(phase_after(both, ""), "phase over result 0-1 reason home");
    assert_eq!(phase_after(&both.replace(" w ", " b "), ""), "phase over result 1-0 reason home");
    // Men of a kind are interchangeable, but a pawn in disguise is at home nowhere.
    let disguised = "4k3/8/8/8/8/8/PPPPPPP1/RNBQKBNR~[RPqrrbbnnpppppppp] w - - 0 1";
    assert_eq!(
        phase_after(&disguised.replace("[RP", "[R"), ""),
        "phase move side white stage turn"
    );
}

#[test]
fn end_2_a_stuck_player_wins_5_2() {
    // White has no turn at all.
    let text = "rnbqkbnr/1p1pp1p1/8/8/8/p1p2p1p/PPPPPPPP/RNBKQBNR[] w - - 0 1";
    assert_eq!(phase_after(text, ""), "phase over result 1-0 reason blocked");
}

#[test]
fn end_3_a_player_without_a_legal_turn_wins_but_not_by_wronging_the_partner() {
    // White could move a knight, but is in hash.
    let text = "r1bqkbnr/ppppp1p1/8/8/8/2n2p1p/PPPPPPPP/RNBKQBNR[] w - - 0 1";
    assert_eq!(phase_after(text, ""), "phase over result 1-0 reason blocked");
    // The only turn, Nb1-a3, puts the black king in a hash that nobody can remove.
    let wrong = "2b2b2/p3p1p1/8/1rrq4/1pkn4/1npp1p1p/PPPPPPPP/RNBKQBNR[] w - - 0 1";
    assert_eq!(phase_after(wrong, ""), "phase over result 0-1 reason blocked");
    // With a way out for the king it is legal.
    let open = "2b1rb2/p3p1p1/8/1r1q4/1pkn4/1npp1p1p/PPPPPPPP/RNBKQBNR[] w - - 0 1";
    assert_eq!(legal(open, ""), ["b1a3"]);
}

#[test]
fn end_4_threefold_repetition() {
    let text = fen("7k/8/8/8/8/8/8/R3K3", "w");
    let back = "a1b1 h8h7 b1a1 h7h8 ";
    assert_eq!(phase_after(&text, back), "phase move side white stage turn");
    assert_eq!(phase_after(&text, &back.repeat(2)), "phase over result 1/2-1/2 reason repetition");
    // An unmoved rook makes another position.
    let unmoved = format!("{text} unmoved=a1");
    assert_eq!(phase_after(&unmoved, &back.repeat(2)), "phase move side white stage turn");
}

#[test]
fn refused_texts() {
    let ok = fen("4k3/8/8/8/8/8/8/4K3", "w");
    let first = |text: &str| text.split(' ').next().unwrap().to_string();
    for (from, to, what, word) in [
        (" w ", " - ", "side to move is neither w nor b", "-"),
        ("w - -", "w K -", "castling field is not -", "K"),
        ("w - -", "w - e3", "en passant field is not -", "e3"),
        ("- 0 1", "- 1 1", "half-move counter is not 0", "1"),
        ("- 0 1", "- 0 0", "full-move number is not 1 to 99999", "0"),
        ("4K3", "4X3", "bad board field", "X"),
        ("4K3", "4K2", "bad board field", "4K2"),
        ("- 0 1", "- 0 1 unmoved=e2", "not the square of an unmoved king or rook", "unmoved=e2"),
        ("- 0 1", "- 0 1 unmoved=", "not the square of an unmoved king or rook", "unmoved="),
        (
            "- 0 1",
            "- 0 1 unmoved=e1,e1",
            "not the square of an unmoved king or rook",
            "unmoved=e1,e1",
        ),
        ("- 0 1", "- 0 1 unmoved=e1 unmoved=e1", "repeated field", "unmoved=e1"),
        ("- 0 1", "- 0 1 roll=1", "unknown field", "roll=1"),
    ] {
        refused(&ok.replacen(from, to, 1), what, word);
    }
    for (from, to) in [("[QRR", "[RQR"), ("[QRR", "[QR"), ("[QRR", "[QRRR"), ("[QRR", "[KQRR")] {
        let text = ok.replace(from, to);
        refused(&text, "inactive men are not those missing on the board", &first(&text));
    }
    for text in [ok.replace('[', ""), ok.replace(']', ""), ok.replace("]", "]x")] {
        refused(&text, "bad inactive men behind the board", &first(&text));
    }
    for board in [
        "4k3/8/8/8/8/8/8/4K~3",
        "4k3/8/8/8/8/8/P~7/4K3",
        "4k3/8/8/8/8/8/~7/4K3",
        "4k3/8/8/8/8/8/Q~~7/4K3",
        "~4k3/8/8/8/8/8/8/4K3",
    ] {
        let what = "~ stands behind a queen, rook, bishop or knight";
        refused(&format!("{board}[] w - - 0 1"), what, board);
    }
    let row = "4k3/8/8/8/8/8/Q~7/4K3";
    refused(&fen(row, "w"), "pawn in disguise on its own pawn row", row);
    let many = "4k3/8/8/8/8/8/8/QQ2K3";
    refused(&format!("{many}[] w - - 0 1"), "more men of a kind than a side has", many);
    let lonely = fen("4k3/8/8/8/8/8/8/8", "b");
    refused(&lonely, "the white king is dropped first", &first(&lonely));
    refused(&fen("8/8/8/8/8/8/8/4K3", "w"), "side to move has no king to drop", "w");
    refused(&fen("8/8/8/8/8/8/8/8", "b"), "side to move has no king to drop", "b");
    // Duties that nobody can meet are no reason to refuse a text.
    let rows = fen("p6k/8/8/8/8/8/8/P6K", "w");
    assert_eq!(phase_after(&rows, ""), "phase over result 1-0 reason blocked");
    // Squares in any order are read, and written rank by rank.
    let text = format!("{} unmoved=e8,e1", ok);
    assert!(after(&text, "").ends_with("unmoved=e1,e8"));
}

#[test]
fn drawing_tells_inactive_men_and_duties() {
    let drawing = game(&fen("Q~6k/8/3P4/8/3P4/8/8/r1P1K3", "w"), "").drawing();
    for part in [
        " 8  Q~ .  .  .  .  .  .  k",
        "\nwhite inactive: QRRBBNNPPPP\n",
        "hash: the black king is attacked",
        "doubled pawns: d",
        "pawn on its last row: c1",
    ] {
        assert!(drawing.contains(part), "{part} in\n{drawing}");
    }
    assert!(!drawing.contains("the white king is attacked"));
}

/// Random games that go for revivals and duties: in every position the fast way to the legal turns and the
/// plain one agree, colours exchanged change nothing, and values are symmetric.
#[test]
fn the_fast_way_gives_the_turns_of_the_plain_one() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut seen, mut owing) = (0, 0);
    for _ in 0..8 {
        let mut game = Chez::start();
        let mut history = History::new();
        for _ in 0..90 {
            history.push(game.occurrence());
            let Node::Decision(side) = phase(&game, &history) else { break };
            let mut fast = MoveList::new();
            game.moves(side, &mut fast);
            assert_eq!(fast.to_vec(), game.legal_turns_plainly(), "{}", game.text());
            let other = game.mirrored();
            assert_eq!(other.mirrored(), game);
            let mut mirrored = MoveList::new();
            other.moves(!side, &mut mirrored);
            assert_eq!(mirrored.len(), fast.len(), "{}", game.text());
            let evaluator = <Chez as Searchable>::Evaluator::default();
            assert_eq!(evaluator.evaluate(&game), evaluator.evaluate(&other), "{}", game.text());
            seen += 1;
            let owes = ["hash", "doubled", "last row"];
            owing += owes.iter().any(|duty| game.drawing().contains(duty)) as u32;
            let again: Vec<_> =
                fast.iter().filter(|m| game.move_token(**m).contains('@')).collect();
            let m = match again.len() {
                n if n > 0 && rng.random_range(0..3) > 0 => *again[rng.random_range(0..n)],
                _ => fast[rng.random_range(0..fast.len())],
            };
            game.play(m);
        }
    }
    assert!(seen > 300 && owing > 30, "{seen} {owing}");
}

#[test]
fn sides_are_named_for_the_terminal() {
    assert_eq!(game(NOBODY, "K@a1").side(), Side::Black);
}
