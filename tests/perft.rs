//! Runs `tests/perft/*.perft` over the variants that the files are named after.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use alea::game::History;
use alea::games::{NAMES, Variant, Visitor, with_variant};
use alea::tools::perft::perft;

struct Suite<'a>(&'a str);

impl Visitor for Suite<'_> {
    type Output = usize;

    fn visit<G: Variant>(self) -> usize {
        let (mut cases, mut wrong) = (0, Vec::new());
        for line in self.0.lines().filter(|l| !l.starts_with('#') && !l.is_empty()) {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let game = G::parse(fields[0]).unwrap_or_else(|e| panic!("{e} in {line}"));
            let mut history = History::new();
            history.push(game.occurrence());
            let depth = fields[1].parse().unwrap();
            let count = perft(&game, depth, &mut history, &AtomicBool::new(false));
            if count.to_string() != fields[2] {
                wrong.push(format!("{}: {count} counted, {line}", G::NAME));
            }
            cases += 1;
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        cases
    }
}

#[test]
fn every_variant_has_its_known_counts() {
    for name in NAMES {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{name}.perft"));
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let cases = with_variant(name, Suite(&text)).unwrap();
        assert!(cases > 5, "{name}");
    }
}
