//! The engine's options.

use crate::game::TextError;
use crate::games::NAMES;
use crate::search::strength;

/// The values of all options.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// `UCI_Variant`.
    pub variant: &'static str,
    /// `Hash`, in MiB.
    pub hash: usize,
    /// `Threads`.
    pub threads: usize,
    /// `MultiPV`.
    pub lines: usize,
    /// `Seed`; `None` for `random`.
    pub seed: Option<u64>,
    /// `Move Overhead`, in milliseconds.
    pub overhead: u64,
    /// `Ponder`: whether the client may ponder; changes nothing here.
    pub ponder: bool,
    /// `UCI_ShowWDL`.
    pub show_wdl: bool,
    /// `UCI_AnalyseMode`.
    pub analyse: bool,
    /// `UCI_LimitStrength`.
    pub limit_strength: bool,
    /// `UCI_Elo`.
    pub elo: u32,
    /// `Skill Level`.
    pub skill: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            variant: NAMES[0],
            hash: 64,
            threads: 1,
            lines: 1,
            seed: None,
            overhead: 10,
            ponder: false,
            show_wdl: false,
            analyse: false,
            limit_strength: false,
            elo: *strength::ELO.end(),
            skill: strength::MOST,
        }
    }
}

/// What has to happen after an option was set.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[allow(missing_docs)]
pub enum Effect {
    None,
    NewVariant,
    NewTable,
    NewSeed,
}

enum Kind {
    Check(fn(&mut Options) -> &mut bool),
    Spin(u64, u64, fn(&mut Options, u64), fn(&Options) -> u64),
    Variant,
    Seed,
    Button,
}

struct Row {
    name: &'static str,
    kind: Kind,
    effect: Effect,
}

const fn row(name: &'static str, kind: Kind, effect: Effect) -> Row {
    Row { name, kind, effect }
}

static ROWS: &[Row] = &[
    row("UCI_Variant", Kind::Variant, Effect::NewVariant),
    row(
        "Hash",
        Kind::Spin(1, 65_536, |o, n| o.hash = n as usize, |o| o.hash as u64),
        Effect::NewTable,
    ),
    row("Clear Hash", Kind::Button, Effect::NewTable),
    row(
        "Threads",
        Kind::Spin(1, 256, |o, n| o.threads = n as usize, |o| o.threads as u64),
        Effect::None,
    ),
    row(
        "MultiPV",
        Kind::Spin(1, 500, |o, n| o.lines = n as usize, |o| o.lines as u64),
        Effect::None,
    ),
    row("Seed", Kind::Seed, Effect::NewSeed),
    row(
        "Move Overhead",
        Kind::Spin(0, 10_000, |o, n| o.overhead = n, |o| o.overhead),
        Effect::None,
    ),
    row("Ponder", Kind::Check(|o| &mut o.ponder), Effect::None),
    row("UCI_ShowWDL", Kind::Check(|o| &mut o.show_wdl), Effect::None),
    row("UCI_AnalyseMode", Kind::Check(|o| &mut o.analyse), Effect::None),
    row("UCI_LimitStrength", Kind::Check(|o| &mut o.limit_strength), Effect::None),
    row(
        "UCI_Elo",
        Kind::Spin(
            *strength::ELO.start() as u64,
            *strength::ELO.end() as u64,
            |o, n| o.elo = n as u32,
            |o| o.elo as u64,
        ),
        Effect::None,
    ),
    row(
        "Skill Level",
        Kind::Spin(0, strength::MOST as u64, |o, n| o.skill = n as u8, |o| o.skill as u64),
        Effect::None,
    ),
];

impl Options {
    /// The level of play asked for.
    pub fn level(&self) -> u8 {
        if self.limit_strength {
            strength::level_of_elo(self.elo).min(self.skill)
        } else {
            self.skill
        }
    }

