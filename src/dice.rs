//! Dice with exact integer weights.

use std::ops::ControlFlow;

/// Two six-sided dice of which the order does not matter, `low ≤ high`, faces 1–6.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct Pair {
    /// The smaller face.
    pub low: u8,
    /// The greater face.
    pub high: u8,
}

impl Pair {
    /// A throw of two faces in any order; `None` unless both are 1–6.
    pub fn new(a: u8, b: u8) -> Option<Pair> {
        let face = |x| (1..=6).contains(&x);
        (face(a) && face(b)).then_some(Pair { low: a.min(b), high: a.max(b) })
    }

    /// Reads `3,4`.
    pub fn parse(text: &str) -> Option<Pair> {
        let (a, b) = text.split_once(',')?;
        Pair::new(face(a)?, face(b)?)
    }

    /// Whether both dice show the same face.
    pub fn is_double(self) -> bool {
        self.low == self.high
    }

    /// Visits the 21 throws with their weights out of 36.
    pub fn visit(mut visit: impl FnMut(Pair, u32) -> ControlFlow<()>) {
        for low in 1..=6 {
            for high in low..=6 {
                let weight = if low == high { 1 } else { 2 };
                if visit(Pair { low, high }, weight).is_break() {
                    return;
                }
            }
        }
    }
}

impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{},{}", self.low, self.high)
    }
}

/// Reads one face of a six-sided die.
pub fn face(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_weigh_36() {
        let (mut count, mut sum) = (0, 0);
        Pair::visit(|_, weight| {
            count += 1;
            sum += weight;
            ControlFlow::Continue(())
        });
        assert_eq!((count, sum), (21, 36));
    }

    #[test]
    fn pairs_are_read_in_any_order_and_written_sorted() {
        assert_eq!(Pair::parse("5,2").map(|p| p.to_string()).as_deref(), Some("2,5"));
        for bad in ["", "3", "3,", "0,1", "7,1", "1,2,3", "+1,2", "1, 2", "a,b", "11,2"] {
            assert_eq!(Pair::parse(bad), None, "{bad}");
        }
    }
}
