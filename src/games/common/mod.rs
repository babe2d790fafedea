//! What the chess-like families share: orthodox positions, their moves and their text.

mod generate;
mod orthodox;
mod positions;
mod san;
mod see;
mod text;
pub mod zobrist;

pub mod evaluation;
pub use orthodox::{Made, Move, Orthodox, castling};
pub use positions::MIDDLE_GAMES;
pub use san::san;
pub use see::WORTH;
pub use text::{
    Demands, Fields, Kings, draw, draw_with, number, read_en_passant, read_orthodox,
    read_orthodox_with, read_passed,
};
