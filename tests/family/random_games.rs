//! Random games, against other readings of the rules.

use crate::client::*;

/// What is printed reads back: in games at random the text, the moves and the phase of every
/// position are those of the position read from it.
#[test]
fn what_is_printed_reads_back() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    for variant in
        ["brainking", "brainking10", "vegas", "dicemoves", "dicepair", "threedice", "cubic"]
    {
        for _ in 0..20 {
            let mut game = open(variant).unwrap();
            for _ in 0..300 {
                let phase = game.phase_line();
                let event = if phase.starts_with("phase over") {
                    break;
                } else if phase.starts_with("phase roll") {
                    let mut die = || (random(6) + 1).to_string();
                    match variant {
                        "dicepair" => format!("r:{},{}", die(), die()),
                        "threedice" => format!("r:{},{},{}", die(), die(), die()),
                        "vegas" => {
                            let first = ["P", "N", "B", "R", "K", "P"][random(6)];
                            let second = ["P", "N", "B", "R", "Q", "*"][random(6)];
                            format!("r:{first},{second}")
                        }
                        _ => format!("r:{}", die()),
                    }
                } else {
                    let line = game.legal_lines()[0].clone();
                    let moves: Vec<&str> = line.split(' ').skip(1).collect();
                    assert!(moves.is_sorted(), "{line}");
                    moves[random(moves.len())].to_string()
                };
                game.append(&event).unwrap_or_else(|e| panic!("{variant} {event}: {e}"));
                let text = game.text();
                let mut read = open(variant).unwrap();
                read.position(&Base::Text(text.clone()), &[])
                    .unwrap_or_else(|e| panic!("{variant} {text}: {e}"));
                assert_eq!(read.text(), text, "{variant}");
                assert_eq!(read.key(), game.key(), "{variant}: {text}");
                if !game.phase_line().ends_with("repetition") {
                    assert_eq!(read.phase_line(), game.phase_line(), "{variant}: {text}");
                    assert_eq!(read.legal_lines(), game.legal_lines(), "{variant}: {text}");
                }
            }
        }
    }
}

/// What the dice leave of the moves of chess in `vegas`, `dicemoves` and `dicepair`, where no king
/// can be taken.
fn by_the_dice(variant: &str, text: &str) -> Option<Vec<String>> {
    let field = |key: &str| text.split(' ').find_map(|f| f.strip_prefix(key));
    let board: Vec<&str> = text.split(' ').take(4).collect();
    let mut chess = open("chess").unwrap();
    // Refused where the king can be taken.
    chess.position(&Base::Text(format!("{} 0 1", board.join(" "))), &[]).ok()?;
    let line = chess.legal_lines()[0].clone();
    let roll = field("roll=").unwrap_or("");
    let castles = |m: &str| man(text, m) == 'k' && m.as_bytes()[0].abs_diff(m.as_bytes()[2]) == 2;
    let mut moves: Vec<String> = line
        .split(' ')
        .skip(1)
        .filter(|m| match variant {
            "dicemoves" => true,
            "dicepair" => {
                let kind = "pnbrqk".as_bytes()[roll.as_bytes()[0] as usize - b'1' as usize];
                match field("man=") {
                    Some(chosen) => m.starts_with(chosen) && !castles(m),
                    None => man(text, m) == kind as char || kind == b'r' && castles(m),
                }
            }
            _ => {
                let dice = roll.to_lowercase();
                roll.is_empty()
                    || roll.contains('*')
                    || dice.contains(man(text, m))
                    || dice.contains('r') && castles(m)
            }
        })
        .map(String::from)
        .collect();
    let pass = variant == "vegas" && (roll.contains('*') || field("free=").is_some());
    if pass || moves.is_empty() {
        moves.insert(0, "0000".to_string());
    }
    Some(moves)
}

