//! Replays the transcripts of `engine-protocol.md` against the program.
//!
//! A transcript is a fenced block with the info string `transcript`. `> LINE` is sent, `< LINE` is the
//! next line expected (`*` in it matches any run of characters), `< ...` skips lines until the next
//! expected one matches. When all is sent and received, the program is told to quit; then it must have
//! nothing more to say and end with code 0.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(30);

enum Step {
    Send(String),
    Expect(String),
    Skip,
}

/// The steps of a transcript, each with the number of its line in the file.
struct Transcript {
    line: usize,
    steps: Vec<(usize, Step)>,
}

/// Takes the transcripts out of a text.
fn extract(text: &str) -> Result<Vec<Transcript>, String> {
    let mut all = Vec::new();
    let mut fence: Option<Option<Transcript>> = None;
    for (line, number) in text.lines().zip(1..) {
        if let Some(info) = line.strip_prefix("```") {
            fence = match fence {
                None if info.trim() == "transcript" => {
                    Some(Some(Transcript { line: number, steps: Vec::new() }))
                }
                None => Some(None),
                Some(block) => {
                    all.extend(block);
                    None
                }
            };
        } else if let Some(Some(block)) = &mut fence {
            let step = match line.split_at_checked(2) {
                Some(("> ", text)) => Step::Send(text.to_string()),
                Some(("< ", "...")) => Step::Skip,
                Some(("< ", text)) => Step::Expect(text.to_string()),
                _ if line == ">" => Step::Send(String::new()),
                _ if line == "<" => Step::Expect(String::new()),
                _ => return Err(format!("line {number}: neither sent nor expected: {line}")),
            };
            block.steps.push((number, step));
        }
    }
    match fence {
        None => Ok(all),
        Some(_) => Err("a fenced block without an end".to_string()),
    }
}

/// Whether a line matches a pattern in which `*` stands for any run of characters.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == line };
    let Some(line) = line.strip_prefix(head) else { return false };
    let starts = line.char_indices().map(|(i, _)| i).chain([line.len()]);
    starts.into_iter().any(|i| matches(rest, &line[i..]))
}

/// The program with its output read in the background.
struct Program {
    child: Child,
    lines: Receiver<String>,
    deadline: Instant,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_alea"))
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        thread::spawn(move || {
            for line in output.lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Program { child, lines, deadline: Instant::now() + PATIENCE }
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        let input = self.child.stdin.as_mut().expect("a pipe");
        writeln!(input, "{line}").and_then(|()| input.flush()).map_err(|e| e.to_string())
    }

    /// The next line; `None` if the program has ended.
    fn next(&mut self) -> Result<Option<String>, String> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err("nothing came in time".to_string()),
        }
    }

    fn end(&mut self) -> Result<(), String> {
        while Instant::now() < self.deadline {
            if let Some(status) = self.child.try_wait().map_err(|e| e.to_string())? {
                let mut complaint = String::new();
                if let Some(mut stderr) = self.child.stderr.take() {
                    stderr.read_to_string(&mut complaint).map_err(|e| e.to_string())?;
                }
                return match status.code() {
                    Some(0) if complaint.is_empty() => Ok(()),
                    _ => Err(format!("the program ended with {status}: {complaint}")),
                };
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err("the program did not end in time".to_string())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a transcript; says which line of the file did not come true, and why.
fn replay(transcript: &Transcript) -> Result<(), String> {
    let mut program = Program::start();
    let mut skip = false;
    for (number, step) in &transcript.steps {
        match step {
            Step::Send(line) => {
                program.send(line).map_err(|e| format!("line {number}: can't send: {e}"))?;
            }
            Step::Skip => skip = true,
            Step::Expect(pattern) => {
                let mut passed = Vec::new();
                loop {
                    let line = program
                        .next()
                        .and_then(|line| line.ok_or_else(|| "the program has ended".to_string()))
                        .map_err(|e| {
                            format!(
                                "line {number}: expected: {pattern}\n  but {e}; passed: {passed:#?}"
                            )
                        })?;
                    if matches(pattern, &line) {
                        break;
                    }
                    if !skip {
                        return Err(format!(
                            "line {number}: expected: {pattern}\n  but got: {line}"
                        ));
                    }
                    passed.push(line);
                }
                skip = false;
            }
        }
    }
    // If the transcript has said quit itself, nobody may be there to hear it.
    let _ = program.send("quit");
    while let Some(line) = program.next()? {
        if !skip {
            let from = transcript.line;
            return Err(format!("line {from}: after the transcript there came: {line}"));
        }
    }
    program.end().map_err(|e| format!("line {}: {e}", transcript.line))
}

#[test]
fn every_transcript_comes_true() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("engine-protocol.md");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let transcripts = extract(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    assert!(transcripts.len() >= 10, "only {} transcripts", transcripts.len());
    let failures: Vec<String> = transcripts.iter().filter_map(|t| replay(t).err()).collect();
    assert!(failures.is_empty(), "{}:\n{}", file.display(), failures.join("\n"));
}

fn only(text: &str) -> Transcript {
    let mut all = extract(text).expect("a transcript");
    assert_eq!(all.len(), 1);
    all.remove(0)
}

#[test]
fn wrong_transcripts_are_reported() {
    let right = "text\n```transcript\n> isready\n< readyok\n```\n";
    assert_eq!(replay(&only(right)), Ok(()));
    for (text, what) in [
        // Another line than expected.
        (
            "```transcript\n> isready\n< readynot\n```",
            "line 3: expected: readynot\n  but got: readyok",
        ),
        // A line more than expected.
        ("```transcript\n> isready\n> phase\n< readyok\n```", "line 1: after the transcript"),
        (
            "```transcript\n> phase\n> isready\n< readyok\n```",
            "line 4: expected: readyok\n  but got",
        ),
        // A line less.
        ("```transcript\n> quit\n< bye\n```", "line 3: expected: bye\n  but the program has ended"),
        (
            "```transcript\n> d\n> quit\n< ...\n< bye\n```",
            "line 5: expected: bye\n  but the program",
        ),
    ] {
        let error = replay(&only(text)).expect_err(text);
        assert!(error.starts_with(what), "{text}\n{error}");
    }
}

#[test]
fn transcripts_are_found_among_other_text() {
    let text = "```\n> no\n```\n```transcript\n> a\n< b\n< ...\n>\n```\n```abnf\n< no\n```\n";
    let all = extract(text).unwrap();
    assert_eq!((all.len(), all[0].line, all[0].steps.len()), (1, 4, 4));
    assert!(extract("```transcript\nuci\n```").is_err());
    assert!(extract("```transcript\n> uci\n").is_err());
}

#[test]
fn stars_match_any_run() {
    for (pattern, line, result) in [
        ("a", "a", true),
        ("a", "ab", false),
        ("*", "", true),
        ("a*c", "abc", true),
        ("a*c", "acd", false),
        ("*b*d", "abcbd", true),
        ("*b*d*", "abc", false),
        ("nodes * nps *", "nodes 3 nps 4", true),
    ] {
        assert_eq!(matches(pattern, line), result, "{pattern} {line}");
    }
}
