//! `cubic`.

use crate::client::*;

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
