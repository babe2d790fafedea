//! What the chess-like families share: orthodox positions, their moves and their text.

mod generate;
mod orthodox;
mod see;
mod text;
pub mod zobrist;

pub mod evaluation;
pub use orthodox::{Move, Orthodox, castling};
pub use see::WORTH;
pub use text::{Fields, Kings, draw, read_orthodox};
