//! An engine's process: lines in and out, never waiting for it without a limit.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line, in bytes, that an engine may send.
pub const LONGEST_LINE: usize = 1 << 16;

/// The most bytes that an engine may send before an answer that is waited for.
pub const MOST_BYTES: usize = 1 << 26;

/// How long a process has to end by itself.
const FAREWELL: Duration = Duration::from_secs(1);

/// Lines that wait to be read; an engine that sends more has to wait itself.
const WAITING: usize = 256;

/// Why there is no line.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Silence {
    /// None came in time.
    Late,
    /// The engine has closed its output.
    Closed,
    /// A line was too long.
    Flood,
    /// The arena is to end.
    Interrupted,
}

enum Said {
    Line(String, Instant),
    Flood,
}

/// A running engine. Dropped, it is killed with all processes of its group.
pub struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<Said>,
    flooded: bool,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &[String], directory: Option<&Path>) -> io::Result<Self> {
        let mut starter = Command::new(&command[0]);
        starter.args(&command[1..]);
        starter.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(directory) = directory {
            starter.current_dir(directory);
        }
        #[cfg(unix)]
        {
            // A group of its own: what the engine has started ends with it, and a Ctrl-C at the terminal
            // reaches the arena only, which knows how to end.
            use std::os::unix::process::CommandExt;
            starter.process_group(0);
        }
        let mut child = starter.spawn()?;
        let (input, lines) = mpsc::channel();
        let stdin = child.stdin.take().expect("it is piped");
        thread::spawn(move || write(stdin, &lines));
        let (said, output) = mpsc::sync_channel(WAITING);
        let stdout = child.stdout.take().expect("it is piped");
        thread::spawn(move || read(stdout, &said));
        Ok(Process { child, input, output, flooded: false })
    }

    /// Sends a line. If the engine does not read it, its silence will tell.
    pub fn say(&self, line: &str) {
        let _ = self.input.send(format!("{line}\n"));
    }

    /// The next line and when it came, if it comes before `deadline` and the arena is not to `stop`.
    ///
    /// # Errors
    /// Tells why there is none.
    pub fn line(
        &mut self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<(String, Instant), Silence> {
        if self.flooded {
            return Err(Silence::Flood);
        }
        loop {
            // What has come already counts even at the deadline.
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(Duration::from_millis(50))) {
                Ok(Said::Line(line, came)) => return Ok((line, came)),
                Ok(Said::Flood) => {
                    self.flooded = true;
                    return Err(Silence::Flood);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
                Err(RecvTimeoutError::Timeout) => {
                    if stop.load(Ordering::Relaxed) {
                        return Err(Silence::Interrupted);
                    }
                    if left.is_zero() {
                        return Err(Silence::Late);
                    }
                }
            }
        }
    }

    /// Whether the process has ended, or ends within a moment.
    pub fn has_ended(&mut self) -> bool {
        self.ends_within(Duration::from_millis(200))
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(_)) => return true,
                Err(_) => return false,
                Ok(None) if Instant::now() >= end => return false,
                Ok(None) => thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    /// Asks the engine to end, and gives it a moment to do so.
    pub fn quit(mut self) {
        self.say("quit");
        let end = Instant::now() + FAREWELL;
        // It might wait for somebody to read what it says.
        while !self.ends_within(Duration::from_millis(10)) && Instant::now() < end {
            while self.output.try_recv().is_ok() {}
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        {
            use nix::sys::signal::{Signal, killpg};
            use nix::unistd::Pid;
            // The group outlives its first process if that has left others behind.
            let _ = killpg(Pid::from_raw(self.child.id() as i32), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(stdout: ChildStdout, said: &SyncSender<Said>) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let part = reader.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes);
        if !matches!(part, Ok(n) if n > 0) {
            return;
        }
        let whole = bytes.ends_with(b"\n") || bytes.len() < LONGEST_LINE;
        let text = String::from_utf8_lossy(&bytes);
        let line = Said::Line(text.trim_end_matches(['\r', '\n']).to_string(), Instant::now());
        if said.send(if whole { line } else { Said::Flood }).is_err() || !whole {
            return;
        }
    }
}
