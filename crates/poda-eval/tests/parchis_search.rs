//! The courses' search on the courses' game: values, first best moves and node counts that their simulator recorded.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

mod recorded_parchis;

use std::{fs::File, io::Read, path::Path};

use flate2::read::GzDecoder;
use poda_core::{Evaluator, Game, Moves, Notation, Score, Side};
use poda_eval::ParchisTest;
use poda_parchis::{Move, Parchis, ParchisState};
use recorded_parchis::{move_text, position_line, rules_of};
use serde_json::Value;

/// A committed handful of the recorded searches.
const SAMPLE: &[u8] = include_bytes!("data/parchis_search_values.jsonl.gz");

/// The textbook: maximum where the root's side decides, minimum elsewhere, fail-hard cut-offs or none at all.
struct Textbook<'a> {
    rules: &'a Parchis,
    root: Side,
    prunes: bool,
    /// The courses' own search tries each of two equal special dice.
    repeats_equal_dice: bool,
    nodes: u64,
    leaves: u64,
}

impl<'a> Textbook<'a> {
    fn new(rules: &'a Parchis, state: &ParchisState) -> Self {
        let root = rules.to_move(state);
        Self { rules, root, prunes: true, repeats_equal_dice: false, nodes: 0, leaves: 0 }
    }

    fn search(&mut self, state: &ParchisState, depth: u32, window: [Score; 2]) -> (Score, Option<Move>) {
        self.nodes += 1;
        let outcome = self.rules.outcome(state);
        if depth == 0 || outcome.is_some() {
            self.leaves += 1;
            let value = match outcome {
                Some(outcome) => ParchisTest.finished(self.rules, state, outcome, self.root),
                None => ParchisTest.evaluate(self.rules, state, self.root),
            };
            return (value, None);
        }
        // The bound that this node raises or lowers: alpha for the root's side, beta for the other.
        let own = usize::from(self.rules.to_move(state) != self.root);
        let mut inner = if self.prunes { window } else { [Score::LOWEST, Score::HIGHEST] };
        let mut best = None;
        for mv in self.moves(state) {
            let passed = if self.prunes { inner } else { [Score::LOWEST, Score::HIGHEST] };
            let (found, _) = self.search(&self.rules.play(state, mv), depth - 1, passed);
            if if own == 0 { found > inner[0] } else { found < inner[1] } {
                inner[own] = found;
                best = Some(mv);
            }
            if self.prunes && inner[0] >= inner[1] {
                break;
            }
        }
        (inner[own], best)
    }

    fn moves(&self, state: &ParchisState) -> Vec<Move> {
        let mut moves = Moves::new();
        self.rules.moves(state, &mut moves);
        let hand: Vec<_> = state.hand(state.side()).oldest_first().collect();
        let equal = hand.len() == 2 && hand[0] == hand[1] && state.forced_die().is_none();
        let twice = if self.repeats_equal_dice && equal { hand.first() } else { None };
        let repeated = moves.iter().filter(|mv| Some(&mv.die()) == twice);
        repeated.chain(&moves).copied().collect()
    }

    fn full(&mut self, state: &ParchisState, depth: u32) -> (Score, Option<Move>) {
        self.search(state, depth, [Score::LOWEST, Score::HIGHEST])
    }
}

#[test]
fn node_counts_of_the_courses_alpha_beta() {
    for (spec, depth, repeats_equal_dice, nodes, leaves, value, best) in [
        ("2023", 4, false, 2_517, 1_952, 0, "y1:6"),
        ("2023", 4, true, 2_517, 1_952, 0, "y1:6"),
        // With equal dice as one move the tree is 33 leaves smaller than the courses' own.
        ("2023", 5, false, 51_873, 43_943, 1, "r2:1"),
        ("2023", 5, true, 51_906, 43_976, 1, "r2:1"),
        ("2024", 4, false, 23_964, 21_052, 0, "y1:energy"),
        ("2024", 5, false, 45_283, 30_109, 0, "y1:energy"),
    ] {
        let rules: Parchis = spec.parse().unwrap();
        let start = rules.start();
        let mut textbook = Textbook { repeats_equal_dice, ..Textbook::new(&rules, &start) };
        let (found, mv) = textbook.full(&start, depth);
        let text = mv.map(|mv| rules.move_text(&start, mv)).unwrap();
        let counted = (textbook.nodes, textbook.leaves, found.value(), text.as_str());
        assert_eq!(counted, (nodes, leaves, value, best), "{spec} depth {depth}");
    }
}

#[test]
fn recorded_values_with_and_without_cut_offs() {
    let checked = check_recorded(SAMPLE, 4);
    assert!(checked >= 100, "{checked}");
    for edition in ["2122", "2223", "2324"] {
        let path = format!("../../../shared/data/parchis/ed{edition}_search_values.jsonl.gz");
        if let Ok(mut file) = File::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)) {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            check_recorded(&bytes, 3);
        }
    }
}

/// Compares value and first best move at every recorded depth, up to `plain_depth` also without cut-offs; says how many
/// searches that was.
fn check_recorded(compressed: &[u8], plain_depth: u32) -> usize {
    let mut text = String::new();
    GzDecoder::new(compressed).read_to_string(&mut text).unwrap();
    let mut checked = 0;
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let rules = rules_of(&record);
        let state = rules.read_position(&position_line(&record["s"])).unwrap();
        for (index, value) in record["value"].as_array().unwrap().iter().enumerate() {
            let depth = index as u32 + 1;
            let expected = match value.as_i64().unwrap() {
                9_999_999_998 => Score::win_at(0),
                -9_999_999_998 => Score::loss_at(0),
                value => Score::heuristic(i32::try_from(value).unwrap()),
            };
            for prunes in [true, false] {
                if prunes || depth <= plain_depth {
                    let mut textbook = Textbook { prunes, ..Textbook::new(&rules, &state) };
                    let (found, mv) = textbook.full(&state, depth);
                    let text = mv.map(|mv| rules.move_text(&state, mv)).unwrap();
                    let best = move_text(&record["first_best"][index]);
                    assert_eq!((found, text), (expected, best), "{line}\ndepth {depth}, prunes {prunes}");
                    checked += 1;
                }
            }
        }
    }
    checked
}
