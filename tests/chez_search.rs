//! Search and evaluation of `chez` against their plain twins, and against small endings.

use std::collections::HashSet;

use alea::board::Kind;
use alea::game::{Game, History, MoveList, Node, Notation, Side, phase};
use alea::games::chez::{Chez, ChezEvaluator};
use alea::search::expectimax::Worker;
use alea::search::limits::{Control, Limits};
use alea::search::params::Params;
use alea::search::plain::Plain;
use alea::search::root::{Answer, Request, Tools, search};
use alea::search::solo::{TURN, outlook};
use alea::search::tt::Table;
use alea::search::turn::{End, Moves};
use alea::search::value::turns_to_end;
use alea::search::{Evaluator, Searchable};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The side to move.
fn to_move(game: &Chez) -> Side {
    Notation::side(game)
}

fn answer(game: &Chez, limits: Limits, selective: bool) -> Answer<Chez> {
    answer_after(game, limits, selective, &[])
}

/// The answer in a game in which these positions have been before.
fn answer_after(game: &Chez, limits: Limits, selective: bool, before: &[Chez]) -> Answer<Chez> {
    search_with(game, limits, selective, before, false)
}

/// The same with a line for every turn, or for the best alone.
fn search_with(
    game: &Chez,
    limits: Limits,
    selective: bool,
    before: &[Chez],
    all: bool,
) -> Answer<Chez> {
    let table = Table::new(4).unwrap();
    let control = Control::new(limits, to_move(game), 0, false);
    let params = Params { selective, ..Params::default() };
    let tools =
        Tools { table: &table, control: &control, evaluator: &ChezEvaluator, params: &params };
    let mut history = History::new();
    before.iter().for_each(|game| history.push(game.occurrence()));
    history.push(game.occurrence());
    let (game, side) = (game.clone(), to_move(game));
    let lines = if all { usize::MAX } else { 1 };
    let request =
        Request { game, history, side, among: Vec::new(), lines, threads: 1, patient: false };
    search(&request, tools, &mut |_| ())
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn mate(turns: u32) -> Limits {
    // Far deeper than needed: the search must stop by itself.
    Limits { mate: Some(turns), depth: Some(40), ..Limits::default() }
}

fn moves(game: &Chez) -> MoveList<<Chez as Game>::Move> {
    let mut moves = MoveList::new();
    game.moves(to_move(game), &mut moves);
    moves
}

/// The position after so many random turns, or as many as the game has.
fn walk(mut game: Chez, turns: usize, rng: &mut Xoshiro256PlusPlus) -> Chez {
    let mut history = History::new();
    for _ in 0..turns {
        history.push(game.occurrence());
        if matches!(phase(&game, &history), Node::Over(_)) {
            break;
        }
        let all = moves(&game);
        game.play(all[rng.random_range(0..all.len())]);
    }
    game
}

#[test]
fn candidates_that_are_permitted_are_the_legal_turns() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut refused = 0;
    for turns in (0..120).step_by(2) {
        let game = walk(Chez::start(), turns, &mut rng);
        let mut candidates = MoveList::new();
        game.candidates(to_move(&game), &mut candidates);
        let all = candidates.len();
        candidates.retain(|m| {
            let mut next = game.clone();
            next.play(*m);
            game.permits(*m, &next)
        });
        refused += all - candidates.len();
        assert_eq!(candidates.to_vec(), game.legal_turns_plainly(), "{}", game.text());
    }
    assert!(refused > 300, "{refused}");
}

#[test]
fn the_search_has_the_value_of_its_plain_twin() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for i in 0..12 {
        let game = walk(Chez::start(), 10 + 4 * i, &mut rng);
        if matches!(game.node(), Node::Over(_)) || moves(&game).is_empty() {
            continue;
        }
        for turns in [1, 2] {
            let fast = answer(&game, depth(turns), false).lines[0].value;
            let plain = Plain::<Chez>::default().value(&game, to_move(&game), turns as i32);
            assert_eq!(fast, plain, "depth {turns}: {}", game.text());
        }
    }
    // Few turns, so that positions come back within the line.
    for text in [NEAR_HOME, "rnbqkb1r/pppppppp/7n/8/8/7N/PPPPPPPP/RNBQKB1R[] b - - 0 1"] {
        let game = Chez::parse(text).unwrap();
        for turns in [3, 4] {
            let fast = answer(&game, depth(turns), false).lines[0].value;
            let plain = Plain::<Chez>::default().value(&game, to_move(&game), turns as i32);
            assert_eq!(fast, plain, "depth {turns}: {text}");
        }
    }
}

