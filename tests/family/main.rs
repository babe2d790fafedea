//! The rules of the family of dice chess games, one test a rule, as a client sees them. What is expected
//! was worked out from the rules alone. Names of tests follow the sections of the rules in
//! `engine-protocol.md`.

mod client;
mod cubic;
mod one_die;
mod random_games;
mod several_moves;
mod shared;
mod threedice;
mod vegas;
