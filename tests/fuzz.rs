//! Random and mangled protocol lines against the program, with a model of what must hold:
//!
//! - every line is answered in order, and the program lives on;
//! - a refused `position`, `play` or `roll` leaves the position as it was; an accepted one can be
//!   read back;
//! - what the program itself calls legal is accepted;
//! - every accepted `go` gives exactly one `bestmove`, legal and after a score, every `go perft` one
//!   last line;
//! - after it all `isready` and `quit` work, and nothing was written to standard error.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const LINES: usize = 20_000;
const SESSIONS: usize = 40;
const PATIENCE: Duration = Duration::from_secs(60);

const COMMANDS: [&str; 18] = [
    "uci",
    "debug",
    "isready",
    "ucinewgame",
    "setoption",
    "position",
    "play",
    "roll",
    "go",
    "stop",
    "ponderhit",
    "phase",
    "legal",
    "board",
    "d",
    "dice",
    "eval",
    "quit",
];

const TEXTS: [&str; 28] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/P6k/8/8/8/8/6Kp/8 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 99 80",
    "8/8/4k3/8/8/3K4/8/8 w - - 12 90",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 3 30",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 roll=2,4",
    "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1 roll=1,2",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 roll=6,6",
    "4R3/8/8/8/8/8/8/4K3 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 9999 99999",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 9998 99999",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] - KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] - KQkq - 1 3 last=f3/c6",
    "2kr4/8/8/8/8/8/3P4/R4RK1[QNq] - - - 48 9 last=g1f1/c8d8",
    "k1r5/P1P5/8/8/8/8/6p1/5K1R[RRbn] - - - 0 1",
    "8/8/3k4/8/3K4/8/8/8[] - - - 1 2 passes=1",
    "r3k2r/8/8/8/8/8/8/R3K2R[] - KQkq - 0 99999",
    "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1",
    "5rk1/8/2n5/8/4Q3/8/8/2KR4[RBBNNPPPPPPPPqrbbnpppppppp] b - - 0 1 unmoved=c1,d1,f8,g8",
    "2P1kN~2/1p1N1bp1/N2Bpb2/1B1p1P1n/4Pq~2/1P3R1p/2rP1RPP/nq1QKb~r~r[] w - - 0 46",
    "4k3/8/8/8/8/2N5/PPPPPPPP/R1BQKBNR[qrrbbnnpppppppp] w - - 0 99999",
];

const WORDS: [&str; 48] = [
    "startpos",
    "fen",
    "moves",
    "name",
    "value",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "infinite",
    "ponder",
    "mate",
    "perft",
    "searchmoves",
    "side",
    "white",
    "black",
    "e2e4",
    "0000",
    "e1g1",
    "a7a8q",
    "e7e8k",
    "P@a4",
    "f3e5@b",
    "e2e4|0000",
    "|",
    "r:",
    "r:3,4",
    "r:7,1",
    "r:3,4,5",
    "roll=3,4",
    "roll=",
    "=",
    "-",
    "-1",
    "0",
    "99999",
    "KQkq",
    "e3",
    "w",
    "joho",
    "e2e4|e7e5",
    "last=e4/-",
    "passes=1",
    "[Qq]",
];

const NUMBERS: [&str; 14] = [
    "-1",
    "0",
    "1",
    "+1",
    "255",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
];

type Luck = Xoshiro256PlusPlus;

fn pick<T: Copy>(luck: &mut Luck, all: &[T]) -> T {
    all[luck.random_range(0..all.len())]
}

/// Whether something happens that does so once in `n` times.
fn one_in(luck: &mut Luck, n: u32) -> bool {
    luck.random_range(0..n) == 0
}

/// Whether the text is one of `chez`, of which searches tell their move only.
fn is_quiet(text: &str) -> bool {
    text.contains("] w ") || text.contains("] b ")
}