/// In games at random the moves are those of chess that the dice allow.
#[test]
fn moves_are_those_of_chess_that_the_dice_allow() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    for variant in ["vegas", "dicemoves", "dicepair"] {
        let mut compared = 0;
        for _ in 0..40 {
            let mut game = open(variant).unwrap();
            let mut gave_check = [false; 2];
            for _ in 0..400 {
                let phase = game.phase_line();
                let event = if phase.starts_with("phase over") {
                    break;
                } else if phase.starts_with("phase roll") {
                    match variant {
                        "dicepair" => format!("r:{},{}", random(6) + 1, random(6) + 1),
                        "dicemoves" => format!("r:{}", random(6) + 1),
                        _ => {
                            let first = ["P", "N", "B", "R", "K", "P"][random(6)];
                            let second = ["P", "N", "B", "R", "Q", "*"][random(6)];
                            format!("r:{first},{second}")
                        }
                    }
                } else {
                    let line = game.legal_lines()[0].clone();
                    let moves: Vec<&str> = line.split(' ').skip(1).collect();
                    if let Some(expected) = by_the_dice(variant, &game.text()) {
                        assert_eq!(moves, expected, "{variant}: {}", game.text());
                        compared += 1;
                    }
                    moves[random(moves.len())].to_string()
                };
                let side = |text: &str| text.split(' ').nth(1).unwrap().to_string();
                let before = game.text();
                game.append(&event).unwrap();
                if event.starts_with("r:") || game.phase_line().starts_with("phase over") {
                    continue;
                }
                let (text, us) = (game.text(), side(&before));
                let (board, them) =
                    (text.split(' ').next().unwrap(), if us == "w" { "b" } else { "w" });
                let check = chess_check(board, them);
                // Check ends the turn of several moves.
                assert!(!check || side(&text) == them, "{variant}: {before} {event}");
                if variant == "vegas" {
                    gave_check[usize::from(us == "w")] = event != "0000" && check;
                    let free = !check && gave_check[usize::from(them == "w")];
                    assert_eq!(text.ends_with(" free=1"), free, "{before} {event}");
                    assert_eq!(game.phase_line().starts_with("phase move"), free || check);
                }
            }
        }
        assert!(compared > 1000, "{variant}: {compared}");
    }
}

/// A plain second reading of the rules of `brainking` and `threedice`, from the position text.
#[derive(Clone)]
struct Plain {
    board: [u8; 64],
    white: bool,
    /// Castling rights `KQkq` as squares of the rooks.
    rooks: Vec<usize>,
    passed: Vec<usize>,
}

type PlainMove = (usize, usize, Option<u8>);

fn name(m: PlainMove) -> String {
    let mut text = String::new();
    for square in [m.0, m.1] {
        text.push((b'a' + (square % 8) as u8) as char);
        text.push((b'1' + (square / 8) as u8) as char);
    }
    text.extend(m.2.map(|letter| letter as char));
    text
}

