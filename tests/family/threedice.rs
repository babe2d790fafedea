//! `threedice`.

use crate::client::*;

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
