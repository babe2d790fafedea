//! The loop of the protocol: reads lines, answers at once, and lets searches run beside.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread::JoinHandle;

use rand::rngs::SysRng;
use rand::{RngExt, SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::command::{self, Command, Go};
use super::options::{Effect, Options};
use super::output::Output;
use super::session::{Job, Session, Work, open};
use crate::game::TextError;
use crate::search::limits::{Control, Limits};
use crate::search::strength;
use crate::search::tt::Table;

/// Longest line that is read, in bytes.
const LONGEST_LINE: usize = 4 << 20;

/// Stack of a search, in bytes: room for the deepest line and the deepest count.
const STACK: usize = 16 << 20;

/// A search under way.
struct Running {
    control: Arc<Control>,
    /// Set just before the last line of the search is written.
    done: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// The engine as a client sees it.
pub struct Engine {
    output: Output,
    options: Options,
    table: Arc<Table>,
    rng: Xoshiro256PlusPlus,
    session: Box<dyn Session>,
    running: Option<Running>,
}

impl Engine {
    /// An engine that writes to `output`.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new(output: Output) -> Result<Self, TextError> {
        let options = Options::default();
        let session = open(options.variant)
            .ok_or_else(|| TextError::new("unknown variant", options.variant))?;
        let table = new_table(options.hash)?;
        let rng = generator(options.seed);
        Ok(Engine { output, options, table, rng, session, running: None })
    }

    /// Reads and answers lines until `quit` or the end of the input.
    pub fn run(&mut self, mut input: impl BufRead) {
        let mut line = Vec::new();
        while let Some(whole) = read_line(&mut input, &mut line) {
            if !whole {
                let error = TextError::new("line too long", format!("{} bytes", LONGEST_LINE));
                self.output.error(&error);
            } else if !self.line(&String::from_utf8_lossy(&line)) {
                break;
            }
        }
        self.finish();
    }

    /// Answers one line; false for `quit`.
    pub fn line(&mut self, line: &str) -> bool {
        log::debug!("line: {line}");
        let read = command::read(line);
        for word in &read.skipped {
            let word: String = word.chars().take(60).collect();
            self.output.line(&format!("info string unknown word skipped: {word}"));
        }
        match read.command {
            Some(Ok(Command::Quit)) => return false,
            Some(command) => {
                if let Err(error) = command.and_then(|c| self.obey(c)) {
                    self.output.error(&error);
                }
            }
            None => {}
        }
        true
    }

    fn obey(&mut self, command: Command) -> Result<(), TextError> {
        self.collect();
        let out = self.output.clone();
        match command {
            Command::Uci => self.introduce(),
            Command::Debug | Command::Quit => {}
            Command::IsReady => out.line("readyok"),
            Command::NewGame => {
                self.idle("ucinewgame")?;
                self.renew_table(self.options.hash)?;
                self.rng = generator(self.options.seed);
            }
            Command::SetOption { name, value } => {
                self.idle("setoption")?;
                self.set_option(&name, value.as_deref())?;
            }
            Command::Position { base, events } => {
                self.idle("position")?;
                self.session.position(&base, &events)?;
            }
            Command::Play(event) => {
                self.idle("play")?;
                self.session.append(&event)?;
            }
            Command::Roll(event) => {
                self.idle("roll")?;
                self.session.append(&event)?;
            }
            Command::Go(go) => {
                self.idle("go")?;
                let job = self.session.search(&go)?;
                self.start(job, go)?;
            }
            Command::Perft(depth) => {
                self.idle("go")?;
                let job = self.session.perft(depth);
                self.start(job, Go::default())?;
            }
            Command::Stop => {
                if let Some(running) = &self.running {
                    running.control.stop();
                    running.thread.thread().unpark();
                }
            }
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.control.ponder_hit();
                    running.thread.thread().unpark();
                }
            }
            Command::Phase => out.line(&self.session.phase_line()),
            Command::Legal => out.line(&self.session.legal_lines().join("\n")),
            Command::Board => out.line(&format!("board {}", self.session.text())),
            Command::Draw => {
                let s = &self.session;
                out.line(&format!("{}\n\n{}\nkey {:016x}", s.drawing(), s.text(), s.key()));
            }
            Command::Dice => {
                let thrown = self.session.throw(&mut self.rng)?;
                out.line(&format!("dice {thrown}"));
            }
            Command::Eval => out.line(&self.session.eval()),
        }
        Ok(())
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let options = Options::describe().join("\n");
        self.output
            .line(&format!("id name Alea {version}\nid author the Alea authors\n{options}\nuciok"));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), TextError> {
        let mut options = self.options.clone();
        match options.set(name, value)? {
            Effect::None => {}
            Effect::NewVariant => {
                let session = open(options.variant)
                    .ok_or_else(|| TextError::new("unknown variant", options.variant))?;
                self.renew_table(options.hash)?;
                self.session = session;
            }
            Effect::NewTable => self.renew_table(options.hash)?,
            Effect::NewSeed => self.rng = generator(options.seed),
        }
        self.options = options;
        Ok(())
    }

    /// An empty table instead of the present one, whose memory is given back first; where there is no
    /// memory for a new size, one of the old size again.
    fn renew_table(&mut self, mebibytes: usize) -> Result<(), TextError> {
        self.table = new_table(1)?;
        let table = new_table(mebibytes).or_else(|error| {
            self.table = new_table(self.options.hash)?;
            Err(error)
        });
        self.table = table?;
        Ok(())
    }

    /// Refuses a command while a search runs.
    fn idle(&self, word: &str) -> Result<(), TextError> {
        match self.running {
            Some(_) => Err(TextError::new("a search is running", word)),
            None => Ok(()),
        }
    }

    /// Forgets a search that has given its answer.
    fn collect(&mut self) {
        if self.running.as_ref().is_some_and(|r| r.done.load(SeqCst))
            && let Some(running) = self.running.take()
        {
            // The thread has nothing left to do but to end.
            let _ = running.thread.join();
        }
    }

    fn start(&mut self, job: Job, go: Go) -> Result<(), TextError> {
        let limits: Limits = strength::limit(go.limits, self.options.level());
        let side = go.side.unwrap_or(self.session.side());
        let control = Arc::new(Control::new(limits, side, self.options.overhead, go.ponder));
        let done = Arc::new(AtomicBool::new(false));
        let work = Work {
            table: self.table.clone(),
            control: control.clone(),
            output: self.output.clone(),
            options: self.options.clone(),
            seed: self.rng.random(),
        };
        let (output, finished, waiting) = (self.output.clone(), done.clone(), control.clone());
        let run = move || {
            let last = job(work);
            // An answer is due only when the client asks for it.
            while waiting.must_wait() {
                std::thread::park_timeout(std::time::Duration::from_millis(50));
            }
            output.line_after(&last, || finished.store(true, SeqCst));
        };
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(run)
            .map_err(|e| TextError::new("no thread for the search", e.to_string()))?;
        self.running = Some(Running { control, done, thread });
        Ok(())
    }

    /// Ends a search under way.
    fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop();
            running.thread.thread().unpark();
            let _ = running.thread.join();
        }
    }
}

