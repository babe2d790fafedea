//! Searches against their plain twins and against values worked out by hand.

#[path = "support/trees.rs"]
mod trees;

use std::sync::atomic::Ordering::Relaxed;

use alea::board::{Bits, Kind};
use alea::game::{Game, History, Node, Notation, Side, phase};
use alea::games::cheshire::{CheshireCat, WildCheshire};
use alea::games::chess::Chess;
use alea::games::dice::{Cubic, DiceChess};
use alea::games::octahedra::Octahedra;
use alea::games::{NAMES, Variant, Visitor, with_variant};
use alea::search::Searchable;
use alea::search::limits::{Control, Limits};
use alea::search::params::Params;
use alea::search::plain::Plain;
use alea::search::root::{Answer, Request, Tools, search};
use alea::search::tt::Table;
use alea::search::value::{ONE, Value, WIN, turns_to_end};
use alea::tools::perft::events;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use trees::{At, Secrets, Throws};

/// Searches with a table of its own, without anything that can change the value.
fn answer<G: Notation + Searchable>(game: &G, limits: Limits, threads: usize) -> Answer<G> {
    searched(game, limits, threads, Params { selective: false, ..Params::default() })
}

/// Searches with a table of its own as in play.
fn played<G: Notation + Searchable>(game: &G, limits: Limits) -> Answer<G> {
    searched(game, limits, 1, Params::default())
}

fn searched<G: Notation + Searchable>(
    game: &G,
    limits: Limits,
    threads: usize,
    params: Params,
) -> Answer<G> {
    let table = Table::new(4).unwrap();
    let control = Control::new(limits, Side::White, 0, false);
    let evaluator = G::Evaluator::default();
    let tools = Tools { table: &table, control: &control, evaluator: &evaluator, params: &params };
    let mut history = History::new();
    history.push(game.occurrence());
    let (game, side) = (game.clone(), game.side());
    let request =
        Request { game, history, side, among: Vec::new(), lines: 1, threads, patient: false };
    search(&request, tools, &mut |_| ())
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn fast<G: Notation + Searchable>(game: &G, turns: u32) -> Value {
    answer(game, depth(turns), 1).lines[0].value
}

fn plain<G: Notation + Searchable>(game: &G, turns: u32) -> Value {
    Plain::<G>::default().value(game, game.side(), turns as i32)
}

/// Positions of random games in which an event is due, with few or many men.
fn random_positions<G: Variant>(count: usize, seed: u64, fits: impl Fn(&G) -> bool) -> Vec<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = G::start();
        let mut history = History::new();
        history.push(game.occurrence());
        let length = rng.random_range(1..400);
        for _ in 0..length {
            let all = events(&game, &history);
            if all.is_empty() {
                break;
            }
            game = all[rng.random_range(0..all.len())].apply(&game);
            history.push(game.occurrence());
        }
        if !matches!(phase(&game, &history), Node::Over(_)) && fits(&game) {
            found.push(game);
        }
    }
    found
}

#[test]
fn hand_computed_throws() {
    let game = At::<Throws>::start();
    // Left: ¼·1 + ¾·(−0.3) = 0.025; right: ½·0.4 + ½·(−0.1) = 0.15.
    let value = 150 * (ONE / 1000);
    assert_eq!(fast(&game, 2), value);
    assert_eq!(plain(&game, 2), value);
    assert_eq!(answer(&game, depth(2), 1).lines[0].pv, [1]);
    let left = At(1, Throws);
    assert_eq!(plain(&left, 1), -25 * (ONE / 1000));
    assert_eq!(fast(&left, 1), -25 * (ONE / 1000));
}

#[test]
fn hand_computed_secrets() {
    let game = At::<Secrets>::start();
    let value = Plain::default().value(&game, Side::White, 2);
    assert_eq!(value, (-(ONE as f64) / 44.0).round() as Value);
}

