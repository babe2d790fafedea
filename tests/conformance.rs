//! The conformance kit over every variant of the registry and over the explicit-tree games.

#[path = "support/kit.rs"]
mod kit;
#[path = "support/trees.rs"]
mod trees;

use alea::game::{Node, Notation};
use alea::games::chess::Chess;
use alea::games::chez::Chez;
use alea::games::dice::DiceChess;
use alea::games::simultaneous::Simultaneous;
use alea::games::{NAMES, Variant, Visitor, with_variant};
use alea::protocol::command::Base;
use alea::protocol::session::{Session, open};
use alea::search::Evaluator;
use alea::tools::perft::events;
use kit::{Seen, check, check_from};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use trees::{At, Secrets, Throws};

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

struct Check;

impl Visitor for Check {
    type Output = Seen;

    fn visit<G: Variant>(self) -> Seen {
        let seen = check::<G>(40, 600, &mut rng(1));
        assert_eq!(seen.chances > 0, G::CHANCE, "{}", G::NAME);
        assert_eq!(seen.sealed > 0, G::SEALED, "{}", G::NAME);
        seen
    }
}

#[test]
fn every_variant_conforms() {
    for name in NAMES {
        let seen = with_variant(name, Check).unwrap();
        // Random games of chez hardly ever end.
        let ends = seen.ends > 0 || *name == Chez::NAME;
        assert!(seen.decisions + seen.sealed > 1000 && ends, "{name}: {seen:?}");
    }
}

#[test]
fn chez_conforms_near_its_ends() {
    for text in [
        "4k3/8/8/8/8/2N5/PPPPPPPP/R1BQKBNR[qrrbbnnpppppppp] b - - 0 1",
        "rnbqkbnr/1p1pp1p1/8/8/8/p1p2p1p/PPPPPPPP/RNBKQBNR[] b - - 0 1",
    ] {
        let seen = check_from(&Chez::parse(text).unwrap(), 20, 60, &mut rng(5));
        assert!(seen.ends > 0, "{text}: {seen:?}");
    }
}

/// What may be sent next; nothing when the game is over.
fn any_event(session: &dyn Session, rng: &mut Xoshiro256PlusPlus) -> Option<String> {
    let any = |line: &str, rng: &mut Xoshiro256PlusPlus, names: usize| {
        let tokens: Vec<&str> = line.split(' ').skip(names).collect();
        tokens[rng.random_range(0..tokens.len())].to_string()
    };
    let lines = session.legal_lines();
    match session.phase() {
        Node::Over(_) => None,
        Node::Chance(_) => session.throw(rng).ok(),
        Node::Decision(_) => Some(any(&lines[0], rng, 1)),
        Node::Sealed => Some(format!("{}|{}", any(&lines[0], rng, 2), any(&lines[1], rng, 2))),
    }
}

#[test]
fn a_game_sent_again_with_more_events_is_that_game() {
    let all = |s: &dyn Session| (s.text(), s.phase_line(), s.legal_lines());
    for name in NAMES {
        let mut rng = rng(3);
        let mut session = open(name).unwrap();
        let fresh = |base: &Base, events: &[String]| {
            let mut session = open(name).unwrap();
            session.position(base, events).unwrap();
            all(&*session)
        };
        let mut events = Vec::new();
        for _ in 0..40 {
            session.position(&Base::Start, &events).unwrap();
            assert_eq!(all(&*session), fresh(&Base::Start, &events), "{name}");
            let Some(event) = any_event(&*session, &mut rng) else { break };
            events.push(event);
            let wrong = [&events[..], &["z9".to_string()]].concat();
            assert!(session.position(&Base::Start, &wrong).is_err(), "{name}");
        }
        // Back to the middle of the game, from there as a text, and as another game.
        let half = &events[..events.len() / 2];
        session.position(&Base::Start, half).unwrap();
        assert_eq!(all(&*session), fresh(&Base::Start, half), "{name}");
        let base = Base::Text(session.text());
        let event = any_event(&*session, &mut rng).unwrap();
        for events in [&[][..], &[event][..]] {
            session.position(&base, events).unwrap();
            assert_eq!(all(&*session), fresh(&base, events), "{name}");
        }
    }
}

#[test]
fn explicit_trees_conform() {
    let seen = check::<At<Throws>>(50, 4, &mut rng(2));
    assert!(seen.decisions > 50 && seen.chances > 50 && seen.ends > 0, "{seen:?}");
    let seen = check::<At<Secrets>>(50, 3, &mut rng(3));
    assert!(seen.sealed == 50 && seen.decisions > 0 && seen.ends > 0, "{seen:?}");
}

#[test]
fn variants_are_found_by_name_only() {
    struct Name;
    impl Visitor for Name {
        type Output = &'static str;
        fn visit<G: Variant>(self) -> &'static str {
            G::NAME
        }
    }
    for name in NAMES {
        assert_eq!(with_variant(&name.to_uppercase(), Name), Some(*name));
    }
    assert_eq!(with_variant("checkers", Name), None);
}

/// Colours exchanged: the same moves mirrored, the same value for the side to act.
fn mirrored_games_agree<G: Variant>(mirror: impl Fn(&G) -> G) {
    let mut rng = rng(4);
    let flip = |token: &str| -> String {
        // Ranks are turned over; throws stay.
        if token.starts_with("r:") || token == "0000" {
            return token.to_string();
        }
        token
            .chars()
            .map(|c| c.to_digit(10).map_or(c, |d| char::from(b'0' + 9 - d as u8)))
            .collect()
    };
    for _ in 0..20 {
        let mut game = G::start();
        let mut history = alea::game::History::new();
        history.push(game.occurrence());
        for _ in 0..150 {
            let all = events(&game, &history);
            if all.is_empty() {
                break;
            }
            let other = mirror(&game);
            assert_eq!(mirror(&other), game);
            let turned = |token: String| match token.split_once('|') {
                Some((white, black)) => format!("{}|{}", flip(black), flip(white)),
                None => flip(&token),
            };
            let mut ours: Vec<_> = all.iter().map(|e| turned(e.token(&game))).collect();
            let mut theirs: Vec<_> =
                events(&other, &history).iter().map(|e| e.token(&other)).collect();
            ours.sort();
            theirs.sort();
            assert_eq!(ours, theirs, "{}", game.text());
            let evaluator = G::Evaluator::default();
            // At sealed turns values are White's in both.
            let value = evaluator.evaluate(&other);
            let value = if G::SEALED { -value } else { value };
            assert_eq!(evaluator.evaluate(&game), value, "{}", game.text());
            game = all[rng.random_range(0..all.len())].apply(&game);
            history.push(game.occurrence());
        }
    }
}

#[test]
fn chess_is_symmetric() {
    mirrored_games_agree::<Chess>(Chess::mirrored);
}

#[test]
fn dicechess_is_symmetric() {
    mirrored_games_agree::<DiceChess>(DiceChess::mirrored);
}

#[test]
fn simultaneous_is_symmetric() {
    mirrored_games_agree::<Simultaneous>(Simultaneous::mirrored);
}

#[test]
fn chez_is_symmetric() {
    mirrored_games_agree::<Chez>(Chez::mirrored);
}

#[test]
fn games_without_dice_accept_none() {
    let game = Chess::start();
    assert_eq!(game.parse_roll("1,2"), None);
    assert_eq!(game.dice(), "");
}
