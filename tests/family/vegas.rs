//! `vegas`.

use crate::client::*;

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
