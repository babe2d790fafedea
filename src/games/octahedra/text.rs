//! Texts of positions, moves and throws.

use super::Octahedra;
use super::position::{ARMY, Hand, Phase, Throw, ground, placing};
use crate::board::{B8, Bits, Geometry, Kind, Side};
use crate::game::{Notation, TextError};
use crate::games::common::{Demands, Fields, Kings, Move, Orthodox, draw, read_orthodox};

/// The stages of a sowing, by kind.
const STAGES: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "king"];

fn die(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'1'..=b'8'] => Some(digit - b'0'),
        _ => None,
    }
}

fn parse_throw(text: &str) -> Option<Throw> {
    let (a, b) = text.split_once(',')?;
    Some([die(a)?, die(b)?])
}

fn throw_token([a, b]: Throw) -> String {
    format!("{a},{b}")
}

/// Reads the men still to be placed, in any order, without their brackets.
fn parse_hand(text: &str) -> Option<Hand> {
    let mut hand = Hand::default();
    for letter in text.chars() {
        let (side, kind) = Kind::from_man_letter(letter)?;
        let count = &mut hand[side.index()][kind.index()];
        *count += 1;
        if *count > ARMY[kind.index()] {
            return None;
        }
    }
    Some(hand)
}

fn hand_text(hand: &Hand) -> String {
    let mut text = String::new();
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let count = hand[side.index()][kind.index()] as usize;
            text.extend(std::iter::repeat_n(kind.man_letter(side), count));
        }
    }
    text
}

/// A `key=value` field as it was written.
fn word(key: &str, value: &str) -> String {
    format!("{key}={value}")
}

fn demand<'a>(fields: &mut Fields<'a>, key: &'static str) -> Result<&'a str, TextError> {
    fields.take(key).ok_or_else(|| TextError::new("missing field", format!("{key}=")))
}

/// Reads a position whose men are being placed.
fn read_placement(
    board: Orthodox<B8>,
    hand: &str,
    fields: &mut Fields,
) -> Result<Octahedra, TextError> {
    let brackets = || format!("[{hand}]");
    let men = parse_hand(hand).ok_or_else(|| TextError::new("bad men to be placed", brackets()))?;
    let wrong = || TextError::new("men to be placed that do not fit the board", brackets());
    let stage = placing(&men).ok_or_else(wrong)?;
    for side in Side::BOTH {
        for kind in Kind::ALL {
            let (left, all) = (men[side.index()][kind.index()], ARMY[kind.index()]);
            let placed = board.men(side, kind);
            if placed.count() != (all - left) as u32 {
                return Err(wrong());
            }
            if placed & !ground(side, kind) != 0 {
                let text = fields.fen[0];
                return Err(TextError::new("man on a rank where it cannot be placed", text));
            }
            let queens = |k: Kind| k.min(Kind::Queen);
            let later = (queens(kind), side.index()) > (stage.1, stage.0.index());
            if later && left < all {
                return Err(TextError::new("man whose stage has not come", fields.fen[0]));
            }
        }
    }
    if board.turn() != stage.0 {
        return Err(TextError::new("side to move that is not to place", fields.fen[1]));
    }
    let (side, kind) = stage;
    let kinds: &[Kind] = if kind == Kind::Queen { &[Kind::Queen, Kind::King] } else { &[kind] };
    let left: u8 = kinds.iter().map(|k| men[side.index()][k.index()]).sum();
    let placed = kinds.iter().fold(0, |all, k| all | board.men(side, *k));
    let mut game = Octahedra { board, phase: Phase::Place { hand: men, dice: [0, 0] } };
    let Some(text) = fields.take("roll") else {
        if left % 2 == 1 {
            return Err(TextError::new("missing field", "roll="));
        }
        return Ok(game);
    };
    let dice = match die(text) {
        Some(b) => Some([0, b]),
        None => parse_throw(text),
    };
    let [a, b] = dice
        .ok_or_else(|| TextError::new("not a throw of two eight-sided dice", word("roll", text)))?;
    if (a == 0) != (left % 2 == 1) {
        return Err(TextError::new(
            "throw that does not fit the men to be placed",
            word("roll", text),
        ));
    }
    let void = if a == 0 {
        // The first man of the throw stands on another file.
        let first = B8::file(if side == Side::White { b - 1 } else { 8 - b });
        game.free(side, kind, b) == 0 || placed & !first == 0
    } else {
        game.is_void([a, b], stage)
    };
    if void {
        return Err(TextError::new("void throw", word("roll", text)));
    }
    game.phase = Phase::Place { hand: men, dice: [a, b] };
    Ok(game)
}

