//! Explicit-tree games: a small table of nodes written down by hand, one game with throws and one with
//! sealed turns, whose values are worked out by hand. They test the conformance kit and the searches.

use std::ops::ControlFlow;

use alea::game::{Game, MoveList, Node, Notation, Outcome, Reason, Side, Sink, TextError};
use alea::search::chance::ByOutcome;
use alea::search::value::{ONE, Value};
use alea::search::{Evaluator, Searchable};

/// A node of an explicit tree. Numbers name nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code)]
pub enum Tree {
    /// A choice of a side among nodes.
    Choice(Side, &'static [u8]),
    /// A throw of a side: nodes with weights.
    Throw(Side, &'static [(u8, u32)]),
    /// Both choose: rows of White's choices, columns of Black's.
    Matrix(&'static [&'static [u8]]),
    /// An end.
    End(Outcome),
    /// A leaf with a static value, for White, in thousandths of equity; a throw is due.
    Leaf(Side, i32),
}

/// Tells apart the explicit games.
pub trait Forest:
    Clone + Copy + PartialEq + Eq + std::fmt::Debug + Default + Send + Sync + 'static
{
    /// Its nodes; the game begins in node 0; the last is a drawn end, to which the throws of leaves lead.
    const NODES: &'static [Tree];
    const SEALED: bool;
}

/// A position of an explicit game: the number of its node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At<F: Forest>(pub u8, pub F);

impl<F: Forest> At<F> {
    pub fn tree(&self) -> Tree {
        F::NODES[self.0 as usize]
    }
}

impl<F: Forest> Game for At<F> {
    /// The index of the choice.
    type Move = u8;
    type Roll = u8;
    const CHANCE: bool = true;
    const SEALED: bool = F::SEALED;

    fn node(&self) -> Node {
        match self.tree() {
            Tree::Choice(side, _) => Node::Decision(side),
            Tree::Throw(side, _) | Tree::Leaf(side, _) => Node::Chance(side),
            Tree::Matrix(_) => Node::Sealed,
            Tree::End(outcome) => Node::Over(outcome),
        }
    }

    fn stuck(&self) -> Outcome {
        Outcome::draw(Reason::Blocked)
    }

    fn moves(&self, side: Side, out: &mut impl Sink<u8>) {
        let count = match self.tree() {
            Tree::Choice(_, nodes) => nodes.len(),
            Tree::Matrix(rows) if side == Side::White => rows.len(),
            Tree::Matrix(rows) => rows[0].len(),
            _ => 0,
        };
        (0..count).for_each(|i| out.push(i as u8));
    }

    fn play(&mut self, m: u8) {
        if let Tree::Choice(_, nodes) = self.tree() {
            self.0 = nodes[m as usize];
        }
    }

    fn play_sealed(&mut self, white: u8, black: u8) {
        if let Tree::Matrix(rows) = self.tree() {
            self.0 = rows[white as usize][black as usize];
        }
    }

    fn rolls(&self, mut visit: impl FnMut(u8, u32) -> ControlFlow<()>) {
        match self.tree() {
            Tree::Throw(_, nodes) => {
                for (i, (_, weight)) in nodes.iter().enumerate() {
                    if visit(i as u8, *weight).is_break() {
                        return;
                    }
                }
            }
            Tree::Leaf(..) => drop(visit(0, 1)),
            _ => {}
        }
    }

    fn accepts(&self, r: u8) -> bool {
        match self.tree() {
            Tree::Throw(_, nodes) => (r as usize) < nodes.len(),
            Tree::Leaf(..) => r == 0,
            _ => false,
        }
    }

    fn roll(&mut self, r: u8) {
        match self.tree() {
            Tree::Throw(_, nodes) => self.0 = nodes[r as usize].0,
            _ => self.0 = F::NODES.len() as u8 - 1,
        }
    }

