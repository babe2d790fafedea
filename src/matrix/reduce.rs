//! Short cuts: saddle points and dominated choices.

use super::{LANES, Matrix, greatest, least};

/// The extreme entries of a matrix.
pub struct Extremes {
    /// What each row yields at least.
    pub row_least: Vec<f64>,
    /// What each column costs at most.
    pub column_most: Vec<f64>,
}

impl Extremes {
    /// Those of this matrix.
    pub fn of(matrix: &Matrix) -> Self {
        let row_least = (0..matrix.rows()).map(|r| least(matrix.row(r))).collect();
        let mut column_most = matrix.row(0).to_vec();
        for r in 1..matrix.rows() {
            raise(&mut column_most, matrix.row(r));
        }
        Extremes { row_least, column_most }
    }

    /// Smallest and greatest entry.
    pub fn range(&self) -> (f64, f64) {
        (least(&self.row_least), greatest(&self.column_most))
    }

    /// A pure equilibrium, if there is one: an entry that is the least of its row and the greatest of
    /// its column.
    pub fn saddle(&self) -> Option<(usize, usize)> {
        let value = greatest(&self.row_least);
        let column = self.column_most.iter().position(|most| *most == value)?;
        let row = self.row_least.iter().position(|least| *least == value)?;
        Some((row, column))
    }
}

/// Raises each entry to at least that of the row.
#[inline(always)]
fn raise(most: &mut [f64], row: &[f64]) {
    let more = |m: f64, x: f64| if x > m { x } else { m };
    let (chunks, rest) = row.as_chunks::<LANES>();
    for (most, x) in most.as_chunks_mut::<LANES>().0.iter_mut().zip(chunks) {
        *most = std::array::from_fn(|i| more(most[i], x[i]));
    }
    let from = row.len() - rest.len();
    most[from..].iter_mut().zip(rest).for_each(|(m, x)| *m = more(*m, *x));
}

/// The rows and columns that are left when choices that another is never worse than are taken away,
/// again and again; `None` if all are. The value and at least one equilibrium stay. Only the
/// `dominators` choices with the best sums are compared with (as many as there are finds all).
pub fn dominance(matrix: &Matrix, dominators: usize) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut rows: Vec<usize> = (0..matrix.rows()).collect();
    let mut columns: Vec<usize> = (0..matrix.columns()).collect();
    let mut sums = (vec![0.0; matrix.rows()], vec![0.0; matrix.columns()]);
    for (r, sum) in sums.0.iter_mut().enumerate() {
        *sum = matrix.row(r).iter().sum();
        sums.1.iter_mut().zip(matrix.row(r)).for_each(|(sum, x)| *sum -= x);
    }
    let mut any = false;
    loop {
        let fewer = drop(&mut rows, &columns, &sums.0, dominators, |r, c| matrix.at(r, c))
            | drop(&mut columns, &rows, &sums.1, dominators, |c, r| -matrix.at(r, c));
        if !fewer {
            break;
        }
        any = true;
    }
    any.then_some((rows, columns))
}

/// Takes away the choices that one of the best is as good as against every one of `against`.
fn drop(
    own: &mut Vec<usize>,
    against: &[usize],
    sums: &[f64],
    dominators: usize,
    at: impl Fn(usize, usize) -> f64,
) -> bool {
    let before = own.len();
    let mut best: Vec<usize> = own.clone();
    best.sort_unstable_by(|a, b| sums[*b].total_cmp(&sums[*a]));
    best.truncate(dominators);
    for k in best {
        // One that has been taken away was no better than what took it away.
        let worse = |i: usize| i != k && against.iter().all(|c| at(i, *c) <= at(k, *c));
        if own.contains(&k) {
            own.retain(|i| !worse(*i));
        }
    }
    own.len() < before
}