#[test]
fn dicechess_agrees_with_its_twin_at_depths_1_and_2() {
    for game in random_positions::<DiceChess>(200, 11, |_| true) {
        for turns in [1, 2] {
            assert_eq!(fast(&game, turns), plain(&game, turns), "depth {turns}: {}", game.text());
        }
    }
}

#[test]
fn dicechess_agrees_with_its_twin_at_depth_3_with_few_men() {
    let sparse = |g: &DiceChess| g.board().occupied().count() <= 8;
    for game in random_positions::<DiceChess>(10, 12, sparse) {
        assert_eq!(fast(&game, 3), plain(&game, 3), "{}", game.text());
    }
}

/// A dice game whose throws are searched one by one, although it could be done by classes.
mod one_by_one {
    use super::*;
    use alea::game::{MoveList, Outcome, Sink, TextError};
    use alea::search::Evaluator;
    use alea::search::chance::ByOutcome;
    use std::ops::ControlFlow;

    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OneByOne(pub DiceChess);

    #[derive(Clone, Default)]
    pub struct Same(<DiceChess as Searchable>::Evaluator);

    impl Evaluator<OneByOne> for Same {
        const DRAWS: f64 = 0.0;
        fn evaluate(&self, game: &OneByOne) -> Value {
            self.0.evaluate(&game.0)
        }
        fn explain(&self, game: &OneByOne) -> String {
            self.0.explain(&game.0)
        }
    }

    impl Game for OneByOne {
        type Move = <DiceChess as Game>::Move;
        type Roll = <DiceChess as Game>::Roll;
        const CHANCE: bool = true;
        const SEALED: bool = false;
        fn node(&self) -> Node {
            self.0.node()
        }
        fn stuck(&self) -> Outcome {
            self.0.stuck()
        }
        fn moves(&self, side: Side, out: &mut impl Sink<Self::Move>) {
            self.0.moves(side, out);
        }
        fn play(&mut self, m: Self::Move) {
            self.0.play(m);
        }
        fn rolls(&self, visit: impl FnMut(Self::Roll, u32) -> ControlFlow<()>) {
            self.0.rolls(visit);
        }
        fn accepts(&self, r: Self::Roll) -> bool {
            self.0.accepts(r)
        }
        fn roll(&mut self, r: Self::Roll) {
            self.0.roll(r);
        }
        fn key(&self) -> u64 {
            self.0.key()
        }
        fn occurrence(&self) -> Option<u64> {
            self.0.occurrence()
        }
    }

    impl Notation for OneByOne {
        fn start() -> Self {
            OneByOne(DiceChess::start())
        }
        fn parse(text: &str) -> Result<Self, TextError> {
            DiceChess::parse(text).map(OneByOne)
        }
        fn text(&self) -> String {
            self.0.text()
        }
        fn move_token(&self, m: Self::Move) -> String {
            self.0.move_token(m)
        }
        fn roll_token(&self, r: Self::Roll) -> String {
            self.0.roll_token(r)
        }
        fn parse_roll(&self, token: &str) -> Option<Self::Roll> {
            self.0.parse_roll(token)
        }
        fn side(&self) -> Side {
            self.0.side()
        }
        fn dice(&self) -> &'static str {
            self.0.dice()
        }
        fn thrown(&self) -> Option<String> {
            self.0.thrown()
        }
        fn drawing(&self) -> String {
            self.0.drawing()
        }
    }

    impl Searchable for OneByOne {
        type Evaluator = Same;
        type Chance = ByOutcome;
        const SELECTIVE: bool = false;
        fn code(&self, m: Self::Move) -> u16 {
            self.0.code(m)
        }
        fn slot(&self, m: Self::Move) -> (usize, usize) {
            self.0.slot(m)
        }
        fn gain(&self, m: Self::Move) -> Option<i32> {
            self.0.gain(m)
        }
        fn noisy(&self, _: &mut MoveList<Self::Move>) {}
    }
}

