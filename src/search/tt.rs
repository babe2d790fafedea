//! The transposition table: bounds and best moves of positions, shared by all threads.

use std::mem::size_of;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::plan::Plan;
use super::value::{ONE, Value};

/// How many classes of moves an entry keeps a move for (see [`super::ThrowClasses`]).
pub const CLASSES: usize = 6;

/// What is known of a position, at one depth.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
    /// Turns searched.
    pub depth: u8,
    /// By class: the best move's code, 0 for none, and its value in units of [`GUESS_UNIT`].
    pub best: [(u16, i16); CLASSES],
}

/// The depth of bounds that no deeper search can change.
pub const FINAL: u8 = 250;

/// How many slots are taken to be near: a MiB of them.
pub const NEAR: usize = (1 << 20) / size_of::<Slot>();

/// Unit of the values kept with the moves of an entry.
pub const GUESS_UNIT: Value = 400;

/// Six words: a check of the key, then the packed [`Entry`]. A torn write fails the check, so that no
/// lock is needed (Hyatt and Mann, "A lockless transposition-table implementation", 2002).
type Slot = [AtomicU64; 6];

/// A table of fixed size.
pub struct Table {
    slots: Box<[Slot]>,
    generation: AtomicU8,
    /// What the last search of a long turn means to play in it.
    pub plan: Mutex<Option<Plan>>,
}

impl Table {
    /// An empty table that takes at most so many MiB, at least one; `None` if there is no memory for
    /// it. The memory is taken up as it is used.
    pub fn new(mebibytes: usize) -> Option<Self> {
        let count = (mebibytes.max(1) << 20) / size_of::<Slot>();
        let slots = bytemuck::allocation::try_zeroed_slice_box(count).ok()?;
        Some(Table { slots, generation: AtomicU8::new(0), plan: Mutex::new(None) })
    }

    /// Forgets everything, and takes up all of the table's memory.
    pub fn clear(&mut self) {
        self.slots.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
        self.plan = Mutex::new(None);
    }

