//! The search's tunable numbers: value, range, meaning, in one table.

use super::value::{ONE, Value};

/// One centipawn as a difference of equities near 0.
pub const CENTIPAWN: Value = ONE / 1200;

macro_rules! params {
    ($($(#[doc = $doc:literal])* $name:ident: $value:literal in $low:literal..=$high:literal;)*) => {
        /// The numbers in use.
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub struct Params {
            /// Whether reductions and pruning that can change the value are in use (in games that
            /// allow them).
            pub selective: bool,
            $($(#[doc = $doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Params { selective: true, $($name: $value,)* }
            }
        }

        impl Params {
            /// Name, value and range of each number.
            pub const TABLE: &[(&str, i32, i32, i32)] =
                &[$((stringify!($name), $value, $low, $high),)*];
        }
    };
}

params! {
    /// Half the first window around the last iteration's value, in centipawns.
    aspiration: 16 in 1..=200;
    /// Reverse futility: margin a turn of depth, in centipawns.
    reverse_margin: 75 in 20..=300;
    /// Reverse futility: greatest depth.
    reverse_depth: 8 in 1..=16;
    /// Null move: least depth.
    null_depth: 3 in 1..=8;
    /// Null move: reduction.
    null_reduction: 3 in 1..=6;
    /// Null move: one more turn of reduction for each so many turns of depth.
    null_divisor: 4 in 2..=10;
    /// Futility of quiet moves: margin, in centipawns.
    futility_margin: 90 in 20..=400;
    /// Futility of quiet moves: margin a turn of depth, in centipawns.
    futility_slope: 80 in 20..=300;
    /// Quiescence: captures are left out that miss the window by more than their gain and this, in
    /// centipawns.
    capture_margin: 200 in 0..=600;
    /// Late quiet moves are left out after base + depth² of them.
    late_base: 4 in 1..=20;
    /// Late-move reductions: constant part, in hundredths of a turn.
    reduction_base: 75 in 0..=200;
    /// Late-move reductions: the product of the logarithms of depth and move number is divided by
    /// this, in hundredths.
    reduction_divisor: 225 in 100..=500;
    /// Turns of several moves: how many positions are gone on from after each move.
    turn_width: 12 in 1..=1000;
    /// Turns of several moves: how many ends of a turn are looked at beyond the next throw.
    turn_choices: 6 in 1..=1000;
    /// Turns of several moves, at the root: how many positions are gone on from after each move.
    root_width: 500 in 1..=10000;
    /// Sealed turns: from this depth on the serialised games are searched first.
    serial_depth: 2 in 1..=100;
    /// Turns of several moves, at the root: how many ends are looked at beyond the next throw; a quarter
    /// of them beyond the one after, and so on.
    root_choices: 64 in 8..=10000;
    /// Throws that are mostly quiet are searched outcome by outcome fewer than so many turns below the
    /// root, and taken to change nothing deeper.
    exact_turns: 0 in 0..=20;
    /// The same for the proof that a forced end is forced whatever is thrown.
    proof_turns: 5 in 0..=20;
    /// Exchanges: half the first window around the last iteration's value, in centipawns.
    exchange_window: 50 in 1..=1000;
    /// Exchanges that may follow a turn: how many captures are looked at in each. One that needs more has
    /// the value of the deepest iteration that was completed, its static value if none was.
    exchange_captures: 1000 in 10..=1000000;
    /// Exchanges that may follow a turn, at a glance: how many captures are looked at in each.
    exchange_glance: 60 in 1..=1000000;
    /// An army's turn: how many positions the widest beam goes on from.
    army_width: 512 in 1..=100000;
    /// An army's turn: with no more ways than this it is searched exhaustively.
    army_few: 20000 in 0..=10000000;
    /// An army's turn: so many random changes of the best way that lead to nothing better end the search.
    army_shakes: 300 in 0..=100000;
    /// Chance nodes whose window is at most this wide, in millionths of equity, are probed by guesses
    /// before they are searched in sound windows.
    probe_width: 100 in 0..=1000000;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_in_their_ranges() {
        for (name, value, low, high) in Params::TABLE {
            assert!(low <= value && value <= high, "{name}");
        }
    }
}
