//! `brainking` and `brainking10`.

use crate::client::*;

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
