//! Evaluation weights, a file for each game that has some of its own (how they were fitted:
//! `tuning/README.md`).

pub mod brainking;
pub mod dicechess;
pub mod threedice;