const NEAR_HOME: &str = "r1bqkb1r/pppppppp/n6n/8/8/2N2N2/PPPPPPPP/R1BQKB1R[] w - - 0 1";

/// Positions with the number of turns in which the side to move is home.
const HOMEWARD: [(&str, u32); 4] = [
    ("4k3/8/8/8/8/2N5/PPPPPPPP/R1BQKBNR[qrrbbnnpppppppp] w - - 0 1", 1),
    (NEAR_HOME, 2),
    // The inactive knight comes home where the partner's knight makes way for it.
    ("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RnBQKBNR[N] w - - 0 1", 1),
    ("r1bqkb1r/ppp1pppp/n2p3n/8/8/2NP1N2/PPP1PPPP/R1BQKB1R[] w - - 0 1", 3),
];

#[test]
fn mate_means_home_for_both_colours() {
    for (text, turns) in HOMEWARD {
        let Ok(game) = Chez::parse(text) else { panic!("{text}") };
        for game in [game.mirrored(), game] {
            let found = answer(&game, mate(turns), true);
            let end = turns_to_end(found.lines[0].value);
            assert_eq!(end, Some(2 * turns as i32 - 1), "{}", game.text());
            assert_eq!(found.lines[0].pv.len(), 2 * turns as usize - 1, "{}", game.text());
            // Not sooner, by a search that leaves nothing out.
            if turns > 1 {
                let short = answer(&game, depth(2 * turns - 3), false);
                assert_eq!(turns_to_end(short.lines[0].value), None, "{}", game.text());
            }
        }
    }
}

/// The turns that White and Black need by the evaluation.
fn race(game: &Chez) -> [f64; 2] {
    let text = ChezEvaluator.explain(game);
    let line = text.lines().find(|l| l.starts_with("together")).expect("a sum");
    let mut numbers = line.split_whitespace().skip(1).map(|n| n.parse().expect("a number"));
    [(); 2].map(|()| numbers.next().expect("two numbers"))
}

/// Two pawns a side are a step away, so that officers can go out.
const NEARLY: &str = "rnbqkbnr/ppp2ppp/3pp3/8/8/3PP3/PPP2PPP/RNBQKBNR[] w - - 0 1";

