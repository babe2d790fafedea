//! The serialised games, in which at every sealed turn one side shows its choice before the other
//! chooses. White leading gives a value that White can have in the sealed game for sure, Black leading
//! one that Black can hold White down to: bounds that plain alpha-beta finds.

use super::{At, Worker};
use crate::game::{MoveList, Node, Side};
use crate::search::tt::{CLASSES, Entry};
use crate::search::value::{INFINITE, ONE, Value};
use crate::search::{Searchable, outcome_value};

/// What the keys of the serialised games differ by from that of the sealed one.
const LED_BY: [u64; 2] = [0x9d39_247e_3377_6d41, 0x2af7_3980_05aa_a5c7];

impl<G: Searchable> Worker<'_, G> {
    /// A value for the window if the serialised games alone give one: one of them lies outside of it, or
    /// both are equal, so that nobody has anything to hide.
    pub(super) fn serial_bounds(
        &mut self,
        game: &G,
        at: At,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        let upper = self.led(game, Side::Black, at, alpha.max(-ONE), beta.min(ONE));
        if self.aborted {
            return Some(0);
        }
        if upper <= alpha {
            return Some(upper);
        }
        // Only a value not below `upper` could decide anything now.
        let least = upper.min(beta) - 1;
        let lower = self.led(game, Side::White, at, least, least + 1);
        if self.aborted {
            return Some(0);
        }
        (lower > least && lower.abs() < ONE).then_some(lower.min(upper))
    }

    /// The value of the game in which `leader` shows its choices.
    fn led(&mut self, game: &G, leader: Side, at: At, mut alpha: Value, mut beta: Value) -> Value {
        let key = game.key() ^ LED_BY[leader.index()];
        let known = self.shared.table.get(key, at.turns);
        if let Some(entry) = known.filter(|e| e.depth as i32 == at.depth) {
            if entry.lower >= entry.upper || entry.lower >= beta {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
        let window = (alpha, beta);
        let lists = Side::BOTH.map(|side| {
            let mut moves = MoveList::new();
            game.moves(side, &mut moves);
            let mut scored: Vec<(i32, G::Move)> =
                moves.into_iter().map(|m| (self.habits.of(game, side, m), m)).collect();
            if let Some(entry) = known {
                let code = entry.best[side.index()].0;
                for (score, m) in &mut scored {
                    if game.code(*m) == code {
                        *score = i32::MAX;
                    }
                }
            }
            scored.sort_by_key(|(score, _)| -score);
            scored
        });
        let (first, second) = (&lists[leader.index()], &lists[(!leader).index()]);
        let white_leads = leader == Side::White;
        let mut best = if white_leads { -INFINITE } else { INFINITE };
        let mut codes = [0; 2];
        let mut reply = 0;
        for (_, shown) in first {
            // What the other side makes of it; the best reply to the last choice is tried first.
            let mut answer = if white_leads { INFINITE } else { -INFINITE };
            let (mut low, mut high) = (alpha, beta);
            let order = std::iter::once(reply).chain((0..second.len()).filter(|i| *i != reply));
            let mut found = reply;
            for i in order {
                let (_, hidden) = second[i];
                let (white, black) = if white_leads { (*shown, hidden) } else { (hidden, *shown) };
                let mut next = game.clone();
                next.play_sealed(white, black);
                self.count(1);
                if self.aborted {
                    return 0;
                }
                let place = At { depth: at.depth - 1, turns: at.turns + 1 };
                let value = self.led_child(&next, leader, place, low, high);
                if self.aborted {
                    return 0;
                }
                if white_leads && value < answer || !white_leads && value > answer {
                    (answer, found) = (value, i);
                }
                if white_leads {
                    high = high.min(value);
                } else {
                    low = low.max(value);
                }
                if low >= high {
                    break;
                }
            }
            reply = found;
            if white_leads && answer > best || !white_leads && answer < best {
                best = answer;
                codes[leader.index()] = game.code(*shown);
                codes[(!leader).index()] = game.code(second[found].1);
            }
            if white_leads {
                alpha = alpha.max(answer);
            } else {
                beta = beta.min(answer);
            }
            if alpha >= beta {
                break;
            }
        }
        let mut kept = [(0, 0); CLASSES];
        (kept[0].0, kept[1].0) = (codes[0], codes[1]);
        let lower = if best > window.0 { best } else { -INFINITE };
        let upper = if best < window.1 { best } else { INFINITE };
        let depth = at.depth.min(u8::MAX as i32) as u8;
        self.shared.table.put(key, at.turns, Entry { lower, upper, depth, best: kept });
        best
    }

    fn led_child(&mut self, next: &G, leader: Side, at: At, alpha: Value, beta: Value) -> Value {
        match next.node() {
            Node::Over(outcome) => outcome_value(outcome, Side::White, at.turns),
            Node::Sealed if at.depth > 0 => {
                let occurrence = next.occurrence();
                if occurrence.is_some_and(|key| self.history.count(key) >= 2) {
                    return 0;
                }
                self.history.push(occurrence);
                let value = self.led(next, leader, at, alpha, beta);
                self.history.pop(occurrence);
                value
            }
            _ => self.child(next, at, alpha, beta),
        }
    }
}
