//! Random numbers for position keys, made at compile time (SplitMix64, Steele, Lea and Flood 2014).

use crate::board::{Kind, Side, Square};

/// The largest board has 100 squares; a power of two lets indices be masked instead of checked.
const SQUARES: usize = 128;

const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut state = seed;
    let mut all = [0; N];
    let mut i = 0;
    while i < N {
        all[i] = next(&mut state);
        i += 1;
    }
    all
}

/// By side × 8 + kind, then square.
static MEN: [[u64; SQUARES]; 16] = {
    let mut all = [[0; SQUARES]; 16];
    let mut man = 0;
    while man < 16 {
        all[man] = numbers(1 + man as u64 * 0x1_0000_0000);
        man += 1;
    }
    all
};

/// The number of a man on a square.
#[inline(always)]
pub fn man(side: Side, kind: Kind, square: Square) -> u64 {
    MEN[(side.index() * 8 + kind.index()) & 15][square as usize % SQUARES]
}

/// The number of an en passant square.
#[inline(always)]
pub fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square as usize % SQUARES]
}

/// By castling rights.
pub static CASTLING: [u64; 16] = {
    let mut all: [u64; 16] = numbers(0x5eed_0002);
    all[0] = 0;
    all
};
static EN_PASSANT: [u64; SQUARES] = numbers(0x5eed_0003);

/// The number of a square that has vanished.
#[inline(always)]
pub fn vanished(square: Square) -> u64 {
    VANISHED[square as usize % SQUARES]
}

static VANISHED: [u64; SQUARES] = numbers(0x5eed_0006);
/// Black is to act.
pub const BLACK: u64 = numbers::<1>(0x5eed_0004)[0];
/// By dice in hand (whatever code a game gives them).
pub static DICE: [u64; 64] = numbers(0x5eed_0005);