    fn key(&self) -> u64 {
        (self.0 as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn occurrence(&self) -> Option<u64> {
        None
    }
}

impl<F: Forest> Notation for At<F> {
    fn start() -> Self {
        At(0, F::default())
    }

    fn parse(text: &str) -> Result<Self, TextError> {
        let node = text.parse().ok().filter(|n| (*n as usize) < F::NODES.len());
        node.map(|n| At(n, F::default())).ok_or_else(|| TextError::new("no such node", text))
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn move_token(&self, m: u8) -> String {
        format!("m{m}")
    }

    fn roll_token(&self, r: u8) -> String {
        r.to_string()
    }

    fn parse_roll(&self, token: &str) -> Option<u8> {
        token.parse().ok()
    }

    fn side(&self) -> Side {
        match self.node() {
            Node::Decision(side) | Node::Chance(side) => side,
            _ => Side::White,
        }
    }

    fn dice(&self) -> &'static str {
        "1d"
    }

    fn thrown(&self) -> Option<String> {
        None
    }

    fn drawing(&self) -> String {
        format!("{:?}", self.tree())
    }
}

/// The static value that a leaf states; 0 elsewhere.
#[derive(Clone, Default)]
pub struct Stated;

impl<F: Forest> Evaluator<At<F>> for Stated {
    const DRAWS: f64 = 0.0;

    fn evaluate(&self, game: &At<F>) -> Value {
        match game.tree() {
            Tree::Leaf(Side::White, value) => value * (ONE / 1000),
            Tree::Leaf(Side::Black, value) => -value * (ONE / 1000),
            _ => 0,
        }
    }

    fn explain(&self, _: &At<F>) -> String {
        String::new()
    }
}

impl<F: Forest> Searchable for At<F> {
    type Evaluator = Stated;
    type Chance = ByOutcome;
    const SELECTIVE: bool = false;

    fn code(&self, m: u8) -> u16 {
        m as u16 + 1
    }

    fn slot(&self, m: u8) -> (usize, usize) {
        (0, m as usize)
    }

    fn gain(&self, _: u8) -> Option<i32> {
        None
    }

    fn noisy(&self, _: &mut MoveList<u8>) {}
}

/// White chooses between two throws; Black answers one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(dead_code)]
pub struct Throws;

impl Forest for Throws {
    const SEALED: bool = false;
    const NODES: &'static [Tree] = &[
        // 0: two ways.
        Tree::Choice(Side::White, &[1, 2]),
        // 1: ¼·1 (White has won) + ¾·node 3.
        Tree::Throw(Side::Black, &[(4, 1), (3, 3)]),
        // 2: ½·400 + ½·(−100) = 150.
        Tree::Throw(Side::Black, &[(5, 1), (6, 1)]),
        // 3: Black takes the least of −300 and 200: −300.
        Tree::Choice(Side::Black, &[7, 8]),
        Tree::End(Outcome::win(Side::White, Reason::KingCaptured)),
        // 5, 6: Black has one way each.
        Tree::Choice(Side::Black, &[9]),
        Tree::Choice(Side::Black, &[10]),
        Tree::Leaf(Side::White, -300),
        Tree::Leaf(Side::White, 200),
        Tree::Leaf(Side::White, 400),
        Tree::Leaf(Side::White, -100),
        Tree::End(Outcome::draw(Reason::DeadPosition)),
    ];
}

/// Both choose between two ways; one pair of choices leads to a throw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Secrets;

impl Forest for Secrets {
    const SEALED: bool = true;
    const NODES: &'static [Tree] = &[
        // The matrix (1, −½; −½, 0.2): p·1 − (1−p)/2 = −p/2 + 0.2·(1−p) gives p = 7/22, value −1/44.
        Tree::Matrix(&[&[1, 2], &[2, 3]]),
        Tree::End(Outcome::win(Side::White, Reason::KingCaptured)),
        // −500, as deep as the others.
        Tree::Throw(Side::White, &[(8, 1)]),
        // ½·700 + ½·(−300) = 200.
        Tree::Throw(Side::White, &[(4, 1), (5, 1)]),
        Tree::Choice(Side::White, &[6]),
        Tree::Choice(Side::White, &[7]),
        Tree::Leaf(Side::Black, 700),
        Tree::Leaf(Side::Black, -300),
        Tree::Choice(Side::White, &[9]),
        Tree::Leaf(Side::Black, -500),
        Tree::End(Outcome::draw(Reason::DeadPosition)),
    ];
}
