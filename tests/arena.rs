//! The arena as a program: misbehaving engines, sealed choices, records, breaks and parts.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const ALEA: &str = env!("CARGO_BIN_EXE_alea");

/// A directory for records that is not there yet.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("arena-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

fn script(name: &str) -> String {
    format!("{}/tests/support/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn arena(arguments: &[&str], out: &Path) -> Command {
    let mut command = Command::new(ALEA);
    command.arg("arena").args(arguments).arg("--quiet").args(["--out", out.to_str().unwrap()]);
    command.stdin(Stdio::null());
    command
}

fn played(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{command:?}: {said}");
    output
}

/// The games on record, by their numbers.
fn games(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("games.jsonl")).unwrap();
    let mut games: Vec<Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    games.sort_by_key(|g| g["game"].as_u64());
    games
}

/// The statistics without what no two runs have alike.
fn result(out: &Path) -> Value {
    let text = fs::read_to_string(out.join("result.json")).unwrap();
    let mut result: Value = serde_json::from_str(&text).unwrap();
    result.as_object_mut().unwrap().remove("timing");
    result
}

fn throws(game: &Value) -> Vec<&str> {
    let events = game["events"].as_array().unwrap();
    events.iter().filter_map(Value::as_str).filter(|e| e.starts_with("r:")).collect()
}

/// Whether a process with this word on its command line is left.
fn is_left(word: &str) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else { return false };
    processes.flatten().any(|process| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).split('\0').any(|w| w == word)
    })
}

/// Two games of a misbehaving engine against a good one: it loses both for this reason, the tournament
/// is complete and no process is left.
fn misbehaves(manner: &str, termination: &str) {
    let out = directory(manner);
    // A copy under a name of its own, so that processes can be told apart.
    fs::create_dir_all(&out).unwrap();
    let rogue = out.join(format!("rogue-{manner}.sh"));
    fs::copy(script("rogue.sh"), &rogue).unwrap();
    let rogue = rogue.to_str().unwrap();
    let out = out.join("records");
    let good = format!("name=good,cmd={ALEA},depth=1");
    let bad = format!("name=bad,cmd=sh {rogue} {manner}");
    let began = Instant::now();
    played(&mut arena(
        &[
            "--engine",
            &good,
            "--engine",
            &bad,
            "--movetime",
            "200",
            "--patience",
            "2",
            "--games",
            "2",
        ],
        &out,
    ));
    assert!(began.elapsed() < Duration::from_secs(20), "{manner}");
    let games = games(&out);
    assert_eq!(games.len(), 2, "{manner}");
    for (game, won) in games.iter().zip(["1-0", "0-1"]) {
        assert_eq!(game["termination"], termination, "{manner}");
        assert_eq!(game["result"], won, "{manner}");
    }
    assert!(!is_left(rogue), "{manner}");
    assert_eq!(result(&out)["complete"], true);
}

#[test]
fn engines_that_do_not_start_forfeit() {
    misbehaves("dies-at-start", "no-start");
    misbehaves("silent", "no-start");
    misbehaves("no-readyok", "no-readyok");
}

#[test]
fn engines_that_break_off_forfeit() {
    misbehaves("dies-in-game", "crash");
    misbehaves("closes-output", "closed-output");
    misbehaves("ignores-quit", "illegal-move");
}

#[test]
fn engines_that_are_late_forfeit() {
    misbehaves("late", "time");
    misbehaves("never-answers", "stall");
    misbehaves("stops-reading", "stall");
}

#[test]
fn engines_that_say_the_wrong_thing_forfeit() {
    misbehaves("illegal", "illegal-move");
    misbehaves("nothing", "illegal-move");
    misbehaves("garbage", "illegal-move");
    misbehaves("twice", "extra-bestmove");
}

#[test]
fn engines_that_say_too_much_forfeit() {
    misbehaves("long-line", "flood");
    misbehaves("endless", "stall");
}

#[test]
fn programs_and_variants_that_are_not_there_forfeit() {
    let out = directory("missing");
    let good = format!("name=good,cmd={ALEA}");
    let plain = format!("name=plain,cmd=sh {} illegal", script("rogue.sh"));
    let engines =
        ["--engine", &good, "--engine", "name=none,cmd=no-such-program", "--engine", &plain];
    let rest = ["--variant", "cubic", "--depth", "1", "--games", "2", "--mode", "gauntlet"];
    played(&mut arena(&[&engines[..], &rest[..]].concat(), &out));
    let ends: Vec<_> = games(&out).iter().map(|g| g["termination"].to_string()).collect();
    let (none, plain) = ("\"no-start\"", "\"unsupported-variant\"");
    assert_eq!(ends, [none, none, plain, plain]);
}

