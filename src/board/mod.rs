//! Geometry without games: squares, sets of squares, movers, men, and the FEN board field.

mod bits;
mod fen;
mod geometry;
mod magics;
mod men;

pub use bits::{Bits, Squares};
pub use fen::{read_board, write_board};
pub use geometry::{B8, B10, Geometry};
pub use men::{Kind, Kinds, Side};

/// A square: its index, rank by rank from a1 = 0 (so `index = rank × files + file`).
pub type Square = u8;
