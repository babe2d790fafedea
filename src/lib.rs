#![deny(unsafe_code)]
#![warn(missing_docs)]
//! test
pub mod board;
pub mod dice;
pub mod game;
pub mod games;
pub mod matrix;
pub mod protocol;
pub mod search;
pub mod tools;