#[test]
fn wrong_settings_are_refused_by_name() {
    let out = directory("refused");
    let engine = format!("cmd={ALEA}");
    for (arguments, word) in [
        (vec!["--engine", "name=a"], "name=a"),
        (vec!["--engine", "cmd=a,colour=red", "--engine", "cmd=b"], "colour=red"),
        (vec!["--engine", &engine, "--engine", &engine], "alea"),
        (vec!["--engine", "cmd=a", "--engine", "cmd=b", "--games", "3"], "3"),
        (vec!["--engine", "cmd=a", "--engine", "cmd=b", "--variant", "go"], "go"),
        (vec!["--engine", "cmd=a", "--engine", "cmd=b", "--tc", "fast"], "fast"),
        (vec!["--engine", "cmd=a", "--engine", "cmd=b", "--nodes", "0"], "nodes=0"),
        (vec!["--engine", "cmd=a", "--engine", "cmd=b", "--sprt", "elo0=5"], "elo0=5"),
        (vec!["--engine", "cmd=a", "--engine", "cmd=b", "--shard", "3/2"], "3/2"),
        (vec!["--engine", "cmd=a", "--engine", "cmd=b", "--openings", "none.txt"], "none.txt"),
    ] {
        let output = arena(&arguments, &out).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && said.contains(word), "{arguments:?}: {said}");
        assert!(!out.exists(), "{arguments:?}");
    }
}

