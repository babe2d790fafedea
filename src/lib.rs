//! Alea: an engine for chess games in which luck and secrecy matter.
//!
//! | module | what it is |
//! |---|---|
//! | [`board`] | geometry without games: squares, sets of squares, movers, men, the FEN board field |
//! | [`dice`] | dice with exact integer weights |
//! | [`game`] | the contract of a game: decisions, throws, sealed turns, ends; its text |
//! | [`games`] | the games, a folder a family, and the registry of variants |
//! | [`search`] | knows the contract, no rules: expectimax, windows, table, ordering, limits |
//! | [`matrix`] | zero-sum matrix games |
//! | [`protocol`] | UCI with dice and phases: commands, options, sessions, the loop |
//! | [`arena`] | tournaments between engines: referee, dice, records, statistics |
//! | [`tools`] | perft and bench |
//!
//! Data flows one way: protocol → session → search → game → board. A game never prints, searches or
//! throws dice; the search never names a variant; only [`games`] lists them.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod arena;
pub mod board;
mod cli;
pub mod dice;
pub mod game;
pub mod games;
pub mod matrix;
mod play;
pub mod protocol;
pub mod search;
pub mod tools;

pub use cli::run;
