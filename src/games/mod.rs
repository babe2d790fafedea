//! The games, one folder a family, and the registry of variants.
//!
//! A variant is a type that implements [`Variant`] and one line in the `registry!` below: protocol,
//! perft, bench, terminal play and the conformance tests take it from here.

pub mod cheshire;
pub mod chess;
pub mod chez;
pub mod common;
pub mod dice;
pub mod octahedra;
pub mod simultaneous;

use crate::game::Notation;
use crate::search::Searchable;

/// A variant as the protocol names it.
pub trait Variant: Notation + Searchable {
    /// Value of the option `UCI_Variant`.
    const NAME: &'static str;
    /// How many turns deep `bench` searches it by default.
    const BENCH_DEPTH: u32;

    /// The positions that `bench` searches beside the start position.
    fn bench_positions() -> &'static [&'static str];
}

/// Something to do with the game type of a variant that is known by name only.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Variant>(self) -> Self::Output;
}

macro_rules! registry {
    ($($game:ty,)*) => {
        /// The names of all variants; the first is the default.
        pub const NAMES: &[&str] = &[$(<$game>::NAME,)*];

        /// Calls the visitor with the game of this name; `None` if there is none. Names are matched
        /// without regard to case.
        pub fn with_variant<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if name.eq_ignore_ascii_case(<$game>::NAME) {
                return Some(visitor.visit::<$game>());
            })*
            None
        }
    };
}

registry! {
    chess::Chess,
    dice::DiceChess,
    dice::BrainKing<crate::board::B8>,
    dice::BrainKing<crate::board::B10>,
    dice::Vegas,
    dice::DiceMoves,
    dice::DicePair,
    dice::ThreeDice,
    dice::Cubic,
    cheshire::CheshireCat,
    cheshire::WildCheshire,
    octahedra::Octahedra,
    simultaneous::Simultaneous,
    chez::Chez,
}
