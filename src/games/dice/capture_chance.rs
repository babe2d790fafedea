//! The exact chance that a throw of three dice lets a side take the enemy king.
//!
//! What can be done does not depend on the order of the dice, so it is enough to know which sets of
//! one, two or three faces lead to the king: sequences of up to three moves are tried with any faces,
//! but none that goes on from faces which are already known to win. The last move is not made: whether
//! the king stands attacked by a man of some kind tells it.

use super::threedice::{Passed, ThreeDice, possible, step};
use crate::board::{B8, Bits, Kind, Kinds, Square};
use crate::game::MoveList;
use crate::games::common::{Move, Orthodox};

/// Sets of faces (0 pawn … 5 king) that lead to the enemy king.
#[derive(Default)]
struct Winning {
    one: [bool; 6],
    two: [[bool; 6]; 6],
    three: [[[bool; 6]; 6]; 6],
}

impl Winning {
    /// Whether faces already known to win are among these.
    fn has(&self, faces: &[usize]) -> bool {
        match *faces {
            [] => false,
            [a] => self.one[a],
            [a, b] => self.one[a] || self.one[b] || self.two[a.min(b)][a.max(b)],
            _ => {
                let [a, b, c] = sorted(faces);
                self.has(&[a, b]) || self.has(&[a, c]) || self.has(&[b, c]) || self.three[a][b][c]
            }
        }
    }

    fn add(&mut self, faces: &[usize]) {
        match *faces {
            [a] => self.one[a] = true,
            [a, b] => self.two[a.min(b)][a.max(b)] = true,
            _ => {
                let [a, b, c] = sorted(faces);
                self.three[a][b][c] = true;
            }
        }
    }
}

fn sorted(faces: &[usize]) -> [usize; 3] {
    let mut three = [faces[0], faces[1], faces[2]];
    three.sort_unstable();
    three
}

/// The chance, out of 216, that the next throw of the side to throw lets it take the enemy king.
pub fn capture_chance(game: &ThreeDice) -> u32 {
    let mut winning = Winning::default();
    let us = game.board().turn();
    let Some(king) = game.board().king(!us) else { return 0 };
    explore(game.board(), game.passed(), king, &mut Vec::with_capacity(4), &mut winning);
    let mut sum = 0;
    for a in 0..6 {
        for b in a..6 {
            for c in b..6 {
                if winning.has(&[a, b, c]) {
                    sum += match (a == b, b == c) {
                        (true, true) => 1,
                        (false, false) => 6,
                        _ => 3,
                    };
                }
            }
        }
    }
    sum
}

/// Notes the ways to the king from a position that was reached with these faces.
fn explore(
    board: &Orthodox<B8>,
    passed: Passed,
    king: Square,
    faces: &mut Vec<usize>,
    winning: &mut Winning,
) {
    let us = board.turn();
    let attackers = board.attackers(us, king, board.occupied());
    if attackers.any() {
        for kind in Kind::ALL.into_iter().filter(|k| (board.kind(*k) & attackers).any()) {
            faces.push(kind.index());
            if !winning.has(faces) {
                winning.add(faces);
            }
            faces.pop();
        }
    }
    if faces.len() >= 2 {
        return;
    }
    let mut moves: MoveList<Move> = MoveList::new();
    possible(board, passed, Kinds::ALL, faces.is_empty(), &mut moves);
    for m in moves {
        let before = faces.len();
        faces.push(m.kind.index());
        if m.is_castling() {
            faces.push(Kind::Rook.index());
        }
        // Taking the king is known already, and so is what goes on from winning faces.
        if m.to != king && !winning.has(faces) {
            let mut next = board.clone();
            let passed = step(&mut next, passed, m);
            explore(&next, passed, king, faces, winning);
        }
        faces.truncate(before);
    }
}