#[test]
fn star_windows_agree_with_the_twin_and_with_classes() {
    use one_by_one::OneByOne;
    for game in random_positions::<DiceChess>(60, 13, |_| true) {
        let single = OneByOne(game.clone());
        let value = fast(&single, 2);
        assert_eq!(value, fast(&game, 2), "{}", game.text());
        assert_eq!(value, plain(&single, 2), "{}", game.text());
    }
    let sparse = |g: &DiceChess| g.board().occupied().count() <= 10;
    for game in random_positions::<DiceChess>(6, 14, sparse) {
        assert_eq!(fast(&OneByOne(game.clone()), 3), fast(&game, 3), "{}", game.text());
    }
}

#[test]
fn star_windows_save_nodes() {
    use one_by_one::OneByOne;
    let (mut pruned, mut full) = (0, 0);
    for game in random_positions::<DiceChess>(5, 15, |g| g.board().occupied().count() > 20) {
        let single = OneByOne(game);
        pruned += answer(&single, depth(2), 1).nodes;
        let mut twin = Plain::<OneByOne>::default();
        twin.value(&single, single.side(), 2);
        full += twin.nodes;
    }
    assert!(pruned * 2 < full, "{pruned} of {full}");
}

#[test]
fn the_value_of_each_throw_is_that_of_the_position_after_it() {
    for game in random_positions::<DiceChess>(12, 16, |g| g.thrown_dice().is_none()) {
        let answer = answer(&game, depth(2), 1);
        assert_eq!(answer.rolls.len(), 21);
        for (r, value, best) in &answer.rolls {
            let mut after = game.clone();
            after.roll(*r);
            assert_eq!(*value, fast(&after, 2), "{} {r}", game.text());
            let mut next = after.clone();
            next.play(*best.first().expect("each throw has an event"));
            let Node::Decision(side) = after.node() else { panic!("a move is due") };
            // One turn nearer to a decided end.
            let nearer = turns_to_end(*value).map_or(0, i32::signum);
            let twin = Plain::<DiceChess>::default().value(&next, side, 1);
            assert_eq!(twin - nearer, *value, "{} {r}", game.text());
        }
    }
}

#[test]
fn chess_agrees_with_its_twin() {
    // The twin's quiescence search sees every capture: only positions with few men are feasible.
    let sparse = |g: &Chess| g.board().occupied().count() <= 12;
    for game in random_positions::<Chess>(60, 17, sparse) {
        for turns in [1, 2] {
            assert_eq!(fast(&game, turns), plain(&game, turns), "depth {turns}: {}", game.text());
        }
    }
    let bare = |g: &Chess| g.board().occupied().count() <= 6;
    for game in random_positions::<Chess>(10, 18, bare) {
        assert_eq!(fast(&game, 3), plain(&game, 3), "{}", game.text());
    }
}

#[test]
fn cubic_agrees_with_its_twin() {
    let sparse = |g: &Cubic| g.board().occupied().count() <= 12;
    for game in random_positions::<Cubic>(40, 20, sparse) {
        for turns in [1, 2] {
            assert_eq!(fast(&game, turns), plain(&game, turns), "depth {turns}: {}", game.text());
        }
    }
}

struct Twins;

impl Visitor for Twins {
    type Output = usize;

    /// At depth 1, and at depth 2 where the twin can do it; how often it could.
    fn visit<G: Variant>(self) -> usize {
        let mut deep = 0;
        for game in random_positions::<G>(25, 23, |_| true) {
            let mut twin = Plain::<G>::default();
            let value = twin.value(&game, game.side(), 1);
            assert_eq!(fast(&game, 1), value, "depth 1: {} {}", G::NAME, game.text());
            // Where turns have several moves, every node of the twin is a whole turn's worth of work.
            let several = ["dicemoves", "dicepair", "threedice"].contains(&G::NAME);
            let most = match G::NAME {
                _ if several => 12,
                // 64 throws.
                "cheshire" | "wildcheshire" => 600,
                _ => 2_000,
            };
            if twin.nodes <= most {
                deep += 1;
                assert_eq!(fast(&game, 2), plain(&game, 2), "depth 2: {} {}", G::NAME, game.text());
            }
            if twin.nodes > 50_000 {
                // Turns of several moves: a few such positions must do.
                break;
            }
        }
        deep
    }
}

