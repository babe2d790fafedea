//! stub
use super::Cheshire;
use crate::board::Side;
use crate::game::MoveList;
use crate::games::common::Move;
use crate::search::chance::ByOutcome;
use crate::search::value::Value;
use crate::search::{Evaluator, Searchable};

/// x
#[derive(Clone, Default)]
pub struct CheshireEvaluator;
impl<const WILD: bool> Evaluator<Cheshire<WILD>> for CheshireEvaluator {
    const DRAWS: f64 = if WILD { 0.0 } else { 0.3 };
    fn evaluate(&self, game: &Cheshire<WILD>) -> Value {
        let mut v = 0;
        for k in crate::board::Kind::ALL {
            if k != crate::board::Kind::King {
                let c = |s| game.board().men(s, k).count_ones() as i32;
                v += (c(Side::White) - c(Side::Black)) * crate::games::common::WORTH[k.index()];
            }
        }
        let v = crate::search::value::equity(v);
        if game.board().turn() == Side::White { v } else { -v }
    }
    fn explain(&self, _: &Cheshire<WILD>) -> String {
        String::new()
    }
}
impl<const WILD: bool> Searchable for Cheshire<WILD> {
    type Evaluator = CheshireEvaluator;
    type Chance = ByOutcome;
    const SELECTIVE: bool = true;
    fn code(&self, m: Move) -> u16 {
        m.code()
    }
    fn slot(&self, m: Move) -> (usize, usize) {
        self.board().slot(m)
    }
    fn gain(&self, m: Move) -> Option<i32> {
        self.board().gain(m)
    }
    fn in_check(&self) -> bool {
        self.board().checkers(self.board().turn()) != 0
    }
    fn noisy(&self, out: &mut MoveList<Move>) {
        if WILD {
            self.board().generate_noisy::<false>(!self.gone(), out)
        } else {
            self.board().generate_noisy::<true>(!self.gone(), out)
        }
    }
}