impl Plain {
    fn read(text: &str) -> Plain {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [b' '; 64];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for c in line.bytes() {
                if c.is_ascii_digit() {
                    file += (c - b'0') as usize;
                } else {
                    board[(7 - row) * 8 + file] = c;
                    file += 1;
                }
            }
        }
        let rooks = [('Q', 0), ('K', 7), ('q', 56), ('k', 63)];
        let passed = fields[3].as_bytes().chunks(2).filter(|pair| pair.len() == 2);
        Plain {
            board,
            white: fields[1] == "w",
            rooks: rooks.iter().filter(|r| fields[2].contains(r.0)).map(|r| r.1).collect(),
            passed: passed.map(|p| (p[1] - b'1') as usize * 8 + (p[0] - b'a') as usize).collect(),
        }
    }

    fn own(&self, square: usize) -> bool {
        let man = self.board[square];
        man != b' ' && man.is_ascii_uppercase() == self.white
    }

    fn shift(square: usize, by: (i32, i32)) -> Option<usize> {
        let (file, rank) = ((square % 8) as i32 + by.0, (square / 8) as i32 + by.1);
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        inside.then_some((rank * 8 + file) as usize)
    }

    /// Moves of the men of one kind, castling aside; no heed of check.
    fn moves(&self, kind: u8) -> Vec<PlainMove> {
        let mut all = Vec::new();
        for from in (0..64).filter(|s| self.own(*s)) {
            if self.board[from].to_ascii_lowercase() != kind {
                continue;
            }
            if kind == b'p' {
                self.pawn(from, &mut all);
                continue;
            }
            let long = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)];
            let jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
            let ways = match kind {
                b'n' => &jumps[..],
                b'b' => &long[..4],
                b'r' => &long[4..],
                _ => &long[..],
            };
            for way in ways {
                let mut at = from;
                while let Some(to) = Self::shift(at, *way).filter(|to| !self.own(*to)) {
                    all.push((from, to, None));
                    if self.board[to] != b' ' || kind == b'n' || kind == b'k' {
                        break;
                    }
                    at = to;
                }
            }
        }
        all
    }

    fn pawn(&self, from: usize, all: &mut Vec<PlainMove>) {
        let up = if self.white { 1 } else { -1 };
        let mut targets = Vec::new();
        let step = Self::shift(from, (0, up)).unwrap();
        if self.board[step] == b' ' {
            targets.push(step);
            let home = if self.white { 1 } else { 6 };
            let double = Self::shift(step, (0, up)).filter(|_| from / 8 == home);
            targets.extend(double.filter(|to| self.board[*to] == b' '));
        }
        for side in [-1, 1] {
            let Some(to) = Self::shift(from, (side, up)) else { continue };
            let theirs = if self.white { 5 } else { 2 };
            let passed = self.passed.contains(&to) && to / 8 == theirs;
            if passed || self.board[to] != b' ' && !self.own(to) {
                targets.push(to);
            }
        }
        for to in targets {
            if to / 8 == 0 || to / 8 == 7 {
                all.extend(b"bnqr".iter().map(|letter| (from, to, Some(*letter))));
            } else {
                all.push((from, to, None));
            }
        }
    }

    fn castlings(&self) -> Vec<PlainMove> {
        let king = if self.white { 4 } else { 60 };
        let mine = self.rooks.iter().filter(|rook| **rook / 8 == king / 8);
        mine.filter(|rook| {
            let (a, b) = (king.min(**rook), king.max(**rook));
            (a + 1..b).all(|s| self.board[s] == b' ')
        })
        .map(|rook| (king, if *rook > king { king + 2 } else { king - 2 }, None))
        .collect()
    }

    fn takes_king(&self, m: PlainMove) -> bool {
        self.board[m.1].eq_ignore_ascii_case(&b'k')
    }

    /// The position after a move within the turn.
    fn after(&self, (from, to, letter): PlainMove) -> Plain {
        let mut next = self.clone();
        let man = self.board[from];
        next.board[from] = b' ';
        next.board[to] = match letter {
            Some(l) if self.white => l.to_ascii_uppercase(),
            Some(l) => l,
            None => man,
        };
        let kind = man.to_ascii_lowercase();
        if kind == b'p' && from % 8 != to % 8 && self.board[to] == b' ' {
            next.board[from / 8 * 8 + to % 8] = b' ';
        }
        if kind == b'k' && from.abs_diff(to) == 2 && from % 8 == 4 {
            let (rook, place) = if to > from { (from + 3, from + 1) } else { (from - 4, from - 1) };
            next.board[place] = next.board[rook];
            next.board[rook] = b' ';
        }
        let king = |rook: usize| rook / 8 * 8 + 4;
        next.rooks.retain(|r| *r != from && *r != to && king(*r) != from && king(*r) != to);
        let board = next.board;
        next.passed.retain(|s| {
            let (pawn, letter) = if s / 8 == 2 { (s + 8, b'P') } else { (s - 8, b'p') };
            board[pawn] == letter && board[*s] == b' '
        });
        if kind == b'p' && from.abs_diff(to) == 16 {
            next.passed.push((from + to) / 2);
            next.passed.sort_by_key(|s| s % 8 * 8 + s / 8);
        }
        next
    }

    /// Steps of the turn: the move, and the dice left after it.
    fn steps(&self, dice: &[u8]) -> Vec<(PlainMove, Vec<u8>)> {
        let without = |faces: &[u8]| {
            let mut left = dice.to_vec();
            for face in faces {
                left.remove(left.iter().position(|d| d == face).unwrap());
            }
            left
        };
        let mut all = Vec::new();
        for face in (1..=6).filter(|face| dice.contains(face)) {
            for m in self.moves(b"pnbrqk"[face as usize - 1]) {
                all.push((m, without(&[face])));
            }
        }
        if dice.contains(&4) && dice.contains(&6) {
            all.extend(self.castlings().into_iter().map(|m| (m, without(&[4, 6]))));
        }
        all
    }

    /// The greatest number of dice that can be used, and whether the king can be taken.
    fn most(&self, dice: &[u8]) -> (usize, bool) {
        let mut best = (0, false);
        for (m, left) in self.steps(dice) {
            let (used, taken) = self.worth(dice, m, &left);
            best = (best.0.max(used), best.1 || taken);
        }
        best
    }

    fn worth(&self, dice: &[u8], m: PlainMove, left: &[u8]) -> (usize, bool) {
        if self.takes_king(m) {
            return (1, true);
        }
        let (used, taken) = self.after(m).most(left);
        (used + dice.len() - left.len(), taken)
    }

    fn three_dice(&self, dice: &[u8]) -> Vec<String> {
        let worth: Vec<_> =
            self.steps(dice).iter().map(|(m, left)| (*m, self.worth(dice, *m, left))).collect();
        let most = worth.iter().map(|(_, w)| w.0).max().unwrap_or(0);
        let good = worth.iter().filter(|(_, w)| w.0 == most || w.1);
        let mut moves: Vec<String> = good.map(|(m, _)| name(*m)).collect();
        moves.sort();
        moves
    }

    fn one_die(&self, face: u8) -> Vec<String> {
        let mut moves = self.moves(b"pnbrqk"[face as usize - 1]);
        if (2..=5).contains(&face) {
            let letter = Some(b"pnbrqk"[face as usize - 1]);
            moves.extend(self.moves(b'p').into_iter().filter(|m| m.2 == letter));
        }
        if face == 6 {
            moves.extend(self.castlings());
        }
        let mut moves: Vec<String> = moves.into_iter().map(name).collect();
        moves.sort();
        moves
    }
}

