//! The rules of `octahedra`, one test a rule, as a client sees them. What is expected was worked out from
//! the rules alone; names of tests begin with the section of `engine-protocol.md`'s rules of the game.

use alea::game::{Notation, Side};
use alea::games::octahedra::{Octahedra, chances};
use alea::protocol::command::Base;
use alea::protocol::session::{Session, open};
use alea::search::Searchable;

const EMPTY: &str = "8/8/8/8/8/8/8/8[PPPPPPPPNNBBRRQKppppppppnnbbrrqk] w - - 0 1 phase=place";
const PLACED: &str = "1r1q1rk1/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R1Q1RKN";

fn session(base: &str, events: &str) -> Box<dyn Session> {
    let mut session = open("octahedra").unwrap();
    let base = if base == "startpos" { Base::Start } else { Base::Text(base.to_string()) };
    let events: Vec<String> = events.split_whitespace().map(String::from).collect();
    session.position(&base, &events).unwrap_or_else(|e| panic!("{base:?}: {e}"));
    session
}

fn text(base: &str, events: &str) -> String {
    session(base, events).text()
}

fn legal(base: &str, events: &str) -> String {
    let lines = session(base, events).legal_lines();
    lines[0].strip_prefix("legal").unwrap().trim().to_string()
}

fn phase(base: &str, events: &str) -> String {
    session(base, events).phase_line()
}

#[track_caller]
fn refused(base: &str, word: &str) {
    let mut session = open("octahedra").unwrap();
    let before = session.text();
    let error = session.position(&Base::Text(base.to_string()), &[]).unwrap_err();
    assert_eq!(error.word, word, "{base}: {error}");
    assert_eq!(session.text(), before);
}

/// The placement of the sample game, with its misprints put right.
const PLACEMENT: &str = "\
    r:1,8 P@a4 P@h4 r:4,6 P@d4 P@f4 r:3,3 r:2,7 P@b4 P@g4 r:3,8 P@c4 P@h3 \
    r:2,4 P@g5 P@e5 r:6,7 P@c5 P@b5 r:5,6 P@d5 P@c6 r:2,5 P@g6 P@d6 \
    r:5,8 N@e3 N@h1 r:1,1 r:6,7 N@c7 N@b6 r:7,8 B@g2 B@h2 r:2,7 B@g7 B@b7 \
    r:2,6 R@b1 R@f1 r:3,7 R@f8 R@b8 r:6,8 r:4,7 Q@d1 K@g1 r:2,5 K@g8 Q@d8";
/// A tie, thrown again (where the source misses it), and two sowings of Black.
const SOWINGS: &str = "\
    r:4,5 r:1,8 r:4,5 r:3,8 e5e4 c7e6 b6d7 b7a6 g7h6 b8b7 f8f7 d8c8 g8h8 \
    r:3,8 r:6,7 e6g7 d7b6 f7f8 b7e7 c8d8 h8g8";
const HARVEST: &str = "r:4,4 a4b5 g5f4 b5a6 f4e3 f1f8 d8f8 b4c5 d6c5 b1b6 c5d4 c4d5 c6d5 b6g6";
const WHITE_SOWS: &str = "r:2,5 r:1,7 a6a7 g4g5 h4h5 h3h4 h1f2 h2d6 g2h3";

#[test]
fn sample_game_strictly() {
    let played = |parts: &[&str]| parts.join(" ");
    let placed = format!("{PLACED} w - - 0 1 phase=roll first=w");
    assert_eq!(text("startpos", PLACEMENT), placed);
    let sown = "3q1rk1/4r1n1/bnpp2pb/1ppp2p1/PPPPpPPP/4N2P/6BB/1R1Q1RKN";
    let events = played(&[PLACEMENT, SOWINGS]);
    assert_eq!(text("startpos", &events), format!("{sown} w - - 2 3 phase=roll first=w"));
    let events = played(&[PLACEMENT, SOWINGS, HARVEST]);
    let reaped = "5qk1/4r1n1/P5Rb/3p4/3pp1PP/4p2P/6BB/3Q2KN b - - 0 4 phase=roll first=b";
    assert_eq!(text("startpos", &events), reaped);
    let events = played(&[PLACEMENT, SOWINGS, HARVEST, WHITE_SOWS]);
    let stage = "stage=rooks done=f2,h3,h4,g5,h5,d6,a7";
    let board = "5qk1/P3r1n1/3B2Rb/3p2PP/3pp2P/4p2B/5N2/3Q2K1";
    assert_eq!(text("startpos", &events), format!("{board} w - - 0 4 phase=sow first=b {stage}"));
    // The source goes on with Qb3 here; but the rook can move, so it must.
    assert_eq!(legal("startpos", &events), "g6e6 g6f6");
}