    /// Begins a new search: what earlier ones have left may be overwritten.
    pub fn age(&self) {
        self.generation.store(self.generation.load(Relaxed).wrapping_add(1), Relaxed);
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> &Slot {
        // The high half of the product spreads keys evenly over any number of slots.
        &self.slots[((key as u128 * self.slots.len() as u128) >> 64) as usize]
    }

    /// A key for the same position whose slot is among the first [`NEAR`], for many short searches: those
    /// stay in a processor's cache, and memory is so slow that few positions take as long to be searched.
    #[inline(always)]
    pub fn near(&self, key: u64) -> u64 {
        (key as u128 * NEAR.min(self.slots.len()) as u128 / self.slots.len() as u128) as u64
    }

    fn read(slot: &Slot) -> (u64, [u64; 5]) {
        let words = [1, 2, 3, 4, 5].map(|i: usize| slot[i].load(Relaxed));
        (slot[0].load(Relaxed) ^ words.iter().fold(0u64, |x, w| x.rotate_left(1) ^ w), words)
    }

    /// What is known of the position with this key, seen from `turns` turns below the root.
    #[inline]
    pub fn get(&self, key: u64, turns: i32) -> Option<Entry> {
        let (found, words) = Self::read(self.slot(key));
        // An empty slot reads as key 0 with empty bounds.
        (found == key && words[1] != 0).then(|| unpack(words, turns))
    }

    /// Notes what is known. Bounds for the same depth are joined with those already there; much deeper
    /// bounds of the same search stay, and only moves are taken over.
    pub fn put(&self, key: u64, turns: i32, mut entry: Entry) {
        let slot = self.slot(key);
        let (found, words) = Self::read(slot);
        let generation = self.generation.load(Relaxed);
        if found == key && words[1] != 0 {
            let old = unpack(words, turns);
            let exact = entry.lower == entry.upper;
            if old.depth == entry.depth {
                let joined = (entry.lower.max(old.lower), entry.upper.min(old.upper));
                // Path-dependent draws and reductions can contradict each other: then the newer counts.
                if joined.0 <= joined.1 {
                    (entry.lower, entry.upper) = joined;
                }
            } else if old.depth > entry.depth + 3 && !exact && (words[1] >> 8) as u8 == generation {
                (entry.lower, entry.upper, entry.depth) = (old.lower, old.upper, old.depth);
            }
            for (new, old) in entry.best.iter_mut().zip(old.best) {
                if new.0 == 0 {
                    *new = old;
                }
            }
        } else if words[1] != 0 {
            let (depth, age) = (words[1] as u8, (words[1] >> 8) as u8);
            let stale = generation.wrapping_sub(age).min(8) as u32 * 2;
            if depth != FINAL && depth as u32 > entry.depth as u32 + stale + 3 {
                return;
            }
        }
        let words = pack(entry, turns, generation);
        let check = words.iter().fold(0u64, |x, w| x.rotate_left(1) ^ w);
        slot[0].store(key ^ check, Relaxed);
        for (word, value) in slot[1..].iter().zip(words) {
            word.store(value, Relaxed);
        }
    }

    /// How many of a sample of slots hold something of the current search, in thousandths.
    pub fn fullness(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = self.slots.len().min(1000);
        let used = self.slots[..sample]
            .iter()
            .filter(|s| {
                let word = s[2].load(Relaxed);
                word != 0 && (word >> 8) as u8 == generation
            })
            .count();
        used * 1000 / sample
    }
}

/// Decided values are stored as seen from the position, not from the root.
fn stored(value: Value, turns: i32) -> Value {
    if value > ONE {
        value + turns
    } else if value < -ONE {
        value - turns
    } else {
        value
    }
}

fn pack(entry: Entry, turns: i32, generation: u8) -> [u64; 5] {
    let half = |i: usize| {
        let (code, guess) = entry.best[i];
        code as u64 | (guess as u16 as u64) << 16
    };
    [
        stored(entry.lower, turns) as u32 as u64 | (stored(entry.upper, turns) as u32 as u64) << 32,
        // Bit 16 marks the slot as used.
        entry.depth as u64 | (generation as u64) << 8 | 1 << 16,
        half(0) | half(1) << 32,
        half(2) | half(3) << 32,
        half(4) | half(5) << 32,
    ]
}

fn unpack(words: [u64; 5], turns: i32) -> Entry {
    let half = |i: usize| {
        let bits = words[2 + i / 2] >> (32 * (i % 2));
        (bits as u16, (bits >> 16) as i16)
    };
    Entry {
        lower: stored(words[0] as u32 as Value, -turns),
        upper: stored((words[0] >> 32) as u32 as Value, -turns),
        depth: words[1] as u8,
        best: std::array::from_fn(half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value::{INFINITE, WIN};

    #[test]
    fn entries_come_back_and_join_their_bounds() {
        let table = Table::new(1).unwrap();
        let mut best = [(0, 0); CLASSES];
        best[3] = (77, -5);
        let entry = Entry { lower: -3, upper: INFINITE, depth: 4, best };
        assert_eq!(table.get(9, 0), None);
        table.put(9, 0, entry);
        assert_eq!(table.get(9, 0), Some(entry));
        table.put(9, 0, Entry { lower: -INFINITE, upper: 12, best: [(0, 0); CLASSES], ..entry });
        assert_eq!(table.get(9, 0), Some(Entry { upper: 12, ..entry }));
        assert_eq!(table.get(9 + (1 << 60), 0), None);
    }

    #[test]
    fn near_keys_have_their_slots_in_the_front() {
        let table = Table::new(4).unwrap();
        let entry = Entry { lower: 1, upper: 2, depth: 3, best: [(0, 0); CLASSES] };
        for key in [0, 9, 1 << 40, u64::MAX] {
            let near = table.near(key);
            assert!(table.slots[..NEAR].iter().any(|slot| std::ptr::eq(slot, table.slot(near))));
            table.put(near, 0, entry);
            assert_eq!(table.get(near, 0), Some(entry));
        }
        let small = Table::new(1).unwrap();
        assert_eq!(small.near(77), 77);
    }

    #[test]
    fn decided_values_count_from_the_position() {
        let table = Table::new(1).unwrap();
        let best = [(0, 0); CLASSES];
        table.put(1, 3, Entry { lower: WIN - 5, upper: WIN - 5, depth: 1, best });
        assert_eq!(table.get(1, 6).map(|e| e.lower), Some(WIN - 8));
        table.put(2, 3, Entry { lower: -WIN + 5, upper: -WIN + 5, depth: 1, best });
        assert_eq!(table.get(2, 0).map(|e| e.upper), Some(-WIN + 2));
    }
}