/// In games at random, with more double throws and pawn moves than usual, the moves and what they
/// lead to are those of the second reading.
#[test]
fn moves_are_those_of_a_second_reading() {
    let mut state = 0xd1b5_4a32_d192_ed03_u64;
    let mut random = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    for (variant, games) in [("brainking", 60), ("threedice", 60)] {
        let mut compared = 0;
        for number in 0..games {
            let mut game = open(variant).unwrap();
            if number % 3 == 1 {
                let castles = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
                game.position(&Base::Text(castles.to_string()), &[]).unwrap();
            } else if number % 3 == 2 {
                let pawns = "4k3/PP4pp/pp4PP/8/8/pp4PP/PP4pp/4K3 w - - 0 1";
                game.position(&Base::Text(pawns.to_string()), &[]).unwrap();
            }
            for _ in 0..150 {
                let phase = game.phase_line();
                if phase.starts_with("phase over") {
                    break;
                } else if phase.starts_with("phase roll") {
                    let mut die = || [1, 1, 2, 3, 4, 5, 6, 6][random(8)].to_string();
                    let event = match variant {
                        "threedice" => format!("r:{},{},{}", die(), die(), die()),
                        _ => format!("r:{}", die()),
                    };
                    game.append(&event).unwrap();
                    continue;
                }
                let text = game.text();
                let plain = Plain::read(&text);
                let roll = text.split("roll=").nth(1).unwrap();
                let dice: Vec<u8> = roll.split(',').map(|d| d.parse().unwrap()).collect();
                let mut expected = match variant {
                    "threedice" => plain.three_dice(&dice),
                    _ => plain.one_die(dice[0]),
                };
                if expected.is_empty() {
                    assert_eq!(dice.len(), 3, "{variant}: {text}");
                    expected.push("0000".to_string());
                }
                let line = game.legal_lines()[0].clone();
                let moves: Vec<&str> = line.split(' ').skip(1).collect();
                assert_eq!(moves, expected, "{variant}: {text}");
                compared += 1;
                // The king is left alone now and then, so that games last.
                let quiet: Vec<&&str> =
                    moves.iter().filter(|m| **m == "0000" || man(&text, &m[2..]) != 'k').collect();
                if quiet.is_empty() {
                    break;
                }
                let chosen = quiet[random(quiet.len())].to_string();
                game.append(&chosen).unwrap();
                let read = Plain::read(&game.text());
                if chosen == "0000" || variant == "brainking" {
                    continue;
                }
                let steps = plain.steps(&dice);
                let step = steps.iter().find(|(m, _)| name(*m) == chosen).unwrap();
                let mut after = plain.after(step.0);
                if after.most(&step.1).0 == 0 {
                    let own = if plain.white { 2 } else { 5 };
                    after.passed.retain(|s| s / 8 == own);
                    after.white = !after.white;
                }
                assert_eq!(read.board, after.board, "{text} {chosen}");
                assert_eq!(read.white, after.white, "{text} {chosen}");
                assert_eq!(read.passed, after.passed, "{text} {chosen}");
                assert_eq!(read.rooks.len(), after.rooks.len(), "{text} {chosen}");
            }
        }
        assert!(compared > 1000, "{variant}: {compared}");
    }
}
