//! `dicemoves` and `dicepair`.

use crate::client::*;

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