#[test]
fn the_race_is_counted_exactly_near_its_end() {
    for (text, turns) in HOMEWARD {
        let game = Chez::parse(text).unwrap();
        let counted = race(&game)[0];
        assert!((counted - turns as f64).abs() < 0.2, "{counted} for {turns}: {text}");
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut proved = 0;
    for i in 0..40 {
        let start = Chez::parse(NEARLY).unwrap();
        let game = walk(start, 2 + i % 6, &mut rng);
        let counted = race(&game)[(to_move(&game) == Side::Black) as usize];
        let found = answer(&game, depth(7), true);
        let Some(end) = turns_to_end(found.lines[0].value) else { continue };
        if end > 0 {
            let turns = (end + 1) as f64 / 2.0;
            assert!((counted - turns).abs() <= 1.5, "{counted} for {turns}: {}", game.text());
            proved += 1;
        }
    }
    assert!(proved >= 5, "{proved}");
}

/// In how many turns a side comes home if the other passes, by looking at everything; at most `most`.
fn alone_plainly(game: &Chez, most: i32) -> Option<i32> {
    let mut open = vec![game.clone()];
    let mut seen = HashSet::new();
    for turns in 0..=most {
        if open.iter().any(|game| matches!(game.node(), Node::Over(_))) {
            return Some(turns);
        }
        let mut deeper = Vec::new();
        for game in &open {
            game.alone(&mut |_, next| {
                if seen.insert(next.text()) {
                    deeper.push(next);
                }
            });
        }
        open = deeper;
    }
    None
}

/// The position after each turn, and the turns in the best plan that begins with it for the side to move alone,
/// in hundredths.
fn plans(game: &Chez) -> Vec<(Chez, i32)> {
    let side = to_move(game);
    let table = Table::new(1).unwrap();
    let control =
        Control::new(Limits { nodes: Some(200_000), ..Limits::default() }, side, 0, false);
    let params = Params::default();
    let tools =
        Tools { table: &table, control: &control, evaluator: &ChezEvaluator, params: &params };
    let choices: Vec<End<Chez>> = moves(game)
        .iter()
        .map(|m| {
            let mut next = game.clone();
            next.play(*m);
            End { moves: Moves::from_iter([*m]), game: next, promise: 0, bonus: None }
        })
        .collect();
    let totals = outlook(&mut Worker::new(tools, History::new()), game, side, &choices);
    choices.into_iter().map(|end| end.game).zip(totals).collect()
}

fn plan(game: &Chez) -> i32 {
    plans(game).into_iter().map(|(_, turns)| turns).min().expect("a turn")
}

#[test]
fn plans_revive_pawns_before_they_bring_men_home() {
    // The rook makes way for the pawn, and the knight comes home in two moves, in any order.
    let text = "4k3/8/8/8/4N3/8/PPPPPPPr/R1BQKBNR[Pqrbbnnpppppppp] w - - 0 50";
    let all = plans(&Chez::parse(text).unwrap());
    let best = |inactive: u8| {
        let alike =
            all.iter().filter(|(next, _)| next.inactive(Side::White, Kind::Pawn) == inactive);
        alike.map(|(_, turns)| *turns).min().unwrap()
    };
    assert!(best(0) == 3 * TURN && best(1) > best(0), "{} {}", best(0), best(1));
}

#[test]
fn turns_that_ask_an_answer_are_at_the_same_risk() {
    // From d6 the knight attacks the king, so that no plan is made beyond.
    let text = "4k3/8/8/8/4N3/8/PPPPPPPr/R1BQKBNR[Pqrbbnnpppppppp] w - - 0 50";
    let all = plans(&Chez::parse(text).unwrap());
    let at_once = |next: &Chez| TURN + next.needs(Side::White) + next.risk(Side::White);
    assert!(all.iter().all(|(next, turns)| *turns <= at_once(next)));
    let (next, turns) = all.iter().find(|(next, _)| next.text().starts_with("4k3/8/3N4")).unwrap();
    assert!(next.risk(Side::White) > 0 && *turns == at_once(next), "{turns}");
}

#[test]
fn the_plan_for_one_side_alone_is_the_shortest() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut lengths = [0; 5];
    for i in 0..30 {
        // One side walks out, the other stays.
        let mut game = Chez::parse(NEARLY).unwrap();
        for _ in 0..i % 4 {
            let mut all = Vec::new();
            game.alone(&mut |_, next| all.push(next));
            game = all.swap_remove(rng.random_range(0..all.len()));
        }
        let Some(turns) = alone_plainly(&game, 4) else { continue };
        if turns > 0 {
            assert_eq!(plan(&game), turns * TURN, "{}", game.text());
            lengths[turns as usize] += 1;
        }
    }
    assert!(lengths[2] > 3 && lengths[3] > 3, "{lengths:?}");
}

#[test]
fn nothing_is_needed_at_home_alone() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(10);
    for i in 0..60 {
        let game = walk(Chez::parse(NEARLY).unwrap(), i % 12, &mut rng);
        for side in Side::BOTH {
            assert_eq!(game.needs(side) == 0, game.is_home(side), "{}", game.text());
        }
    }
}

fn needs(text: &str, side: Side) -> i32 {
    Chez::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).needs(side)
}

#[test]
fn what_pawns_bar_for_good_weighs_most() {
    // The rook that belongs on a8 cannot pass the pawns, and nobody is left to move them aside.
    let barred = "1nbqkbnr/1ppppppp/p1BR4/B1Qr4/Q~5N1/NPR5/2PPPP1P/2K4Q~[] w - - 0 501";
    let home = "rnbqkbnr/1ppppppp/p1BR4/B1Q5/Q~5N1/NPR5/2PPPP1P/2K4Q~[] w - - 0 501";
    assert!(needs(barred, Side::Black) > 20 * TURN, "{}", needs(barred, Side::Black));
    assert_eq!(needs(home, Side::Black), TURN);
}

#[test]
fn a_man_of_the_partner_needs_a_way_out() {
    // The queen on h1 can leave in one move, or in two as the pawn is in its way.
    let one = "4k3/8/8/4R3/7P/8/PPPPPPP1/RNBQKBNq[rrbbnnpppppppp] w - - 0 9";
    let two = "4k3/8/8/4R3/8/7P/PPPPPPP1/RNBQKBNq[rrbbnnpppppppp] w - - 0 9";
    let gone = "4k3/8/8/4R3/7P/q7/PPPPPPP1/RNBQKBN1[rrbbnnpppppppp] w - - 0 9";
    let [one, two, gone] = [one, two, gone].map(|text| needs(text, Side::White));
    assert!(gone < one && one + TURN / 2 < two, "{gone} {one} {two}");
}