#[test]
fn every_variant_agrees_with_its_twin() {
    // The search of sealed turns has tests of its own; so has octahedra, whose harvests the twin can
    // follow with few men only.
    let apart = ["chess", "octahedra", "simultaneous"];
    for name in NAMES.iter().filter(|name| !apart.contains(name)) {
        let deep = with_variant(name, Twins).unwrap();
        // Of turns of several moves few must do; cubic has a test with fewer men.
        let few = ["dicemoves", "dicepair", "threedice", "cubic"].contains(name);
        assert!(deep > 10 || few, "{name}: {deep}");
    }
}

#[test]
fn several_threads_find_the_same_value() {
    for game in random_positions::<DiceChess>(5, 19, |g| g.board().occupied().count() > 16) {
        assert_eq!(answer(&game, depth(3), 2).lines[0].value, fast(&game, 3), "{}", game.text());
    }
}

#[test]
fn the_same_search_takes_the_same_nodes() {
    let game = DiceChess::start();
    let runs: Vec<u64> = (0..2).map(|_| answer(&game, depth(4), 1).nodes).collect();
    assert_eq!(runs[0], runs[1]);
}

#[test]
fn forced_mates_are_announced_and_uncertain_ones_are_not() {
    // Mate in 2 in chess.
    let game = Chess::parse("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1").unwrap();
    assert_eq!(turns_to_end(fast(&game, 4)), Some(3));
    // In dicechess the move that mates before the throw wins whatever the dice show.
    let game = DiceChess::parse("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1 roll=4,4").unwrap();
    let found = answer(&game, depth(2), 1);
    assert_eq!(found.lines[0].value, WIN - 1);
    assert_eq!(game.move_token(found.lines[0].pv[0]), "b1b8");
    // Before the throw only some throws allow it.
    let game = DiceChess::parse("7k/R7/8/8/8/8/8/1R4K1 w - - 0 1").unwrap();
    let value = fast(&game, 2);
    assert!(value > 0 && value < ONE, "{value}");
}

#[test]
fn a_king_that_can_be_taken_is_taken() {
    let text = "r1bqkbnr/pppppBpp/2n5/8/4P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 4 roll=3,5";
    let game = DiceChess::parse(text).unwrap();
    let found = answer(&game, depth(2), 1);
    assert_eq!(game.move_token(found.lines[0].pv[0]), "f7e8");
    assert_eq!(found.lines[0].value, WIN - 1);
}

#[test]
fn the_king_capture_chance_is_exact_in_the_evaluation() {
    // White's rook alone attacks the king: 16 of 36 throws take it. The rest must count 20/36.
    let game = DiceChess::parse("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1").unwrap();
    let danger = alea::games::dice::danger(&game);
    assert!((danger.fixed - 16.0 / 36.0).abs() < 1e-12);
    assert!((danger.share - 20.0 / 36.0).abs() < 1e-12);
    // Black in check from a rook, only the king can answer: 20 of 36 throws lose the turn, and 16 of
    // 36 then take the king.
    let game = DiceChess::parse("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").unwrap();
    let danger = alea::games::dice::danger(&game);
    let lost = 20.0 / 36.0 * 16.0 / 36.0;
    assert!((danger.fixed + lost).abs() < 1e-12);
    assert!((danger.share - (1.0 - lost)).abs() < 1e-12);
    assert!(game.board().men(Side::White, Kind::Rook).count() == 1);
}