fn read_first(fields: &mut Fields) -> Result<Side, TextError> {
    match demand(fields, "first")? {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        other => Err(TextError::new("first roller is neither w nor b", word("first", other))),
    }
}

/// Reads a roll-off, in which no king is missing.
fn read_roll(board: Orthodox<B8>, fields: &mut Fields) -> Result<Octahedra, TextError> {
    let first = read_first(fields)?;
    let mut thrown = None;
    if let Some(text) = fields.take("roll") {
        let throw = parse_throw(text);
        let wrong = |what| TextError::new(what, word("roll", text));
        let throw = throw.ok_or_else(|| wrong("not a throw of two eight-sided dice"))?;
        if throw[0] == throw[1] {
            return Err(wrong("void throw"));
        }
        thrown = Some(throw);
    }
    if (board.turn() == first) == thrown.is_some() {
        return Err(TextError::new("side to move that is not to throw", fields.fen[1]));
    }
    Ok(Octahedra { board, phase: Phase::Roll { first, thrown } })
}

/// Reads a sowing, in which no king is missing.
fn read_sowing(board: Orthodox<B8>, fields: &mut Fields) -> Result<Octahedra, TextError> {
    let first = read_first(fields)?;
    let text = demand(fields, "stage")?;
    let stage = STAGES.iter().position(|s| *s == text).and_then(Kind::from_index);
    let stage = stage.ok_or_else(|| TextError::new("unknown stage", word("stage", text)))?;
    let mut done = 0;
    if let Some(list) = fields.take("done") {
        let us = board.turn();
        let last = B8::rank(if us == Side::White { 7 } else { 0 });
        for name in list.split(',') {
            let wrong =
                || TextError::new("square of no man that can have moved", word("done", list));
            let square = B8::parse_square(name).ok_or_else(wrong)?;
            let moved = match board.man(square) {
                Some((side, Kind::Pawn)) => side == us,
                Some((side, kind)) => {
                    let promoted = kind != Kind::King && last.has(square);
                    side == us && (kind <= stage && kind != Kind::King || promoted)
                }
                None => false,
            };
            if !moved || done.has(square) {
                return Err(wrong());
            }
            done |= u64::of(square);
        }
    }
    let game = Octahedra { board, phase: Phase::Sow { first, stage, done } };
    if !game.must_sow(stage, done) {
        return Err(TextError::new("stage in which nobody can move", word("stage", text)));
    }
    Ok(game)
}

/// Reads a harvest; the side to move may have lost its king.
fn read_harvest(board: Orthodox<B8>, fields: &mut Fields) -> Result<Octahedra, TextError> {
    let first = read_first(fields)?;
    let game = Octahedra { board, phase: Phase::Harvest { first } };
    if game.board.king(game.board.turn()).is_some() && !game.has_capture() {
        return Err(TextError::new("harvest without a capture", "phase=harvest"));
    }
    Ok(game)
}