#[test]
fn a_man_that_bars_the_partners_way_out_has_to_move_on() {
    // The knight on g5 stops the pawn on g6, which shuts in the bishop, and that the rook on h8.
    let bars = "rnbqkbnR~/pppNpppB/3K2P1/N~2pRRn~1/1N6/6Br/1QPPPP1P/8[] b - - 0 501";
    let aside = "rnbqkbnR~/pppNpppB/3K2P1/N~2pRR2/1N2n~3/6Br/1QPPPP1P/8[] b - - 0 501";
    let [bars, aside] = [bars, aside].map(|text| needs(text, Side::Black));
    assert!(aside + 5 * TURN < bars, "{aside} {bars}");
}

#[test]
fn a_rook_that_may_be_shut_in_with_a_stranger_waits_for_its_pawn() {
    // If anyone is put on h8 as the rook goes to g8, both are there to stay.
    let inactive = "[QRRBBNNPPPPPPPPrbnnppppp] w - - 0 9";
    let trap = format!("3qkb1r/4p1pp/8/8/8/8/8/4K3{inactive}");
    let open = format!("3qkb1r/4p1p1/7p/8/8/8/8/4K3{inactive}");
    let [trap, open] = [trap, open].map(|text| needs(&text, Side::Black));
    assert!(open < trap, "{open} {trap}");
}

#[test]
fn pawns_that_must_change_files_want_a_revival_for_it() {
    // The bishop in disguise reaches f2 on dark squares alone; on light ones the pawn on g3 must make room on
    // g2 for it.
    let dark = "8/p2p1ppp/4p3/2B~1kn1n/1r1r1q2/b2b~1bP1/PPPPP2P/RNBQKBNR[p] w - - 0 99";
    let light = "8/p2p1ppp/4p3/4kn1n/1r1rB~q2/b2b~1bP1/PPPPP2P/RNBQKBNR[p] w - - 0 99";
    let [dark, light] = [dark, light].map(|text| needs(text, Side::White));
    assert!(dark + 8 * TURN < light, "{dark} {light}");
}

#[test]
fn a_locked_out_rook_comes_nearer_to_where_others_make_way() {
    // The pawns on d6, f5 and g6 leave the black rook the way over f6, f7 and the last row alone, where the
    // queen must make way for it.
    let text = |rank_6: &str, rank_4: &str| {
        format!("3qk1nr/pppbp2p/{rank_6}/5p2/{rank_4}/7N/PPPPPPPP/RNBQKB1R[] b - - 0 90")
    };
    let far = needs(&text("n2p2pb", "r7"), Side::Black);
    let near = needs(&text("n2p1rpb", "8"), Side::Black);
    assert!(near + TURN <= far, "{near} {far}");
}

#[test]
fn a_king_in_the_corner_wants_the_squares_on_its_way_unguarded() {
    // White's king on a8, where a rook belongs, comes out over b7, which the knight on c5 attacks. If the pawn
    // on b7 is at home only b8 is left, and the one on a7 attacks that for good.
    let inactive = "[QRRBBNNPPPPPPPPqbppp] b - - 0 9";
    let open = format!("K3kbnr/p3pppp/8/4n3/7r/8/8/8{inactive}");
    let guarded = format!("K3kbnr/p3pppp/8/2n5/7r/8/8/8{inactive}");
    let for_good = format!("K3kbnr/pp2pppp/8/4n3/7r/8/8/8{}", inactive.replace("ppp", "pp"));
    let texts = [open, guarded, for_good];
    let [open, guarded, for_good] = texts.map(|text| needs(&text, Side::Black));
    assert!(open + 3 * TURN < guarded, "{open} {guarded}");
    assert!(guarded + 3 * TURN < for_good, "{guarded} {for_good}");
}

