//! When to stop: depth, nodes and time. The only place that reads the clock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::*};
use std::time::{Duration, Instant};

use crate::game::Side;

/// A clock as `go` describes it; times in milliseconds.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Clock {
    /// Time left, by side.
    pub time: [Option<u64>; 2],
    /// Increment a move, by side.
    pub increment: [u64; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u64>,
}

/// What a search may use.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Limits {
    /// Turns.
    pub depth: Option<u32>,
    /// Moves made.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub move_time: Option<u64>,
    /// Clocks.
    pub clock: Clock,
    /// A decided game in this many own turns ends the search.
    pub mate: Option<u32>,
    /// Go on until told to stop.
    pub infinite: bool,
    /// Look at single moves and the static values after them only.
    pub greedy: bool,
}

/// Times between which a search may end, as planned for one move.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Plan {
    /// No further iteration is begun after this.
    soft: Duration,
    /// The search is broken off at this.
    hard: Duration,
}

/// Supervises one search: knows its limits and when it began; shared by its threads.
pub struct Control {
    /// Raised to end the search.
    pub stop: AtomicBool,
    /// While raised, time limits do not count.
    pondering: AtomicBool,
    /// Raised when the client has said `stop`.
    told: AtomicBool,
    /// Microseconds from the beginning to the moment from which time limits count.
    late: AtomicU64,
    nodes: AtomicU64,
    start: Instant,
    plan: Option<Plan>,
    limits: Limits,
}

impl Control {
    /// A search by `side` that begins now. `overhead` in milliseconds is kept back for the way of the
    /// answer.
    pub fn new(limits: Limits, side: Side, overhead: u64, pondering: bool) -> Self {
        Control {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            told: AtomicBool::new(false),
            late: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            start: Instant::now(),
            plan: plan(&limits, side, overhead),
            limits,
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The client wants the answer now.
    pub fn stop(&self) {
        self.told.store(true, Relaxed);
        self.stop.store(true, Relaxed);
    }

    /// The opponent has made the expected move: from now on time limits count.
    pub fn ponder_hit(&self) {
        // Without pondering it means nothing: the clock runs already.
        if self.pondering.load(Acquire) {
            self.late.store(self.elapsed().as_micros() as u64, Relaxed);
            self.pondering.store(false, Release);
        }
    }

    /// Whether an answer must not be given yet.
    pub fn must_wait(&self) -> bool {
        let waits = self.limits.infinite || self.pondering.load(Relaxed);
        waits && !self.told.load(Relaxed)
    }

    /// Whether the search was to go on until the client said something.
    pub fn open_ended(&self) -> bool {
        self.limits.infinite || self.pondering.load(Relaxed) || self.told.load(Relaxed)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Nodes reported by all threads.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// A thread reports further nodes and learns whether to break off.
    pub fn report(&self, nodes: u64) -> bool {
        let sum = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        let out_of_nodes = self.limits.nodes.is_some_and(|n| sum >= n);
        if out_of_nodes || self.past(|p| p.hard) {
            self.stop.store(true, Relaxed);
        }
        self.stop.load(Relaxed)
    }

    /// After how many nodes a thread must report at the latest.
    pub fn allowance(&self) -> u64 {
        const INTERVAL: u64 = 64;
        match self.limits.nodes {
            Some(n) => n.saturating_sub(self.nodes()).clamp(1, INTERVAL),
            None => INTERVAL,
        }
    }

    /// Whether another iteration should be begun; `forced` if there is no choice to make.
    pub fn go_on(&self, depth: u32, forced: bool) -> bool {
        if self.stop.load(Relaxed) || self.limits.depth.is_some_and(|d| depth >= d) {
            return false;
        }
        let ended = self.plan.is_some() && forced || self.past(|p| p.soft);
        !ended || self.pondering.load(Relaxed)
    }

    /// Whether a part of the time or of the nodes, in percent, has been used; never without such a limit.
    pub fn has_used(&self, percent: u64) -> bool {
        let nodes = self.limits.nodes.is_some_and(|n| self.nodes() >= n / 100 * percent);
        nodes || self.past(|p| p.soft * percent as u32 / 100)
    }

    fn past(&self, when: impl Fn(&Plan) -> Duration) -> bool {
        match &self.plan {
            Some(plan) if !self.pondering.load(Acquire) => {
                let late = Duration::from_micros(self.late.load(Relaxed));
                self.elapsed().saturating_sub(late) >= when(plan)
            }
            _ => false,
        }
    }
}

/// How long a move may take.
fn plan(limits: &Limits, side: Side, overhead: u64) -> Option<Plan> {
    if limits.infinite {
        return None;
    }
    let millis = Duration::from_millis;
    if let Some(time) = limits.move_time {
        // The answer is due at the time itself, so only a little is kept back.
        let hard = Duration::from_micros(
            time.saturating_sub(overhead.min(time / 20)).saturating_mul(1000),
        );
        return Some(Plan { soft: hard, hard });
    }
    // A clock given for the other side only, or increments only, still tell how fast the game is.
    let Clock { time, increment, .. } = limits.clock;
    let own = side.index();
    let given = time[own].or(time[1 - own]);
    let time = given.or((increment != [0, 0]).then_some(0))?;
    let increment = increment[own];
    let left = time.saturating_sub(overhead).max(1);
    let moves = limits.clock.moves_to_go.unwrap_or(30).clamp(1, 40);
    let share = left / moves + increment.saturating_mul(3) / 4;
    // With one move to go everything may be used; else never most of the clock at once.
    let most = if moves == 1 { left } else { left / 4 + increment.min(left / 2) / 2 };
    let soft = share.min(most).max(1);
    let hard = share.saturating_mul(3).min(most).max(1);
    Some(Plan { soft: millis(soft.saturating_mul(3) / 5), hard: millis(hard) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: u64, increment: u64, moves_to_go: Option<u64>) -> Limits {
        let clock = Clock { time: [Some(time), Some(1)], increment: [increment, 0], moves_to_go };
        Limits { clock, ..Limits::default() }
    }

    #[test]
    fn plans_never_use_up_the_clock() {
        for time in [0, 1, 5, 50, 1_000, 60_000, 3_600_000] {
            for increment in [0, 100, 10_000] {
                for to_go in [None, Some(1), Some(5), Some(100)] {
                    let limits = clock(time, increment, to_go);
                    let plan = plan(&limits, Side::White, 10).unwrap();
                    assert!(plan.soft <= plan.hard.max(Duration::from_millis(1)));
                    let left = Duration::from_millis(time.saturating_sub(10).max(1));
                    assert!(plan.hard <= left, "{time} {increment} {to_go:?} {plan:?}");
                }
            }
        }
        assert_eq!(plan(&Limits::default(), Side::White, 10), None);
        // The other side's clock, or an increment alone, will do.
        assert!(plan(&clock(1000, 0, None), Side::Black, 10).is_some());
        let clock = Clock { increment: [100, 100], ..Clock::default() };
        assert!(plan(&Limits { clock, ..Limits::default() }, Side::Black, 10).is_some());
    }

    #[test]
    fn a_move_time_is_kept() {
        let limits = Limits { move_time: Some(100), ..Limits::default() };
        assert_eq!(plan(&limits, Side::Black, 10).unwrap().hard, Duration::from_millis(95));
    }
}