#[test]
fn sample_game_in_pieces() {
    // Without the rook's move the source's position is this one.
    let start = "5qk1/P3r1n1/3B2Rb/3p2PP/3pp2P/1Q2p2B/5N2/7K b - - 1 5 phase=roll first=b";
    let sowing = "r:6,8 r:3,7 e3e2 e4e3 d4d3 d5d4 g7e6 h6g7 e7e8 f8f3";
    // The king has moves, so the sowing is not over as the source has it.
    assert_eq!(phase(start, sowing), "phase move side black stage sow-king");
    assert_eq!(legal(start, sowing), "g8f7 g8f8 g8h7 g8h8");
    let start = "4r1k1/P5b1/3Bn1R1/6PP/3p3P/1Q1ppq1B/4pN2/7K b - - 2 6 phase=roll first=b";
    // The source has Bxd6, where White's own bishop stands.
    assert!(!legal(start, "r:5,6 r:2,2").contains("h3d6"));
    let end = "phase over result 0-1 reason king-captured";
    assert_eq!(phase(start, "r:5,6 r:2,2 h3e6 f3h1"), end);
    let over = "4r1k1/P5b1/3BB1R1/6PP/3p3P/1Q1pp3/4pN2/7q w - - 0 6 phase=harvest first=b";
    let mut session = session(start, "r:5,6 r:2,2 h3e6 f3h1");
    assert_eq!(session.text(), over);
    assert_eq!(phase(over, ""), end);
    assert_eq!(session.legal_lines(), ["legal"]);
    for event in ["r:1,1", "0000", "d6e7"] {
        assert!(session.append(event).is_err());
    }
}

#[test]
fn placement_order_of_stages_and_ranks() {
    assert_eq!(text("startpos", ""), EMPTY);
    assert_eq!(phase("startpos", ""), "phase roll side white dice 2d8 stage place-pawns");
    assert_eq!(legal("startpos", "r:3,7"), "P@c2 P@c3 P@c4");
    let thrown = "phase move side white stage place-pawns roll 3,7";
    assert_eq!(phase("startpos", "r:3,7"), thrown);
    let one = "phase move side white stage place-pawns roll 7";
    assert_eq!(phase("startpos", "r:3,7 P@c2"), one);
    assert_eq!(legal("startpos", "r:3,7 P@c2"), "P@g2 P@g3 P@g4");
    let mut stages = Vec::new();
    let events: Vec<&str> = PLACEMENT.split_whitespace().collect();
    for n in 0..=events.len() {
        let line = phase("startpos", &events[..n].join(" "));
        let words: Vec<&str> = line.split(' ').collect();
        let at = words.iter().position(|w| *w == "stage").unwrap();
        let stage = format!("{} {}", words[3], words[at + 1]);
        if stages.last() != Some(&stage) {
            stages.push(stage);
        }
    }
    assert_eq!(
        stages.join(", "),
        "white place-pawns, black place-pawns, white place-knights, black place-knights, \
         white place-bishops, black place-bishops, white place-rooks, black place-rooks, \
         white place-queen-king, black place-queen-king, white roll-off"
    );
    // Black's dice count from the h-file; pawns on the ranks 5 to 7, other men on 5 to 8.
    let white = "r:1,8 P@a4 P@h4 r:4,6 P@d4 P@f4 r:2,7 P@b4 P@g4 r:3,8 P@c4 P@h3";
    assert_eq!(legal("startpos", &format!("{white} r:1,3")), "P@h5 P@h6 P@h7");
    let knights = "8/8/2pp2p1/1pppp1p1/PPPP1PPP/7P/8/8[NNBBRRQKnnbbrrqk] w - - 0 1 phase=place";
    assert_eq!(legal(knights, "r:8,5"), "N@h1 N@h2");
}

