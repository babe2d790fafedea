//! What the chess-like families share: orthodox positions, their moves and their text.

mod generate;
mod orthodox;
mod text;
pub mod zobrist;

pub use orthodox::{Move, Orthodox, castling};
pub use text::{Fields, Kings, draw, read_orthodox};