/// The last of a game: Black has to lead men around each other.
const DETOURS: [&str; 2] = [
    // The queen comes to d8 over e8 alone, and the king leaves e8 over f8 and g7.
    "rnb1k1nr/pppppp1p/5q1b/BNN3p1/1KB~5/1B2N~3/P1PPPP1P/Q1R4R[] b - - 0 501",
    // The rook comes to a8 over d8 and c8, so the queen and the bishop have to wait.
    "4kbnr/ppp1pppp/r1nqb1N1/2QpR3/BB2R2R~/4NK2/PPP1PP1P/3N~4[] b - - 0 501",
];

#[test]
fn who_stands_on_the_home_of_another_is_in_its_way() {
    let [home, aside, out] = [
        DETOURS[0],
        "rnbk2nr/pppppp1p/5q1b/BNN3p1/1KB~5/1B2N~3/P1PPPP1P/Q1R4R[] b - - 0 501",
        "rnb3nr/pppppp1p/5qkb/BNN3p1/1KB~5/1B2N~3/P1PPPP1P/Q1R4R[] b - - 0 501",
    ]
    .map(|text| needs(text, Side::Black));
    assert!(home <= aside && out + 3 * TURN < home, "{home} {aside} {out}");
    // On each other's homes, and after one has made room.
    let white = "4K3/4P3/PPPP1PPP/RNBQ1BNR[] b - - 0 501";
    let [swapped, apart] = ["nrbqkbnr/pppppppp/8/8", "1rbqkbnr/pppppppp/1n6/8"]
        .map(|black| needs(&format!("{black}/{white}"), Side::Black));
    assert!(apart + 3 * TURN < swapped, "{swapped} {apart}");
}

#[test]
fn a_bishop_on_the_last_row_takes_the_home_of_its_colour_only() {
    // The king comes to e8 over f8, which the light bishop never takes.
    let text = |men: &str| format!("r2q{men}/1p4pp/8/8/8/8/2K5[QRRBBNNPPPPPPPPrbn] b - - 0 9");
    let [outside, home] =
        ["1nb1/p1ppppk1", "knb1/p1pppp2"].map(|men| needs(&text(men), Side::Black));
    assert!(home < outside && outside < home + 15 * TURN, "{outside} {home}");
}

#[test]
fn a_home_that_is_taken_is_not_closed() {
    // The dark bishop is at home behind its pawns; the light one finds f1 open.
    let text = "4k3/8/8/8/4P3/8/PPPP1PPP/RNBQK1NR[Bqrrbbnnpppppppp] w - - 0 9";
    assert!(needs(text, Side::White) < 15 * TURN, "{}", needs(text, Side::White));
}

#[test]
fn the_last_bishop_may_not_be_put_where_a_pawn_has_to_make_room() {
    let text = |left: &str, last_row: &str| {
        let text = format!("{last_row}/pppppppp/8/8/4B~3/5PP1/PPPPP3/RNBQKBNR[{left}] w - - 0 90");
        needs(&text, Side::White)
    };
    let [bishop, knight] = [text("b", "rn1qkbnr"), text("n", "r1bqkbnr")];
    assert!(knight + 5 * TURN < bishop, "{knight} {bishop}");
}

#[test]
fn a_bishop_in_disguise_has_half_of_the_files_only() {
    let text = |kind: &str, left: &str, rank_7: &str| {
        let text =
            format!("rnbqkbnr/{rank_7}/8/4{kind}~3/8/8/PPPPPPP1/RNBQKBNR[{left}] w - - 0 90");
        needs(&text, Side::White)
    };
    let [queen, bishop] = ["Q", "B"].map(|kind| text(kind, "p", "ppppppp1"));
    assert!(queen + 2 * TURN < bishop, "{queen} {bishop}");
    // With nobody left to be revived it only has to come home.
    let [queen, bishop] = ["Q", "B"].map(|kind| text(kind, "", "pppppppp"));
    assert_eq!(queen, bishop);
}

#[test]
fn the_last_to_be_revived_need_not_shift_pawns_that_have_a_file() {
    let text = |left: &str, rank_7: &str| {
        let text = format!("rnbqkbnr/{rank_7}/8/8/4B~3/5P1P/PPPPP3/RNBQKBNR[{left}] w - - 0 90");
        needs(&text, Side::White)
    };
    let [one, three] = [text("p", "ppppppp1"), text("ppp", "ppppp3")];
    assert!(one < 40 * TURN && three < 20 * TURN, "{one} {three}");
}