#[test]
fn limits_are_kept() {
    let game = DiceChess::start();
    let nodes = Limits { nodes: Some(1000), ..Limits::default() };
    assert!(answer(&game, nodes, 1).nodes <= 1000);
    let control = Control::new(Limits::default(), Side::White, 0, false);
    control.stop();
    assert!(control.stop.load(Relaxed) && !control.must_wait());
}

#[test]
fn the_capture_chance_of_three_dice_is_exact() {
    use alea::games::dice::{ThreeDice, capture_chance};
    let (mut some, mut none) = (0, 0);
    for mut game in random_positions::<ThreeDice>(500, 29, |g| g.thrown().is_none()) {
        let chance = capture_chance(&game);
        let mut brute = 0;
        let before = game.clone();
        before.rolls(|throw, weight| {
            game = before.clone();
            game.roll(throw);
            brute += weight * game.can_take_king() as u32;
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(chance, brute, "{}", before.text());
        if chance > 0 { some += 1 } else { none += 1 }
    }
    assert!(some > 100 && none > 10, "{some} {none}");
}

/// The merged outcomes of a chance node are its throws: together they weigh as much, each position has
/// the weight of all the throws that lead to it, and is worth the same as each of them.
fn merged_outcomes_are_exact<G: Variant>(seed: u64) {
    let mut merged_some = false;
    for game in random_positions::<G>(40, seed, |g| matches!(g.node(), Node::Chance(_))) {
        let mut merged: Vec<(G, u32)> = Vec::new();
        game.outcomes(|next, weight| merged.push((next, weight)));
        let (mut throws, mut total) = (0, 0);
        game.rolls(|r, weight| {
            throws += 1;
            total += weight;
            let mut next = game.clone();
            next.roll(r);
            let same = merged.iter_mut().find(|(m, _)| m.key() == next.key());
            let (one, left) = same.unwrap_or_else(|| panic!("{} {r:?}", game.text()));
            assert!(*left >= weight, "{} {r:?}", game.text());
            *left -= weight;
            assert_eq!(phase(one, &History::new()), phase(&next, &History::new()));
            if throws % 7 == 0 {
                assert_eq!(plain(one, 1), plain(&next, 1), "{} {r:?}", game.text());
            }
            std::ops::ControlFlow::Continue(())
        });
        assert!(merged.iter().all(|(_, left)| *left == 0), "{}", game.text());
        assert_eq!(total, 64);
        merged_some |= merged.len() < throws;
    }
    assert!(merged_some);
}

#[test]
fn vanishing_squares_are_merged_exactly() {
    merged_outcomes_are_exact::<CheshireCat>(31);
    merged_outcomes_are_exact::<WildCheshire>(32);
}

#[test]
fn cheshire_agrees_with_its_twin_at_depth_2_with_few_men() {
    fn agree<G: Variant>(seed: u64, men: fn(&G) -> u32) {
        let mut merged = 0;
        for game in random_positions::<G>(6, seed, |g| men(g) <= 5) {
            let found = answer(&game, depth(2), 1);
            let mut twin = Plain::<G>::default();
            let value = twin.value(&game, game.side(), 2);
            assert_eq!(found.lines[0].value, value, "{}", game.text());
            merged += (found.nodes < twin.nodes) as u32;
        }
        assert!(merged >= 4, "{merged}");
    }
    agree::<CheshireCat>(33, |g| g.board().occupied().count());
    agree::<WildCheshire>(34, |g| g.board().occupied().count());
}

#[test]
fn holes_make_mates_and_stalemate_wins() {
    for (text, best) in [
        // The square of interposition is gone; a flight square is gone.
        ("3*2k1/3r1ppp/8/8/8/8/8/R5K1 w - - 0 1 roll=4,8", "a1a8"),
        ("7k/6**/8/8/8/8/8/R3K3 w - - 0 1 roll=7,7", "a1a8"),
        // There is no mate, but a stalemate.
        ("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1 roll=5,8", "d6e6"),
    ] {
        let game = CheshireCat::parse(text).unwrap();
        for found in [answer(&game, depth(2), 1), played(&game, depth(2))] {
            assert_eq!(game.move_token(found.lines[0].pv[0]), best, "{text}");
            assert_eq!(found.lines[0].value, WIN - 1, "{text}");
        }
    }
    // With the squares there, and nothing else changed, the same moves do not win at once.
    for text in [
        "6k1/3r1ppp/8/8/8/8/*7/R5K1 w - - 0 1 roll=1,2",
        "7k/8/8/8/8/8/1*6/R3K3 w - - 0 1 roll=2,2",
    ] {
        let game = CheshireCat::parse(text).unwrap();
        assert!(fast(&game, 1) < ONE, "{text}");
        assert!(played(&game, depth(1)).lines[0].value < ONE, "{text}");
    }
}

#[test]
fn a_mate_is_announced_if_no_throw_can_spoil_it() {
    for (text, best) in [
        ("7R/3*1*2/4k3/K*6/7*/*2*4/4*3/1Q5Q w - - 0 1 roll=2,5", "h1e4"),
        ("8/8/3R4/8/k2K4/2*2Q1Q/8/3*4 w - - 0 1 roll=3,3", "f3b3"),
        ("8/3*1*R1/1*1*4/3K3k/1Q*2*2/8/1*1*4/4*3 w - - 0 1 roll=4,6", "b4g4"),
    ] {
        let game = CheshireCat::parse(text).unwrap();
        // One turn more, as stalemates are not seen at the horizon.
        assert_eq!(fast(&game, 4), WIN - 3, "{text}");
        let found = played(&game, depth(5));
        assert_eq!(found.lines[0].value, WIN - 3, "{text}");
        assert_eq!(game.move_token(found.lines[0].pv[0]), best, "{text}");
    }
    // The ladder: the last step may vanish. In chess this is mate in two.
    let game = CheshireCat::parse("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1 roll=7,1").unwrap();
    assert!(fast(&game, 3) < ONE);
    let value = played(&game, depth(6)).lines[0].value;
    assert!(value < ONE && value > ONE / 100 * 99, "{value}");
}

/// What the search in play says to be decided is so whatever is thrown.
#[test]
fn announced_ends_are_proved() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(35);
    let (mut won, mut lost) = (0, 0);
    while won < 12 || lost < 4 {
        // Kings, two officers and holes anywhere.
        let mut board = [' '; 64];
        for man in
            ['K', 'k', ['Q', 'q'][rng.random_range(0..2)], ['R', 'r'][rng.random_range(0..2)]]
        {
            board[rng.random_range(0..64)] = man;
        }
        for _ in 0..rng.random_range(8..24) {
            let square = rng.random_range(0..64);
            if board[square] == ' ' {
                board[square] = '*';
            }
        }
        let ranks: Vec<String> = board.chunks(8).map(|r| r.iter().collect()).collect();
        let mut field = ranks.join("/");
        for run in (1..=8).rev() {
            field = field.replace(&" ".repeat(run), &run.to_string());
        }
        let side = ["b - - 0 1", "w - - 0 1 roll=1,1"][rng.random_range(0..2)];
        let Ok(game) = CheshireCat::parse(&format!("{field} {side}")) else { continue };
        let mut history = History::new();
        history.push(game.occurrence());
        if matches!(phase(&game, &history), Node::Over(_)) {
            continue;
        }
        let value = played(&game, depth(3)).lines[0].value;
        if let Some(n) = turns_to_end(value).filter(|n| (2..=3).contains(&n.abs())) {
            *(if n > 0 { &mut won } else { &mut lost }) += 1;
            // One turn more, as stalemates are not seen at the horizon.
            let exact = turns_to_end(fast(&game, 4)).unwrap_or(0);
            assert!(exact.signum() == n.signum() && exact.abs() <= n.abs(), "{}", game.text());
        }
    }
}

#[test]
fn sudden_ends_of_the_wild_form_have_their_exact_chance() {
    // Taking the king wins at once.
    let game = WildCheshire::parse("7k/8/8/8/8/8/*7/K6R w - - 0 1 roll=1,2").unwrap();
    assert_eq!(played(&game, depth(3)).lines[0].value, WIN - 1);
    // Black's king is lost, if the throw takes neither king (1 in 64 each). What is taken for granted
    // beside is that the throw does not take the rook.
    let game = WildCheshire::parse("6*k/p5**/8/8/8/8/8/K6R b - - 0 1").unwrap();
    assert_eq!(played(&game, depth(2)).lines[0].value, -62 * (ONE / 64));
    let exact = fast(&game, 2);
    assert!(exact > -62 * (ONE / 64) && exact < -60 * (ONE / 64), "{exact}");
    // At a throw each outcome is searched.
    let game = WildCheshire::parse("7k/8/8/8/8/8/8/K6R w - - 0 1").unwrap();
    let found = played(&game, depth(2));
    assert_eq!(found.rolls.len(), 64);
    let won = found.rolls.iter().filter(|(_, value, _)| *value > ONE).count();
    // Not if the own king or the rook vanishes; if a square of the file does, the rook passes it.
    assert_eq!(won, 62);
    assert!(found.lines[0].value > ONE / 64 * 60 && found.lines[0].value < ONE / 64 * 62);
}

#[test]
fn octahedra_agrees_with_its_twin_with_few_men() {
    for (text, most) in [
        ("1r3r2/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R3R1N[QKqk] w - - 0 1 phase=place", 2),
        (
            "1r3r2/1bn3b1/1npp2p1/1pppp1p1/PPPP1PPP/4N2P/6BB/1R1Q1R1N[Kqk] w - - 0 1 phase=place roll=7",
            2,
        ),
        ("4k3/8/8/3p4/4P3/8/8/4K3 b - - 5 7 phase=roll first=b", 3),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 5 7 phase=roll first=b roll=3,6", 3),
        ("2r1k3/8/4p3/3p4/4P3/2N5/8/4K2R w - - 0 3 phase=roll first=w", 2),
        ("8/8/4k3/4K3/8/8/8/8 b - - 12 30 phase=roll first=b", 3),
        ("1n2k3/P1P5/8/8/8/8/1p6/N1K5 w - - 0 2 phase=sow first=w stage=pawns", 2),
        ("4k3/8/3r4/8/2P5/8/8/1N2K3 w - - 0 2 phase=sow first=b stage=king done=c4", 2),
        ("1r2k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 5 phase=harvest first=w", 3),
        ("4r1k1/6b1/3Bn1R1/8/3p4/4pq1B/4pN2/7K w - - 2 6 phase=harvest first=b", 1),
    ] {
        let game = Octahedra::parse(text).unwrap();
        for turns in 1..=most {
            assert_eq!(fast(&game, turns), plain(&game, turns), "depth {turns}: {text}");
        }
        if text.contains("phase=harvest") && most == 3 {
            // In play a harvest is searched by itself, to its end.
            assert_eq!(played(&game, depth(8)).lines[0].value, plain(&game, most), "{text}");
        }
    }
}

#[test]
fn an_attacked_king_is_taken_in_a_harvest() {
    let text = "4r1k1/P5b1/3BB1R1/6PP/3p3P/1Q1ppq2/4pN2/7K b - - 0 6 phase=harvest first=b";
    let game = Octahedra::parse(text).unwrap();
    let line = &played(&game, depth(1)).lines[0];
    assert_eq!(line.value, WIN - 1);
    assert_eq!(game.move_token(line.pv[0]), "f3h1");
}