#[test]
fn damaged_records_are_refused_by_name() {
    let out = directory("damaged");
    let [a, b] = ["a", "b"].map(|name| format!("name={name},cmd={ALEA},depth=1"));
    played(&mut arena(&["--engine", &a, "--engine", &b, "--games", "2"], &out));
    let resumed = || {
        let output = Command::new(ALEA).args(["arena", "--resume"]).arg(&out).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (file, from, to, word) in [
        ("tournament.json", "\"chess\"", "\"go\"", "go"),
        ("tournament.json", "\"of\": 1", "\"of\": 0", "1/0"),
        ("games.jsonl", "\"white\":\"a\"", "\"white\":\"z\"", "z is not a"),
        ("games.jsonl", "\"pair\":1", "\"pair\":x", "games.jsonl:1"),
    ] {
        let whole = fs::read_to_string(out.join(file)).unwrap();
        assert!(whole.contains(from), "{from}");
        fs::write(out.join(file), whole.replacen(from, to, 1)).unwrap();
        let (code, said) = resumed();
        assert!(code == Some(1) && said.contains(word), "{word}: {said}");
        fs::write(out.join(file), whole).unwrap();
    }
    assert_eq!(resumed().0, Some(0));
}

/// The engine of each side is told of a sealed turn only when both choices are in.
#[test]
fn sealed_choices_stay_secret() {
    let out = directory("spy");
    fs::create_dir_all(&out).unwrap();
    let log = out.join("told.txt");
    let spy = format!("name=spy,cmd=sh {} {}", script("spy.sh"), log.display());
    let good = format!("name=good,cmd={ALEA}");
    let records = out.join("records");
    played(&mut arena(
        &[
            "--engine",
            &good,
            "--engine",
            &spy,
            "--variant",
            "simultaneous",
            "--depth",
            "1",
            "--games",
            "2",
            "--max-turns",
            "8",
        ],
        &records,
    ));
    let told = fs::read_to_string(log).unwrap();
    let commands = ["uci", "isready", "setoption", "ucinewgame", "position", "go", "quit"];
    let known = |line: &str| commands.iter().any(|c| line.split(' ').next() == Some(c));
    assert!(told.lines().all(known), "{told}");
    let positions: Vec<&str> = told
        .lines()
        .filter_map(|line| line.strip_prefix("position startpos"))
        .map(|events| events.trim_start_matches(" moves").trim())
        .collect();
    // Before its nth choice it has seen the n − 1 turns before, and no half of another.
    let mut expected = Vec::new();
    for game in games(&records) {
        let events: Vec<String> =
            game["events"].as_array().unwrap().iter().map(|e| e.as_str().unwrap().into()).collect();
        assert!(events.len() > 2 && events.iter().all(|e| e.contains('|')));
        expected.extend((0..events.len()).map(|n| events[..n].join(" ")));
    }
    assert_eq!(positions, expected);
}

/// Three engines, four variants, two games at a time.
fn small_tournament(out: &Path) -> Command {
    let [a, b, c] = ["a,nodes=300", "b,nodes=150", "c,nodes=50"]
        .map(|spec| format!("cmd={ALEA},option.Hash=2,name={spec}"));
    let engines = ["--engine", &a, "--engine", &b, "--engine", &c];
    let rest = [
        "--variant",
        "dicechess,simultaneous,octahedra,cheshire",
        "--games",
        "4",
        "--concurrency",
        "2",
        "--seed",
        "5",
        "--max-turns",
        "60",
        "--luck",
        "0",
    ];
    arena(&[&engines[..], &rest[..]].concat(), out)
}

#[test]
fn a_killed_tournament_goes_on_where_it_stood() {
    let (broken, whole) = (directory("broken"), directory("whole"));
    let mut child = small_tournament(&broken).stdout(Stdio::null()).spawn().unwrap();
    let file = broken.join("games.jsonl");
    let count = || fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    let began = Instant::now();
    while count() < 9 && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    let resume = ["arena", "--quiet", "--concurrency", "2", "--resume", broken.to_str().unwrap()];
    let second = Command::new(ALEA).args(resume).output().unwrap();
    assert!(String::from_utf8(second.stderr).unwrap().contains("another arena is at work"));
    child.kill().unwrap();
    child.wait().unwrap();
    let before = count();
    assert!((9..48).contains(&before), "{before} games when killed");
    // A game that was being written when the end came.
    let half = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{half}{{\"game\":48,\"pai")).unwrap();
    played(Command::new(ALEA).args(resume));
    played(&mut small_tournament(&whole));
    let (broken_games, whole_games) = (games(&broken), games(&whole));
    let numbers: Vec<u64> = broken_games.iter().map(|g| g["game"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=48).collect::<Vec<u64>>());
    for (game, same) in broken_games.iter().zip(&whole_games) {
        assert_eq!(throws(game), throws(same));
        // With a limit of nodes all the rest is the same too.
        for part in ["events", "scores", "result", "termination", "seeds", "white", "black"] {
            assert_eq!(game[part], same[part], "{part} of game {}", game["game"]);
        }
    }
    assert_eq!(result(&broken), result(&whole));
    let pgn = fs::read_to_string(broken.join("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 48);
    // There is nothing left to do, and the directory is taken.
    played(Command::new(ALEA).args(resume));
    assert_eq!(games(&broken).len(), 48);
    let again = small_tournament(&broken).output().unwrap();
    assert!(String::from_utf8(again.stderr).unwrap().contains("--resume"));
}

#[test]
fn both_games_of_a_pair_get_the_same_dice() {
    let out = directory("whole-pairs");
    played(&mut small_tournament(&out));
    let games = games(&out);
    let mut shared = 0;
    for pair in games.chunks(2) {
        assert_eq!((&pair[0]["white"], &pair[0]["black"]), (&pair[1]["black"], &pair[1]["white"]));
        assert_eq!(pair[0]["dice_seed"], pair[1]["dice_seed"]);
        // Of each side, throw by throw; in a placement a throw may be void in one of the games.
        for side in ["w", "b"] {
            let dice = |game: &Value| -> Vec<String> {
                let events = game["events"].as_array().unwrap().iter();
                let movers = game["movers"].as_array().unwrap();
                events
                    .zip(movers)
                    .filter(|(e, m)| e.as_str().unwrap().starts_with("r:") && *m == side)
                    .map(|(e, _)| e.as_str().unwrap().to_string())
                    .collect()
            };
            let (first, second) = (dice(&pair[0]), dice(&pair[1]));
            let same = first.iter().zip(&second).filter(|(a, b)| a == b).count();
            let most = first.len().min(second.len());
            if pair[0]["variant"] == "octahedra" {
                assert!(same * 10 >= most * 8, "{first:?} {second:?}");
            } else {
                assert_eq!(same, most);
            }
            shared += same;
        }
    }
    assert!(shared > 100);
    let seeds: BTreeSet<String> = games.iter().map(|g| g["dice_seed"].to_string()).collect();
    assert_eq!(seeds.len(), games.len() / 2);
}

#[test]
fn parts_merge_to_the_whole() {
    let (whole, both) = (directory("undivided"), directory("both"));
    let parts = [directory("part-1"), directory("part-2")];
    played(&mut small_tournament(&whole));
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        played(small_tournament(part).args(["--shard", shard]));
        assert_eq!(games(part).len(), 24);
    }
    let parts = parts.each_ref().map(|p| p.to_str().unwrap());
    let arguments = ["arena", "merge", parts[0], parts[1], "--out", both.to_str().unwrap()];
    let table = played(Command::new(ALEA).args(arguments)).stdout;
    assert_eq!(result(&both), result(&whole));
    let again = played(Command::new(ALEA).args(["arena", "merge", whole.to_str().unwrap()])).stdout;
    // The last line but one tells the referee's own time.
    let lines = |table: Vec<u8>| {
        let text = String::from_utf8(table).unwrap();
        let lines: Vec<String> =
            text.lines().filter(|l| !l.starts_with("referee")).map(String::from).collect();
        lines
    };
    assert_eq!(lines(table), lines(again));
    let other = directory("other");
    let [a, b] = ["a", "b"].map(|name| format!("name={name},cmd={ALEA},depth=1"));
    played(&mut arena(&["--engine", &a, "--engine", &b, "--games", "2"], &other));
    let mixed = ["arena", "merge", parts[0], other.to_str().unwrap()];
    let output = Command::new(ALEA).args(mixed).output().unwrap();
    assert!(!output.status.success());
}

#[test]
fn a_sequential_test_ends_by_itself() {
    let out = directory("sprt");
    let strong = format!("name=strong,cmd={ALEA},nodes=600");
    let weak = format!("name=weak,cmd={ALEA},nodes=60");
    let arguments = [
        "--engine",
        &strong,
        "--engine",
        &weak,
        "--variant",
        "cubic",
        "--games",
        "2000",
        "--concurrency",
        "2",
        "--sprt",
        "elo0=0,elo1=20",
    ];
    let report = played(&mut arena(&arguments, &out)).stdout;
    let report = String::from_utf8(report).unwrap();
    assert!(report.contains("H1 accepted"), "{report}");
    let result = result(&out);
    assert_eq!(result["sprt"]["decision"], "H1");
    assert_eq!(result["games"], result["sprt"]["games"]);
    assert!(result["games"].as_u64().unwrap() < 2000);
}

#[test]
fn openings_adjudication_and_clocks() {
    let out = directory("openings");
    fs::create_dir_all(&out).unwrap();
    let file = out.join("openings.epd");
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    fs::write(&file, format!("{queen_up} id \"a queen\";\nstartpos moves e2e4 e7e5\n")).unwrap();
    let records = out.join("records");
    let [a, b] = ["a", "b"].map(|name| format!("name={name},cmd={ALEA}"));
    played(&mut arena(
        &[
            "--engine",
            &a,
            "--engine",
            &b,
            "--tc",
            "20/0.5+0.01",
            "--openings",
            file.to_str().unwrap(),
            "--games",
            "4",
            "--resign",
            "moves=2,score=400",
            "--draw",
            "turn=1,moves=3,score=300",
            "--margin",
            "500",
        ],
        &records,
    ));
    let games = games(&records);
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["opening"], pair[1]["opening"]);
        for game in pair {
            assert_eq!(game["termination"], "adjudication", "{game}");
            if game["opening"] == 1 {
                assert_eq!(game["result"], "1-0");
                assert_eq!(game["start"], format!("fen {queen_up} 0 1"));
            } else {
                assert_eq!(game["opening_events"], 2);
                assert_eq!(game["times"][1], Value::Null);
                assert!(game["times"][2].as_f64().unwrap() > 0.0);
            }
        }
    }
    assert_ne!(games[0]["opening"], games[2]["opening"]);
}

#[test]
fn luck_is_judged_in_games_with_dice() {
    let out = directory("luck");
    let [a, b] = ["a", "b"].map(|name| format!("name={name},cmd={ALEA},nodes=100"));
    let arguments = ["--engine", &a, "--engine", &b, "--variant", "brainking", "--games", "20"];
    played(&mut arena(&arguments, &out));
    let games = games(&out);
    assert!(games.iter().all(|g| g["luck"].is_number()));
    // Who had the better dice tends to win.
    let sign = |g: &Value| if g["result"] == "1-0" { 1.0 } else { -1.0 };
    let sum: f64 = games.iter().map(|g| sign(g) * g["luck"].as_f64().unwrap()).sum();
    assert!(sum > 0.0, "{sum}");
    // The same engine twice, the same dice: pairs are all alike, and that is said.
    let standing = &result(&out)["tables"][0]["standings"][0];
    assert_eq!(standing["score"]["score"], 0.5);
    assert_eq!(standing["score"]["no_error"], "all pairs alike, so no variance");
    assert!(standing["luck_adjusted"]["score"].is_number());
}
