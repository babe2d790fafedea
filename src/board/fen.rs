//! The board field of FEN, for any board size.

use super::{Geometry, Square};

/// Reads a board field: ranks from the top, separated by `/`, numbers for runs of empty squares, one
/// character for anything else. `put` is told each such character with its square and says whether it
/// knows it.
///
/// # Errors
/// The offending part: the unknown character, or the rank (or the whole field) of the wrong length.
pub fn read_board<G: Geometry>(
    field: &str,
    mut put: impl FnMut(Square, char) -> bool,
) -> Result<(), String> {
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != G::RANKS as usize {
        return Err(field.to_string());
    }
    for (text, rank) in ranks.into_iter().zip((0..G::RANKS).rev()) {
        let wrong = || text.to_string();
        let mut file = 0u32;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if file >= G::FILES as u32 {
                return Err(wrong());
            }
            if let Some(digit) = c.to_digit(10) {
                let mut run = digit;
                // Two-place numbers exist only where a rank has ten or more squares.
                if G::FILES >= 10
                    && let Some(next) = chars.peek().and_then(|c| c.to_digit(10))
                {
                    run = run * 10 + next;
                    chars.next();
                }
                let after_run = chars.peek().is_some_and(|c| c.is_ascii_digit());
                if digit == 0 || file + run > G::FILES as u32 || after_run {
                    return Err(wrong());
                }
                file += run;
            } else {
                if !put(G::square(file as u8, rank), c) {
                    return Err(c.to_string());
                }
                file += 1;
            }
        }
        if file != G::FILES as u32 {
            return Err(wrong());
        }
    }
    Ok(())
}

/// Writes a board field; `at` gives what stands on a square, `None` for an empty one.
pub fn write_board<G: Geometry>(at: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..G::RANKS).rev() {
        let mut run = 0;
        for file in 0..G::FILES {
            match at(G::square(file, rank)) {
                None => run += 1,
                Some(c) => {
                    if run > 0 {
                        text += &run.to_string();
                        run = 0;
                    }
                    text.push(c);
                }
            }
        }
        if run > 0 {
            text += &run.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{B8, B10};
    use super::*;
    use std::collections::HashMap;

    fn round_trip<G: Geometry>(field: &str) -> Result<String, String> {
        let mut men = HashMap::new();
        read_board::<G>(field, |s, c| c.is_ascii_alphabetic() && men.insert(s, c).is_none())?;
        Ok(write_board::<G>(|s| men.get(&s).copied()))
    }

    #[test]
    fn boards_round_trip_on_both_sizes() {
        let eight = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R";
        assert_eq!(round_trip::<B8>(eight).as_deref(), Ok(eight));
        let ten = "rnbqkkkbnr/pppppppppp/10/10/4p5/10/10/10/PPPPPPPPPP/RNBQKKKBNR";
        assert_eq!(round_trip::<B10>(ten).as_deref(), Ok(ten));
    }

    #[test]
    fn bad_boards_name_the_offending_part() {
        for (field, word) in [
            ("8/8/8/8/8/8/8", "8/8/8/8/8/8/8"),
            ("8/8/8/8/8/8/8/9", "9"),
            ("8/8/8/8/8/8/8/44", "44"),
            ("8/8/8/8/8/8/8/7", "7"),
            ("8/8/8/8/8/8/8/pppppppp1", "pppppppp1"),
            ("8/8/8/8/8/8/8/3?4", "?"),
            ("8/8/8/8/8/8/8/08", "08"),
            ("8/8/8/8/8/8/8/é7", "é"),
        ] {
            assert_eq!(round_trip::<B8>(field), Err(word.to_string()), "{field}");
        }
    }
}
