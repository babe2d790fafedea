//! Sets of squares as machine words.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares: bit `i` stands for the square with index `i`.
///
/// Implemented for `u64` (8×8) and `u128` (10×10). Bits beyond the board's last square are always 0
/// in the sets that this crate builds, except right after `!`.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The set without squares.
    const EMPTY: Self;

    /// The set of just this square.
    fn of(square: Square) -> Self;
    /// How many squares the set holds.
    fn count(self) -> u32;
    /// The lowest square; meaningless for the empty set.
    fn first(self) -> Square;
    /// The set without its lowest square; meaningless for the empty set.
    fn without_first(self) -> Self;
    /// All squares moved `n` indices up; those beyond the word are lost.
    fn up(self, n: u32) -> Self;
    /// All squares moved `n` indices down; those below index 0 are lost.
    fn down(self, n: u32) -> Self;

    /// Whether no square is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether some square is in the set.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
    /// Whether two or more squares are in the set.
    #[inline(always)]
    fn many(self) -> bool {
        self.any() && self.without_first().any()
    }
    /// Whether the square is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        (self & Self::of(square)).any()
    }
    /// The squares, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set, lowest index first.
#[derive(Clone)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }
}

impl<B: Bits> ExactSizeIterator for Squares<B> {}

macro_rules! bits {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(square: Square) -> Self {
                1 << square
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> Square {
                self.trailing_zeros() as Square
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn up(self, n: u32) -> Self {
                self << n
            }
            #[inline(always)]
            fn down(self, n: u32) -> Self {
                self >> n
            }
        }
    };
}

bits!(u64);
bits!(u128);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_iterate_in_index_order() {
        let set = <u128 as Bits>::of(99) | <u128 as Bits>::of(0) | <u128 as Bits>::of(64);
        assert_eq!(set.squares().collect::<Vec<_>>(), [0, 64, 99]);
        assert_eq!(set.squares().len(), 3);
        assert!(set.many() && !<u64 as Bits>::of(5).many() && !0u64.many());
    }
}
