//! Moves as PGN readers know them: standard algebraic notation.

use super::{Move, Orthodox};
use crate::board::{Bits, Geometry, Kind};
use crate::game::{Game, MoveList};

/// A legal move of the side to move in standard algebraic notation; the pass is `--`.
///
/// In a game without dice a move is told apart from the other legal ones, as the PGN standard has it. In
/// a game with dice it is told apart from every man of its kind that attacks the target, since an
/// ordinary reader knows nothing of what the dice forbid; checks are marked there too.
pub fn san<B: Geometry, G: Game<Move = Move>>(game: &G, board: &Orthodox<B>, m: Move) -> String {
    if m.is_pass() {
        return "--".to_string();
    }
    let (side, to) = (board.turn(), B::name(m.to));
    let file = |square| B::name(square)[..1].to_string();
    let rank = |square| B::name(square)[1..].to_string();
    let mut text = String::new();
    if m.is_castling() {
        text += if m.to > m.from { "O-O" } else { "O-O-O" };
    } else {
        let takes = board.man(m.to).is_some();
        if m.kind == Kind::Pawn {
            if file(m.from) != file(m.to) {
                text += &file(m.from);
                text.push('x');
            }
        } else {
            text.push(m.kind.letter().to_ascii_uppercase());
            let rivals: Vec<u8> = if G::CHANCE {
                let men = board.attackers(side, m.to, board.occupied()) & board.men(side, m.kind);
                men.squares().filter(|from| *from != m.from).collect()
            } else {
                let mut moves = MoveList::new();
                game.moves(side, &mut moves);
                let rival = |o: &&Move| o.kind == m.kind && o.to == m.to && o.from != m.from;
                moves.iter().filter(rival).map(|o| o.from).collect()
            };
            let alone =
                |part: &dyn Fn(u8) -> String| rivals.iter().all(|r| part(*r) != part(m.from));
            if rivals.is_empty() {
            } else if alone(&file) {
                text += &file(m.from);
            } else if alone(&rank) {
                text += &rank(m.from);
            } else {
                text += &B::name(m.from);
            }
            if takes {
                text.push('x');
            }
        }
        text += &to;
        if let Some(kind) = m.promotion {
            text.push('=');
            text.push(kind.letter().to_ascii_uppercase());
        }
    }
    let mut after = *board;
    after.make(m);
    if after.king(!side).is_some() && after.checkers(!side).any() {
        let mut next = game.clone();
        next.play(m);
        let mut replies = MoveList::new();
        if !G::CHANCE {
            next.moves(!side, &mut replies);
        }
        text.push(if !G::CHANCE && replies.is_empty() { '#' } else { '+' });
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::game::{Notation, find_move};
    use crate::games::chess::Chess;
    use crate::games::dice::DiceChess;

    fn san<G: Notation>(text: &str, token: &str) -> String {
        let game = G::parse(text).unwrap();
        let m = find_move(&game, game.side(), token).unwrap();
        game.san(m).unwrap()
    }

    #[test]
    fn moves_are_written_as_the_pgn_standard_has_it() {
        for (text, token, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"),
            ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1", "O-O"),
            ("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O+"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"),
            ("7k/8/8/8/8/8/3N3N/4K3 w - - 0 1", "d2f1", "Ndf1"),
            ("7k/8/8/7N/8/8/8/4K2N w - - 0 1", "h1g3", "N1g3"),
            ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
            ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"),
            // The knight on e2 is pinned, so nothing has to be told apart.
            ("4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"),
            ("4r2k/8/8/8/8/1N6/4N3/4K3 w - - 0 1", "b3d4", "Nd4"),
        ] {
            assert_eq!(san::<Chess>(text, token), expected, "{text}");
        }
    }

    #[test]
    fn dice_do_not_make_moves_unambiguous() {
        let text = "4r2k/8/8/8/8/1N6/4N3/4K3 w - - 0 1 roll=2,6";
        assert_eq!(san::<DiceChess>(text, "b3d4"), "Nbd4");
        let king = "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1 roll=5,5";
        assert_eq!(san::<DiceChess>(king, "e7e8"), "Qxe8");
    }
}
