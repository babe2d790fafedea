//! Static exchange evaluation.

use super::orthodox::{Move, Orthodox};
use crate::board::{Bits, Geometry, Kind};

/// Rough worth of the kinds in centipawns, for exchanges and ordering.
pub const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

impl<G: Geometry> Orthodox<G> {
    /// For a capture or promotion: what it promises, best greatest, negative if it seems to lose;
    /// `None` for a quiet move.
    pub fn gain(&self, m: Move) -> Option<i32> {
        let victim = self.kind_on(m.to);
        let passed = m.kind == Kind::Pawn && Some(m.to) == self.en_passant();
        if victim.is_none() && !passed && m.promotion.is_none() {
            return None;
        }
        let taken = if passed { WORTH[0] } else { victim.map_or(0, |k| WORTH[k.index()]) };
        let grown = m.promotion.map_or(0, |k| WORTH[k.index()] - WORTH[0]);
        let gain = 16 * (taken + grown) - WORTH[m.kind.index()].min(1000);
        let losing = m.promotion.is_some_and(|k| k != Kind::Queen) || !self.exchange_wins(m, 0);
        Some(if losing { gain - 100_000 } else { gain.max(0) })
    }

    /// Whether giving the turn away is a sensible lower bound: with pawns only, having to move may be
    /// what loses.
    pub fn may_pass(&self) -> bool {
        let men = self.side(self.turn());
        (men & !self.kind(Kind::Pawn) & !self.kind(Kind::King)).any()
    }

    /// Whether the exchange that a move begins on its target wins at least `goal` centipawns for the
    /// mover, if both sides take with the cheapest man and may stop. Pins are not looked at.
    pub fn exchange_wins(&self, m: Move, goal: i32) -> bool {
        let us = self.turn();
        let victim = match self.kind_on(m.to) {
            Some(kind) => WORTH[kind.index()],
            None if m.kind == Kind::Pawn && Some(m.to) == self.en_passant() => WORTH[0],
            None => 0,
        };
        let grown = m.promotion.map_or(0, |k| WORTH[k.index()] - WORTH[0]);
        let mut balance = victim + grown - goal;
        if balance < 0 {
            return false;
        }
        balance -= WORTH[m.promotion.unwrap_or(m.kind).index()];
        if balance >= 0 {
            return true;
        }
        let mut occupied = (self.occupied() & !G::Bits::of(m.from)) | G::Bits::of(m.to);
        let mut side = !us;
        // Whether the mover stands at its goal if the exchange stops now.
        let mut reached = true;
        loop {
            let takers = self.attackers(side, m.to, occupied) & occupied;
            let Some((kind, from)) = Kind::ALL.into_iter().find_map(|k| {
                let men = takers & self.kind(k);
                men.any().then(|| (k, men.first()))
            }) else {
                return reached;
            };
            let guarded = (self.attackers(!side, m.to, occupied) & occupied).any();
            if kind == Kind::King && guarded {
                return reached;
            }
            reached = !reached;
            side = !side;
            balance = -balance - 1 - WORTH[kind.index()];
            if balance >= 0 {
                return reached;
            }
            occupied &= !G::Bits::of(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::board::B8;
    use crate::game::{MoveList, Notation};
    use crate::games::chess::Chess;

    fn wins(fen: &str, token: &str, goal: i32) -> bool {
        let game = Chess::parse(fen).unwrap();
        let mut moves = MoveList::new();
        game.board().generate::<true>(
            crate::board::Kinds::ALL,
            true,
            !game.board().side(game.board().turn()),
            &mut moves,
        );
        let m = moves.into_iter().find(|m| m.token::<B8>() == token).unwrap();
        game.board().exchange_wins(m, goal)
    }

    #[test]
    fn exchanges() {
        // An unguarded pawn.
        assert!(wins("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100));
        assert!(!wins("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 101));
        // A guarded pawn taken by a rook: 100 − 500.
        assert!(!wins("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 0));
        assert!(wins("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400));
        // A battery behind the first rook does not help against a pawn guard, but does against a rook.
        assert!(wins("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100));
        // The king may not take what is guarded.
        assert!(wins("8/8/3k4/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5", 100));
        // Quiet moves onto attacked squares lose the man.
        assert!(!wins("4k3/8/2p5/8/8/8/8/3RK3 w - - 0 1", "d1d5", 0));
        assert!(wins("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d5", 0));
    }
}