impl Notation for Octahedra {
    fn start() -> Self {
        Self::parse("8/8/8/8/8/8/8/8[PPPPPPPPNNBBRRQKppppppppnnbbrrqk] w - - 0 1 phase=place")
            .expect("the starting position is a position")
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields::split(text)?;
        let phase = demand(&mut fields, "phase")?;
        let wrong = |what, word| Err(TextError::new(what, word));
        if !["place", "roll", "sow", "harvest"].contains(&phase) {
            return Err(TextError::new("unknown phase", word("phase", phase)));
        }
        let whole = fields.fen[0];
        let mut hand = None;
        if let Some((men, rest)) = whole.split_once('[') {
            fields.fen[0] = men;
            hand = rest.strip_suffix(']');
            if hand.is_none() {
                return wrong("bad board field", whole);
            }
        }
        let board = read_orthodox::<B8>(&fields, Demands::kings(Kings::Missing))?;
        if fields.fen[2] != "-" {
            return wrong("bad castling field", fields.fen[2]);
        }
        if fields.fen[3] != "-" {
            return wrong("impossible en passant square", fields.fen[3]);
        }
        if hand.is_some() != (phase == "place") {
            return wrong("men to be placed and phase that do not go together", whole);
        }
        let side = board.turn();
        let may_lack = |s: Side| phase == "harvest" && s == side;
        if hand.is_none() && Side::BOTH.iter().any(|s| board.king(*s).is_none() && !may_lack(*s)) {
            return wrong("king missing", whole);
        }
        let game = match phase {
            "place" => read_placement(board, hand.unwrap_or_default(), &mut fields)?,
            "roll" => read_roll(board, &mut fields)?,
            "sow" => read_sowing(board, &mut fields)?,
            _ => read_harvest(board, &mut fields)?,
        };
        fields.finish()?;
        Ok(game)
    }

    fn text(&self) -> String {
        let fen = self.board.fen();
        let first = |side: Side| side.letter();
        match &self.phase {
            Phase::Place { hand, .. } => {
                let (board, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
                let roll = self.thrown().map_or(String::new(), |t| format!(" roll={t}"));
                format!("{board}[{}] {rest} phase=place{roll}", hand_text(hand))
            }
            Phase::Roll { first: side, thrown } => {
                let roll = thrown.map_or(String::new(), |t| format!(" roll={}", throw_token(t)));
                format!("{fen} phase=roll first={}{roll}", first(*side))
            }
            Phase::Sow { first: side, stage, done } => {
                let names: Vec<String> = done.squares().map(B8::name).collect();
                let done = match names.is_empty() {
                    true => String::new(),
                    false => format!(" done={}", names.join(",")),
                };
                let stage = STAGES[stage.index()];
                format!("{fen} phase=sow first={} stage={stage}{done}", first(*side))
            }
            Phase::Harvest { first: side } => {
                format!("{fen} phase=harvest first={}", first(*side))
            }
        }
    }

    fn move_token(&self, m: Move) -> String {
        if m.from == m.to {
            return format!("{}@{}", m.kind.man_letter(Side::White), B8::name(m.to));
        }
        m.token::<B8>()
    }

    fn roll_token(&self, r: Throw) -> String {
        throw_token(r)
    }

    fn parse_roll(&self, token: &str) -> Option<Throw> {
        parse_throw(token)
    }

    fn side(&self) -> Side {
        self.board.turn()
    }

    fn dice(&self) -> &'static str {
        match self.phase {
            Phase::Place { dice: [_, 0], .. } | Phase::Roll { .. } => "2d8",
            _ => "",
        }
    }

    fn stage(&self) -> &'static str {
        match &self.phase {
            Phase::Place { hand, .. } => {
                match placing(hand).map_or(Kind::Queen, |(_, kind)| kind) {
                    Kind::Pawn => "place-pawns",
                    Kind::Knight => "place-knights",
                    Kind::Bishop => "place-bishops",
                    Kind::Rook => "place-rooks",
                    _ => "place-queen-king",
                }
            }
            Phase::Roll { .. } => "roll-off",
            Phase::Sow { stage, .. } => match stage {
                Kind::Pawn => "sow-pawns",
                Kind::Knight => "sow-knights",
                Kind::Bishop => "sow-bishops",
                Kind::Rook => "sow-rooks",
                Kind::Queen => "sow-queens",
                Kind::King => "sow-king",
            },
            Phase::Harvest { .. } => "harvest",
        }
    }

    fn thrown(&self) -> Option<String> {
        match self.phase {
            Phase::Place { dice: [_, 0], .. } => None,
            Phase::Place { dice: [0, b], .. } => Some(b.to_string()),
            Phase::Place { dice, .. } => Some(throw_token(dice)),
            Phase::Roll { thrown, .. } => thrown.map(throw_token),
            _ => None,
        }
    }

    fn drawing(&self) -> String {
        draw(&self.board)
    }
}