fn new_table(mebibytes: usize) -> Result<Arc<Table>, TextError> {
    let table = Table::new(mebibytes);
    Ok(Arc::new(table.ok_or_else(|| TextError::new("no memory for Hash", mebibytes.to_string()))?))
}

fn generator(seed: Option<u64>) -> Xoshiro256PlusPlus {
    let seed = seed.or_else(|| SysRng.try_next_u64().ok());
    Xoshiro256PlusPlus::seed_from_u64(seed.unwrap_or_default())
}

/// Reads a line without its end; false if it was too long and was skipped; `None` at the end of the
/// input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Option<bool> {
    line.clear();
    let (mut whole, mut any) = (true, false);
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Ok([]) | Err(_) => return any.then_some(whole),
            Ok(buffer) => buffer,
        };
        any = true;
        let end = buffer.iter().position(|b| *b == b'\n');
        let taken = end.unwrap_or(buffer.len());
        whole &= line.len() + taken <= LONGEST_LINE;
        if whole {
            line.extend_from_slice(&buffer[..taken]);
        }
        input.consume(taken + end.is_some() as usize);
        if end.is_some() {
            return Some(whole);
        }
    }
}

/// The protocol on standard input and output, until `quit`, the end of the input or SIGTERM.
pub fn serve() -> Result<(), TextError> {
    // Nothing has to be saved; a refusal to install the handler leaves the default, which also ends us.
    let _ = ctrlc::set_handler(|| std::process::exit(0));
    let mut engine = Engine::new(Output::stdout())?;
    engine.run(std::io::stdin().lock());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_crlf_or_the_input() {
        let mut input: &[u8] = b"uci\r\nisready\n\nquit";
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while let Some(whole) = read_line(&mut input, &mut line) {
            assert!(whole);
            lines.push(String::from_utf8_lossy(&line).trim().to_string());
        }
        assert_eq!(lines, ["uci", "isready", "", "quit"]);
    }

    #[test]
    fn long_lines_are_skipped_whole() {
        let mut text = vec![b'x'; LONGEST_LINE + 1];
        text.extend(b"\nquit\n");
        let mut input: &[u8] = &text;
        let mut line = Vec::new();
        assert_eq!(read_line(&mut input, &mut line), Some(false));
        assert_eq!(read_line(&mut input, &mut line), Some(true));
        assert_eq!(line, b"quit");
        assert_eq!(read_line(&mut input, &mut line), None);
    }
}