#[test]
fn placement_void_throws() {
    // Doubles, and dice whose file is full.
    assert_eq!(text("startpos", "r:3,3"), EMPTY);
    let queen =
        "1r3r2/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R3R1N[QKqk] w - - 0 1 phase=place";
    assert_eq!(text(queen, "r:6,8"), queen);
    assert_eq!(text(queen, "r:8,6"), queen);
    assert_eq!(text(queen, "r:6,6"), queen);
    for word in ["r:0,1", "r:1,9", "r:1", "r:1,2,3", "r:a,1", "0000", "r:11", "P@c2", "e2e4"] {
        assert_eq!(session(queen, "").append(word).unwrap_err().word, word);
    }
}

#[test]
fn placement_queen_and_king_on_either_file() {
    let queen =
        "1r3r2/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R3R1N[QKqk] w - - 0 1 phase=place";
    assert_eq!(legal(queen, "r:4,7"), "K@d1 K@d2 K@d3 Q@d1 Q@d2 Q@d3");
    assert_eq!(legal(queen, "r:4,7 K@d2"), "Q@g1 Q@g3");
    assert_eq!(legal(queen, "r:4,7 Q@d2"), "K@g1 K@g3");
    let after = text(queen, "r:4,7 Q@d2 K@g3");
    assert!(after.contains("[qk] b - - 0 1 phase=place"), "{after}");
    let after = text(queen, "r:4,7 Q@d2 K@g3 r:2,5 K@g8 Q@d8");
    assert!(after.ends_with(" w - - 0 1 phase=roll first=w"), "{after}");
}

#[test]
fn roll_off_doubles_higher_sums_and_ties() {
    let start = format!("{PLACED} w - - 0 1 phase=roll first=w");
    assert_eq!(phase(&start, ""), "phase roll side white dice 2d8 stage roll-off");
    // White's double: Black does not throw.
    assert_eq!(phase(&start, "r:4,4"), "phase move side white stage harvest");
    assert_eq!(phase(&start, "r:4,5"), "phase roll side black dice 2d8 stage roll-off");
    let thrown = format!("{PLACED} b - - 0 1 phase=roll first=w roll=4,5");
    assert_eq!(text(&start, "r:4,5"), thrown);
    assert_eq!(phase(&start, "r:4,5 r:1,1"), "phase move side black stage harvest");
    assert_eq!(phase(&start, "r:4,5 r:2,8"), "phase move side black stage sow-pawns");
    assert_eq!(phase(&start, "r:4,5 r:2,6"), "phase move side white stage sow-pawns");
    // Equal sums: again, in the same order and the same round; a double begins a harvest then too.
    assert_eq!(text(&start, "r:4,5 r:1,8"), start);
    assert_eq!(phase(&start, "r:4,5 r:1,8 r:4,5 r:7,7"), "phase move side black stage harvest");
}

#[test]
fn roll_off_exact_chances() {
    // All pairs of throws, ties left out: weights of what is decided without a tie, by enumeration.
    let mut ways = [0u64; 4];
    let mut after = [[0u64; 4]; 17];
    let mut ties = [0u64; 17];
    let throws = || (1..=8u8).flat_map(|a| (1..=8u8).map(move |b| (a, b)));
    for (a, b) in throws() {
        for (c, d) in throws() {
            let (first, second) = ((a + b) as usize, c + d);
            let way = match (a == b, c == d, a + b > second, a + b == second) {
                (true, ..) => 0,
                (_, true, ..) => 1,
                (_, _, true, _) => 2,
                (_, _, _, false) => 3,
                _ => {
                    ties[first] += 1;
                    continue;
                }
            };
            ways[way] += 1;
            if a != b {
                after[first][way] += 1;
            }
        }
    }
    let all: u64 = ways.iter().sum();
    assert_eq!(all + ties.iter().sum::<u64>(), 4096);
    assert_eq!(ties.iter().sum::<u64>() * 128, 9 * 4096);
    let fresh = chances(None);
    assert_eq!(fresh.iter().sum::<u32>(), 238);
    for (way, weight) in ways.iter().zip(fresh) {
        assert_eq!(way * 238, weight as u64 * all);
    }
    // The formulas of the rules, with t the chance of a tie.
    let t = 9.0 / 128.0;
    let exact = [0.125 / (1.0 - t), 7.0 / 64.0 / (1.0 - t), (49.0 / 64.0 - t) / 2.0 / (1.0 - t)];
    for (weight, exact) in fresh.iter().zip(exact) {
        assert!((*weight as f64 / 238.0 - exact).abs() < 1e-12);
    }
    for sum in 3..=15u8 {
        let weights = chances(Some(sum));
        assert_eq!(weights.iter().sum::<u32>(), 64 * 238);
        let (known, tied) = (after[sum as usize], ties[sum as usize]);
        let pairs: u64 = known.iter().sum::<u64>() + tied;
        for way in 0..4 {
            let exact = known[way] * 238 + tied * fresh[way] as u64;
            assert_eq!(exact * 64 * 238, weights[way] as u64 * pairs * 238, "{sum} {way}");
        }
    }
}

