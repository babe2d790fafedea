//! Orthodox positions for benches.

/// Ten middle games, as games on the orthodox board bench them; where dice are thrown, before the throw.
pub const MIDDLE_GAMES: [&str; 10] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "r2q1rk1/pp1bppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r1bq1rk1/1pp2ppp/p1np1n2/2b1p3/B3P3/2PP1N2/PP3PPP/RNBQ1RK1 w - - 0 8",
    "2rq1rk1/pb1n1ppp/1p2pn2/2pp4/2PP4/1P1BPN2/PB1N1PPP/2RQ1RK1 w - - 2 12",
    "r1b2rk1/pp1nqppp/2pbpn2/3p4/2PP4/2NBPN2/PPQ2PPP/R1B2RK1 w - - 5 9",
    "r2qkb1r/1b1n1ppp/p2ppn2/1p6/3NP1P1/2N1BP2/PPPQ3P/R3KB1R b KQkq - 0 10",
    "r1b1r1k1/ppq2pbp/n1pp1np1/4p3/2PPP3/2N1BN1P/PP1QBPP1/R4RK1 b - - 2 11",
];
