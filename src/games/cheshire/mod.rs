//! The Cheshire Cat games: before each move of White a throw makes a square vanish.

mod evaluation;
mod position;
mod weights;

use crate::games::Variant;
use crate::games::common::MIDDLE_GAMES;

pub use evaluation::tally;
pub use position::Cheshire;

/// `cheshire`: empty squares vanish.
pub type CheshireCat = Cheshire<false>;
/// `wildcheshire`: squares vanish with the men on them; kings are taken.
pub type WildCheshire = Cheshire<true>;

/// Middle games with a few and with many squares gone, before and after the throw.
const HOLES: [&str; 13] = {
    let mut all = [""; 13];
    let mut i = 0;
    while i < 10 {
        all[i] = MIDDLE_GAMES[i];
        i += 1;
    }
    all[10] = "r*2k2r/p1ppqpb1/bn2pnp1/*2PN3/1p2P*2/2N2Q1p/PPPBBPPP/R*2K2R w KQkq - 0 1";
    all[11] = "r1b*r1k1/ppq2pbp/n1p*1np1/4p1*1/2PP*3/2N1BN1P/PP1Q1PP1/R*1*1RK1 b - - 2 20";
    all[12] = "2*1r1k1/*1p2*p1/*4*1p/1*2P1**/1P3*2/*2R*3/1**2PPP/2*1*1K1 w - - 2 40 roll=1,7";
    all
};

impl Variant for CheshireCat {
    const NAME: &str = "cheshire";
    const BENCH_DEPTH: u32 = 7;

    fn bench_positions() -> &'static [&'static str] {
        &HOLES
    }
}

impl Variant for WildCheshire {
    const NAME: &str = "wildcheshire";
    const BENCH_DEPTH: u32 = 4;

    fn bench_positions() -> &'static [&'static str] {
        &HOLES
    }
}
