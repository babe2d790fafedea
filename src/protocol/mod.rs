//! The protocol: UCI extended with dice and phases (`engine-protocol.md`).
//!
//! - [`command`]: lines to commands; [`options`]: their names, kinds and values;
//! - [`session`]: one game of some variant behind one `dyn` interface;
//!   `strategy`: what is said of sealed turns;
//! - [`engine`]: the loop that answers while a search runs; [`output`]: lines out.

pub mod command;
pub mod engine;
pub mod options;
pub mod output;
pub mod session;
mod strategy;
