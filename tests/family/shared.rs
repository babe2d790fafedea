//! What several games of the family have in common.

use crate::client::*;

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