#[test]
fn roll_off_merged_outcomes() {
    for (base, weights) in [
        (format!("{PLACED} w - - 0 1 phase=roll first=w"), [32, 28, 89, 89]),
        (format!("{PLACED} b - - 0 1 phase=roll first=w roll=4,5"), chances(Some(9))),
    ] {
        let game = Octahedra::parse(&base).unwrap();
        let mut found = Vec::new();
        game.outcomes(|next, weight| found.push((next.stage(), next.side(), weight)));
        let ends = [
            ("harvest", Side::White),
            ("harvest", Side::Black),
            ("sow-pawns", Side::White),
            ("sow-pawns", Side::Black),
        ];
        let expected: Vec<_> =
            ends.iter().zip(weights).map(|((stage, side), w)| (*stage, *side, w)).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn sowing_stages_and_compulsory_moves() {
    // Every man that can must move, kind by kind; a freed pawn too.
    let text_ = "4k3/8/8/8/7P/7P/8/R3K3 w - - 3 2 phase=sow first=w stage=pawns";
    assert_eq!(legal(text_, ""), "h4h5");
    assert_eq!(legal(text_, "h4h5"), "h3h4");
    assert_eq!(phase(text_, "h4h5 h3h4"), "phase move side white stage sow-rooks");
    assert_eq!(phase(text_, "h4h5 h3h4 a1b1"), "phase move side white stage sow-king");
    // The king may go where it is attacked; nothing is taken.
    let danger = "3rk3/8/8/8/8/8/3p4/4K3 w - - 3 2 phase=sow first=b stage=king";
    assert_eq!(legal(danger, ""), "e1d1 e1e2 e1f1 e1f2");
    // The round is over, without a capture.
    let after = "4k3/8/8/7P/7P/8/8/1R3K2 w - - 4 3 phase=roll first=w";
    assert_eq!(text(text_, "h4h5 h3h4 a1b1 e1f1"), after);
    let done = "4k3/8/8/7P/7P/8/8/R3K3 w - - 3 2 phase=sow first=w stage=rooks done=h4,h5";
    assert_eq!(text(text_, "h4h5 h3h4"), done);
    // Double steps from the second rank over empty squares; Black's from the seventh.
    let steps = "4k3/8/8/8/p7/1p6/PPP5/4K3 w - - 0 2 phase=sow first=w stage=pawns";
    assert_eq!(legal(steps, ""), "a2a3 c2c3 c2c4");
    let steps = "4k3/ppp5/1P6/P7/8/8/8/4K3 b - - 0 2 phase=sow first=w stage=pawns";
    assert_eq!(legal(steps, ""), "a7a6 c7c5 c7c6");
}

#[test]
fn sowing_promotion() {
    let text_ = "1n2k3/P7/8/8/8/8/8/N3K3 w - - 0 2 phase=sow first=w stage=pawns";
    assert_eq!(legal(text_, ""), "a7a8b a7a8n a7a8q a7a8r");
    // The new knight does not move any more in this sowing.
    assert_eq!(legal(text_, "a7a8n"), "a1b3 a1c2");
    let after = "Nn2k3/8/8/8/8/1N6/8/4K3 w - - 0 2 phase=sow first=w stage=king done=b3,a8";
    assert_eq!(text(text_, "a7a8n a1b3"), after);
    assert_eq!(phase(text_, "a7a8q a1b3"), "phase move side white stage sow-king");
}

#[test]
fn sowing_without_a_move_passes() {
    // The pawn on g2 is blocked, the king's squares are occupied.
    let stuck = "7k/8/8/8/8/6p1/6Pp/6nK w - - 4 7 phase=roll first=w";
    let mut session = session(stuck, "");
    session.append("r:8,7").unwrap();
    session.append("r:1,2").unwrap();
    assert_eq!(session.text(), "7k/8/8/8/8/6p1/6Pp/6nK w - - 5 8 phase=roll first=w");
}

#[test]
fn harvest_alternates_and_is_compulsory() {
    let text_ = "4k3/8/8/3p4/4P3/8/8/4K3 b - - 5 7 phase=roll first=b";
    assert_eq!(text(text_, "r:3,3"), "4k3/8/8/3p4/4P3/8/8/4K3 b - - 5 7 phase=harvest first=b");
    assert_eq!(legal(text_, "r:3,3"), "d5e4");
    // White has no capture: it rolls first from now on. The counter was set back.
    assert_eq!(text(text_, "r:3,3 d5e4"), "4k3/8/8/8/4p3/8/8/4K3 w - - 0 8 phase=roll first=w");
    // A harvest in which the thrower cannot capture is over at once; it throws first from now on.
    let calm = "4k3/8/8/8/8/8/8/4K3 b - - 5 7 phase=roll first=w roll=1,2";
    assert_eq!(text(calm, "r:6,6"), "4k3/8/8/8/8/8/8/4K3 b - - 6 8 phase=roll first=b");
    // A promoting capture; a straight step is none.
    let last = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 5 phase=harvest first=w";
    assert_eq!(legal(last, ""), "a7b8b a7b8n a7b8q a7b8r");
    assert_eq!(text(last, "a7b8q"), "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 6 phase=roll first=b");
}

#[test]
fn end_by_the_king_only() {
    let takes = "4k3/8/8/8/8/8/8/4RK2 w - - 0 5 phase=harvest first=b";
    assert_eq!(phase(takes, "e1e8"), "phase over result 1-0 reason king-captured");
    let over = "4R3/8/8/8/8/8/8/5K2 b - - 0 5 phase=harvest first=b";
    assert_eq!(text(takes, "e1e8"), over);
    // Long games without captures are not drawn.
    let bare = "4k3/8/8/8/8/8/8/4K3 w - - 9999 99999 phase=roll first=w";
    assert_eq!(text(bare, "r:1,2 r:1,3 e8e7"), bare.replace("4k3/8", "8/4k3"));
}

#[test]
fn texts_that_are_refused() {
    let king = "4k3/8/8/8/8/8/8/4K3";
    for (text_, word) in [
        (format!("{king} w - - 0 2"), "phase="),
        (format!("{king} w - - 0 2 phase=reap first=w"), "phase=reap"),
        (format!("{king} w - - 0 2 phase=roll"), "first="),
        (format!("{king} w - - 0 2 phase=roll first=x"), "first=x"),
        (format!("{king} w - - 0 2 phase=roll first=b"), "w"),
        (format!("{king} w - - 0 2 phase=roll first=w roll=1,2"), "w"),
        (format!("{king} b - - 0 2 phase=roll first=w"), "b"),
        (format!("{king} b - - 0 2 phase=roll first=w roll=2,2"), "roll=2,2"),
        (format!("{king} b - - 0 2 phase=roll first=w roll=2"), "roll=2"),
        (format!("{king} b - - 0 2 phase=roll first=w roll=2,9"), "roll=2,9"),
        (format!("{king} w - e3 0 2 phase=roll first=w"), "e3"),
        (format!("{king} w - - 0 2 phase=roll first=w stage=king"), "stage=king"),
        (format!("{king} w - - 0 2 phase=roll first=w first=w"), "first=w"),
        (format!("{king}[P] w - - 0 2 phase=roll first=w"), "4k3/8/8/8/8/8/8/4K3[P]"),
        (format!("{king}[P w - - 0 2 phase=place"), "4k3/8/8/8/8/8/8/4K3[P"),
        (format!("{king} w - - 0 2 phase=place"), king),
        ("4k2r/8/8/8/8/8/8/4K2R w K - 0 2 phase=roll first=w".to_string(), "K"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 2 phase=roll first=w".to_string(), "8/8/8/8/8/8/8/4K3"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 2 phase=harvest first=w".to_string(), "8/8/8/8/8/8/8/4K3"),
        ("8/8/8/8/8/8/8/8 w - - 0 2 phase=harvest first=w".to_string(), "8/8/8/8/8/8/8/8"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 2 phase=roll first=w".to_string(), "4k3/8/8/8/8/8/8/P3K3"),
        // Nothing to do in a phase.
        (format!("{king} w - - 0 2 phase=sow first=w stage=pawns"), "stage=pawns"),
        (format!("{king} w - - 0 2 phase=sow first=w stage=kings"), "stage=kings"),
        (format!("{king} w - - 0 2 phase=sow first=w"), "stage="),
        (format!("{king} w - - 0 2 phase=sow first=w stage=king done=e1"), "done=e1"),
        (format!("{king} w - - 0 2 phase=sow first=w stage=king done="), "done="),
        (format!("{king} w - - 0 2 phase=sow first=w stage=king done=e8"), "done=e8"),
        (format!("{king} w - - 0 2 phase=sow first=w stage=king done=z9"), "done=z9"),
        (format!("{king} w - - 0 2 phase=harvest first=w"), "phase=harvest"),
        (
            "4k3/8/8/8/8/P7/8/R3K3 w - - 0 2 phase=sow first=w stage=pawns done=a1".to_string(),
            "done=a1",
        ),
        (
            "4k3/8/8/8/8/P7/8/R3K3 w - - 0 2 phase=sow first=w stage=rooks done=a3,a3".to_string(),
            "done=a3,a3",
        ),
    ] {
        refused(&text_, word);
    }
    let pawns = "8/8/8/8/8/8/2P5/8[PPPPPPPNNBBRRQKppppppppnnbbrrqk]";
    let hand = "[PPPPPPPNNBBRRQKppppppppnnbbrrqk]";
    for (text_, word) in [
        (format!("{EMPTY} roll=3,3"), "roll=3,3".to_string()),
        (format!("{EMPTY} roll=3"), "roll=3".to_string()),
        (format!("{EMPTY} roll=0,3"), "roll=0,3".to_string()),
        (format!("{EMPTY} first=w"), "first=w".to_string()),
        (EMPTY.replace(" w ", " b "), "b".to_string()),
        (EMPTY.replace("[P", "[PP"), "[PPPPPPPPPNNBBRRQKppppppppnnbbrrqk]".to_string()),
        (EMPTY.replace("[P", "[x"), "[xPPPPPPPNNBBRRQKppppppppnnbbrrqk]".to_string()),
        (EMPTY.replace("[P", "["), hand.to_string()),
        (format!("{pawns} w - - 0 1 phase=place"), "roll=".to_string()),
        (format!("{pawns} w - - 0 1 phase=place roll=3"), "roll=3".to_string()),
        (format!("{pawns} w - - 0 1 phase=place roll=3,4"), "roll=3,4".to_string()),
        (
            "8/8/8/8/2P5/2N5/8/8[PPPPPPPNBBRRQKppppppppnnbbrrqk] w - - 0 1 phase=place roll=4"
                .to_string(),
            "8/8/8/8/2P5/2N5/8/8".to_string(),
        ),
        (
            "8/8/8/2P5/8/8/8/8[PPPPPPPNNBBRRQKppppppppnnbbrrqk] w - - 0 1 phase=place roll=4"
                .to_string(),
            "8/8/8/2P5/8/8/8/8".to_string(),
        ),
    ] {
        refused(&text_, &word);
    }
    // A throw that is void because a file is full.
    let queen =
        "1r3r2/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R3R1N[QKqk] w - - 0 1 phase=place";
    refused(&format!("{queen} roll=6,8"), "roll=6,8");
}