/// The program, and what is known of it.
struct Session {
    child: Child,
    lines: Receiver<Vec<u8>>,
    complaints: Option<JoinHandle<String>>,
    /// What was sent last, for messages.
    sent: Vec<String>,
    marks: u64,
    /// Searches accepted, and answers seen: `go`, `go perft`.
    accepted: [u64; 2],
    answered: [u64; 2],
    /// The search under way has told a score.
    scored: bool,
    /// The position text of the latest search, and its answer when that has just come.
    searched: String,
    best: Option<String>,
    /// The position text.
    text: String,
    /// A `position` command that leads to this position, without `moves`; its events.
    base: String,
    events: Vec<String>,
}

impl Session {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_alea"))
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            loop {
                let mut line = Vec::new();
                match output.read_until(b'\n', &mut line) {
                    Ok(n) if n > 0 && sender.send(line).is_ok() => {}
                    _ => break,
                }
            }
        });
        let mut errors = child.stderr.take().expect("a pipe");
        let complaints = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        let mut session = Session {
            child,
            lines,
            complaints: Some(complaints),
            sent: Vec::new(),
            marks: 0,
            accepted: [0; 2],
            answered: [0; 2],
            scored: false,
            searched: String::new(),
            best: None,
            text: String::new(),
            base: String::new(),
            events: Vec::new(),
        };
        session.refresh();
        session
    }

    fn fail(&mut self, what: &str) -> ! {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let complaints = self.complaints.take().and_then(|c| c.join().ok()).unwrap_or_default();
        let from = self.sent.len().saturating_sub(40);
        let sent = self.sent[from..].join("\n> ");
        panic!("{what}\nsent:\n> {sent}\nposition: {}\nstderr: {complaints}", self.text);
    }

    fn send(&mut self, line: &[u8]) {
        let shown = String::from_utf8_lossy(line);
        let long = shown.chars().count() > 4_000;
        let shown: String = shown.chars().take(4_000).collect();
        self.sent.push(if long { shown + "…" } else { shown });
        let input = self.child.stdin.as_mut().expect("a pipe");
        let written = input.write_all(line).and_then(|()| input.write_all(b"\n"));
        if written.and_then(|()| input.flush()).is_err() {
            self.fail("the program does not listen any more");
        }
    }

    /// The next line of output; counts the answers to searches.
    fn next(&mut self) -> String {
        let Ok(mut line) = self.lines.recv_timeout(PATIENCE) else {
            self.fail("the program says nothing any more")
        };
        if line.pop() != Some(b'\n') {
            self.fail("a line without an end");
        }
        let Ok(line) = String::from_utf8(line) else { self.fail("output that is no UTF-8") };
        if line.starts_with("info depth ") && line.contains(" score ") {
            self.scored = true;
        }
        if let Some(answer) = line.strip_prefix("bestmove ") {
            self.answered[0] += 1;
            self.best = answer.split(' ').next().map(String::from);
            if !std::mem::take(&mut self.scored) && !is_quiet(&self.text) {
                self.fail("an answer without a score");
            }
        }
        if line.starts_with("Nodes searched: ") || line == "info string perft stopped" {
            self.answered[1] += 1;
        }
        if line.starts_with("info string error") && line.matches(": ").count() < 2 {
            self.fail(&format!("an error without a word: {line}"));
        }
        line
    }

    /// Sends a line and collects what comes until it has been dealt with. (What a search says at the
    /// same time is among it.)
    fn ask(&mut self, line: &[u8]) -> Vec<String> {
        self.send(line);
        self.marks += 1;
        let mark = format!("mark{}", self.marks);
        self.send(mark.as_bytes());
        self.sent.pop();
        let mark = format!("info string unknown word skipped: {mark}");
        let mut said = Vec::new();
        loop {
            match self.next() {
                line if line == mark => return said,
                line => said.push(line),
            }
        }
    }

    /// The answer that begins with this word.
    fn query(&mut self, line: &str, word: &str) -> String {
        let said = self.ask(line.as_bytes());
        self.sent.pop();
        let answer = said.iter().find(|l| l.split(' ').next() == Some(word));
        match answer {
            Some(answer) => answer.clone(),
            None => self.fail(&format!("no answer to {line}")),
        }
    }

    fn board(&mut self) -> String {
        self.query("board", "board")["board ".len()..].to_string()
    }

    /// Takes the position as the program tells it.
    fn refresh(&mut self) {
        self.text = self.board();
        self.base = format!("position fen {}", self.text);
        self.events.clear();
    }

    /// A search may still be running.
    fn busy(&self) -> bool {
        self.accepted != self.answered
    }

    /// Ends a search under way and waits for its answer.
    fn quiet(&mut self) {
        self.send(b"stop");
        let since = Instant::now();
        while self.busy() {
            self.next();
            if since.elapsed() > PATIENCE {
                self.fail("a search does not stop");
            }
        }
        let said = self.ask(b"isready");
        if said != ["readyok"] {
            self.fail(&format!("isready after stop gave {said:?}"));
        }
        self.sent.pop();
        if let Some(best) = self.best.take()
            && self.searched == self.text
        {
            let phase = self.query("phase", "phase");
            let legal = self.query("legal", "legal");
            let drawn = phase.ends_with("repetition") || phase.ends_with("fifty-moves");
            let right = match phase.split(' ').nth(1) {
                // Whose choice was asked for is not known here.
                Some("sealed") => self.sealed().iter().any(|line| line.contains(&best)),
                Some("move") => legal.split(' ').skip(1).any(|m| m == best),
                // In chess such games go on.
                Some("over") if drawn => true,
                _ => best == "(none)",
            };
            if !right {
                self.fail(&format!("{phase}: answer {best}, {legal}"));
            }
        }
    }

    /// The choices of both sides at a sealed turn.
    fn sealed(&mut self) -> [Vec<String>; 2] {
        let said = self.ask(b"legal");
        self.sent.pop();
        ["legal white ", "legal black "].map(|start| {
            let line = said.iter().find_map(|l| l.strip_prefix(start));
            match line {
                Some(line) => line.split(' ').map(String::from).collect(),
                None => self.fail(&format!("no line {start}")),
            }
        })
    }

    /// The events that are possible now, as far as the program tells.
    fn possible(&mut self) -> Vec<String> {
        let phase = self.query("phase", "phase");
        match phase.split(' ').nth(1) {
            Some("move") => {
                let legal = self.query("legal", "legal");
                let all: Vec<String> = legal.split(' ').skip(1).map(String::from).collect();
                if all.is_empty() {
                    self.fail("a move is due, but none is legal");
                }
                all
            }
            Some("roll") => {
                let thrown = self.query("dice", "dice");
                vec![thrown["dice ".len()..].to_string()]
            }
            Some("sealed") => {
                let [white, black] = self.sealed();
                let pairs =
                    white.iter().flat_map(|w| black.iter().map(move |b| format!("{w}|{b}")));
                pairs.collect()
            }
            Some("over") => Vec::new(),
            _ => self.fail(&format!("strange phase: {phase}")),
        }
    }

    /// Sends a line, mangled or not, and checks all that can be known about its answer. `sure` if the
    /// line can be refused only because of a search. False if the line was `quit`.
    fn line(&mut self, line: &[u8], sure: bool) -> bool {
        let lossy = String::from_utf8_lossy(line).into_owned();
        let words: Vec<&str> = lossy.split_ascii_whitespace().collect();
        let at = words.iter().position(|w| COMMANDS.contains(w));
        let command = at.map(|at| words[at]);
        let perft = at.is_some_and(|at| words[at..].contains(&"perft"));
        if command == Some("quit") {
            self.send(line);
            return false;
        }
        let was_busy = self.busy();
        let said = self.ask(line);
        let errors = said.iter().filter(|l| l.starts_with("info string error: ")).count();
        let refused = errors > 0;
        let busy = said.iter().any(|l| l.starts_with("info string error: a search is running: "));
        if errors > 1 || busy && !was_busy || sure && refused && !busy {
            self.fail(&format!("answered: {said:#?}"));
        }
        let has = |l: &str| said.iter().any(|s| s == l);
        match command {
            Some("go") if !refused => {
                self.accepted[perft as usize] += 1;
                // Else the answer that comes next may be that of the search before.
                let sure = !perft && !was_busy;
                self.searched = if sure { self.text.clone() } else { String::new() };
            }
            Some("position" | "play" | "roll") => {
                if !refused {
                    self.searched.clear();
                }
                let text = self.board();
                if refused && text != self.text {
                    self.fail(&format!("a refused command left {text}"));
                }
                if !refused && !sure {
                    self.refresh();
                } else {
                    self.text = text;
                }
            }
            Some("setoption") if !refused => {
                self.searched.clear();
                self.refresh();
            }
            Some("isready") if !has("readyok") => self.fail("no readyok"),
            Some("uci") if !has("uciok") => self.fail("no uciok"),
            _ => {}
        }
        let answers = [0, 1].map(|i| self.accepted[i] as i64 - self.answered[i] as i64);
        if answers.iter().any(|open| !(0..=1).contains(open)) || answers == [1, 1] {
            self.fail(&format!("searches without answer: {answers:?}"));
        }
        true
    }

    /// Ends the program, which must do so properly.
    fn quit(mut self, said: bool) {
        if !said {
            self.quiet();
            self.send(b"quit");
        }
        let since = Instant::now();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status,
                _ if since.elapsed() > PATIENCE => self.fail("the program does not quit"),
                _ => thread::sleep(Duration::from_millis(2)),
            }
        };
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            self.answered[0] += line.starts_with(b"bestmove ") as u64;
            let perft = line.starts_with(b"Nodes searched: ") || line.ends_with(b"perft stopped\n");
            self.answered[1] += perft as u64;
        }
        let complaints = self.complaints.take().and_then(|c| c.join().ok()).unwrap_or_default();
        if status.code() != Some(0) || !complaints.is_empty() {
            self.complaints = Some(thread::spawn(|| complaints));
            self.fail(&format!("the program ended with {status}"));
        }
        if self.busy() {
            self.fail("a search ended without an answer");
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A `go` with small limits, or one that has to be stopped.
fn go(luck: &mut Luck, moves: &[String]) -> String {
    let mut line = match luck.random_range(0..14) {
        0..=3 => format!("go depth {}", luck.random_range(0..4)),
        4..=6 => format!("go nodes {}", luck.random_range(0..2_000)),
        7 => format!("go movetime {}", luck.random_range(0..4)),
        8 => {
            let [w, b, i] = [0; 3].map(|_| luck.random_range(-5..80));
            format!("go wtime {w} btime {b} winc {i} binc 1 movestogo {}", luck.random_range(0..5))
        }
        9 => "go infinite".to_string(),
        10 => format!("go ponder depth {}", luck.random_range(1..3)),
        11 => format!("go mate {} nodes 500", luck.random_range(0..4)),
        12 => format!("go perft {}", luck.random_range(0..3)),
        _ => "go".to_string(),
    };
    let sealed = moves.first().is_some_and(|m| m.contains('|'));
    if sealed {
        line += pick(luck, &[" side white", " side black"]);
    }
    if !moves.is_empty() && !moves[0].starts_with("r:") && one_in(luck, 4) {
        let black = line.ends_with(" black");
        line += " searchmoves";
        for _ in 0..luck.random_range(1..4) {
            let event = &moves[luck.random_range(0..moves.len())];
            let (white, other) = event.split_once('|').unwrap_or((event, event));
            line += &format!(" {}", if black { other } else { white });
        }
    }
    line
}

fn set_option(luck: &mut Luck) -> String {
    let flag = pick(luck, &["true", "false"]);
    let n = luck.random_range(0..21);
    match luck.random_range(0..12) {
        0..=2 => {
            let variant = pick(
                luck,
                &[
                    "chess",
                    "dicechess",
                    "DiceChess",
                    "cheshire",
                    "WildCheshire",
                    "simultaneous",
                    "chez",
                ],
            );
            format!("setoption name UCI_Variant value {variant}")
        }
        3 => format!("setoption name Hash value {}", luck.random_range(1..5)),
        4 => "setoption name Clear Hash".to_string(),
        5 => format!("setoption name Threads value {}", luck.random_range(1..4)),
        6 => format!("setoption name MultiPV value {}", n.max(1)),
        7 => format!("setoption name Seed value {}", luck.random_range(0..u64::MAX)),
        8 => format!("setoption name Move Overhead value {n}"),
        9 => {
            let names = ["Ponder", "UCI_ShowWDL", "UCI_AnalyseMode", "UCI_LimitStrength"];
            format!("setoption name {} value {flag}", pick(luck, &names))
        }
        10 => format!("setoption name UCI_Elo value {}", 600 + 100 * n),
        _ => format!("setoption name Skill Level value {n}"),
    }
}

/// A well-formed line, and whether it must be accepted by an idle program.
fn valid(luck: &mut Luck, session: &mut Session) -> (String, bool) {
    match luck.random_range(0..20) {
        0..=5 => {
            let possible = session.possible();
            // Nothing new at a finished game, or where a draw could be claimed: back to somewhere.
            if possible.is_empty() || session.events.len() > 60 {
                let text = pick(luck, &TEXTS);
                return (format!("position fen {text}"), false);
            }
            let event = possible[luck.random_range(0..possible.len())].clone();
            let line = match event.strip_prefix("r:") {
                Some(dice) if one_in(luck, 2) => format!("roll {dice}"),
                _ => format!("play {event}"),
            };
            if !session.busy() {
                session.events.push(event);
            } else {
                return (line, false);
            }
            (line, true)
        }
        6 | 7 if !session.busy() => {
            let moves = session.events.join(" ");
            (format!("{} moves {moves}", session.base), true)
        }
        6..=8 => {
            let base = match one_in(luck, 3) {
                true => "startpos".to_string(),
                false => format!("fen {}", pick(luck, &TEXTS)),
            };
            (format!("position {base}"), false)
        }
        9..=13 => {
            // At sealed turns a side must be named.
            let sealed = session.text.contains('[');
            let moves = if sealed || one_in(luck, 3) { session.possible() } else { Vec::new() };
            (go(luck, &moves), !sealed || !moves.is_empty())
        }
        14 => (set_option(luck), true),
        15 => (pick(luck, &["uci", "isready", "debug on", "debug off"]).to_string(), true),
        16 => ("ucinewgame".to_string(), true),
        17 => (pick(luck, &["stop", "ponderhit"]).to_string(), true),
        18 => (pick(luck, &["phase", "legal", "board", "d", "eval"]).to_string(), true),
        _ => (pick(luck, &["dice", "roll 3,4", "play 0000", "play e2e4"]).to_string(), false),
    }
}

/// Spoils a line.
fn mangle(luck: &mut Luck, line: &str) -> Vec<u8> {
    let mut words: Vec<Vec<u8>> = line.split(' ').map(|w| w.as_bytes().to_vec()).collect();
    for _ in 0..luck.random_range(1..4) {
        let at = luck.random_range(0..words.len());
        let numbers: Vec<usize> =
            (0..words.len()).filter(|i| words[*i].iter().all(u8::is_ascii_digit)).collect();
        match luck.random_range(0..18) {
            14.. if !numbers.is_empty() => {
                words[pick(luck, &numbers)] = pick(luck, &NUMBERS).into()
            }
            0 => {
                let cut = luck.random_range(0..=words[at].len());
                words[at].truncate(cut);
            }
            1 => words.truncate(at + 1),
            2 => words.insert(at, words[at].clone()),
            3 => words.extend_from_within(..),
            4 | 5 => {
                let other = luck.random_range(0..words.len());
                words.swap(at, other);
            }
            6 if words.len() > 1 => {
                words.remove(at);
            }
            7 => words[at] = pick(luck, &NUMBERS).into(),
            8 => words.insert(at + 1, pick(luck, &NUMBERS).into()),
            9 => words[at] = pick(luck, &WORDS).into(),
            10 => {
                let word = if one_in(luck, 5) { pick(luck, &COMMANDS) } else { pick(luck, &WORDS) };
                words.insert(at, word.into());
            }
            11 => {
                let n = luck.random_range(1..12);
                words[at].extend((0..n).map(|_| luck.random_range(0..=255u8)));
            }
            12 if !words[at].is_empty() => {
                let i = luck.random_range(0..words[at].len());
                words[at][i] = luck.random_range(0..=255);
            }
            12 if one_in(luck, 10) => {
                let n = pick(luck, &[1_000, 30_000, 300_000]);
                words.push(vec![luck.random_range(b'!'..=b'~'); n]);
            }
            _ => {
                words[at] = words[at].to_ascii_uppercase();
            }
        }
        if words.len() > 300 {
            words.truncate(300);
        }
    }
    let gap: &[u8] = pick(luck, &[&b" "[..], b" ", b" ", b"  ", b"\t", b" \t \r "]);
    let mut all = words.join(gap);
    all.retain(|b| *b != b'\n');
    if one_in(luck, 8) {
        all.push(b'\r');
    }
    all
}

#[test]
fn the_program_bears_any_lines() {
    // Another seed can be given to look further.
    let seed = std::env::var("FUZZ_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(20);
    let mut luck = Luck::seed_from_u64(seed);
    let mut kinds = [0; 4];
    let mut session = Session::start();
    for number in 0..LINES {
        if number % (LINES / SESSIONS) == LINES / SESSIONS - 1 {
            session.quit(false);
            session = Session::start();
        }
        let (line, sure) = valid(&mut luck, &mut session);
        let go_on = if one_in(&mut luck, 2) {
            // The event of a spoilt line has not happened, or the position is taken afresh.
            if sure && (line.starts_with("play") || line.starts_with("roll")) {
                session.events.pop();
            }
            kinds[0] += 1;
            let line = mangle(&mut luck, &line);
            session.line(&line, false)
        } else {
            kinds[1] += 1;
            session.line(line.as_bytes(), sure)
        };
        if !go_on {
            session.quit(true);
            session = Session::start();
        } else if session.busy() && one_in(&mut luck, 3) {
            session.quiet();
            kinds[2] += 1;
        } else if !session.busy() && one_in(&mut luck, 50) {
            // What was printed reads back.
            let text = session.text.clone();
            session.line(format!("position fen {text}").as_bytes(), false);
            if session.text != text {
                session.fail(&format!("{text} is read back as {}", session.text));
            }
            kinds[3] += 1;
        }
    }
    session.quit(false);
    assert!(kinds.iter().all(|n| *n > 100), "{kinds:?}");
}

#[test]
fn a_line_beyond_the_longest_is_refused_alone() {
    let mut session = Session::start();
    for (length, refused) in [(4 << 20, false), ((4 << 20) + 1, true), (9 << 20, true)] {
        let mut line = b"position startpos moves ".to_vec();
        line.resize(length, b' ');
        let said = session.ask(&line);
        let expected: &[&str] =
            if refused { &["info string error: line too long: 4194304 bytes"] } else { &[] };
        assert_eq!(said, expected, "{length}");
    }
    session.quit(false);
}

#[test]
fn output_repeats_but_for_the_times() {
    let run = || {
        let mut luck = Luck::seed_from_u64(5);
        let mut session = Session::start();
        let mut all = Vec::new();
        for line in ["setoption name Seed value 9", "setoption name Hash value 1"] {
            all.extend(session.ask(line.as_bytes()));
        }
        for _ in 0..150 {
            let variant = pick(
                &mut luck,
                &["chess", "dicechess", "cheshire", "wildcheshire", "simultaneous", "chez"],
            );
            session.ask(format!("setoption name UCI_Variant value {variant}").as_bytes());
            session.ask(format!("position fen {}", pick(&mut luck, &TEXTS)).as_bytes());
            let level = pick(&mut luck, &[0, 1, 5, 15, 20, 20, 20]);
            session.ask(format!("setoption name Skill Level value {level}").as_bytes());
            let lines = luck.random_range(1..4);
            session.ask(format!("setoption name MultiPV value {lines}").as_bytes());
            // A side that is not asked for, or is missing, leads to a refusal.
            let side = pick(&mut luck, &["", " side black"]);
            all.extend(session.ask(b"dice"));
            let go = format!("go nodes {}{side}", luck.random_range(1..5_000));
            session.scored = variant == "chez";
            let said = session.ask(go.as_bytes());
            let refused = said.iter().any(|l| l.starts_with("info string error"));
            session.accepted[0] += !refused as u64;
            all.extend(said);
            while session.busy() {
                all.push(session.next());
            }
            session.scored = false;
        }
        session.quit(false);
        let timeless = |line: String| {
            let mut words: Vec<&str> = line.split(' ').collect();
            for name in ["nps", "time"] {
                if let Some(at) = words.iter().position(|w| *w == name) {
                    words[at + 1] = "*";
                }
            }
            words.join(" ")
        };
        all.into_iter().map(timeless).collect::<Vec<_>>()
    };
    let (once, again) = (run(), run());
    let same = once.iter().zip(&again).take_while(|(a, b)| a == b).count();
    assert_eq!(once.get(same), again.get(same), "after {:?}", once.get(same.saturating_sub(1)));
    assert!(once.len() > 500);
}

#[test]
fn the_program_ends_with_its_input_its_output_or_a_signal() {
    let searches = ["go infinite", "go perft 9", "go ponder", "isready"];
    for (way, search) in (0..3).flat_map(|way| searches.map(|search| (way, search))) {
        let mut session = Session::start();
        session.ask(search.as_bytes());
        match way {
            0 => drop(session.child.stdin.take()),
            1 if cfg!(unix) => {
                let id = session.child.id().to_string();
                let kill = Command::new("kill").args(["-TERM", &id]).status();
                assert!(kill.is_ok_and(|status| status.success()));
            }
            _ => {
                // Nobody reads any more: the reader ends with the receiver, and so does the pipe.
                session.lines = channel().1;
                let input = session.child.stdin.as_mut().expect("a pipe");
                let line = b"uci\n";
                // Writing fails as soon as the program has ended.
                while input.write_all(line).and_then(|()| input.flush()).is_ok() {}
            }
        }
        let since = Instant::now();
        let status = loop {
            match session.child.try_wait() {
                Ok(Some(status)) => break status,
                _ if since.elapsed() > PATIENCE => session.fail("the program does not end"),
                _ => thread::sleep(Duration::from_millis(2)),
            }
        };
        let complaints = session.complaints.take().and_then(|c| c.join().ok());
        assert_eq!((status.code(), complaints.as_deref()), (Some(0), Some("")), "{way} {search}");
    }
}

#[test]
fn counting_deep_does_not_run_out_of_stack() {
    let mut session = Session::start();
    session.ask(b"setoption name UCI_Variant value dicechess");
    session.ask(b"go perft 4294967295");
    session.accepted[1] += 1;
    // Lost turns make endless lines: the count goes down as deep as it is let.
    thread::sleep(Duration::from_millis(1_500));
    session.quit(false);
}
