//! `chez`: nothing is captured, and the first side with all its men at home wins.

mod evaluation;
mod exits;
mod hints;
mod home;
mod legality;
mod position;
mod text;
mod ways;

pub use evaluation::ChezEvaluator;
pub use home::{cut_off, homes};
pub use position::{Chez, Move};

use crate::games::Variant;

impl Variant for Chez {
    const NAME: &str = "chez";
    const BENCH_DEPTH: u32 = 2;

    fn bench_positions() -> &'static [&'static str] {
        &[
            "4k3/4r3/8/8/4n3/8/8/4K3[QRRBBNNPPPPPPPPqrbbnpppppppp] b - - 0 1",
            "8/R2b4/3r4/8/8/8/2r1k3/1K1n1b~1Q[RBBNNPPPPPPPPqbnppppppp] w - - 0 6 unmoved=c2",
            "1R~6/1r1n2k1/8/1p6/1r3Q2/1RN5/1NKpBp1n/B1b5[RPPPPPPPqbppppp] w - - 0 12 unmoved=b3",
            "2K1B~1B~N~/2nr1BkP/N2P1PP1/bN3n2/b5q1/pRR5/2pQPB2/b~p1q~r3[ppp] w - - 0 21",
            "R~R~bkn3/pppBN1p1/2nq3N/2P1b3/3p3p/4R1P1/1PRP1P1P/QrBrpKn~1[] w - - 0 19 unmoved=d1,e3",
            "2P1kN~2/1p1N1bp1/N2Bpb2/1B1p1P1n/4Pq~2/1P3R1p/2rP1RPP/nq1QKb~r~r[] w - - 0 46",
        ]
    }
}