#[test]
fn pawns_are_revived_while_others_can_still_let_them_change_files() {
    let text = |left: &str, rank_7: &str| {
        format!("rnbqkbnr/{rank_7}/8/8/8/8/PPPPPPP1/RNBQKBNR[P{left}] w - - 0 90")
    };
    let few = needs(&text("p", "ppppppp1"), Side::White);
    let many = needs(&text("pppp", "pppp4"), Side::White);
    assert!(many < few, "{many} {few}");
}

#[test]
fn a_pawn_stays_back_from_where_it_may_be_made_to_bar_a_rook() {
    let text = |rank_5: &str, rank_4: &str| {
        format!("8/pppk1ppp/2R1p2r~/{rank_5}/{rank_4}/qb6/PPPPPPP1/RNBQKBN1[] w - - 0 501")
    };
    let back = needs(&text("1r1n1rnP", "5b2"), Side::White);
    let near = needs(&text("1r1n1rn1", "5b1P"), Side::White);
    assert!(back < near, "{back} {near}");
}

#[test]
fn detours_are_made() {
    for (seed, text) in DETOURS.into_iter().enumerate() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
        let (mut game, mut before) = (Chez::parse(text).unwrap(), Vec::new());
        let mut history = History::new();
        history.push(game.occurrence());
        // White moves at random.
        while !matches!(phase(&game, &history), Node::Over(_)) && before.len() < 80 {
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            let played = match to_move(&game) {
                Side::Black => answer_after(&game, limits, true, &before).lines[0].pv[0],
                Side::White => {
                    let all = moves(&game);
                    all[rng.random_range(0..all.len())]
                }
            };
            before.push(game.clone());
            game.play(played);
            history.push(game.occurrence());
        }
        assert!(game.is_home(Side::Black), "{}", game.text());
    }
}

#[test]
fn pawns_at_home_close_the_last_row_to_those_outside() {
    // Two pawns have come home before the queen, which can do so less easily then.
    let open = "4k3/8/8/6Q1/1PPP4/8/P3PPPP/RNB1KBNR[qrrbbnnpppppppp] w - - 0 9";
    let narrow = "4k3/8/8/6Q1/2P5/8/PP1PPPPP/RNB1KBNR[qrrbbnnpppppppp] w - - 0 9";
    let [open, narrow] = [open, narrow].map(|text| needs(text, Side::White));
    assert!(narrow > open, "{open} {narrow}");
}

#[test]
fn every_line_has_the_value_that_the_search_finds_for_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
    for i in 0..10 {
        let game = walk(Chez::start(), 6 + 8 * i, &mut rng);
        if matches!(game.node(), Node::Over(_)) {
            continue;
        }
        let mut lines = search_with(&game, depth(1), true, &[], true).lines;
        let mut plain = search_with(&game, depth(1), false, &[], true).lines;
        assert_eq!(lines.len(), moves(&game).len(), "{}", game.text());
        for lines in [&mut lines, &mut plain] {
            lines.sort_by_key(|line| format!("{:?}", line.pv[0]));
        }
        for (line, plain) in lines.iter().zip(&plain) {
            // What plans speak for is told no more exactly than it is compared.
            let off = (line.value - plain.value).abs();
            assert!(off < 3, "{:?} {} {}: {}", line.pv, line.value, plain.value, game.text());
        }
    }
}

#[test]
fn a_turn_back_to_an_earlier_position_is_no_progress() {
    let game = Chez::parse(NEAR_HOME).unwrap();
    let best = |before: &[Chez]| answer_after(&game, depth(1), true, before).lines[0].pv[0];
    let m = best(&[]);
    let mut next = game.clone();
    next.play(m);
    assert_ne!(best(&[next]), m);
}

#[test]
fn a_draw_by_repetition_is_shunned_at_first() {
    let text =
        |number| format!("r1bqkb1r/pppppppp/n6n/N6N/8/8/PPPPPPPP/R1BQKB1R[] w - - 0 {number}");
    let best = |number, before: &[Chez]| {
        let game = Chez::parse(&text(number)).unwrap();
        answer_after(&game, depth(1), true, before).lines[0].pv[0]
    };
    for (number, shunned) in [(1, true), (2_000, true), (4_000, false)] {
        let game = Chez::parse(&text(number)).unwrap();
        let m = best(number, &[]);
        let mut next = game.clone();
        next.play(m);
        // The position after the best move has been there twice.
        let before = [next.clone(), next];
        assert_eq!(best(number, &before) != m, shunned, "full move {number}");
    }
}