    /// One `option` line for each option, with its default.
    pub fn describe() -> Vec<String> {
        let mut defaults = Options::default();
        let describe = |row: &Row| {
            let kind = match &row.kind {
                Kind::Check(get) => format!("check default {}", get(&mut defaults)),
                Kind::Spin(low, high, _, get) => {
                    format!("spin default {} min {low} max {high}", get(&defaults))
                }
                Kind::Variant => {
                    let all: String = NAMES.iter().map(|n| format!(" var {n}")).collect();
                    format!("combo default {}{all}", defaults.variant)
                }
                Kind::Seed => "string default random".to_string(),
                Kind::Button => "button".to_string(),
            };
            format!("option name {} type {kind}", row.name)
        };
        ROWS.iter().map(describe).collect()
    }

    /// Sets an option; names are matched without regard to case.
    ///
    /// # Errors
    /// An unknown name, or a value that is missing, malformed or out of range: nothing is changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, TextError> {
        let row = ROWS
            .iter()
            .find(|r| r.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| TextError::new("unknown option", name))?;
        if let Kind::Button = row.kind {
            return match value {
                None | Some("") => Ok(row.effect),
                Some(value) => Err(TextError::new("a button has no value", value)),
            };
        }
        let value = value
            .filter(|v| !v.is_empty())
            .ok_or_else(|| TextError::new("option without value", row.name))?;
        match &row.kind {
            Kind::Check(get) => {
                *get(self) = match value.to_ascii_lowercase().as_str() {
                    "true" => true,
                    "false" => false,
                    _ => return Err(TextError::new("value is neither true nor false", value)),
                }
            }
            Kind::Spin(..) | Kind::Seed if value.starts_with('+') => {
                return Err(TextError::new("value is not a number", value));
            }
            Kind::Spin(low, high, set, _) => match value.parse() {
                Ok(n) if (*low..=*high).contains(&n) => set(self, n),
                Ok(_) => {
                    return Err(TextError::new("value out of range", value));
                }
                Err(_) => return Err(TextError::new("value is not a number", value)),
            },
            Kind::Variant => {
                let known = NAMES.iter().find(|n| n.eq_ignore_ascii_case(value));
                self.variant = known.ok_or_else(|| TextError::new("unknown variant", value))?;
            }
            Kind::Seed => {
                self.seed = match value {
                    _ if value.eq_ignore_ascii_case("random") => None,
                    _ => {
                        let seed = value.parse();
                        Some(seed.map_err(|_| {
                            TextError::new("seed is neither random nor a number", value)
                        })?)
                    }
                }
            }
            Kind::Button => {}
        }
        Ok(row.effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_accepted_as_printed() {
        for line in Options::describe() {
            let rest = line.strip_prefix("option name ").unwrap();
            let (name, kind) = rest.split_once(" type ").unwrap();
            let mut options = Options::default();
            let value = kind
                .split_once(" default ")
                .map(|(_, v)| v.split_ascii_whitespace().next().unwrap());
            assert!(options.set(name, value).is_ok(), "{line}");
            assert_eq!(options, Options::default(), "{line}");
        }
    }

    #[test]
    fn wrong_names_and_values_change_nothing() {
        let mut options = Options::default();
        for (name, value, word) in [
            ("Hush", Some("1"), "Hush"),
            ("Hash", None, "Hash"),
            ("hash", Some("0"), "0"),
            ("Hash", Some("many"), "many"),
            ("Threads", Some("-1"), "-1"),
            ("UCI_Variant", Some("checkers"), "checkers"),
            ("Seed", Some("7x"), "7x"),
            ("Ponder", Some("yes"), "yes"),
            ("Clear Hash", Some("now"), "now"),
        ] {
            assert_eq!(options.set(name, value).unwrap_err().word, word);
        }
        assert_eq!(options, Options::default());
        assert_eq!(options.set("uci_VARIANT", Some("DiceChess")), Ok(Effect::NewVariant));
        assert_eq!(options.variant, "dicechess");
    }
}
